//! Read commands that need C# sources or a large file, which a background thread may still read.

use super::pending_sources::still_reading_file;
use crate::session::Session;
use host_bridge::{
    BridgeError, BridgeErrorKind, PageRequest, ReferenceTarget, Replied, Reply, UsersRequest, ValueText, ValuesRequest,
};
use host_project_query::class_marks::{TYPE, mark_classes};
use std::collections::HashMap;
use unity_fields::managed_refs::ManagedType;
use unity_files::has_extension;
use unity_project::settings_sections;
use unity_scripts::csharp_index::ClassStanding;

impl Session {
    /// Reads values of components, and marks managed references to classes that do not exist.
    pub(in crate::session) fn read_values(&mut self, request: &ValuesRequest) -> Result<Replied, BridgeError> {
        let mut replied = self.lookup().read_values(request)?;
        let Reply::Values(rows) = &mut replied.reply else {
            return Ok(replied);
        };
        let mut values: Vec<&mut ValueText> = rows
            .rows
            .iter_mut()
            .flat_map(|row| row.fields.iter_mut().map(|(_, value)| value))
            .filter(|value| value.get().contains(TYPE))
            .collect();
        if values.is_empty() {
            return Ok(replied);
        }
        let csharp = match self.gathered_csharp() {
            Ok(csharp) => csharp,
            Err(why) => {
                replied.diagnostics.push(format!(
                    "whether the classes of managed references ($type) exist was not checked: {}",
                    why.message
                ));
                return Ok(replied);
            }
        };
        let project = self.library.project();
        let mut known: HashMap<String, Option<(usize, String)>> = HashMap::new();
        for value in &mut values {
            let marked = mark_classes(value.get(), &mut |written| {
                let standing = known.entry(written.to_owned()).or_insert_with(|| {
                    let (assembly, full) = written.split_once(':')?;
                    let of = ManagedType {
                        assembly: assembly.to_owned(),
                        namespace: String::new(),
                        class: full.to_owned(),
                    };
                    match csharp.class_standing(&of, project) {
                        ClassStanding::Here => None,
                        ClassStanding::Missing(why) => Some((0, why)),
                        ClassStanding::Unverifiable(why) => Some((1, why)),
                    }
                });
                standing.clone()
            });
            **value = ValueText::from_json_text(marked);
        }
        Ok(replied)
    }

    /// Finds the places in the project that refer to an asset, type or object. For a type, waits for all C# sources, in
    /// which uses are resolved.
    pub(in crate::session) fn find_users(&mut self, request: &UsersRequest) -> Result<Replied, BridgeError> {
        let csharp = match self.names_sources(&request.target) {
            true => match self.gathered_csharp() {
                Ok(csharp) => Some(csharp),
                Err(error) if error.kind == BridgeErrorKind::NotReady => return Err(error),
                // Without the sources, only names are compared, and each row mentions that.
                Err(_) => None,
            },
            false => None,
        };
        self.lookup().find_users(request, csharp.as_deref())
    }

    fn names_sources(&self, target: &ReferenceTarget) -> bool {
        let index = &self.library.project().index;
        match target {
            ReferenceTarget::TypeName(_) => true,
            ReferenceTarget::Asset(path) => has_extension(path, "cs"),
            ReferenceTarget::Guid(guid) => {
                let path = unity_yaml::Guid::parse(guid).and_then(|guid| index.path(guid));
                path.is_some_and(|path| has_extension(path, "cs"))
            }
            ReferenceTarget::Object(_) | ReferenceTarget::Other(_) => false,
        }
    }

    /// Lists one page of missing references. If a file needs C# sources, they must be parsed first.
    pub(in crate::session) fn missing_references(&mut self, page: &PageRequest) -> Result<Replied, BridgeError> {
        if let Some(replied) = self.lookup().missing_references(page, None)? {
            return Ok(replied);
        }
        let csharp = self.gathered_csharp()?;
        let replied = self.lookup().missing_references(page, Some(&csharp))?;
        replied.ok_or_else(|| BridgeError::new(BridgeErrorKind::Internal, "the scan waits for C# that was read"))
    }

    /// Reads one section of the project settings. A large settings file is read in the background.
    pub(in crate::session) fn settings_section(
        &mut self,
        name: &str,
        max_bytes: usize,
    ) -> Result<Replied, BridgeError> {
        let read = self.lookup().settings_section(name, max_bytes)?;
        read.ok_or_else(|| still_reading_file(&settings_sections::file_of(name).unwrap_or_default()))
    }
}
