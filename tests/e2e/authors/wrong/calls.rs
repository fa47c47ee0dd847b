//! What a tool does wrong while it is called, and what is called wrong.
//!
//! Belongs here: rows. Does not: what is handed to imports (`imports`).

use super::table::{AT_FAULT, Made, Mistake, NONE};

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
            (
                "ts",
                &["stumble threw TypeError: the lamp is out", "at throw (/build/tool.js:"],
            ),
            ("c", &["panicked: the lamp is out"]),
            ("go", &["stumble panicked: the lamp is out", "/tool.go:"]),
        ],
        ..NONE
    },
    Mistake {
        what: "an error without a kind",
        made: Made::Calling(r#"{"how": "fail"}"#),
        says: &["stumble failed: the lamp is out", AT_FAULT],
        only_in: &["go"],
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
        not_in: &["go"],
        ..NONE
    },
    Mistake {
        what: "null where a value belongs",
        made: Made::Calling(r#"{"how": "null"}"#),
        says: &["`stumble`", "`total` is null, expected integer", FOR_ITS_AUTHOR],
        not_in: &["go"],
        ..NONE
    },
    Mistake {
        what: "no result",
        made: Made::Calling(r#"{"how": "nothing"}"#),
        says: &["`stumble`", FOR_ITS_AUTHOR],
        of: &[
            ("js", &["has no structured output", "gives `undefined`, which is none"]),
            ("ts", &["has no structured output", "gives `undefined`, which is none"]),
            ("python", &["is null, expected object"]),
            ("c", &["missing field `total`"]),
        ],
        // Their functions have a type.
        not_in: &["rust", "go"],
        ..NONE
    },
    Mistake {
        what: "a result that is no JSON",
        made: Made::Calling(r#"{"how": "no_json"}"#),
        says: &[
            "stumble returned {'total'}, a set, which cannot be written as JSON",
            "the author of the tool has to return ",
            "list(...) for a set",
        ],
        only_in: &["python"],
        ..NONE
    },
    Mistake {
        what: "a promise",
        made: Made::Calling(r#"{"how": "promise"}"#),
        says: &[
            "`run` of stumble gave a promise; a component cannot await",
            "a plain function",
        ],
        only_in: &["js", "ts"],
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
            "its author looks for a loop that does not end, or lets one call do a part",
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
            ("ts", &["recursion", "or makes a loop of it"]),
            ("c", &["recursion", "or makes a loop of it"]),
            ("go", &["ran out of stack", "or makes a loop of it"]),
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
        what: "a file that is opened",
        made: Made::Calling(r#"{"how": "file"}"#),
        says: &["stumble", "a component has"],
        of: &[
            (
                "go",
                &[
                    "open /lamp.txt",
                    "a component has no files",
                    "imports that wit/world.wit names",
                ],
            ),
            ("python", &["files, environment, network, threads"]),
        ],
        only_in: &["go", "python"],
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
];
