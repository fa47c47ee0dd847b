//! Tests of the checks: a small tree that breaks one rule gives a finding, and the unchanged tree gives none.

use super::check;
use std::path::Path;

const ROOT: &str = "[workspace]\nmembers = [\"host/one\", \"tools/*\"]\n[workspace.package]\nversion = \"0.1.0\"\n";
const MEMBER: &str = "[package]\nname = \"one\"\n[lints]\nworkspace = true\n[dependencies]\nserde.workspace = true\n";

/// Writes a tree of files that breaks no rule.
fn clean(folder: &Path) {
    write(folder, "Cargo.toml", ROOT);
    write(folder, "host/one/Cargo.toml", MEMBER);
    write(folder, "host/one/src/lib.rs", "//! One.\n");
    write(folder, "tools/echo/Cargo.toml", MEMBER);
    write(
        folder,
        "tools/echo/bundle.toml",
        "id = \"echo\"\ncomponent = \"echo.wasm\"\ntitle = \"Echo\"\n",
    );
    write(
        folder,
        "wit/world.wit",
        "/// W.\npackage a:b@0.1.0;\n/// W.\nworld w {\n}\n",
    );
    write(folder, "wit/CHANGELOG.md", "| 0.1.0 | draft | - |\n");
    let tree = super::Tree::read(folder);
    let table = super::bundles::table(&tree).unwrap().unwrap();
    write(folder, "tools/README.md", &table);
}

pub(super) fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Writes `text` to the file `name` in a clean tree. Returns the location and a part of the text of every finding.
fn findings(name: &str, text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    clean(folder.path());
    write(folder.path(), name, text);
    check(folder.path())
        .unwrap()
        .into_iter()
        .map(|finding| format!("{}:{}: {}", finding.file, finding.line, finding.text))
        .collect()
}

#[test]
fn a_clean_tree_has_no_findings() {
    assert_eq!(findings("host/one/src/lib.rs", "//! One.\n"), Vec::<String>::new());
}

#[test]
fn each_rule_reports_its_violation() {
    let tall = format!("//! Tall.\nfn f() {{\n{}}}\n", "    g();\n".repeat(99));
    let long = format!("//! Long.\n{}", "fn f() {}\n".repeat(400));
    let frozen = format!("| 0.1.0 | released | {} |\n", "0".repeat(64));
    let cases: &[(&str, &str, &str)] = &[
        (
            "sdk/unity/com.unity-tools.bridge/Link.cs",
            "class Link {}",
            "sdk/unity/com.unity-tools.bridge/Link.cs.meta:0: is missing",
        ),
        (
            "sdk/js/package.json",
            "{\n  \"version\": \"0.2.0\",\n}",
            "sdk/js/package.json:2: has version \"0.2.0\"; the workspace has \"0.1.0\"",
        ),
        (
            "sdk/python/pyproject.toml",
            "[project]\nversion = \"0.1\"\n",
            "sdk/python/pyproject.toml:2: has version \"0.1\"",
        ),
        (
            "sdk/unity/com.unity-tools.bridge/Gone.cs.meta",
            "fileFormatVersion: 2\n",
            "sdk/unity/com.unity-tools.bridge/Gone.cs.meta:0: belongs to nothing",
        ),
        (
            "host/one/Cargo.toml",
            "[package]\nname = \"one\"\n",
            "host/one/Cargo.toml:0: does not take the workspace's lints",
        ),
        (
            "host/one/Cargo.toml",
            "[package]\nname = \"one\"\n[lints]\nworkspace = true\n[dependencies]\nserde = \"1\"\n",
            "host/one/Cargo.toml:6: `serde` is not from the root table",
        ),
        (
            "host/one/Cargo.toml",
            "[lints]\nworkspace = true\n[target.'cfg(unix)'.dependencies]\nlibc = \"1\"\n",
            "host/one/Cargo.toml:4: `libc` is not from the root table",
        ),
        (
            "host/one/src/lib.rs",
            "fn f() {}\n",
            "host/one/src/lib.rs:1: does not begin with `//!`",
        ),
        (
            "host/one/src/lib.rs",
            "//! One.\n\npub struct Told;\n",
            "host/one/src/lib.rs:3: a type called `Told` says nothing",
        ),
        (
            "host/one/src/lib.rs",
            "//! One.\n\nfn f((a, b): (u8, u8)) {}\n",
            "host/one/src/lib.rs:3: `f` takes a tuple",
        ),
        ("host/one/src/lib.rs", &tall, "host/one/src/lib.rs:2: `f` has 101 lines"),
        ("host/one/src/lib.rs", &long, "host/one/src/lib.rs:401: 401 lines"),
        (
            "host/one/src/mod.rs",
            "//! M.\n",
            "host/one/src/mod.rs:0: `mod.rs` names no idea",
        ),
        (
            "host/one/src/utils/a.rs",
            "//! M.\n",
            "host/one/src/utils/a.rs:0: `utils` names no idea",
        ),
        (
            "host/one/Cargo.toml",
            "[lints]\nworkspace = true\n[dependencies]\nwasmtime.workspace = true\n",
            "host/one/Cargo.toml:4: names `wasmtime`",
        ),
        (
            "host/one/Cargo.toml",
            "[lints]\nworkspace = true\n[dependencies]\naxum.workspace = true\n",
            "host/one/Cargo.toml:4: names `axum`",
        ),
        ("README.md", "see /home/me/x\n", "README.md:1: an absolute path (/home/"),
        (
            "wit/world.wit",
            "package a:b@0.1.0;\nworld w {\n}\n",
            "wit/world.wit:2: world w has no `///`",
        ),
        (
            "wit/CHANGELOG.md",
            &frozen,
            "wit/CHANGELOG.md:1: 0.1.0 is released and its files changed",
        ),
        ("wit/CHANGELOG.md", "none\n", "wit/CHANGELOG.md:0: has no row for 0.1.0"),
        (
            "tools/echo/bundle.toml",
            "id = \"echo\"\ntitle = \"Other\"\n",
            "tools/README.md:9: is not what the bundle.toml",
        ),
    ];
    for (name, text, wanted) in cases {
        let found = findings(name, text);
        assert!(
            found.iter().any(|line| line.starts_with(wanted)),
            "{name}: wanted {wanted}, found {found:#?}"
        );
        assert_eq!(found.len(), 1, "{name}: one break gives one finding, found {found:#?}");
    }
}

#[test]
fn requires_meta_files_for_folders_and_files_of_unity_package() {
    let found = findings("sdk/unity/com.unity-tools.bridge/Core/Link.cs", "class Link {}\n");
    let missing = |name: &str| {
        found
            .iter()
            .any(|line| line.contains(&format!("/{name}.meta:0: is missing")))
    };
    assert!(
        missing("Core") && missing("Core/Link.cs") && found.len() == 2,
        "{found:#?}"
    );
}

#[test]
fn does_not_report_relative_paths_as_machine_paths() {
    assert_eq!(
        findings("README.md", "host/work/x, target/tmp/y, $HOME/work/z\n"),
        Vec::<String>::new()
    );
}

#[test]
fn finds_promises_without_marker_row_or_test() {
    let folder = tempfile::tempdir().unwrap();
    clean(folder.path());
    write(folder.path(), "host/one/src/lib.rs", "//! One.\n\nfn it_holds() {}\n");
    let found = |document: &str, rows: &str| -> Vec<String> {
        let head = "| promise | tests |\n|---|---|\n";
        write(folder.path(), "tests/PROMISES.md", &format!("{head}{rows}"));
        write(folder.path(), "README.md", document);
        let found = check(folder.path()).unwrap().into_iter();
        found
            .map(|finding| format!("{}:{}: {}", finding.file, finding.line, finding.text))
            .collect()
    };
    let marked = "Never written. <!-- promise: never-written -->\n";
    let table = [
        (
            marked,
            "| `never-written` | `one::it_holds`, `host/one/src/lib.rs` |\n",
            None,
        ),
        (marked, "", Some("README.md:1: the promise `never-written` has no row")),
        (
            "",
            "| `never-written` | `it_holds` |\n",
            Some("tests/PROMISES.md:3: no document has the marker"),
        ),
        (
            marked,
            "| `never-written` | by hand |\n",
            Some("tests/PROMISES.md:3: a promise without a test"),
        ),
        (
            marked,
            "| `never-written` | `it_broke` |\n",
            Some("tests/PROMISES.md:3: there is no test `it_broke`"),
        ),
        (
            marked,
            "| `never-written` | `it_holds` |\n| `never-written` | `it_holds` |\n",
            Some("tests/PROMISES.md:4: a second row of `never-written`"),
        ),
        (
            "One. <!-- promise: never-written --> Two. <!-- promise: never-written -->\n",
            "| `never-written` | `it_holds` |\n",
            Some("README.md:1: the promise `never-written` has a first marker in README.md:1"),
        ),
        (
            "Never. <!-- promise: never-written\n-->\n",
            "",
            Some("README.md:1: `<!-- promise:` has no `-->` on its line"),
        ),
    ];
    for (document, rows, expected) in table {
        let found = found(document, rows);
        assert_eq!(
            found.len(),
            usize::from(expected.is_some()),
            "{document}{rows}{found:?}"
        );
        let matches = found
            .iter()
            .zip(expected)
            .all(|(found, expected)| found.starts_with(expected));
        assert!(matches, "{found:?}, expected {expected:?}");
    }
}

#[test]
fn checks_crate_map_rows_dependencies_and_paths() {
    const CRATE: &str =
        "[package]\nname = \"host-two\"\n[lints]\nworkspace = true\n[dependencies]\none.workspace = true\n";
    const MAP: &str = "| folder | what it holds |\n|---|---|\n| `host/one` | one |\n| `host/two` | two |\n\n\
        | crate | names |\n|---|---|\n| `two` | `one` |\n\n";
    let found = |map: &str| -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        clean(folder.path());
        write(folder.path(), "host/two/Cargo.toml", CRATE);
        write(folder.path(), "host/two/src/asked/often.rs", "//! Two.\n");
        write(folder.path(), "docs/internals/crates.md", map);
        let found = check(folder.path()).unwrap().into_iter();
        found
            .map(|finding| format!("{} {}", finding.line, finding.text))
            .collect()
    };
    let paths = "`asked/often.rs` `two/asked/*.rs` `two/src/{asked,…}/often.rs` `two/src/asked/<verb>.rs` `host/two` `data-dir/x` `a/b`\n";
    assert_eq!(found(&format!("{MAP}{paths}")), Vec::<String>::new());
    for (map, wanted) in [
        (
            MAP.replace("| `host/two` | two |\n", ""),
            "0 the map has no row for `host/two`",
        ),
        (MAP.replace("| `two` | `one` |\n", ""), "0 the table of crates"),
        (
            MAP.replace("| `two` | `one` |", "| `two` | `one`, `wire` |"),
            "8 the table of crates",
        ),
        (
            MAP.replace("| `two` | `one` |", "| `two` | `one` |\n| `one` | `two` |"),
            "9 the table of crates",
        ),
        (
            MAP.replace("| `two` | `one` |", "| `two` | `one` |\n| `six` | `one` |"),
            "9 there is no crate `host/six`",
        ),
        (format!("{MAP}`asked/seldom.rs`\n"), "10 there is no `asked/seldom.rs`"),
        (format!("{MAP}`two/often.rs`\n"), "10 there is no `two/often.rs`"),
        (
            format!("{MAP}`two/src/{{asked,told}}/often.rs`\n"),
            "10 there is no `two/src/{asked,told}",
        ),
        (
            format!("{MAP}`host/two/told/<verb>.rs`\n"),
            "10 there is no `host/two/told",
        ),
        (
            format!("{MAP}`wit/deps/gone@0.1.0`\n"),
            "10 there is no `wit/deps/gone@0.1.0`",
        ),
    ] {
        let lines = found(&map);
        assert!(
            lines.len() == 1 && lines[0].starts_with(wanted),
            "wanted {wanted}: {lines:#?}"
        );
    }
}
