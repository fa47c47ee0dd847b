//! Names of component types: of engine classes from the class name in the file; of scripts from the script's guid, the
//! fileID in a DLL, or the table of packages.

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

/// The fileID in references to the class of a `.cs` file.
pub const MAIN: i64 = 11_500_000;

/// Number that identifies a component type; types are numbered in the order of their first use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(u32);

impl TypeId {
    /// Number that stands for the GameObject itself, which is no component but has fields like one.
    pub const GAME_OBJECT: Self = Self(u32::MAX);

    /// Returns the number of the component type as an index into tables.
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
    /// The value of `m_EditorClassIdentifier`: assembly, namespace and class. Older editors leave it empty.
    pub identifier: String,
}

#[derive(Clone, Debug)]
enum Key {
    Engine { name: String },
    Script(ScriptRef),
}

/// A component type as files identify it: the name of an engine class, or a reference to a script.
#[derive(Clone, Copy, Debug)]
pub enum TypeInFile<'t> {
    Engine(&'t str),
    Script(&'t ScriptRef),
}

/// The way in which the name of a component type was determined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An engine class or a script whose class is known.
    Known,
    /// The reference to the script is empty, or no asset has its guid. Unity shows "Missing (Mono Script)".
    Missing,
    /// The script is or can be in an absent package. The name is known only if a table or the file contains it.
    Unverifiable,
    /// The script exists, but the editor does not compile it, for example because it is for other platforms.
    NotCompiled,
    /// The script is in a DLL that exists, but it is unknown to which class of the DLL the reference points.
    Unresolved,
}

struct Entry {
    key: Key,
    name: Arc<str>,
    origin: Origin,
    /// C# sources that were skipped or not ready when the name was determined.
    noted: Noted,
}

/// All component types found so far in the project's files, with their names.
pub struct Types {
    project: Arc<Project>,
    engine: HashMap<u32, TypeId>,
    scripts: HashMap<ScriptRef, TypeId>,
    entries: Vec<Entry>,
    /// Full names of classes by the path of their file, because many references can name one script.
    by_file: Arc<file_names::FileNames>,
    /// Types whose names could not be determined yet, because a source was not ready.
    unsure: Vec<TypeId>,
    /// Full names of the classes in each DLL in use, by path of the DLL and fileID of the class.
    by_library: RefCell<HashMap<String, HashMap<i64, String>>>,
    classes: Memo<TypeId, Option<Arc<ScriptClass>>>,
    declarations: source::Declarations,
    /// Index of the C# types that all sources declare; `None` until a query needs more than the source of one script.
    survey: RefCell<Option<Arc<survey::Survey>>>,
    gathering: Gathering,
    /// The parsed sources, which stay valid across scans of the project folder.
    sources: Arc<CsharpSources>,
    /// True if names of types are determined; false if types only get numbers.
    names: bool,
    /// Cache of the full names of each type and all of its base types, beginning with the type itself.
    ancestors: Memo<TypeId, Arc<[String]>>,
}

/// Maximum size in bytes of a C# source that is parsed; larger ones are skipped. Hand-written scripts are smaller.
const MAX_SOURCE_BYTES: u64 = host_csharp::MAX_SOURCE_BYTES as u64;

/// Maximum number of DLLs that are read. No further DLL is read after `MAX_LIBRARY_CLASSES` classes.
const MAX_LIBRARIES: usize = 256;
const MAX_LIBRARY_CLASSES: usize = 200_000;

impl Types {
    /// Creates a set of component types that reads no script and determines no names, for expanding a file on another
    /// thread. `numbers_of` later converts its numbers.
    pub fn without_names(project: Arc<Project>) -> Self {
        Self {
            names: false,
            ..Self::new(project)
        }
    }

    /// Returns an empty set of component types for another thread; it has the same project and parsed C# sources.
    pub fn separate(&self) -> Self {
        Self {
            sources: Arc::clone(&self.sources),
            ..Self::new(Arc::clone(&self.project))
        }
    }

    /// Adds the component types of another set to this one. Item `i` of the result is the id in this set of the type
    /// with the number `i` in `others`.
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

    /// Returns the full name of the type, such as `UnityEngine.Camera`; `<script guid …>` if it is unknown, `<missing
    /// script>` if the script does not exist.
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

    /// Returns true if the type is a MonoBehaviour or ScriptableObject, so that its fields come from a C# class.
    #[inline]
    pub fn is_script(&self, id: TypeId) -> bool {
        let entry = self.entries.get(id.0 as usize);
        entry.is_some_and(|entry| matches!(entry.key, Key::Script(_)))
    }

    /// Returns the way in which the name of the type was determined.
    #[inline]
    pub fn origin(&self, id: TypeId) -> Origin {
        self.entries
            .get(id.0 as usize)
            .map_or(Origin::Unresolved, |entry| entry.origin)
    }

    /// Returns the class identifier that the file stores next to the script reference; empty if there is none.
    pub fn identifier(&self, id: TypeId) -> &str {
        match self.entries.get(id.0 as usize).map(|entry| &entry.key) {
            Some(Key::Script(script)) => script.identifier.trim(),
            _ => "",
        }
    }

    /// Returns the type as files identify it: a script reference, or the short name of an engine class.
    pub fn file_name(&self, id: TypeId) -> Option<TypeInFile<'_>> {
        self.entries.get(id.0 as usize).map(|entry| match &entry.key {
            Key::Engine { name } => TypeInFile::Engine(name),
            Key::Script(script) => TypeInFile::Script(script),
        })
    }

    /// Returns the types with that full or short name; case is ignored.
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

    /// Returns the full name of a script's class without giving it a number; `None` if the class is not known.
    pub fn name_of_script(&self, script: &ScriptRef) -> Option<Arc<str>> {
        let known = self.scripts.get(script).and_then(|id| self.entries.get(id.index()));
        let (name, origin) = match known {
            Some(entry) => (Arc::clone(&entry.name), entry.origin),
            None => {
                let entry = self.entry(Key::Script(script.clone()));
                (entry.name, entry.origin)
            }
        };
        (origin == Origin::Known).then_some(name)
    }

    /// Determines all names again for a new state of the project, because scripts can be renamed, added or deleted.
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

    /// Tries, without waiting, to determine type names that are still unknown; to be called before a command, not in
    /// one.
    pub fn settle(&mut self) {
        if !self.unsure.is_empty() {
            turn::begin(Duration::ZERO);
            self.name_unsure();
            turn::end();
        }
    }

    /// Tries to determine the type names that are still unknown; the current command limits the waiting for sources.
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
