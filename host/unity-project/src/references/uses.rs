//! The data that the index stores for one file: the uses in the file, each with its location.

use super::files::Stamp;
use std::collections::HashMap;
use unity_scripts::ScriptRef;
use unity_yaml::Guid;

/// Maximum number of references that are stored for one file; further ones are only counted.
pub(super) const MAX_USES: usize = 200_000;

/// Maximum length in bytes of a path, name or type in the index; only the beginning of a longer one is stored.
const MAX_TEXT: usize = 2_000;

/// Value of an index into a table of `Uses` that stands for no item.
pub(super) const NONE: u32 = u32::MAX;

/// Asset, class or method to which a file refers; the index finds references by it. Names and paths are hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// An asset, or an object in an asset.
    Asset(Guid),
    /// A component class of Unity's engine, by its class number.
    Class(u32),
    /// An assembly definition, by the hash of its name.
    Assembly(u64),
    /// An asset to which a UI file refers by path, by the hash of that path.
    Path(u64),
    /// An asset in a `Resources` folder to which a UI file refers, by the hash of its path in that folder.
    Resource(u64),
    /// A C# class of objects in `[SerializeReference]` fields, by the hash of its full name.
    Managed(u64),
    /// A method that a UnityEvent or an animation calls, by the hash of its name.
    Method(u64),
}

impl Key {
    /// Returns the key of the assembly definition with that name.
    pub fn assembly(name: &str) -> Self {
        Self::Assembly(fnv(name.as_bytes()))
    }

    /// Returns the key of the asset with that path; case is ignored, as in Unity.
    pub fn path(path: &str) -> Self {
        Self::Path(fnv(path.to_lowercase().as_bytes()))
    }

    /// Returns the key of the asset that `Resources.Load` loads by that name, without case and extension.
    pub fn resource(name: &str) -> Self {
        let file = name.rsplit('/').next().unwrap_or(name);
        let extension = file.rsplit_once('.').map_or(0, |(_, extension)| extension.len() + 1);
        let stem = name.get(..name.len() - extension).unwrap_or(name);
        Self::Resource(fnv(stem.to_lowercase().as_bytes()))
    }

    /// Returns a key for each `Resources` folder in the path of an asset, because each gives the asset a resource name.
    pub fn resources_of(path: &str) -> impl Iterator<Item = Self> + '_ {
        let folders = ["/Resources/", "/Editor Default Resources/"];
        let below = folders.into_iter().flat_map(move |folder| {
            let ends = path.match_indices(folder);
            ends.filter_map(move |(at, _)| path.get(at + folder.len()..))
        });
        below.map(Self::resource)
    }

    /// Returns the key of the class with that full name, in which dots precede nested types.
    pub fn managed(full: &str) -> Self {
        Self::Managed(fnv(full.as_bytes()))
    }

    /// Returns the key of the method with that name.
    pub fn method(name: &str) -> Self {
        Self::Method(fnv(name.as_bytes()))
    }
}

/// Computes an FNV-1a hash, which stays the same in every build, unlike the hashes of the standard library.
pub(super) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The type of a component that contains a reference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// A class of Unity's engine, with its class number and its name.
    Engine(u32, String),
    Script(ScriptRef),
}

/// Stored location of a reference: an object in the expanded file, or a component of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct At {
    /// Index of the object in the list of objects of the expanded file.
    pub(super) object: u32,
    /// File id of the object; `instance` is the file id of its PrefabInstance, or 0 without one.
    pub(super) id: i64,
    pub(super) instance: i64,
    pub(super) path: u32,
    /// Index of the component in the object's list of components; `NONE` for the object itself.
    pub(super) component: u32,
    /// Index of the component's type in the table `kinds`; `NONE` for the object itself.
    pub(super) kind: u32,
}

/// One reference in a file to an asset, class or method, as the index stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) key: Key,
    /// File id of the used object in the target asset; 0 for the asset as a whole. For a method, 1 + the index in
    /// `kinds` of the class whose method is called; 0 if unknown.
    pub(super) file_id: i64,
    /// Index in `places` of the object or component with the reference; `NONE` if there is none.
    pub(super) at: u32,
    /// Index in `texts` of the path of the field with the reference; `NONE` if there is none.
    pub(super) field: u32,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Uses {
    pub(super) stamp: Stamp,
    /// True if the file's last change is old enough that every later change gives the file another time stamp.
    pub(super) is_sure: bool,
    /// Guids of the prefabs in the file, each with size and time when the file was read; `None` for a missing prefab.
    pub(super) needs: Vec<(Guid, Option<Stamp>)>,
    pub(super) texts: Vec<Box<str>>,
    pub(super) kinds: Vec<Type>,
    pub(super) places: Vec<At>,
    pub(super) rows: Vec<Use>,
    /// Sorted hashes of all identifiers in a C# source; empty for other files.
    pub(super) words: Vec<u64>,
    /// Number of further uses that are not stored, because there are more than `MAX_USES`.
    pub(super) left_out: u64,
    /// The reason why the file could not be read; `None` if it was read.
    pub(super) problem: Option<Box<str>>,
}

impl Uses {
    /// Returns the approximate memory of the data in bytes.
    pub(super) fn weight(&self) -> usize {
        let texts: usize = self.texts.iter().map(|text| text.len() + size_of::<Box<str>>()).sum();
        texts
            + self.needs.len() * size_of::<(Guid, Option<Stamp>)>()
            + self.kinds.len() * 160
            + self.places.len() * size_of::<At>()
            // Each use is in the table by key too.
            + self.rows.len() * (size_of::<Use>() + 24)
            + self.words.len() * size_of::<u64>()
            + self.problem.as_ref().map_or(0, |problem| problem.len())
            + size_of::<Self>()
    }

    /// Returns true if every index into `texts`, `kinds` and `places` is valid; a stored file can be damaged.
    pub(super) fn is_whole(&self) -> bool {
        let is_text = |at: u32| at == NONE || (at as usize) < self.texts.len();
        let is_kind = |at: u32| at == NONE || (at as usize) < self.kinds.len();
        let is_place = |at: u32| at == NONE || (at as usize) < self.places.len();
        self.places.iter().all(|at| is_text(at.path) && is_kind(at.kind))
            && self
                .rows
                .iter()
                .all(|row| is_place(row.at) && is_text(row.field) && self.is_whole_call(row))
    }
}

impl Uses {
    fn is_whole_call(&self, row: &Use) -> bool {
        !matches!(row.key, Key::Method(_)) || row.file_id == 0 || self.called_class(row.file_id).is_some()
    }

    /// Returns the class whose method a reference calls; `file_id` is the field of its `Use`. `None` if it is unknown.
    pub(super) fn called_class(&self, file_id: i64) -> Option<&Type> {
        self.kinds.get(usize::try_from(file_id.checked_sub(1)?).ok()?)
    }
}

/// Location of a reference in a scene or prefab: an object in the expanded file, or a component of it.
#[derive(Clone, Debug)]
pub struct Spot {
    /// Index of the object in the list of objects of the expanded file.
    pub object: usize,
    /// File id of the object, and file id of its PrefabInstance, or 0 without one.
    pub key: (i64, i64),
    /// Index of the component in the object's list, and its type; `None` if the object itself has the reference.
    pub component: Option<(usize, Type)>,
}

/// Collects the references of one file into `Uses`; stores equal texts, types and locations only once.
#[derive(Default)]
pub(super) struct Writer {
    uses: Uses,
    texts: HashMap<Box<str>, u32>,
    kinds: HashMap<Type, u32>,
    places: HashMap<At, u32>,
}

impl Writer {
    /// Adds a reference to `key`. `path` computes the hierarchy path of an object from its index, only if needed.
    pub(super) fn put(
        &mut self,
        key: Key,
        file_id: i64,
        spot: Option<&Spot>,
        field: &str,
        path: &dyn Fn(usize) -> String,
    ) {
        if self.uses.rows.len() >= MAX_USES {
            self.uses.left_out += 1;
            return;
        }
        let at = spot.map_or(NONE, |spot| self.place(spot, path));
        let field = if field.is_empty() { NONE } else { self.text(field) };
        let row = Use {
            key,
            file_id,
            at,
            field,
        };
        self.uses.rows.push(row);
    }

    pub(super) fn leave_out(&mut self, uses: usize) {
        self.uses.left_out += uses as u64;
    }

    /// Stores the hashes of all identifiers in a C# source, up to `MAX_USES`.
    pub(super) fn words<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        let mut words: Vec<u64> = names.map(|name| fnv(name.as_bytes())).collect();
        words.sort_unstable();
        words.dedup();
        self.uses.left_out += words.len().saturating_sub(MAX_USES) as u64;
        words.truncate(MAX_USES);
        self.uses.words = words;
    }

    fn place(&mut self, spot: &Spot, path: &dyn Fn(usize) -> String) -> u32 {
        let (component, kind) = match &spot.component {
            None => (NONE, NONE),
            Some((at, kind)) => (number(*at), self.kind(kind)),
        };
        let mut at = At {
            object: number(spot.object),
            id: spot.key.0,
            instance: spot.key.1,
            path: NONE,
            component,
            kind,
        };
        // The lookup omits the path, which is expensive to build and determined by the object.
        if let Some(known) = self.places.get(&at) {
            return *known;
        }
        let key = at;
        at.path = self.text(&path(spot.object));
        let new = number(self.uses.places.len());
        self.uses.places.push(at);
        self.places.insert(key, new);
        new
    }

    /// Adds a call of a method by name; `of` is the class of the object on which it is called, `None` if unknown.
    pub(super) fn call(
        &mut self,
        method: &str,
        of: Option<&Type>,
        spot: Option<&Spot>,
        field: &str,
        path: &dyn Fn(usize) -> String,
    ) {
        let of = of.map_or(0, |kind| i64::from(self.kind(kind)) + 1);
        self.put(Key::method(method), of, spot, field, path);
    }

    fn kind(&mut self, kind: &Type) -> u32 {
        if let Some(known) = self.kinds.get(kind) {
            return *known;
        }
        let new = number(self.uses.kinds.len());
        self.uses.kinds.push(kind.clone());
        self.kinds.insert(kind.clone(), new);
        new
    }

    fn text(&mut self, text: &str) -> u32 {
        let text = short(text);
        if let Some(known) = self.texts.get(text.as_ref()) {
            return *known;
        }
        let new = number(self.uses.texts.len());
        self.uses.texts.push(text.as_ref().into());
        self.texts.insert(text.as_ref().into(), new);
        new
    }

    pub(super) fn finish(self) -> Uses {
        self.uses
    }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NONE)
}

/// Shortens a text that exceeds `MAX_TEXT`, because names in files have any length and can occur in thousands of uses.
fn short(text: &str) -> std::borrow::Cow<'_, str> {
    if text.len() <= MAX_TEXT {
        return text.into();
    }
    let start: String = text.chars().take(MAX_TEXT / 4).collect();
    format!("{start}…").into()
}
