//! The objects inside an asset that references can point to. For prefabs the session expands the file instead.

use crate::asset_kind::script_of;
use crate::expand::Library;
use crate::values::{class_name, main_id};
use std::sync::Arc;
use unity_fields::{Source, class};
use unity_files::has_extension;
use unity_yaml::{Document, Node, parse_bare};

/// Maximum size in bytes of a `.meta` file, which can contain tables of imported objects; a larger file is not read.
const MAX_META_BYTES: u64 = 16 * 1024 * 1024;

/// File ids of the root object of an imported 3D model, each with the `fileIdsGeneration` in `.meta` that selects it.
const MODEL_ROOTS: [(i64, &str); 2] = [(100_000, "1"), (919_132_149_155_446_097, "2")];

/// The file id of a sprite that covers the whole picture.
const WHOLE_SPRITE: i64 = 21_300_000;

/// One object inside an asset; references identify it by its file id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetObject {
    pub id: i64,
    pub name: String,
    /// Full name of the object's type; without the namespace if that is unknown.
    pub type_name: String,
}

/// The objects of one asset.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssetObjects {
    pub objects: Vec<AssetObject>,
    /// File id of the object to which a reference to the asset as a whole points; `None` if unknown.
    pub main: Option<i64>,
    /// True if these are all objects of the asset. Otherwise only Unity's importer knows the remaining objects.
    pub is_whole: bool,
    /// True if the file is in the editor's own text format; references to its objects contain `type: 2`.
    pub is_native: bool,
}

impl AssetObjects {
    /// Reads the objects of the asset at `path`, from its text or its `.meta`. Blocks the thread.
    pub fn read(library: &mut Library, path: &str) -> Self {
        let project = Arc::clone(library.project());
        let meta = project.roots().locate(&format!("{path}.meta"));
        let meta = meta.and_then(|file| {
            library.look_at_bytes(&file, MAX_META_BYTES, |_, bytes| {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                parse_bare(&text).map_or(Node::EMPTY, |node| node.to_static())
            })
        });
        let meta = meta.unwrap_or(Node::EMPTY);
        let mut entries = meta.entries().iter();
        let found = entries.find(|(key, _)| key.ends_with("Importer"));
        let (importer, settings) = found.map_or(("", &Node::EMPTY), |(key, node)| (&**key, node));
        // Old prefabs can have a `.meta` with the native importer, but references to them have `type: 3`.
        let is_native = importer == "NativeFormatImporter" && !has_extension(path, "prefab");
        let mut held = match importer {
            _ if has_extension(path, "prefab") => Self::default(),
            "NativeFormatImporter" => Self::read_text(library, path),
            importer => Self::read_imported(path, importer, settings),
        };
        held.is_native = is_native;
        let has = |id: &i64| held.objects.iter().any(|object| object.id == *id);
        let usual = main_id(path).filter(|id| has(id) || !held.is_whole);
        let named = settings
            .get("mainObjectFileID")
            .and_then(Node::number::<i64>)
            .filter(has);
        let only = || match held.objects.as_slice() {
            [only] => Some(only.id),
            _ => None,
        };
        held.main = held.main.or(usual).or(named).or_else(only);
        held
    }

    fn read_text(library: &mut Library, path: &str) -> Self {
        let read = library.look_at(path, objects_in_source);
        // If it cannot be read as text, only Unity knows its objects.
        read.map_or_else(
            |_| Self::default(),
            |objects| Self {
                objects,
                is_whole: true,
                ..Self::default()
            },
        )
    }

    /// Lists the objects that Unity's importer creates from an asset: those of every such asset, and those in the
    /// `.meta`.
    fn read_imported(path: &str, importer: &str, settings: &Node<'_>) -> Self {
        let stem = path.rsplit('/').next().unwrap_or(path);
        let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
        let mut held = Self::default();
        let number = |key: &str| settings.get(key).and_then(Node::number::<i64>);
        match importer {
            "TextureImporter" => {
                let (class, shape) = match number("textureShape") {
                    Some(2) => (89, "Cubemap"),
                    Some(4) => (187, "Texture2DArray"),
                    Some(8) => (117, "Texture3D"),
                    _ => (28, "Texture2D"),
                };
                held.add(class * 100_000, stem, &format!("UnityEngine.{shape}"));
                held.main = Some(class * 100_000);
                if matches!(number("spriteMode"), Some(1 | 3)) {
                    held.add(WHOLE_SPRITE, stem, "UnityEngine.Sprite");
                }
                held.is_whole = number("spriteMode") != Some(2);
            }
            "ModelImporter" => held.main = model_root(settings),
            "MonoImporter"
            | "ShaderImporter"
            | "TextScriptImporter"
            | "ComputeShaderImporter"
            | "AudioImporter"
            | "VideoClipImporter" => {
                let main = main_id(path).unwrap_or_else(|| main_of_importer(importer));
                held.add(main, stem, &class_name(main / 100_000));
                held.is_whole = true;
            }
            "DefaultImporter" if has_extension(path, "unity") => {
                held.objects.extend(main_id(path).map(|id| AssetObject {
                    id,
                    name: stem.to_owned(),
                    type_name: "UnityEditor.SceneAsset".to_owned(),
                }));
                held.is_whole = true;
            }
            _ => {}
        }
        let own = held.objects.len();
        held.add_tables(settings);
        // Without a table, only Unity knows the names of the sprites of a sheet.
        held.is_whole |= importer == "TextureImporter" && held.objects.len() > own;
        if let Some(root) = held.main.filter(|_| importer == "ModelImporter")
            && !held.objects.iter().any(|object| object.id == root)
        {
            held.objects.insert(
                0,
                AssetObject {
                    id: root,
                    name: stem.to_owned(),
                    type_name: class_name(1),
                },
            );
        }
        held
    }

    /// Adds the objects in the tables of a `.meta` file (in the old and the new format), and the sprites of a sprite
    /// sheet.
    fn add_tables(&mut self, settings: &Node<'_>) {
        for (id, name) in settings.get("fileIDToRecycleName").map_or(&[][..], Node::entries) {
            if let Ok(id) = id.parse::<i64>() {
                self.add(id, name.text().unwrap_or_default(), &class_name(id / 100_000));
            }
        }
        for row in settings.get("internalIDToNameTable").map_or(&[][..], Node::items) {
            let first = row.get("first").and_then(|first| first.entries().first());
            let id = first.and_then(|(class, id)| Some((class.parse().ok()?, id.number()?)));
            if let Some((class, id)) = id {
                let name = row.get("second").and_then(Node::text);
                self.add(id, name.unwrap_or_default(), &class_name(class));
            }
        }
        let sprites = settings.get("spriteSheet").and_then(|sheet| sheet.get("sprites"));
        for sprite in sprites.map_or(&[][..], Node::items) {
            let id = sprite.get("internalID").and_then(Node::number).filter(|id| *id != 0);
            if let Some(id) = id {
                let name = sprite.get("name").and_then(Node::text);
                self.add(id, name.unwrap_or_default(), "UnityEngine.Sprite");
            }
        }
    }

    fn add(&mut self, id: i64, name: &str, type_name: &str) {
        if !self.objects.iter().any(|known| known.id == id) {
            self.objects.push(AssetObject {
                id,
                name: name.to_owned(),
                type_name: type_name.to_owned(),
            });
        }
    }
}

fn objects_in_source(library: &mut Library, source: &Source) -> Vec<AssetObject> {
    let documents = source.documents().filter(|(_, document)| !document.stripped());
    let objects = documents.map(|(_, document)| {
        let name = document.field("m_Name").map(|field| field.scalar().into_owned());
        AssetObject {
            id: document.id(),
            name: name.unwrap_or_default(),
            type_name: type_of(library, &document),
        }
    });
    objects.collect()
}

fn type_of(library: &mut Library, document: &Document<'_>) -> String {
    let types = library.types_mut();
    let kind = match document.class() {
        class::MONO_BEHAVIOUR => types.script(script_of(document)),
        number => {
            let name: String = document.type_name().chars().take(80).collect();
            types.engine(number, &name)
        }
    };
    types.name(kind).to_string()
}

/// Returns the file id that an importer gives to the main object, if the file's extension does not determine the id.
fn main_of_importer(importer: &str) -> i64 {
    match importer {
        "MonoImporter" => unity_scripts::MAIN,
        "ShaderImporter" => 4_800_000,
        "TextScriptImporter" => 4_900_000,
        "ComputeShaderImporter" => 7_200_000,
        "AudioImporter" => 8_300_000,
        _ => 32_900_000,
    }
}

/// Returns the file id of a model's root object: from the `.meta`'s table of ids if it has the root, otherwise by the
/// version of the importer's method of assigning ids. `None` if neither is known.
fn model_root(settings: &Node<'_>) -> Option<i64> {
    let in_table = settings
        .get("fileIDToRecycleName")
        .and_then(|table| table.get("100000"))
        .is_some();
    let meshes = settings.get("meshes");
    let generation = meshes.and_then(|meshes| meshes.get("fileIdsGeneration"));
    let generation = generation
        .or_else(|| settings.get("fileIdsGeneration"))
        .and_then(Node::text);
    let by_generation = MODEL_ROOTS.iter().find(|(_, known)| Some(*known) == generation);
    match in_table {
        true => Some(MODEL_ROOTS[0].0),
        false => by_generation.map(|(id, _)| *id),
    }
}

#[cfg(test)]
mod tests;
