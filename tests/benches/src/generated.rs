//! Unity projects of any size, written as an editor would save them.
//!
//! Belongs here: the files. Does not: what is measured on them.

use anyhow::Result;
use std::fmt::Write as _;
use std::path::Path;
use tempfile::TempDir;

/// Objects whose name holds the needle of a search, whatever the size.
pub(crate) const NEEDLES: usize = 50;
/// What they have in their names, and no other object.
pub(crate) const NEEDLE: &str = "Beacon";

const VERSION: &str = "m_EditorVersion: 2022.3.45f1\n";
const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";

/// A project with one scene, and how many bytes that scene has.
pub(crate) struct Generated {
    pub(crate) folder: TempDir,
    pub(crate) scene_bytes: usize,
}

/// `count` objects in families of twenty, `NEEDLES` of them to be found by name; a camera and some boxes to pick among.
pub(crate) fn objects(count: usize) -> Result<Generated> {
    let mut scene = HEAD.to_owned();
    let stride = (count / NEEDLES).max(1);
    for at in 0..count {
        let name = if at % stride == 0 && at / stride < NEEDLES {
            format!("{NEEDLE} {at}")
        } else {
            format!("Crate {at}")
        };
        // The first of twenty is the parent of the other nineteen.
        let family = at - at % 20;
        let parent = if at == family { 0 } else { transform(family) };
        let children: Vec<i64> = match at == family {
            true => (at + 1..(at + 20).min(count)).map(transform).collect(),
            false => Vec::new(),
        };
        plain(&mut scene, at, &name, parent, &children)?;
    }
    write(&scene)
}

/// A canvas over the whole screen with `count` images in a grid, and an event system.
pub(crate) fn rects(count: usize) -> Result<Generated> {
    let mut scene = HEAD.to_owned();
    let children: Vec<i64> = (0..count).map(|at| rect_transform(at + 2)).collect();
    scene.push_str(EVENTS);
    canvas(&mut scene, &children)?;
    for at in 0..count {
        image(&mut scene, at)?;
    }
    write(&scene)
}

fn write(scene: &str) -> Result<Generated> {
    let folder = TempDir::with_prefix("generated-project-")?;
    let put = |path: &str, text: &str| -> Result<()> {
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap_or(Path::new(".")))?;
        Ok(std::fs::write(file, text)?)
    };
    put("ProjectSettings/ProjectVersion.txt", VERSION)?;
    put("Assets/Scenes/Large.unity", scene)?;
    put(
        "Assets/Scenes/Large.unity.meta",
        "fileFormatVersion: 2\nguid: 1b4d7f3a9c2e4d5f8a6b1c0d9e8f7a61\n",
    )?;
    Ok(Generated {
        scene_bytes: scene.len(),
        folder,
    })
}

fn object(at: usize) -> i64 {
    1_000 + 10 * at as i64
}

fn transform(at: usize) -> i64 {
    object(at) + 1
}

fn rect_transform(at: usize) -> i64 {
    transform(at)
}

fn list(children: &[i64]) -> String {
    if children.is_empty() {
        return " []".to_owned();
    }
    children.iter().fold(String::new(), |mut text, child| {
        let _ = write!(text, "\n  - {{fileID: {child}}}");
        text
    })
}

fn plain(scene: &mut String, at: usize, name: &str, parent: i64, children: &[i64]) -> Result<()> {
    let (object, transform, collider) = (object(at), transform(at), object(at) + 2);
    write!(
        scene,
        "--- !u!1 &{object}\nGameObject:\n  m_ObjectHideFlags: 0\n  serializedVersion: 6\n  m_Component:\n  \
         - component: {{fileID: {transform}}}\n  - component: {{fileID: {collider}}}\n  m_Layer: 0\n  m_Name: {name}\n  \
         m_TagString: Untagged\n  m_IsActive: 1\n\
         --- !u!4 &{transform}\nTransform:\n  m_GameObject: {{fileID: {object}}}\n  \
         m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}\n  m_LocalPosition: {{x: {}, y: 0, z: 3}}\n  \
         m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_Children:{}\n  m_Father: {{fileID: {parent}}}\n  m_RootOrder: {at}\n\
         --- !u!135 &{collider}\nSphereCollider:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  \
         m_IsTrigger: 0\n  m_Radius: 0.5\n  m_Center: {{x: 0, y: 0, z: 0}}\n",
        at % 20,
        list(children),
    )?;
    Ok(())
}

/// Guids of the interface package's own scripts, as every project that uses it refers to them.
const IMAGE: &str = "fe87c0e1cc204ed48ad3b37840f39efc";
const RAYCASTER: &str = "dc42784cf147c0c48a680349fa168899";
const SCALER: &str = "0cd44c1031e13a943bb63640046fad76";

const EVENTS: &str = "--- !u!1 &1000\nGameObject:\n  m_Component:\n  - component: {fileID: 1001}\n  - component: {fileID: 1002}\n  \
     m_Layer: 0\n  m_Name: EventSystem\n  m_TagString: Untagged\n  m_IsActive: 1\n\
     --- !u!4 &1001\nTransform:\n  m_GameObject: {fileID: 1000}\n  m_LocalRotation: {x: 0, y: 0, z: 0, w: 1}\n  \
     m_LocalPosition: {x: 0, y: 0, z: 0}\n  m_LocalScale: {x: 1, y: 1, z: 1}\n  m_Children: []\n  m_Father: {fileID: 0}\n\
     --- !u!114 &1002\nMonoBehaviour:\n  m_GameObject: {fileID: 1000}\n  m_Enabled: 1\n  \
     m_Script: {fileID: 11500000, guid: 76c392e42b5098c458856cdf6ecaaaa1, type: 3}\n  m_FirstSelected: {fileID: 0}\n";

fn canvas(scene: &mut String, children: &[i64]) -> Result<()> {
    let (object, rect) = (object(1), rect_transform(1));
    write!(
        scene,
        "--- !u!1 &{object}\nGameObject:\n  m_Component:\n  - component: {{fileID: {rect}}}\n  - component: {{fileID: {}}}\n  \
         - component: {{fileID: {}}}\n  - component: {{fileID: {}}}\n  m_Layer: 5\n  m_Name: Canvas\n  m_TagString: Untagged\n  \
         m_IsActive: 1\n\
         --- !u!224 &{rect}\nRectTransform:\n  m_GameObject: {{fileID: {object}}}\n  \
         m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}\n  m_LocalPosition: {{x: 0, y: 0, z: 0}}\n  \
         m_LocalScale: {{x: 0, y: 0, z: 0}}\n  m_Children:{}\n  m_Father: {{fileID: 0}}\n  \
         m_AnchorMin: {{x: 0, y: 0}}\n  m_AnchorMax: {{x: 0, y: 0}}\n  m_AnchoredPosition: {{x: 0, y: 0}}\n  \
         m_SizeDelta: {{x: 0, y: 0}}\n  m_Pivot: {{x: 0, y: 0}}\n\
         --- !u!223 &{}\nCanvas:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_RenderMode: 0\n  \
         m_Camera: {{fileID: 0}}\n  m_SortingOrder: 0\n\
         --- !u!114 &{}\nMonoBehaviour:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  \
         m_Script: {{fileID: 11500000, guid: {SCALER}, type: 3}}\n  m_UiScaleMode: 0\n  m_ScaleFactor: 1\n\
         --- !u!114 &{}\nMonoBehaviour:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  \
         m_Script: {{fileID: 11500000, guid: {RAYCASTER}, type: 3}}\n  m_IgnoreReversedGraphics: 1\n  m_BlockingObjects: 0\n",
        object + 2,
        object + 3,
        object + 4,
        list(children),
        object + 2,
        object + 3,
        object + 4,
    )?;
    Ok(())
}

/// Images of 60 by 30 pixels in rows of 25, from the lower left.
fn image(scene: &mut String, at: usize) -> Result<()> {
    let (object, rect) = (object(at + 2), rect_transform(at + 2));
    let (x, y) = (40 + 70 * (at % 25), 30 + 40 * (at / 25));
    write!(
        scene,
        "--- !u!1 &{object}\nGameObject:\n  m_Component:\n  - component: {{fileID: {rect}}}\n  - component: {{fileID: {}}}\n  \
         - component: {{fileID: {}}}\n  m_Layer: 5\n  m_Name: Tile {at}\n  m_TagString: Untagged\n  m_IsActive: 1\n\
         --- !u!224 &{rect}\nRectTransform:\n  m_GameObject: {{fileID: {object}}}\n  \
         m_LocalRotation: {{x: 0, y: 0, z: 0, w: 1}}\n  m_LocalPosition: {{x: 0, y: 0, z: 0}}\n  \
         m_LocalScale: {{x: 1, y: 1, z: 1}}\n  m_Children: []\n  m_Father: {{fileID: {}}}\n  \
         m_AnchorMin: {{x: 0, y: 0}}\n  m_AnchorMax: {{x: 0, y: 0}}\n  m_AnchoredPosition: {{x: {x}, y: {y}}}\n  \
         m_SizeDelta: {{x: 60, y: 30}}\n  m_Pivot: {{x: 0.5, y: 0.5}}\n\
         --- !u!222 &{}\nCanvasRenderer:\n  m_GameObject: {{fileID: {object}}}\n  m_CullTransparentMesh: 1\n\
         --- !u!114 &{}\nMonoBehaviour:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  \
         m_Script: {{fileID: 11500000, guid: {IMAGE}, type: 3}}\n  m_Material: {{fileID: 0}}\n  \
         m_Color: {{r: 1, g: 1, b: 1, a: 1}}\n  m_RaycastTarget: 1\n  m_RaycastPadding: {{x: 0, y: 0, z: 0, w: 0}}\n  \
         m_Maskable: 1\n  m_Sprite: {{fileID: 0}}\n  m_Type: 0\n",
        object + 2,
        object + 3,
        rect_transform(1),
        object + 2,
        object + 3,
    )?;
    Ok(())
}
