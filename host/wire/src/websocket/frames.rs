//! A filter between the socket and the WebSocket library. It counts the payload of the unfinished message, and splits
//! large frames into small ones.
//!
//! The library keeps the buffer of its largest frame for the lifetime of the connection, and that buffer is not
//! counted. With small frames it holds the payload of one unfinished message and little else.

use tokio::io::ReadBuf;

/// Maximum payload bytes per frame for the WebSocket library, a multiple of the mask's four; larger frames are split.
pub(super) const PIECE: usize = 8 << 10;
/// Maximum number of frames of one message; over it, the connection fails. Empty frames use no memory, but time.
pub(super) const MOST_FRAMES: u32 = 65_536;
/// Bytes of the longest frame header.
const HEAD: usize = 14;
const FIN: u8 = 0x80;
const MASKED: u8 = 0x80;
const CONTROL: u8 = 0x08;
/// Maximum payload bytes of a WebSocket control frame; over it, the connection fails.
const LARGEST_CONTROL: u64 = 125;

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message may come in {MOST_FRAMES} frames at most")]
pub(super) struct TooManyFrames;

/// The number of bytes that one call of [`Frames::pass`] has read and passed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Passed {
    pub(super) read: usize,
    /// Number of payload bytes of data frames (not of control frames) that this call has read.
    pub(super) payload: usize,
}

#[derive(Debug)]
pub(super) struct Frames {
    /// Maximum payload bytes of a data frame that the WebSocket library accepts.
    largest: u64,
    head: Head,
    /// The header of a WebSocket frame that is passed to the WebSocket library next.
    outgoing: Head,
    outgoing_from: usize,
    /// The first byte of the current frame's header. The next field contains its mask flag and its mask.
    first: u8,
    mask: (u8, [u8; 4]),
    /// Payload bytes of the current frame that have not arrived. The next field counts those of its current piece.
    left: u64,
    piece_left: u64,
    /// Number of frames of the unfinished message. The next field counts its payload bytes.
    frames: u32,
    unfinished: usize,
    messages: u64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Head {
    bytes: [u8; HEAD],
    length: usize,
}

impl Head {
    fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if let Some(at) = self.bytes.get_mut(self.length) {
                *at = *byte;
                self.length += 1;
            }
        }
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    /// Returns the length of the whole frame header in bytes, as far as the bytes received so far determine it.
    fn wanted_bytes(&self) -> usize {
        let [_, second, ..] = self.bytes;
        if self.length < 2 {
            return 2;
        }
        let mask = if second & MASKED == 0 { 0 } else { 4 };
        2 + mask
            + match second & !MASKED {
                126 => 2,
                127 => 8,
                _ => 0,
            }
    }

    fn read(&self) -> (u64, [u8; 4]) {
        let [_, second, rest @ ..] = &self.bytes;
        let number = |bytes: &[u8]| bytes.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        let (length, mask) = match second & !MASKED {
            126 => (number(&rest[..2]), &rest[2..6]),
            127 => (number(&rest[..8]), &rest[8..12]),
            short => (u64::from(short), &rest[..4]),
        };
        let mask = <[u8; 4]>::try_from(mask).unwrap_or_default();
        (length, if second & MASKED == 0 { [0; 4] } else { mask })
    }
}

impl Frames {
    pub(super) fn new(largest: usize) -> Self {
        Self {
            largest: largest as u64,
            head: Head::default(),
            outgoing: Head::default(),
            outgoing_from: 0,
            first: 0,
            mask: (0, [0; 4]),
            left: 0,
            piece_left: 0,
            frames: 0,
            unfinished: 0,
            messages: 0,
        }
    }

    /// Returns the number of payload bytes of the message that is only partly received; the library holds them.
    pub(super) fn unfinished(&self) -> usize {
        self.unfinished
    }

    /// Returns the sequence number of a message that is only partly received; `None` if there is none.
    pub(super) fn began(&self) -> Option<u64> {
        (self.frames > 0).then_some(self.messages)
    }

    pub(super) fn flush(&mut self, into: &mut ReadBuf<'_>) {
        let rest = self.outgoing.bytes().get(self.outgoing_from..).unwrap_or_default();
        let bytes = rest.get(..into.remaining()).unwrap_or(rest);
        into.put_slice(bytes);
        self.outgoing_from += bytes.len();
    }

    /// Passes received bytes to the WebSocket library, until all are passed or `into` is full. Fails on too many
    /// frames.
    pub(super) fn pass(&mut self, input: &[u8], into: &mut ReadBuf<'_>) -> Result<Passed, TooManyFrames> {
        let mut passed = Passed::default();
        loop {
            self.flush(into);
            let rest = input.get(passed.read..).unwrap_or_default();
            if rest.is_empty() || into.remaining() == 0 {
                return Ok(passed);
            }
            if self.left == 0 {
                let wanted = self.head.wanted_bytes() - self.head.length;
                let bytes = rest.get(..wanted).unwrap_or(rest);
                self.head.push(bytes);
                passed.read += bytes.len();
                if self.head.length == self.head.wanted_bytes() {
                    self.begin()?;
                }
                continue;
            }
            let room = rest.len().min(into.remaining());
            let most = usize::try_from(self.piece_left).unwrap_or(usize::MAX).min(room);
            let bytes = rest.get(..most).unwrap_or(rest);
            into.put_slice(bytes);
            passed.read += bytes.len();
            self.left -= bytes.len() as u64;
            self.piece_left -= bytes.len() as u64;
            if self.first & CONTROL == 0 {
                passed.payload += bytes.len();
                self.unfinished += bytes.len();
            }
            if self.left == 0 {
                self.end();
            } else if self.piece_left == 0 {
                self.next_piece();
            }
        }
    }

    fn begin(&mut self) -> Result<(), TooManyFrames> {
        let head = std::mem::take(&mut self.head);
        let [first, second, ..] = head.bytes;
        let (length, mask) = head.read();
        (self.first, self.mask, self.left) = (first, (second & MASKED, mask), length);
        let is_control = first & CONTROL != 0;
        if !is_control {
            self.frames += 1;
            if self.frames > MOST_FRAMES {
                return Err(TooManyFrames);
            }
        }
        if is_control && length > LARGEST_CONTROL {
            // The library rejects the frame after one excess byte, and not only after the whole announced length.
            self.announce(first, LARGEST_CONTROL + 1);
            self.piece_left = length;
        } else if is_control || length <= PIECE as u64 || length > self.largest {
            (self.outgoing, self.outgoing_from) = (head, 0);
            self.piece_left = length;
        } else {
            self.announce(first & !FIN, PIECE as u64);
        }
        if length == 0 {
            self.end();
        }
        Ok(())
    }

    fn next_piece(&mut self) {
        let is_last = self.left <= PIECE as u64;
        let fin = if is_last { self.first & FIN } else { 0 };
        self.announce(fin, self.left.min(PIECE as u64));
    }

    fn announce(&mut self, first: u8, length: u64) {
        let (masked, mask) = self.mask;
        let mut head = Head::default();
        match u8::try_from(length) {
            Ok(short) if short < 126 => head.push(&[first, masked | short]),
            _ => {
                head.push(&[first, masked | 126]);
                // At most `PIECE`.
                head.push(&u16::try_from(length).unwrap_or(u16::MAX).to_be_bytes());
            }
        }
        if masked != 0 {
            head.push(&mask);
        }
        (self.outgoing, self.outgoing_from) = (head, 0);
        self.piece_left = length;
    }

    /// Handles the end of a WebSocket frame. If it was the last frame of a message, the message ends too.
    fn end(&mut self) {
        if self.first & CONTROL == 0 && self.first & FIN != 0 {
            self.frames = 0;
            self.unfinished = 0;
            self.messages += 1;
        }
    }
}

#[cfg(test)]
mod tests;
