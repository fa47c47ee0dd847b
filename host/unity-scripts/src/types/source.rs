//! The class that the source of a script declares: base type, attributes that restrict components, serialized fields.
//!
//! A type or a default value that is not plain in the source is unknown.

mod chain;
pub(super) mod class;
pub(super) mod values;

use super::name_resolution::Spelled;
use super::survey::Survey;
use super::type_text::{Arguments, Meant, OWN, item_type};
use super::written_fields::Written;
use super::{Key, MAIN, TypeId, Types, stem};
use crate::csharp_sources::Memo;
pub(super) use chain::Declarations;
use class::FieldLine;
use std::sync::Arc;
use unity_fields::{EnumNames, Kind};
use unity_files::has_extension;
use unity_yaml::{FileRef, Guid};

/// The class of a script, with all members that it inherits from classes of the project.
#[derive(Default)]
pub struct ScriptClass {
    pub is_abstract: bool,
    /// True if an object can have at most one component of this class (`DisallowMultipleComponent`).
    pub once: bool,
    /// Names of the types in `RequireComponent` attributes, as the source writes them.
    pub requires: Vec<String>,
    /// Name of the first base type that is not a class of the project; empty if there is none.
    pub root: String,
    /// True if the script is in a folder `Editor`, so that it exists only in the editor.
    pub editor_only: bool,
    /// The serialized fields, in the order in which Unity writes them.
    fields: Vec<Field>,
    /// Serialized names of `[SerializeReference]` fields, which `fields` does not contain.
    managed: Vec<String>,
    /// For each field, whether Unity serializes it; computed on demand, because it depends on other sources.
    written: Memo<(), Arc<[Written]>>,
}

#[derive(Debug)]
struct Field {
    name: String,
    kind: Option<Kind>,
    type_name: Meant,
    /// Asset path of the source that declares the field.
    file: Arc<str>,
    /// The YAML text that Unity writes for the default value; `None` if the default is not plain in the source.
    default: Option<String>,
    /// Former names of the field, from `[FormerlySerializedAs]` attributes.
    former: Vec<String>,
}

impl ScriptClass {
    /// Returns the kind of the field with that name; `None` if the source that declares it does not determine the kind.
    pub fn kind(&self, name: &str) -> Option<Kind> {
        self.field(name)?.kind.clone()
    }

    /// Returns the kind of the field that older files store under this former name; `None` if there is no such field.
    pub(super) fn kind_of_former(&self, name: &str) -> Option<Kind> {
        let is_it = |field: &&Field| field.former.iter().any(|former| former == name);
        self.fields.iter().find(is_it)?.kind.clone()
    }

    pub(super) fn field_type(&self, name: &str) -> Option<&Meant> {
        self.field(name).map(|field| &field.type_name)
    }

    /// Returns the names of the serialized fields, in the order in which Unity writes them.
    pub fn field_names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.name.as_str())
    }

    pub(super) fn former_names(&self, name: &str) -> impl Iterator<Item = &str> {
        let field = self.field(name).into_iter();
        field.flat_map(|field| field.former.iter().map(String::as_str))
    }

    /// Returns true if a field of the class has this name or former name.
    pub(super) fn is_named(&self, name: &str) -> bool {
        let is_it = |field: &Field| field.name == name || field.former.iter().any(|former| former == name);
        self.fields.iter().any(is_it) || self.managed.iter().any(|known| known == name)
    }

    fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    pub(super) fn written_state(&self, name: &str, types: &Types) -> Written {
        let all = self.written.get(&(), || types.written_fields(self).into());
        let at = self.fields.iter().position(|field| field.name == name);
        at.and_then(|at| all.get(at)).cloned().unwrap_or(Written::Yes)
    }

    /// Returns the default values as lines ` name: default`, and the names of the fields with an unknown default value.
    /// Both lack fields that Unity does not serialize.
    pub fn defaults(&self, types: &Types) -> (String, Vec<&str>) {
        let mut lines = String::new();
        let mut unknown = Vec::new();
        for field in &self.fields {
            match (&field.default, self.written_state(&field.name, types)) {
                (_, Written::No) => {}
                (Some(value), Written::Yes) => lines += &format!("  {}:{value}\n", field.name),
                _ => unknown.push(field.name.as_str()),
            }
        }
        (lines, unknown)
    }
}

impl Types {
    /// Finds the script whose class has that full name; returns a reference to it, and the class.
    pub fn script_named(&self, full: &str) -> Option<(FileRef, ScriptClass)> {
        let short = full.rsplit('.').next().unwrap_or(full);
        let guid = self.guids_of(short).find(|(path, _)| self.named_by_file(path) == full);
        let (path, guid) = guid?;
        let file = FileRef { file_id: MAIN, guid };
        Some((file, self.class_in(&path)?))
    }

    /// Decides for each field of the class whether Unity serializes it; the result is in the order of the fields.
    pub(super) fn written_fields(&self, class: &ScriptClass) -> Vec<Written> {
        let told = class.fields.iter().map(|field| {
            let type_name = &field.type_name.text;
            // No other source is needed if the field's own file determines enough.
            let known = field.kind.clone().filter(|kind| *kind != Kind::List(None));
            let survey = self.survey();
            let kind = known.or_else(|| survey.kind(type_name));
            match self.written_state(&survey, type_name, kind.as_ref()) {
                Written::No if survey.is_by_name(type_name) && !self.is_own(&survey, field) => {
                    Written::Unknown("no source of the project declares its type".to_owned())
                }
                told => told,
            }
        });
        told.collect()
    }

    /// Returns true if a source of the project certainly declares the type of the field.
    fn is_own(&self, survey: &Survey, field: &Field) -> bool {
        let type_name = item_type(&field.type_name.text);
        let file = || survey.places().parsed(&field.file);
        type_name.starts_with(OWN) || file().is_some_and(|file| Spelled::is_own(survey.places(), &file, &field.name))
    }

    /// Returns the class of a component type from its source; `None` unless it is a script of the project with an
    /// available source.
    pub fn class_of(&self, id: TypeId) -> Option<ScriptClass> {
        let Key::Script(script) = &self.entries.get(id.0 as usize)?.key else {
            return None;
        };
        let path = self.project.index.path(script.file.guid)?;
        has_extension(path, "cs").then(|| self.class_in(path)).flatten()
    }

    /// Returns the full name of the only script whose class has that short name; `None` unless there is exactly one.
    pub fn full_name_of(&self, short: &str) -> Option<String> {
        let mut paths = self.guids_of(short);
        let (path, _) = paths.next()?;
        paths.next().is_none().then(|| self.named_by_file(&path))
    }

    /// Returns the full names of all scripts whose class has that short name.
    pub fn full_names_of(&self, short: &str) -> Vec<String> {
        self.guids_of(short)
            .map(|(path, _)| self.named_by_file(&path))
            .collect()
    }

    /// Returns the file names of all scripts, without extension; these are the names of their classes.
    pub fn script_names(&self) -> Vec<String> {
        let paths = self.project.index.with_extension("cs");
        paths.into_iter().map(|path| stem(path).to_owned()).collect()
    }

    fn guids_of(&self, short: &str) -> impl Iterator<Item = (String, Guid)> {
        let paths = self.project.index.with_extension("cs").into_iter();
        let named = paths.filter(move |path| stem(path) == short);
        named.filter_map(|path| Some((path.to_owned(), self.project.index.guid(path)?)))
    }

    /// Returns the class of the source at `path` with the fields of its base types in the project, which come first.
    fn class_in(&self, path: &str) -> Option<ScriptClass> {
        let (chain, root) = self.chain(path)?;
        let mut class = ScriptClass {
            is_abstract: chain.first()?.declaration.is_abstract,
            editor_only: path.split('/').any(|folder| folder == "Editor"),
            root,
            ..ScriptClass::default()
        };
        for (at, link) in chain.iter().enumerate().rev() {
            let declaration = &link.declaration;
            class.once |= declaration.once;
            class.requires.extend(declaration.requires.iter().cloned());
            // The arguments of type parameters are in the files of the derived classes.
            let given = chain.iter().take(at).flat_map(|below| below.declaration.enums.iter());
            let given: Vec<Arc<EnumNames>> = given.cloned().collect();
            class.managed.extend(declaration.managed.iter().cloned());
            for line in &declaration.fields {
                // Skips a name that a base has too, or that is on both sides of an `#if`.
                if !class.fields.iter().any(|known| known.name == line.name) {
                    class.fields.push(self.field(line, &link.arguments, &given));
                }
            }
        }
        Some(class)
    }

    fn field(&self, line: &FieldLine, arguments: &Arguments, given: &[Arc<EnumNames>]) -> Field {
        let meant = arguments.resolve(&line.type_name).unwrap_or_default();
        let kind = match meant.text == line.type_name {
            // Its meaning was resolved with other sources.
            _ if meant.text.contains(OWN) => self.survey().kind(&meant.text),
            true => values::kind(&meant.text, &line.enums),
            false => values::kind(&meant.text, &[given, &line.enums].concat()),
        };
        Field {
            name: line.name.clone(),
            former: line.former.clone(),
            file: Arc::clone(&line.file),
            default: values::default(&meant.text, kind.as_ref(), line.default.as_ref()),
            kind,
            type_name: meant,
        }
    }
}

#[cfg(test)]
mod tests;
