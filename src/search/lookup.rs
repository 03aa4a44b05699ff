//! How a node uses the transposition table: which key, mirror images, what is counted.

use crate::game::{Game, Move};
use crate::search::score::Score;
use crate::search::toggles::{KeyKind, TableUse};
use crate::search::tree::Tree;
use crate::search::tt::{Bound, Entry, Stored};

impl<G: Game> Tree<G> {
    /// The position's key, and whether it is that of the mirror image.
    #[inline]
    pub(super) fn table_key(&self, usage: TableUse) -> (u64, bool) {
        let key = match usage.key {
            KeyKind::Zobrist => self.game.key(),
            KeyKind::Exact => self.game.packed().unwrap_or_else(|| self.game.key()),
        };
        if !usage.mirror {
            return (key, false);
        }
        let mirrored = match usage.key {
            KeyKind::Zobrist => self.game.mirrored_key(),
            KeyKind::Exact => self
                .game
                .mirrored_packed()
                .unwrap_or_else(|| self.game.mirrored_key()),
        };
        (key.min(mirrored), mirrored < key)
    }

    /// What the table knows of the position with this key.
    #[inline]
    pub(super) fn entry(&self, (key, mirrored): (u64, bool)) -> Option<Entry> {
        let mut entry = self.table.as_ref()?.probe(key)?;
        if mirrored {
            entry.best = entry.best.map(|mv| self.game.mirror(mv));
        }
        Some(entry)
    }

    #[inline]
    pub(super) fn probe(&mut self, key: (u64, bool)) -> Option<Entry> {
        self.counts.tt_probes += 1;
        let entry = self.entry(key);
        self.counts.tt_hits += entry.is_some() as u64;
        entry
    }

    #[inline]
    pub(super) fn store(
        &mut self,
        (key, mirrored): (u64, bool),
        depth: u32,
        value: Score,
        bound: Bound,
        best: Option<Move>,
    ) {
        let Some(table) = &self.table else { return };
        let best = match mirrored {
            true => best.map(|mv| self.game.mirror(mv)),
            false => best,
        };
        let entry = Entry {
            value,
            depth,
            bound,
            best,
        };
        match table.store(key, &entry) {
            Stored::Refused => return,
            Stored::Kept => (),
            Stored::Replaced => self.counts.tt_replacements += 1,
        }
        self.counts.tt_stores += 1;
    }
}
