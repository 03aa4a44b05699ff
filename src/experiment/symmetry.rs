//! Positions that are one and the same up to a turn or a reflection of the board.

use crate::game::{Game, Notation, Side};

/// What stands where: row, column, whose, how many.
type Stones = Vec<(usize, usize, Side, u8)>;

/// The same for all positions that are images of each other under the symmetries of the
/// board that the rules respect, and different for all others: of the lists of stones of
/// its images, the smallest.
///
/// Where stones fall, only left and right can be exchanged. Elsewhere a rectangle has four
/// symmetries and a square eight.
pub fn class<G: Game>(game: &G) -> Stones {
    let (rows, cols) = (game.rows(), game.cols());
    let mut stones = Stones::new();
    for row in 0..rows {
        for col in 0..cols {
            let cell = game.cell(row, col);
            if let Some(owner) = cell.owner {
                stones.push((row, col, owner, cell.atoms));
            }
        }
    }
    let falls = game.notation() == Notation::Columns;
    let mut least: Option<Stones> = None;
    for symmetry in 0..8 {
        let [mirror, flip, transpose] = [1, 2, 4].map(|bit| symmetry & bit != 0);
        if (flip && falls) || (transpose && (falls || rows != cols)) {
            continue;
        }
        let image = stones.iter().map(|&(row, col, owner, atoms)| {
            let col = if mirror { cols - 1 - col } else { col };
            let row = if flip { rows - 1 - row } else { row };
            let (row, col) = if transpose { (col, row) } else { (row, col) };
            (row, col, owner, atoms)
        });
        let mut image: Stones = image.collect();
        image.sort_unstable();
        if least.as_ref().is_none_or(|least| image < *least) {
            least = Some(image);
        }
    }
    least.unwrap_or(stones)
}
