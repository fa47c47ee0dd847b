//! Binary encoder for numbers and texts, and a decoder that checks its input, because index files are not trusted.

/// Encoder that appends to a byte buffer.
#[derive(Default)]
pub(super) struct Out(pub(super) Vec<u8>);

impl Out {
    /// Appends a number as a variable-length integer: seven bits in each byte, the lowest bits first.
    pub(super) fn number(&mut self, mut value: u64) {
        while value >= 0x80 {
            self.0.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.0.push(value as u8);
    }

    pub(super) fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    pub(super) fn signed(&mut self, value: i64) {
        self.number((value << 1 ^ value >> 63).cast_unsigned());
    }

    pub(super) fn wide(&mut self, value: u128) {
        self.0.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend_from_slice(text.as_bytes());
    }
}

/// Decoder that reads from the start of a byte slice; its methods return `None` if the input is too short or invalid.
pub(super) struct In<'a>(pub(super) &'a [u8]);

impl<'a> In<'a> {
    pub(super) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = *self.take(1)?.first()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return None;
            }
            value |= bits << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    pub(super) fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    /// Reads the length of a list. Each item has at least one byte, so a length above the remaining bytes is invalid.
    pub(super) fn count(&mut self) -> Option<usize> {
        usize::try_from(self.number()?)
            .ok()
            .filter(|count| *count <= self.0.len())
    }

    pub(super) fn signed(&mut self) -> Option<i64> {
        let value = self.number()?;
        Some((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    pub(super) fn wide(&mut self) -> Option<u128> {
        Some(u128::from_le_bytes(self.take(16)?.try_into().ok()?))
    }

    pub(super) fn text(&mut self) -> Option<&'a str> {
        let count = self.count()?;
        std::str::from_utf8(self.take(count)?).ok()
    }

    pub(super) fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.count()?;
        (0..count).map(|_| item(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn round_trips_numbers_and_text(number: u64, signed: i64, wide: u128, text: String) {
            let mut out = Out::default();
            out.number(number);
            out.signed(signed);
            out.wide(wide);
            out.text(&text);
            let mut bytes = In(&out.0);
            prop_assert_eq!(bytes.number(), Some(number));
            prop_assert_eq!(bytes.signed(), Some(signed));
            prop_assert_eq!(bytes.wide(), Some(wide));
            prop_assert_eq!(bytes.text(), Some(text.as_str()));
            prop_assert!(bytes.0.is_empty());
        }
    }

    #[test]
    fn returns_none_for_count_beyond_input() {
        let mut out = Out::default();
        out.count(usize::MAX);
        assert_eq!(In(&out.0).list(|bytes| bytes.small()), None);
        assert_eq!(In(&[0xff; 11]).number(), None);
    }
}
