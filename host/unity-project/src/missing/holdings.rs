//! The ids of the objects in each asset: all ids if the asset is a text file, otherwise those that its `.meta` shows.
//!
//! The id of an object in a nested prefab is the instance's id XOR the object's own id. Only Unity knows the ids that
//! an importer creates for a model or a picture, so they are never reported as missing.

use crate::expand::Library;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;
use unity_fields::{Source, class};
use unity_files::has_extension;
use unity_yaml::{Field, FileRef, Guid};

/// Maximum number of ids that are stored for all assets together; ids in further assets are not checked.
const MAX_KEPT: usize = 2_000_000;

/// Bytes of `Library::memory` for each id that may be stored. A small memory limit thus lowers `MAX_KEPT`.
const BYTES_FOR_ID: usize = 128;

/// Maximum depth of nested prefabs whose ids are collected; deeper ones make the list of ids incomplete.
const MAX_DEPTH: u32 = 64;

/// Maximum size of a `.meta` file in bytes; a larger file is not read. It can contain tables of imported objects.
const MAX_META_BYTES: u64 = 16 * 1024 * 1024;

/// Mask for the 63 lower bits, which Unity keeps when it combines two ids with XOR.
const COMBINED: i64 = i64::MAX;

/// File id in references to a prefab as a whole.
const PREFAB: i64 = 100_100_000;
/// File id in references to a scene, a folder, or a file without an importer, as a whole.
const DEFAULT: i64 = 102_900_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holds {
    Yes,
    No,
    /// It is unknown whether the asset has the id: only Unity imports the asset, or its file cannot be read as text.
    Untold,
    OnlyMeta,
}

/// Cache of the file ids of the objects in assets; it is valid for one scan of the project folder.
#[derive(Debug, Default)]
pub struct Holdings {
    assets: HashMap<Box<str>, Rc<AssetContents>>,
    /// Ids that come from nested prefabs, for assets in whose own file a requested id was not found.
    nested: HashMap<Box<str>, Rc<Nested>>,
    kept: usize,
}

#[derive(Debug, Default)]
struct AssetContents {
    ids: HashSet<i64>,
    instances: Vec<Instance>,
    /// True if `ids` contains the ids of all objects in the asset's own file.
    whole: bool,
    has_meta: bool,
    only_meta: bool,
}

/// File ids of the objects inside the prefab instances of one asset; `whole` is true if `ids` contains all of them.
#[derive(Debug, Default)]
struct Nested {
    ids: HashSet<i64>,
    whole: bool,
}

#[derive(Debug)]
struct Instance {
    id: i64,
    source: Guid,
    removed: HashSet<i64>,
}

impl Holdings {
    pub(super) fn check_id(&mut self, library: &mut Library, path: &str, id: i64) -> Holds {
        let held = self.contents_of(library, path);
        let there = if held.only_meta { Holds::OnlyMeta } else { Holds::Yes };
        if held.ids.contains(&id) {
            return there;
        }
        let nested = self.nested_in(library, path, 0);
        if nested.ids.contains(&id) {
            there
        } else if held.whole && nested.whole {
            Holds::No
        } else if held.only_meta {
            there
        } else {
            Holds::Untold
        }
    }

    fn contents_of(&mut self, library: &mut Library, path: &str) -> Rc<AssetContents> {
        if let Some(known) = self.assets.get(path) {
            return Rc::clone(known);
        }
        let most = most_kept(library);
        let held = Some(AssetContents::read(library, path)).filter(|held| self.kept + held.ids.len() <= most);
        let held = Rc::new(held.unwrap_or_default());
        self.kept += held.ids.len();
        self.assets.insert(path.into(), Rc::clone(&held));
        held
    }

    fn nested_in(&mut self, library: &mut Library, path: &str, depth: u32) -> Rc<Nested> {
        if let Some(known) = self.nested.get(path) {
            return Rc::clone(known);
        }
        // This entry ends the recursion for a prefab that contains itself. It stays if a limit is exceeded.
        self.nested.insert(path.into(), Rc::default());
        let held = self.contents_of(library, path);
        let (mut ids, mut whole) = (HashSet::new(), true);
        for instance in &held.instances {
            let project = Arc::clone(library.project());
            let Some(source) = project.index.path(instance.source).filter(|_| depth < MAX_DEPTH) else {
                whole = false;
                continue;
            };
            let (own, nested) = (
                self.contents_of(library, source),
                self.nested_in(library, source, depth + 1),
            );
            whole &= own.whole && nested.whole;
            // Duplicate ids are counted too, because they cost time as well as memory.
            let more = own.ids.len() + nested.ids.len();
            if self.kept + more > most_kept(library) {
                return Rc::default();
            }
            self.kept += more;
            let there = own
                .ids
                .iter()
                .chain(&nested.ids)
                .filter(|id| !instance.removed.contains(id));
            ids.extend(there.map(|id| (id ^ instance.id) & COMBINED));
        }
        let nested = Rc::new(Nested { ids, whole });
        self.nested.insert(path.into(), Rc::clone(&nested));
        nested
    }
}

fn most_kept(library: &Library) -> usize {
    MAX_KEPT.min(library.memory() / BYTES_FOR_ID)
}

impl AssetContents {
    fn read(library: &mut Library, path: &str) -> Self {
        let project = Arc::clone(library.project());
        let at_meta = project.roots().locate(&format!("{path}.meta"));
        let held = at_meta.and_then(|file| {
            library.look_at_bytes(&file, MAX_META_BYTES, |library, meta| {
                Self::by_meta(library, path, &String::from_utf8_lossy(&meta))
            })
        });
        // Without a `.meta` only Unity knows the kind of the file.
        let held = held.unwrap_or_default();
        let lies_at = project.roots().locate(path);
        Self {
            only_meta: held.has_meta && lies_at.is_ok_and(|file| std::fs::symlink_metadata(file).is_err()),
            ..held
        }
    }

    fn by_meta(library: &mut Library, path: &str, meta: &str) -> Self {
        let starts = |line: &&str| !line.starts_with(' ') && line.trim_end().ends_with("Importer:");
        let importer = meta.lines().find(starts).unwrap_or_default().trim_end();
        let is_scene = has_extension(path, "unity");
        let held = match importer.trim_end_matches(':') {
            "NativeFormatImporter" | "PrefabImporter" => Self::read_text(library, path),
            "DefaultImporter" if is_scene => Self::read_text(library, path),
            importer => Self::from_import(importer, meta),
        };
        Self {
            has_meta: !meta.is_empty(),
            ..held
        }
    }

    fn read_text(library: &mut Library, path: &str) -> Self {
        let held = library.look_at(path, |_, source| Self::from_source(path, source));
        // If the file cannot be read or the budget does not suffice, its ids are unknown.
        held.unwrap_or_default()
    }

    fn from_source(path: &str, source: &Source) -> Self {
        let mut held = Self {
            whole: true,
            ..Self::default()
        };
        held.ids.extend(has_extension(path, "prefab").then_some(PREFAB));
        held.ids.extend(has_extension(path, "unity").then_some(DEFAULT));
        for (_, document) in source.documents() {
            held.ids.insert(document.id());
            if document.class() != class::PREFAB_INSTANCE || document.stripped() {
                continue;
            }
            let mut instance = Instance {
                id: document.id(),
                source: Guid::default(),
                removed: HashSet::new(),
            };
            for field in document.fields() {
                match field.key() {
                    "m_SourcePrefab" | "m_ParentPrefab" if instance.source.is_none() => {
                        instance.source = field.file_ref().guid;
                    }
                    "m_Modification" => instance
                        .removed
                        .extend(field.fields().flat_map(|field| removed_in(&field))),
                    _ => {}
                }
            }
            if !instance.source.is_none() {
                held.instances.push(instance);
            }
        }
        held
    }

    /// Lists the ids in an imported asset from its `.meta`: the main object's id by importer, and the tables of ids.
    fn from_import(importer: &str, meta: &str) -> Self {
        let main: &[i64] = match importer {
            "MonoImporter" => &[unity_scripts::MAIN],
            "TextureImporter" if meta.lines().any(|line| line.trim_end() == "  spriteMode: 1") => {
                &[2_800_000, 21_300_000]
            }
            "TextureImporter" => &[2_800_000],
            "ShaderImporter" => &[4_800_000],
            "TextScriptImporter" => &[4_900_000],
            "ComputeShaderImporter" => &[7_200_000],
            "AudioImporter" => &[8_300_000],
            "TrueTypeFontImporter" => &[12_800_000],
            "VideoClipImporter" => &[32_900_000],
            "DefaultImporter" => &[DEFAULT],
            // The root and its Transform, in old importers and in newer ones.
            "ModelImporter" => &[
                PREFAB,
                100_000,
                400_000,
                919_132_149_155_446_097,
                -8_679_921_383_154_817_045,
            ],
            _ => &[],
        };
        let mut ids: HashSet<i64> = main.iter().copied().collect();
        ids.extend(in_tables(meta));
        Self {
            ids,
            instances: Vec::new(),
            // A script's file contains only the script.
            whole: importer == "MonoImporter",
            ..Self::default()
        }
    }
}

fn removed_in(field: &Field<'_>) -> Vec<i64> {
    if !matches!(field.key(), "m_RemovedComponents" | "m_RemovedGameObjects") {
        return Vec::new();
    }
    let items = field.items().filter_map(|item| item.node().ok());
    items
        .map(|node| node.file_ref())
        .map(|FileRef { file_id, .. }| file_id)
        .collect()
}

/// Returns the ids in the tables of an importer (`fileIDToRecycleName` in older editors, `internalIDToNameTable` in
/// newer ones), and the ids of the sprites in a sprite sheet.
fn in_tables(meta: &str) -> impl Iterator<Item = i64> + '_ {
    let mut table = "";
    let mut first = false;
    meta.lines().filter_map(move |line| {
        let text = line.trim();
        let deep = line.len() - line.trim_start().len();
        if deep <= 2 && !text.starts_with('-') {
            table = text;
            first = false;
        }
        let (key, value) = text.split_once(':')?;
        let value = value.trim();
        let after_first = std::mem::replace(&mut first, key == "- first");
        match table {
            _ if key == "internalID" => value.parse().ok().filter(|id| *id != 0),
            "fileIDToRecycleName:" => key.parse().ok(),
            "internalIDToNameTable:" if after_first => value.parse().ok(),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests;
