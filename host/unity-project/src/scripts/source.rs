//! What a script's own source says about its class: base, attributes that bind components, and its serialized fields.
//!
//! Belongs here: from declarations to what Unity makes of them. Does not: reading C# (`host-csharp`), what a field's kind means (`fields`). Nothing is guessed: a type or a
//! default that the source does not tell plainly is left unknown.

pub(super) mod class;
pub(super) mod values;

use super::{Key, MAIN, TypeId, Types};
use crate::fields::{EnumNames, Kind};
use crate::project::has_extension;
pub(super) use class::Declaration;
use class::FieldLine;
use host_csharp::parse_whole;
use std::sync::Arc;
use std::time::{Duration, Instant};
use unity_yaml::{FileRef, Guid};

/// Base classes that are followed.
const MAX_BASES: usize = 8;

/// One source may take this long; real ones take milliseconds.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

/// A script's class with what it inherits within the project.
#[derive(Debug, Default)]
pub struct ScriptClass {
    pub is_abstract: bool,
    /// At most one on an object.
    pub once: bool,
    /// Types named in `RequireComponent`, as written.
    pub requires: Vec<String>,
    /// What the last class of the project derives from; empty where it derives from nothing.
    pub root: String,
    /// Lies in a folder whose scripts only the editor has.
    pub editor_only: bool,
    /// In the order in which Unity writes them.
    fields: Vec<Field>,
}

#[derive(Debug)]
struct Field {
    name: String,
    kind: Option<Kind>,
    /// As written, without spaces.
    type_name: String,
    /// As Unity would write it; `None` where the source does not tell it plainly.
    default: Option<String>,
}

impl ScriptClass {
    /// The kind of one of the fields, as its own file tells it.
    pub fn kind(&self, name: &str) -> Option<Kind> {
        self.field(name)?.kind.clone()
    }

    /// The type of one of the fields, as written.
    pub(super) fn type_name(&self, name: &str) -> Option<&str> {
        self.field(name).map(|field| field.type_name.as_str())
    }

    /// Names of its fields, in the order in which Unity writes them.
    pub fn field_names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.name.as_str())
    }

    fn field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// `name: default` lines with two spaces of indentation, and the names of fields left out.
    pub fn defaults(&self) -> (String, Vec<&str>) {
        let mut lines = String::new();
        let mut unknown = Vec::new();
        for field in &self.fields {
            match &field.default {
                Some(value) => lines += &format!("  {}:{value}\n", field.name),
                None => unknown.push(field.name.as_str()),
            }
        }
        (lines, unknown)
    }
}

impl Types {
    /// The script whose class has that full name, with the class.
    pub fn script_named(&self, full: &str) -> Option<(FileRef, ScriptClass)> {
        let short = full.rsplit('.').next().unwrap_or(full);
        let guid = self.guids_of(short).find(|(path, _)| self.named_by_file(path) == full);
        let (path, guid) = guid?;
        let file = FileRef { file_id: MAIN, guid };
        Some((file, self.class_in(&path)?))
    }

    /// What the source of a script in use declares; `None` for all but scripts of the project that are there as source.
    pub fn class_of(&self, id: TypeId) -> Option<ScriptClass> {
        let Key::Script(script) = &self.entries.get(id.0 as usize)?.key else {
            return None;
        };
        let path = self.project.index.path(script.file.guid)?;
        has_extension(path, "cs").then(|| self.class_in(path)).flatten()
    }

    /// The full name of the one script of that class name; `None` where there are several.
    pub fn full_name_of(&self, short: &str) -> Option<String> {
        let mut paths = self.guids_of(short);
        let (path, _) = paths.next()?;
        paths.next().is_none().then(|| self.named_by_file(&path))
    }

    /// File names of all scripts, for hints.
    pub fn script_names(&self) -> Vec<String> {
        let paths = self.project.index.with_extension("cs");
        paths.into_iter().map(|path| stem(path).to_owned()).collect()
    }

    fn guids_of(&self, short: &str) -> impl Iterator<Item = (String, Guid)> {
        let paths = self.project.index.with_extension("cs").into_iter();
        let named = paths.filter(move |path| stem(path) == short);
        named.filter_map(|path| Some((path.to_owned(), self.project.index.guid(path)?)))
    }

    /// What the file's own class declares, its source read once until the folder changes: many classes may have one base.
    fn declaration(&self, path: &str) -> Option<Arc<Declaration>> {
        if let Some(known) = self.declarations.borrow().get(path) {
            return known.clone();
        }
        let declaration = self.read_declaration(path).map(Arc::new);
        let mut known = self.declarations.borrow_mut();
        known.insert(path.to_owned(), declaration.clone());
        declaration
    }

    fn read_declaration(&self, path: &str) -> Option<Declaration> {
        let source = self.project.read_at_most(path, super::MAX_SOURCE_BYTES).ok()?;
        let until = Instant::now() + PATIENCE;
        let mut keep_going = || Instant::now() < until;
        let source = String::from_utf8_lossy(&source);
        let file = parse_whole(path, &source, &self.project.symbols, &mut keep_going).ok()?;
        Declaration::find(&file, stem(path))
    }

    /// The class with its bases in the project, the base's fields first.
    fn class_in(&self, path: &str) -> Option<ScriptClass> {
        let first = self.declaration(path)?;
        let mut class = ScriptClass {
            is_abstract: first.is_abstract,
            editor_only: path.split('/').any(|folder| folder == "Editor"),
            root: first.base.clone(),
            ..ScriptClass::default()
        };
        let mut chain = vec![first];
        while chain.len() <= MAX_BASES {
            let base = class.root.rsplit('.').next().unwrap_or_default().to_owned();
            let found = self.guids_of(&base).find_map(|(path, _)| self.declaration(&path));
            let Some(found) = found.filter(|_| !base.is_empty()) else {
                break;
            };
            class.root = found.base.clone();
            chain.push(found);
        }
        for declaration in chain.iter().rev() {
            class.once |= declaration.once;
            class.requires.extend(declaration.requires.iter().cloned());
            for line in &declaration.fields {
                // A name that a base has too, or that stands on both sides of an `#if`.
                if !class.fields.iter().any(|known| known.name == line.name) {
                    class.fields.push(field(line, &declaration.enums));
                }
            }
        }
        Some(class)
    }
}

fn field(line: &FieldLine, enums: &[Arc<EnumNames>]) -> Field {
    let kind = values::kind(&line.type_name, enums);
    Field {
        name: line.name.clone(),
        default: values::default(&line.type_name, kind.as_ref(), line.default.as_ref()),
        kind,
        type_name: line.type_name.clone(),
    }
}

fn stem(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.rsplit_once('.').map_or(file, |(stem, _)| stem)
}

#[cfg(test)]
mod tests;
