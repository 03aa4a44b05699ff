//! Reports as Markdown.

use std::fmt::Write as _;

use crate::analysis::document::{Block, Grid};

/// The blocks as one document. Figures are links into the folder `plots`.
pub fn document(blocks: &[Block], plots: &str) -> String {
    let mut out = String::new();
    for block in blocks {
        // Writing to a text cannot fail.
        let _ = match block {
            Block::Heading(level, text) => {
                writeln!(out, "{} {}\n", "#".repeat(*level as usize), escaped(text))
            }
            Block::Paragraph(text) => writeln!(out, "{}\n", escaped(text)),
            Block::List(items) => {
                for item in items {
                    let _ = writeln!(out, "- {}", escaped(item));
                }
                writeln!(out)
            }
            Block::Facts(facts) => {
                for (name, fact) in facts {
                    let _ = writeln!(out, "- **{}**: {}", escaped(name), escaped(fact));
                }
                writeln!(out)
            }
            Block::Table(grid) => writeln!(out, "{}", table(grid)),
            Block::Figure { file, alt, .. } => {
                writeln!(out, "![{}]({plots}/{file})\n", escaped(alt))
            }
        };
    }
    out
}

/// A table, its caption below it.
pub fn table(grid: &Grid) -> String {
    let mut out = String::new();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    out.push_str(&line(
        grid.header.iter().map(|title| escaped(title)).collect(),
    ));
    let is_number = |column: usize| {
        let mut entries = grid.rows.iter().filter_map(|row| row.get(column));
        entries.any(|entry| entry.is_number())
    };
    let rule = |column| if is_number(column) { "---:" } else { "---" };
    out.push_str(&line(
        (0..grid.header.len())
            .map(|c| rule(c).to_string())
            .collect(),
    ));
    for row in &grid.rows {
        out.push_str(&line(
            row.iter().map(|entry| escaped(&entry.shown())).collect(),
        ));
    }
    if !grid.caption.is_empty() {
        let _ = write!(out, "\n*{}*\n", escaped(&grid.caption));
    }
    out
}

/// A text in which nothing means anything to Markdown.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' => out.push(' '),
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '$' => {
                out.push('\\');
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    out
}
