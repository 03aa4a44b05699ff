//! Welch's t test: do the means of two samples differ?

use super::critical;
use super::estimate::Estimate;
use super::sample::{mean, standard_deviation};
use super::significance::{Alternative, p_value};

/// The answer of [`welch`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Welch {
    pub t: f64,
    /// Degrees of freedom, seldom a whole number.
    pub freedom: f64,
    pub p: f64,
    /// ā − b̄, with its interval.
    pub difference: Estimate,
}

/// Welch's test of the means of two independent samples, which may differ in variance and
/// size. With v = s²/n of each sample:
/// - t = (ā − b̄) / √(v_a + v_b)
/// - ν = (v_a + v_b)² / (v_a²/(n_a − 1) + v_b²/(n_b − 1)) degrees of freedom
/// - the interval is ā − b̄ ± t_ν·√(v_a + v_b), two-sided at `level` whatever the alternative.
///
/// Use it for samples that are not far from normal, or large; for times prefer
/// Mann–Whitney, for pairs Wilcoxon. `None` where a sample has fewer than two values or
/// is not finite, and where both have equal values only: there is no spread to judge by.
///
/// ```
/// use plyometer::stats::{Alternative, welch};
///
/// let found = welch(&[19.0, 22.0, 16.0, 29.0, 24.0], &[20.0, 11.0, 17.0, 12.0], Alternative::TwoSided, 0.95);
/// assert!((found.unwrap().p - 0.0568).abs() < 0.0001);
/// ```
pub fn welch(a: &[f64], b: &[f64], alternative: Alternative, level: f64) -> Option<Welch> {
    let [n_a, n_b] = [a, b].map(|sample| sample.len() as f64);
    let (s_a, s_b) = (standard_deviation(a)?, standard_deviation(b)?);
    let (error_a, error_b) = (s_a / n_a.sqrt(), s_b / n_b.sqrt());
    let error = error_a.hypot(error_b);
    if error == 0.0 {
        return None;
    }
    // The definition of ν, divided through so that no square can overflow.
    let (share_a, share_b) = ((error_a / error).powi(2), (error_b / error).powi(2));
    let freedom = 1.0 / (share_a.powi(2) / (n_a - 1.0) + share_b.powi(2) / (n_b - 1.0));

    let difference = mean(a)? - mean(b)?;
    let margin = critical::student(level, freedom)? * error;
    let t = difference / error;
    let at_most = critical::student_below(t, freedom)?;
    let at_least = critical::student_below(-t, freedom)?;
    Some(Welch {
        t,
        freedom,
        p: p_value(alternative, at_most, at_least),
        difference: Estimate::within(difference, difference - margin, difference + margin)
            .if_finite()?,
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_all_close, offset, series};
    use super::*;

    /// r = scipy.stats.ttest_ind(a, b, equal_var=False): r.statistic, r.df, r.pvalue,
    /// r.confidence_interval(.95), and the p values with alternative="less" and "greater".
    #[track_caller]
    fn check(a: &[f64], b: &[f64], expected: [f64; 7]) {
        let [two, less, greater] = [
            Alternative::TwoSided,
            Alternative::Less,
            Alternative::Greater,
        ]
        .map(|alternative| welch(a, b, alternative, 0.95).unwrap());
        let interval = two.difference.interval.unwrap();
        let found = [
            two.t,
            two.freedom,
            two.p,
            interval.low,
            interval.high,
            less.p,
            greater.p,
        ];
        assert_all_close(&found, &expected);
    }

    #[test]
    #[rustfmt::skip]
    fn as_scipy_says() {
        check(&[19.0, 22.0, 16.0, 29.0, 24.0], &[20.0, 11.0, 17.0, 12.0], [
            2.2831482556870477, 6.928837482846501, 0.05675092592187574,
            -0.2649221891890887, 14.26492218918909, 0.9716245370390622, 0.02837546296093787,
        ]);
        check(&[1.0, 2.0, 2.0, 3.0, 5.0], &[2.0, 3.0, 4.0, 4.0, 6.0, 7.0], [
            -1.7014919766095893, 8.99994841585078, 0.12306044474092805,
            -4.037826034600263, 0.5711593679335967, 0.06153022237046402, 0.938469777629536,
        ]);
        check(&[1.0, 2.0], &[4.0, 4.5], [
            -4.919349550499537, 1.4705882352941178, 0.06928617334395318,
            -6.209261415035532, 0.7092614150355319, 0.03464308667197659, 0.9653569133280234,
        ]);
        check(&series(400, 37, 211, 0.0), &series(350, 41, 199, -20.0), [
            -3.0834792294455244, 743.8232558183307, 0.002121589945321336,
            -21.851881151395208, -4.850975991461933, 0.001060794972660668, 0.9989392050273393,
        ]);
    }

    #[test]
    #[rustfmt::skip]
    fn hard_samples() {
        // One sample without spread.
        check(&[3.0; 4], &[1.0, 2.0, 5.0], [
            0.2773500981126147, 2.0, 0.8075499102701247,
            -4.837811679208929, 5.5044783458755955, 0.5962250448649377, 0.40377495513506234,
        ]);
    }

    /// The means differ in the tenth digit, so the tenth digit of t is not to be had.
    #[test]
    fn small_differences_of_large_values() {
        let a = offset();
        let b: Vec<f64> = a[..300].iter().map(|x| x + 0.25).collect();
        let found = welch(&a, &b, Alternative::TwoSided, 0.95).unwrap();
        // scipy.stats.ttest_ind(a, b, equal_var=False)
        assert!((found.t - -1.121362514832004).abs() < 1e-6);
        assert!((found.p - 0.2626806608788982).abs() < 1e-6);
    }

    #[test]
    fn no_answer() {
        let test = |a: &[f64], b: &[f64], level| welch(a, b, Alternative::TwoSided, level);
        assert_eq!(test(&[1.0], &[1.0, 2.0], 0.95), None);
        assert_eq!(test(&[], &[1.0, 2.0], 0.95), None);
        assert_eq!(test(&[1.0, f64::NAN], &[1.0, 2.0], 0.95), None);
        assert_eq!(test(&[1.0, 1.0], &[2.0, 2.0], 0.95), None);
        assert_eq!(test(&[1.0, 3.0], &[2.0, 2.0], 1.95), None);
        assert!(test(&[1e200, 3e200], &[2e200, 9e200], 0.95).is_none_or(|found| found.p <= 1.0));
    }
}
