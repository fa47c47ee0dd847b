//! The name that somebody probably meant.

/// The most similar of `known`, if one is similar enough to be worth showing.
pub fn nearest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let written = plain(written);
    let allowed = (written.chars().count() / 3).max(2);
    known
        .into_iter()
        .map(|name| (distance(&written, &plain(name)), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, name)| name)
}

/// Spelling variants that are no mistakes in meaning: case and `_` for `-`.
fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace('_', "-")
}

/// Edits (insert, delete, replace, swap of neighbours) between two short names.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, letter) in left.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, other) in right.iter().enumerate() {
            let mut best = (row[j] + usize::from(letter != other))
                .min(row[j + 1] + 1)
                .min(next[j] + 1);
            if i > 0 && j > 0 && *letter == right[j - 1] && left[i - 1] == *other {
                best = best.min(before[j - 1] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_the_slip_and_nothing_far() {
        let known = ["allow-writes", "require-confirm", "listen", "token-file"];
        assert_eq!(nearest("allow_writes", known), Some("allow-writes"));
        assert_eq!(nearest("lisetn", known), Some("listen"));
        assert_eq!(nearest("tokenfile", known), Some("token-file"));
        assert_eq!(nearest("zebra", known), None);
    }
}
