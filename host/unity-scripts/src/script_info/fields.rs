//! Collects the fields of a type that Unity serializes; the fields of its base types come first.

use super::bases::Level;
use super::serialized::{self, Verdict};
use super::sources::Sources;
use super::{ScriptField, defaults};
use crate::types::written_fields::{attributes, is_declared_so, serialized_name};
use host_csharp::{Attribute, CompiledField, Declared, Detail, Field, Origin, TypeKind, TypeRef};

/// Maximum number of serialized fields in the description of a C# type; further ones are omitted.
const MAX_FIELDS: usize = 1_000;
/// Maximum number of field names in one sentence about unknown facts; further names are only counted.
const MAX_NAMED: usize = 12;

/// Names of serialized fields with an unknown default or in an `#if`, and the number of fields that are not named.
#[derive(Default)]
struct Untold {
    defaults: Vec<String>,
    conditional: Vec<String>,
    left_out: usize,
}

pub(super) fn serialized_fields(
    levels: &[Level],
    sources: &mut Sources<'_>,
    not_known: &mut Vec<String>,
) -> Vec<ScriptField> {
    let Some(own) = levels.first() else { return Vec::new() };
    if !matches!(
        own.name.kind,
        TypeKind::Class | TypeKind::Struct | TypeKind::Record | TypeKind::RecordStruct
    ) {
        return Vec::new();
    }
    let mut fields: Vec<ScriptField> = Vec::new();
    let mut untold = Untold::default();
    for (at, level) in levels.iter().enumerate().rev() {
        let declared_in = (at > 0).then(|| level.name.csharp(&level.args));
        let of_level = match sources.gathered.index.info(&level.name).map(|info| info.origin) {
            Some(Origin::Source) => from_sources(level, sources, &mut untold, not_known),
            Some(Origin::Assembly) => from_assembly(level, sources, not_known),
            Some(Origin::Table) | None => continue,
        };
        for mut field in of_level {
            if fields.iter().any(|known| known.name == field.name) {
                // It is on both sides of an `#if`, or hides a field of a base type, which Unity rejects.
                continue;
            }
            field.declared_in.clone_from(&declared_in);
            fields.push(field);
        }
    }
    if fields.len() > MAX_FIELDS {
        not_known.push(format!(
            "of {} fields only the first {MAX_FIELDS} are listed",
            fields.len()
        ));
        fields.truncate(MAX_FIELDS);
    }
    not_known.extend(list_names("defaults that are no plain values", &untold.defaults));
    not_known.extend(list_names("fields under an #if that may be off", &untold.conditional));
    if untold.left_out > 0 {
        not_known.push(format!(
            "{} members could not be read, or exceed the limit",
            untold.left_out
        ));
    }
    fields
}

fn list_names(what: &str, names: &[String]) -> Option<String> {
    let shown = names.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MAX_NAMED) {
        0 if names.is_empty() => None,
        0 => Some(format!("{what}: {shown}")),
        more => Some(format!("{what}: {shown}, and {more} more")),
    }
}

fn from_sources(
    level: &Level,
    sources: &mut Sources<'_>,
    untold: &mut Untold,
    not_known: &mut Vec<String>,
) -> Vec<ScriptField> {
    let all: Vec<(Declared<'_>, &Detail)> = level.details().collect();
    untold.left_out += all.iter().map(|(_, detail)| detail.left_out).sum::<usize>();
    let constants: Vec<&Field> = all
        .iter()
        .flat_map(|(_, detail)| &detail.fields)
        .filter(|field| field.modifiers.has("const"))
        .collect();
    let mut told = Vec::new();
    for (declared, detail) in &all {
        for field in &detail.fields {
            let attributes: Vec<&Attribute> = attributes(field).collect();
            let has = |short: &str| attributes.iter().any(|attribute| attribute.is(short));
            if !is_declared_so(field) {
                continue;
            }
            let meant = sources
                .gathered
                .index
                .meaning(field, *declared)
                .substitute_params(&level.params, &level.args);
            let shape = match serialized::decide(&meant, has("SerializeReference"), sources) {
                Verdict::Yes(shape) => Some(shape),
                Verdict::No => continue,
                Verdict::Unknown(why) => {
                    not_known.push(format!("whether Unity writes the field {}: {why}", field.name));
                    None
                }
            };
            let default = shape
                .as_ref()
                .and_then(|shape| defaults::default_value(field, shape, &constants));
            if let (None, Some(written)) = (&default, &field.written) {
                untold.defaults.push(format!("{} = {}", field.name, short(written)));
            }
            if field.conditional {
                untold.conditional.push(field.name.clone());
            }
            told.push(ScriptField {
                name: serialized_name(field).into_owned(),
                type_name: level.type_text(&field.type_name),
                default,
                attributes: attributes.iter().map(|attribute| attribute.text()).collect(),
                shown: !has("HideInInspector"),
                declared_in: None,
            });
        }
    }
    told
}

fn from_assembly(level: &Level, sources: &mut Sources<'_>, not_known: &mut Vec<String>) -> Vec<ScriptField> {
    let Some(compiled) = sources
        .gathered
        .index
        .info(&level.name)
        .and_then(|info| info.compiled.clone())
    else {
        return Vec::new();
    };
    let name = level.name.csharp(&level.args);
    if compiled.unread > 0 {
        not_known.push(format!(
            "{} fields or base types of {name} could not be read from its assembly",
            compiled.unread
        ));
    }
    let mut told = Vec::new();
    for field in &compiled.fields {
        let has = |short: &str| field.attributes.iter().any(|attribute| attribute == short);
        if !field.is_plain || !(field.is_public || has("SerializeField") || has("SerializeReference")) {
            continue;
        }
        match serialized::decide(&field_type(field, level), has("SerializeReference"), sources) {
            Verdict::Yes(_) => {}
            Verdict::No => continue,
            Verdict::Unknown(why) => not_known.push(format!("whether Unity writes the field {}: {why}", field.name)),
        }
        told.push(ScriptField {
            name: field.name.clone(),
            type_name: field_type(field, level).csharp(),
            default: None,
            attributes: field.attributes.clone(),
            shown: !has("HideInInspector"),
            declared_in: None,
        });
    }
    if !told.is_empty() {
        not_known.push(format!(
            "{name} is in an assembly alone: defaults of its fields, and arguments of their attributes, are not known"
        ));
    }
    told
}

fn field_type(field: &CompiledField, level: &Level) -> TypeRef {
    field.ty.substitute_params(&level.params, &level.args)
}

fn short(written: &str) -> String {
    const MOST: usize = 60;
    match written.chars().count() > MOST {
        true => written.chars().take(MOST - 1).chain(['…']).collect(),
        false => written.to_owned(),
    }
}
