//! WIT as TypeScript: a module for each interface that a world imports.
//!
//! Belongs here: which type stands for which, as componentize-qjs passes values. Does not: reading WIT (`wit.rs`).

use crate::javascript::names::{camel, pascal};
use crate::wit::Wit;
use std::fmt::Write as _;
use wit_parser::{Docs, Function, InterfaceId, Resolve, Type, TypeDef, TypeDefKind, TypeId, TypeOwner, WorldItem};

/// All modules, as one text.
pub(super) fn of(wit: &Wit) -> String {
    let mut text =
        "// What `wit/world.wit` imports, as types; written anew by `unity-tool-host build` and `test`.\n".to_owned();
    for item in wit.resolve.worlds[wit.world].imports.values() {
        if let WorldItem::Interface { id, .. } = item {
            module(&wit.resolve, *id, &mut text);
        }
    }
    text
}

fn module(resolve: &Resolve, id: InterfaceId, text: &mut String) {
    let Some(name) = resolve.id_of(id) else { return };
    let interface = &resolve.interfaces[id];
    text.push('\n');
    docs(&interface.docs, "", text);
    line(text, format_args!("declare module '{name}' {{"));
    for (name, id) in &interface.types {
        defined(resolve, name, *id, text);
    }
    for (name, function) in &interface.functions {
        declared(resolve, name, function, text);
    }
    text.push_str("}\n");
}

fn defined(resolve: &Resolve, name: &str, id: TypeId, text: &mut String) {
    let known: &TypeDef = &resolve.types[id];
    docs(&known.docs, "  ", text);
    let name = pascal(name);
    match &known.kind {
        TypeDefKind::Record(record) => {
            line(text, format_args!("  export interface {name} {{"));
            for field in &record.fields {
                docs(&field.docs, "    ", text);
                let (mark, ty) = field_of(resolve, &field.ty);
                line(text, format_args!("    {}{mark}: {ty};", camel(&field.name)));
            }
            text.push_str("  }\n");
        }
        TypeDefKind::Variant(variant) => {
            line(text, format_args!("  export type {name} ="));
            for case in &variant.cases {
                docs(&case.docs, "    ", text);
                let value = case.ty.as_ref().map(|ty| format!("; val: {}", plain(resolve, ty)));
                let value = value.unwrap_or_default();
                line(text, format_args!("    | {{ tag: '{}'{value} }}", case.name));
            }
            text.truncate(text.trim_end().len());
            text.push_str(";\n");
        }
        TypeDefKind::Enum(all) => {
            let cases: Vec<_> = all.cases.iter().map(|case| format!("'{}'", case.name)).collect();
            line(text, format_args!("  export type {name} = {};", cases.join(" | ")));
        }
        TypeDefKind::Type(Type::Id(other)) if elsewhere(resolve, id, *other).is_some() => {
            let module = elsewhere(resolve, id, *other).unwrap_or_default();
            let there = resolve.types[*other].name.as_deref().map(pascal).unwrap_or_default();
            line(text, format_args!("  export type {name} = import('{module}').{there};"));
        }
        kind => line(text, format_args!("  export type {name} = {};", of_kind(resolve, kind))),
    }
}

/// The module of `other`, where it is not that of `id`.
fn elsewhere(resolve: &Resolve, id: TypeId, other: TypeId) -> Option<String> {
    match (resolve.types[id].owner, resolve.types[other].owner) {
        (TypeOwner::Interface(here), TypeOwner::Interface(there)) if here != there => resolve.id_of(there),
        _ => None,
    }
}

fn declared(resolve: &Resolve, name: &str, function: &Function, text: &mut String) {
    docs(&function.docs, "  ", text);
    let given = function.params.iter().map(|param| {
        let ty = match option_of(resolve, &param.ty) {
            Some(inner) => format!("{} | null | undefined", plain(resolve, &inner)),
            None => plain(resolve, &param.ty),
        };
        format!("{}: {ty}", camel(&param.name))
    });
    let given: Vec<_> = given.collect();
    let answer = function
        .result
        .as_ref()
        .map_or("void".to_owned(), |ty| answer(resolve, ty));
    let (name, given) = (camel(name), given.join(", "));
    line(text, format_args!("  export function {name}({given}): {answer};"));
}

/// What a function gives back: its errors are thrown.
fn answer(resolve: &Resolve, ty: &Type) -> String {
    if let Type::Id(id) = ty
        && let TypeDefKind::Result(both) = &resolve.types[*id].kind
    {
        return both.ok.as_ref().map_or("void".to_owned(), |ok| plain(resolve, ok));
    }
    plain(resolve, ty)
}

/// A field that may be absent is marked so, and may be null as well.
fn field_of(resolve: &Resolve, ty: &Type) -> (&'static str, String) {
    match option_of(resolve, ty) {
        Some(inner) => ("?", format!("{} | null | undefined", plain(resolve, &inner))),
        None => ("", plain(resolve, ty)),
    }
}

fn option_of(resolve: &Resolve, ty: &Type) -> Option<Type> {
    let Type::Id(id) = ty else { return None };
    match &resolve.types[*id].kind {
        TypeDefKind::Option(inner) => Some(*inner),
        _ => None,
    }
}

fn plain(resolve: &Resolve, ty: &Type) -> String {
    match ty {
        Type::Bool => "boolean",
        Type::U64 | Type::S64 => "bigint",
        Type::Char | Type::String => "string",
        Type::ErrorContext => "unknown",
        Type::Id(id) => {
            let known = &resolve.types[*id];
            return match &known.name {
                Some(name) => pascal(name),
                None => of_kind(resolve, &known.kind),
            };
        }
        _ => "number",
    }
    .to_owned()
}

fn of_kind(resolve: &Resolve, kind: &TypeDefKind) -> String {
    let maybe = |ty: &Option<Type>| ty.as_ref().map_or("undefined".to_owned(), |ty| plain(resolve, ty));
    match kind {
        TypeDefKind::Type(ty) => plain(resolve, ty),
        TypeDefKind::List(Type::U8) => "Uint8Array".to_owned(),
        TypeDefKind::List(ty) | TypeDefKind::FixedLengthList(ty, _) => format!("Array<{}>", plain(resolve, ty)),
        TypeDefKind::Option(ty) => format!("{} | undefined", plain(resolve, ty)),
        TypeDefKind::Tuple(all) => {
            let all: Vec<_> = all.types.iter().map(|ty| plain(resolve, ty)).collect();
            format!("[{}]", all.join(", "))
        }
        TypeDefKind::Result(both) => format!(
            "{{ tag: 'ok'; val: {} }} | {{ tag: 'err'; val: {} }}",
            maybe(&both.ok),
            maybe(&both.err)
        ),
        // Flags, resources, futures and streams: the contract has none.
        _ => "unknown".to_owned(),
    }
}

fn docs(docs: &Docs, indent: &str, text: &mut String) {
    if let Some(said) = &docs.contents {
        let said = said.trim().replace("*/", "* /");
        let said = said.replace('\n', &format!("\n{indent} * "));
        line(text, format_args!("{indent}/** {said} */"));
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
    fn what_the_world_imports_is_typed_as_the_contract_says_it() {
        let parent = tempfile::tempdir().unwrap();
        let folder = new(parent.path(), "lamp-tools", Language::TypeScript).unwrap();
        let text = of(&wit::read(&folder, "lamp-tools").unwrap());
        for part in [
            "declare module 'unity-tools:unity/objects@0.2.0' {",
            "  export type PageRequest = import('unity-tools:unity/types@0.2.0').PageRequest;",
            "    componentType?: string | null | undefined;",
            "    | { tag: 'hierarchy' }",
            "    | { tag: 'other'; val: string };",
            "  export function listObjects(filter: ObjectFilter, page: PageRequest): [Array<ObjectCard>, PageInfo];",
            "  export function report(progress: number, total: number | null | undefined, message: string | null | undefined): void;",
            "    scanned?: [number, number] | null | undefined;",
            "export type Level = 'debug' | 'info' |",
            "/** One page of the objects that match. */",
        ] {
            assert!(text.contains(part), "no {part:?} in {text}");
        }
        assert!(!text.contains("unity/scenes@"), "a right that the world does not name");
        assert_eq!(
            std::fs::read_to_string(folder.join(".sdk/js/imports.d.ts")).unwrap(),
            text
        );
    }

    #[test]
    fn all_interfaces_have_types_and_no_word_that_javascript_keeps_for_itself() {
        let parent = tempfile::tempdir().unwrap();
        let folder = new(parent.path(), "all", Language::TypeScript).unwrap();
        let world = "package my:bundle@0.1.0;\nworld all {\n  include unity-tools:tool/editor@0.2.0;\n}\n";
        std::fs::write(folder.join("wit/world.wit"), world).unwrap();
        let text = of(&wit::read(&folder, "all").unwrap());
        assert!(text.matches("declare module").count() > 30, "{text}");
        for place in [": unknown", "= unknown", "<unknown", "| unknown"] {
            assert!(!text.contains(place), "{place}");
        }
        let words = [
            "delete", "new", "import", "export", "in", "function", "default", "var", "with",
        ];
        for word in words {
            assert!(!text.contains(&format!("export function {word}(")), "{word}");
        }
    }
}
