//! Tests of a small frozen contract: changes that count, and changes that do not.

use super::{Tree, check, hashes, words};
use std::path::Path;

const GRAMMAR: &str = "# Values\n\n`bool` is `true` or `false`.\n";

/// Creates a contract with two packages, and a change log row with the state `frozen` and the right hash.
fn frozen() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    write(root, "wit/world.wit", "/// W.\npackage a:b@0.2.0;\nworld w {\n}\n");
    write(
        root,
        "wit/deps/a-c@0.2.0/c.wit",
        "package a:c@0.2.0;\ninterface i {\n  f: func(x: u8);\n}\n",
    );
    write(root, "wit/value.md", GRAMMAR);
    let hash = hash(root, "0.2.0");
    row(root, &format!("| 0.2.0 | frozen | {hash} |"));
    folder
}

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

fn row(root: &Path, rows: &str) {
    let text = format!("# Versions\n\nWords.\n\n| version | state | sha256 |\n|---|---|---|\n{rows}\n");
    write(root, "wit/CHANGELOG.md", &text);
}

fn hash(root: &Path, version: &str) -> String {
    let all = hashes(&Tree::read(root));
    all.into_iter().find(|(name, _)| name == version).unwrap().1
}

fn findings(root: &Path) -> Vec<String> {
    let mut findings = Vec::new();
    check(&Tree::read(root), &mut findings);
    let told = findings.into_iter();
    told.map(|one| format!("{}:{}: {}", one.file, one.line, one.text))
        .collect()
}

#[test]
fn accepts_new_comments_and_line_breaks_in_frozen_version() {
    let folder = frozen();
    let root = folder.path();
    assert_eq!(findings(root), Vec::<String>::new());
    write(
        root,
        "wit/world.wit",
        "package a:b@0.2.0;\n\n/// Another word.\nworld w { }\n",
    );
    write(root, "wit/value.md", "# Values\n`bool`\nis `true` or `false`.");
    assert_eq!(findings(root), Vec::<String>::new());
}

#[test]
fn reports_changed_or_added_files_of_a_frozen_version() {
    for (name, text) in [
        (
            "wit/deps/a-c@0.2.0/c.wit",
            "package a:c@0.2.0;\ninterface i {\n  f: func(x: u16);\n}\n",
        ),
        ("wit/deps/a-c@0.2.0/d.wit", "interface more {\n}\n"),
        ("wit/deps/a-d@0.2.0/d.wit", "package a:d@0.2.0;\n"),
        ("wit/more.wit", "interface more {\n}\n"),
        ("wit/value.md", "# Values\n\n`bool` is `1` or `0`.\n"),
    ] {
        let folder = frozen();
        write(folder.path(), name, text);
        let found = findings(folder.path());
        let told = "wit/CHANGELOG.md:7: 0.2.0 is frozen and its files changed";
        assert!(found.len() == 1 && found[0].starts_with(told), "{name}: {found:?}");
    }
}

#[test]
fn checks_a_later_version_by_its_own_changelog_row() {
    for file in ["wit/0.3.0/a-c@0.3.0/c.wit", "wit/deps/a-e@0.3.0/c.wit"] {
        let folder = frozen();
        let root = folder.path();
        let first = std::fs::read_to_string(root.join("wit/CHANGELOG.md")).unwrap();
        let first = first.lines().last().unwrap();
        write(root, file, "package a:e@0.3.0;\ninterface i {\n}\n");
        assert_eq!(
            findings(root),
            ["wit/CHANGELOG.md:0: has no row for 0.3.0; add `| 0.3.0 | open | - |`"]
        );
        row(root, &format!("{first}\n| 0.3.0 | open | - |"));
        assert_eq!(findings(root), Vec::<String>::new());
        let later = hash(root, "0.3.0");
        row(root, &format!("{first}\n| 0.3.0 | released | {later} |"));
        assert_eq!(findings(root), Vec::<String>::new());
        write(root, file, "package a:e@0.3.0;\ninterface j {\n}\n");
        let found = findings(root);
        assert!(
            found.len() == 1 && found[0].starts_with("wit/CHANGELOG.md:8: 0.3.0 is released and its files changed"),
            "{found:?}"
        );
    }
}

#[test]
fn requires_a_hash_unless_the_version_is_open_or_draft() {
    let folder = frozen();
    let root = folder.path();
    for open in ["| 0.2.0 | open | - |", "|0.2.0|draft|-|"] {
        row(root, open);
        assert_eq!(findings(root), Vec::<String>::new());
    }
    let now = hash(root, "0.2.0");
    for (line, told) in [
        (
            "| 0.2.0 | frozen | - |",
            "0.2.0 is frozen and its row has \"-\" for a hash",
        ),
        (
            "| 0.2.0 | released |",
            "0.2.0 is released and its row has \"\" for a hash",
        ),
        (
            "| 0.2.0 | frozen | abc |",
            "0.2.0 is frozen and its row has \"abc\" for a hash",
        ),
        ("| 0.2.0 | - | - |", "0.2.0 is - and its row has \"-\" for a hash"),
    ] {
        row(root, line);
        let found = findings(root);
        assert!(
            found.len() == 1 && found[0].contains(told) && found[0].contains(&now),
            "{found:?}"
        );
    }
    let wrong = "0".repeat(64);
    row(root, &format!("| 0.2.0 | open | {wrong} |"));
    assert!(findings(root)[0].contains("0.2.0 is open and its files changed"));
    row(root, "| 0.1.0 | frozen | - |\n| 0.2.0 | open | - |");
    assert!(findings(root)[0].starts_with("wit/CHANGELOG.md:7: 0.1.0 has no files in wit/"));
}

#[test]
fn rejects_packages_of_another_version_or_without_one() {
    for (name, package) in [
        ("wit/deps/a-c@0.2.0/c.wit", "a:c@0.2.1"),
        ("wit/deps/a-c@0.2.0/c.wit", "a:c"),
        ("wit/deps/a-d@0.2.0/d.wit", "a:d@0.3.0"),
        ("wit/0.2.0-other/d.wit", "a:d@0.2.0"),
    ] {
        let folder = frozen();
        row(folder.path(), "| 0.2.0 | open | - |\n| 0.2.0-other | open | - |");
        write(folder.path(), "wit/0.2.0-other/e.wit", "interface e {\n}\n");
        write(folder.path(), name, &format!("/// P.\npackage {package};\n"));
        let found = findings(folder.path());
        let told = format!("{name}:0: is of the package {package}; all packages of one version");
        assert!(found.len() == 1 && found[0].starts_with(&told), "{found:?}");
    }
    let folder = frozen();
    write(folder.path(), "wit/world.wit", "world w {\n}\n");
    assert_eq!(
        findings(folder.path()),
        ["wit/world.wit:0: names no version; begin with `package unity-tools:tool@<version>;`"]
    );
}

#[test]
fn comparison_ignores_only_comments_and_white_space() {
    let same = [
        "a:  func( x:list<u8> ) ;// why",
        "/// Doc.\na :\n func(x: list < u8 >);",
    ];
    assert_eq!(words(same[0]), words(same[1]));
    assert_eq!(words(same[0]).concat(), "a:func(x:list<u8>);");
    for other in [
        "a: func(x: list<u16>);",
        "a: func(y: list<u8>);",
        "a: func(x: list<u8>) -> u8;",
    ] {
        assert_ne!(words(other), words(same[0]), "{other}");
    }
    assert_ne!(words("a-b"), words("a b"));
}
