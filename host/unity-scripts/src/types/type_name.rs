//! Determines the full name of a component type.

use super::identifier::from_identifier;
use super::{
    Entry, Key, MAX_LIBRARIES, MAX_LIBRARY_CLASSES, Origin, ScriptRef, Standing, Types, decide_standing, dll, engine,
    packages,
};
use crate::csharp_sources::turn;
use std::collections::HashMap;
use unity_files::has_extension;
use unity_yaml::FileRef;

impl Types {
    pub(super) fn entry(&self, key: Key) -> Entry {
        let ((name, origin), noted) = turn::collect_notes(|| match &key {
            _ if !self.names => (String::new(), Origin::Known),
            Key::Engine { name } => (engine::full_name(name), Origin::Known),
            Key::Script(script) => self.script_name(script),
        });
        Entry {
            key,
            name: name.into(),
            origin,
            noted,
        }
    }

    fn script_name(&self, script: &ScriptRef) -> (String, Origin) {
        let FileRef { file_id, guid } = script.file;
        let unnamed = || format!("<script guid {guid}>");
        match decide_standing(script, &self.project) {
            Standing::Here { path } if has_extension(&path, "cs") => (self.named_by_file(&path), Origin::Known),
            Standing::NotCompiled { path, .. } => (self.named_by_file(&path), Origin::NotCompiled),
            Standing::Here { path } => {
                let known = self
                    .named_by_library(&path, file_id)
                    .or_else(|| dll::class_name(file_id));
                let known = known.or_else(|| from_identifier(&script.identifier));
                known.map_or_else(|| (unnamed(), Origin::Unresolved), |name| (name, Origin::Known))
            }
            Standing::BuiltIn => {
                let known = packages::class_name(guid, file_id).map(str::to_owned);
                let known = known.or_else(|| packages::is_dll(guid).then(|| dll::class_name(file_id))?);
                let known = known.or_else(|| from_identifier(&script.identifier));
                known.map_or_else(|| (unnamed(), Origin::Unresolved), |name| (name, Origin::Known))
            }
            Standing::Missing => ("<missing script>".to_owned(), Origin::Missing),
            Standing::Unverifiable { class } => (class.unwrap_or_else(unnamed), Origin::Unverifiable),
        }
    }

    fn named_by_library(&self, path: &str, file_id: i64) -> Option<String> {
        let mut libraries = self.by_library.borrow_mut();
        if !libraries.contains_key(path) {
            let kept: usize = libraries.values().map(HashMap::len).sum();
            let classes = if libraries.len() < MAX_LIBRARIES && kept < MAX_LIBRARY_CLASSES {
                dll::classes_of(&self.project, path)
            } else {
                HashMap::new()
            };
            libraries.insert(path.to_owned(), classes);
        }
        libraries.get(path)?.get(&file_id).cloned()
    }

    /// Returns the full name of the class in a script file. Unity requires that the class has the name of the file, so
    /// only its namespace is read.
    pub(super) fn named_by_file(&self, path: &str) -> String {
        self.by_file.name(path, &self.project, &self.sources)
    }
}
