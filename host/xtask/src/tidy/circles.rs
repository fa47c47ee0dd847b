//! Compares import loops (files that import each other) with a table of allowed loops and their reasons.
//!
//! Belongs here: the table, and the comparison for each crate. Does not: finding the imports of a file
//! (`circles/imports`).

mod imports;
mod scan;

use super::{Finding, Tree};
use anyhow::{Context, Result};
use imports::Imports;
use scan::Scan;
use std::collections::{BTreeMap, BTreeSet};

const MAP: &str = "docs/internals/crates.md";

/// The header row of the table that lists the allowed import loops, in `docs/internals/crates.md`.
const CIRCLES: &str = "| files | why they stay |";

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) -> Result<()> {
    let Some((_, map)) = tree.texts(|name| name == MAP).next() else {
        return Ok(());
    };
    let mut told = parse_rows(&map);
    for (root, circle) in circles(tree)? {
        if told.remove(&circle).is_none() {
            let files = circle.into_iter().collect::<Vec<_>>().join(", ");
            let text = format!(
                "files of `{root}` import each other in a loop that has no row: {files}; cut it by a third file that both may know, or say why it stays"
            );
            findings.push(Finding::new(MAP, 0, text));
        }
    }
    for (circle, line) in told {
        findings.push(Finding::new(
            MAP,
            line,
            format!(
                "no loop has these files and no others: {}; take the row out, or name all files of the loop",
                circle.into_iter().collect::<Vec<_>>().join(", ")
            ),
        ));
    }
    Ok(())
}

/// Returns the import loops in all Rust crates: the crate's folder, and the files in the loop.
fn circles(tree: &Tree) -> Result<Vec<(String, BTreeSet<String>)>> {
    let is_source = |name: &str| {
        let mut parts = name.split('/');
        matches!(parts.next(), Some("host" | "sdk" | "tools")) && name.ends_with(".rs") && !name.contains("/template/")
    };
    let texts: BTreeMap<String, String> = tree.texts(is_source).collect();
    let mut circles = Vec::new();
    for name in texts.keys() {
        let Some(sources) = ["/src/lib.rs", "/src/main.rs"]
            .iter()
            .find_map(|root| name.strip_suffix(root))
        else {
            continue;
        };
        let file_of = |module: &[String]| match module {
            [] => name.clone(),
            _ => format!("{sources}/src/{}.rs", module.join("/")),
        };
        let mut broken = None;
        let imports = Imports::read(|module| {
            let file = file_of(module);
            match Scan::parse(texts.get(&file)?) {
                Ok(scan) => Some(scan),
                Err(error) => {
                    broken = Some(format!("{file} has no tokens of Rust: {error}"));
                    None
                }
            }
        });
        broken
            .map_or(Ok(()), Err)
            .map_err(anyhow::Error::msg)
            .context("circles")?;
        for circle in imports.circles() {
            let files = circle.into_iter().map(|module| file_of(module)).collect();
            circles.push((sources.to_owned(), files));
        }
    }
    Ok(circles)
}

/// Parses the rows of the table of allowed import loops. Returns each set of files with the line number of its row.
fn parse_rows(map: &str) -> BTreeMap<BTreeSet<String>, usize> {
    let lines = map.lines().zip(1..).skip_while(|(line, _)| *line != CIRCLES).skip(2);
    let rows = lines.map_while(|(line, number)| Some((line.strip_prefix("| ")?.split(" | ").next()?, number)));
    rows.map(|(files, number)| (files.split('`').skip(1).step_by(2).flat_map(spread).collect(), number))
        .filter(|(files, _): &(BTreeSet<String>, usize)| files.iter().all(|file| file.ends_with(".rs")))
        .collect()
}

/// Expands `a/{b,c/d}.rs` to `host/a/b.rs` and `host/a/c/d.rs`. Paths in `sdk` and `tools` get no prefix `host`.
fn spread(files: &str) -> Vec<String> {
    let from_root = |file: String| match file.split('/').next() {
        Some("host" | "sdk" | "tools") => file,
        _ => format!("host/{file}"),
    };
    let spread = files
        .split_once('{')
        .and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    match spread {
        Some((before, (inside, behind))) => {
            let each = inside.split(',');
            each.map(|one| from_root(format!("{before}{}{behind}", one.trim())))
                .collect()
        }
        None => vec![from_root(files.to_owned())],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the findings for a crate with the two files `a` and `b`, if the table contains `rows`.
    fn findings(a: &str, b: &str, rows: &str) -> Vec<String> {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
            std::fs::write(path, text).expect("a file");
        };
        write(MAP, &format!("{CIRCLES}\n|---|---|\n{rows}\nNo row.\n"));
        write("host/one/src/lib.rs", "mod a;\nmod b;\n");
        write("host/one/src/a.rs", a);
        write("host/one/src/b.rs", b);
        let mut findings = Vec::new();
        check(&Tree::read(folder.path()), &mut findings).expect("read");
        findings
            .into_iter()
            .map(|finding| format!("{} {}", finding.line, finding.text))
            .collect()
    }

    #[test]
    fn reports_import_loop_without_row_and_row_without_loop() {
        const A: &str = "use crate::b::B; pub struct A;";
        const B: &str = "use crate::a::A; pub struct B;";
        const ROW: &str = "| `one/src/{a,b}.rs` | why |";
        assert_eq!(findings(A, B, ROW), Vec::<String>::new());
        assert_eq!(findings(A, "pub struct B;", ""), Vec::<String>::new());
        for (a, b, rows, wanted) in [
            (
                A,
                B,
                "",
                "0 files of `host/one` import each other in a loop that has no row: host/one/src/a.rs, host/one/src/b.rs",
            ),
            (A, "pub struct B;", ROW, "3 no loop has these files and no others"),
            (
                A,
                B,
                "| `one/src/{a,b,c}.rs` | why |",
                "3 no loop has these files and no others",
            ),
        ] {
            let found = findings(a, b, rows);
            assert!(found.iter().any(|one| one.starts_with(wanted)), "{found:?}");
        }
    }

    #[test]
    fn expands_braces_in_the_files_of_a_row() {
        let map = "| files | why they stay |\n|---|---|\n| `a/src/{b,c/d}.rs`, `sdk/rust/src/e.rs` | why |\n| `sdk/c/{a,b}.c` | why |\n\n| `f.rs` | no |";
        let files = ["host/a/src/b.rs", "host/a/src/c/d.rs", "sdk/rust/src/e.rs"].map(str::to_owned);
        assert_eq!(parse_rows(map), [(files.into(), 3)].into());
    }
}
