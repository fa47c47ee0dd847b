//! The table: each mistake with the words that an author has to read, those of a language beside those of all.
//!
//! Belongs here: words. Does not: making mistakes (`wrong.rs`).

/// A language that bundles are written in.
pub(super) struct Language {
    /// As `unity-tool-host new --language` takes it.
    pub(super) name: &'static str,
    /// The file of its template that `tests/fixtures/stumbles` has in its place; none where the fixtures have it built.
    pub(super) source: Option<&'static str>,
    /// A file below `target/` without which it is not built here.
    pub(super) needs: Option<&'static str>,
    /// A folder below `target/` that is linked into the bundle's, with its name there: nothing is fetched.
    pub(super) linked: Option<(&'static str, &'static str)>,
}

pub(super) const LANGUAGES: &[Language] = &[
    Language {
        name: "rust",
        source: None,
        needs: None,
        linked: None,
    },
    Language {
        name: "js",
        source: Some("tool.js"),
        needs: Some("tools/npm/node_modules/componentize-qjs/bin/componentize-qjs"),
        linked: Some(("tools/npm/node_modules", "node_modules")),
    },
    Language {
        name: "python",
        source: Some("app.py"),
        needs: Some("tools/guest-py/bin/componentize-py"),
        linked: None,
    },
];

/// How a mistake is made.
pub(super) enum Made {
    /// The tool is called with these arguments.
    Calling(&'static str),
    /// The built component has these bytes instead of those.
    OfBytes(&'static str, &'static str),
    /// So has the section in which its listing stands.
    OfListing(&'static str, &'static str),
    /// `bundle.toml` has these words instead of those.
    OfManifest(&'static str, &'static str),
    /// The same component is served a second time, under this id.
    BesideItself(&'static str),
}

/// A mistake, and what it says.
pub(super) struct Mistake {
    pub(super) what: &'static str,
    pub(super) made: Made,
    /// Words in every language.
    says: &'static [&'static str],
    /// Words of one language more; one that is not named here reads those of all alone.
    of: &'static [(&'static str, &'static [&'static str])],
    /// Languages that cannot make it.
    not_in: &'static [&'static str],
    /// It is answered all the same.
    pub(super) is_fine: bool,
    /// Set for the call, so that little is waited for.
    pub(super) limit: &'static str,
}

impl Mistake {
    /// All that has to be read; none where the language cannot make it.
    pub(super) fn words(&self, language: &Language) -> Option<Vec<&'static str>> {
        if self.not_in.contains(&language.name) {
            return None;
        }
        let own = self.of.iter().filter(|(name, _)| *name == language.name);
        Some(
            self.says
                .iter()
                .chain(own.flat_map(|(_, words)| *words))
                .copied()
                .collect(),
        )
    }
}

const NONE: Mistake = Mistake {
    what: "",
    made: Made::Calling("{}"),
    says: &[],
    of: &[],
    not_in: &[],
    is_fine: false,
    limit: "",
};

/// What whoever called is told about what the tool did not mean to do.
const AT_FAULT: &str = "the tool is at fault; where, stands in the host's log";

/// What whoever called is told to do about a result that does not fit.
const FOR_ITS_AUTHOR: &str = "the author of the tool has to correct its result or its output schema";

pub(super) const MISTAKES: &[Mistake] = &[
    Mistake {
        what: "none at all",
        made: Made::Calling(r#"{"how": "fine"}"#),
        says: &[r#""total": 1"#],
        is_fine: true,
        ..NONE
    },
    Mistake {
        what: "thrown without a kind",
        made: Made::Calling(r#"{"how": "throw"}"#),
        says: &["stumble", "the lamp is out", AT_FAULT],
        of: &[
            ("rust", &["panicked: the lamp is out", "panicked at ", "lib.rs:"]),
            (
                "js",
                &["stumble threw TypeError: the lamp is out", "at throw (/tool.js:"],
            ),
            (
                "python",
                &["stumble raised TypeError: the lamp is out", "app.py\", line "],
            ),
        ],
        ..NONE
    },
    Mistake {
        what: "a refusal of its own",
        made: Made::Calling(r#"{"how": "refuse"}"#),
        says: &["NotFound: there is no lamp", "switch on a lamp"],
        ..NONE
    },
    Mistake {
        what: "an error of Unity that is not caught",
        made: Made::Calling(r#"{"how": "unity"}"#),
        says: &["NotFound: ", "obj:999999"],
        ..NONE
    },
    Mistake {
        what: "a result of another type",
        made: Made::Calling(r#"{"how": "wrong_type"}"#),
        says: &[
            "`stumble`",
            "`total` is string \"many\", expected integer",
            FOR_ITS_AUTHOR,
        ],
        ..NONE
    },
    Mistake {
        what: "null where a value belongs",
        made: Made::Calling(r#"{"how": "null"}"#),
        says: &["`stumble`", "`total` is null, expected integer", FOR_ITS_AUTHOR],
        ..NONE
    },
    Mistake {
        what: "no result",
        made: Made::Calling(r#"{"how": "nothing"}"#),
        says: &["`stumble`", FOR_ITS_AUTHOR],
        of: &[
            ("js", &["has no structured output", "gives `undefined`, which is none"]),
            ("python", &["is null, expected object"]),
        ],
        // Its functions have a type.
        not_in: &["rust"],
        ..NONE
    },
    Mistake {
        what: "a promise",
        made: Made::Calling(r#"{"how": "promise"}"#),
        says: &[
            "`run` of stumble gave a promise; a component cannot await",
            "a plain function",
        ],
        not_in: &["rust", "python"],
        ..NONE
    },
    Mistake {
        what: "a huge result",
        made: Made::Calling(r#"{"how": "huge"}"#),
        says: &[
            "`stumble`",
            "(`limits.result`)",
            "ask for less; the operator can raise `[limits] result`",
        ],
        ..NONE
    },
    Mistake {
        what: "an endless loop",
        made: Made::Calling(r#"{"how": "endless"}"#),
        says: &[
            "`stumble` used up its compute time of 300 ms (`limits.compute`)",
            "raise `[limits] compute`",
        ],
        limit: "limits.compute=300ms",
        ..NONE
    },
    Mistake {
        what: "an endless recursion",
        made: Made::Calling(r#"{"how": "deep"}"#),
        says: &["stumble", "the tool is at fault"],
        of: &[
            ("rust", &["recursion", "or makes a loop of it"]),
            ("js", &["recursion", "or makes a loop of it"]),
            ("python", &["stumble raised RecursionError", "app.py"]),
        ],
        ..NONE
    },
    Mistake {
        what: "memory without an end",
        made: Made::Calling(r#"{"how": "grow"}"#),
        says: &["stumble", "memory", "raise `[limits] memory`"],
        ..NONE
    },
    Mistake {
        what: "something printed",
        made: Made::Calling(r#"{"how": "print"}"#),
        says: &[r#""total": 1"#, "the lamp is printed"],
        is_fine: true,
        ..NONE
    },
    Mistake {
        what: "an argument that is none of its values",
        made: Made::Calling(r#"{"how": "fall"}"#),
        says: &["`how` is \"fall\", expected one of \"fine\""],
        ..NONE
    },
    Mistake {
        what: "an argument that is null",
        made: Made::Calling(r#"{"how": null}"#),
        says: &["`how`"],
        ..NONE
    },
    Mistake {
        what: "an argument that is not there",
        made: Made::Calling("{}"),
        says: &["`how`", "missing"],
        ..NONE
    },
    Mistake {
        what: "an argument that nobody knows",
        made: Made::Calling(r#"{"how": "fine", "hwo": 1}"#),
        says: &["`hwo`", "how"],
        ..NONE
    },
    Mistake {
        what: "an import that no host serves",
        made: Made::OfBytes("unity-tools:unity/objects@0.2.0", "unity-tools:unity/objectz@0.2.0"),
        says: &[
            "unity-tools:unity/objectz@0.2.0",
            "did you mean unity-tools:unity/objects",
        ],
        ..NONE
    },
    Mistake {
        what: "an import of another version",
        made: Made::OfBytes("unity-tools:unity/objects@0.2.0", "unity-tools:unity/objects@0.9.0"),
        says: &[
            "FAULT  imports unity-tools:unity/objects@0.9.0",
            "this host serves unity-tools:unity/objects in versions 0.2.x",
            "build the component against this host's wit/ folder",
        ],
        ..NONE
    },
    Mistake {
        what: "a schema that is none",
        made: Made::OfListing(r#""integer""#, r#""intejer""#),
        says: &[
            "FAULT  bundle",
            "tool `stumble` is not served: the output schema is not valid JSON Schema",
            "`type` is \"intejer\", expected null, boolean, number, integer",
        ],
        // The host says the same of any; this one it compiles first, for ten seconds.
        not_in: &["python"],
        ..NONE
    },
    Mistake {
        what: "an effect that is none",
        made: Made::OfListing(r#""effect":"read""#, r#""effect":"raed""#),
        says: &[
            "tool `stumble`: `effect` is \"raed\"; this host knows `read`, `write`",
            "correct the tool",
        ],
        ..NONE
    },
    Mistake {
        what: "a component that is not there",
        made: Made::OfManifest("stumbles.wasm", "stumble.wasm"),
        says: &[
            "stumble.wasm",
            "check that the file named by `component` in bundle.toml exists",
        ],
        ..NONE
    },
    Mistake {
        what: "a key that nobody knows",
        made: Made::OfManifest("component =", "componnet ="),
        says: &["unknown key `componnet`; did you mean `component`?"],
        ..NONE
    },
    Mistake {
        what: "a second bundle of the same tools",
        made: Made::BesideItself("stumbles-too"),
        says: &[
            "tool `stumble` of bundle `stumbles-too` is not served: bundle `stumbles` serves that name",
            "rename one of them",
        ],
        is_fine: true,
        ..NONE
    },
    Mistake {
        what: "a second bundle of the same id",
        made: Made::BesideItself("stumbles"),
        says: &[
            "bundle id `stumbles` is taken by",
            "give one of them another `id`, or remove one",
        ],
        ..NONE
    },
];
