//! Arrays of whole numbers, which Unity writes as one run of hexadecimal digits, little end first.

use super::kind::Kind;

/// Bytes of one element; `None` for kinds that are written as lists.
fn size(item: &Kind) -> Option<usize> {
    match item {
        Kind::Bool => Some(1),
        Kind::Enum(_) => Some(4),
        Kind::Int(form) => Some(match form.max {
            max if max <= i128::from(u8::MAX) => 1,
            max if max <= i128::from(u16::MAX) => 2,
            max if max <= i128::from(u32::MAX) => 4,
            _ => 8,
        }),
        _ => None,
    }
}

/// True for elements that Unity packs.
pub(crate) fn is_packed(item: &Kind) -> bool {
    size(item).is_some()
}

/// The elements; `None` where the text is no packed array of this kind.
pub(crate) fn unpack(text: &str, item: &Kind) -> Option<Vec<i128>> {
    let size = size(item)?;
    let signed = matches!(item, Kind::Enum(_)) || matches!(item, Kind::Int(form) if form.min < 0);
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

/// The packed text of numbers that fit the kind.
pub(crate) fn pack(numbers: impl Iterator<Item = i128>, item: &Kind) -> Option<String> {
    let size = size(item)?;
    let mut text = String::new();
    for number in numbers {
        for byte in number.to_le_bytes().get(..size)? {
            text.push_str(&format!("{byte:02x}"));
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_arrays_go_both_ways() {
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
            let kind = Kind::named(kind).expect("a kind");
            assert_eq!(unpack(text, &kind).as_deref(), Some(numbers), "{text}");
            assert_eq!(pack(numbers.iter().copied(), &kind).as_deref(), Some(text));
        }
        let int = Kind::named("int").expect("int");
        assert_eq!(unpack("", &int), Some(Vec::new()));
        for bad in ["0", "010000", "0100000g", "über0000"] {
            assert_eq!(unpack(bad, &int), None, "{bad}");
        }
        assert_eq!(unpack("00000000", &Kind::Float), None);
    }
}
