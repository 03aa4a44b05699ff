//! Reports as one self-contained page: charts inside, tables that sort, light and dark,
//! readable on a phone.

use std::fmt::Write as _;

use crate::analysis::document::{Block, Entry, Grid};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The blocks as one page.
pub fn document(title: &str, blocks: &[Block]) -> String {
    let mut body = String::new();
    let mut contents = String::new();
    let mut section = 0;
    for block in blocks {
        // Writing to a text cannot fail.
        let _ = match block {
            Block::Heading(level, text) => {
                let (level, text) = ((*level).clamp(1, 6), escaped(text));
                if level == 2 {
                    section += 1;
                    let _ = writeln!(contents, "<li><a href=\"#s{section}\">{text}</a></li>");
                    writeln!(body, "<h2 id=\"s{section}\">{text}</h2>")
                } else {
                    writeln!(body, "<h{level}>{text}</h{level}>")
                }
            }
            Block::Paragraph(text) => writeln!(body, "<p>{}</p>", escaped(text)),
            Block::List(items) => {
                let items = items
                    .iter()
                    .map(|item| format!("<li>{}</li>\n", escaped(item)));
                writeln!(body, "<ul>\n{}</ul>", items.collect::<String>())
            }
            Block::Facts(facts) => {
                let facts = facts.iter().map(|(name, fact)| {
                    format!("<dt>{}</dt><dd>{}</dd>\n", escaped(name), escaped(fact))
                });
                writeln!(body, "<dl>\n{}</dl>", facts.collect::<String>())
            }
            Block::Table(grid) => writeln!(body, "{}", table(grid)),
            Block::Figure { svg, alt, .. } => {
                // An SVG document without its first line is a part of a page.
                let svg = svg.split_once("?>").map_or(svg.as_str(), |(_, rest)| rest);
                let alt = escaped(alt);
                writeln!(
                    body,
                    "<figure role=\"img\" aria-label=\"{alt}\">{}</figure>",
                    svg.trim()
                )
            }
        };
    }
    let contents = match section {
        0 | 1 => String::new(),
        _ => format!("<nav><ul>\n{contents}</ul></nav>\n"),
    };
    // The contents stand after the title.
    let body = match body.split_once("</h1>\n") {
        Some((heading, rest)) => format!("{heading}</h1>\n{contents}{rest}"),
        None => format!("{contents}{body}"),
    };
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        escaped(title)
    )
}

fn table(grid: &Grid) -> String {
    let mut out = String::from("<div class=\"table\"><table>\n");
    if !grid.caption.is_empty() {
        let _ = writeln!(out, "<caption>{}</caption>", escaped(&grid.caption));
    }
    let header = grid.header.iter().map(|title| {
        format!(
            "<th scope=\"col\"><button type=\"button\">{}</button></th>",
            escaped(title)
        )
    });
    let _ = writeln!(
        out,
        "<thead><tr>{}</tr></thead>\n<tbody>",
        header.collect::<String>()
    );
    for row in &grid.rows {
        let cells = row.iter().map(|entry| {
            let shown = escaped(&entry.shown());
            match entry {
                Entry::Number { value, .. } => {
                    format!("<td class=\"n\" data-v=\"{value}\">{shown}</td>")
                }
                Entry::Range { low, .. } => {
                    format!("<td class=\"n\" data-v=\"{low}\">{shown}</td>")
                }
                _ => format!("<td>{shown}</td>"),
            }
        });
        let _ = writeln!(out, "<tr>{}</tr>", cells.collect::<String>());
    }
    out.push_str("</tbody></table></div>");
    out
}

/// A text in which nothing means anything to HTML.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_s_text_stays_text() {
        let evil = "<script>alert('x')</script> & \"quotes\"";
        let grid = Grid {
            caption: evil.into(),
            header: vec![evil.into()],
            rows: vec![vec![Entry::text(evil)]],
        };
        let blocks = [
            Block::Heading(1, evil.into()),
            Block::Heading(2, evil.into()),
            Block::Paragraph(evil.into()),
            Block::List(vec![evil.into()]),
            Block::Facts(vec![(evil.into(), evil.into())]),
            Block::Table(grid),
            Block::Figure {
                file: evil.into(),
                svg: "<?xml version=\"1.0\"?>\n<svg></svg>".into(),
                alt: evil.into(),
            },
        ];
        let page = document(evil, &blocks);
        assert!(!page.contains("<script>alert"), "{page}");
        assert!(!page.contains("<?xml"), "{page}");
        assert_eq!(page.matches("<script>").count(), 1);
        // The page needs nothing from anywhere else.
        assert!(!page.contains("http"), "{page}");
    }
}
