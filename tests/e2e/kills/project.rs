//! The project that the clients edit: two scenes of plain objects, rendered from the values of the objects and read back line by line.
//!
//! Belongs here: the text of a scene and the check that a file is whole. Does not: which values a file may hold (`client.rs`).

use anyhow::{Context, Result, ensure};
use std::path::Path;
use tests_projects::{TinyProject, guid};

pub(super) const SCENES: [&str; 2] = ["Assets/East.unity", "Assets/West.unity"];

/// The values of one object that clients change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Values {
    pub(super) active: bool,
    pub(super) height: u64,
}

pub(super) const FIRST: Values = Values {
    active: true,
    height: 0,
};

/// The name of an object, which is its path below the scene.
pub(super) fn name(object: usize) -> String {
    format!("Lamp{object}")
}

/// A scene with one object for each value.
pub(super) fn scene(values: &[Values]) -> String {
    let mut text = String::from("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n");
    for (object, Values { active, height }) in values.iter().enumerate() {
        let (id, transform, name) = (object * 2 + 1, object * 2 + 2, name(object));
        text += &format!(
            "--- !u!1 &{id}
GameObject:
  m_ObjectHideFlags: 0
  m_CorrespondingSourceObject: {{fileID: 0}}
  m_PrefabInstance: {{fileID: 0}}
  m_PrefabAsset: {{fileID: 0}}
  serializedVersion: 6
  m_Component:
  - component: {{fileID: {transform}}}
  m_Layer: 0
  m_Name: {name}
  m_TagString: Untagged
  m_Icon: {{fileID: 0}}
  m_NavMeshLayer: 0
  m_StaticEditorFlags: 0
  m_IsActive: {}
--- !u!4 &{transform}
Transform:
  m_ObjectHideFlags: 0
  m_CorrespondingSourceObject: {{fileID: 0}}
  m_PrefabInstance: {{fileID: 0}}
  m_PrefabAsset: {{fileID: 0}}
  m_GameObject: {{fileID: {id}}}
  serializedVersion: 2
  m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}
  m_LocalPosition: {{x: 0, y: {height}, z: 0}}
  m_LocalScale: {{x: 1, y: 1, z: 1}}
  m_ConstrainProportionsScale: 0
  m_Children: []
  m_Father: {{fileID: 0}}
  m_LocalEulerAnglesHint: {{x: 0, y: 0, z: 0}}
",
            u8::from(*active)
        );
    }
    text
}

/// The project with `objects` objects in each scene.
pub(super) fn project(objects: usize) -> TinyProject {
    let project = TinyProject::new();
    for (scene_path, digit) in SCENES.into_iter().zip(['1', '2']) {
        project.asset(scene_path, &guid(digit), scene(&vec![FIRST; objects]));
    }
    project
}

/// The values of each object in each scene. An error if a file is not, byte for byte, a scene with some values.
pub(super) fn read(root: &Path) -> Result<Vec<Vec<Values>>> {
    let scenes = SCENES.map(|path| {
        let text = std::fs::read_to_string(root.join(path)).with_context(|| format!("cannot read {path}"))?;
        let values = parse(&text).with_context(|| format!("{path} is not whole:\n{text}"))?;
        ensure!(scene(&values) == text, "{path} is not whole:\n{text}");
        Ok(values)
    });
    scenes.into_iter().collect()
}

fn parse(text: &str) -> Result<Vec<Values>> {
    let of = |start: &'static str, end: &'static str| {
        text.lines()
            .filter_map(move |line| line.strip_prefix(start)?.strip_suffix(end))
    };
    let active = of("  m_IsActive: ", "");
    let heights = of("  m_LocalPosition: {x: 0, y: ", ", z: 0}");
    active
        .zip(heights)
        .map(|(active, height)| {
            Ok(Values {
                active: active == "1",
                height: height.parse().with_context(|| height.to_owned())?,
            })
        })
        .collect()
}

/// Files that a save left beside the scenes, taken away. An error if there is any other file.
pub(super) fn take_leftovers(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("Assets");
    let mut left = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        let path = format!("Assets/{name}");
        if SCENES.contains(&path.trim_end_matches(".meta")) || name == "keep.txt" {
            continue;
        }
        ensure!(name.starts_with(".saving-") && name.ends_with(".tmp"), "{name}");
        std::fs::remove_file(folder.join(&name))?;
        left.push(path);
    }
    Ok(left)
}

#[test]
fn detects_truncated_and_mixed_scene_files() -> Result<()> {
    let project = project(2);
    ensure!(read(project.root())? == [[FIRST; 2]; 2]);
    let text = scene(&[FIRST; 2]);
    let half = text.get(..text.len() / 2).context("a half")?;
    let cut = text.get(..text.len() - 1).context("all but the last byte")?;
    for wrong in [half, cut, "", &format!("{text}{half}"), &text.replace("x: 0", "x: 1")] {
        project.write(SCENES[0], wrong);
        // An empty scene has no object, so that its length shows it.
        let read = read(project.root());
        ensure!(read.is_err(), "{wrong:?}: {read:?}");
    }
    Ok(())
}
