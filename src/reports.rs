//! What the five reports tested on: boards, positions and games, by name.
//!
//! The reports are ConnectX, MNK, Unstable, Tris Parametrico and Conecta 4. Their players
//! are in [`crate::players`], the engines behind their published counts among
//! [`crate::search::presets`].

use crate::notation::column_letters;

/// Lists of boards by name.
pub const BOARD_LISTS: &[(&str, &[&str], &str)] = &[
    (
        "mnk-tournament",
        &[
            "mnk(3,3,3)",
            "mnk(4,3,3)",
            "mnk(4,4,3)",
            "mnk(4,4,4)",
            "mnk(5,4,4)",
            "mnk(5,5,4)",
            "mnk(5,5,5)",
            "mnk(6,4,4)",
            "mnk(6,5,4)",
            "mnk(6,6,4)",
            "mnk(6,6,5)",
            "mnk(6,6,6)",
            "mnk(7,4,4)",
            "mnk(7,5,4)",
            "mnk(7,6,4)",
            "mnk(7,7,4)",
            "mnk(7,5,5)",
            "mnk(7,6,5)",
            "mnk(7,7,5)",
            "mnk(7,7,6)",
            "mnk(7,7,7)",
            "mnk(8,8,4)",
            "mnk(10,10,5)",
            "mnk(50,50,10)",
            "mnk(70,70,10)",
        ],
        "the boards of the MNK course's tournament",
    ),
    (
        "connectx-tournament",
        &[
            "connect(4,4,4)",
            "connect(4,5,4)",
            "connect(4,6,4)",
            "connect(4,7,4)",
            "connect(5,4,4)",
            "connect(5,5,4)",
            "connect(5,6,4)",
            "connect(5,7,4)",
            "connect(6,4,4)",
            "connect(6,5,4)",
            "connect(6,6,4)",
            "connect(6,7,4)",
            "connect(7,4,4)",
            "connect(7,5,4)",
            "connect(7,6,4)",
            "connect(7,7,4)",
            "connect(4,5,5)",
            "connect(4,6,5)",
            "connect(4,7,5)",
            "connect(5,4,5)",
            "connect(5,5,5)",
            "connect(5,6,5)",
            "connect(5,7,5)",
            "connect(6,4,5)",
            "connect(6,5,5)",
            "connect(6,6,5)",
            "connect(6,7,5)",
            "connect(7,4,5)",
            "connect(7,5,5)",
            "connect(7,6,5)",
            "connect(7,7,5)",
            "connect(25,25,10)",
            "connect(50,50,15)",
            "connect(75,75,20)",
            "connect(100,100,30)",
        ],
        "the boards of the ConnectX course's tournament",
    ),
    (
        "tris-report",
        &["tris(5,3)", "tris(6,4)", "tris(10,4)"],
        "the boards of the Tris report's figures",
    ),
];

/// The boards of a list.
pub fn boards(name: &str) -> Option<&'static [&'static str]> {
    let found = BOARD_LISTS.iter().find(|(known, ..)| *known == name);
    found.map(|(_, boards, _)| *boards)
}

/// The Tris report's six roots: the empty board, the opponent's stone in each corner, and in
/// the centre at row and column ⌊side/2⌋ from 0.
///
/// ```
/// assert_eq!(plyometer::reports::six_roots(5, 5), ["", "a1", "e1", "a5", "e5", "c3"]);
/// ```
pub fn six_roots(rows: usize, cols: usize) -> Vec<String> {
    let cell = |row: usize, col: usize| format!("{}{}", column_letters(col), row + 1);
    vec![
        String::new(),
        cell(0, 0),
        cell(0, cols - 1),
        cell(rows - 1, 0),
        cell(rows - 1, cols - 1),
        cell(rows / 2, cols / 2),
    ]
}

/// The game of the Conecta 4 report's chart, on `connect(8,8,4)`: its counts are of the
/// positions before the first player's moves.
pub const CONECTA4_GAME: &str = "2322335565748";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameSpec;
    use crate::games::connect::Connect;
    use crate::notation;

    #[test]
    fn every_board_is_a_game_and_stands_once_in_its_list() {
        for (name, boards, _) in BOARD_LISTS {
            let mut seen: Vec<GameSpec> = Vec::new();
            for board in *boards {
                let game = board.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
                assert!(!seen.contains(&game), "{name}: {board} twice");
                seen.push(game);
            }
        }
        assert_eq!(boards("mnk-tournament").map(<[_]>::len), Some(25));
        assert_eq!(boards("no-such-list"), None);
    }

    #[test]
    fn the_report_s_game_is_legal() {
        notation::position(Connect::<u128>::new(8, 8, 4), CONECTA4_GAME).unwrap();
    }
}
