//! Decides whether and how Unity serializes a field of a certain type. By Unity's manual, it serializes no nested
//! lists, no dictionaries, classes and structs only if `[Serializable]`, and generic ones since 2020.1.

use super::bases::is_unity_object;
use super::engine::{self, Own};
use super::sources::Sources;
use crate::types::plain;
use host_csharp::{Origin, TypeKind, TypeName, TypeRef};
use std::sync::Arc;
use unity_fields::{EnumNames, IntForm, Kind};

/// The kind of a field's value, in the detail that converting a default value requires.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    Bool,
    /// An integer type, with its smallest and its largest value.
    Whole(i128, i128),
    Single,
    Double,
    Text,
    Character,
    /// An enum with its members; `None` if they are unknown.
    Enum(Option<Arc<EnumNames>>),
    Vector(usize),
    Quaternion,
    Color,
    Color32,
    LayerMask,
    Rect,
    Reference,
    List(Box<Self>),
    /// Another type that Unity serializes.
    Class,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Verdict {
    Yes(Shape),
    No,
    /// The kind of the value is unknown. The text is the reason, as the end of a sentence about the type.
    Unknown(String),
}

/// Decides whether Unity serializes a field of the type `ty`. `by_reference` is true if it has `[SerializeReference]`.
pub(super) fn decide(ty: &TypeRef, by_reference: bool, sources: &mut Sources<'_>) -> Verdict {
    let item = match ty {
        TypeRef::Array(item, 1) => Some(&**item),
        TypeRef::Named(name, args) if name.full_name() == "System.Collections.Generic.List`1" => args.first(),
        _ => None,
    };
    let Some(item) = item else {
        return decide_single(ty, by_reference, sources);
    };
    let nested = matches!(item, TypeRef::Array(..))
        || matches!(item, TypeRef::Named(name, _) if name.full_name() == "System.Collections.Generic.List`1");
    if nested {
        return Verdict::No;
    }
    match decide_single(item, by_reference, sources) {
        Verdict::Yes(shape) => Verdict::Yes(Shape::List(Box::new(shape))),
        other => other,
    }
}

fn decide_single(ty: &TypeRef, by_reference: bool, sources: &mut Sources<'_>) -> Verdict {
    let (name, args) = match ty {
        TypeRef::Named(name, args) => (name, args),
        TypeRef::Param { name, .. } => return Verdict::Unknown(format!("{name} is a type parameter")),
        TypeRef::Unresolved(text) => {
            return Verdict::Unknown(format!("{text} is in no source and no assembly of the folder"));
        }
        TypeRef::Array(..) | TypeRef::ByRef(_) | TypeRef::Pointer(_) => return Verdict::No,
    };
    if name.namespace == "System" && name.path.len() == 1 {
        return system(name, by_reference);
    }
    if name.kind == TypeKind::Delegate {
        return Verdict::No;
    }
    let info = sources
        .gathered
        .index
        .info(name)
        .filter(|info| info.origin != Origin::Table);
    let Some(info) = info else {
        return without_declaration(name, args, by_reference, sources);
    };
    if name.kind == TypeKind::Enum {
        return enumeration(name, sources);
    }
    let compiled = info.compiled.clone();
    match is_unity_object(name, sources) {
        Some(true) => return Verdict::Yes(Shape::Reference),
        None if !matches!(name.kind, TypeKind::Struct | TypeKind::RecordStruct) => {
            return Verdict::Unknown(format!("what {} derives from is not known", ty.csharp()));
        }
        _ => {}
    }
    let is_value = matches!(name.kind, TypeKind::Struct | TypeKind::RecordStruct);
    if by_reference {
        return if is_value {
            Verdict::No
        } else {
            Verdict::Yes(Shape::Class)
        };
    }
    if !args.is_empty() && !generics(sources) {
        return Verdict::No;
    }
    let (serializable, is_abstract) = match compiled {
        Some(compiled) => (compiled.is_serializable, compiled.is_abstract),
        None => {
            let parts = sources.details(name);
            if parts.is_empty() {
                return Verdict::Unknown(format!("the source of {} could not be read", ty.csharp()));
            }
            let is = |short| {
                parts
                    .iter()
                    .any(|part| part.attributes.iter().any(|attribute| attribute.is(short)))
            };
            let has = |word| parts.iter().any(|part| part.modifiers.has(word));
            (is("Serializable"), has("abstract") || has("static"))
        }
    };
    if serializable && !is_abstract && name.kind != TypeKind::Interface {
        Verdict::Yes(Shape::Class)
    } else {
        Verdict::No
    }
}

fn system(name: &TypeName, by_reference: bool) -> Verdict {
    let short = name.path.first().map_or("", |(name, _)| name.as_str());
    if let Some(IntForm { min, max, .. }) = IntForm::from_name(short) {
        return Verdict::Yes(Shape::Whole(min, max));
    }
    match short {
        "Boolean" => Verdict::Yes(Shape::Bool),
        "Single" => Verdict::Yes(Shape::Single),
        "Double" => Verdict::Yes(Shape::Double),
        "String" => Verdict::Yes(Shape::Text),
        "Char" => Verdict::Yes(Shape::Character),
        "Object" if by_reference => Verdict::Yes(Shape::Class),
        _ if name.kind == TypeKind::Enum => Verdict::Yes(Shape::Enum(None)),
        _ => Verdict::No,
    }
}

/// Decides whether Unity serializes a type that no source declares: one of Unity, or of a missing assembly.
fn without_declaration(name: &TypeName, args: &[TypeRef], by_reference: bool, sources: &Sources<'_>) -> Verdict {
    let full = name.full_name();
    let full = full.split('`').next().unwrap_or(&full);
    let short = name.path.last().map_or("", |(name, _)| name.as_str());
    if name.namespace == "System" || name.namespace.starts_with("System.") {
        return Verdict::No;
    }
    if name.kind == TypeKind::Enum {
        let names = match Kind::from_name(short) {
            Some(Kind::Enum(names)) => Some(names),
            _ => None,
        };
        return Verdict::Yes(Shape::Enum(names));
    }
    let shape = match full {
        "UnityEngine.Vector2" | "UnityEngine.Vector2Int" => Shape::Vector(2),
        "UnityEngine.Vector3" | "UnityEngine.Vector3Int" => Shape::Vector(3),
        "UnityEngine.Vector4" => Shape::Vector(4),
        "UnityEngine.Quaternion" => Shape::Quaternion,
        "UnityEngine.Color" => Shape::Color,
        "UnityEngine.Color32" => Shape::Color32,
        "UnityEngine.LayerMask" => Shape::LayerMask,
        "UnityEngine.Rect" => Shape::Rect,
        _ => match engine::kind_of(full) {
            Own::Object => Shape::Reference,
            Own::Written if args.is_empty() || generics(sources) => Shape::Class,
            Own::Written | Own::NotWritten => return Verdict::No,
            Own::Unknown if by_reference && name.kind != TypeKind::Struct => Shape::Class,
            Own::Unknown => return Verdict::Unknown(format!("of {full} the name alone is known")),
        },
    };
    Verdict::Yes(shape)
}

/// Decides whether Unity serializes an enum, and finds its members. Unity omits enums with 64-bit values.
fn enumeration(name: &TypeName, sources: &mut Sources<'_>) -> Verdict {
    let parts = sources.details(name);
    let Some(part) = parts.first() else {
        return Verdict::Yes(Shape::Enum(None));
    };
    let bases: Vec<String> = part.bases.iter().map(|base| plain(base)).collect();
    let form = EnumNames::form_of(&bases);
    if form.is_some_and(|form| !form.is_of_enums()) {
        return Verdict::No;
    }
    let values: Option<Vec<(String, i64)>> = part
        .constants
        .iter()
        .map(|constant| Some((constant.name.clone(), constant.value?)))
        .collect();
    let values = values.filter(|values| !values.is_empty());
    let names = form.zip(values).map(|(form, values)| {
        Arc::new(EnumNames {
            name: name.full_name(),
            flags: part.attributes.iter().any(|attribute| attribute.is("Flags")),
            values,
            form,
        })
    });
    Verdict::Yes(Shape::Enum(names))
}

/// Returns true if the project's Unity version serializes generic classes (2020.1 or later), or is unknown.
fn generics(sources: &Sources<'_>) -> bool {
    let version = &sources.project.settings.unity_version;
    let year = version.split('.').next().and_then(|year| year.parse::<u32>().ok());
    year.is_none_or(|year| year >= 2020)
}
