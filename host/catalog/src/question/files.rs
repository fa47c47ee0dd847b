//! Formats the file lines that a call would write, for the question to the user.

use super::formatting::shortly;
use host_bridge::{FileChanges, LineChange};
use serde_json::Value;

/// Maximum number of files, and of lines of each file, that a question to the user shows. The total counts include all.
const MOST_FILES: usize = 20;
const MOST_LINES: usize = 5;

/// Formats the file changes that a dry run reported, to be appended to a question. Empty if there are none.
pub(super) fn to_display(files: &[FileChanges]) -> String {
    if files.is_empty() {
        return String::new();
    }
    let total: u64 = files.iter().map(|file| file.total).sum();
    let mut text = format!("\nIt would write {}:", lines(total));
    for file in files.iter().take(MOST_FILES) {
        text.push_str(&format!(
            "\n{}: {}",
            shortly(&Value::from(file.file.as_str())),
            lines(file.total)
        ));
        let rows = file.lines.iter().take(MOST_LINES);
        let told = rows.len() as u64;
        rows.for_each(|row| text.push_str(&format!("\n  {}", line(row))));
        let rest = file.total.saturating_sub(told);
        if told > 0 && rest > 0 {
            text.push_str(&format!("\n  and {rest} more"));
        }
    }
    let more = files.len().saturating_sub(MOST_FILES);
    if more > 0 {
        text.push_str(&format!("\nand {more} more files"));
    }
    text
}

fn lines(count: u64) -> String {
    match count {
        1 => "1 line".to_owned(),
        count => format!("{count} lines"),
    }
}

fn line(row: &LineChange) -> String {
    let value = |text: &Option<String>| text.as_ref().map(|text| shortly(&Value::from(text.trim())));
    let number = row.line;
    match (value(&row.old), value(&row.new)) {
        (Some(old), Some(new)) => format!("line {number}: {old} -> {new}"),
        (None, Some(new)) => format!("before line {number}: new, {new}"),
        (Some(old), None) => format!("line {number}: removed, was {old}"),
        (None, None) => format!("line {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(line: u64, old: Option<&str>, new: Option<&str>) -> LineChange {
        LineChange {
            line,
            old: old.map(str::to_owned),
            new: new.map(str::to_owned),
        }
    }

    #[test]
    fn shows_first_changed_lines_of_each_file_and_counts_all() {
        let file = |name: &str, lines: Vec<LineChange>, total| FileChanges {
            file: name.to_owned(),
            lines,
            total,
            needs: Vec::new(),
        };
        let few = vec![
            change(12, Some("  m_IsActive: 1"), Some("  m_IsActive: 0")),
            change(40, None, Some("    - target: x\nforged: 1")),
            change(41, Some("gone"), None),
        ];
        let many: Vec<LineChange> = (1..=200).map(|at| change(at, Some("a"), Some("b"))).collect();
        let told = to_display(&[file("Assets/A.unity", few, 3), file("Assets/B.unity", many, 900)]);
        assert_eq!(
            told,
            "\nIt would write 903 lines:\n\"Assets/A.unity\": 3 lines\n  line 12: \"m_IsActive: 1\" -> \"m_IsActive: 0\"\n  before line \
             40: new, \"- target: x\\nforged: 1\"\n  line 41: removed, was \"gone\"\n\"Assets/B.unity\": 900 lines\n  line 1: \"a\" -> \
             \"b\"\n  line 2: \"a\" -> \"b\"\n  line 3: \"a\" -> \"b\"\n  line 4: \"a\" -> \"b\"\n  line 5: \"a\" -> \"b\"\n  and 895 more"
        );
        let long = "x".repeat(240);
        let wide: Vec<LineChange> = (1..=200).map(|at| change(at, Some(&long), Some(&long))).collect();
        let all: Vec<FileChanges> = (0..100)
            .map(|at| file(&format!("Assets/{at}.unity"), wide.clone(), 200))
            .collect();
        let told = to_display(&all);
        assert!(
            told.ends_with("and 80 more files") && told.len() < 64 * 1024,
            "{}",
            told.len()
        );
        assert_eq!(to_display(&[]), "");
    }
}
