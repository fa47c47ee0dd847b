//! Checks the subjects of new commits: `area: imperative summary`, at most 72 characters (see CONTRIBUTING.md).

use super::Finding;
use std::path::Path;
use std::process::Command;

/// Number of newest commits whose subjects are checked, as an argument of `git log`.
const NEW: &str = "-100";
const LONGEST: usize = 72;

pub(super) fn check(root: &Path, findings: &mut Vec<Finding>) {
    let log = Command::new("git")
        .current_dir(root)
        .args(["log", "--no-merges", NEW, "--format=%h %s"])
        .output();
    // A source archive has no git history.
    let Some(log) = log.ok().filter(|log| log.status.success()) else {
        return;
    };
    for line in String::from_utf8_lossy(&log.stdout).lines() {
        let (commit, subject) = line.split_once(' ').unwrap_or((line, ""));
        if let Some(fault) = fault(subject) {
            findings.push(Finding::new(
                format!("commit {commit}"),
                0,
                format!("`{subject}`: {fault}"),
            ));
        }
    }
}

/// Returns a text about the violated rule for commit subjects; `None` if the subject is correct.
fn fault(subject: &str) -> Option<String> {
    let length = subject.chars().count();
    if length > LONGEST {
        return Some(format!("{length} characters; at most {LONGEST}"));
    }
    let Some((area, summary)) = subject.split_once(": ") else {
        return Some("no area; write `area: imperative summary`".to_owned());
    };
    let is_area = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || ", -_/.".contains(sign);
    if !area.chars().all(is_area) {
        return Some(format!(
            "`{area}` is not an area; name a crate or folder in small letters"
        ));
    }
    let verb = summary.split(' ').next().unwrap_or_default();
    let is_other_form = verb.ends_with("ing") || verb.ends_with("ed") && !matches!(verb, "need" | "feed" | "embed");
    if verb.is_empty() || is_other_form || verb.starts_with(|sign: char| !sign.is_ascii_lowercase()) {
        return Some(format!(
            "`{verb}` is not an imperative in small letters, such as `add` or `reject`"
        ));
    }
    subject.ends_with('.').then(|| "a full stop at the end".to_owned())
}

#[cfg(test)]
mod tests {
    use super::fault;

    #[test]
    fn requires_area_and_imperative_in_commit_subjects() {
        let rows = [
            ("wire: say what is unsaved before pipes end", None),
            ("bridge-project, unity-yaml: embed it", None),
            ("Add x", Some("no area")),
            ("wire: Add x", Some("`Add` is not")),
            ("wire: added x", Some("`added` is not")),
            ("wire: adding x", Some("`adding` is not")),
            ("The Wire: add x", Some("`The Wire` is not an area")),
            ("wire: add x.", Some("a full stop")),
        ];
        for (subject, expected) in rows {
            let found = fault(subject);
            assert_eq!(found.is_some(), expected.is_some(), "{subject}: {found:?}");
            assert!(
                expected.is_none_or(|expected| found.unwrap().starts_with(expected)),
                "{subject}"
            );
        }
        assert!(
            fault(&format!("wire: {}", "a ".repeat(40)))
                .unwrap()
                .starts_with("86 characters")
        );
    }
}
