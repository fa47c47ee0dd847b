//! What a tool does wrong while it is called, and what is called wrong.
//!
//! Belongs here: rows. Does not: what is handed to imports (`imports`).

use super::table::{AT_FAULT, Made, Mistake, NONE};

/// The hint for a result that does not fit.
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
            (
                "js",
                &[
                    "has no structured output",
                    "returns `undefined`, which is no structured output",
                ],
            ),
            (
                "ts",
                &[
                    "has no structured output",
                    "returns `undefined`, which is no structured output",
                ],
            ),
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
            "the author of the tool has to return list(...) of a set",
        ],
        only_in: &["python"],
        ..NONE
    },
    Mistake {
        what: "a result with a key that is no text",
        made: Made::Calling(r#"{"how": "no_key"}"#),
        says: &[
            "stumble returned a dict with the key 7, a int in `lamps`, which cannot be written as JSON",
            "the author of the tool has to use keys of str",
        ],
        only_in: &["python"],
        ..NONE
    },
    Mistake {
        what: "a result with a value that JSON writes as another",
        made: Made::Calling(r#"{"how": "no_json"}"#),
        says: &[
            "stumble returned a Map in `lamps`, which JSON does not have",
            "the author of the tool has to return Object.fromEntries(…) of it",
        ],
        only_in: &["js", "ts"],
        ..NONE
    },
    Mistake {
        what: "a result with a number that JSON does not have",
        made: Made::Calling(r#"{"how": "no_number"}"#),
        says: &["the author of the tool has to return a finite "],
        of: &[
            (
                "js",
                &["stumble returned NaN in `lamps[0].brightness`, which JSON does not have"],
            ),
            (
                "ts",
                &["stumble returned NaN in `lamps[0].brightness`, which JSON does not have"],
            ),
            (
                "python",
                &["stumble returned nan, a float in `lamps[0].brightness`, which cannot be written as JSON"],
            ),
        ],
        only_in: &["js", "ts", "python"],
        ..NONE
    },
    Mistake {
        what: "clocks and random numbers",
        made: Made::Calling(r#"{"how": "system"}"#),
        says: &[r#""total": 1"#],
        is_fine: true,
        only_in: &["js", "ts", "python"],
        ..NONE
    },
    Mistake {
        what: "files and sockets that are caught",
        made: Made::Calling(r#"{"how": "caught"}"#),
        says: &[r#""total": 4"#],
        is_fine: true,
        only_in: &["python"],
        ..NONE
    },
    Mistake {
        what: "a module that its build did not import",
        made: Made::Calling(r#"{"how": "module"}"#),
        says: &[
            "stumble raised ModuleNotFoundError: No module named 'wave'",
            "import them at the top of a file",
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
        what: "a file or a timer",
        made: Made::Calling(r#"{"how": "file"}"#),
        says: &["stumble", "a component has no"],
        of: &[
            (
                "go",
                &[
                    "open /lamp.txt",
                    "a component has no files",
                    "imports that wit/world.wit names",
                ],
            ),
            (
                "python",
                &[
                    "stumble raised FileNotFoundError: ",
                    "app.py\", line ",
                    "a component has no files, network, processes or environment, but what wit/world.wit imports",
                ],
            ),
            (
                "js",
                &[
                    "stumble threw ReferenceError: setTimeout is not defined",
                    "a component has no `setTimeout`",
                ],
            ),
            ("ts", &["stumble threw ReferenceError: setTimeout is not defined"]),
        ],
        only_in: &["go", "js", "python", "ts"],
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
        what: "an unknown argument",
        made: Made::Calling(r#"{"how": "fine", "hwo": 1}"#),
        says: &["`hwo`", "how"],
        ..NONE
    },
];
