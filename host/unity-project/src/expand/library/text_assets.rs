//! The objects in the text assets to which values refer: whether such an object exists, and its script.
//!
//! Belongs here: small assets in the editor's own format, read once until files change. Does not: ids that Unity's
//! importers assign, and ids in nested prefabs (`missing/holdings`); they count as unknown.

use super::Library;
use crate::asset_kind::script_of;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;
use unity_fields::{Source, class};
use unity_files::{Project, read_whole};
use unity_scripts::ScriptRef;
use unity_yaml::FileRef;

/// Maximum size in bytes of an asset that is read while a value is converted, and of its `.meta`. Larger ones take too
/// long for that.
const MAX_BYTES: u64 = 1024 * 1024;
const MAX_META_BYTES: u64 = 64 * 1024;

/// Maximum number of objects and assets that are kept. With more, all are dropped and read again.
const MAX_KEPT: usize = 200_000;

/// File id in references to a prefab as a whole.
const PREFAB: i64 = 100_100_000;

/// The target of a reference to an object in an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AssetTarget {
    /// It is unknown whether the asset has the object.
    Unknown,
    /// The asset does not have the object.
    Missing,
    /// The object exists. Contains the full name of its class if a script declares it.
    Object(Option<Arc<str>>),
}

/// The objects of one text asset, with the scripts of those that have one.
#[derive(Debug, Default)]
struct TextAsset {
    objects: HashMap<i64, Option<ScriptRef>>,
    /// True if `objects` has all objects of the asset.
    is_whole: bool,
}

/// The text assets that were read since the last change of files, by asset path.
#[derive(Default)]
pub(super) struct TextAssets {
    read: RefCell<HashMap<Box<str>, Arc<TextAsset>>>,
    kept: RefCell<usize>,
}

impl TextAssets {
    pub(super) fn forget(&mut self) {
        self.read.get_mut().clear();
        *self.kept.get_mut() = 0;
    }

    fn get(&self, project: &Project, path: &str) -> Arc<TextAsset> {
        if let Some(known) = self.read.borrow().get(path) {
            return Arc::clone(known);
        }
        let read = Arc::new(TextAsset::read(project, path).unwrap_or_default());
        let (mut all, mut kept) = (self.read.borrow_mut(), self.kept.borrow_mut());
        *kept += read.objects.len() + 1;
        if *kept > MAX_KEPT {
            all.clear();
            *kept = read.objects.len() + 1;
        }
        all.insert(path.into(), Arc::clone(&read));
        read
    }
}

impl TextAsset {
    /// Reads an asset; `None` if only Unity knows its objects, or if it is too large. Blocks the thread.
    fn read(project: &Project, path: &str) -> Option<Self> {
        let meta = project.roots().locate(&format!("{path}.meta")).ok()?;
        let meta = read_whole(&meta, MAX_META_BYTES).ok()?;
        let meta = String::from_utf8_lossy(&meta);
        let is_own = |line: &str| matches!(line.trim_end(), "NativeFormatImporter:" | "PrefabImporter:");
        if !meta.lines().any(is_own) {
            return None;
        }
        let bytes = project.roots().read(path, MAX_BYTES).ok()?;
        let source = Source::new(path, bytes).ok()?;
        let mut read = Self {
            objects: HashMap::new(),
            is_whole: true,
        };
        read.objects.insert(PREFAB, None);
        for (_, document) in source.documents() {
            let is_stripped = document.stripped();
            // Objects in nested prefabs have ids that are in no document.
            read.is_whole &= is_stripped || document.class() != class::PREFAB_INSTANCE;
            let has_script = !is_stripped && document.class() == class::MONO_BEHAVIOUR;
            let script = has_script.then(|| script_of(&document));
            read.objects.insert(document.id(), script);
        }
        Some(read)
    }
}

impl Library {
    /// Returns the target of a reference to an object in the asset at `path`. Reads the asset if it was not read yet, so
    /// that it can block the thread for the time of one small file.
    pub fn target_in(&self, path: &str, file: FileRef) -> AssetTarget {
        let asset = self.text_assets.get(&self.project, path);
        match asset.objects.get(&file.file_id) {
            Some(script) => {
                let name = script.as_ref().and_then(|script| self.types.name_of_script(script));
                AssetTarget::Object(name)
            }
            None if asset.is_whole => AssetTarget::Missing,
            None => AssetTarget::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tests_projects::{TinyProject, guid};

    fn library(files: &[(&str, &str, &str)]) -> (TinyProject, Library) {
        let project = TinyProject::new();
        for (number, (path, importer, content)) in files.iter().enumerate() {
            project.write(path, content);
            let guid = format!("{:032x}", number + 1);
            project.write(
                &format!("{path}.meta"),
                format!("fileFormatVersion: 2\nguid: {guid}\n{importer}:\n  userData: \n"),
            );
        }
        let opened = Project::open(project.root()).expect("a project");
        (project, Library::new(Arc::new(opened)))
    }

    fn object(file_id: i64) -> FileRef {
        FileRef {
            file_id,
            guid: unity_yaml::Guid::default(),
        }
    }

    const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";

    #[test]
    fn finds_objects_of_text_assets_with_their_class() {
        let sword = format!(
            "{HEAD}--- !u!114 &11400000\nMonoBehaviour:\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  m_Name: Sword\n--- !u!21 &-5\nMaterial:\n  m_Name: Steel\n",
            "00000000000000000000000000000002"
        );
        let (_project, library) = library(&[
            ("Assets/Sword.asset", "NativeFormatImporter", &sword),
            (
                "Assets/Sword.cs",
                "MonoImporter",
                "namespace Game { public class Sword : UnityEngine.ScriptableObject { } }",
            ),
        ]);
        let target = |id| library.target_in("Assets/Sword.asset", object(id));
        assert_eq!(target(11_400_000), AssetTarget::Object(Some("Game.Sword".into())));
        assert_eq!(target(-5), AssetTarget::Object(None));
        assert_eq!(target(2_100_002), AssetTarget::Missing);
        let imported = library.target_in("Assets/Sword.cs", object(7));
        assert_eq!(imported, AssetTarget::Unknown);
        assert_eq!(library.target_in("Assets/None.mat", object(7)), AssetTarget::Unknown);
    }

    #[test]
    fn object_of_nested_prefab_is_unknown() {
        let plain = format!("{HEAD}--- !u!1 &10\nGameObject:\n  m_Name: A\n");
        let nested = format!("{plain}--- !u!1001 &20\nPrefabInstance:\n  m_SourcePrefab: {{fileID: 0}}\n");
        let (_project, library) = library(&[
            ("Assets/A.prefab", "PrefabImporter", &plain),
            ("Assets/B.prefab", "PrefabImporter", &nested),
        ]);
        let target = |path: &str, id| library.target_in(path, object(id));
        assert_eq!(target("Assets/A.prefab", 10), AssetTarget::Object(None));
        assert_eq!(target("Assets/A.prefab", PREFAB), AssetTarget::Object(None));
        assert_eq!(target("Assets/A.prefab", 11), AssetTarget::Missing);
        assert_eq!(target("Assets/B.prefab", 11), AssetTarget::Unknown);
    }

    #[test]
    fn reads_asset_again_after_a_change_of_files() {
        let (project, mut library) = library(&[(
            "Assets/A.mat",
            "NativeFormatImporter",
            &format!("{HEAD}--- !u!21 &2100000\nMaterial:\n  m_Name: A\n"),
        )]);
        let target = |library: &Library| library.target_in("Assets/A.mat", object(5));
        assert_eq!(target(&library), AssetTarget::Missing);
        project.write("Assets/A.mat", format!("{HEAD}--- !u!21 &5\nMaterial:\n  m_Name: A\n"));
        assert_eq!(target(&library), AssetTarget::Missing);
        let changed = Project::open(project.root()).expect("a project");
        library.refresh(
            Arc::new(changed),
            &[unity_yaml::Guid::parse(&guid('1')).expect("a guid")].into(),
        );
        assert_eq!(target(&library), AssetTarget::Object(None));
    }
}
