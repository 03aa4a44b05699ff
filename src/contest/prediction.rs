//! How often the reply that a player expects is played, and what thinking on the opponent's
//! time would buy.
//!
//! A player that ponders searches the reply it expects while its opponent thinks. Where the
//! reply is played, the opponent's time is its own as well; where it is not, nothing is
//! gained. So what pondering buys is the opponent's time at the hits.

use std::time::Duration;

use super::GameRow;

/// What a player's predictions were worth.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Prediction {
    /// Moves that were answered.
    pub answered: u64,
    /// Those after which a reply was expected.
    pub expected: u64,
    /// Those whose reply was the expected one.
    pub hits: u64,
    /// The player's own nodes and time for the moves that followed.
    pub own: (u64, Duration),
    /// The opponents' nodes and time for replies that were expected: what pondering adds.
    pub gained: (u64, Duration),
    /// Plies that the gained nodes are worth, summed over the moves that gain, and how many
    /// moves tell their depth.
    pub plies: f64,
    pub deep: u64,
}

impl Prediction {
    /// The share of the expected replies that were played.
    pub fn hit_rate(&self) -> Option<f64> {
        (self.expected > 0).then(|| self.hits as f64 / self.expected as f64)
    }

    /// The nodes gained for each of one's own.
    pub fn gain(&self) -> Option<f64> {
        (self.own.0 > 0).then(|| self.gained.0 as f64 / self.own.0 as f64)
    }

    /// The time gained for each unit of one's own.
    pub fn time_gain(&self) -> Option<f64> {
        let own = self.own.1.as_secs_f64();
        (own > 0.0).then(|| self.gained.1.as_secs_f64() / own)
    }

    /// Plies gained a move, on average over all moves that tell their depth: those of
    /// Monte-Carlo tree search do not.
    pub fn plies_a_move(&self) -> Option<f64> {
        (self.deep > 0).then(|| self.plies / self.deep as f64)
    }
}

/// The predictions of a player in all of its games.
pub fn predictions<'a>(player: &str, games: impl IntoIterator<Item = &'a GameRow>) -> Prediction {
    let mut sum = Prediction::default();
    for game in games {
        let own = |i: &usize| game.players[game.made[*i].side.index()] == player;
        for i in (0..game.made.len().saturating_sub(1)).filter(own) {
            let (made, reply) = (&game.made[i], &game.made[i + 1]);
            sum.answered += 1;
            sum.expected += made.hit.is_some() as u64;
            // The move that thinking on the opponent's time would have helped.
            let Some(next) = game.made.get(i + 2) else {
                sum.hits += (made.hit == Some(true)) as u64;
                continue;
            };
            sum.own.0 += next.nodes;
            sum.own.1 += next.time;
            sum.deep += (next.depth > 0) as u64;
            if made.hit == Some(true) {
                sum.hits += 1;
                sum.gained.0 += reply.nodes;
                sum.gained.1 += reply.time;
                sum.plies += plies_gained(next.depth, next.nodes, reply.nodes);
            }
        }
    }
    sum
}

/// How many plies deeper a search would go with `more` nodes, if every ply costs as much more
/// as those it went cost on average: nodes = bᵈ.
fn plies_gained(depth: u32, nodes: u64, more: u64) -> f64 {
    if depth == 0 || nodes < 2 {
        return 0.0;
    }
    let log_b = (nodes as f64).ln() / f64::from(depth);
    (1.0 + more as f64 / nodes as f64).ln() / log_b
}

#[cfg(test)]
mod tests {
    use super::super::row::MoveRow;
    use super::super::standings::testing::game;
    use super::*;
    use crate::game::Side;

    fn made(ply: usize, depth: u32, nodes: u64, hit: Option<bool>) -> MoveRow {
        MoveRow {
            side: Side::to_move_at(ply),
            ply,
            depth,
            nodes,
            heuristic_calls: 0,
            time: Duration::from_millis(nodes),
            hit,
        }
    }

    #[test]
    fn what_is_gained_is_the_opponents_effort_at_the_hits() {
        let mut one = game("a", "b", "", "x");
        one.made = vec![
            made(0, 4, 16, Some(true)),
            made(1, 4, 48, Some(false)),
            made(2, 4, 16, Some(false)),
            made(3, 4, 99, None),
            made(4, 4, 16, None),
        ];
        let a = predictions("a", [&one]);
        assert_eq!((a.answered, a.expected, a.hits), (2, 2, 1));
        assert_eq!(a.own, (32, Duration::from_millis(32)));
        assert_eq!(a.gained, (48, Duration::from_millis(48)));
        assert_eq!(a.hit_rate(), Some(0.5));
        assert_eq!(a.gain(), Some(1.5));
        // Four times the nodes at a branching of two are two plies, for one move of two.
        assert!((a.plies_a_move().unwrap() - 1.0).abs() < 1e-12);

        let b = predictions("b", [&one]);
        assert_eq!((b.answered, b.expected, b.hits), (2, 1, 0));
        assert_eq!(b.gain(), Some(0.0));
        assert_eq!(predictions("c", [&one]).hit_rate(), None);
    }
}
