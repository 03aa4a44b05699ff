//! The principal variation: by ply, the best line found below.

use crate::game::{Game, Move};
use crate::search::tree::Tree;

impl<G: Game> Tree<G> {
    /// Nothing is known yet of the line from `ply`.
    #[inline]
    pub(super) fn begin_line(&mut self, ply: usize) {
        match self.lines.get_mut(ply) {
            Some(line) => line.clear(),
            None => self.lines.resize_with(ply + 1, Vec::new),
        }
    }

    /// The line from `ply` is now `mv` alone.
    #[inline]
    pub(super) fn end_line(&mut self, ply: usize, mv: Move) {
        if ply == 0 {
            self.root.best = Some(mv);
        }
        let line = &mut self.lines[ply];
        line.clear();
        line.push(mv);
    }

    /// The line from `ply` is now `mv` and what its child found.
    #[inline]
    pub(super) fn raise_line(&mut self, ply: usize, mv: Move) {
        self.end_line(ply, mv);
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        if let Some(rest) = below.first() {
            line.extend_from_slice(rest);
        }
    }
}
