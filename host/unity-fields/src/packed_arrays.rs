//! Packed arrays of integers, which Unity writes as one sequence of hexadecimal digits, little-endian.

use crate::kind::Kind;
use data_encoding::HEXLOWER;

/// Returns the bytes of one element in a packed array (hexadecimal digits); `None` for kinds that Unity does not pack.
fn size(item: &Kind) -> Option<usize> {
    match item {
        Kind::Bool => Some(1),
        Kind::Char => Some(2),
        Kind::Enum(names) => Some(names.form.bytes()),
        Kind::Int(form) => Some(form.bytes()),
        _ => None,
    }
}

/// Returns true if Unity writes arrays of this kind as one sequence of hexadecimal digits (packed).
pub fn is_packed(item: &Kind) -> bool {
    size(item).is_some()
}

/// Returns the numbers in a packed array (hexadecimal digits); `None` if the text is no packed array of this kind.
pub fn unpack(text: &str, item: &Kind) -> Option<Vec<i128>> {
    let size = size(item)?;
    let signed = match item {
        Kind::Enum(names) => names.form.min < 0,
        Kind::Int(form) => form.min < 0,
        _ => false,
    };
    let digits = text.as_bytes();
    if !digits.len().is_multiple_of(2 * size) {
        return None;
    }
    let digit = |byte: &u8| char::from(*byte).to_digit(16).map(i128::from);
    let element = |digits: &[u8]| {
        let mut number = 0_i128;
        for (at, pair) in digits.chunks_exact(2).enumerate() {
            let [high, low] = pair else { return None };
            number |= (digit(high)? << 4 | digit(low)?) << (8 * at);
        }
        let over = 1_i128 << (8 * size);
        Some(if signed && number >= over / 2 {
            number - over
        } else {
            number
        })
    };
    digits.chunks_exact(2 * size).map(element).collect()
}

/// Formats numbers as hexadecimal digits (packed array); `None` if Unity does not pack this kind. The numbers must fit.
pub fn pack(numbers: impl Iterator<Item = i128>, item: &Kind) -> Option<String> {
    let size = size(item)?;
    let mut text = String::new();
    for number in numbers {
        HEXLOWER.encode_append(number.to_le_bytes().get(..size)?, &mut text);
    }
    Some(text)
}

/// Returns the number of elements of the packed array `text`; `None` if its length does not fit elements of this kind.
/// The digits are not checked.
pub(crate) fn packed_len(text: &str, item: &Kind) -> Option<usize> {
    let digits = 2 * size(item)?;
    text.len().is_multiple_of(digits).then_some(text.len() / digits)
}

/// Replaces the array element at index `at`; returns false if it does not exist or Unity does not pack the kind.
pub(crate) fn set_packed(text: &mut String, item: &Kind, at: usize, number: i128) -> bool {
    let Some(packed) = pack(std::iter::once(number), item) else {
        return false;
    };
    let range = at * packed.len()..(at + 1) * packed.len();
    let is_there = text.get(range.clone()).is_some();
    if is_there {
        text.replace_range(range, &packed);
    }
    is_there
}

/// Sets the length of a packed array to `count`: truncates it, or repeats its last element (0 for an empty array).
pub(crate) fn resize_packed(text: &mut String, item: &Kind, count: usize) {
    let Some(digits) = size(item).map(|size| 2 * size) else {
        return;
    };
    let last = text.len().checked_sub(digits).and_then(|at| text.get(at..));
    let last = last.map_or_else(|| "0".repeat(digits), str::to_owned);
    if text.is_char_boundary((count * digits).min(text.len())) {
        text.truncate(count * digits);
    }
    while text.len() < count * digits {
        text.push_str(&last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips_packed_arrays_and_rejects_invalid_text() {
        let table: [(&str, &str, &[i128]); 7] = [
            ("int", "0100000002000000ffffffff", &[1, 2, -1]),
            ("uint", "ffffffff", &[4_294_967_295]),
            ("bool", "0100", &[1, 0]),
            ("byte", "00ff", &[0, 255]),
            ("sbyte", "ff", &[-1]),
            ("short", "00800100", &[-32_768, 1]),
            ("long", "feffffffffffffff", &[-2]),
        ];
        for (kind, text, numbers) in table {
            let kind = Kind::from_name(kind).expect("a kind");
            assert_eq!(unpack(text, &kind).as_deref(), Some(numbers), "{text}");
            assert_eq!(pack(numbers.iter().copied(), &kind).as_deref(), Some(text));
        }
        let int = Kind::from_name("int").expect("int");
        assert_eq!(unpack("", &int), Some(Vec::new()));
        for bad in ["0", "010000", "0100000g", "über0000"] {
            assert_eq!(unpack(bad, &int), None, "{bad}");
        }
        assert_eq!(unpack("00000000", &Kind::Float), None);
    }
}
