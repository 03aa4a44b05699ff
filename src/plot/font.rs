//! The embedded font: how wide a text is, and how it is broken into lines.
//!
//! plotters measures SVG text by its bytes, so that α, × and − come out twice or three
//! times too wide. Margins and legends are laid out here from the real advance widths
//! of the face that the SVG names first and the PNG is drawn with.

use std::sync::LazyLock;

use ab_glyph::{Font, FontRef};

/// The faces an SVG asks for. Verdana, which most machines without DejaVu have, is
/// drawn on almost the same widths.
pub(crate) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// `font/subset.sh` says how these were made.
pub(crate) const REGULAR: &[u8] = include_bytes!("font/DejaVuSans-subset.ttf");
pub(crate) const BOLD: &[u8] = include_bytes!("font/DejaVuSans-Bold-subset.ttf");

/// Sizes of text in pixels, chosen to be read at half of them.
pub(crate) const TITLE: f64 = 17.0;
pub(crate) const SUBTITLE: f64 = 13.5;
pub(crate) const AXIS: f64 = 13.5;
pub(crate) const TICK: f64 = 12.5;
pub(crate) const LEGEND: f64 = 12.5;
pub(crate) const CAPTION: f64 = 11.5;
pub(crate) const SMALL: f64 = 11.0;

/// Parts of the font size: from one baseline to the next, and from the baseline to the
/// middle of capitals and digits.
const LINE: f64 = 1.25;
pub(crate) const MIDDLE: f64 = 0.364;

/// The height of a line of text of this size.
pub(crate) fn line_height(size: f64) -> f64 {
    size * LINE
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

static FACES: LazyLock<[FontRef<'static>; 2]> = LazyLock::new(|| {
    [REGULAR, BOLD].map(|bytes| {
        FontRef::try_from_slice(bytes).expect("the embedded font is checked by the tests")
    })
});

fn face(weight: Weight) -> &'static FontRef<'static> {
    &FACES[weight as usize]
}

/// How much larger the size that `ab_glyph` goes by, from the top of the highest letter
/// to the bottom of the lowest, is than the size that everyone else goes by.
pub(crate) fn height_per_em(weight: Weight) -> f64 {
    let face = face(weight);
    f64::from(face.height_unscaled()) / units(face)
}

fn units(face: &FontRef) -> f64 {
    f64::from(face.units_per_em().unwrap_or(2048.0))
}

/// The width of a text in regular type, in pixels.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    width_in(text, size, Weight::Regular)
}

/// The width of a text, in pixels. A character that the font lacks is taken for a full
/// square, as wide as any that a viewer may draw in its place.
pub(crate) fn width_in(text: &str, size: f64, weight: Weight) -> f64 {
    let face = face(weight);
    let ems: f64 = text
        .chars()
        .map(|c| match face.glyph_id(c) {
            id if id.0 == 0 => 1.0,
            id => f64::from(face.h_advance_unscaled(id)) / units(face),
        })
        .sum();
    ems * size
}

/// The widest of several texts.
pub(crate) fn widest<S: AsRef<str>>(texts: &[S], size: f64) -> f64 {
    texts
        .iter()
        .map(|text| width(text.as_ref(), size))
        .fold(0.0, f64::max)
}

/// Text as a label shows it: one line, single spaces, no character that XML forbids.
pub(crate) fn clean(text: &str) -> String {
    let visible: String = text
        .chars()
        .map(|c| match c {
            c if c.is_whitespace() || c.is_control() => ' ',
            '\u{fffe}' | '\u{ffff}' => '\u{fffd}',
            c => c,
        })
        .collect();
    let words: Vec<_> = visible.split(' ').filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// Breaks a text into lines no wider than `room`: between words, else after a sign that
/// joins them, else where the line is full. It is cut up, never cut off.
pub(crate) fn wrap(text: &str, size: f64, room: f64, weight: Weight) -> Vec<String> {
    let fits = |line: &str| width_in(line, size, weight) <= room;
    let mut lines = Vec::new();
    let mut line = String::new();
    for (part, begins_word) in parts(&clean(text)) {
        let space = if begins_word && !line.is_empty() {
            " "
        } else {
            ""
        };
        let longer = format!("{line}{space}{part}");
        if fits(&longer) {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for c in part.chars() {
            line.push(c);
            if !fits(&line) && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, c.to_string()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// The width of the widest part: the least room in which none is broken.
pub(crate) fn widest_part(text: &str, size: f64) -> f64 {
    let text = clean(text);
    let parts: Vec<_> = parts(&text).into_iter().map(|(part, _)| part).collect();
    widest(&parts, size)
}

/// The parts of a text that stay together, and whether each begins a word. Names such
/// as `alphabeta+killer-history` may be broken after the sign, unless it comes first.
fn parts(text: &str) -> Vec<(&str, bool)> {
    let mut parts = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let mut begin = 0;
        for (index, sign) in word.char_indices() {
            let end = index + sign.len_utf8();
            let joins = matches!(sign, '+' | '-' | '/' | '_' | ',' | ';' | ')');
            if joins && index > begin && end < word.len() {
                parts.push((&word[begin..end], begin == 0));
                begin = end;
            }
        }
        parts.push((&word[begin..], begin == 0));
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_faces_have_every_sign_a_label_uses() {
        for weight in [Weight::Regular, Weight::Bold] {
            for c in "−×αβγ≥≤≠±½¼éñçÆ⁰¹²³⁴⁵⁶⁷⁸⁹⁻₀–—…·√∞⌈⌊→π%,.".chars()
            {
                assert_ne!(face(weight).glyph_id(c).0, 0, "{c} in {weight:?}");
            }
        }
    }

    /// Advance widths of DejaVu Sans, in 2048ths of the size: a 1255, α 1350, − 1716.
    #[test]
    fn widths_are_those_of_the_font() {
        let in_units = |text| width(text, 2048.0);
        assert_eq!(in_units("a"), 1255.0);
        assert_eq!(in_units("α"), 1350.0);
        assert_eq!(in_units("−"), 1716.0);
        assert_eq!(in_units("aα−"), 4321.0);
        assert_eq!(in_units("棋"), 2048.0);
        assert!(width_in("a", 10.0, Weight::Bold) > width("a", 10.0));
    }

    #[test]
    fn lines_keep_every_letter_and_the_room() {
        let text = "alpha-beta with a transposition table andaverylongwordindeed ×";
        for room in [20.0, 50.0, 90.0, 1000.0] {
            let lines = wrap(text, 12.0, room, Weight::Regular);
            assert!(lines.iter().all(|line| width(line, 12.0) <= room), "{room}");
            let letters = |text: &str| text.replace(' ', "");
            assert_eq!(letters(&lines.concat()), letters(text));
        }
        assert!(wrap(" \n\t", 12.0, 50.0, Weight::Regular).is_empty());
    }

    #[test]
    fn joined_words_part_at_the_joint() {
        let room = width("alphabeta+", 12.0) + 1.0;
        let lines = wrap("alphabeta+killer -5", 12.0, room, Weight::Regular);
        assert_eq!(lines, ["alphabeta+", "killer -5"]);
        assert_eq!(widest_part("alphabeta+killer", 12.0), room - 1.0);
    }

    #[test]
    fn labels_lose_line_breaks_and_what_xml_forbids() {
        assert_eq!(clean(" a\n\nb\u{0}c\u{b}d\u{ffff} "), "a b c d\u{fffd}");
    }
}
