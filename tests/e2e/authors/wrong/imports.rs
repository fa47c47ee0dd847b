//! What is handed to imports and answered wrong: at a call, or refused by a compiler before there is one.
//!
//! Belongs here: rows. Does not: what else goes wrong in a call (`calls`).

use super::table::{AT_FAULT, Made, Mistake, NONE};

/// No compiler looks at what is handed to an import there, or an author switched that off.
const DYNAMIC: &[&str] = &["js", "ts", "python"];

pub(super) const MISTAKES: &[Mistake] = &[
    Mistake {
        what: "another kind given to an import",
        made: Made::Calling(r#"{"how": "given_kind"}"#),
        says: &["list", "limit", "ten", AT_FAULT],
        of: &[
            (
                "js",
                &["TypeError: listObjects: `page.limit` is \"ten\"; expected a whole number from 0 to 4294967295"],
            ),
            (
                "ts",
                &["TypeError: listObjects: `page.limit` is \"ten\"; expected a whole number from 0 to 4294967295"],
            ),
            (
                "python",
                &["TypeError: list_objects: `page.limit` is 'ten'; expected a whole number from 0 to 4294967295"],
            ),
        ],
        only_in: DYNAMIC,
        ..NONE
    },
    Mistake {
        what: "a field that an import is not given",
        made: Made::Calling(r#"{"how": "given_without"}"#),
        says: &["offset", "missing", AT_FAULT],
        of: &[
            (
                "js",
                &["listObjects: `page.offset` is missing; expected a whole number"],
            ),
            (
                "ts",
                &["listObjects: `page.offset` is missing; expected a whole number"],
            ),
        ],
        only_in: DYNAMIC,
        ..NONE
    },
    Mistake {
        what: "a case that an import does not have",
        made: Made::Calling(r#"{"how": "given_case"}"#),
        says: &["hierachy", AT_FAULT],
        of: &[
            (
                "js",
                &["listObjects: `filter.order.tag` is \"hierachy\"; expected one of hierarchy, path"],
            ),
            (
                "ts",
                &["listObjects: `filter.order.tag` is \"hierachy\"; expected one of hierarchy, path"],
            ),
            (
                "python",
                &[
                    "TypeError: list_objects: `filter.order` is 'hierachy'; expected one of ObjectOrder_Hierarchy, ObjectOrder_Path, ObjectOrder_Other",
                ],
            ),
        ],
        only_in: DYNAMIC,
        ..NONE
    },
    Mistake {
        what: "a number beyond what an import takes",
        made: Made::Calling(r#"{"how": "given_range"}"#),
        says: &["limit", "-1", AT_FAULT],
        of: &[
            (
                "js",
                &["RangeError: listObjects: `page.limit` is -1; expected a whole number from 0"],
            ),
            (
                "ts",
                &["RangeError: listObjects: `page.limit` is -1; expected a whole number from 0"],
            ),
            (
                "python",
                &["ValueError: list_objects: `page.limit` is -1; expected a whole number from 0"],
            ),
        ],
        only_in: DYNAMIC,
        ..NONE
    },
    Mistake {
        what: "a fraction where an import takes whole numbers",
        made: Made::Calling(r#"{"how": "given_whole"}"#),
        says: &["limit", "2.7", AT_FAULT],
        of: &[
            (
                "js",
                &["RangeError: listObjects: `page.limit` is 2.7; expected a whole number from 0"],
            ),
            (
                "ts",
                &["RangeError: listObjects: `page.limit` is 2.7; expected a whole number from 0"],
            ),
            (
                "python",
                &["TypeError: list_objects: `page.limit` is 2.7; expected a whole number from 0"],
            ),
        ],
        only_in: DYNAMIC,
        ..NONE
    },
    Mistake {
        what: "a field that an import does not have",
        made: Made::Calling(r#"{"how": "given_unknown"}"#),
        says: &["`page` has no field `lmit`; there are offset, limit, cursor", AT_FAULT],
        only_in: DYNAMIC,
        ..NONE
    },
    Mistake {
        what: "a result of another type in the source",
        made: Made::Compiling,
        of: &[
            ("ts", &["Type 'string' is not assignable to type 'number'"]),
            ("go", &["cannot use \"many\" (untyped string constant) as uint32 value"]),
        ],
        only_in: &["ts", "go"],
        ..NONE
    },
    Mistake {
        what: "null in the source",
        made: Made::Compiling,
        of: &[
            ("ts", &["Type 'null' is not assignable to type 'number'"]),
            ("go", &["cannot use nil as uint32 value"]),
        ],
        only_in: &["ts", "go"],
        ..NONE
    },
    Mistake {
        what: "no result in the source",
        made: Made::Compiling,
        of: &[
            ("ts", &["Type 'undefined' is not assignable to type 'Reply<", "total"]),
            ("go", &["missing return"]),
        ],
        only_in: &["ts", "go"],
        ..NONE
    },
    Mistake {
        what: "a promise in the source",
        made: Made::Compiling,
        says: &["Type 'Promise<{ total: number; }>' is not assignable to type 'Reply<"],
        only_in: &["ts"],
        ..NONE
    },
    Mistake {
        what: "another kind for an import in the source",
        made: Made::Compiling,
        of: &[
            ("ts", &["Type 'string' is not assignable to type 'number'"]),
            (
                "c",
                &["incompatible pointer to integer conversion initializing 'uint32_t'"],
            ),
            ("go", &["cannot use \"ten\" (untyped string constant) as uint32 value"]),
        ],
        only_in: &["ts", "c", "go"],
        ..NONE
    },
    Mistake {
        what: "a field that is not given in the source",
        made: Made::Compiling,
        says: &["Property 'offset' is missing in type '{ limit: number; }' but required in type 'PageRequest'"],
        // In the others what is not given is 0.
        only_in: &["ts"],
        ..NONE
    },
    Mistake {
        what: "a case that is not there in the source",
        made: Made::Compiling,
        of: &[
            ("ts", &["Did you mean '\"hierarchy\"'?"]),
            (
                "c",
                &["use of undeclared identifier 'UNITY_TOOLS_UNITY_OBJECTS_OBJECT_ORDER_HIERACHY'"],
            ),
            ("go", &["undefined: objects.MakeObjectOrderHierachy"]),
        ],
        only_in: &["ts", "c", "go"],
        ..NONE
    },
    Mistake {
        what: "numbers that change in the source",
        made: Made::Compiling,
        of: &[
            ("c", &["changes value from 2.7 to 2"]),
            (
                "go",
                &[
                    "cannot use -1 (untyped int constant) as uint32 value",
                    "(overflows)",
                    "(truncated)",
                ],
            ),
        ],
        only_in: &["c", "go"],
        ..NONE
    },
    Mistake {
        what: "a field that is not there in the source",
        made: Made::Compiling,
        of: &[
            (
                "ts",
                &["'lmit' does not exist in type 'PageRequest'. Did you mean to write 'limit'?"],
            ),
            ("c", &["field designator 'lmit' does not refer to any field"]),
            ("go", &["unknown field Lmit in struct literal"]),
        ],
        only_in: &["ts", "c", "go"],
        ..NONE
    },
    Mistake {
        what: "an import that is not there in the source",
        made: Made::Compiling,
        says: &[
            "unity-tool-host: refused.py:3: ImportError: cannot import name 'objcts' from 'wit_world.imports'",
            "; there are ",
            "objects",
            "see the output of `componentize-py` above",
        ],
        only_in: &["python"],
        ..NONE
    },
    Mistake {
        what: "what only Node has",
        made: Made::Compiling,
        says: &[
            "Cannot find name 'process'",
            "Cannot find name 'node:fs'",
            "uses an API that only Node has: a component has no files, environment or network, only what wit/world.wit imports",
        ],
        only_in: &["ts"],
        ..NONE
    },
];
