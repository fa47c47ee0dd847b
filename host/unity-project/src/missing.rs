//! Finds references (`{fileID: …, guid: …}`) without a target in one text asset, with document, field and problem.
//!
//! Almost every reference of a real project is valid. So a fast text scan selects the fields that are parsed, and only
//! the parsed value counts.

mod calls;
mod classes;
mod holdings;
mod quick_scan;
mod ui;

pub use holdings::Holdings;
pub use ui::{LostAddress, check_ui_file};

use crate::asset_kind::script_of;
use crate::expand::Library;
use crate::expand::change::{self, Change};
use holdings::Holds;
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;
use unity_fields::managed_refs::{self, ManagedType};
use unity_fields::reference_walk::{Meant, PREFAB_LINKS, addressed_at, each_reference};
use unity_fields::{Source, class, event_calls};
use unity_files::Project;
use unity_scripts::csharp_index::Gathered;
use unity_scripts::{MAIN, ScriptRef, Standing, decide_standing, is_built_in};
use unity_yaml::{Document, Field, FileRef, Guid};

/// Maximum number of broken references of one kind that are stored for one file; further ones are only counted.
pub const MAX_OF_A_KIND: usize = 5_000;

/// Maximum length in bytes of a field that is parsed; a broken reference in a longer one has no path inside it.
const MAX_FIELD_BYTES: usize = 8 * 1024 * 1024;

/// Maximum number of characters that are stored of a field path; the rest of a longer path is cut off.
const MAX_MEMBER: usize = 300;

/// The reason why a reference has no target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// The script reference is empty.
    NoScript,
    /// The script reference leads to the asset at this path, which is no script.
    NotAScript(String),
    /// The script reference leads to the script at this path, which was deleted; only its `.meta` exists.
    ScriptGone(String),
    /// A guid that belongs to no asset.
    NowhereGuid(Guid),
    /// A file id that this file does not contain.
    NowhereId(i64),
    /// A file id that the asset at this path does not contain.
    NotHeld(i64, String),
    /// The script is or can be in a package that the project folder lacks; the text is its class, if that is known.
    Package(Option<String>),
    /// A guid that no asset of the project has, but that an asset of a missing package can have.
    MaybePackage(Guid),
    /// A script that the editor does not compile: asset path of the script, and the reason.
    NotCompiled(String, String),
    /// A reference to the asset at this path that only Unity's importer can check. It is counted, but not stored.
    Untold(String),
    /// A reference to the asset at this path, of which only the `.meta` exists. Unity reports it as missing.
    OnlyMeta(String),
    /// A managed reference to a class that does not exist, with the reason.
    NoType(ManagedType, String),
    /// A managed reference to a class that may be in files that the host cannot read, with the reason.
    MaybeType(ManagedType, String),
    /// A UnityEvent call that has no effect, with a message about it.
    NoCall(String),
}

/// Location of a broken reference in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spot {
    Script,
    /// A field of a document, with the path of the field.
    Field(String),
    /// A value that a prefab instance overrides.
    Override {
        /// Id of the overridden object or component in the instance's source.
        target: i64,
        /// Property path of the override, as Unity writes it.
        path: String,
        reference: FileRef,
    },
}

/// One reference without a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    /// Index of the document in its file.
    pub document: u32,
    pub spot: Spot,
    pub wrong: Wrong,
}

/// All references without a target in one file.
#[derive(Debug, Default)]
pub struct LostReferences {
    pub found: Vec<Lost>,
    /// Number of further references without a target, which are only counted because of `MAX_OF_A_KIND`.
    pub left_out: u64,
    /// Number of references to imported assets, which only Unity's importer can check.
    pub untold: u64,
    /// Number of components whose script is editor code, so that no player contains it.
    pub editor_only: u64,
    pub first_editor_only: Option<String>,
    pub first_untold: Option<String>,
    /// Number of references to assets that have only a `.meta` and no file.
    pub only_meta: u64,
    pub first_only_meta: Option<String>,
    /// Number of UnityEvent calls for which it is unknown whether the method exists.
    pub unchecked_calls: u64,
    /// The first call that `unchecked_calls` counts, as `Class.Method`.
    pub first_unchecked_call: Option<String>,
    kept: [usize; 4],
}

struct Judge<'a> {
    project: Arc<Project>,
    /// Library that reads other assets, and cache of the file ids in them; used only for references to other assets.
    held: RefCell<(&'a mut Library, &'a mut Holdings)>,
    ids: HashSet<i64>,
}

impl Judge<'_> {
    fn check_reference(&self, reference: FileRef) -> Option<Wrong> {
        let FileRef { file_id, guid } = reference;
        if file_id == 0 {
            return None;
        }
        if guid.is_none() {
            return (!self.ids.contains(&file_id)).then_some(Wrong::NowhereId(file_id));
        }
        if is_built_in(guid) {
            return None;
        }
        if let Some(path) = self.project.index.path(guid) {
            let (library, holdings) = &mut *self.held.borrow_mut();
            return match holdings.check_id(library, path, file_id) {
                Holds::Yes => None,
                Holds::No => Some(Wrong::NotHeld(file_id, path.to_owned())),
                Holds::Untold => Some(Wrong::Untold(path.to_owned())),
                Holds::OnlyMeta => Some(Wrong::OnlyMeta(path.to_owned())),
            };
        }
        self.check_missing_guid(reference)
    }

    fn check_address(&self, reference: FileRef) -> Option<Wrong> {
        let FileRef { file_id, guid } = reference;
        let known = file_id == 0 || is_built_in(guid) || self.project.index.path(guid).is_some();
        if known {
            None
        } else {
            self.check_missing_guid(reference)
        }
    }

    /// Returns the problem of a reference with a guid that no asset in the folder has; `None` if the guid is built in.
    fn check_missing_guid(&self, reference: FileRef) -> Option<Wrong> {
        let FileRef { file_id, guid } = reference;
        let script = ScriptRef {
            file: reference,
            identifier: String::new(),
        };
        // The file id of an object or a material of a missing package is unknown, but that of a script is known.
        match decide_standing(&script, &self.project) {
            Standing::BuiltIn => None,
            Standing::Unverifiable { class } if file_id == MAIN || class.is_some() => Some(Wrong::Package(class)),
            _ if self.project.absent.may_hold_more() => Some(Wrong::MaybePackage(guid)),
            _ => Some(Wrong::NowhereGuid(guid)),
        }
    }

    fn is_only_meta(&self, path: &str, file_id: i64) -> bool {
        let (library, holdings) = &mut *self.held.borrow_mut();
        holdings.check_id(library, path, file_id) == Holds::OnlyMeta
    }

    fn check_script(&self, script: &ScriptRef) -> Option<Wrong> {
        let FileRef { file_id, guid } = script.file;
        match decide_standing(script, &self.project) {
            Standing::Here { path } => self.is_only_meta(&path, file_id).then_some(Wrong::OnlyMeta(path)),
            Standing::BuiltIn => None,
            Standing::NotCompiled { path, why } => Some(Wrong::NotCompiled(path, why)),
            Standing::Unverifiable { class } => Some(Wrong::Package(class)),
            Standing::Missing if file_id == 0 => Some(Wrong::NoScript),
            Standing::Missing if guid.is_none() => Some(Wrong::NowhereId(file_id)),
            Standing::Missing => Some(match self.project.index.path(guid) {
                Some(path) if self.project.index.is_gone(guid) => Wrong::ScriptGone(path.to_owned()),
                Some(path) => Wrong::NotAScript(path.to_owned()),
                None => Wrong::NowhereGuid(guid),
            }),
        }
    }
}

/// Returns true if checking the file needs the C# code: for classes of managed references and UnityEvent methods.
pub fn needs_csharp(source: &Source) -> bool {
    source.documents().any(|(_, document)| {
        !document.stripped()
            && match document.class() {
                class::PREFAB_INSTANCE => {
                    classes::may_have_overrides(&document) || calls::may_have_overrides(&document)
                }
                class::MONO_BEHAVIOUR => managed_refs::may_have(&document) || event_calls::may_have(document.body()),
                _ => false,
            }
    })
}

/// Checks all references of a file. Reading other files takes memory from the library's budget. If `csharp` is `None`,
/// classes and methods are not checked. Blocks the thread.
pub fn check_source(
    source: &Source,
    library: &mut Library,
    holdings: &mut Holdings,
    csharp: Option<&Gathered>,
) -> LostReferences {
    let judge = Judge {
        project: Arc::clone(library.project()),
        held: RefCell::new((library, holdings)),
        ids: source.documents().map(|(_, document)| document.id()).collect(),
    };
    let mut lost = LostReferences::default();
    for (at, document) in source.documents() {
        if document.stripped() {
            continue;
        }
        match document.class() {
            class::PREFAB_INSTANCE => {
                lost.in_instance(&judge, at, &document);
                if let Some(csharp) = csharp {
                    lost.classes_in_overrides(csharp, &judge.project, at, &document);
                    lost.calls_in_overrides(csharp, &judge, source, at, &document);
                }
            }
            other => {
                if other == class::MONO_BEHAVIOUR {
                    let script = script_of(&document);
                    lost.keep(at, judge.check_script(&script), || Spot::Script);
                    lost.count_editor_only(&judge.project, &document, &script);
                    if let Some(csharp) = csharp {
                        lost.classes_in(csharp, &judge.project, at, &document);
                        lost.calls_in(csharp, &judge, source, at, &document);
                    }
                }
                lost.in_document(&judge, at, &document);
            }
        }
    }
    lost
}

impl LostReferences {
    /// Counts a component whose script is editor code. Other assets with such a script can be intended for the editor.
    fn count_editor_only(&mut self, project: &Project, document: &Document<'_>, script: &ScriptRef) {
        let path = project.index.path(script.file.guid);
        if let Some(path) = path.filter(|path| project.assemblies.is_editor_only(path))
            && document
                .field("m_GameObject")
                .is_some_and(|owner| owner.file_ref().file_id != 0)
        {
            self.editor_only += 1;
            self.first_editor_only.get_or_insert_with(|| path.to_owned());
        }
    }

    fn keep(&mut self, document: u32, wrong: Option<Wrong>, spot: impl FnOnce() -> Spot) {
        let Some(wrong) = wrong else { return };
        match wrong {
            Wrong::Untold(asset) => {
                self.untold += 1;
                self.first_untold.get_or_insert(asset);
                return;
            }
            Wrong::OnlyMeta(ref asset) => {
                self.only_meta += 1;
                self.first_only_meta.get_or_insert_with(|| asset.clone());
            }
            _ => {}
        }
        let spot = spot();
        let kind = match (&wrong, &spot) {
            (Wrong::Package(_) | Wrong::MaybePackage(_) | Wrong::NotCompiled(..) | Wrong::MaybeType(..), _) => 0,
            (Wrong::OnlyMeta(_), _) => 3,
            (_, Spot::Script) => 1,
            _ => 2,
        };
        match self.kept.get_mut(kind) {
            Some(kept) if *kept < MAX_OF_A_KIND => {
                *kept += 1;
                self.found.push(Lost { document, spot, wrong });
            }
            _ => self.left_out += 1,
        }
    }

    fn in_document(&mut self, judge: &Judge<'_>, at: u32, document: &Document<'_>) {
        if !quick_scan::is_suspicious(document.body(), judge) {
            return;
        }
        for field in document.fields() {
            if field.key() != "m_Script" && !PREFAB_LINKS.contains(&field.key()) {
                self.in_field(judge, at, &field);
            }
        }
    }

    fn in_field(&mut self, judge: &Judge<'_>, at: u32, field: &Field<'_>) {
        if !quick_scan::is_suspicious(field.raw(), judge) {
            return;
        }
        let key: String = field.key().chars().take(MAX_MEMBER).collect();
        if field.raw().len() > MAX_FIELD_BYTES {
            let wrong = quick_scan::first_wrong(field.raw(), judge);
            self.keep(at, wrong, || Spot::Field(key));
            return;
        }
        // A document that is not valid YAML of Unity's dialect is reported when the scene is opened.
        let Ok(node) = field.node() else { return };
        let mut path = key;
        each_reference(&node, &mut path, &mut |path, reference| {
            let wrong = match reference {
                Meant::Object(reference) => judge.check_reference(reference),
                Meant::Address(reference) => judge.check_address(reference),
            };
            self.keep(at, wrong, || Spot::Field(path.chars().take(MAX_MEMBER).collect()));
        });
    }

    fn in_instance(&mut self, judge: &Judge<'_>, at: u32, document: &Document<'_>) {
        if !quick_scan::is_suspicious_instance(document.body(), judge) {
            return;
        }
        for field in document.fields() {
            match field.key() {
                key @ ("m_SourcePrefab" | "m_ParentPrefab") => {
                    let reference = field.file_ref();
                    // An old prefab asset's own document of this class has no source.
                    let wrong = (!reference.guid.is_none())
                        .then(|| judge.check_reference(reference))
                        .flatten();
                    self.keep(at, wrong, || Spot::Field(key.to_owned()));
                }
                "m_Modification" => field.fields().for_each(|field| self.in_modification(judge, at, &field)),
                _ => {}
            }
        }
    }

    fn in_modification(&mut self, judge: &Judge<'_>, at: u32, field: &Field<'_>) {
        match field.key() {
            "m_TransformParent" => {
                let wrong = judge.check_reference(field.file_ref());
                self.keep(at, wrong, || Spot::Field("m_TransformParent".to_owned()));
            }
            "m_Modifications" => {
                for row in field.items() {
                    let change = Change::from_row(&row);
                    let (reference, wrong) = match addressed_at(&change.path, &change.value) {
                        Some(address) => (address, judge.check_address(address)),
                        None => (change.reference, judge.check_reference(change.reference)),
                    };
                    self.keep(at, wrong, || Spot::Override {
                        target: change::target(&row),
                        path: change.path.into_owned(),
                        reference,
                    });
                }
            }
            // Lists of added and removed parts are Unity's internal bookkeeping, and their old rows are often stale.
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
