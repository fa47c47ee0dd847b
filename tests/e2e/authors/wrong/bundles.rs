//! Built bundles that no host serves, or not as they are.
//!
//! Belongs here: rows. Does not: calls (`calls`).

use super::table::{Made, Mistake, NONE};

pub(super) const MISTAKES: &[Mistake] = &[
    Mistake {
        what: "an import that no host serves",
        made: Made::OfBytes("unity-tools:unity/objects@0.3.0", "unity-tools:unity/objectz@0.3.0"),
        says: &[
            "unity-tools:unity/objectz@0.3.0",
            "did you mean unity-tools:unity/objects",
        ],
        ..NONE
    },
    Mistake {
        what: "an import of another version",
        made: Made::OfBytes("unity-tools:unity/objects@0.3.0", "unity-tools:unity/objects@0.9.0"),
        says: &[
            "FAULT  imports unity-tools:unity/objects@0.9.0",
            "this host serves unity-tools:unity/objects in versions 0.3.x",
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
        // The host says the same of any; these it compiles first, for seconds.
        not_in: &["python", "go"],
        ..NONE
    },
    Mistake {
        what: "a schema that clients refuse",
        made: Made::OfListing(r#""type":"string""#, r#""tyqe":"string""#),
        says: &[
            "remark stumble: schema /properties/how has no `type`, without which Gemini refuses the tool; add a `type`",
            "no fault",
        ],
        is_fine: true,
        // Python writes its schemas with spaces.
        only_in: &["rust", "js"],
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
        what: "an unknown key",
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
