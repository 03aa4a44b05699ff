//! The games of a file of results.

use std::collections::HashSet;
use std::path::Path;

use anyhow::bail;

use crate::contest::{Contest, GameRow};
use crate::experiment::schema::GAMES;
use crate::experiment::sheet;

/// Games, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Games {
    pub played: Vec<GameRow>,
    /// Those that could not be played.
    pub failed: Vec<Failed>,
}

/// A game that could not be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failed {
    pub cell: String,
    /// `a – b on connect(rows=6,cols=7,k=4)`
    pub name: String,
    pub reason: String,
}

impl Games {
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let sheet = sheet::read(file)?;
        if !std::ptr::eq(sheet.schema, &*GAMES) {
            bail!("{}: these are searches, not games", file.display());
        }
        let mut games = Games::default();
        for fields in sheet.rows {
            let text = |column| GAMES.text(&fields, column);
            match GameRow::read(&fields) {
                Some(game) => games.played.push(game),
                None => games.failed.push(Failed {
                    cell: text("cell").into(),
                    name: format!("{} – {} on {}", text("x"), text("o"), text("game")),
                    reason: format!("{} ({})", text("status"), text("reason")),
                }),
            }
        }
        Ok(games)
    }

    /// Only the games that a match has: its file of results may hold others, from before it
    /// was changed.
    pub fn of(mut self, contest: &Contest) -> Self {
        let fixtures = contest.fixtures.iter();
        let cells: HashSet<String> = fixtures.map(|fixture| fixture.id.to_string()).collect();
        self.played.retain(|game| cells.contains(&game.cell));
        self.failed.retain(|game| cells.contains(&game.cell));
        self
    }
}
