//! A bitmap font for the text in a picture. Letters are 5 pixels wide and 8 pixels high, including descenders.

use super::picture::{Canvas, Ink};

const WIDE: u32 = 5;
const HIGH: u32 = 8;

/// The pixels of a letter: one byte for each row from the top. In a byte, bit 4 is the leftmost pixel, bit 0 the last.
pub(crate) type Rows = [u8; HIGH as usize];

#[rustfmt::skip]
const LETTERS: [(char, Rows); 13] = [
    ('a', [0b00000, 0b00000, 0b01110, 0b00001, 0b01111, 0b10001, 0b01111, 0b00000]),
    ('d', [0b00001, 0b00001, 0b01101, 0b10011, 0b10001, 0b10001, 0b01111, 0b00000]),
    ('e', [0b00000, 0b00000, 0b01110, 0b10001, 0b11111, 0b10000, 0b01110, 0b00000]),
    ('f', [0b00110, 0b01001, 0b01000, 0b11100, 0b01000, 0b01000, 0b01000, 0b00000]),
    ('i', [0b00100, 0b00000, 0b01100, 0b00100, 0b00100, 0b00100, 0b01110, 0b00000]),
    ('l', [0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110, 0b00000]),
    ('m', [0b00000, 0b00000, 0b11010, 0b10101, 0b10101, 0b10001, 0b10001, 0b00000]),
    ('n', [0b00000, 0b00000, 0b10110, 0b11001, 0b10001, 0b10001, 0b10001, 0b00000]),
    ('o', [0b00000, 0b00000, 0b01110, 0b10001, 0b10001, 0b10001, 0b01110, 0b00000]),
    ('r', [0b00000, 0b00000, 0b10110, 0b11001, 0b10000, 0b10000, 0b10000, 0b00000]),
    ('t', [0b01000, 0b01000, 0b11100, 0b01000, 0b01000, 0b01001, 0b00110, 0b00000]),
    ('w', [0b00000, 0b00000, 0b10001, 0b10001, 0b10101, 0b10101, 0b01010, 0b00000]),
    (',', [0b00000, 0b00000, 0b00000, 0b00000, 0b00000, 0b01100, 0b00100, 0b01000]),
];

/// Returns the pixels of a letter. A letter that is not in the font becomes a full block.
pub fn rows(letter: char) -> Rows {
    if letter == ' ' {
        return Rows::default();
    }
    let found = LETTERS.iter().find(|(known, _)| *known == letter);
    found.map_or([0b11111; HIGH as usize], |(_, rows)| *rows)
}

/// The arrangement of a text in a picture: lines from top to bottom.
pub struct Layout {
    /// The number of picture pixels, in each direction, for one pixel of a letter.
    pub scale: u32,
    /// The text of each line.
    pub lines: Vec<String>,
}

impl Layout {
    /// Arranges the words as large as the height allows, and as the width allows for the longest word.
    pub fn fit(words: &str, width: u32, height: u32) -> Self {
        let longest = words.split(' ').map(|word| word.chars().count()).max().unwrap_or(0);
        let columns = |scale: u32| (width / scale).saturating_sub(1) / (WIDE + 1);
        let mut scale = (height / 240).clamp(1, 8);
        while scale > 1 && (columns(scale) as usize) < longest {
            scale -= 1;
        }
        let most = columns(scale) as usize;
        let mut lines: Vec<String> = Vec::new();
        for word in words.split(' ') {
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_owned()),
            }
        }
        Self { scale, lines }
    }

    /// Returns the upper left corner of a letter in pixels from the upper left corner of the picture.
    pub fn place(&self, line: usize, column: usize) -> (u32, u32) {
        let far = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        let x = far(column).saturating_mul(WIDE + 1).saturating_add(1);
        let row = far(line).saturating_mul(HIGH + 1).saturating_add(1);
        (x.saturating_mul(self.scale), row.saturating_mul(self.scale))
    }
}

/// Draws the text in the upper left corner of the picture. Returns false if a part of it does not fit.
pub(super) fn write(canvas: &mut Canvas, words: &str) -> bool {
    let (width, height) = canvas.size();
    let layout = Layout::fit(words, width, height);
    let mut fits = true;
    for (line, text) in layout.lines.iter().enumerate() {
        for (column, letter) in text.chars().enumerate() {
            let (x, row) = layout.place(line, column);
            fits &= x + WIDE * layout.scale <= width && row + HIGH * layout.scale <= height;
            stamp(canvas, x, row, layout.scale, rows(letter));
        }
    }
    fits
}

/// Draws a letter with a background that is one letter pixel larger on each side.
fn stamp(canvas: &mut Canvas, x: u32, row: u32, scale: u32, rows: Rows) {
    let (left, top) = (x.saturating_sub(scale), row.saturating_sub(scale));
    for down in 0..(HIGH + 2) * scale {
        for across in 0..(WIDE + 2) * scale {
            let (column, line) = (across / scale, down / scale);
            let bits = line.checked_sub(1).and_then(|line| rows.get(line as usize)).copied();
            let is_set = (1..=WIDE).contains(&column) && bits.unwrap_or(0) >> (WIDE - column) & 1 == 1;
            let ink = if is_set { Ink::Word } else { Ink::Plate };
            canvas.dot(left + across, top + down, ink);
        }
    }
}
