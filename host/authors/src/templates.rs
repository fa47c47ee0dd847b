//! The templates for new bundle folders, which are embedded in this program.
//!
//! Belongs here: the list of files in each template. Does not: the contents of these files.

use crate::embedded_files::Carried;
use crate::{Language, Problem, embedded_files};

/// A template file: its path in the bundle folder, and its content as text.
type Text = (&'static str, &'static str);

/// Embeds the listed files of a template folder. They are listed, because a build adds other files to the folder.
macro_rules! texts {
    ($language:literal: $($name:literal),*) => {
        &[$((
            $name,
            include_str!(concat!("../../../sdk/", $language, "/template/", $name)),
        )),*]
    };
}

const RUST: &[Text] = texts!("rust": "src/lib.rs", "Cargo.toml", "README.md", "bundle.toml", ".gitignore");

const JAVASCRIPT: &[Text] = texts!(
    "js": "tool.js", "tool.test.js", "wit/world.wit", "package.json", "README.md", "bundle.toml", ".gitignore"
);

const TYPESCRIPT: &[Text] = texts!(
    "ts": "src/tool.ts", "src/tool.test.ts", "wit/world.wit", "package.json", "tsconfig.json", "tsconfig.test.json", "README.md",
    "bundle.toml", ".gitignore"
);

const PYTHON: &[Text] = texts!(
    "python": "app.py", "test_app.py", "wit/world.wit", "requirements.txt", "README.md", "bundle.toml", ".gitignore"
);

const C: &[Text] = texts!(
    "c": "tool.c", "tool_test.c", "wit/world.wit", "requirements.txt", "compile_flags.txt", "README.md", "bundle.toml",
    ".gitignore"
);

const GO: &[Text] = texts!(
    "go": "tool.go", "tool_test.go", "go.mod", "wit/world.wit", "requirements.txt", "README.md", "bundle.toml", ".gitignore"
);

/// The bundle id that the template files contain. The id of the new bundle replaces it.
const ID: &str = "my-tools";

/// Returns all files of a new bundle with this id: the files of the template and of the SDK.
pub(crate) fn render_files(language: Language, id: &str) -> Result<Vec<Carried>, Problem> {
    let (texts, sdk) = match language {
        Language::Rust => (RUST, embedded_files::rust()?),
        Language::JavaScript => (JAVASCRIPT, embedded_files::javascript()),
        Language::TypeScript => (TYPESCRIPT, embedded_files::javascript()),
        Language::Python => (PYTHON, embedded_files::python()),
        Language::C => (C, embedded_files::c()),
        Language::Go => (GO, embedded_files::go()),
    };
    let own = texts
        .iter()
        .map(|(name, text)| Carried::new(*name, replace_id(text, id)));
    Ok(own.chain(sdk).collect())
}

/// Replaces the template's bundle id by `id`, in the spellings with dashes and with underscores.
fn replace_id(text: &str, id: &str) -> Vec<u8> {
    text.replace(ID, id)
        .replace(&crate_name(ID), &crate_name(id))
        .into_bytes()
}

pub(crate) fn crate_name(id: &str) -> String {
    id.replace('-', "_")
}
