//! Repeatable damage to bytes.
//!
//! Belongs here: a small generator of numbers and what it does to a text. Does not: what the text is.

/// Numbers that follow from a seed alone (xorshift64*).
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The same seed gives the same numbers; zero is no seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Below `end`; zero where that is zero.
    pub fn random_below(&mut self, end: usize) -> usize {
        let end = end as u64;
        usize::try_from(self.next().checked_rem(end).unwrap_or(0)).unwrap_or(0)
    }

    /// One of `choices`; `None` where there are none.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        choices.get(self.random_below(choices.len()))
    }
}

/// Pieces at which readers of Unity's text forms stumble.
pub const SCENE_PIECES: &[&str] = &[
    "\n--- !u!1 &1\n",
    "\n--- !u!1001 &-1 stripped\n",
    "\n--- ",
    "{fileID: 0}",
    "{fileID: 9223372036854775808, guid: ",
    "\n    - - - ? ",
    "\"\\u12",
    "'",
    "[[[[[[[[[[[[[[[[",
    "{{{{{{{{{{{{{{{{",
    ": ",
    "\r\n",
    "\t",
    "\u{feff}",
    "\0",
    "%YAML 1.1\n",
];

/// Pieces at which readers of JSON stumble.
pub const JSON_PIECES: &[&str] = &[
    "null",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "\\u0000",
    "\\ud800",
    "1e999",
    "-0",
    "\"id\":",
    "\"method\":",
    ",",
    ":",
    "\0",
    "\u{feff}",
];

/// Pieces at which readers of WebAssembly's binary form stumble: heads, sections, numbers that do not end.
pub const WASM_PIECES: &[&str] = &[
    "\0asm\u{d}\0\u{1}\0",
    "\0asm\u{1}\0\0\0",
    "\u{1}\u{4}\u{1}`\0\0",
    "\0\u{4}\u{3}a\0",
    "\u{a}\u{6}\u{1}\u{4}\0\u{3}@\u{b}",
    "\u{7f}\u{7f}\u{7f}\u{7f}",
    "\u{80}\u{80}\u{80}\u{80}",
    "\0\0\0\0\0\0\0\0",
    "unity-tools:tool/tools@0.3.0",
    "\u{2}\u{40}\u{c}\0\u{b}",
];

/// Pieces at which readers of a `bundle.toml` stumble.
pub const MANIFEST_PIECES: &[&str] = &[
    "id = \"b\"\n",
    "[id]\n",
    "component = \"../damaged.wasm\"\n",
    "\"\"\"",
    "\\u0000",
    "[[[[[[[[[[[[[[[[",
    "{a={a={a={a={a=",
    "min-host = \"99999999999999999999.0.0\"\n",
    "1979-05-27T07:32:00Z",
    "a.b.c.d.e = 1\n",
    "\u{feff}",
    "\r",
    "\0",
    "\u{202e}",
];

/// `source` with one byte exchanged.
pub fn flip(source: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = source.to_vec();
    let at = dice.random_below(bytes.len());
    if let Some(byte) = bytes.get_mut(at) {
        *byte ^= 1 << dice.random_below(8);
    }
    bytes
}

/// `source` with one to eight pieces of damage.
pub fn damage(source: &[u8], pieces: &[&str], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = source.to_vec();
    for _ in 0..=dice.random_below(8) {
        let at = dice.random_below(bytes.len() + 1);
        let length = dice.random_below(64).min(bytes.len() - at);
        match dice.random_below(6) {
            0 => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << dice.random_below(8);
                }
            }
            1 => {
                bytes.drain(at..at + length);
            }
            2 => {
                let copy = bytes[at..at + length].to_vec();
                let to = dice.random_below(bytes.len() + 1);
                bytes.splice(to..to, copy);
            }
            3 | 4 => {
                let piece = dice.pick(pieces).copied().unwrap_or_default();
                bytes.splice(at..at, piece.bytes());
            }
            _ => {
                // Rarely, or little would be left of most inputs.
                if dice.random_below(4) == 0 {
                    bytes.truncate(at);
                }
            }
        }
    }
    bytes
}
