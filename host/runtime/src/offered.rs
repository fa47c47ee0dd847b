//! Whether a component exports what this host calls, told without compiling it.
//!
//! Belongs here: the types that the contract gives its exports, and finding them. Does not: what is said where one is of another
//! type (`exports`, which has an engine for it).

use crate::outline::Outline;
use crate::shape;

/// The optional exports that a component has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offered {
    pub(crate) resources: bool,
    pub(crate) prompts: bool,
    pub(crate) completions: bool,
    pub(crate) events: bool,
}

/// Interface, function and type of each export of the contract, one a line.
const CONTRACT: &str = include_str!("offered/contract.txt");

impl Offered {
    /// `None` where `tools` is missing, or an export is not of the contract's type.
    pub(crate) fn of(outline: &Outline) -> Option<Self> {
        let has = |interface: &str| match find(outline, interface) {
            None => Some(false),
            Some(export) => fits(outline, export, interface).then_some(true),
        };
        // Of `listing` only that it can be asked.
        if !has("tools")? || has("listing").is_none() {
            return None;
        }
        Some(Self {
            resources: has("resources")?,
            prompts: has("prompts")?,
            completions: has("completions")?,
            events: has("events")?,
        })
    }
}

/// An exported interface of this track, whatever its patch version; the first release before any other.
pub(crate) fn find<'a>(outline: &'a Outline, interface: &str) -> Option<&'a str> {
    let start = format!("unity-tools:tool/{interface}@0.2.");
    let patch = |export: &&String| {
        let patch = export.strip_prefix(start.as_str());
        patch.is_some_and(|patch| patch.parse::<u32>().is_ok())
    };
    let exact = outline
        .exports
        .iter()
        .find(|export| export.strip_prefix(start.as_str()) == Some("0"));
    exact.or_else(|| outline.exports.iter().find(patch)).map(String::as_str)
}

/// Each function that the contract has there is there, and of its type.
fn fits(outline: &Outline, export: &str, interface: &str) -> bool {
    let functions = CONTRACT.lines().filter_map(|line| {
        let (of, rest) = line.split_once(' ')?;
        (of == interface).then(|| rest.split_once(' ')).flatten()
    });
    functions.into_iter().all(|(name, kind)| {
        let function = outline.function(export, name);
        function
            .and_then(|function| shape::of(outline.types(), function))
            .as_deref()
            == Some(kind)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{self, Guest};
    use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};

    const ALL: [(&str, &[&str]); 6] = [
        ("tools", &["call-tool"]),
        ("listing", &["list-tools", "list-resources", "list-prompts"]),
        ("resources", &["read-resource"]),
        ("prompts", &["get-prompt"]),
        ("completions", &["complete"]),
        ("events", &["handle-event"]),
    ];

    /// A component with every export of the contract, none of which does anything.
    fn with_all() -> Outline {
        let exports: String = ALL
            .iter()
            .map(|(of, _)| format!("export unity-tools:tool/{of}@0.2.0;\n"))
            .collect();
        let (resolve, world) = testing::world(&format!("world guest {{ {exports} }}"), "0.2.0");
        let abi = wit_parser::ManglingAndAbi::Legacy(wit_parser::LiftLowerAbi::Sync);
        let mut module = wit_component::dummy_module(&resolve, world, abi);
        embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8, false).expect("metadata");
        let mut encoder = ComponentEncoder::default();
        encoder.module(&module).expect("a module of that world");
        Outline::of(&encoder.encode().expect("a component")).expect("it is good")
    }

    #[test]
    fn the_types_are_those_of_the_contract() {
        let outline = with_all();
        let mut told = String::new();
        for (interface, functions) in ALL {
            let export = find(&outline, interface).expect(interface);
            for name in functions {
                let function = outline.function(export, name).expect(name);
                let kind = shape::of(outline.types(), function).expect("short");
                told.push_str(&format!("{interface} {name} {kind}\n"));
            }
        }
        assert_eq!(CONTRACT, told, "offered/contract.txt is not what wit/ says");
        let all = Offered {
            resources: true,
            prompts: true,
            completions: true,
            events: true,
        };
        assert_eq!(Offered::of(&outline), Some(all));
    }

    #[test]
    fn only_what_is_there_and_of_the_contracts_type_is_offered() {
        let outline = |guest: &Guest| Outline::of(&guest.build()).expect("good");
        assert_eq!(Offered::of(&outline(&Guest::default())), Some(Offered::default()));
        let newer = Guest {
            version: "0.2.7",
            ..Guest::default()
        };
        assert_eq!(Offered::of(&outline(&newer)), Some(Offered::default()));
        let older = Guest {
            version: "0.1.0",
            ..Guest::default()
        };
        let none = Guest {
            tools: false,
            ..Guest::default()
        };
        for guest in [older, none] {
            assert_eq!(Offered::of(&outline(&guest)), None);
        }
        let text = r#"(component
            (core module $m (func (export "f")))
            (core instance $i (instantiate $m))
            (func $f (canon lift (core func $i "f")))
            (instance $tools (export "call-tool" (func $f)))
            (export "unity-tools:tool/tools@0.2.0" (instance $tools)))"#;
        let other = Outline::of(&wat::parse_str(text).expect("it parses")).expect("good");
        assert_eq!(Offered::of(&other), None);
    }
}
