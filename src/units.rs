//! Quantities with units as text: times, amounts of memory, large numbers.

use std::time::Duration;

/// A time such as `500ms`, `2s`, `1.5m`.
///
/// ```
/// use std::time::Duration;
/// use plyometer::units::parse_time;
///
/// assert_eq!(parse_time("1.5 s"), Ok(Duration::from_millis(1500)));
/// assert!(parse_time("5").is_err());
/// ```
pub fn parse_time(text: &str) -> Result<Duration, String> {
    let wrong = || "a time is a number and its unit: 500ms, 2s, 1m".to_string();
    let (number, unit) = split(text);
    let seconds = match unit {
        "ns" => 1e-9,
        "us" | "µs" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    let time = number.parse::<f64>().ok().map(|n| n * seconds);
    let time = time.filter(|&s| s > 0.0 && s < 1e9);
    time.map(Duration::from_secs_f64).ok_or_else(wrong)
}

/// An amount of memory such as `512MiB`, `2GiB`.
pub fn parse_bytes(text: &str) -> Result<usize, String> {
    let wrong = || "an amount of memory is a number and its unit: 512MiB, 2GiB".to_string();
    let (number, unit) = split(text);
    let bytes = match unit {
        "B" => 1.0,
        "KiB" => 1024.0,
        "MiB" => 1_048_576.0,
        "GiB" => 1_073_741_824.0,
        _ => return Err(wrong()),
    };
    let amount = number.parse::<f64>().ok().map(|n| n * bytes);
    let amount = amount.filter(|&n| (1.0..1e15).contains(&n));
    amount.map(|n| n as usize).ok_or_else(wrong)
}

/// The number at the beginning of a text, and what follows it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.');
    let (number, unit) = text.split_at(digits.unwrap_or(text.len()));
    (number, unit.trim())
}

/// A time for people, with three digits that matter: `1.23 ms`.
pub fn show_time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    let (number, unit) = match seconds {
        s if s < 1e-6 => (s * 1e9, "ns"),
        s if s < 1e-3 => (s * 1e6, "µs"),
        s if s < 1.0 => (s * 1e3, "ms"),
        s if s < 120.0 => (s, "s"),
        s => (s / 60.0, "min"),
    };
    let places = match number {
        n if n < 10.0 => 2,
        n if n < 100.0 => 1,
        _ => 0,
    };
    format!("{number:.places$} {unit}")
}

/// A time to the nanosecond, as [`parse_time`] reads it: `100ms`, `1500ms`, `120s`.
pub fn exact_time(time: Duration) -> String {
    let nanoseconds = time.as_nanos();
    let units = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "us")];
    let whole = units.iter().find(|(n, _)| nanoseconds.is_multiple_of(*n));
    let (length, unit) = whole.unwrap_or(&(1, "ns"));
    format!("{}{unit}", nanoseconds / length)
}

/// 1234567 as 1,234,567.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().collect();
    let groups: Vec<_> = groups.iter().map(|g| String::from_utf8_lossy(g)).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1234567, "1,234,567"),
        ] {
            assert_eq!(thousands(number), text);
        }
    }

    #[test]
    fn times_have_units() {
        assert_eq!(parse_time("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_time("1.5 s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_time("2m"), Ok(Duration::from_secs(120)));
        for wrong in ["", "5", "-1s", "0s", "5 parsecs", "1e9h", "s"] {
            assert!(parse_time(wrong).is_err(), "{wrong}");
        }
        for (nanos, text) in [
            (12, "12.0 ns"),
            (1_234, "1.23 µs"),
            (45_600_000, "45.6 ms"),
            (1_500_000_000, "1.50 s"),
            (180_000_000_000, "3.00 min"),
        ] {
            assert_eq!(show_time(Duration::from_nanos(nanos)), text);
        }
    }

    #[test]
    fn exact_times_can_be_read_again() {
        for (nanoseconds, text) in [
            (1, "1ns"),
            (1_500, "1500ns"),
            (2_000, "2us"),
            (100_000_000, "100ms"),
            (1_500_000_000, "1500ms"),
            (3_600_000_000_000, "3600s"),
        ] {
            let time = Duration::from_nanos(nanoseconds);
            assert_eq!(exact_time(time), text);
            assert_eq!(parse_time(text), Ok(time));
        }
    }

    #[test]
    fn amounts_of_memory_have_units() {
        assert_eq!(parse_bytes("512MiB"), Ok(512 << 20));
        assert_eq!(parse_bytes("1.5 KiB"), Ok(1536));
        for wrong in ["", "5", "-1MiB", "0B", "5 MB", "1e9GiB"] {
            assert!(parse_bytes(wrong).is_err(), "{wrong}");
        }
    }
}
