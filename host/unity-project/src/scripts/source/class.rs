//! One class declaration out of a file's declarations.

use crate::fields::EnumNames;
use host_csharp::{Detail, Field, Initializer, SourceFile, TypeKind};
use std::sync::Arc;

/// A class as its own source has it.
#[derive(Debug, Default)]
pub(in crate::scripts) struct Declaration {
    pub(super) is_abstract: bool,
    pub(super) once: bool,
    pub(super) requires: Vec<String>,
    /// The first of its bases, which an interface could be too; empty where there is none.
    pub(super) base: String,
    pub(super) fields: Vec<FieldLine>,
    /// Enums of the same file.
    pub(super) enums: Vec<Arc<EnumNames>>,
}

/// A serialized field.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct FieldLine {
    pub(super) name: String,
    /// Without spaces: `List<Vector3>`, `int[]`.
    pub(super) type_name: String,
    pub(super) default: Option<Initializer>,
}

/// Serialized fields of one class beyond this are not read.
const MAX_FIELDS: usize = 1_000;

impl Declaration {
    /// The first class of that name.
    pub(super) fn find(file: &SourceFile, name: &str) -> Option<Self> {
        let found = file
            .types()
            .find(|declared| declared.kind() == TypeKind::Class && declared.name() == name)?;
        let detail = found.detail()?;
        let attribute = |short: &'static str| detail.attributes.iter().filter(move |attribute| attribute.is(short));
        let fields = detail.fields.iter().filter(|field| is_serialized(field));
        Some(Self {
            is_abstract: detail.modifiers.has("abstract")
                || detail.modifiers.has("static")
                || found.type_params().next().is_some(),
            once: attribute("DisallowMultipleComponent").next().is_some(),
            requires: attribute("RequireComponent")
                .flat_map(|attribute| attribute.types.iter().map(|name| plain(name)))
                .collect(),
            base: detail.bases.first().map(|base| bare(base)).unwrap_or_default(),
            fields: fields
                .map(|field| FieldLine {
                    name: field.name.clone(),
                    type_name: plain(&field.type_name),
                    default: field.initializer.clone(),
                })
                .take(MAX_FIELDS)
                .collect(),
            enums: file
                .types()
                .filter_map(|declared| names(declared.name(), declared.detail()?))
                .collect(),
        })
    }
}

/// By its declaration alone; whether its type can be written is another question.
pub(in crate::scripts) fn is_serialized(field: &Field) -> bool {
    let has = |short| field.attributes.iter().any(|attribute| attribute.is(short));
    let shown = field.modifiers.has("public") || has("SerializeField");
    let hidden = ["static", "const", "readonly"]
        .iter()
        .any(|word| field.modifiers.has(word));
    shown && !hidden && !field.is_property && !has("NonSerialized") && !has("SerializeReference")
}

/// An enumeration's names; `None` where one of its numbers is not known.
pub(in crate::scripts) fn names(name: &str, detail: &Detail) -> Option<Arc<EnumNames>> {
    let values: Option<Vec<_>> = detail
        .constants
        .iter()
        .map(|constant| Some((constant.name.clone(), constant.value?)))
        .collect();
    let values = values.filter(|values| !values.is_empty())?;
    Some(Arc::new(EnumNames {
        name: name.to_owned(),
        flags: detail.attributes.iter().any(|attribute| attribute.is("Flags")),
        values,
    }))
}

pub(in crate::scripts) fn plain(type_name: &str) -> String {
    type_name.split_whitespace().collect()
}

/// `A.Base` from `global::A.Base<T>`.
pub(in crate::scripts) fn bare(base: &str) -> String {
    let base = base.split('<').next().unwrap_or(base);
    plain(base.rsplit("::").next().unwrap_or(base))
}
