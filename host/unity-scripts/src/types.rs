//! Full type names of components: of engine classes from their class names in the file, of scripts by guid, by the DLL
//! rule or from the package table.
//!
//! This module resolves a reference to a class name; it does not read the content of the class.

mod ancestry;
mod declared_fields;
mod dll;
mod element_form;
mod engine;
mod external_names;
mod file_names;
mod hidden_bases;
mod identifier;
mod libraries;
mod missing_fields;
mod name_resolution;
mod object_types;
mod packages;
mod places;
mod project_facts;
mod script_standing;
mod skipped_types;
mod source;
mod survey;
mod type_name;
pub(crate) mod type_text;
pub(crate) mod written_fields;
mod written_types;

pub use declared_fields::Declared;
pub use dll::file_id_of;
pub use element_form::ElementForm;
pub use engine::full_name as engine_name;
pub use missing_fields::Lacking;
pub use script_standing::{Standing, decide_standing, is_built_in};
pub use source::ScriptClass;

use crate::csharp_sources::turn::{self, Noted};
use crate::csharp_sources::{CsharpSources, Memo};
pub(crate) use file_names::stem;
use project_facts::Gathering;
pub(crate) use source::values::{ends_with_parts, named_vector};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
pub(crate) use type_text::plain;
use unity_files::Project;
use unity_yaml::FileRef;

/// The fileID of the main class in a `.cs` file.
pub const MAIN: i64 = 11_500_000;

/// A component type of this project: its number in the order of first use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(u32);

impl TypeId {
    /// Stands for the GameObject itself, which is no component.
    pub const GAME_OBJECT: Self = Self(u32::MAX);

    /// Returns the number of the type, for use as an index into tables.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

const OBJECTS: &str = "UnityEngine.GameObject";

/// The reference to the script class in the document of a MonoBehaviour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ScriptRef {
    pub file: FileRef,
    /// The value of `m_EditorClassIdentifier`, which newer editors fill in.
    pub identifier: String,
}

#[derive(Clone, Debug)]
enum Key {
    Engine { name: String },
    Script(ScriptRef),
}

/// The name of a type as files contain it: an engine class, or the reference to a script.
#[derive(Clone, Copy, Debug)]
pub enum TypeInFile<'t> {
    Engine(&'t str),
    Script(&'t ScriptRef),
}

/// How the name of a component type was determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An engine class or a script whose class is known.
    Known,
    /// The reference to the script is empty, or no asset has its guid: Unity shows "Missing (Mono Script)".
    Missing,
    /// The script is, or can be, in an absent package. The name is known if a table or the file contains it.
    Unverifiable,
    /// The script exists, but the editor does not compile it because it is for other platforms.
    NotCompiled,
    /// The library exists, but it is not known which of its classes the reference means.
    Unresolved,
}

struct Entry {
    key: Key,
    name: Arc<str>,
    origin: Origin,
    /// The records of the turn in which the name was determined: sources that it waits for.
    noted: Noted,
}

/// All component types loaded so far.
pub struct Types {
    project: Arc<Project>,
    engine: HashMap<u32, TypeId>,
    scripts: HashMap<ScriptRef, TypeId>,
    entries: Vec<Entry>,
    /// Names of classes by the path of their file: many references can name one script, and its source is read once.
    by_file: Arc<file_names::FileNames>,
    /// Types whose names were unknown when they were first used.
    unsure: Vec<TypeId>,
    /// For each library of a script in use: its classes by fileID. Each library is read once.
    by_library: RefCell<HashMap<String, HashMap<i64, String>>>,
    /// Cache of the classes of scripts, for `declared_fields`.
    classes: Memo<TypeId, Option<Arc<ScriptClass>>>,
    /// Cache of the declarations of classes in requested sources.
    declarations: source::Declarations,
    /// Survey of all declarations; created when a query needs more than the file of one script.
    survey: RefCell<Option<Arc<survey::Survey>>>,
    /// Results about all sources and all assemblies; created when a query needs types that are not in use.
    gathering: Gathering,
    /// The parsed sources; they stay valid across scans of the folder.
    sources: Arc<CsharpSources>,
    /// False if types only get numbers, and no names are determined.
    names: bool,
    /// Cache of the full names of a type and all of its base types, beginning with the type itself.
    ancestors: Memo<TypeId, Arc<[String]>>,
}

/// Maximum size in bytes of a source that is read while a scene waits; hand-written scripts are smaller.
const MAX_SOURCE_BYTES: u64 = host_csharp::MAX_SOURCE_BYTES as u64;

/// Maximum number of libraries that are read. No further library is read after `MAX_LIBRARY_CLASSES` classes.
const MAX_LIBRARIES: usize = 256;
const MAX_LIBRARY_CLASSES: usize = 200_000;

impl Types {
    /// Creates a set of types without names, which reads no script. It is for a file whose types are later renumbered
    /// with `numbers_of`.
    pub fn without_names(project: Arc<Project>) -> Self {
        Self {
            names: false,
            ..Self::new(project)
        }
    }

    /// Returns an empty set of types of the same project, for another thread; it shares the parsed sources.
    pub fn separate(&self) -> Self {
        Self {
            sources: Arc::clone(&self.sources),
            ..Self::new(Arc::clone(&self.project))
        }
    }

    /// Adds the types of another set to this one. Item `i` of the result is the id in this set of the type with id `i`
    /// in `others`.
    pub fn numbers_of(&mut self, others: &Self) -> Vec<TypeId> {
        let classes: HashMap<TypeId, u32> = others.engine.iter().map(|(class, id)| (*id, *class)).collect();
        let entries = (0..).zip(&others.entries);
        entries
            .map(|(id, entry)| match &entry.key {
                Key::Engine { name } => {
                    let class = classes.get(&TypeId(id));
                    class.map_or(TypeId(id), |class| self.engine(*class, name))
                }
                Key::Script(script) => self.script(script.clone()),
            })
            .collect()
    }

    pub fn new(project: Arc<Project>) -> Self {
        Self {
            project,
            engine: HashMap::new(),
            scripts: HashMap::new(),
            entries: Vec::new(),
            by_file: Arc::default(),
            unsure: Vec::new(),
            by_library: RefCell::default(),
            classes: Memo::default(),
            declarations: Memo::default(),
            survey: RefCell::default(),
            gathering: Gathering::default(),
            sources: Arc::default(),
            names: true,
            ancestors: Memo::default(),
        }
    }

    /// Returns the parsed sources of the project.
    #[inline]
    pub fn sources(&self) -> &Arc<CsharpSources> {
        &self.sources
    }

    /// Returns the full name of the type, such as `UnityEngine.Camera`; `<script guid …>` if it is unresolved,
    /// `<missing script>` if no asset has the script.
    pub fn name(&self, id: TypeId) -> Arc<str> {
        match self.entries.get(id.0 as usize) {
            Some(entry) => {
                turn::add(&entry.noted);
                Arc::clone(&entry.name)
            }
            None if id == TypeId::GAME_OBJECT => OBJECTS.into(),
            None => "".into(),
        }
    }

    /// Whether the type is a MonoBehaviour or ScriptableObject, for which Unity serializes the fields of a C# class.
    #[inline]
    pub fn is_script(&self, id: TypeId) -> bool {
        let entry = self.entries.get(id.0 as usize);
        entry.is_some_and(|entry| matches!(entry.key, Key::Script(_)))
    }

    /// Returns how the name of the type was determined.
    #[inline]
    pub fn origin(&self, id: TypeId) -> Origin {
        self.entries
            .get(id.0 as usize)
            .map_or(Origin::Unresolved, |entry| entry.origin)
    }

    /// Returns the class name that the file stores in case the script is missing; empty if the file has none.
    pub fn identifier(&self, id: TypeId) -> &str {
        match self.entries.get(id.0 as usize).map(|entry| &entry.key) {
            Some(Key::Script(script)) => script.identifier.trim(),
            _ => "",
        }
    }

    /// Returns the name of the type as files contain it: its script, or the short name of its engine class.
    pub fn file_name(&self, id: TypeId) -> Option<TypeInFile<'_>> {
        self.entries.get(id.0 as usize).map(|entry| match &entry.key {
            Key::Engine { name } => TypeInFile::Engine(name),
            Key::Script(script) => TypeInFile::Script(script),
        })
    }

    /// Returns the types with that full or short name, ignoring case.
    pub fn find_named(&self, name: &str) -> Vec<TypeId> {
        let matches = |full: &str| {
            let short = full.rsplit('.').next().unwrap_or(full);
            full.eq_ignore_ascii_case(name) || short.eq_ignore_ascii_case(name)
        };
        let entries = (0..).zip(&self.entries);
        entries
            .filter(|(_, entry)| matches(&entry.name))
            .map(|(id, _)| TypeId(id))
            .collect()
    }

    pub fn engine(&mut self, class: u32, name: &str) -> TypeId {
        if let Some(id) = self.engine.get(&class) {
            return *id;
        }
        let id = self.add(Key::Engine { name: name.to_owned() });
        self.engine.insert(class, id);
        id
    }

    pub fn script(&mut self, script: ScriptRef) -> TypeId {
        if let Some(id) = self.scripts.get(&script) {
            return *id;
        }
        let id = self.add(Key::Script(script.clone()));
        self.scripts.insert(script, id);
        id
    }

    /// Determines all names again after the folder changed, because a script can have been renamed, added or deleted.
    pub fn refresh(&mut self, project: Arc<Project>) {
        self.project = project;
        // A name that is still being read belongs to the previous state.
        self.by_file = Arc::default();
        self.unsure.clear();
        self.by_library.borrow_mut().clear();
        self.classes.clear();
        self.survey.borrow_mut().take();
        self.gathering = Gathering::default();
        self.ancestors.clear();
        self.declarations.clear();
        // Their numbers are permanent, so none can be missing even if this is interrupted.
        self.entries = self.entries.iter().map(|entry| self.entry(entry.key.clone())).collect();
        let unsure = (0..).zip(&self.entries);
        let unsure = unsure.filter(|(_, entry)| !entry.noted.awaited.is_empty());
        self.unsure = unsure.map(|(id, _)| TypeId(id)).collect();
    }

    fn add(&mut self, key: Key) -> TypeId {
        let id = TypeId(u32::try_from(self.entries.len()).unwrap_or(u32::MAX));
        let entry = self.entry(key);
        if !entry.noted.awaited.is_empty() {
            self.unsure.push(id);
        }
        self.entries.push(entry);
        id
    }

    /// Determines names that are still unknown, without waiting. Must be called before each turn.
    pub fn settle(&mut self) {
        if !self.unsure.is_empty() {
            turn::begin(Duration::ZERO);
            self.name_unsure();
            turn::end();
        }
    }

    /// Determines names that are still unknown, within the current turn, which limits the waiting time.
    pub fn name_unsure(&mut self) {
        for id in std::mem::take(&mut self.unsure) {
            let Some(key) = self.entries.get(id.index()).map(|entry| entry.key.clone()) else {
                continue;
            };
            let entry = self.entry(key);
            if !entry.noted.awaited.is_empty() {
                self.unsure.push(id);
            }
            if let Some(slot) = self.entries.get_mut(id.index()) {
                *slot = entry;
            }
        }
    }
}

#[cfg(test)]
mod tests;
