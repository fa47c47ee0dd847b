//! The command `unity-tool-host new`, which creates a bundle folder from a template.
//!
//! Belongs here: the path and the id of the new folder. Does not: its contents (`templates.rs`).

use crate::embedded_files::lay;
use crate::{Language, Problem, c, go, javascript, python, templates, typescript};
use std::path::{Path, PathBuf};

/// Creates the bundle folder `id` in `parent`, which can be built immediately. Returns its path.
///
/// # Errors
/// `id` is not a valid bundle id, the folder exists, or a file cannot be written. The command leaves no files then.
pub fn new(parent: &Path, id: &str, language: Language) -> Result<PathBuf, Problem> {
    if !is_id(id) {
        return Err(Problem::Id { given: id.to_owned() });
    }
    let folder = parent.join(id);
    std::fs::create_dir(&folder).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Problem::Exists { folder: folder.clone() },
        _ => Problem::file(&folder)(error),
    })?;
    let filled = fill(&folder, id, language);
    if filled.is_err() {
        // A partial folder would block the next try. If it cannot be removed, the next try reports that it exists.
        let _ = std::fs::remove_dir_all(&folder);
    }
    filled.map(|()| folder)
}

fn fill(folder: &Path, id: &str, language: Language) -> Result<(), Problem> {
    lay(folder, &templates::render_files(language, id)?)?;
    // Files for editors; `build` and `test` write them again.
    match language {
        Language::TypeScript => typescript::lay_types(folder, id),
        Language::C => c::lay_bindings(folder, id).map(|_| ()),
        Language::Go => go::lay_bindings(folder, id).map(|_| ()),
        Language::JavaScript => javascript::lay_taken(folder, id),
        Language::Python => python::lay_taken(folder, id),
        Language::Rust => Ok(()),
    }
}

/// Returns true if `id` is valid in `bundle.toml`, as a package name in each language, and as the name of a WIT world.
fn is_id(id: &str) -> bool {
    let world = format!("package unity-tools:new;\nworld {id} {{}}");
    wit_parser::UnresolvedPackageGroup::parse("id.wit", &world).is_ok()
        && id.len() <= 64
        && id.starts_with(|first: char| first.is_ascii_lowercase())
        && !id.ends_with('-')
        && id
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::new;
    use crate::{Language, Problem, c, go, javascript, python, typescript};
    use std::path::Path;

    #[test]
    fn new_folder_contains_the_id_and_the_sdk() {
        let parent = tempfile::tempdir().unwrap();
        let folder = new(parent.path(), "lamp-tools", Language::Rust).unwrap();
        let text = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
        assert!(text("bundle.toml").contains("id = \"lamp-tools\""));
        assert!(text("Cargo.toml").contains("name = \"lamp-tools\"") && text("README.md").contains("lamp-tools"));
        for name in ["bundle.toml", "Cargo.toml", "README.md", "src/lib.rs"] {
            assert!(
                !text(name).contains("my-tools") && !text(name).contains("my_tools"),
                "{name}"
            );
        }
        assert!(folder.join(".sdk/wit/value.md").is_file());
        assert!(folder.join(".sdk/wit/listing.wit").is_file() && folder.join(".sdk/sdk/rust/Cargo.toml").is_file());
        assert_eq!(Language::detect(&folder).unwrap(), Language::Rust);
    }

    #[test]
    fn new_folder_contains_the_world_and_its_packages() {
        for (language, files) in [
            (Language::JavaScript, [".sdk/js/unity-tools.js", "tool.test.js"]),
            (Language::TypeScript, [".sdk/js/imports.d.ts", "src/tool.test.ts"]),
            (Language::Python, [".sdk/python/unity_tools.py", "test_app.py"]),
            (Language::C, [".sdk/c/bundle.h", "tool_test.c"]),
            (
                Language::Go,
                [".sdk/go/imports/unity_tools_unity_objects/native.go", "tool_test.go"],
            ),
        ] {
            let parent = tempfile::tempdir().unwrap();
            let folder = new(parent.path(), "lamp-tools", language).unwrap();
            let world = std::fs::read_to_string(folder.join("wit/world.wit")).unwrap();
            assert!(world.contains("world lamp-tools {"), "{world}");
            for name in [
                "unity-tools-tool/world.wit",
                "unity-tools-unity@0.3.0/objects.wit",
                "unity-tools-host@0.3.0/log.wit",
            ] {
                assert!(folder.join("wit/deps").join(name).is_file(), "{name}");
            }
            assert!(folder.join("wit/value.md").is_file(), "{language:?}");
            assert!(files.iter().all(|name| folder.join(name).is_file()), "{language:?}");
            assert_eq!(Language::detect(&folder).unwrap(), language);
        }
    }

    /// A build must not write unchanged files, because `dev` would build forever.
    #[test]
    fn build_rewrites_generated_files_only_if_they_differ() {
        type Lay = fn(&Path) -> Result<(), Problem>;
        let cases: [(Language, &str, Lay); 5] = [
            (Language::JavaScript, ".sdk/js/imports.js", |folder| {
                javascript::lay_taken(folder, "lamp-tools")
            }),
            (Language::Python, ".sdk/python/unity_tools_imports.py", |folder| {
                python::lay_taken(folder, "lamp-tools")
            }),
            (Language::TypeScript, ".sdk/js/imports.d.ts", |folder| {
                typescript::lay_types(folder, "lamp-tools")
            }),
            (Language::C, ".sdk/c/bundle.h", |folder| {
                c::lay_bindings(folder, "lamp-tools").map(|_| ())
            }),
            (
                Language::Go,
                ".sdk/go/imports/unity_tools_unity_objects/native.go",
                |folder| go::lay_bindings(folder, "lamp-tools").map(|_| ()),
            ),
        ];
        for (language, name, lay) in cases {
            let parent = tempfile::tempdir().unwrap();
            let folder = new(parent.path(), "lamp-tools", language).unwrap();
            let file = folder.join(name);
            let written = || std::fs::metadata(&file).unwrap().modified().unwrap();
            let long_ago = std::time::SystemTime::UNIX_EPOCH;
            let opened = std::fs::File::options().write(true).open(&file).unwrap();
            opened.set_modified(long_ago).unwrap();
            lay(&folder).unwrap();
            assert_eq!(written(), long_ago, "{language:?}");
            std::fs::write(&file, "").unwrap();
            lay(&folder).unwrap();
            assert!(std::fs::metadata(&file).unwrap().len() > 0, "{language:?}");
        }
    }

    #[test]
    fn rejects_existing_folder_and_invalid_ids() {
        let parent = tempfile::tempdir().unwrap();
        std::fs::create_dir(parent.path().join("taken")).unwrap();
        assert!(matches!(
            new(parent.path(), "taken", Language::Rust),
            Err(Problem::Exists { .. })
        ));
        for wrong in [
            "", "My", "1a", "a_b", "../a", "a-", "a/b", "a--b", "import", "type", "u8",
        ] {
            let told = new(parent.path(), wrong, Language::Rust).unwrap_err().to_string();
            assert!(told.contains("my-tools"), "{wrong}: {told}");
        }
        assert_eq!(std::fs::read_dir(parent.path()).unwrap().count(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn removes_new_folder_that_cannot_be_filled() {
        const ID: usize = 40;
        let parent = tempfile::tempdir().unwrap();
        // So deep that the folder itself can be created, but not its contents: paths are limited to 4,095 bytes.
        let mut deep = parent.path().to_owned();
        while let left @ 1.. = (4_085 - ID).saturating_sub(deep.as_os_str().len()) {
            deep.push("d".repeat(left.min(200)));
        }
        std::fs::create_dir_all(&deep).unwrap();
        let told = new(&deep, &"a".repeat(ID), Language::Rust);
        assert!(matches!(told, Err(Problem::File { .. })), "{told:?}");
        assert_eq!(std::fs::read_dir(&deep).unwrap().count(), 0);
    }
}
