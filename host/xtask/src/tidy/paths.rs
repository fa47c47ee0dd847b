//! The tree contains no path of a developer's machine.
//!
//! Belongs here: what such a path looks like and the few lines that may show one. Does not: anything else about text.

use super::{Finding, Tree};

/// Beginnings of absolute paths that exist on one machine only.
const MARKS: [&str; 7] = ["/home/", "/root/", "/work/", "/tmp/", "/Users/", "C:\\Users\\", "D:\\"];

/// File extensions of texts.
const TEXTS: &str = "rs wit js mjs ts py c h cs sh md toml json jsonl yaml yml golden";

/// Lines that may show such a path: file (or folder), text on the line, why.
const ALLOWED: &[(&str, &str, &str)] = &[
    (
        "host/xtask/src/tidy/",
        "",
        "this check and its tests spell the paths out",
    ),
    ("tests/fixtures/unity/", "", "Unity data, not our text"),
];

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    for (name, text) in tree.texts(is_text) {
        for (index, line) in text.lines().enumerate() {
            let Some(mark) = MARKS.iter().find(|mark| stands_alone(line, mark)) else {
                continue;
            };
            if ALLOWED
                .iter()
                .any(|(file, part, _)| name.starts_with(file) && line.contains(part))
            {
                continue;
            }
            let text = format!(
                "an absolute path ({mark}…); make it relative, or add the line to ALLOWED in tidy/paths.rs with its reason"
            );
            findings.push(Finding::new(&name, index + 1, text));
        }
    }
}

fn is_text(name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default();
    TEXTS.split(' ').any(|known| known == extension) || name == ".ci/run"
}

/// `mark` begins a path here, and is not the middle of a relative one.
fn stands_alone(line: &str, mark: &str) -> bool {
    line.match_indices(mark).any(|(start, _)| {
        !line[..start].chars().next_back().is_some_and(|before| {
            before.is_alphanumeric() || matches!(before, '.' | '_' | '-' | '/' | '}' | '>' | '*' | '~')
        })
    })
}
