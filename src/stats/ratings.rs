//! Ratings of many players from all the games between them.
//!
//! The model is Bradley and Terry's, on Elo's scale: a player d points stronger is expected
//! to score 1 / (1 + 10^(−d/400)) of each game. The ratings are those under which the results
//! are the most likely, a draw counting as half a win and half a loss.
//!
//! Who has won every game would be infinitely strong, and players who never met, not even
//! over others, could not be compared. So everybody is given one pair of games that was not
//! played: two draws against an average player. It matters little beside a few dozen games,
//! and makes the likelihood strictly concave: there is one best answer, and it is finite.

use std::collections::BTreeMap;

use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::bootstrap::{Bootstrap, below, between};
use super::critical;
use super::estimate::{Estimate, Interval};

/// Points of Elo for each unit of the natural logarithm of the odds.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The games that are not played: so many, half of the points each.
const PRIOR: f64 = 2.0;

/// Newton's steps, and how often one is halved. Ten are usual.
const STEPS: usize = 200;
const HALVINGS: usize = 60;
/// Steps smaller than this are none.
const SMALL: f64 = 1e-11;

/// Games between two players that depend on each other: a pair from one opening with sides
/// changed, or a single game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Encounter {
    /// By their numbers.
    pub players: [usize; 2],
    pub games: u32,
    /// Of the first player, a draw being half a point.
    pub points: f64,
}

/// What players are worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// By player, with mean 0; none for a player without games.
    pub elo: Vec<Option<Estimate>>,
    /// Whether all who played can be compared over opponents they share. Where they cannot,
    /// nothing but the games that were not played holds the groups together.
    pub connected: bool,
}

/// The ratings of so many players, with percentile intervals over resampled encounters: each
/// pairing keeps its number of encounters.
///
/// No interval for a player who won or lost every game, nor where no resample differs: nothing
/// tells how the results vary. `None` for players that are not
/// there, points that cannot be, or an impossible level.
///
/// ```
/// use plyometer::stats::{Bootstrap, Encounter, ratings};
///
/// let pair = |points| Encounter { players: [0, 1], games: 2, points };
/// let found = ratings(2, &[pair(2.0), pair(1.0), pair(1.5)], &Bootstrap::default()).unwrap();
/// assert!(found.elo[0].unwrap().value > 0.0);
/// ```
pub fn ratings(players: usize, encounters: &[Encounter], bootstrap: &Bootstrap) -> Option<Ratings> {
    let tail = critical::tail(bootstrap.level)?;
    let is_sound = |e: &Encounter| {
        let [a, b] = e.players;
        a < players && b < players && a != b && (0.0..=f64::from(e.games)).contains(&e.points)
    };
    if !encounters.iter().all(is_sound) {
        return None;
    }
    let mut table = Table::new(players);
    encounters.iter().for_each(|e| table.add(e));
    let played: Vec<bool> = (0..players)
        .map(|player| table.has_played(player))
        .collect();
    let value = table.likeliest(vec![0.0; players]);
    let mut replicates = vec![Vec::with_capacity(bootstrap.resamples); players];
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(bootstrap.seed);
    let strata = strata(encounters);
    for _ in 0..bootstrap.resamples {
        let mut resample = Table::new(players);
        for own in strata.values() {
            for _ in own {
                resample.add(own[below(own.len(), &mut generator)]);
            }
        }
        let found = centred(&resample.likeliest(value.clone()), &played);
        for (replicates, found) in replicates.iter_mut().zip(found) {
            replicates.push(found);
        }
    }
    let values = centred(&value, &played);
    let estimate = |(player, mut replicates): (usize, Vec<f64>)| {
        replicates.sort_unstable_by(f64::total_cmp);
        let interval = between(&replicates, tail, 1.0 - tail);
        // Steps that are none make no difference.
        let tells = |i: &Interval| i.high - i.low > 1e-6 && varies(&strata, player);
        played[player].then(|| Estimate {
            value: values[player],
            interval: interval.filter(tells),
        })
    };
    Some(Ratings {
        elo: replicates.into_iter().enumerate().map(estimate).collect(),
        connected: table.is_connected(),
    })
}

/// The encounters by pairing.
fn strata(encounters: &[Encounter]) -> BTreeMap<[usize; 2], Vec<&Encounter>> {
    let mut strata: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for encounter in encounters {
        let [a, b] = encounter.players;
        let pairing = [a.min(b), a.max(b)];
        strata.entry(pairing).or_default().push(encounter);
    }
    strata
}

/// Whether a player's own results vary against anybody: what those of others do says nothing
/// about how sure its rating is. Nor does anything where it won or lost every game.
fn varies(strata: &BTreeMap<[usize; 2], Vec<&Encounter>>, player: usize) -> bool {
    let own = strata
        .iter()
        .filter(|(pairing, _)| pairing.contains(&player));
    let points = |e: &Encounter| match e.players[0] == player {
        true => e.points,
        false => f64::from(e.games) - e.points,
    };
    own.into_iter().any(|(_, encounters)| {
        let mut results = encounters.iter().map(|e| (e.games, points(e)));
        let first = results.next();
        results.any(|result| Some(result) != first)
    })
}

/// Logarithms of odds as Elo, the mean of those who played being 0.
fn centred(logs: &[f64], played: &[bool]) -> Vec<f64> {
    let count = played.iter().filter(|played| **played).count().max(1);
    let own = logs.iter().zip(played).filter(|(_, played)| **played);
    let mean = own.map(|(log, _)| log).sum::<f64>() / count as f64;
    logs.iter().map(|log| ELO * (log - mean)).collect()
}

/// Games and points of everybody against everybody.
struct Table {
    games: Vec<Vec<f64>>,
    points: Vec<Vec<f64>>,
}

impl Table {
    fn new(players: usize) -> Self {
        Table {
            games: vec![vec![0.0; players]; players],
            points: vec![vec![0.0; players]; players],
        }
    }

    fn add(&mut self, encounter: &Encounter) {
        let ([a, b], games) = (encounter.players, f64::from(encounter.games));
        self.games[a][b] += games;
        self.games[b][a] += games;
        self.points[a][b] += encounter.points;
        self.points[b][a] += games - encounter.points;
    }

    fn has_played(&self, player: usize) -> bool {
        self.games[player].iter().any(|games| *games > 0.0)
    }

    /// Whether everybody who played is reached from the first who did.
    fn is_connected(&self) -> bool {
        let players = 0..self.games.len();
        let played: Vec<usize> = players.filter(|&p| self.has_played(p)).collect();
        let mut reached: Vec<usize> = played.iter().take(1).copied().collect();
        let mut next = 0;
        while let Some(&player) = reached.get(next) {
            let met = played.iter().filter(|&&p| self.games[player][p] > 0.0);
            let new: Vec<usize> = met.filter(|p| !reached.contains(p)).copied().collect();
            reached.extend(new);
            next += 1;
        }
        reached.len() == played.len()
    }

    /// The logarithms of odds that make the results likeliest, from a first guess on:
    /// Newton's method, each step halved until it raises the likelihood, which has one peak.
    /// Unlike simpler iterations it needs no more steps where hardly anything but the games
    /// that were not played holds two groups together.
    fn likeliest(&self, mut logs: Vec<f64>) -> Vec<f64> {
        let mut likelihood = self.likelihood(&logs);
        for _ in 0..STEPS {
            let (gradient, curvature) = self.slope(&logs);
            let mut step = solved(curvature, gradient);
            let better = (0..HALVINGS).find_map(|_| {
                let moved = logs.iter().zip(&step).map(|(log, step)| log + step);
                let moved: Vec<f64> = moved.collect();
                let found = self.likelihood(&moved);
                if found > likelihood {
                    return Some((moved, found));
                }
                step.iter_mut().for_each(|step| *step /= 2.0);
                None
            });
            // No better place can be told from this one.
            let Some((moved, found)) = better else { break };
            (logs, likelihood) = (moved, found);
            if step.iter().all(|step| step.abs() < SMALL) {
                break;
            }
        }
        logs
    }

    /// The logarithm of the likelihood of all games, those included that are not played.
    fn likelihood(&self, logs: &[f64]) -> f64 {
        let mut sum = 0.0;
        for (i, log) in logs.iter().enumerate() {
            for (j, other) in logs.iter().enumerate() {
                if self.points[i][j] > 0.0 {
                    sum += self.points[i][j] * log_expected(log - other);
                }
            }
            sum += PRIOR / 2.0 * (log_expected(*log) + log_expected(-log));
        }
        sum
    }

    /// Its gradient, and the negative of its matrix of second derivatives.
    fn slope(&self, logs: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let players = logs.len();
        let mut gradient = vec![0.0; players];
        let mut curvature = vec![vec![0.0; players]; players];
        for i in 0..players {
            let expected = expected(logs[i]);
            gradient[i] += PRIOR * (0.5 - expected);
            curvature[i][i] += PRIOR * expected * (1.0 - expected);
            for j in (0..players).filter(|&j| self.games[i][j] > 0.0) {
                let expected = self::expected(logs[i] - logs[j]);
                let curve = self.games[i][j] * expected * (1.0 - expected);
                gradient[i] += self.points[i][j] - self.games[i][j] * expected;
                curvature[i][i] += curve;
                curvature[i][j] -= curve;
            }
        }
        (gradient, curvature)
    }
}

/// The score expected of a player whose odds have this logarithm.
fn expected(log: f64) -> f64 {
    1.0 / (1.0 + (-log).exp())
}

/// Its logarithm, to the last digit where it is nearly 0 as well.
fn log_expected(log: f64) -> f64 {
    log.min(0.0) - (-log.abs()).exp().ln_1p()
}

/// x with A·x = b, for a symmetric A whose diagonal outweighs the rest: elimination without
/// exchanging rows.
fn solved(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for k in 0..n {
        let (above, below) = a.split_at_mut(k + 1);
        for (i, row) in below.iter_mut().enumerate() {
            let factor = row[k] / above[k][k];
            for j in k..n {
                row[j] -= factor * above[k][j];
            }
            b[k + 1 + i] -= factor * b[k];
        }
    }
    for k in (0..n).rev() {
        let known: f64 = (k + 1..n).map(|j| a[k][j] * b[j]).sum();
        b[k] = (b[k] - known) / a[k][k];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Players, games and points of the first.
    fn encounters(list: &[(usize, usize, u32, f64)]) -> Vec<Encounter> {
        let of = |&(a, b, games, points): &(usize, usize, u32, f64)| Encounter {
            players: [a, b],
            games,
            points,
        };
        list.iter().map(of).collect()
    }

    fn found(players: usize, list: &[(usize, usize, u32, f64)], resamples: usize) -> Ratings {
        let bootstrap = Bootstrap {
            resamples,
            seed: 5,
            level: 0.95,
        };
        ratings(players, &encounters(list), &bootstrap).unwrap()
    }

    fn values(ratings: &Ratings) -> Vec<f64> {
        let values = ratings.elo.iter().flatten();
        values.map(|estimate| estimate.value).collect()
    }

    /// Equal to a millionth of a point.
    #[track_caller]
    fn assert_near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        let near = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-6;
        assert!(found.iter().zip(expected).all(near), "{found:?}");
    }

    // Expected numbers are those of Hunter's MM algorithm (2004) in Python, with a player of
    // strength 1 that everybody drew two games with; intervals from an independent
    // xoshiro256++, 100 resamples.

    const THREE: [(usize, usize, u32, f64); 7] = [
        (0, 1, 2, 2.0),
        (0, 1, 2, 1.0),
        (0, 1, 2, 1.5),
        (1, 2, 2, 2.0),
        (2, 1, 2, 0.5),
        (0, 2, 2, 2.0),
        (2, 0, 1, 1.0),
    ];

    #[test]
    fn as_another_algorithm_says() {
        let three = found(3, &THREE, 100);
        let expected = [110.60365277138484, 14.799875967741494, -125.40352873912634];
        assert_near(&values(&three), &expected);
        let intervals = three.elo.iter().flatten().map(|e| e.interval.unwrap());
        let ends: Vec<f64> = intervals.flat_map(|i| [i.low, i.high]).collect();
        let expected = [
            0.0,
            237.01429904110347,
            -54.31350925077558,
            94.64296164788138,
            -276.8545806164404,
            -1.8038702679484304,
        ];
        assert_near(&ends, &expected);
        assert!(three.connected);
        // Nearly the difference that 76 % are worth alone, 200.24.
        let two = found(2, &[(0, 1, 1000, 760.0)], 10);
        assert_near(&values(&two), &[99.98714163037695, -99.98714163037695]);
    }

    #[test]
    fn one_sided_results_stay_finite() {
        let won = found(
            3,
            &[(0, 1, 20, 20.0), (0, 2, 20, 20.0), (1, 2, 20, 20.0)],
            50,
        );
        assert_near(&values(&won), &[536.5791057863354, 0.0, -536.5791057863354]);
        assert!(won.elo.iter().all(|e| e.unwrap().interval.is_none()));
        // Others' results vary, those of the winner do not.
        let mixed = found(
            3,
            &[
                (0, 1, 2, 2.0),
                (0, 2, 2, 2.0),
                (1, 2, 2, 2.0),
                (1, 2, 2, 1.0),
            ],
            50,
        );
        let known: Vec<bool> = mixed
            .elo
            .iter()
            .map(|e| e.unwrap().interval.is_some())
            .collect();
        assert_eq!(known, [false, true, true]);
        let drawn = found(2, &[(0, 1, 2, 1.0); 4], 50);
        assert_near(&values(&drawn), &[0.0, 0.0]);
    }

    #[test]
    fn who_has_not_played_has_no_rating_and_groups_are_told_of() {
        let groups = found(5, &[(0, 1, 2, 2.0), (3, 4, 2, 1.5), (3, 4, 2, 1.0)], 50);
        let expected = [
            131.3840891122139,
            -131.38408911221438,
            35.14484544852884,
            -35.14484544852838,
        ];
        assert_near(&values(&groups), &expected);
        assert_eq!(groups.elo[2], None);
        assert!(!groups.connected);
        let none = found(2, &[], 10);
        assert_eq!(none.elo, [None, None]);
        assert!(found(0, &[], 10).elo.is_empty());
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let bootstrap = Bootstrap::default();
        for wrong in [
            (0, 2, 1, 1.0),
            (1, 1, 1, 1.0),
            (0, 1, 1, 1.5),
            (0, 1, 1, f64::NAN),
        ] {
            assert_eq!(ratings(2, &encounters(&[wrong]), &bootstrap), None);
        }
        let level = Bootstrap {
            level: 1.0,
            ..bootstrap
        };
        assert_eq!(ratings(2, &[], &level), None);
    }

    proptest! {
        #[test]
        fn any_results_have_finite_ratings_with_mean_0(
            list in prop::collection::vec((0..6usize, 0..6usize, 1..9u32, 0..3u32), 0..40)
        ) {
            let list: Vec<_> = list
                .into_iter()
                .filter(|(a, b, ..)| a != b)
                .map(|(a, b, games, share)| (a, b, games, f64::from(games * share) / 2.0))
                .collect();
            let ratings = found(6, &list, 20);
            let values = values(&ratings);
            prop_assert!(values.iter().all(|value| value.is_finite()));
            prop_assert!(values.iter().sum::<f64>().abs() < 1e-6);
            for Interval { low, high } in ratings.elo.iter().flatten().filter_map(|e| e.interval) {
                prop_assert!(low < high && low.is_finite() && high.is_finite());
            }
        }
    }
}
