//! What each import takes, as Python.
//!
//! Belongs here: how types are written as values there, with the names that componentize-py gives to classes and modules. Does not:
//! which there are (`crate::taken`).

use crate::javascript::names::pascal;
use crate::taken::{self, Written};
use crate::wit::Wit;
use std::fmt::Write as _;
use wit_parser::{InterfaceId, WorldItem};

/// The module of all imports with functions, by the modules and names that they have there.
pub(super) fn of(wit: &Wit) -> String {
    let taken = taken::of(wit, &Python);
    let mut functions = String::new();
    for (id, all) in &taken.interfaces {
        let module = module(wit, *id);
        for function in all {
            let (name, given) = (&function.name, pairs(&function.takes));
            // Writing into a text cannot fail.
            let _ = writeln!(
                functions,
                "    (\"wit_world.imports.{module}\", \"{name}\"): {{{given}}},"
            );
        }
    }
    format!(
        "\"\"\"What the functions of `wit/world.wit` take; written anew by `unity-tool-host build` and `test`.\"\"\"\n\n{}\nTAKEN = {{\n{functions}}}\n",
        taken.types
    )
}

/// Each module below `wit_world.imports`, with its functions and types.
pub(super) fn modules(wit: &Wit) -> Vec<(String, Vec<String>)> {
    let imports = wit.resolve.worlds[wit.world].imports.values();
    let interfaces = imports.filter_map(|item| match item {
        WorldItem::Interface { id, .. } => Some(*id),
        _ => None,
    });
    let named = interfaces.map(|id| {
        let interface = &wit.resolve.interfaces[id];
        let functions = interface.functions.keys().map(|name| snake(name));
        let types = interface.types.keys().map(|name| pascal(name));
        (module(wit, id), functions.chain(types).collect())
    });
    named.collect()
}

/// An interface is a module of its own name, of which several have the package's before it.
fn module(wit: &Wit, id: InterfaceId) -> String {
    let named = |id: InterfaceId| wit.resolve.interfaces[id].name.as_deref();
    let imports = wit.resolve.worlds[wit.world].imports.values();
    let others =
        imports.filter(|item| matches!(item, WorldItem::Interface { id: other, .. } if named(*other) == named(id)));
    let is_shared = others.count() > 1;
    let package = wit.resolve.interfaces[id].package.filter(|_| is_shared);
    let package = package.map(|package| {
        let name = &wit.resolve.packages[package].name;
        format!("{}-{}-", name.namespace, name.name)
    });
    snake(&format!(
        "{}{}",
        package.unwrap_or_default(),
        named(id).unwrap_or_default()
    ))
}

fn snake(name: &str) -> String {
    name.replace('-', "_")
}

struct Python;

impl Written for Python {
    fn name(&self, name: &str) -> String {
        snake(name)
    }

    fn option(&self, inner: &str) -> String {
        format!("(\"option\", {inner})")
    }

    fn list(&self, inner: &str) -> String {
        format!("(\"list\", {inner})")
    }

    fn tuple(&self, inner: &[String]) -> String {
        format!("(\"tuple\", [{}])", inner.join(", "))
    }

    fn cases(&self, ty: &str, cases: &[&str]) -> String {
        let cases = snake(&cases.join("\", \"")).to_uppercase();
        format!("(\"enum\", \"{}\", [\"{cases}\"])", pascal(ty))
    }

    fn record(&self, ty: &str, fields: &[(String, String)]) -> String {
        format!("(\"record\", \"{}\", {{{}}})", pascal(ty), pairs(fields))
    }

    fn variant(&self, ty: &str, cases: &[(&str, Option<String>)]) -> String {
        let ty = pascal(ty);
        let cases = cases
            .iter()
            .map(|(name, inner)| (format!("{ty}_{}", pascal(name)), inner));
        variant(cases.map(|(name, inner)| (name, inner.clone())).collect())
    }

    fn result(&self, ok: Option<String>, err: Option<String>) -> String {
        variant(vec![("Ok".to_owned(), ok), ("Err".to_owned(), err)])
    }

    fn stands(&self, name: &str, text: &str) -> String {
        format!("{name} = {text}\n")
    }
}

fn variant(cases: Vec<(String, Option<String>)>) -> String {
    let cases = cases.into_iter();
    let cases = cases.map(|(name, inner)| (name, inner.unwrap_or("None".to_owned())));
    format!("(\"variant\", {{{}}})", pairs(&cases.collect::<Vec<_>>()))
}

fn pairs(all: &[(String, String)]) -> String {
    let all: Vec<_> = all.iter().map(|(name, ty)| format!("\"{name}\": {ty}")).collect();
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use crate::{Language, new, wit};

    #[test]
    fn each_function_of_the_world_has_what_it_takes_in_python() {
        let parent = tempfile::tempdir().unwrap();
        let folder = new(parent.path(), "lamp-tools", Language::Python).unwrap();
        let text = std::fs::read_to_string(folder.join(".sdk/python/unity_tools_imports.py")).unwrap();
        for part in [
            "(\"wit_world.imports.objects\", \"list_objects\"): {\"filter\": t",
            "(\"record\", \"PageRequest\", {\"offset\": 'u32', \"limit\": 'u32', \"cursor\": (\"option\", ",
            "(\"variant\", {\"ObjectOrder_Hierarchy\": None, \"ObjectOrder_Path\": None, \"ObjectOrder_Other\": 'string'})",
            "{\"progress\": 'number', \"total\": (\"option\", 'number')",
            "(\"enum\", \"Level\", [\"DEBUG\", \"INFO\",",
        ] {
            assert!(text.contains(part), "no {part:?} in {text}");
        }
        assert!(!text.contains("imports.scenes"), "a right that the world does not name");
    }

    #[test]
    fn all_that_the_contract_has_can_be_checked_in_python() {
        let parent = tempfile::tempdir().unwrap();
        let folder = new(parent.path(), "all", Language::Python).unwrap();
        let world = "package my:bundle@0.1.0;\nworld all {\n  include unity-tools:tool/editor@0.2.0;\n}\n";
        std::fs::write(folder.join("wit/world.wit"), world).unwrap();
        let text = super::of(&wit::read(&folder, "all").unwrap());
        assert!(text.matches("(\"wit_world.imports.").count() > 60, "{text}");
        assert!(!text.contains(": 'any'"), "{text}");
    }
}
