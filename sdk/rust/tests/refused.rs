//! Tests of the compiler errors for wrong uses of `#[tool]`, `#[input]`, `#[output]` and `bundle!`.
//!
//! The compiler checks each file of `refused/` once, against the SDK that this test was linked with. A comment `//~`
//! contains a part of the error that is expected in its line, from the message or its labels. A line without `//~` must
//! have no error. An error that ends a compiler pass has its own file, since a later pass would not report its errors.
//!
//! Belongs here: running the compiler and comparing. Does not: the wrong uses (`refused/*.rs`).

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// Returns the folder with this test and the libraries that it was linked with.
fn libraries() -> PathBuf {
    let program = std::env::current_exe().expect("a test knows its program");
    program.parent().expect("a file is in a folder").to_owned()
}

/// Returns the path of the newest SDK library. It belongs to this test, or was built later from the same sources.
fn sdk() -> PathBuf {
    let files = std::fs::read_dir(libraries()).expect("its folder can be read");
    let made = files.flatten().filter(|file| {
        let name = file.file_name().to_string_lossy().into_owned();
        name.starts_with("libunity_tools-") && name.ends_with(".rlib")
    });
    let newest = made.max_by_key(|file| {
        let time = file.metadata().and_then(|data| data.modified());
        time.unwrap_or(SystemTime::UNIX_EPOCH)
    });
    newest.expect("the SDK is beside its test").path()
}

/// Returns the compiler's errors for a file, by line number. All text of one error is joined.
fn compiler_errors(file: &Path) -> BTreeMap<u64, Vec<String>> {
    // A rejected program leaves no output. Each file has its own folder, because equal names would collide in parallel
    // builds.
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(file.file_stem().expect("a file has a name"));
    std::fs::create_dir_all(&scratch).expect("a folder");
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        // Uses the toolchain of the workspace.
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([
            "--crate-type",
            "lib",
            "--edition",
            "2024",
            "--emit",
            "metadata",
            "--error-format",
            "json",
        ])
        .args(["--cap-lints", "allow", "--extern"])
        .arg(format!("unity_tools={}", sdk().display()))
        .arg("-L")
        .arg(format!("dependency={}", libraries().display()))
        .arg("--out-dir")
        .arg(&scratch)
        .arg(file)
        .output()
        .expect("rustc runs");
    let mut lines: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        let said: Value = serde_json::from_str(line).expect("errors come as JSON");
        // The final summary of errors has no line.
        let spans = said["spans"].as_array().cloned().unwrap_or_default();
        if said["level"] != "error" || spans.is_empty() {
            continue;
        }
        let mut text = said["message"].as_str().unwrap_or_default().to_owned();
        let beside = said["children"].as_array().into_iter().flatten();
        let labels = spans.iter().map(|span| &span["label"]);
        for more in labels
            .chain(beside.map(|child| &child["message"]))
            .filter_map(Value::as_str)
        {
            text.push('\n');
            text.push_str(more);
        }
        let first = spans.iter().find(|span| span["is_primary"] == true);
        let at = first.map_or(0, |span| line_in(span, file));
        lines.entry(at).or_default().push(text);
    }
    assert!(
        output.status.success() == lines.is_empty(),
        "{}: {}",
        file.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    lines
}

/// Returns the line number of an error in `file`. For macro output it is the line of the macro call.
fn line_in(span: &Value, file: &Path) -> u64 {
    let mut span = span;
    while let Some(outer) = span["expansion"]["span"].as_object().filter(|_| !is_in(span, file)) {
        span = &span["expansion"]["span"];
        if outer.is_empty() {
            break;
        }
    }
    span["line_start"].as_u64().unwrap_or_default()
}

fn is_in(span: &Value, file: &Path) -> bool {
    span["file_name"].as_str().is_some_and(|name| Path::new(name) == file)
}

fn check_file(name: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refused").join(name);
    let text = std::fs::read_to_string(&file).expect("a file of refused/");
    let said = compiler_errors(&file);
    let mut wrong = Vec::new();
    let mut marked = BTreeSet::new();
    for (at, line) in (1..).zip(text.lines()) {
        for wanted in line.split("//~").skip(1).map(str::trim) {
            marked.insert(at);
            let errors = said.get(&at).map(Vec::as_slice).unwrap_or_default();
            if !errors.iter().any(|error| error.contains(wanted)) {
                wrong.push(format!("line {at}: nothing says {wanted:?}; it says {errors:#?}"));
            }
        }
    }
    for (at, errors) in &said {
        if !marked.contains(at) {
            wrong.push(format!("line {at}: unexpected: {errors:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{name}:\n{}", wrong.join("\n"));
    assert!(name == "fine.rs" || !marked.is_empty(), "{name} refuses nothing");
}

#[test]
fn compiles_all_valid_uses() {
    check_file("fine.rs");
}

#[test]
fn rejects_wrong_attributes_with_a_remedy() {
    check_file("attributes.rs");
}

#[test]
fn rejects_bundle_names_that_are_not_tools() {
    check_file("names.rs");
}

#[test]
fn rejects_unsupported_types_and_names_the_missing_attribute() {
    check_file("types.rs");
}

#[test]
fn rejects_tools_with_the_same_name() {
    check_file("clash.rs");
}
