//! Checks that no file contains an absolute path of a developer's machine.
//!
//! Belongs here: patterns of such paths, and the lines that may contain one. Does not: other rules about texts.

use super::{Finding, Tree};

/// Prefixes of absolute paths that exist only on a developer's machine.
const MARKS: [&str; 7] = ["/home/", "/root/", "/work/", "/tmp/", "/Users/", "C:\\Users\\", "D:\\"];

/// Extensions of the text files to check, separated by spaces.
const TEXTS: &str = "rs wit js mjs ts py c h cs sh md toml json jsonl yaml yml golden";

/// Exceptions: lines that may contain a developer's absolute path. The file or folder, a text on the line, the reason.
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

/// Returns true if `mark` is the beginning of an absolute path in this line, and not the middle of a relative path.
fn stands_alone(line: &str, mark: &str) -> bool {
    line.match_indices(mark).any(|(start, _)| {
        !line[..start].chars().next_back().is_some_and(|before| {
            before.is_alphanumeric() || matches!(before, '.' | '_' | '-' | '/' | '}' | '>' | '*' | '~')
        })
    })
}
