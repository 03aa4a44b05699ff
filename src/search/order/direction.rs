//! `direction(…)`: the eight orders of the Unstable report, row by row or column by
//! column from one of the four corners. The first word is the way one goes first.

use super::{Node, Term};
use crate::game::{Game, Move};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    RightDown,
    LeftDown,
    RightUp,
    LeftUp,
    DownRight,
    DownLeft,
    UpRight,
    UpLeft,
}

impl Direction {
    /// The place of a cell in this order; row 0 is the top one.
    fn place(self, row: usize, col: usize, rows: usize, cols: usize) -> usize {
        use Direction::*;
        let row = match self {
            RightUp | LeftUp | UpRight | UpLeft => rows - 1 - row,
            _ => row,
        };
        let col = match self {
            LeftDown | LeftUp | DownLeft | UpLeft => cols - 1 - col,
            _ => col,
        };
        match self {
            RightDown | LeftDown | RightUp | LeftUp => row * cols + col,
            DownRight | DownLeft | UpRight | UpLeft => col * rows + row,
        }
    }
}

pub struct Directed {
    /// By move, negated: earlier is higher.
    place: Vec<i64>,
}

impl Directed {
    pub fn new<G: Game>(game: &G, way: Direction) -> Self {
        let mut place = vec![0; game.move_index_limit()];
        for row in 0..game.rows() {
            for col in 0..game.cols() {
                let at = way.place(row, col, game.rows(), game.cols());
                place[game.move_at(row, col).index()] = -(at as i64);
            }
        }
        Directed { place }
    }
}

impl<G: Game> Term<G> for Directed {
    fn rank(&mut self, _node: &mut Node<G>, moves: &[Move], ranks: &mut Vec<i64>) {
        ranks.extend(moves.iter().map(|mv| self.place[mv.index()]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_begin_in_the_corners_and_go_their_way() {
        for (way, first, second) in [
            (Direction::RightDown, (0, 0), (0, 1)),
            (Direction::LeftDown, (0, 2), (0, 1)),
            (Direction::RightUp, (1, 0), (1, 1)),
            (Direction::LeftUp, (1, 2), (1, 1)),
            (Direction::DownRight, (0, 0), (1, 0)),
            (Direction::DownLeft, (0, 2), (1, 2)),
            (Direction::UpRight, (1, 0), (0, 0)),
            (Direction::UpLeft, (1, 2), (0, 2)),
        ] {
            let mut cells: Vec<_> = (0..2).flat_map(|r| (0..3).map(move |c| (r, c))).collect();
            cells.sort_by_key(|&(row, col)| way.place(row, col, 2, 3));
            assert_eq!(cells[..2], [first, second], "{way:?}");
        }
    }
}
