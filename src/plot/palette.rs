//! Colours that colour-blind readers can tell apart, and marks for those who print grey.
//!
//! The hues are Okabe and Ito's, but for their yellow, which is lost on white, and their
//! black, which is lost on a dark page; plum and grey stand in for them. No two series
//! share colour, marker and dashes, so that each can be told without colour.

use super::scene::{Fill, Paint, Stroke};

/// Blue, vermilion, bluish green, reddish purple, orange, sky blue, plum, grey.
const HUES: [(u8, u8, u8); 8] = [
    (0x00, 0x72, 0xB2),
    (0xD5, 0x5E, 0x00),
    (0x00, 0x9E, 0x73),
    (0xCC, 0x79, 0xA7),
    (0xE6, 0x9F, 0x00),
    (0x56, 0xB4, 0xE9),
    (0x99, 0x4F, 0x88),
    (0x73, 0x73, 0x73),
];

pub(crate) fn hue(index: usize) -> (u8, u8, u8) {
    HUES[index % HUES.len()]
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Marker {
    Circle,
    Square,
    Up,
    Diamond,
    Down,
    Left,
    Right,
    Star,
}

const MARKERS: [Marker; 8] = [
    Marker::Circle,
    Marker::Square,
    Marker::Up,
    Marker::Diamond,
    Marker::Down,
    Marker::Star,
    Marker::Right,
    Marker::Left,
];

const DASHES: [&[f64]; 8] = [
    &[],
    &[8.0, 3.0],
    &[2.5, 2.5],
    &[9.0, 3.0, 2.0, 3.0],
    &[5.0, 2.5],
    &[13.0, 4.0],
    &[9.0, 3.0, 2.0, 3.0, 2.0, 3.0],
    &[4.0, 4.0],
];

/// Dashes of lines that are not measured, such as an ideal.
pub(crate) const REFERENCE_DASH: &[f64] = &[6.0, 4.0];

/// Fine dots, for what only leads the eye.
pub(crate) const DOTS: &[f64] = &[1.5, 3.0];

/// Lines over a filled area.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hatch {
    None,
    Rising,
    Falling,
    Level,
    Crossed,
    Upright,
    Squared,
    Dense,
}

const HATCHES: [Hatch; 8] = [
    Hatch::None,
    Hatch::Rising,
    Hatch::Level,
    Hatch::Crossed,
    Hatch::Falling,
    Hatch::Upright,
    Hatch::Squared,
    Hatch::Dense,
];

/// How a series is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SeriesStyle {
    pub paint: Paint,
    pub marker: Marker,
    /// An outline filled with paper, or an area filled lightly: the second time round.
    pub hollow: bool,
    pub dash: &'static [f64],
    pub hatch: Hatch,
}

impl SeriesStyle {
    /// The style of the series at this place. The first sixteen differ in colour or in
    /// filling; after that, markers and colours meet in new pairs.
    pub fn of(index: usize) -> Self {
        let round = index / HUES.len();
        let shifted = (index + round / 2) % MARKERS.len();
        Self {
            paint: Paint::Series(index % HUES.len()),
            marker: MARKERS[shifted],
            hollow: round % 2 == 1,
            dash: DASHES[(shifted + round % 2 * 3) % DASHES.len()],
            hatch: HATCHES[shifted],
        }
    }

    pub fn stroke(&self, width: f64) -> Stroke {
        Stroke {
            paint: self.paint,
            width,
            dash: self.dash,
        }
    }

    pub fn outline(&self, width: f64) -> Stroke {
        Stroke::solid(self.paint, width)
    }

    /// The colour of the series, so thin that what is behind it shows.
    pub fn tint(&self, alpha: f64) -> Fill {
        Fill {
            paint: self.paint,
            alpha,
        }
    }
}

type Rgb = (u8, u8, u8);

/// From light to dark: more is darker, in colour and in grey.
const SEQUENTIAL: [Rgb; 6] = [
    (0xF3, 0xF7, 0xFB),
    (0xC6, 0xDB, 0xEF),
    (0x8B, 0xBF, 0xDE),
    (0x42, 0x92, 0xC6),
    (0x10, 0x5B, 0xA4),
    (0x08, 0x30, 0x6B),
];

/// From blue through almost white to orange brown, a pair that all readers tell apart.
const DIVERGING: [Rgb; 7] = [
    (0x0B, 0x50, 0x8E),
    (0x4C, 0x97, 0xC9),
    (0xB5, 0xD7, 0xEA),
    (0xF7, 0xF7, 0xF5),
    (0xFB, 0xD0, 0xA2),
    (0xE0, 0x82, 0x2B),
    (0x95, 0x44, 0x04),
];

/// The colour at a part of the way from light to dark.
pub(crate) fn sequential(part: f64) -> Rgb {
    between(&SEQUENTIAL, part)
}

/// The colour at a part of the way from the low end to the high; the middle is neutral.
pub(crate) fn diverging(part: f64) -> Rgb {
    between(&DIVERGING, part)
}

fn between(stops: &[Rgb], part: f64) -> Rgb {
    let place = part.clamp(0.0, 1.0) * (stops.len() - 1) as f64;
    let index = (place.floor() as usize).min(stops.len() - 2);
    let (from, to, along) = (stops[index], stops[index + 1], place - index as f64);
    let mix = |from: u8, to: u8| (f64::from(from) * (1.0 - along) + f64::from(to) * along).round();
    (
        mix(from.0, to.0) as u8,
        mix(from.1, to.1) as u8,
        mix(from.2, to.2) as u8,
    )
}

/// A channel of sRGB as an amount of light.
fn linear(channel: u8) -> f64 {
    match f64::from(channel) / 255.0 {
        part if part <= 0.040_45 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    }
}

/// How bright a colour looks, from 0 to 1, as WCAG defines it.
pub(crate) fn luminance((red, green, blue): Rgb) -> f64 {
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/// Black or white, whichever is easier to read on a colour.
pub(crate) fn text_on(color: Rgb) -> Paint {
    // Where the contrast with black, (l + .05) / .05, is that with white, 1.05 / (l + .05).
    if luminance(color) > 0.179 {
        Paint::Rgb(0x11, 0x11, 0x11)
    } else {
        Paint::Rgb(0xFF, 0xFF, 0xFF)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_series_look_alike_even_in_grey() {
        let styles: Vec<_> = (0..32).map(SeriesStyle::of).collect();
        for (index, style) in styles.iter().enumerate() {
            for other in &styles[..index] {
                assert_ne!(style, other);
            }
        }
        for (index, style) in styles[..16].iter().enumerate() {
            for other in &styles[..index] {
                assert_ne!((style.marker, style.hollow), (other.marker, other.hollow));
                assert_ne!((style.hatch, style.hollow), (other.hatch, other.hollow));
            }
        }
    }

    /// What full protanopia, deuteranopia and tritanopia make of linear RGB, as Machado,
    /// Oliveira and Fernandes (2009) model it; and normal sight.
    const SIGHTS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    /// A colour in CIE L*a*b*, where distances are about as large as they look.
    fn seen((red, green, blue): Rgb, sight: &[[f64; 3]; 3]) -> [f64; 3] {
        let light = [red, green, blue].map(linear);
        let dot = |row: &[f64; 3]| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>();
        let [r, g, b] = [0, 1, 2].map(|row| dot(&sight[row]).clamp(0.0, 1.0));
        let root = |part: f64| match part {
            part if part > 0.008_856 => part.cbrt(),
            part => 7.787 * part + 16.0 / 116.0,
        };
        let x = root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
        let y = root(0.2126 * r + 0.7152 * g + 0.0722 * b);
        let z = root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.0888);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    #[test]
    fn colour_blind_readers_tell_the_hues_apart() {
        for sight in &SIGHTS {
            for (index, &hue) in HUES.iter().enumerate() {
                for &other in &HUES[..index] {
                    let (a, b) = (seen(hue, sight), seen(other, sight));
                    let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
                    let distance = squares.sum::<f64>().sqrt();
                    // About 2 is the least difference that is seen side by side.
                    assert!(distance > 10.0, "{hue:?} and {other:?}: {distance}");
                }
            }
        }
    }

    #[test]
    fn more_is_darker() {
        let shades: Vec<_> = (0..=20)
            .map(|step| luminance(sequential(f64::from(step) / 20.0)))
            .collect();
        assert!(shades.is_sorted_by(|lighter, darker| lighter > darker));
        let middle = luminance(diverging(0.5));
        assert!((0..=20).all(|step| luminance(diverging(f64::from(step) / 20.0)) <= middle));
    }

    #[test]
    fn numbers_can_be_read_on_every_shade() {
        for step in 0..=100 {
            let part = f64::from(step) / 100.0;
            for color in [sequential(part), diverging(part)] {
                let text = match text_on(color) {
                    Paint::Rgb(r, g, b) => luminance((r, g, b)),
                    other => panic!("{other:?}"),
                };
                let shade = luminance(color);
                let contrast = (text.max(shade) + 0.05) / (text.min(shade) + 0.05);
                assert!(contrast >= 4.0, "{contrast} at {part}");
            }
        }
    }
}
