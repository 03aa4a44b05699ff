//! Reports as LaTeX: booktabs for tables, siunitx for numbers.

use std::fmt::Write as _;

use crate::analysis::document::{Block, Entry, Grid};

/// The blocks as one document that compiles by itself; figures are included as PDF or PNG
/// files of the same name, which `plyometer plot --png` writes.
pub fn document(blocks: &[Block], plots: &str) -> String {
    let mut out = String::from(
        "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\
         \\usepackage{booktabs,graphicx,hyperref,siunitx}\n\\usepackage{newunicodechar}\n\
         \\newunicodechar{×}{\\ensuremath{\\times}}\n\\newunicodechar{→}{\\ensuremath{\\to}}\n\
         \\newunicodechar{≥}{\\ensuremath{\\ge}}\n\\newunicodechar{≤}{\\ensuremath{\\le}}\n\
         \\newunicodechar{−}{\\ensuremath{-}}\n\\newunicodechar{…}{\\ldots}\n\
         \\sisetup{group-separator={,},group-minimum-digits=4}\n\\begin{document}\n",
    );
    for block in blocks {
        // Writing to a text cannot fail.
        let _ = match block {
            Block::Heading(level, text) => {
                let command = ["title", "section", "subsection"][(*level as usize - 1).min(2)];
                match command {
                    "title" => writeln!(out, "\\title{{{}}}\\date{{}}\\maketitle\n", escaped(text)),
                    _ => writeln!(out, "\\{command}{{{}}}\n", escaped(text)),
                }
            }
            Block::Paragraph(text) => writeln!(out, "{}\n", escaped(text)),
            Block::List(items) if items.is_empty() => Ok(()),
            Block::List(items) => {
                let items = items
                    .iter()
                    .map(|item| format!("\\item {}\n", escaped(item)));
                let items: String = items.collect();
                writeln!(out, "\\begin{{itemize}}\n{items}\\end{{itemize}}\n")
            }
            Block::Facts(facts) if facts.is_empty() => Ok(()),
            Block::Facts(facts) => {
                let facts = facts
                    .iter()
                    .map(|(name, fact)| format!("\\item[{}] {}\n", escaped(name), escaped(fact)));
                let facts: String = facts.collect();
                writeln!(out, "\\begin{{description}}\n{facts}\\end{{description}}\n")
            }
            Block::Table(grid) => writeln!(out, "{}", table(grid)),
            Block::Figure { file, alt, .. } => {
                let file = file.trim_end_matches(".svg");
                writeln!(
                    out,
                    "\\begin{{figure}}[htbp]\\centering\n\\includegraphics[width=\\linewidth]{{{plots}/{file}}}\n\\caption{{{}}}\n\\end{{figure}}\n",
                    escaped(alt)
                )
            }
        };
    }
    out.push_str("\\end{document}\n");
    out
}

/// A table that can be pasted into a paper.
pub fn table(grid: &Grid) -> String {
    let is_number = |column: usize| {
        let mut entries = grid.rows.iter().filter_map(|row| row.get(column));
        entries.any(|entry| entry.is_number())
    };
    let columns: String = (0..grid.header.len())
        .map(|column| if is_number(column) { 'r' } else { 'l' })
        .collect();
    let header: Vec<_> = grid.header.iter().map(|title| escaped(title)).collect();
    let mut out = format!(
        "\\begin{{table}}[htbp]\\centering\n\\caption{{{}}}\n\\begin{{tabular}}{{{columns}}}\n\\toprule\n{} \\\\\n\\midrule\n",
        escaped(&grid.caption),
        header.join(" & ")
    );
    for row in &grid.rows {
        let cells: Vec<_> = row.iter().map(cell).collect();
        let _ = writeln!(out, "{} \\\\", cells.join(" & "));
    }
    out.push_str("\\bottomrule\n\\end{tabular}\n\\end{table}\n");
    out
}

fn cell(entry: &Entry) -> String {
    match entry {
        Entry::Number { value, digits } => format!("\\num{{{value:.digits$}}}"),
        Entry::Range { low, high, digits } => {
            format!("\\numrange{{{low:.digits$}}}{{{high:.digits$}}}")
        }
        other => escaped(&other.shown()),
    }
}

/// A text in which nothing means anything to LaTeX.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\n' | '\r' => out.push(' '),
            _ => out.push(c),
        }
    }
    out
}
