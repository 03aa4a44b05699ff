//! A report as a list of blocks, before it is Markdown, HTML or LaTeX.

/// A part of a report.
#[derive(Clone, PartialEq, Debug)]
pub enum Block {
    /// Level 1 is the report's title, 2 an experiment's, 3 a part of it.
    Heading(u8, String),
    Paragraph(String),
    /// Short statements.
    List(Vec<String>),
    /// Names and what they are.
    Facts(Vec<(String, String)>),
    Table(Grid),
    Figure {
        /// The chart's file, without folder.
        file: String,
        /// The chart for a page, which stands in it.
        svg: String,
        /// What it shows, for those who cannot see it.
        alt: String,
    },
}

/// A table: what stands in its cells, and how it is sorted.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Grid {
    pub caption: String,
    pub header: Vec<String>,
    pub rows: Vec<Vec<Entry>>,
}

/// One cell of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Entry {
    Text(String),
    /// A number, with the digits that are shown.
    Number {
        value: f64,
        digits: usize,
    },
    /// Something between two bounds.
    Range {
        low: f64,
        high: f64,
        digits: usize,
    },
    Missing,
}

impl Entry {
    pub fn text(text: impl Into<String>) -> Self {
        Entry::Text(text.into())
    }

    /// A number with three digits that matter, or all of a whole one.
    pub fn number(value: f64) -> Self {
        Entry::Number {
            value,
            digits: digits(value),
        }
    }

    pub fn range(low: f64, high: f64) -> Self {
        Entry::Range {
            low,
            high,
            digits: digits(low.abs().max(f64::MIN_POSITIVE)),
        }
    }

    /// As people read it: `1,234.5`.
    pub fn shown(&self) -> String {
        match self {
            Entry::Text(text) => text.clone(),
            Entry::Number { value, digits } => grouped(*value, *digits),
            Entry::Range { low, high, digits } => {
                format!("{}–{}", grouped(*low, *digits), grouped(*high, *digits))
            }
            Entry::Missing => String::new(),
        }
    }

    /// As programs read it: no separators, and all digits of the number.
    pub fn plain(&self) -> String {
        match self {
            Entry::Number { value, .. } => value.to_string(),
            Entry::Range { low, high, .. } => format!("{low}..{high}"),
            other => other.shown(),
        }
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Entry::Number { .. } | Entry::Range { .. })
    }
}

/// Digits after the point so that about three of the number matter.
fn digits(value: f64) -> usize {
    match value.abs() {
        v if v.fract() == 0.0 || v >= 1000.0 => 0,
        v if v >= 100.0 => 1,
        v if v >= 1.0 => 2,
        v if v >= 0.1 => 3,
        _ => 5,
    }
}

/// `1,234.50`
pub fn grouped(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => ("−", rest),
        None => ("", text.as_str()),
    };
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, format!(".{fraction}")),
        None => (text, String::new()),
    };
    let mut out = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    format!("{sign}{out}{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_and_rounded_to_what_matters() {
        for (value, text) in [
            (0.0, "0"),
            (1_234_567.0, "1,234,567"),
            (1234.56, "1,235"),
            (123.456, "123.5"),
            (-12.345, "−12.35"),
            (0.1234, "0.123"),
            (0.00123, "0.00123"),
        ] {
            assert_eq!(Entry::number(value).shown(), text);
        }
        assert_eq!(Entry::range(1.5, 2.25).shown(), "1.50–2.25");
        assert_eq!(Entry::Missing.shown(), "");
        assert_eq!(Entry::number(1234.56).plain(), "1234.56");
    }
}
