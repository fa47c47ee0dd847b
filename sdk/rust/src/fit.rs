//! Size limits for lists in an answer.
//!
//! Belongs here: counting bytes as JSON, and shortening lists to a limit. Tools write the notes about omitted items.

/// Returns the number of bytes that a text has inside JSON, without its quotes.
///
/// ```
/// assert_eq!(unity_tools::fit::written_len("say \"hi\""), 10);
/// ```
pub fn written_len(text: &str) -> usize {
    let extra: usize = text
        .bytes()
        .map(|byte| match byte {
            b'"' | b'\\' | b'\n' | b'\r' | b'\t' | 0x08 | 0x0c => 1,
            0..0x20 => 5,
            _ => 0,
        })
        .sum();
    text.len().saturating_add(extra)
}

/// Removes items at the end until the `bytes` of the others are at most `most` in sum; returns how many were removed.
///
/// ```
/// let mut names = vec!["Sun", "Lamp", "House"];
/// assert_eq!(unity_tools::fit::keep_first(&mut names, 8, |name| name.len()), 1);
/// assert_eq!(names, ["Sun", "Lamp"]);
/// ```
pub fn keep_first<T>(items: &mut Vec<T>, most: usize, bytes: impl Fn(&T) -> usize) -> usize {
    let fitting = count_fitting(items.iter(), most, bytes);
    let left_out = items.len() - fitting;
    items.truncate(fitting);
    left_out
}

/// Removes items at the start until the `bytes` of the others are at most `most` in sum; returns how many were removed.
pub fn keep_last<T>(items: &mut Vec<T>, most: usize, bytes: impl Fn(&T) -> usize) -> usize {
    let left_out = items.len() - count_fitting(items.iter().rev(), most, bytes);
    items.drain(..left_out);
    left_out
}

fn count_fitting<'a, T: 'a>(items: impl Iterator<Item = &'a T>, most: usize, bytes: impl Fn(&T) -> usize) -> usize {
    let mut sum = 0_usize;
    items
        .take_while(|item| {
            sum = sum.saturating_add(bytes(item));
            sum <= most
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::{keep_first, keep_last, written_len};

    #[test]
    fn written_length_equals_json_length() {
        for text in [
            "",
            "plain",
            "say \"hi\"\\",
            "a\nb\t\r",
            "\u{8}\u{c}\u{1}\u{1f}\u{7f}",
            "プレイヤー 😀",
        ] {
            let written = serde_json::to_string(text).unwrap();
            assert_eq!(written_len(text) + 2, written.len(), "{text:?}");
        }
    }

    #[test]
    fn keeps_first_or_last_items_and_counts_the_rest() {
        let cut = |most, last: bool| {
            let mut items = vec![3, 1, 2];
            let left_out = if last {
                keep_last(&mut items, most, |item| *item)
            } else {
                keep_first(&mut items, most, |item| *item)
            };
            (items, left_out)
        };
        assert_eq!(cut(4, false), (vec![3, 1], 1));
        assert_eq!(cut(4, true), (vec![1, 2], 1));
        assert_eq!(cut(6, true), (vec![3, 1, 2], 0));
        assert_eq!(cut(1, true), (Vec::new(), 3));
    }
}
