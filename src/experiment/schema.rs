//! What the columns of a file of results are: those of searches, or those of games.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::row;
use crate::contest;

/// The columns of one kind of results, in their order.
pub struct Schema {
    pub columns: Vec<&'static str>,
    /// The numbers of the columns.
    numbers: HashMap<&'static str, usize>,
    /// Those that must be the same on every machine.
    pub counted: Vec<&'static str>,
    /// One that holds a number in every row that came to its end.
    pub witness: &'static str,
}

/// A row a search: `experiment/row.rs`.
pub static SEARCHES: LazyLock<Schema> = LazyLock::new(|| {
    let found = row::FOUND.into_iter();
    let columns = row::definition().into_iter().chain(found).collect();
    Schema::new(columns, row::counted().collect(), "nodes")
});

/// A row a game: `contest/row.rs`.
pub static GAMES: LazyLock<Schema> = LazyLock::new(|| {
    let found = contest::row::FOUND.into_iter();
    let columns = contest::row::DEFINITION.into_iter().chain(found).collect();
    Schema::new(columns, contest::row::counted().collect(), "plies")
});

impl Schema {
    fn new(
        columns: Vec<&'static str>,
        counted: Vec<&'static str>,
        witness: &'static str,
    ) -> Schema {
        let numbered = columns.iter().enumerate();
        Schema {
            numbers: numbered.map(|(number, column)| (*column, number)).collect(),
            columns,
            counted,
            witness,
        }
    }

    /// All there are.
    pub fn all() -> [&'static Schema; 2] {
        [&SEARCHES, &GAMES]
    }

    /// The number of a column, if there is such a column.
    pub fn find(&self, column: &str) -> Option<usize> {
        self.numbers.get(column).copied()
    }

    /// The number of a column that exists.
    pub fn index(&self, column: &str) -> usize {
        let found = self.find(column);
        found.unwrap_or_else(|| panic!("there is no column {column}"))
    }

    /// A column of a row; empty where there is no such column.
    pub fn text<'a>(&self, fields: &'a [String], column: &str) -> &'a str {
        self.find(column).map_or("", |number| &fields[number])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_column_has_one_name_and_is_documented() {
        let readme = include_str!("../../data/README.md");
        for schema in Schema::all() {
            let mut names = schema.columns.clone();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), schema.columns.len());
            for column in &schema.columns {
                assert!(readme.contains(&format!("`{column}`")), "{column}");
            }
            assert!(schema.find(schema.witness).is_some());
        }
    }
}
