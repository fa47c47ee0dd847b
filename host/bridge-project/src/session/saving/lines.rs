//! Computes the lines of a file that a save changes, for previews.

use host_bridge::LineChange;
use unity_yaml::Patch;

/// Maximum number of changed lines of one file in the preview of a save. Further lines are only counted.
const SHOWN: usize = 200;

/// Maximum number of characters of one line in the preview of a save.
const WIDTH: usize = 240;

/// Returns the changed lines, up to a limit, and their total number. Line numbers refer to the old text. An inserted
/// line has the number of the old line that follows it.
pub(super) fn changed_lines(text: &str, patches: &[Patch]) -> (Vec<LineChange>, u64) {
    let mut patches: Vec<&Patch> = patches.iter().collect();
    patches.sort_by_key(|patch| patch.start);
    let (mut rows, mut total) = (Vec::new(), 0_u64);
    let (mut at, mut line) = (0, 1_u64);
    for patch in patches {
        // Include the whole first and last line of the patch.
        let start = text
            .get(..patch.start)
            .and_then(|text| text.rfind('\n'))
            .map_or(0, |at| at + 1);
        line += text.get(at..start).map_or(0, |text| text.matches('\n').count() as u64);
        at = start;
        let before = text.get(start..patch.start).unwrap_or_default();
        let old: Vec<&str> = text.get(start..patch.end).unwrap_or_default().lines().collect();
        let new = format!("{before}{}", patch.text);
        let new: Vec<&str> = new.lines().collect();
        for (shift, old, new) in pairs(&old, &new) {
            total += 1;
            if rows.len() < SHOWN {
                rows.push(LineChange {
                    line: line + shift as u64,
                    old: old.map(short),
                    new: new.map(short),
                });
            }
        }
    }
    (rows, total)
}

type Pair<'t> = (usize, Option<&'t str>, Option<&'t str>);

/// Maximum size of the table for comparing lines (old lines times new lines). Above it, lines are compared by position.
const MOST_CELLS: usize = 1 << 20;

/// Returns the removed, added and changed lines, each with the index of its old line or of the one that follows it.
fn pairs<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Pair<'t>> {
    let mut rows = Vec::new();
    let (mut at, mut to) = (0, 0);
    for (old_at, new_at) in common(old, new, |one, other| one == other) {
        compare_between(&mut rows, at, part(old, at, old_at), part(new, to, new_at));
        (at, to) = (old_at + 1, new_at + 1);
    }
    compare_between(&mut rows, at, part(old, at, old.len()), part(new, to, new.len()));
    rows
}

/// Compares the lines between two unchanged lines. Lines that set the same key become one change.
fn compare_between<'t>(rows: &mut Vec<Pair<'t>>, first: usize, old: &[&'t str], new: &[&'t str]) {
    let (mut at, mut to) = (0, 0);
    let mut until = |old_to: usize, new_to: usize, at: &mut usize, to: &mut usize| {
        rows.extend((*at..old_to).filter_map(|at| Some((first + at, Some(*old.get(at)?), None))));
        rows.extend((*to..new_to).filter_map(|to| Some((first + old_to, None, Some(*new.get(to)?)))));
        (*at, *to) = (old_to, new_to);
        if let (Some(one), Some(other)) = (old.get(old_to), new.get(new_to)) {
            rows.push((first + old_to, Some(one), Some(other)));
            (*at, *to) = (old_to + 1, new_to + 1);
        }
    };
    for (old_at, new_at) in common(old, new, same_key) {
        until(old_at, new_at, &mut at, &mut to);
    }
    until(old.len(), new.len(), &mut at, &mut to);
}

/// True if two YAML lines set the same key. False for list items and property paths, which begin another override row.
fn same_key(one: &str, other: &str) -> bool {
    let key = |line: &str| line.split_once(':').map(|(key, _)| key.to_owned());
    let row = one.trim_start();
    key(one).is_some_and(|known| Some(known) == key(other))
        && !row.starts_with("- ")
        && !row.starts_with("propertyPath:")
}

/// Returns a longest common subsequence of the lines, as pairs of an old and a new index.
fn common(old: &[&str], new: &[&str], is_same: impl Fn(&str, &str) -> bool) -> Vec<(usize, usize)> {
    let pair = |old: &[&str], new: &[&str], at: usize, to: usize| match (old.get(at), new.get(to)) {
        (Some(one), Some(other)) => is_same(one, other),
        _ => false,
    };
    let width = new.len() + 1;
    if old.len().saturating_mul(new.len()) > MOST_CELLS {
        return (0..old.len().min(new.len()))
            .filter(|at| pair(old, new, *at, *at))
            .map(|at| (at, at))
            .collect();
    }
    // Each cell contains the number of common lines from its position to the ends.
    let mut counts = vec![0_u32; (old.len() + 1) * width];
    let count = |counts: &[u32], at: usize, to: usize| counts.get(at * width + to).copied().unwrap_or_default();
    for at in (0..old.len()).rev() {
        for to in (0..new.len()).rev() {
            let best = match pair(old, new, at, to) {
                true => count(&counts, at + 1, to + 1) + 1,
                false => count(&counts, at + 1, to).max(count(&counts, at, to + 1)),
            };
            if let Some(cell) = counts.get_mut(at * width + to) {
                *cell = best;
            }
        }
    }
    let (mut found, mut at, mut to) = (Vec::new(), 0, 0);
    while at < old.len() && to < new.len() {
        if pair(old, new, at, to) {
            found.push((at, to));
            (at, to) = (at + 1, to + 1);
        } else if count(&counts, at + 1, to) >= count(&counts, at, to + 1) {
            at += 1;
        } else {
            to += 1;
        }
    }
    found
}

fn part<'p, 't>(lines: &'p [&'t str], from: usize, to: usize) -> &'p [&'t str] {
    lines.get(from..to).unwrap_or_default()
}

fn short(line: &str) -> String {
    match line.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn diff_reports_added_removed_and_changed_lines() {
        let old =
            "rows:\n- target: 1\n  propertyPath: z\n  value: -1\n- target: 2\n  propertyPath: x\n  value: 2\nend: 1\n";
        let new = "rows:\n- target: 1\n  propertyPath: z\n  value: -1\n- target: 1\n  propertyPath: y\n  value: 2\n\
                   - target: 2\n  propertyPath: x\n  value: 3\n";
        let patch = Patch {
            start: 0,
            end: old.len(),
            text: new.to_owned(),
        };
        let (rows, total) = changed_lines(old, &[patch]);
        let told: Vec<_> = rows
            .iter()
            .map(|row| (row.line, row.old.as_deref(), row.new.as_deref()))
            .collect();
        let expected = [
            (5, None, Some("- target: 1")),
            (5, None, Some("  propertyPath: y")),
            (5, None, Some("  value: 2")),
            (7, Some("  value: 2"), Some("  value: 3")),
            (8, Some("end: 1"), None),
        ];
        assert_eq!((told.as_slice(), total), (expected.as_slice(), 5));
    }
}
