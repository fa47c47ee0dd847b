//! Which lines of a file a patch changes, for whoever wants to see before it is done.

use host_bridge::LineChange;
use unity_yaml::Patch;

/// Lines of one file that are shown.
const SHOWN: usize = 200;

/// Characters of one line that are shown.
const WIDTH: usize = 240;

/// The lines that change, at most so many, and how many there are. A line stands for the one in the file now, or for the
/// one before which new ones come.
pub(super) fn changed(text: &str, patches: &[Patch]) -> (Vec<LineChange>, u64) {
    let mut patches: Vec<&Patch> = patches.iter().collect();
    patches.sort_by_key(|patch| patch.start);
    let (mut rows, mut total) = (Vec::new(), 0_u64);
    let (mut at, mut line) = (0, 1_u64);
    for patch in patches {
        // The whole of its first and last line.
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

/// What is left between the equal lines at the start and at the end, side by side.
fn pairs<'t>(old: &[&'t str], new: &[&'t str]) -> Vec<Pair<'t>> {
    let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (old.get(same..).unwrap_or_default(), new.get(same..).unwrap_or_default());
    let ends = old.iter().rev().zip(new.iter().rev());
    let end = ends.take_while(|(old, new)| old == new).count();
    let (old, new) = (
        old.get(..old.len() - end).unwrap_or_default(),
        new.get(..new.len() - end).unwrap_or_default(),
    );
    let rows = (0..old.len().max(new.len())).map(|at| (at, old.get(at).copied(), new.get(at).copied()));
    rows.filter(|(_, old, new)| old != new)
        .map(|(at, one, other)| (same + at.min(old.len()), one, other))
        .collect()
}

fn short(line: &str) -> String {
    match line.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{}…", line.get(..at).unwrap_or_default()),
        None => line.to_owned(),
    }
}
