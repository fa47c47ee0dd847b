//! Suggestions for a mistyped word.
//! The host uses a library for this; this code runs in the build of every tool, and saves the download of a crate.

/// Returns the known words as a list `a, b, c`, preceded by a suggestion if one of them is similar to `word`.
pub(crate) fn list_with_suggestion<'k>(word: &str, known: impl Iterator<Item = &'k str> + Clone) -> String {
    let nearest = known.clone().map(|one| (distance(word, one), one)).min();
    let all = known.collect::<Vec<_>>().join(", ");
    match nearest {
        Some((far, one)) if far <= 2.max(word.len() / 3) => format!("did you mean `{one}`? There are {all}"),
        _ => format!("there are {all}"),
    }
}

/// Returns the Levenshtein distance of two texts in bytes.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (at, left) in a.bytes().enumerate() {
        let mut corner = row[0];
        row[0] = at + 1;
        for (to, right) in b.bytes().enumerate() {
            let kept = corner + usize::from(left != right);
            corner = row[to + 1];
            row[to + 1] = kept.min(corner + 1).min(row[to] + 1);
        }
    }
    row[b.len()]
}
