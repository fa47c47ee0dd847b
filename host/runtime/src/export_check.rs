//! Checks that the exports of a component match the contract, without compiling the component.
//!
//! Belongs here: the types of the contract's exports, and finding them. Does not: the check of a compiled component,
//! which has more detailed messages (`exports`).

use crate::outline::Outline;
use crate::shape;
use host_guest::bindings::current::TRACK;

/// The optional interfaces of the contract: true for each one that a component exports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offered {
    pub(crate) resources: bool,
    pub(crate) prompts: bool,
    pub(crate) completions: bool,
    pub(crate) events: bool,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Unfit {
    /// The component lacks the required export `tools`; contains a text about the exports that it has.
    #[error("{0}")]
    NoTools(String),
    /// The type of an exported function differs from the WIT contract; contains a text about the difference.
    #[error("{0}")]
    Export(String),
}

/// Each function that a component may export by the WIT contract: interface, name and type, one per line.
const CONTRACT: &str = include_str!("export_check/contract.txt");

impl Offered {
    /// Finds the optional exports. Fails if `tools` is missing, or if the type of an export differs from the contract.
    pub(crate) fn from_outline(outline: &Outline) -> Result<Self, Unfit> {
        let has = |interface: &str| match find(outline, interface) {
            None => Ok(false),
            Some(export) => fits(outline, export, interface).map(|()| true),
        };
        if !has("tools")? {
            let exports = outline.exports.iter().map(String::as_str);
            return Err(Unfit::NoTools(instead_of_tools(exports)));
        }
        // Only the type of `listing` is checked.
        has("listing")?;
        Ok(Self {
            resources: has("resources")?,
            prompts: has("prompts")?,
            completions: has("completions")?,
            events: has("events")?,
        })
    }
}

/// Finds the export of the contract's `interface` in the version that this host supports, and returns its full name. If
/// several patch versions are exported, 0 takes precedence. `None` if there is none.
pub(crate) fn find<'a>(outline: &'a Outline, interface: &str) -> Option<&'a str> {
    let start = start(interface);
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

/// Returns the full name of an exported interface without patch version, e.g. `unity-tools:tool/tools@0.3.`.
pub(crate) fn start(interface: &str) -> String {
    format!("unity-tools:tool/{interface}@{TRACK}")
}

/// Describes what a component without the required export `tools` exports instead, up to 8 names, for an error message.
pub(crate) fn instead_of_tools<'a>(exports: impl Iterator<Item = &'a str>) -> String {
    let exports: Vec<&str> = exports.take(8).collect();
    match exports.iter().find(|name| name.starts_with("unity-tools:tool/tools")) {
        Some(other) => format!(
            "it exports {other}, and this host calls version {}",
            TRACK.trim_end_matches('.')
        ),
        None if exports.is_empty() => "it exports nothing".to_owned(),
        None => format!("it exports {}", exports.join(", ")),
    }
}

/// Checks that `export` has each function of the contract's `interface`, with the same type.
fn fits(outline: &Outline, export: &str, interface: &str) -> Result<(), Unfit> {
    let lines = CONTRACT.lines().filter_map(|line| line.split_once(' '));
    let lines = lines.filter(|(of, _)| *of == interface);
    let functions = lines.filter_map(|(_, rest)| rest.split_once(' '));
    for (name, kind) in functions {
        let Some(function) = outline.function(export, name) else {
            return Err(Unfit::Export(format!("its `{interface}` has no function `{name}`")));
        };
        if shape::function_shape(outline.types(), function).as_deref() != Some(kind) {
            let reason = format!("`{name}` of its `{interface}` has another type than this host's");
            return Err(Unfit::Export(reason));
        }
    }
    Ok(())
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

    /// Returns a component with every export of the contract, in which the functions do nothing.
    fn with_all() -> Outline {
        let exports: String = ALL
            .iter()
            .map(|(of, _)| format!("export unity-tools:tool/{of}@0.3.0;\n"))
            .collect();
        let (resolve, world) = testing::world(&format!("world guest {{ {exports} }}"), "0.3.0");
        let abi = wit_parser::ManglingAndAbi::Legacy(wit_parser::LiftLowerAbi::Sync);
        let mut module = wit_component::dummy_module(&resolve, world, abi);
        embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8, false).expect("metadata");
        let mut encoder = ComponentEncoder::default();
        encoder.module(&module).expect("a module of that world");
        Outline::read(&encoder.encode().expect("a component")).expect("it is good")
    }

    #[test]
    fn exported_types_match_the_contract() {
        let outline = with_all();
        let mut told = String::new();
        for (interface, functions) in ALL {
            let export = find(&outline, interface).expect(interface);
            for name in functions {
                let function = outline.function(export, name).expect(name);
                let kind = shape::function_shape(outline.types(), function).expect("short");
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
        assert_eq!(Offered::from_outline(&outline), Ok(all));
    }

    #[test]
    fn offers_only_exports_that_match_the_contract() {
        let outline = |guest: &Guest| Outline::read(&guest.build()).expect("good");
        assert_eq!(
            Offered::from_outline(&outline(&Guest::default())),
            Ok(Offered::default())
        );
        let newer = Guest {
            version: "0.3.7",
            ..Guest::default()
        };
        assert_eq!(Offered::from_outline(&outline(&newer)), Ok(Offered::default()));
        let older = Guest {
            version: "0.1.0",
            ..Guest::default()
        };
        let none = Guest {
            tools: false,
            ..Guest::default()
        };
        for (guest, reason) in [
            (
                older,
                "it exports unity-tools:tool/tools@0.1.0, and this host calls version 0.3",
            ),
            (none, "it exports nothing"),
        ] {
            assert_eq!(
                Offered::from_outline(&outline(&guest)),
                Err(Unfit::NoTools(reason.to_owned()))
            );
        }
        for (name, reason) in [
            (
                "call-tool",
                "`call-tool` of its `tools` has another type than this host's",
            ),
            ("call-tools", "its `tools` has no function `call-tool`"),
        ] {
            let text = format!(
                r#"(component
                (core module $m (func (export "f")))
                (core instance $i (instantiate $m))
                (func $f (canon lift (core func $i "f")))
                (instance $tools (export "{name}" (func $f)))
                (export "unity-tools:tool/tools@0.3.0" (instance $tools)))"#
            );
            let other = Outline::read(&wat::parse_str(text).expect("it parses")).expect("good");
            assert_eq!(Offered::from_outline(&other), Err(Unfit::Export(reason.to_owned())));
        }
    }
}
