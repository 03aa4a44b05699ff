//! How a searcher uses the solver for exact values.

use crate::game::Game;
use crate::search::drive::Searcher;
use crate::search::score::Score;

impl<G: Game> Searcher<G> {
    /// The value by the solver for exact values, where there is one and the depth reaches the
    /// end of the game.
    pub(super) fn solve_exactly(&mut self, game: &G, depth: u32) -> Option<Score> {
        let exact = self.exact.as_mut()?;
        let (ply, max_plies) = (game.ply(), game.max_plies());
        if depth == 0 || (depth as usize) < max_plies - ply || game.outcome().is_some() {
            return None;
        }
        let tree = &mut self.tree;
        let scores = self.engine.toggles.scores;
        if let Some(mv) = tree.game.winning_move() {
            tree.root.best = Some(mv);
            tree.lines = vec![vec![mv]];
            return Some(scores.win_at(ply + 1, max_plies));
        }
        let window = (
            scores.stones_at(self.window.0),
            scores.stones_at(self.window.1),
        );
        let stop = tree.stop.after(tree.counts.nodes);
        let solved = exact.solve(game, window, &stop);
        tree.counts += &solved.counts;
        if let Some(why) = solved.stopped {
            tree.stop.set(why);
        }
        tree.root.best = solved.best;
        tree.lines = vec![solved.best.into_iter().collect()];
        let value = scores.of_stones(solved.score, ply, max_plies);
        Some(value.clamp(self.window.0, self.window.1))
    }
}
