//! Numbers as labels: `1,234,567`, `−0.25`, `3×10⁹`.

/// Beyond these a tick is written in powers of ten.
const LARGEST_PLAIN: f64 = 1e7;
const SMALLEST_PLAIN: f64 = 1e-4;

/// With thousands separators and a true minus sign: `−1,234.50`.
pub(crate) fn plain(value: f64, decimals: usize) -> String {
    let digits = format!("{:.decimals$}", value.abs());
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits.as_str(), None),
    };
    let mut text = String::new();
    // A number that rounds to zero has no sign.
    if value < 0.0 && digits.chars().any(|c| ('1'..='9').contains(&c)) {
        text.push('−');
    }
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if let Some(fraction) = fraction {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

/// `10⁻³`
pub(crate) fn power_of_ten(exponent: i32) -> String {
    let raised = exponent.to_string();
    let raised = raised.chars().map(|c| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '4'..='9' => char::from_u32('⁰' as u32 + c as u32 - '0' as u32).unwrap_or(c),
        _ => '⁰',
    });
    format!("10{}", raised.collect::<String>())
}

/// The exponent of the leading digit.
fn exponent(value: f64) -> i32 {
    if value == 0.0 {
        return 0;
    }
    // Rust's own formatting has the exact answer, where a logarithm may round up.
    let text = format!("{:e}", value.abs());
    text.split_once('e')
        .and_then(|(_, exponent)| exponent.parse().ok())
        .unwrap_or(0)
}

/// `value / 10^exponent`, in two steps so that neither end of the range overflows.
fn mantissa(value: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    value / 10f64.powi(half) / 10f64.powi(exponent - half)
}

fn with_power(value: f64, exponent: i32, decimals: usize) -> String {
    let mantissa = plain(mantissa(value, exponent), decimals);
    format!("{mantissa}×{}", power_of_ten(exponent))
}

/// The digits after the point that a number needs, at most `most`.
fn needed_decimals(value: f64, most: usize) -> usize {
    (0..most)
        .find(|&decimals| {
            let shown: f64 = format!("{value:.decimals$}").parse().unwrap_or(value);
            (shown - value).abs() <= value.abs() * 1e-9
        })
        .unwrap_or(most)
}

/// Labels for evenly spaced ticks, all with the same number of decimals.
pub(crate) fn even_labels(values: &[f64], step: f64) -> Vec<String> {
    let largest = values.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    let power = exponent(largest);
    let digits = (power - exponent(step) + 1).max(0) as usize;
    let far = largest >= LARGEST_PLAIN || (largest > 0.0 && largest < SMALLEST_PLAIN * 10.0);
    // Numbers close together and far from zero are told apart by their last digits,
    // which a power of ten would hide.
    if far && (digits <= 5 || largest >= 1e15) {
        let decimals = needed_decimals(mantissa(step, power), 12);
        let label = |value: &f64| match *value {
            0.0 => "0".to_owned(),
            value => with_power(value, power, decimals),
        };
        return values.iter().map(label).collect();
    }
    let decimals = needed_decimals(step, 12);
    values.iter().map(|&value| plain(value, decimals)).collect()
}

/// Labels for ticks of a logarithmic axis, each with the decimals it needs.
pub(crate) fn log_labels(values: &[f64]) -> Vec<String> {
    let plain_enough =
        |v: &f64| (*v == 0.0) || (SMALLEST_PLAIN..LARGEST_PLAIN).contains(&(v * 1.000_001));
    if values.iter().all(plain_enough) {
        let label = |&value: &f64| plain(value, needed_decimals(value, 12));
        return values.iter().map(label).collect();
    }
    values.iter().map(|&value| powers_label(value)).collect()
}

fn powers_label(value: f64) -> String {
    let power = exponent(value * (1.0 + 1e-12));
    let leading = mantissa(value, power);
    if value == 0.0 {
        "0".to_owned()
    } else if (leading - 1.0).abs() < 1e-9 {
        power_of_ten(power)
    } else {
        with_power(value, power, needed_decimals(leading, 6))
    }
}

/// A value written out: whole numbers in full, others to three digits.
pub(crate) fn value(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if !(1e-3..1e12).contains(&size) {
        scientific(value, 2)
    } else if value.fract() == 0.0 || size >= 1000.0 {
        plain(value, 0)
    } else {
        let decimals = (2 - exponent(value)).clamp(0, 5) as usize;
        plain(value, needed_decimals(value, decimals))
    }
}

/// `1.23×10⁸`, rounded to so many decimals.
fn scientific(value: f64, decimals: usize) -> String {
    // Rounding may carry: 9.996 is 10.00, which is written 1.00 of the next power.
    let rounded: f64 = format!("{value:.decimals$e}").parse().unwrap_or(value);
    let power = exponent(rounded);
    with_power(
        rounded,
        power,
        needed_decimals(mantissa(rounded, power), decimals),
    )
}

/// Ways to write a value, from the fullest to the shortest, for the first that fits.
pub(crate) fn ways(number: f64) -> Vec<String> {
    let mut ways = vec![value(number)];
    let size = number.abs();
    if (1e-3..10.0).contains(&size) {
        ways.extend([2, 1].map(|decimals| plain(number, decimals)));
    } else if (10.0..1000.0).contains(&size) {
        ways.extend([1, 0].map(|decimals| plain(number, decimals)));
    } else if size != 0.0 {
        ways.extend([1, 0].map(|decimals| scientific(number, decimals)));
    }
    // A shorter way must not say that something is nothing.
    ways.retain(|way| size == 0.0 || way.chars().any(|c| ('1'..='9').contains(&c)));
    ways
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        assert_eq!(plain(1_234_567.0, 0), "1,234,567");
        assert_eq!(plain(-123.0, 0), "−123");
        assert_eq!(plain(-1234.5, 2), "−1,234.50");
        assert_eq!(plain(-0.001, 1), "0.0");
        assert_eq!(plain(999_999.9, 0), "1,000,000");
    }

    #[test]
    fn powers_have_raised_digits() {
        assert_eq!(power_of_ten(-10), "10⁻¹⁰");
        assert_eq!(power_of_ten(123_456_789), "10¹²³⁴⁵⁶⁷⁸⁹");
    }

    #[test]
    fn even_labels_have_equal_decimals() {
        assert_eq!(even_labels(&[0.0, 0.5, 1.0], 0.5), ["0.0", "0.5", "1.0"]);
        assert_eq!(
            even_labels(&[0.0, 5e8, 1e9, 1.5e9], 5e8),
            ["0", "0.5×10⁹", "1.0×10⁹", "1.5×10⁹"]
        );
        assert_eq!(even_labels(&[-20.0, 0.0], 20.0), ["−20", "0"]);
        // Far from zero and close together: every digit counts.
        assert_eq!(
            even_labels(&[1e9, 1e9 + 1.0], 1.0),
            ["1,000,000,000", "1,000,000,001"]
        );
        assert_eq!(even_labels(&[0.0, 1e-5], 1e-5), ["0", "1×10⁻⁵"]);
    }

    #[test]
    fn log_labels_are_plain_until_they_are_long() {
        assert_eq!(log_labels(&[0.01, 1.0, 1000.0]), ["0.01", "1", "1,000"]);
        assert_eq!(log_labels(&[1.0, 1e12]), ["10⁰", "10¹²"]);
        assert_eq!(log_labels(&[2e7, 5e7]), ["2×10⁷", "5×10⁷"]);
        assert_eq!(log_labels(&[1e-300, 1e300]), ["10⁻³⁰⁰", "10³⁰⁰"]);
    }

    #[test]
    fn values_are_written_as_people_write_them() {
        assert_eq!(value(1234.0), "1,234");
        assert_eq!(value(0.25), "0.25");
        assert_eq!(value(-std::f64::consts::PI), "−3.14");
        assert_eq!(value(123.456), "123");
        assert_eq!(value(3.2e15), "3.2×10¹⁵");
        assert_eq!(value(0.000_123), "1.23×10⁻⁴");
        assert_eq!(value(0.0), "0");
    }

    #[test]
    fn shorter_ways_never_round_to_nothing() {
        assert_eq!(ways(1_234_567.0), ["1,234,567", "1.2×10⁶", "1×10⁶"]);
        assert_eq!(ways(0.012), ["0.012", "0.01"]);
        assert_eq!(ways(0.0), ["0"]);
        assert_eq!(scientific(9_999_999.0, 1), "1×10⁷");
    }
}
