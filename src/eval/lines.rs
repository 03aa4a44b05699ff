//! The rows, columns and diagonals of a board, for evaluators that walk them.

/// Every line of at least `least` cells, as indices row × columns + column, in four
/// groups: columns from the left; rows from the top; diagonals ↘ that start down the first column, then along
/// the top row; diagonals ↗ that start up the first column from the bottom, then along the
/// bottom row. Within a line: downwards, rightwards, ↘, ↗.
pub fn lines(rows: usize, cols: usize, least: usize) -> [Vec<Vec<usize>>; 4] {
    let walk = |row: usize, col: usize, dr: isize, dc: isize| {
        let (mut row, mut col) = (row as isize, col as isize);
        let mut cells = Vec::new();
        while (0..rows as isize).contains(&row) && (0..cols as isize).contains(&col) {
            cells.push(row as usize * cols + col as usize);
            (row, col) = (row + dr, col + dc);
        }
        cells
    };
    let from = |starts: &mut dyn Iterator<Item = (usize, usize)>, dr, dc| {
        let all = starts.map(|(row, col)| walk(row, col, dr, dc));
        all.filter(|line| line.len() >= least).collect()
    };
    let first_column = (0..rows).map(|row| (row, 0));
    let along = |row| (1..cols).map(move |col| (row, col));
    [
        from(&mut (0..cols).map(|col| (0, col)), 1, 0),
        from(&mut first_column.clone(), 0, 1),
        from(&mut first_column.clone().chain(along(0)), 1, 1),
        from(&mut first_column.rev().chain(along(rows - 1)), -1, 1),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_its_lines_in_order() {
        let [columns, rows, falling, rising] = lines(3, 3, 2);
        assert_eq!(columns, [[0, 3, 6], [1, 4, 7], [2, 5, 8]]);
        assert_eq!(rows, [[0, 1, 2], [3, 4, 5], [6, 7, 8]]);
        assert_eq!(falling, [&[0, 4, 8][..], &[3, 7], &[1, 5]]);
        assert_eq!(rising, [&[6, 4, 2][..], &[3, 1], &[7, 5]]);
        assert_eq!(lines(2, 4, 2).map(|group| group.len()), [4, 2, 3, 3]);
    }
}
