//! ProbCut (Buro, 1995): a shallow search predicts the deep one.
//!
//! The value v of a search to `depth` is taken to be a·v′ + b + e, where v′ is that of
//! a search to `shallow` and e is normal with mean 0 and deviation σ. A node is left
//! when v ≥ β, or v ≤ α, with probability at least p:
//!
//! ```text
//!   v′ ≥ (Φ⁻¹(p)·σ + β − b) / a      or      v′ ≤ (−Φ⁻¹(p)·σ + α − b) / a
//! ```
//!
//! [`fit`] finds a, b and σ by regression over sampled positions.

use statrs::distribution::{ContinuousCDF, Normal};

use crate::game::{Game, Move};
use crate::search::score::{Score, WIN_FLOOR, from_real};
use crate::search::toggles::Settings;
use crate::search::tree::Tree;

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ProbCut {
    /// Nodes with this many plies to go are tried.
    pub depth: u32,
    pub shallow: u32,
    /// How sure to be.
    pub p: f64,
    pub a: f64,
    pub b: f64,
    pub sigma: f64,
    /// Φ⁻¹(p)·σ.
    margin: f64,
}

impl ProbCut {
    pub fn new(depth: u32, shallow: u32, p: f64, a: f64, b: f64, sigma: f64) -> Self {
        ProbCut {
            depth,
            shallow,
            p,
            a,
            b,
            sigma,
            margin: Normal::standard().inverse_cdf(p) * sigma,
        }
    }
}

impl<G: Game> Tree<G> {
    /// The value to return if a shallow search is sure enough that it is outside the
    /// window.
    pub(super) fn probcut<S: Settings>(
        &mut self,
        settings: &S,
        rule: &ProbCut,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        if depth != rule.depth {
            return None;
        }
        // Only what an evaluator may say can be predicted from what it says.
        if beta.abs() < WIN_FLOOR {
            let bound = (rule.margin + self.plain_value(beta) - rule.b) / rule.a;
            let bound = self.score_of(bound.ceil_unless(self.evaluator.is_real()));
            if self.node(settings, rule.shallow, bound - 1, bound) >= bound && !self.stop.is_set() {
                self.counts.probcuts += 1;
                return Some(beta);
            }
        }
        if alpha.abs() < WIN_FLOOR && !self.stop.is_set() {
            let bound = (-rule.margin + self.plain_value(alpha) - rule.b) / rule.a;
            let bound = self.score_of(bound.floor_unless(self.evaluator.is_real()));
            if self.node(settings, rule.shallow, bound, bound + 1) <= bound && !self.stop.is_set() {
                self.counts.probcuts += 1;
                return Some(alpha);
            }
        }
        None
    }

    fn score_of(&self, value: f64) -> Score {
        let score = match self.evaluator.is_real() {
            true => from_real(value),
            false => value as Score,
        };
        score.clamp(1 - WIN_FLOOR, WIN_FLOOR - 1)
    }
}

trait Round {
    fn ceil_unless(self, real: bool) -> f64;
    fn floor_unless(self, real: bool) -> f64;
}

impl Round for f64 {
    fn ceil_unless(self, real: bool) -> f64 {
        if real { self } else { self.ceil() }
    }
    fn floor_unless(self, real: bool) -> f64 {
        if real { self } else { self.floor() }
    }
}

/// The regression of deep values on shallow ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fit {
    pub a: f64,
    pub b: f64,
    pub sigma: f64,
    /// Share of the variance explained.
    pub r_squared: f64,
    /// Pairs used: positions whose two searches both ended with an evaluation.
    pub n: usize,
}

/// Least squares of v = a·v′ + b over pairs (v′, v). None with fewer than three pairs or
/// where v′ never varies.
///
/// ```
/// use plyometer::search::probcut::fit;
///
/// let line = fit(&[(0.0, 1.0), (1.0, 3.0), (2.0, 5.0), (3.0, 7.0)]).unwrap();
/// assert_eq!((line.a, line.b), (2.0, 1.0));
/// assert!(line.sigma < 1e-9);
/// ```
pub fn fit(pairs: &[(f64, f64)]) -> Option<Fit> {
    let n = pairs.len() as f64;
    if pairs.len() < 3 {
        return None;
    }
    let mean = |f: fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>() / n;
    let (mean_x, mean_y) = (mean(|p| p.0), mean(|p| p.1));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for &(x, y) in pairs {
        xx += (x - mean_x).powi(2);
        xy += (x - mean_x) * (y - mean_y);
        yy += (y - mean_y).powi(2);
    }
    if xx == 0.0 {
        return None;
    }
    let a = xy / xx;
    let b = mean_y - a * mean_x;
    let residual: f64 = pairs.iter().map(|&(x, y)| (y - a * x - b).powi(2)).sum();
    Some(Fit {
        a,
        b,
        sigma: (residual / (n - 2.0)).sqrt(),
        r_squared: if yy == 0.0 { 1.0 } else { 1.0 - residual / yy },
        n: pairs.len(),
    })
}

/// Positions for a fit: random games of between `least` and `most` plies that are not
/// over, from a seed. Each is the list of its moves.
pub fn sample<G: Game>(
    start: &G,
    count: usize,
    least: usize,
    most: usize,
    seed: u64,
) -> Vec<Vec<Move>> {
    use rand_core::{RngCore, SeedableRng};
    let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |n: usize| (random.next_u64() % n.max(1) as u64) as usize;
    let mut positions = Vec::new();
    // A board on which most games end earlier gives fewer.
    for _ in 0..20 * count {
        if positions.len() == count {
            break;
        }
        let plies = least + below(most.saturating_sub(least) + 1);
        let (mut game, mut played, mut moves) = (start.clone(), Vec::new(), Vec::new());
        while played.len() < plies && game.outcome().is_none() {
            moves.clear();
            game.moves(&mut moves);
            let mv = moves[below(moves.len())];
            game.play(mv);
            played.push(mv);
        }
        if game.outcome().is_none() {
            positions.push(played);
        }
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_the_normal_quantile() {
        let rule = ProbCut::new(4, 2, 0.975, 1.0, 0.0, 10.0);
        assert!((rule.margin - 19.599_639_845).abs() < 1e-6);
    }

    #[test]
    fn a_fit_is_least_squares() {
        // By hand: means 1.5 and 2.5, Sxx 5, Sxy 4, residuals ±0.3, ∓0.9.
        let fit = fit(&[(0.0, 1.0), (1.0, 3.0), (2.0, 2.0), (3.0, 4.0)]).unwrap();
        assert!((fit.a - 0.8).abs() < 1e-12);
        assert!((fit.b - 1.3).abs() < 1e-12);
        assert!((fit.sigma - 0.9f64.sqrt()).abs() < 1e-12);
        assert!((fit.r_squared - 0.64).abs() < 1e-12);
        assert_eq!(super::fit(&[(1.0, 1.0), (1.0, 2.0), (1.0, 3.0)]), None);
    }
}
