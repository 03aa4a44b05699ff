//! What a test of significance asks and answers.

pub use statrs::stats_tests::Alternative;

/// How a rank test finds its p value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// As SciPy's `method="auto"` chooses; each test says how.
    #[default]
    Auto,
    /// From all arrangements of the ranks at hand, ties included.
    Exact,
    /// By the normal approximation, corrected for ties.
    Normal,
}

/// The answer of a test. A small p says that data like these are rare where there is no
/// difference; it does not say how large the difference is: report an [`Estimate`] too.
///
/// [`Estimate`]: super::Estimate
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Significance {
    pub statistic: f64,
    pub p: f64,
    /// Whether p is exact, or a normal approximation.
    pub exact: bool,
}

/// The p value, given the probabilities of a statistic at most and at least as large as
/// the one found. Two-sided it is twice the smaller, at most 1.
pub(super) fn p_value(alternative: Alternative, at_most: f64, at_least: f64) -> f64 {
    match alternative {
        Alternative::Less => at_most,
        Alternative::Greater => at_least,
        Alternative::TwoSided => 2.0 * at_most.min(at_least),
    }
    .min(1.0)
}

/// [`p_value`] of a statistic whose distribution is given value by value: `weights[s]` is
/// the weight of the value s, in any unit.
pub(super) fn exact_p_value(alternative: Alternative, weights: &[f64], found: usize) -> f64 {
    let total: f64 = weights.iter().sum();
    let at_most = weights.iter().take(found + 1).sum::<f64>() / total;
    let at_least = weights.iter().skip(found).sum::<f64>() / total;
    p_value(alternative, at_most, at_least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails() {
        // A coin thrown twice: 0, 1 or 2 heads.
        let weights = [1.0, 2.0, 1.0];
        assert_eq!(exact_p_value(Alternative::Less, &weights, 0), 0.25);
        assert_eq!(exact_p_value(Alternative::Greater, &weights, 0), 1.0);
        assert_eq!(exact_p_value(Alternative::TwoSided, &weights, 2), 0.5);
        assert_eq!(exact_p_value(Alternative::TwoSided, &weights, 1), 1.0);
    }
}
