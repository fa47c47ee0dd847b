//! What each import takes, as JavaScript.
//!
//! Belongs here: how types are written as values there, and the module that has them. Does not: which there are (`crate::taken`),
//! types for a compiler (`typescript/declarations.rs`).

use super::names::camel;
use crate::taken::{self, Written};
use crate::wit::Wit;
use std::fmt::Write as _;

/// The module of all imports with functions; those of the test's stand-ins are the same.
pub(super) fn of(wit: &Wit) -> String {
    let taken = taken::of(wit, &JavaScript);
    let (mut imports, mut functions) = (String::new(), String::new());
    for (index, (id, all)) in taken.interfaces.iter().enumerate() {
        let name = wit.resolve.id_of(*id).unwrap_or_default();
        line(&mut imports, format_args!("import * as i{index} from '{name}';"));
        for function in all {
            let (name, given) = (&function.name, pairs(&function.takes));
            line(
                &mut functions,
                format_args!("  [i{index}.{name}, ['{name}', [{given}]]],"),
            );
        }
    }
    format!(
        "// What the functions of `wit/world.wit` take; written anew by `unity-tool-host build` and `test`.\n{imports}\n{}\nexport const TAKEN = new Map([\n{functions}]);\n",
        taken.types
    )
}

struct JavaScript;

impl Written for JavaScript {
    fn name(&self, name: &str) -> String {
        camel(name)
    }

    fn option(&self, inner: &str) -> String {
        format!("{{ option: {inner} }}")
    }

    fn list(&self, inner: &str) -> String {
        format!("{{ list: {inner} }}")
    }

    fn tuple(&self, inner: &[String]) -> String {
        format!("{{ tuple: [{}] }}", inner.join(", "))
    }

    fn cases(&self, _: &str, cases: &[&str]) -> String {
        format!("{{ enum: ['{}'] }}", cases.join("', '"))
    }

    fn record(&self, _: &str, fields: &[(String, String)]) -> String {
        format!("{{ record: new Map([{}]) }}", pairs(fields))
    }

    fn variant(&self, _: &str, cases: &[(&str, Option<String>)]) -> String {
        let cases = cases.iter();
        let cases = cases.map(|(name, ty)| ((*name).to_owned(), ty.clone().unwrap_or("undefined".to_owned())));
        format!("{{ variant: new Map([{}]) }}", pairs(&cases.collect::<Vec<_>>()))
    }

    fn result(&self, ok: Option<String>, err: Option<String>) -> String {
        self.variant("", &[("ok", ok), ("err", err)])
    }

    fn stands(&self, name: &str, text: &str) -> String {
        format!("const {name} = {text};\n")
    }
}

fn pairs(all: &[(String, String)]) -> String {
    let all: Vec<_> = all.iter().map(|(name, ty)| format!("['{name}', {ty}]")).collect();
    all.join(", ")
}

fn line(text: &mut String, said: std::fmt::Arguments<'_>) {
    // Writing into a text cannot fail.
    let _ = writeln!(text, "{said}");
}

#[cfg(test)]
mod tests {
    use super::of;
    use crate::{Language, new, wit};

    #[test]
    fn each_function_of_the_world_has_what_it_takes() {
        let parent = tempfile::tempdir().unwrap();
        let folder = new(parent.path(), "lamp-tools", Language::JavaScript).unwrap();
        let text = of(&wit::read(&folder, "lamp-tools").unwrap());
        for part in [
            "from 'unity-tools:unity/objects@0.2.0';\n",
            "{ record: new Map([['offset', 'u32'], ['limit', 'u32']",
            "{ variant: new Map([['hierarchy', undefined]",
            ".report, ['report', [['progress', 'number'], ['total', { option: 'number' }]",
            "{ enum: ['debug', 'info',",
        ] {
            assert!(text.contains(part), "no {part:?} in {text}");
        }
        assert!(!text.contains("unity/scenes@"), "a right that the world does not name");
        assert_eq!(
            std::fs::read_to_string(folder.join(".sdk/js/imports.js")).unwrap(),
            text
        );
    }

    #[test]
    fn all_that_the_contract_has_can_be_checked() {
        let parent = tempfile::tempdir().unwrap();
        let folder = new(parent.path(), "all", Language::JavaScript).unwrap();
        let world = "package my:bundle@0.1.0;\nworld all {\n  include unity-tools:tool/editor@0.2.0;\n}\n";
        std::fs::write(folder.join("wit/world.wit"), world).unwrap();
        let text = of(&wit::read(&folder, "all").unwrap());
        assert!(text.matches("import * as ").count() > 30, "{text}");
        // A case may be called so.
        for place in [", 'any'", ": 'any'"] {
            assert!(!text.contains(place), "{place}: {text}");
        }
    }
}
