//! Reads little-endian numbers from untrusted bytes. A read out of bounds returns `None`.

#[derive(Clone, Copy, Debug)]
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(super) fn from(self, at: usize) -> Option<Self> {
        self.0.get(at..).map(Self)
    }

    pub(super) fn part(self, at: usize, length: usize) -> Option<Self> {
        self.0.get(at..at.checked_add(length)?).map(Self)
    }

    pub(super) fn u8(self, at: usize) -> Option<u8> {
        self.0.get(at).copied()
    }

    pub(super) fn u16(self, at: usize) -> Option<u16> {
        let bytes = self.0.get(at..)?.first_chunk::<2>()?;
        Some(u16::from_le_bytes(*bytes))
    }

    pub(super) fn u32(self, at: usize) -> Option<u32> {
        let bytes = self.0.get(at..)?.first_chunk::<4>()?;
        Some(u32::from_le_bytes(*bytes))
    }

    pub(super) fn u64(self, at: usize) -> Option<u64> {
        let bytes = self.0.get(at..)?.first_chunk::<8>()?;
        Some(u64::from_le_bytes(*bytes))
    }

    pub(super) fn offset(self, at: usize) -> Option<usize> {
        usize::try_from(self.u32(at)?).ok()
    }

    /// Reads UTF-8 text up to the next zero byte.
    pub(super) fn text(self, at: usize) -> Option<&'a str> {
        let rest = self.0.get(at..)?;
        let end = rest.iter().position(|byte| *byte == 0)?;
        std::str::from_utf8(rest.get(..end)?).ok()
    }
}

pub(super) struct Cursor<'a> {
    bytes: Bytes<'a>,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(bytes: Bytes<'a>) -> Self {
        Self { bytes, at: 0 }
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.u8(self.at)?;
        self.at += 1;
        Some(byte)
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.u8(self.at)
    }

    /// Reads a compressed unsigned integer of ECMA-335, which has one, two or four bytes.
    pub(super) fn compressed(&mut self) -> Option<usize> {
        let first = usize::from(self.byte()?);
        if first & 0x80 == 0 {
            return Some(first);
        }
        let second = usize::from(self.byte()?);
        if first & 0x40 == 0 {
            return Some((first & 0x3f) << 8 | second);
        }
        let (third, fourth) = (usize::from(self.byte()?), usize::from(self.byte()?));
        Some((first & 0x1f) << 24 | second << 16 | third << 8 | fourth)
    }

    pub(super) const fn position(&self) -> usize {
        self.at
    }
}
