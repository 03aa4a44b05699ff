//! Holm's correction: p values that hold together.

/// The p values of m tests, adjusted so that the chance of one or more false alarms among
/// them is at most the α they are compared with (Holm, 1979). With the p values sorted,
/// p₍₁₎ ≤ p₍₂₎ ≤ …, the adjusted ones are
///
/// p̃₍ᵢ₎ = max over j ≤ i of min(1, (m − j + 1)·p₍ⱼ₎),
///
/// returned in the order given. Use it wherever more than one comparison is made, such as
/// every engine of a ladder against the one before. It assumes nothing about how the tests
/// depend on each other and always sees more than Bonferroni's m·p.
///
/// `None` where a p value is not between 0 and 1; no p values give none.
///
/// ```
/// use plyometer::stats::holm;
///
/// assert_eq!(holm(&[0.25, 0.125, 1.0]), Some(vec![0.5, 0.375, 1.0]));
/// ```
pub fn holm(p_values: &[f64]) -> Option<Vec<f64>> {
    if !p_values.iter().all(|p| (0.0..=1.0).contains(p)) {
        return None;
    }
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&a, &b| p_values[a].total_cmp(&p_values[b]));
    let mut adjusted = vec![0.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (before, index) in order.into_iter().enumerate() {
        let left = (p_values.len() - before) as f64;
        largest = largest.max((left * p_values[index]).min(1.0));
        adjusted[index] = largest;
    }
    Some(adjusted)
}

#[cfg(test)]
mod tests {
    use super::super::testing::assert_all_close;
    use super::*;

    #[test]
    fn as_statsmodels_says() {
        // statsmodels.stats.multitest.multipletests(p, method="holm")[1]
        let cases = [
            (
                &[0.01, 0.04, 0.03, 0.005][..],
                &[0.03, 0.06, 0.06, 0.02][..],
            ),
            (&[0.5, 0.5, 0.5], &[1.0, 1.0, 1.0]),
            (
                &[0.9, 0.001, 0.001, 0.04, 0.04, 1.0, 0.0],
                &[1.0, 0.006, 0.006, 0.16, 0.16, 1.0, 0.0],
            ),
            (&[0.02], &[0.02]),
        ];
        for (p_values, expected) in cases {
            assert_all_close(&holm(p_values).unwrap(), expected);
        }
    }

    #[test]
    fn none_and_no_answer() {
        assert_eq!(holm(&[]), Some(vec![]));
        assert_eq!(holm(&[0.5, f64::NAN]), None);
        assert_eq!(holm(&[-0.1]), None);
        assert_eq!(holm(&[1.1]), None);
    }
}
