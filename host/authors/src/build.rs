//! The commands `unity-tool-host build` and `test`, which run the toolchain of a bundle's programming language.
//!
//! Belongs here: the build from a bundle folder to a component file. Does not: the component's listing section.

use crate::{Language, Problem, c, go, javascript, missing_imports, python, rust, typescript};
use std::path::{Path, PathBuf};

/// The result of a successful bundle build: where the component file is now, and where the bundle needs it.
#[derive(Clone, Debug)]
pub struct Built {
    /// The path at which the toolchain wrote the component file.
    pub made: PathBuf,
    /// The path of the component that `bundle.toml` specifies. The caller moves the component file there.
    pub place: PathBuf,
    pub id: String,
}

/// Builds the bundle in `folder`. Compiler output is written to stderr. Blocks; the first build can take minutes.
///
/// # Errors
/// The folder is not a bundle, or a program of the toolchain is missing or fails.
pub fn build(folder: &Path) -> Result<Built, Problem> {
    let Manifest { id, component } = Manifest::read_from(folder)?;
    let made = match Language::detect(folder)? {
        Language::Rust => rust::build(folder),
        Language::JavaScript => javascript::build(folder, &id),
        Language::TypeScript => typescript::build(folder, &id),
        Language::Python => python::build(folder, &id),
        Language::C => c::build(folder, &id),
        Language::Go => go::build(folder, &id),
    };
    let made = made.map_err(|problem| missing_imports::explain_missing_imports(folder, &id, problem))?;
    Ok(Built {
        made,
        place: folder.join(component),
        id,
    })
}

/// Runs the bundle's own tests with the test runner of its language, as native code instead of WebAssembly.
///
/// # Errors
/// The errors of [`build`], or a test fails.
pub fn test(folder: &Path) -> Result<(), Problem> {
    let id = Manifest::read_from(folder)?.id;
    let tested = match Language::detect(folder)? {
        Language::Rust => rust::test(folder),
        Language::JavaScript => javascript::test(folder, &id, &[]),
        Language::TypeScript => typescript::test(folder, &id),
        Language::Python => python::test(folder, &id),
        Language::C => c::test(folder, &id),
        Language::Go => go::test(folder, &id),
    };
    tested.map_err(|problem| missing_imports::explain_missing_imports(folder, &id, problem))
}

/// The members of the file `bundle.toml` that a build needs.
struct Manifest {
    id: String,
    component: String,
}

impl Manifest {
    fn read_from(folder: &Path) -> Result<Self, Problem> {
        let file = folder.join("bundle.toml");
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Err(Problem::NotABundle {
                    folder: folder.to_owned(),
                    expected: "bundle.toml",
                });
            }
            Err(error) => return Err(Problem::file(&file)(error)),
        };
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| Problem::Syntax {
            file: file.clone(),
            cause: error.to_string().trim_end().to_owned(),
        })?;
        let key = |key: &'static str, example: &'static str| {
            let value = table.get(key).and_then(toml::Value::as_str);
            value.map(str::to_owned).ok_or_else(|| Problem::Key {
                file: file.clone(),
                key,
                example,
            })
        };
        Ok(Self {
            id: key("id", "id = \"my-tools\"")?,
            component: key("component", "component = \"my-tools.wasm\"")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_line_of_invalid_manifest_and_missing_key() {
        let folder = tempfile::tempdir().expect("a folder");
        let refused = |text: &str| {
            std::fs::write(folder.path().join("bundle.toml"), text).expect("written");
            Manifest::read_from(folder.path()).err().expect("refused").to_string()
        };
        let syntax = refused("id = \"my-tools\"\ncomponent = my-tools.wasm\n");
        assert!(syntax.contains("bundle.toml cannot be read as TOML"), "{syntax}");
        assert!(
            syntax.contains("line 2") && syntax.contains("component = my-tools.wasm"),
            "{syntax}"
        );
        let key = refused("id = \"my-tools\"\n");
        assert!(
            key.ends_with("bundle.toml has no `component`; add component = \"my-tools.wasm\""),
            "{key}"
        );
        let shape = refused("id = 7\ncomponent = \"a.wasm\"\n");
        assert!(shape.contains("has no `id`"), "{shape}");
    }
}
