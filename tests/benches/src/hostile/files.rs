//! A project with a scene that unfolds to millions of objects, and bundles that no cache knows.
//!
//! Belongs here: files as an enemy writes them. Does not: using them.

use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tempfile::TempDir;
use tests_support::paths;

/// Each level holds this many of the next.
const COPIES: u32 = 8;
const LEVELS: u32 = 7;

/// Lives as long as the run.
pub(crate) struct Files {
    folder: TempDir,
    bundles: ColdBundles,
}

impl Files {
    /// The scene that unfolds: `B` comes behind `A` in project order.
    pub(crate) const BOMB: &'static str = "scn:1";

    pub(crate) fn write() -> Result<Self> {
        let folder = TempDir::new()?;
        let project = folder.path().join("project");
        write(
            &project,
            "ProjectSettings/ProjectVersion.txt",
            "m_EditorVersion: 2022.3.10f1\n",
        )?;
        for level in 0..LEVELS {
            let inner: String = (0..COPIES)
                .map(|copy| instance(100 + copy, &guid(level + 1), 11))
                .collect();
            asset(
                &project,
                &format!("Assets/L{level}.prefab"),
                &guid(level),
                &(object("L") + &inner),
            )?;
        }
        asset(&project, "Assets/Leaf.prefab", &guid(LEVELS), &object("Leaf"))?;
        let scene = |of: u32| object("Root") + &instance(200, &guid(of), 11);
        asset(&project, "Assets/A.unity", &guid(91), &scene(LEVELS))?;
        asset(&project, "Assets/B.unity", &guid(90), &scene(0))?;
        let tools = folder.path().join("tools");
        std::fs::create_dir_all(&tools)?;
        let component = std::fs::read(paths::component_of(&paths::fixture_bundle("noop")?)?)?;
        let bundles = ColdBundles {
            folder: tools,
            component: component.into(),
            next: Arc::default(),
        };
        Ok(Self { folder, bundles })
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    pub(crate) fn tools(&self) -> &Path {
        &self.bundles.folder
    }

    pub(crate) fn bundles(&self) -> ColdBundles {
        self.bundles.clone()
    }
}

/// The same component again and again, with other bytes each time, so that each has to be compiled.
#[derive(Clone)]
pub(crate) struct ColdBundles {
    folder: PathBuf,
    component: Arc<[u8]>,
    next: Arc<AtomicU64>,
}

impl ColdBundles {
    pub(crate) fn add(&self) -> Result<()> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let id = format!("cold-{number}");
        let folder = self.folder.join(&id);
        std::fs::create_dir_all(&folder)?;
        // A custom section: its id, its length, the length of its name, the name.
        let name = format!("cold {number:08} {}", std::process::id());
        let mut bytes = self.component.to_vec();
        bytes.extend([0, u8::try_from(name.len() + 1)?, u8::try_from(name.len())?]);
        bytes.extend(name.as_bytes());
        std::fs::write(folder.join("cold.wasm"), bytes)?;
        std::fs::write(
            folder.join("bundle.toml"),
            format!("id = \"{id}\"\ncomponent = \"cold.wasm\"\n"),
        )
        .context("cannot write bundle.toml")
    }

    /// As their owner would, once what they are is known: a bundle that is served is no leftover.
    pub(crate) fn remove(&self) -> Result<()> {
        for number in 0..self.next.load(Ordering::Relaxed) {
            std::fs::remove_dir_all(self.folder.join(format!("cold-{number}")))
                .context("cannot remove a cold bundle")?;
        }
        Ok(())
    }
}

fn guid(number: u32) -> String {
    format!("{:032x}", 0xb0_0000 + number)
}

fn asset(root: &Path, path: &str, guid: &str, text: &str) -> Result<()> {
    write(root, path, text)?;
    write(
        root,
        &format!("{path}.meta"),
        &format!("fileFormatVersion: 2\nguid: {guid}\n"),
    )
}

fn write(root: &Path, path: &str, text: &str) -> Result<()> {
    let file = root.join(path);
    std::fs::create_dir_all(file.parent().context("a parent")?)?;
    std::fs::write(file, text)?;
    Ok(())
}

/// A file with one object, its Transform with the number 11.
fn object(name: &str) -> String {
    format!(
        "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &10\nGameObject:\n  m_Component:\n  - component: {{fileID: 11}}\n  \
         m_Name: {name}\n  m_TagString: Untagged\n  m_IsActive: 1\n--- !u!4 &11\nTransform:\n  m_GameObject: {{fileID: 10}}\n  \
         m_Children: []\n  m_Father: {{fileID: 0}}\n"
    )
}

fn instance(id: u32, guid: &str, parent: u32) -> String {
    format!(
        "--- !u!1001 &{id}\nPrefabInstance:\n  m_Modification:\n    m_TransformParent: {{fileID: {parent}}}\n    m_Modifications: \
         []\n  m_SourcePrefab: {{fileID: 100100000, guid: {guid}, type: 3}}\n"
    )
}
