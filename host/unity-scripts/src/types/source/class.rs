//! Combines the declarations of one class; a partial class has several.

use crate::types::name_resolution::Spelled;
use crate::types::type_text::plain;
use crate::types::written_fields::{former_names, is_buffer, is_by_value, is_declared_so, serialized_name};
use host_csharp::{Declared, Detail, Initializer, SourceFile, TypeKind};
use std::sync::Arc;
use unity_fields::EnumNames;

/// A class as its sources declare it, without inherited members.
#[derive(Debug, Default)]
pub(in crate::types) struct Declaration {
    pub(super) is_abstract: bool,
    pub(super) is_partial: bool,
    /// Namespace and outer types of the class, with dots; empty for a top-level class in the global namespace.
    pub(super) around: String,
    pub(super) params: Vec<String>,
    pub(super) once: bool,
    pub(super) requires: Vec<String>,
    /// The first base type in each part of the class that has one, without spaces; it can be an interface.
    pub(super) bases: Vec<String>,
    pub(super) fields: Vec<FieldLine>,
    /// Current and former names of `[SerializeReference]` fields.
    pub(super) managed: Vec<String>,
    pub(super) enums: Vec<Arc<EnumNames>>,
}

/// A serialized field of a class, as the C# source that contains the class declares it.
#[derive(Debug)]
pub(super) struct FieldLine {
    pub(super) name: String,
    /// The type without spaces, with full names for ambiguous ones: `List<Vector3>`, `global::Game.Light[]`.
    pub(super) type_name: String,
    pub(super) default: Option<Initializer>,
    /// Asset path of the source that declares the field.
    pub(super) file: Arc<str>,
    pub(super) enums: Arc<[Arc<EnumNames>]>,
    /// Former names of the field, from `[FormerlySerializedAs]` attributes.
    pub(super) former: Vec<String>,
}

/// Maximum number of serialized fields of one class that are read; further fields are ignored.
const MAX_FIELDS: usize = 1_000;

impl Declaration {
    /// Returns a class with all its parts in a file. `arity` is its number of type parameters, `None` for any number.
    pub(super) fn find(file: &SourceFile, name: &str, arity: Option<usize>, spelled: &Spelled<'_>) -> Option<Self> {
        let fits = |declared: &Declared<'_>| arity.is_none_or(|arity| declared.type_params().count() == arity);
        let mut all = file
            .types()
            .filter(|declared| declared.kind() == TypeKind::Class && declared.name() == name && fits(declared));
        let first = all.next()?;
        let enums: Arc<[Arc<EnumNames>]> = file
            .types()
            .filter_map(|declared| names(declared.name(), declared.detail()?))
            .collect();
        let mut found = Self::from_declared(first, first.detail()?, &enums, spelled);
        found.enums = enums.to_vec();
        for part in all.filter(|part| part.type_name() == first.type_name()) {
            if let Some(detail) = part.detail() {
                found.unite(Self::from_declared(part, detail, &enums, spelled));
            }
        }
        Some(found)
    }

    fn from_declared(
        declared: Declared<'_>,
        detail: &Detail,
        enums: &Arc<[Arc<EnumNames>]>,
        spelled: &Spelled<'_>,
    ) -> Self {
        let attribute = |short: &'static str| detail.attributes.iter().filter(move |attribute| attribute.is(short));
        let written = detail
            .fields
            .iter()
            .filter(|field| is_declared_so(field) || is_buffer(field));
        let (fields, managed): (Vec<_>, Vec<_>) = written.partition(|field| is_by_value(field));
        let full = declared.type_name().joined_by_dots();
        let file: Arc<str> = spelled.path().into();
        Self {
            is_abstract: detail.modifiers.has("abstract")
                || detail.modifiers.has("static")
                || declared.type_params().next().is_some(),
            is_partial: detail.modifiers.has("partial"),
            around: full.rsplit_once('.').map_or("", |(around, _)| around).to_owned(),
            params: declared.type_params().map(str::to_owned).collect(),
            once: attribute("DisallowMultipleComponent").next().is_some(),
            requires: attribute("RequireComponent")
                .flat_map(|attribute| attribute.types.iter().map(|name| plain(name)))
                .collect(),
            bases: detail
                .bases
                .first()
                .map(|base| spelled.base(base, declared))
                .into_iter()
                .collect(),
            managed: managed
                .into_iter()
                .flat_map(|field| std::iter::once(serialized_name(field).into_owned()).chain(former_names(field)))
                .collect(),
            fields: fields
                .into_iter()
                .map(|field| FieldLine {
                    name: serialized_name(field).into_owned(),
                    type_name: spelled.field(field, declared),
                    default: field.initializer.clone(),
                    file: Arc::clone(&file),
                    enums: Arc::clone(enums),
                    former: former_names(field),
                })
                .take(MAX_FIELDS)
                .collect(),
            enums: Vec::new(),
        }
    }

    pub(super) fn unite(&mut self, part: Self) {
        self.is_abstract |= part.is_abstract;
        self.once |= part.once;
        self.requires.extend(part.requires);
        self.bases.extend(part.bases);
        self.fields.extend(part.fields);
        self.managed.extend(part.managed);
        self.enums.extend(part.enums);
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.around == other.around && self.params.len() == other.params.len()
    }
}

/// Returns the members of an enum; `None` if one of the values, or the underlying type, is unknown.
pub(in crate::types) fn names(name: &str, detail: &Detail) -> Option<Arc<EnumNames>> {
    let values: Option<Vec<_>> = detail
        .constants
        .iter()
        .map(|constant| Some((constant.name.clone(), constant.value?)))
        .collect();
    let values = values.filter(|values| !values.is_empty())?;
    let bases: Vec<String> = detail.bases.iter().map(|base| plain(base)).collect();
    Some(Arc::new(EnumNames {
        form: EnumNames::form_of(&bases)?,
        name: name.to_owned(),
        flags: detail.attributes.iter().any(|attribute| attribute.is("Flags")),
        values,
    }))
}
