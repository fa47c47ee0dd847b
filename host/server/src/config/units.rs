//! Durations and sizes with units, as in the configuration file.
//!
//! This module parses and formats values such as `"30s"` and `"64MiB"`.

use std::time::Duration;

struct Unit {
    name: &'static str,
    /// Size of the unit as a multiple of the smallest unit (milliseconds or bytes).
    size: u64,
}

const fn unit(name: &'static str, size: u64) -> Unit {
    Unit { name, size }
}

const DURATIONS: [Unit; 4] = [unit("ms", 1), unit("s", 1_000), unit("m", 60_000), unit("h", 3_600_000)];
const SIZES: [Unit; 4] = [
    unit("GiB", 1 << 30),
    unit("MiB", 1 << 20),
    unit("KiB", 1 << 10),
    unit("B", 1),
];

/// Parses a duration such as `"500ms"`, `"30s"`, `"5m"` or `"1h"`. Accepts only whole numbers.
pub(crate) fn duration(text: &str) -> Option<Duration> {
    amount(text, &DURATIONS).map(Duration::from_millis)
}

/// Parses a size such as `"64MiB"`, `"64KiB"`, `"1GiB"` or `"100B"` to bytes. Accepts only whole numbers.
pub(crate) fn size(text: &str) -> Option<u64> {
    amount(text, &SIZES)
}

fn amount(text: &str, units: &[Unit]) -> Option<u64> {
    let digits = text.trim().find(|letter: char| !letter.is_ascii_digit())?;
    let (number, unit) = text.trim().split_at(digits);
    let unit = units
        .iter()
        .find(|known| known.name.eq_ignore_ascii_case(unit.trim()))?;
    number.parse::<u64>().ok()?.checked_mul(unit.size)
}

/// Formats a duration in the shortest spelling that `duration` parses to the same value.
pub(crate) fn show_duration(value: Duration) -> String {
    let millis = u64::try_from(value.as_millis()).unwrap_or(u64::MAX);
    show(millis, DURATIONS.iter().rev(), "ms")
}

/// Formats a size in bytes, in the shortest spelling that `size` parses to the same value.
pub(crate) fn show_size(value: u64) -> String {
    show(value, SIZES.iter(), "B")
}

fn show<'a>(value: u64, mut units: impl Iterator<Item = &'a Unit>, smallest: &str) -> String {
    match units.find(|unit| value >= unit.size && value.is_multiple_of(unit.size)) {
        Some(Unit { name, size }) => format!("{}{name}", value / size),
        None => format!("{value}{smallest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_and_formats_units_consistently() {
        for text in ["1ms", "1500ms", "30s", "5m", "2h"] {
            assert_eq!(show_duration(duration(text).unwrap()), text);
        }
        for text in ["1B", "1500B", "64KiB", "64MiB", "2GiB"] {
            assert_eq!(show_size(size(text).unwrap()), text);
        }
        assert_eq!(duration("90s"), duration("90 s"));
        assert_eq!(size("64mib"), Some(64 << 20));
    }

    #[test]
    fn rejects_value_that_is_no_whole_number_with_unit() {
        for text in [
            "",
            "30",
            "s",
            "1.5s",
            "-1s",
            "30 parsecs",
            "99999999999999999999s",
            "18446744073709551615h",
        ] {
            assert_eq!(duration(text), None, "{text}");
        }
        for text in ["64", "64MB", "1e3B"] {
            assert_eq!(size(text), None, "{text}");
        }
    }
}
