//! Times and sizes as text: `500ms`, `2s`, `512MiB`.

use std::time::Duration;

/// Units of time, the longest first, and how many nanoseconds each has. The first name is
/// the one it is printed with.
const TIMES: &[(&[&str], u64)] = &[
    (&["h"], 3_600_000_000_000),
    (&["m", "min"], 60_000_000_000),
    (&["s"], 1_000_000_000),
    (&["ms"], 1_000_000),
    (&["us", "µs"], 1_000),
    (&["ns"], 1),
];

/// Units of memory, the largest first, and how many bytes each has.
const SIZES: &[(&[&str], u64)] = &[
    (&["TiB"], 1 << 40),
    (&["TB"], 1_000_000_000_000),
    (&["GiB"], 1 << 30),
    (&["GB"], 1_000_000_000),
    (&["MiB"], 1 << 20),
    (&["MB"], 1_000_000),
    (&["KiB"], 1 << 10),
    (&["kB"], 1_000),
    (&["B"], 1),
];

/// What a time looks like, for a message that refuses one.
pub const A_TIME: &str = "a time is a number and its unit: 500ms, 2s, 1m";
/// What a size looks like, for a message that refuses one.
pub const A_SIZE: &str = "a size is a number and its unit: 512MiB, 2GiB, 500kB";

/// A time such as `500ms`, `2s`, `1.5m`; more than nothing, less than 30 years.
pub fn time(text: &str) -> Result<Duration, String> {
    let nanoseconds = number_of_units(text, TIMES).filter(|&ns| ns >= 1.0 && ns < 1e18);
    let time = nanoseconds.map(|ns| Duration::from_nanos(ns.round() as u64));
    time.ok_or_else(|| A_TIME.into())
}

/// A number of bytes such as `512MiB`; at least one, less than 2⁵³.
pub fn size(text: &str) -> Result<u64, String> {
    let bytes = number_of_units(text, SIZES).filter(|&b| b >= 1.0 && b < (1u64 << 53) as f64);
    bytes
        .map(|bytes| bytes.round() as u64)
        .ok_or_else(|| A_SIZE.into())
}

fn number_of_units(text: &str, units: &[(&[&str], u64)]) -> Option<f64> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(digits);
    let names = units
        .iter()
        .find(|(names, _)| names.contains(&unit.trim_start()));
    Some(number.parse::<f64>().ok()? * names?.1 as f64)
}

/// A time in the longest unit, of seconds and below, that it is a whole number of.
///
/// ```
/// use plyometer::units::{format_time, time};
///
/// assert_eq!(format_time(time("0.5s").unwrap()), "500ms");
/// assert_eq!(format_time(time("2m").unwrap()), "120s");
/// ```
pub fn format_time(time: Duration) -> String {
    let nanoseconds = time.as_nanos();
    let unit = TIMES.iter().find(|(names, length)| {
        *length <= 1_000_000_000
            && (nanoseconds.is_multiple_of((*length).into()) || names[0] == "ns")
    });
    let (name, length) = unit.map_or(("ns", 1), |unit| (unit.0[0], unit.1));
    format!("{}{name}", nanoseconds / u128::from(length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        assert_eq!(time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(time("1.5 s"), Ok(Duration::from_millis(1500)));
        assert_eq!(time("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(time("0.25µs"), Ok(Duration::from_nanos(250)));
        for wrong in [
            "",
            "5",
            "-1s",
            "0s",
            "5 parsecs",
            "1e9h",
            "s",
            "1..2s",
            "9999999999h",
        ] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_time_is_printed_as_it_could_be_written() {
        for (nanoseconds, text) in [
            (1, "1ns"),
            (1_500, "1500ns"),
            (2_000, "2us"),
            (100_000_000, "100ms"),
            (1_500_000_000, "1500ms"),
            (3_600_000_000_000, "3600s"),
        ] {
            let duration = Duration::from_nanos(nanoseconds);
            assert_eq!(format_time(duration), text);
            assert_eq!(time(text), Ok(duration));
        }
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(size("512MiB"), Ok(512 << 20));
        assert_eq!(size("1.5 GiB"), Ok(3 << 29));
        assert_eq!(size("64 B"), Ok(64));
        assert_eq!(size("500kB"), Ok(500_000));
        for wrong in ["", "512", "0B", "-1MiB", "1mib", "0.1B", "99999TiB"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
