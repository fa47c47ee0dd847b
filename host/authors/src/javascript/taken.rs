//! What each import takes, as JavaScript that the SDK checks values by before they leave it: behind the border of the component a
//! value of another kind ends the call without a word, and a number that is too large becomes another.
//!
//! Belongs here: the types of parameters as values. Does not: checking (`sdk/js/src/fits.js`), types for a compiler
//! (`typescript/declarations.rs`).

use super::names::camel;
use crate::wit::Wit;
use std::collections::HashMap;
use std::fmt::Write as _;
use wit_parser::{Resolve, Type, TypeDefKind, TypeId, WorldItem};

/// The module of all imports with functions; those of the test's stand-ins are the same.
pub(super) fn of(wit: &Wit) -> String {
    let mut types = Types {
        resolve: &wit.resolve,
        known: HashMap::new(),
        text: String::new(),
    };
    let (mut imports, mut functions) = (String::new(), String::new());
    let all = wit.resolve.worlds[wit.world].imports.values();
    let interfaces = all.filter_map(|item| match item {
        WorldItem::Interface { id, .. } => Some(*id),
        _ => None,
    });
    for (index, id) in interfaces.enumerate() {
        let (interface, name) = (&wit.resolve.interfaces[id], wit.resolve.id_of(id));
        // Node knows those of this host in tests, and no others.
        let Some(name) = name.filter(|name| name.starts_with("unity-tools:") && !interface.functions.is_empty()) else {
            continue;
        };
        line(&mut imports, format_args!("import * as i{index} from '{name}';"));
        for (name, function) in &interface.functions {
            let name = camel(name);
            let given = function.params.iter().map(|param| {
                let ty = types.of(&param.ty);
                format!("['{}', {ty}]", camel(&param.name))
            });
            let given = given.collect::<Vec<_>>().join(", ");
            line(
                &mut functions,
                format_args!("  [i{index}.{name}, ['{name}', [{given}]]],"),
            );
        }
    }
    format!(
        "// What the functions of `wit/world.wit` take; written anew by `unity-tool-host build` and `test`.\n{imports}\n{}\nexport const TAKEN = new Map([\n{functions}]);\n",
        types.text
    )
}

/// Types with a name stand once, before what names them.
struct Types<'r> {
    resolve: &'r Resolve,
    known: HashMap<TypeId, String>,
    text: String,
}

impl Types<'_> {
    fn of(&mut self, ty: &Type) -> String {
        let plain = match ty {
            Type::Id(id) => return self.defined(*id),
            Type::Bool => "bool",
            Type::U8 => "u8",
            Type::U16 => "u16",
            Type::U32 => "u32",
            Type::U64 => "u64",
            Type::S8 => "s8",
            Type::S16 => "s16",
            Type::S32 => "s32",
            Type::S64 => "s64",
            Type::F32 | Type::F64 => "number",
            Type::Char => "char",
            Type::String => "string",
            Type::ErrorContext => "any",
        };
        format!("'{plain}'")
    }

    fn defined(&mut self, id: TypeId) -> String {
        if let Some(name) = self.known.get(&id) {
            return name.clone();
        }
        let resolve = self.resolve;
        let known = &resolve.types[id];
        let text = self.of_kind(&known.kind);
        if known.name.is_none() || matches!(known.kind, TypeDefKind::Type(_)) {
            return text;
        }
        let name = format!("t{}", self.known.len());
        line(&mut self.text, format_args!("const {name} = {text};"));
        self.known.insert(id, name.clone());
        name
    }

    fn of_kind(&mut self, kind: &TypeDefKind) -> String {
        match kind {
            TypeDefKind::Type(ty) => self.of(ty),
            TypeDefKind::Record(record) => {
                let fields = record.fields.iter();
                let fields = fields.map(|field| format!("['{}', {}]", camel(&field.name), self.of(&field.ty)));
                format!("{{ record: new Map([{}]) }}", fields.collect::<Vec<_>>().join(", "))
            }
            TypeDefKind::Variant(variant) => {
                let cases = variant.cases.iter();
                let cases = cases.map(|case| format!("['{}', {}]", case.name, self.maybe(case.ty.as_ref())));
                format!("{{ variant: new Map([{}]) }}", cases.collect::<Vec<_>>().join(", "))
            }
            TypeDefKind::Result(both) => {
                let (ok, err) = (self.maybe(both.ok.as_ref()), self.maybe(both.err.as_ref()));
                format!("{{ variant: new Map([['ok', {ok}], ['err', {err}]]) }}")
            }
            TypeDefKind::Enum(all) => {
                let cases: Vec<_> = all.cases.iter().map(|case| format!("'{}'", case.name)).collect();
                format!("{{ enum: [{}] }}", cases.join(", "))
            }
            TypeDefKind::Option(inner) => format!("{{ option: {} }}", self.of(inner)),
            TypeDefKind::List(Type::U8) => "'bytes'".to_owned(),
            TypeDefKind::List(inner) | TypeDefKind::FixedLengthList(inner, _) => {
                format!("{{ list: {} }}", self.of(inner))
            }
            TypeDefKind::Tuple(all) => {
                let all: Vec<_> = all.types.iter().map(|ty| self.of(ty)).collect();
                format!("{{ tuple: [{}] }}", all.join(", "))
            }
            // Flags, resources, futures and streams: the contract has none.
            _ => "'any'".to_owned(),
        }
    }

    fn maybe(&mut self, ty: Option<&Type>) -> String {
        ty.map_or("undefined".to_owned(), |ty| self.of(ty))
    }
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
