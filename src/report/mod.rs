//! The report: what was asked, how, and what came out, as Markdown, HTML or LaTeX.
//!
//! | file | what |
//! |---|---|
//! | `content.rs` | an experiment as a list of blocks: question, set-up, tables, figures, findings, soundness, provenance |
//! | `contest.rs` | what it says of a match |
//! | `made.rs` | charts and blocks made from a file of results |
//! | `markdown.rs`, `html.rs`, `latex.rs` | the blocks as text |

pub mod content;
mod contest;
pub mod html;
pub mod latex;
pub mod made;
pub mod markdown;

use crate::analysis::document::{Block, Grid};

/// What a report is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Format {
    /// Markdown
    Md,
    /// One self-contained page
    Html,
    /// LaTeX, with booktabs and siunitx
    Tex,
    /// The tables only, one after the other
    Csv,
}

impl Format {
    /// The ending of its files.
    pub fn extension(self) -> &'static str {
        match self {
            Format::Md => "md",
            Format::Html => "html",
            Format::Tex => "tex",
            Format::Csv => "csv",
        }
    }

    /// The blocks as a text in this format. Figures other than those in a page are files, in
    /// the folder `plots` beside the report.
    pub fn write(self, title: &str, blocks: &[Block], plots: &str) -> String {
        match self {
            Format::Md => markdown::document(blocks, plots),
            Format::Html => html::document(title, blocks),
            Format::Tex => latex::document(blocks, plots),
            Format::Csv => {
                let tables = blocks.iter().filter_map(|block| match block {
                    Block::Table(grid) => Some(csv(grid)),
                    _ => None,
                });
                tables.collect::<Vec<_>>().join("\n")
            }
        }
    }
}

/// A table as CSV: numbers with all their digits.
pub fn csv(grid: &Grid) -> String {
    let mut out = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = out.write_record(&grid.header);
    for row in &grid.rows {
        let _ = out.write_record(row.iter().map(|entry| entry.plain()));
    }
    let bytes = out.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}
