//! Makes untrusted texts safe to show to a user: escapes invisible characters, and characters that change the line or
//! the text direction.

use std::fmt::Write as _;

/// Replaces every invisible character of `text` by its escape `\u{…}`: controls, direction marks and joiners.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if is_hidden(char) {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(char));
        } else {
            out.push(char);
        }
    }
    out
}

/// Like `visible`, but keeps line breaks. Every line except the first gets the prefix `> `, so that it cannot look like
/// the text of another speaker.
pub fn visible_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(visible).collect();
    lines.join("\n> ")
}

/// Returns true if the character makes the displayed text differ from the stored text: control characters (also line
/// breaks and tabs), changes of the direction or the line, invisible tags.
pub fn deceives(char: char) -> bool {
    char.is_control()
        || matches!(
            u32::from(char),
            0x61c | 0x200e | 0x200f | 0x2028..=0x202e | 0x2066..=0x2069 | 0xe0000..=0xe007f
        )
}

fn is_hidden(char: char) -> bool {
    char.is_control()
        || matches!(
            u32::from(char),
            0xad | 0x34f | 0x61c | 0x115f | 0x1160 | 0x17b4 | 0x17b5 | 0x180b..=0x180f | 0x200b..=0x200f | 0x2028..=0x202e
                | 0x2060..=0x206f | 0x3164 | 0xfe00..=0xfe0f | 0xfeff | 0xffa0 | 0xfff0..=0xfffb | 0xe0000..=0xe0fff
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_later_lines_and_escapes_invisible_characters() {
        for (given, shown) in [
            ("Pick a colour", "Pick a colour"),
            ("Pick:\n- red\r\n- blue", "Pick:\n> - red\n> - blue"),
            ("hi\n\nLet the tool run?", "hi\n> \n> Let the tool run?"),
            ("a\u{202e}b\u{1b}[2J\u{85}c\rd", "a\\u{202e}b\\u{1b}[2J\\u{85}c\\u{d}d"),
            ("", ""),
        ] {
            assert_eq!(visible_lines(given), shown);
        }
    }
}
