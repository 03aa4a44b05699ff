//! Critical values and tail probabilities of the normal and Student's t distribution.

use statrs::distribution::{ContinuousCDF, Normal, StudentsT};
use statrs::function::beta::beta_reg;

/// Above this many degrees of freedom t is computed from the normal: `statrs`'s
/// inverse loses digits as they grow (eight are left at 2000, six at 10⁵).
const MANY: f64 = 1000.0;

/// The probability left out on each side at a confidence `level`. `None` unless it lies
/// strictly between 0 and 1.
pub(super) fn tail(level: f64) -> Option<f64> {
    (level > 0.0 && level < 1.0).then_some((1.0 - level) / 2.0)
}

/// z with P(|Z| ≤ z) = `level` for a standard normal Z: 1.96 at 0.95.
pub(super) fn normal(level: f64) -> Option<f64> {
    Some(-normal_quantile(tail(level)?))
}

/// t with P(|T| ≤ t) = `level` for Student's T. `None` unless `freedom` is positive.
pub(super) fn student(level: f64, freedom: f64) -> Option<f64> {
    let tail = tail(level)?;
    if freedom > MANY {
        return Some(student_from_normal(-normal_quantile(tail), freedom));
    }
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    Some(-student.inverse_cdf(tail))
}

/// The t that cuts off the same tail as z, by the expansion in 1/ν (Abramowitz and
/// Stegun 26.7.5). With more than 1000 degrees of freedom it holds twelve digits.
fn student_from_normal(z: f64, freedom: f64) -> f64 {
    let w = z * z;
    let terms = [
        (w + 1.0) / 4.0,
        ((5.0 * w + 16.0) * w + 3.0) / 96.0,
        (((3.0 * w + 19.0) * w + 17.0) * w - 15.0) / 384.0,
        ((((79.0 * w + 776.0) * w + 1482.0) * w - 1920.0) * w - 945.0) / 92160.0,
    ];
    let horner = |sum, term| (sum + term) / freedom;
    z * (1.0 + terms.into_iter().rev().fold(0.0, horner))
}

/// P(Z ≤ z), with its relative precision kept far out in the left tail.
pub(super) fn normal_below(z: f64) -> f64 {
    Normal::standard().cdf(z)
}

/// The z with P(Z ≤ z) = p, for p strictly between 0 and 1.
pub(super) fn normal_quantile(p: f64) -> f64 {
    Normal::standard().inverse_cdf(p)
}

/// P(T ≤ t) for Student's T: nine digits up to 10⁵ degrees of freedom, seven up to 10⁷.
///
/// Near the middle it is ½ plus half of P(|T| ≤ |t|) = I(t²/(ν + t²); ½, ν/2), the
/// regularized beta function: `statrs` starts from ν/(ν + t²), which rounds to 1 there.
pub(super) fn student_below(t: f64, freedom: f64) -> Option<f64> {
    let student = StudentsT::new(0.0, 1.0, freedom).ok()?;
    let squared = t * t;
    if squared >= 1.0 || freedom.is_infinite() {
        return Some(student.cdf(t));
    }
    let within = beta_reg(0.5, freedom / 2.0, squared / (freedom + squared));
    Some(0.5 + t.signum() * within / 2.0)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{assert_all_close, assert_close};
    use super::*;

    const FREEDOMS: [f64; 8] = [1.0, 2.0, 4.7, 29.0, 1000.0, 1001.0, 1e5, 1e9];

    #[test]
    fn students_critical_values() {
        let found = |level| FREEDOMS.map(|freedom| student(level, freedom).unwrap());
        // scipy.stats.t.ppf(0.975, df)
        assert_all_close(
            &found(0.95),
            &[
                12.706204736174694,
                4.302652729749462,
                2.62072607535317,
                2.045229642132703,
                1.9623390808264083,
                1.9623367052808798,
                1.9599877075346095,
                1.959963986912325,
            ],
        );
        // scipy.stats.t.ppf(0.99995, df)
        assert_all_close(
            &found(0.9999),
            &[
                6366.197671316637,
                99.99249984375004,
                12.135643528896056,
                4.505511631211001,
                3.9063437367014084,
                3.9063279440312937,
                3.8907488453857835,
                3.8905919021084543,
            ],
        );
    }

    #[test]
    fn the_normal() {
        // scipy.stats.norm.ppf(0.975), norm.ppf(1e-10), norm.cdf(-30)
        assert_close(normal(0.95).unwrap(), 1.959963984540054);
        assert_close(normal_quantile(1e-10), -6.361340902404056);
        assert_close(normal_below(-30.0), 4.906713927147908e-198);
    }

    #[test]
    fn students_tails() {
        // scipy.stats.t.cdf(t, df)
        let cases = [
            (1e-06, 1e4, 0.500000398932307),
            (-0.001, 100000.0, 0.4996010587834439),
            (-0.999, 3.0, 0.19570796120505232),
            (-1.0, 1.0, 0.25000000000000006),
            (-2.5, 7.25, 0.019932760379457286),
            (-20.0, 99.0, 7.532224297300891e-37),
            (4.0, 2.0, 0.9714045207910317),
            (-3.0, 100000.0, 0.0013502304420323617),
        ];
        for (t, freedom, expected) in cases {
            assert_close(student_below(t, freedom).unwrap(), expected);
        }
    }

    #[test]
    fn impossible_questions() {
        for level in [0.0, 1.0, -0.5, 95.0, f64::NAN] {
            assert_eq!(normal(level), None);
            assert_eq!(student(level, 5.0), None);
        }
        assert_eq!(student(0.95, 0.0), None);
        assert_eq!(student(0.95, f64::NAN), None);
        assert_eq!(student_below(1.0, -1.0), None);
    }
}
