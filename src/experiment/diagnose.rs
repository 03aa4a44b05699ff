//! What is wrong with an experiment file, and where: all of it, not only the first.

use std::fmt::{self, Display};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;
use toml::de::DeValue;

use crate::experiment::node::Node;

/// A part of the file, in bytes.
pub type Span = Range<usize>;

/// The text of an experiment file, with what is needed to say where something stands.
#[derive(Clone, Debug)]
pub struct Source {
    file: Arc<str>,
    folder: PathBuf,
    text: String,
    /// Where each line begins.
    lines: Vec<usize>,
}

impl Source {
    /// The text of a file. The file is named in errors, and what the text names is looked
    /// for beside it; it need not exist.
    pub fn new(file: &Path, text: impl Into<String>) -> Self {
        let text = text.into();
        let starts = text.match_indices('\n').map(|(at, _)| at + 1);
        let lines = std::iter::once(0).chain(starts).collect();
        Source {
            file: file.display().to_string().into(),
            folder: file.parent().unwrap_or(Path::new("")).into(),
            text,
            lines,
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name of the file as it was given.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The folder of the file.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Line and column of a byte, both from 1; columns count characters. The end of the
    /// text belongs to its last line.
    pub fn place(&self, byte: usize) -> (usize, usize) {
        let mut byte = byte.min(self.text.len());
        if byte == self.text.len() && self.text.ends_with('\n') {
            byte -= 1;
        }
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.lines.partition_point(|&start| start <= byte);
        let start = self.lines[line - 1];
        let before = self.text[start..byte].trim_start_matches('\u{feff}');
        (line, before.chars().count() + 1)
    }

    /// Something wrong with a part of the text.
    pub fn problem(&self, at: &Span, message: impl Display) -> Problem {
        let (line, column) = self.place(at.start);
        // One line, whatever a user's text in the message holds.
        let message = message.to_string().replace(char::is_control, " ");
        Problem {
            file: self.file.clone(),
            line,
            column,
            message,
        }
    }
}

/// One thing that is wrong with a file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct Problem {
    pub file: Arc<str>,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    pub message: String,
}

/// Everything that is wrong with a file, in the order of the file. Printed, a line each.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub struct Problems(pub Vec<Problem>);

impl Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            let before = if index == 0 { "" } else { "\n" };
            write!(f, "{before}{problem}")?;
        }
        Ok(())
    }
}

/// Collects problems while a file is read.
pub struct Diagnosis<'s> {
    pub source: &'s Source,
    found: Vec<Problem>,
}

impl<'s> Diagnosis<'s> {
    pub fn new(source: &'s Source) -> Self {
        Diagnosis {
            source,
            found: Vec::new(),
        }
    }

    /// Whether nothing is wrong so far.
    pub fn is_clean(&self) -> bool {
        self.found.is_empty()
    }

    /// Notes a problem.
    pub fn add(&mut self, at: &Span, message: impl Display) {
        self.found.push(self.source.problem(at, message));
    }

    /// Notes a value that is not what its key asks for.
    pub fn wrong(&mut self, key: &str, node: &Node, expected: impl Display) {
        let shown = self.shown(node);
        self.add(&node.span(), format!("{key}: {shown} is not {expected}"));
    }

    /// A value as a message shows it.
    fn shown(&self, node: &Node) -> String {
        match node.get_ref() {
            DeValue::Table(_) => "a table".into(),
            DeValue::Array(_) => "a list".into(),
            _ => shortened(self.source.text.get(node.span()).unwrap_or("")),
        }
    }

    /// What was found, in the order of the file and each but once.
    pub fn finish(mut self) -> Result<(), Problems> {
        self.found.sort();
        self.found.dedup();
        match self.found.is_empty() {
            true => Ok(()),
            false => Err(Problems(self.found)),
        }
    }
}

/// A user's text on one line, and not a long one.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_the_end_is_on_the_last_line() {
        let source = Source::new(Path::new("a/b.toml"), "aé = 1\n\nx\n");
        let places = [0, 1, 2, 3, 7, 8, 9, 10, 99].map(|byte| source.place(byte));
        let expected = [
            (1, 1),
            (1, 2),
            // Inside a character is where it begins.
            (1, 2),
            (1, 3),
            (1, 7),
            (2, 1),
            (3, 1),
            (3, 2),
            (3, 2),
        ];
        assert_eq!(places, expected);
        assert_eq!(Source::new(Path::new("x"), "").place(0), (1, 1));
        assert_eq!(Source::new(Path::new("x"), "\u{feff}a").place(3), (1, 1));
        let problem = source.problem(&(9..10), "what a\nline");
        assert_eq!(problem.to_string(), "a/b.toml:3:1: what a line");
    }
}
