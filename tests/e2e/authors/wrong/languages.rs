//! The languages of the table, and where each one's sources and programs lie.
//!
//! Belongs here: what a language needs to be built. Does not: what is said in it (`calls`, `imports`, `bundles`).

/// A language that bundles are written in.
pub(super) struct Language {
    /// As `unity-tool-host new --language` takes it.
    pub(super) name: &'static str,
    /// The file of its template that `tests/fixtures/stumbles` has in its place; none where the fixtures have it built.
    pub(super) source: Option<&'static str>,
    /// The folder of that file in the template's.
    pub(super) inside: &'static str,
    /// A file beside it that its compiler refuses, where it has one.
    pub(super) refused: Option<&'static str>,
    /// A file below `target/` without which it is not built here.
    pub(super) needs: Option<&'static str>,
    /// A folder below `target/` that is linked into the bundle's, with its name there: nothing is fetched.
    pub(super) linked: Option<(&'static str, &'static str)>,
}

pub(super) const LANGUAGES: &[Language] = &[
    Language {
        name: "rust",
        source: None,
        inside: "",
        refused: None,
        needs: None,
        linked: None,
    },
    Language {
        name: "js",
        source: Some("tool.js"),
        inside: "",
        refused: None,
        needs: Some("tools/npm/node_modules/componentize-qjs/bin/componentize-qjs"),
        linked: Some(("tools/npm/node_modules", "node_modules")),
    },
    Language {
        name: "python",
        source: Some("app.py"),
        inside: "",
        refused: Some("refused.py"),
        needs: Some("tools/guest-py/bin/componentize-py"),
        linked: None,
    },
    Language {
        name: "ts",
        source: Some("tool.ts"),
        inside: "src",
        refused: Some("refused.ts"),
        needs: None,
        linked: None,
    },
    Language {
        name: "c",
        source: Some("tool.c"),
        inside: "",
        refused: Some("refused.c"),
        needs: Some("tools/guest-py/bin/python-zig"),
        linked: None,
    },
    Language {
        name: "go",
        source: Some("tool.go"),
        inside: "",
        refused: Some("refused.go"),
        needs: Some("tools/guest-py/bin/go"),
        linked: None,
    },
];
