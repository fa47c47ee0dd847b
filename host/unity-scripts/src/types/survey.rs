//! Survey of the types in all sources of the project: the files that declare each type, and for requested types the
//! base types, fields and enum members.
//!
//! It is for queries that need more than the source of one script.

use super::Types;
use super::name_resolution::Spelled;
use super::places::{DeclaredNames, Places};
use super::source::class::names;
use super::source::values;
use super::type_text::{Meant, OWN, item_type, part_of_engine, sought, split};
use super::written_fields::{is_buffer, is_by_value, is_declared_so, serialized_name};
use crate::csharp_sources::{CsharpSources, Memo};
use host_csharp::{Declared, Initializer, TypeKind};
use std::sync::Arc;
use unity_fields::{EnumNames, Kind};
use unity_files::Project;

/// Maximum number of base types of a type in which a field is searched.
const MAX_BASES: usize = 16;

/// Maximum number of field names in a path into nested structures; further names are ignored.
const MAX_STEPS: usize = 12;

/// Maximum number of C# sources that are parsed to find a type by its short name; further sources are not searched.
const MAX_PLACES: usize = 8;
/// Maximum number of C# sources that are parsed to find a type by its full name; further sources are not searched.
const MAX_PLACES_OF_ONE: usize = 32;

pub(super) struct Survey {
    places: Places,
    /// Cache of the types that one source declares, by path of the source.
    read: Memo<String, Arc<[Surveyed]>>,
}

/// A class, struct, interface or enum as one source declares it.
#[derive(Clone, Debug)]
pub(super) struct Surveyed {
    short: String,
    pub(super) full_name: String,
    pub(super) kind: TypeKind,
    /// Names of the type parameters of its outer types; `params` has those of the type itself.
    pub(super) around: Vec<String>,
    pub(super) params: Vec<String>,
    /// Base types and interfaces as the source writes them, without spaces.
    pub(super) bases: Vec<String>,
    /// The serialized fields that the type declares itself.
    pub(super) fields: Vec<SurveyedField>,
    constants: Option<Arc<EnumNames>>,
    /// True if the type is a class or struct whose values Unity serializes inside the object with the field.
    pub(super) is_by_value: bool,
    /// True if `fields` contains all serialized fields of the declaration.
    pub(super) is_whole: bool,
    /// True if the type declares a constructor, which can set other values than the initializers of the fields.
    pub(super) is_constructed: bool,
}

#[derive(Clone, Debug)]
pub(super) struct SurveyedField {
    /// The serialized name of the field.
    pub(super) name: String,
    /// The type as the source writes it, without spaces, with full names for ambiguous ones.
    pub(super) type_name: String,
    pub(super) default: Option<Initializer>,
}

impl Types {
    /// Returns the index of C# types in all sources. While they are being scanned, it is empty and the command waits.
    pub(super) fn survey(&self) -> Arc<Survey> {
        if let Some(survey) = &*self.survey.borrow() {
            return Arc::clone(survey);
        }
        let declared = self.gathering.declared_names(&self.sources, &self.project);
        let is_known = declared.is_some();
        let survey = Arc::new(Survey::new(&self.project, &self.sources, declared.unwrap_or_default()));
        if is_known {
            self.survey.replace(Some(Arc::clone(&survey)));
        }
        survey
    }
}

impl Survey {
    fn new(project: &Arc<Project>, sources: &Arc<CsharpSources>, declared: Arc<DeclaredNames>) -> Self {
        Self {
            places: Places::new(project, sources, declared),
            read: Memo::default(),
        }
    }

    pub(super) fn places(&self) -> &Places {
        &self.places
    }

    fn file(&self, path: &str) -> Arc<[Surveyed]> {
        self.read.get(path, || {
            let found: Vec<Surveyed> = self.places.parsed(path).map_or_else(Vec::new, |file| {
                let spelled = Spelled::new(&self.places, &file);
                file.types()
                    .filter_map(|one| Surveyed::from_declared(one, &spelled))
                    .collect()
            });
            found.into()
        })
    }

    /// Calls `take` with each type of this name (full or short, without arguments); returns the results, file by file.
    pub(super) fn visit_types<T>(&self, name: &str, take: impl FnMut(&Surveyed) -> Option<T>) -> Vec<T> {
        let own = name.strip_prefix(OWN);
        let name = own.unwrap_or(name);
        let short = name.rsplit('.').next().unwrap_or(name);
        let places = self.places.files(short);
        let most = if own.is_some() { MAX_PLACES_OF_ONE } else { MAX_PLACES };
        let files: Vec<Arc<[Surveyed]>> = places.iter().take(most).map(|path| self.file(path)).collect();
        let all = || {
            files
                .iter()
                .flat_map(|file| file.iter())
                .filter(|one| one.short == short)
        };
        let is_told = own.is_some() || name.starts_with("UnityEngine.");
        let exact = is_told || (name.contains('.') && all().any(|one| one.full_name == name));
        all()
            .filter(|one| !exact || one.full_name == name)
            .filter_map(take)
            .collect()
    }

    /// Returns true if a source declares the type `type_name` or, if that is a list, the type of its items.
    pub(super) fn is_by_name(&self, type_name: &str) -> bool {
        let (name, _) = sought(item_type(type_name));
        !self.visit_types(&name, |_| Some(())).is_empty()
    }

    /// Returns the base types and interfaces of all types with that name, without type arguments.
    pub(super) fn bases(&self, name: &str) -> Vec<String> {
        let bare = |one: &Surveyed| one.bases.iter().map(|base| split(base).0).collect::<Vec<_>>();
        self.visit_types(name, |one| Some(bare(one))).concat()
    }

    pub(super) fn files_of(&self, short: &str, most: usize) -> impl Iterator<Item = &str> {
        self.places.files(short).iter().take(most).map(AsRef::as_ref)
    }

    /// Returns the full name of the type with that name; `None` if no type or several types have it.
    pub(super) fn only_full_name(&self, name: &str) -> Option<String> {
        let mut found = self.visit_types(name, |one| Some(one.full_name.clone()));
        // Parts of one class are in several files.
        found.sort_unstable();
        found.dedup();
        found.pop().filter(|_| found.is_empty())
    }

    pub(super) fn full_name(&self, name: &str) -> Option<String> {
        self.visit_types(name, |one| Some(one.full_name.clone()))
            .into_iter()
            .next()
    }

    /// Returns true if a source declares a type with that name; case is ignored.
    pub(super) fn has(&self, name: &str) -> bool {
        if !name.contains('.') {
            return self.places.names().any(|known| known.eq_ignore_ascii_case(name));
        }
        let full = self.full_name(name);
        full.is_some_and(|full| full.eq_ignore_ascii_case(name))
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.places.names()
    }

    /// Returns the kind of the field with the path `rest` inside a value of the type `of`; an empty path is that value.
    pub(super) fn kind_below(&self, of: &Meant, rest: &str) -> Option<Kind> {
        self.kind(&self.type_below(of, rest)?)
    }

    /// Returns the type of the field with the path `rest` inside a value of the type `of`, as the source writes it.
    pub(super) fn type_below(&self, of: &Meant, rest: &str) -> Option<String> {
        Some(self.meant_below(of, rest)?.text)
    }

    /// Returns the type of the field at the path `rest` inside a value of `of`, with arguments for its type parameters.
    pub(super) fn meant_below(&self, of: &Meant, rest: &str) -> Option<Meant> {
        let mut at = of.clone();
        for step in rest.split('.').filter(|step| !step.is_empty()).take(MAX_STEPS) {
            at.text = item_type(&at.text).to_owned();
            at = self.field_type(at, step)?;
        }
        Some(at)
    }

    pub(super) fn kind(&self, type_name: &str) -> Option<Kind> {
        let item = item_type(type_name);
        let known = values::kind(item, &[]);
        let known = known.or_else(|| self.enum_named(item).map(Kind::Enum));
        let known = known.or_else(|| self.enum_of_engine(item).map(Kind::Enum));
        match item.len() < type_name.len() {
            true => Some(Kind::List(known.map(Box::new))),
            false => known,
        }
    }

    /// Returns the enum with that name; `None` unless all sources that declare the name declare the same enum.
    fn enum_named(&self, name: &str) -> Option<Arc<EnumNames>> {
        let mut found = self.visit_types(name, |one| Some(one.constants.clone())).into_iter();
        let first = found.next()??;
        found.all(|other| other.as_ref() == Some(&first)).then_some(first)
    }

    /// Returns Unity's enum with that name; `None` if a source declares a type with that name.
    fn enum_of_engine(&self, name: &str) -> Option<Arc<EnumNames>> {
        let found = unity_fields::find_for_scripts(name)?;
        let short = &found.name;
        self.visit_types(short, |_| Some(())).is_empty().then_some(found)
    }

    /// Returns the type of the field `field` of the type `of` or of one of its base types.
    pub(super) fn field_type(&self, mut of: Meant, field: &str) -> Option<Meant> {
        if let Some(part) = part_of_engine(&of.text, field) {
            return of.arguments.resolve(part);
        }
        for _ in 0..MAX_BASES {
            let (name, arguments) = sought(&of.text);
            let parts = self.visit_types(&name, |one| {
                let known = of.arguments.nested(&one.around, &one.params, &arguments)?;
                let found = one.fields.iter().find(|known| known.name == field);
                Some((
                    known,
                    found.map(|field| field.type_name.clone()),
                    one.bases.first().cloned(),
                ))
            });
            if let Some((known, found)) = parts
                .iter()
                .find_map(|(known, found, _)| Some((known, found.as_ref()?)))
            {
                return known.resolve(found);
            }
            let bases = || {
                parts
                    .iter()
                    .filter_map(|(known, _, base)| Some((known, base.as_ref()?)))
            };
            let is_class = |base: &str| {
                self.visit_types(&sought(base).0, |one| Some(one.kind == TypeKind::Interface))
                    .contains(&false)
            };
            let (known, base) = bases().find(|(_, base)| is_class(base)).or_else(|| bases().next())?;
            of = known.resolve(base)?;
        }
        None
    }
}

impl Surveyed {
    fn from_declared(declared: Declared<'_>, spelled: &Spelled<'_>) -> Option<Self> {
        let detail = declared.detail()?;
        let constants = (declared.kind() == TypeKind::Enum)
            .then(|| names(declared.name(), detail))
            .flatten();
        let declared_so = detail.fields.iter();
        let declared_so = declared_so.filter(|field| is_declared_so(field) || is_buffer(field));
        let is_whole = detail.left_out == 0
            && !detail.modifiers.has("partial")
            && declared_so
                .clone()
                .all(|field| is_by_value(field) && !field.conditional);
        let fields = declared_so.filter(|field| is_by_value(field));
        let is_written = matches!(declared.kind(), TypeKind::Class | TypeKind::Struct)
            && detail.attributes.iter().any(|attribute| attribute.is("Serializable"))
            && !detail.modifiers.has("abstract")
            && !detail.modifiers.has("static");
        let mut path = vec![declared.name()];
        let mut around: Vec<String> = Vec::new();
        let mut outer = declared.outer();
        while let Some(one) = outer {
            path.push(one.name());
            around.splice(0..0, one.type_params().map(str::to_owned));
            outer = one.outer();
        }
        if !declared.namespace().is_empty() {
            path.push(declared.namespace());
        }
        path.reverse();
        Some(Self {
            short: declared.name().to_owned(),
            full_name: path.join("."),
            kind: declared.kind(),
            around,
            params: declared.type_params().map(str::to_owned).collect(),
            bases: detail.bases.iter().map(|base| spelled.base(base, declared)).collect(),
            fields: fields
                .map(|field| SurveyedField {
                    name: serialized_name(field).into_owned(),
                    type_name: spelled.field(field, declared),
                    default: field.initializer.clone(),
                })
                .collect(),
            constants,
            is_by_value: is_written,
            is_whole,
            is_constructed: declared.has_constructor(),
        })
    }
}

#[cfg(test)]
mod tests;
