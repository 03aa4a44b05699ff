//! Games as lines of text, to keep and to replay: one line a game.
//!
//! ```text
//! connect(rows=6,cols=7,k=4) | 44433325 | x | shallow | random | opening 2, depth 4
//! ```
//!
//! The game, the moves from the empty board, the result (`x`, `o`, `draw`, or `-` if there is
//! none yet), the names of X and O, and a remark. The first two are enough to replay a game.
//! Empty lines and lines that begin with `#` are no games.

use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow};

use super::GameRow;
use crate::experiment::schema::GAMES;
use crate::experiment::sheet;
use crate::game::{Game, Outcome, Side};
use crate::games::{GameSpec, Visit};
use crate::notation;

/// What stands between the parts of a record.
const BETWEEN: &str = " | ";

/// A game as a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    pub game: GameSpec,
    /// From the empty board, in canonical form.
    pub moves: String,
    pub result: String,
    /// The names of X and O.
    pub players: [String; 2],
    pub remark: String,
}

impl Record {
    pub fn of(row: &GameRow) -> Option<Record> {
        let mut remarks = Vec::new();
        if row.ply > 0 {
            remarks.push(format!("opening {}", row.ply));
        }
        let limits = [
            ("depth", &row.depth),
            ("nodes", &row.limit_nodes),
            ("time", &row.limit_time),
        ];
        for (name, limit) in limits {
            if !limit.is_empty() {
                remarks.push(format!("{name} {limit}"));
            }
        }
        if !row.reason.is_empty() {
            remarks.push(format!("{}: {}", row.ended.name(), row.reason));
        }
        let result = match row.result {
            Outcome::Win(Side::First) => "x",
            Outcome::Win(Side::Second) => "o",
            Outcome::Draw => "draw",
        };
        Some(Record {
            game: row.game.parse().ok()?,
            moves: row.moves.clone(),
            result: result.into(),
            players: row.players.clone(),
            remark: remarks.join(", "),
        })
    }

    /// The record as a line, without its end.
    pub fn line(&self) -> String {
        let moves = if self.moves.is_empty() {
            "-"
        } else {
            &self.moves
        };
        let [x, o] = &self.players;
        let game = self.game.to_string();
        let parts = [&game, moves, &self.result, x, o, &self.remark];
        // A name must not look like two parts.
        let parts = parts.map(|part| part.replace('|', "/"));
        parts.join(BETWEEN).trim_end_matches([' ', '|']).to_string()
    }

    /// Reads a line; what follows the moves may be missing.
    pub fn parse(line: &str) -> Result<Record, String> {
        let mut parts = line.split('|').map(str::trim);
        let mut part = || parts.next().unwrap_or("").to_string();
        let (game, moves) = (part(), part());
        let game: GameSpec = game.parse().map_err(|error| format!("{error}"))?;
        let moves = game.visit(Canonical(&moves))?;
        Ok(Record {
            game,
            moves,
            result: part(),
            players: [part(), part()],
            remark: part(),
        })
    }

    /// Who played, and how it ended, for people.
    pub fn title(&self) -> String {
        let [x, o] = &self.players;
        let mut title = format!("{}", self.game);
        if !x.is_empty() || !o.is_empty() {
            title.push_str(&format!(": {x} (X) – {o} (O)"));
        }
        match self.result.as_str() {
            "x" => title.push_str(", X won"),
            "o" => title.push_str(", O won"),
            "draw" => title.push_str(", drawn"),
            _ => {}
        }
        match self.remark.is_empty() {
            true => title,
            false => format!("{title} ({})", self.remark),
        }
    }
}

struct Canonical<'a>(&'a str);

impl Visit for Canonical<'_> {
    type Output = Result<String, String>;
    fn visit<G: Game>(self, start: G) -> Self::Output {
        let moves = notation::moves(&start, self.0).map_err(|error| error.to_string())?;
        Ok(notation::format_moves(&start, &moves))
    }
}

/// The games of a file: of records, or of the results of a match (`.csv`).
pub fn read(file: &Path) -> anyhow::Result<Vec<Record>> {
    if file.extension().is_some_and(|ending| ending == "csv") {
        let sheet = sheet::read(file)?;
        if !std::ptr::eq(sheet.schema, &*GAMES) {
            return Err(anyhow!("{}: these are searches, not games", file.display()));
        }
        let rows = sheet.rows.iter().filter_map(|fields| GameRow::read(fields));
        return Ok(rows.filter_map(|row| Record::of(&row)).collect());
    }
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let mut records = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let record = Record::parse(line);
        let wrong = |error| anyhow!("{}:{}: {error}", file.display(), number + 1);
        records.push(record.map_err(wrong)?);
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        for line in [
            "connect(rows=6,cols=7,k=4) | 44433325 | x | a | b | opening 2, depth 4",
            "mnk(m=5,n=4,k=3) | b2 a1 c3 | draw | a b | c",
            "connect(rows=9,cols=12,k=4) | 10,3,12 | o | a | b | time: X took 9 ms for a move",
            "chain(rows=6,cols=10) | - | -",
        ] {
            let record = Record::parse(line).unwrap();
            assert_eq!(record.line(), line);
            assert_eq!(Record::parse(&record.line()).unwrap(), record);
        }
        let short = Record::parse("connect4 | 44").unwrap();
        assert_eq!(short.line(), "connect(rows=6,cols=7,k=4) | 44");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |line| Record::parse(line).unwrap_err();
        assert_eq!(
            wrong("connect4 | 48"),
            "move 2, `8`: not a column; columns are numbered 1 to 7"
        );
        assert!(wrong("conect4 | 44").contains("connect4"));
        assert!(wrong("").contains("game"));
    }

    #[test]
    fn a_name_cannot_break_a_record() {
        let mut record = Record::parse("connect4 | 44 | x | a | b").unwrap();
        record.players[0] = "a | b".into();
        assert_eq!(Record::parse(&record.line()).unwrap().players[1], "b");
    }
}
