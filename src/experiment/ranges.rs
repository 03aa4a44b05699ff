//! Ranges of whole numbers as text: `1..=8`, `1..9`, `0..=100 step 10`, and in rules `7..`.

use std::str::FromStr;

/// Whole numbers from a first one, to a last one unless it goes on forever.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WholeRange {
    pub first: u64,
    pub last: Option<u64>,
    pub step: u64,
}

/// The most numbers a range may stand for as an axis.
const MOST: u64 = 1_000_000;

impl WholeRange {
    /// One number.
    pub fn one(number: u64) -> Self {
        WholeRange {
            first: number,
            last: Some(number),
            step: 1,
        }
    }

    /// Whether a text is meant as a range, right or wrong.
    pub fn is_meant(text: &str) -> bool {
        let text = text.trim_start();
        text.contains("..") && text.starts_with(|c: char| c.is_ascii_digit())
    }

    pub fn contains(&self, number: u64) -> bool {
        number >= self.first
            && self.last.is_none_or(|last| number <= last)
            && (number - self.first).is_multiple_of(self.step)
    }

    /// The numbers, one by one.
    pub fn numbers(&self) -> Result<impl Iterator<Item = u64> + use<>, String> {
        let Some(last) = self.last else {
            return Err(format!(
                "a range needs an end here, as in {0}..={0}",
                self.first
            ));
        };
        let step = self.step;
        if (last - self.first) / step >= MOST {
            return Err(format!("a range of more than {MOST} numbers"));
        }
        Ok((self.first..=last).step_by(step as usize))
    }
}

impl FromStr for WholeRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = || {
            format!(
                "`{}` is not a range like 1..=8, 1..9 or 0..=100 step 10",
                text.trim()
            )
        };
        let number = |text: &str| {
            let digits = text.trim().replace('_', "");
            let plain = digits.starts_with(|c: char| c.is_ascii_digit());
            digits
                .parse::<u64>()
                .ok()
                .filter(|_| plain)
                .ok_or_else(form)
        };
        let (ends, step) = match text.split_once("step") {
            Some((ends, step)) => (ends, number(step)?),
            None => (text, 1),
        };
        let (first, last) = ends.split_once("..").ok_or_else(form)?;
        let first = number(first)?;
        let last = match (last.strip_prefix('='), last.trim()) {
            (Some(last), _) => Some(number(last)?),
            (None, "") => None,
            (None, end) => Some(number(end)?.checked_sub(1).ok_or("an empty range")?),
        };
        if step == 0 {
            return Err("a step of 0 leads nowhere".into());
        }
        if last.is_some_and(|last| last < first) {
            return Err(format!("`{}` is an empty range", text.trim()));
        }
        Ok(WholeRange { first, last, step })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Result<Vec<u64>, String> {
        Ok(text.parse::<WholeRange>()?.numbers()?.collect())
    }

    #[test]
    fn ranges_have_their_ends() {
        assert_eq!(numbers("1..=3"), Ok(vec![1, 2, 3]));
        assert_eq!(numbers(" 1 .. 3 "), Ok(vec![1, 2]));
        assert_eq!(numbers("0..=10 step 5"), Ok(vec![0, 5, 10]));
        assert_eq!(numbers("0..10 step 5"), Ok(vec![0, 5]));
        assert_eq!(numbers("1_000..=1_000"), Ok(vec![1000]));
        let last = u64::MAX;
        assert_eq!(numbers(&format!("{last}..={last}")), Ok(vec![last]));
    }

    #[test]
    fn a_rule_may_have_no_end() {
        let range: WholeRange = "7..".parse().unwrap();
        assert!(!range.contains(6) && range.contains(7) && range.contains(u64::MAX));
        assert!(numbers("7..").unwrap_err().contains("needs an end"));
        let stepped: WholeRange = "1..=9 step 4".parse().unwrap();
        let inside: Vec<_> = (0..12).filter(|&n| stepped.contains(n)).collect();
        assert_eq!(inside, [1, 5, 9]);
    }

    #[test]
    fn what_is_no_range_says_so() {
        for (text, part) in [
            ("", "not a range"),
            ("3", "not a range"),
            ("1..=", "not a range"),
            ("..3", "not a range"),
            ("+1..=3", "not a range"),
            ("1..=3 step", "not a range"),
            ("1..=3 step 0", "nowhere"),
            ("3..=1", "empty range"),
            ("3..3", "empty range"),
            ("0..0", "empty range"),
            ("1..=99999999999999999999", "not a range"),
            ("1..=10000000", "more than 1000000"),
        ] {
            assert!(
                numbers(text).unwrap_err().contains(part),
                "{text}: {:?}",
                numbers(text)
            );
        }
    }
}
