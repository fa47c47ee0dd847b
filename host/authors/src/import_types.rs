//! The parameter types of all imported functions, as values in the language of an SDK, which checks arguments with
//! them. Otherwise, a wrong type would abort the call without a message, and a number that is too large could change.
//!
//! Belongs here: iterating over functions and their parameter types. Does not: the syntax of a language, the checks.

use crate::wit::Wit;
use std::collections::HashMap;
use wit_parser::{InterfaceId, Resolve, Type, TypeDefKind, TypeId, WorldItem};

/// The syntax in which one programming language writes types of WIT (the interface language of components). `inner`
/// types are already in this syntax. The type of a case without a value is `None`.
pub(crate) trait Written {
    /// Returns the spelling of a WIT name (of a function, parameter or field) in this language.
    fn name(&self, name: &str) -> String;
    fn option(&self, inner: &str) -> String;
    fn list(&self, inner: &str) -> String;
    fn tuple(&self, inner: &[String]) -> String;
    fn cases(&self, ty: &str, cases: &[&str]) -> String;
    fn record(&self, ty: &str, fields: &[Field]) -> String;
    fn variant(&self, ty: &str, cases: &[Case<'_>]) -> String;
    fn result(&self, ok: Option<String>, err: Option<String>) -> String;
    /// Returns a statement that defines the constant `name` with the value `text`.
    fn constant(&self, name: &str, text: &str) -> String;
}

/// A parameter of a WIT function or a field of a WIT record. Name and type are in the syntax of the language.
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) ty: String,
}

/// A case of a WIT variant. Its type is in the syntax of the language; `None` if the case has no value.
pub(crate) struct Case<'n> {
    pub(crate) name: &'n str,
    pub(crate) ty: Option<String>,
}

pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) takes: Vec<Field>,
}

/// The parameter types of all functions that a WIT world imports, in the syntax of one programming language.
pub(crate) struct Taken {
    /// The interfaces of this host that the world imports, with their functions; only interfaces with functions.
    pub(crate) interfaces: Vec<(InterfaceId, Vec<Function>)>,
    /// Statements that define the parameters' named types, in the syntax of the language, each before its first use.
    pub(crate) types: String,
}

pub(crate) fn collect_imports(wit: &Wit, written: &dyn Written) -> Taken {
    let mut types = Types {
        resolve: &wit.resolve,
        written,
        known: HashMap::new(),
        text: String::new(),
    };
    let all = wit.resolve.worlds[wit.world].imports.values();
    let ids = all.filter_map(|item| match item {
        WorldItem::Interface { id, .. } => Some(*id),
        _ => None,
    });
    let ours = ids.filter(|id| {
        let is_ours = |name: String| name.starts_with("unity-tools:");
        !wit.resolve.interfaces[*id].functions.is_empty() && wit.resolve.id_of(*id).is_some_and(is_ours)
    });
    let interfaces = ours.map(|id| {
        let functions = wit.resolve.interfaces[id].functions.iter();
        let functions = functions.map(|(name, function)| Function {
            name: written.name(name),
            takes: function
                .params
                .iter()
                .map(|param| Field {
                    name: written.name(&param.name),
                    ty: types.type_text(&param.ty),
                })
                .collect(),
        });
        (id, functions.collect())
    });
    Taken {
        interfaces: interfaces.collect(),
        types: types.text,
    }
}

/// A writer for the definitions of WIT types in one language. `known` maps each written type to its constant.
struct Types<'r> {
    resolve: &'r Resolve,
    written: &'r dyn Written,
    known: HashMap<TypeId, String>,
    text: String,
}

impl Types<'_> {
    fn type_text(&mut self, ty: &Type) -> String {
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
        let text = self.kind_text(known.name.as_deref().unwrap_or_default(), &known.kind);
        if known.name.is_none() || matches!(known.kind, TypeDefKind::Type(_)) {
            return text;
        }
        let name = format!("t{}", self.known.len());
        self.text += &self.written.constant(&name, &text);
        self.known.insert(id, name.clone());
        name
    }

    fn kind_text(&mut self, name: &str, kind: &TypeDefKind) -> String {
        let written = self.written;
        match kind {
            TypeDefKind::Type(ty) => self.type_text(ty),
            TypeDefKind::Record(record) => {
                let fields = record.fields.iter();
                let fields = fields.map(|field| Field {
                    name: written.name(&field.name),
                    ty: self.type_text(&field.ty),
                });
                written.record(name, &fields.collect::<Vec<_>>())
            }
            TypeDefKind::Variant(variant) => {
                let cases = variant.cases.iter();
                let cases = cases.map(|case| Case {
                    name: &case.name,
                    ty: self.optional_type_text(case.ty.as_ref()),
                });
                written.variant(name, &cases.collect::<Vec<_>>())
            }
            TypeDefKind::Result(both) => {
                let (ok, err) = (
                    self.optional_type_text(both.ok.as_ref()),
                    self.optional_type_text(both.err.as_ref()),
                );
                written.result(ok, err)
            }
            TypeDefKind::Enum(all) => {
                let cases: Vec<_> = all.cases.iter().map(|case| case.name.as_str()).collect();
                written.cases(name, &cases)
            }
            TypeDefKind::Option(inner) => written.option(&self.type_text(inner)),
            TypeDefKind::List(Type::U8) => "'bytes'".to_owned(),
            TypeDefKind::List(inner) | TypeDefKind::FixedLengthList(inner, _) => written.list(&self.type_text(inner)),
            TypeDefKind::Tuple(all) => {
                let all: Vec<_> = all.types.iter().map(|ty| self.type_text(ty)).collect();
                written.tuple(&all)
            }
            // Flags, resources, futures and streams: the contract has none.
            _ => "'any'".to_owned(),
        }
    }

    fn optional_type_text(&mut self, ty: Option<&Type>) -> Option<String> {
        ty.map(|ty| self.type_text(ty))
    }
}
