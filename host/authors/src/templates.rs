//! The templates inside this program.
//!
//! Belongs here: which files each has. Does not: what is in them.

use crate::carried::{Carried, below};
use crate::{Language, Problem, carried};
use include_dir::{Dir, include_dir};
use std::path::{Path, PathBuf};

static RUST: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../sdk/rust/template/src");

macro_rules! text {
    ($language:literal, $name:literal) => {
        (
            $name,
            include_str!(concat!("../../../sdk/", $language, "/template/", $name)),
        )
    };
}

/// Named one by one: where somebody built a template in its place, much more lies beside them.
const RUST_BESIDE: [(&str, &str); 4] = [
    text!("rust", "Cargo.toml"),
    text!("rust", "README.md"),
    text!("rust", "bundle.toml"),
    text!("rust", ".gitignore"),
];

static JAVASCRIPT_WIT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../sdk/js/template/wit");

const JAVASCRIPT_BESIDE: [(&str, &str); 6] = [
    text!("js", "tool.js"),
    text!("js", "tool.test.js"),
    text!("js", "package.json"),
    text!("js", "README.md"),
    text!("js", "bundle.toml"),
    text!("js", ".gitignore"),
];

static PYTHON_WIT: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../sdk/python/template/wit");

const PYTHON_BESIDE: [(&str, &str); 6] = [
    text!("python", "app.py"),
    text!("python", "test_app.py"),
    text!("python", "requirements.txt"),
    text!("python", "README.md"),
    text!("python", "bundle.toml"),
    text!("python", ".gitignore"),
];

/// The id that templates are written with.
const ID: &str = "my-tools";

/// All files of a new bundle `id`, by their place in it.
pub(crate) fn of(language: Language, id: &str) -> Result<Vec<Carried>, Problem> {
    let (inner, sources, beside, sdk) = match language {
        Language::Rust => ("src", &RUST, RUST_BESIDE.as_slice(), carried::rust()?),
        Language::JavaScript => (
            "wit",
            &JAVASCRIPT_WIT,
            JAVASCRIPT_BESIDE.as_slice(),
            carried::javascript(),
        ),
        Language::Python => ("wit", &PYTHON_WIT, PYTHON_BESIDE.as_slice(), carried::python()),
    };
    let mut files = Vec::new();
    for file in below(sources) {
        files.push((
            Path::new(inner).join(file.path()),
            named(&String::from_utf8_lossy(file.contents()), id),
        ));
    }
    for (name, text) in beside {
        files.push((PathBuf::from(name), named(text, id)));
    }
    files.extend(sdk);
    Ok(files)
}

/// With the author's id in the place of the template's, in both its spellings.
fn named(text: &str, id: &str) -> Vec<u8> {
    text.replace(ID, id)
        .replace(&crate_name(ID), &crate_name(id))
        .into_bytes()
}

pub(crate) fn crate_name(id: &str) -> String {
    id.replace('-', "_")
}
