//! Statistics for experiments on game-tree search.
//!
//! | question | answer | file |
//! |---|---|---|
//! | What does a typical run cost? | [`median`] with [`median_interval`] for times, [`geometric_mean`] for counts | [`sample`], [`middle`], [`means`] |
//! | How many times fewer nodes, over a set of positions? | [`ratio_interval`] | [`means`] |
//! | The interval of any other statistic? | [`Bootstrap`] | [`bootstrap`] |
//! | Do two engines differ on the same positions? | [`SignedRank`], [`sign_test`] | [`wilcoxon`], [`sign`] |
//! | Do two unpaired samples differ? | [`MannWhitney`], [`welch()`] | [`mann_whitney`], [`mod@welch`] |
//! | Which of many comparisons hold together? | [`holm()`] | [`mod@holm`] |
//! | How fast does the tree grow with depth? | [`growth()`] | [`mod@growth`], [`regression`] |
//! | What does each technique save, and what do two save together? | [`factorial()`] | [`mod@factorial`] |
//! | How sure is a share, such as cutoffs on the first move? | [`wilson`] | [`proportion`] |
//! | Which player is stronger, and may the match stop? | [`Tally`], [`Sprt`] | [`elo`], [`sprt`] |
//! | How strong are many players, all of whom met some? | [`ratings()`] | [`mod@ratings`] |
//!
//! # Conventions
//! - A sample must not be empty and every value must be finite; otherwise the answer is
//!   `None`. So it is where the result would not be a finite number. No input panics.
//! - A confidence level, usually 0.95, lies strictly between 0 and 1; any other gives `None`.
//! - An [`Estimate`] always has its value; its interval is `None` where the data cannot
//!   tell, such as the mean of one value, and where its ends are beyond what an f64 holds.
//! - Everything is deterministic: the bootstrap draws from a seeded, portable generator.
//!
//! Distributions come from `statrs`. Its Mann–Whitney test is not used: its exact p
//! value is wrong where the first sample is not the larger one.

pub mod bootstrap;
mod critical;
pub mod elo;
pub mod estimate;
pub mod factorial;
pub mod growth;
pub mod holm;
pub mod mann_whitney;
pub mod means;
pub mod middle;
pub mod proportion;
mod ranks;
pub mod ratings;
pub mod regression;
pub mod sample;
pub mod sign;
pub mod significance;
pub mod sprt;
#[cfg(test)]
mod testing;
pub mod welch;
pub mod wilcoxon;

pub use bootstrap::Bootstrap;
pub use elo::{Games, Pairs, Tally, elo_of_score, score_of_elo};
pub use estimate::{Estimate, Interval};
pub use factorial::{Effect, Factorial, factorial};
pub use growth::{Growth, growth};
pub use holm::holm;
pub use mann_whitney::MannWhitney;
pub use means::{geometric_mean_interval, mean_interval, ratio_interval};
pub use middle::median_interval;
pub use proportion::wilson;
pub use ratings::{Encounter, Ratings, ratings};
pub use regression::{Line, line};
pub use sample::{geometric_mean, mean, median, quantile, standard_deviation};
pub use sign::sign_test;
pub use significance::{Alternative, Method, Significance};
pub use sprt::{Decision, Sprt};
pub use welch::{Welch, welch};
pub use wilcoxon::{SignedRank, Zeros};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Any float: NaN, infinities, subnormals and, as they are the hard ones, small whole
    /// numbers that tie.
    fn value() -> impl Strategy<Value = f64> {
        prop_oneof![
            4 => (-3..4i32).prop_map(f64::from),
            3 => -1e3..1e3,
            2 => prop::num::f64::NORMAL | prop::num::f64::SUBNORMAL | prop::num::f64::ZERO,
            1 => prop::num::f64::ANY,
        ]
    }

    fn sample() -> impl Strategy<Value = Vec<f64>> {
        prop_oneof![
            prop::collection::vec(value(), 0..12),
            prop::collection::vec(prop::num::f64::POSITIVE, 0..12),
            prop::collection::vec(1.0..1e6, 0..12),
        ]
    }

    fn is_sound(estimate: Estimate) -> bool {
        let in_order = |i: Interval| i.low.is_finite() && i.high.is_finite() && i.low <= i.high;
        estimate.value.is_finite() && estimate.interval.is_none_or(in_order)
    }

    proptest! {
        #[test]
        fn estimates_never_panic_and_are_sound(a in sample(), b in sample(), level in value()) {
            for level in [level, 0.95] {
                let bootstrap = Bootstrap { resamples: 20, seed: 1, level };
                let estimates = [
                    mean_interval(&a, level),
                    geometric_mean_interval(&a, level),
                    ratio_interval(&a, &b, level),
                    median_interval(&a, level),
                    bootstrap.percentile(&a, mean),
                    bootstrap.bca(&a, standard_deviation),
                    bootstrap.bca(&a, median),
                    growth(&a, &b, level).map(|fit| fit.branching),
                    welch(&a, &b, Alternative::Less, level).map(|test| test.difference),
                    factorial(&[&a, &b], level).map(|found| found.mean),
                    factorial(&[&a], level).and_then(|found| Some(found.effects.last()?.factor)),
                ];
                for (index, estimate) in estimates.into_iter().enumerate() {
                    prop_assert!(estimate.is_none_or(is_sound), "{index}: {estimate:?}");
                }
            }
        }

        #[test]
        fn tests_never_panic_and_give_probabilities(a in sample(), b in sample()) {
            for alternative in [Alternative::TwoSided, Alternative::Less, Alternative::Greater] {
                for method in [Method::Auto, Method::Exact, Method::Normal] {
                    let ranks = SignedRank { method, alternative, ..Default::default() };
                    let unpaired = MannWhitney { method, alternative, ..Default::default() };
                    let p_values = [
                        ranks.test(&a).map(|found| found.p),
                        ranks.test_pairs(&a, &b).map(|found| found.p),
                        unpaired.test(&a, &b).map(|found| found.p),
                        sign_test(&a, alternative).map(|found| found.p),
                        welch(&a, &b, alternative, 0.95).map(|found| found.p),
                    ];
                    for (index, p) in p_values.into_iter().enumerate() {
                        prop_assert!(p.is_none_or(|p| (0.0..=1.0).contains(&p)), "{index}: {p:?}");
                    }
                }
            }
            if let Some(adjusted) = holm(&a) {
                prop_assert!(adjusted.iter().zip(&a).all(|(after, before)| after >= before));
            }
        }
    }
}
