//! Converts references to JSON in the format that `wit/value.md` defines: references to assets of the project and of
//! Unity, and missing or unverifiable ones. The session converts references to objects.

use crate::expand::{AssetTarget, Library};
use serde_json::{Value, json};
use unity_files::Project;
use unity_scripts::is_built_in;
use unity_yaml::{FileRef, Guid, Node};

/// Guid of the file with Unity's default resources.
const DEFAULT: Guid = Guid(0xe000_0000_0000_0000);
/// Guid of the file with the editor's additional resources, which the editor copies into builds.
const EXTRA: Guid = Guid(0xf000_0000_0000_0000);

/// Unity's own assets: guid of the resource file, file id, name, and type.
const BUILT_IN: [(Guid, i64, &str, &str); 24] = [
    (DEFAULT, 10_001, "SpotCookie", "Texture2D"),
    (DEFAULT, 10_100, "Font Material", "Material"),
    (DEFAULT, FONT, "Arial", "Font"),
    (DEFAULT, 10_202, "Cube", "Mesh"),
    (DEFAULT, 10_206, "Cylinder", "Mesh"),
    (DEFAULT, 10_207, "Sphere", "Mesh"),
    (DEFAULT, 10_208, "Capsule", "Mesh"),
    (DEFAULT, 10_209, "Plane", "Mesh"),
    (DEFAULT, 10_210, "Quad", "Mesh"),
    (EXTRA, 10_301, "Default-Particle", "Material"),
    (EXTRA, 10_302, "Default-Diffuse", "Material"),
    (EXTRA, 10_303, "Default-Material", "Material"),
    (EXTRA, 10_304, "Default-Skybox", "Material"),
    (EXTRA, 10_306, "Default-Line", "Material"),
    (EXTRA, 10_308, "Default-ParticleSystem", "Material"),
    (EXTRA, 10_754, "Sprites-Default", "Material"),
    (EXTRA, 10_758, "Sprites-Mask", "Material"),
    (EXTRA, 10_901, "Checkmark", "Sprite"),
    (EXTRA, 10_905, "UISprite", "Sprite"),
    (EXTRA, 10_907, "Background", "Sprite"),
    (EXTRA, 10_911, "InputFieldBackground", "Sprite"),
    (EXTRA, 10_913, "Knob", "Sprite"),
    (EXTRA, 10_915, "DropdownArrow", "Sprite"),
    (EXTRA, 10_917, "UIMask", "Sprite"),
];

/// File id of the default font; `FONT_SINCE` has its name since Unity 2022.2.
const FONT: i64 = 10_102;
const FONT_SINCE: ((u32, u32), &str) = ((2022, 2), "LegacyRuntime");

/// Class numbers of asset types, with the names of the types.
const CLASSES: [(i64, &str); 20] = [
    (1, "GameObject"),
    (21, "Material"),
    (28, "Texture2D"),
    (43, "Mesh"),
    (48, "Shader"),
    (49, "TextAsset"),
    (62, "PhysicsMaterial2D"),
    (74, "AnimationClip"),
    (83, "AudioClip"),
    (84, "RenderTexture"),
    (89, "Cubemap"),
    (90, "Avatar"),
    (91, "AnimatorController"),
    (114, "ScriptableObject"),
    (115, "MonoScript"),
    (128, "Font"),
    (134, "PhysicMaterial"),
    (156, "TerrainData"),
    (213, "Sprite"),
    (221, "AnimatorOverrideController"),
];

/// File ids of main objects, each with file extensions. For other extensions, the content determines the id.
const MAIN: [(i64, &[&str]); 22] = [
    (2_100_000, &["mat"]),
    (
        2_800_000,
        &[
            "png", "jpg", "jpeg", "tga", "psd", "tif", "tiff", "bmp", "gif", "exr", "hdr",
        ],
    ),
    (4_800_000, &["shader"]),
    (
        4_900_000,
        &["txt", "json", "xml", "html", "htm", "yaml", "bytes", "csv", "md"],
    ),
    (6_200_000, &["physicsmaterial2d"]),
    (7_200_000, &["compute"]),
    (7_400_000, &["anim"]),
    (8_300_000, &["wav", "mp3", "ogg", "aif", "aiff"]),
    (8_400_000, &["rendertexture"]),
    (8_900_000, &["cubemap"]),
    (9_100_000, &["controller"]),
    (102_900_000, &["unity"]),
    (11_400_000, &["asset", "playable", "signal", "guiskin", "brush"]),
    (11_500_000, &["cs"]),
    (12_100_000, &["flare"]),
    (12_800_000, &["ttf", "otf", "fontsettings"]),
    (13_400_000, &["physicmaterial"]),
    (20_000_000, &["shadervariants"]),
    (22_100_000, &["overridecontroller"]),
    (24_100_000, &["mixer"]),
    (31_900_000, &["mask"]),
    (32_900_000, &["mp4", "mov", "webm"]),
];

/// Returns the file id of the main object of the asset at `path`; `None` if the extension does not determine it.
pub fn main_id(path: &str) -> Option<i64> {
    let end = path.rsplit('/').next()?.rsplit_once('.')?.1;
    let is_of = |ends: &[&str]| ends.iter().any(|known| known.eq_ignore_ascii_case(end));
    MAIN.iter().find(|(_, ends)| is_of(ends)).map(|(id, _)| *id)
}

/// Returns the full name of the engine class with that number; `UnityEngine.Object` if the number is unknown.
pub fn class_name(class: i64) -> String {
    let known = CLASSES.iter().find(|(known, _)| *known == class);
    full(known.map_or("UnityEngine.Object", |(_, name)| name))
}

/// Returns the reference for the text `builtin:<name>`; `None` if no built-in asset has that name.
pub fn built_in_named(name: &str) -> Option<FileRef> {
    let (_, new) = FONT_SINCE;
    let is_it = |known: &str| known == name || known == "Arial" && name == new;
    let (guid, file_id, ..) = BUILT_IN.iter().find(|(_, _, known, _)| is_it(known))?;
    Some(FileRef {
        file_id: *file_id,
        guid: *guid,
    })
}

/// Converts a reference to an asset (with a guid) to JSON; `target` is the type of the field, if known. Reads the asset if
/// it is a small text asset, so that the JSON has the class of its object, or shows that the object does not exist.
pub fn asset_reference(library: &Library, file: FileRef, target: Option<&str>) -> Value {
    let project = library.project();
    let guid = file.guid;
    if is_built_in(guid) {
        return built_in(project, file);
    }
    let Some(path) = project.index.path(guid).filter(|_| !project.index.is_gone(guid)) else {
        if project.absent.may_hold_more() {
            let why = format!("it may belong to {}", project.absent.phrase());
            return json!({"unverifiable": guid.to_string(), "why": why});
        }
        return missing(guid.to_string(), target);
    };
    let class_name = match library.target_in(path, file) {
        AssetTarget::Missing => return missing(guid.to_string(), target),
        AssetTarget::Object(class_name) => class_name,
        AssetTarget::Unknown => None,
    };
    let name = path.rsplit('/').next().unwrap_or(path);
    let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let class = CLASSES.iter().find(|(class, _)| *class == file.file_id / 100_000);
    let by_id = class.map(|(_, name)| (*name).to_owned());
    let known = target.filter(|target| !matches!(*target, "Object" | "Component"));
    let type_name = by_id.filter(|name| name != "ScriptableObject" || known.is_none());
    let type_name = type_name.or_else(|| known.map(str::to_owned));
    let type_name = class_name.map(|name| name.to_string()).or(type_name);
    let mut value = json!({"ref": path, "name": name});
    if let Some(object) = value.as_object_mut() {
        if let Some(type_name) = type_name {
            object.insert("type".to_owned(), full(&type_name).into());
        }
        // Without an id a reference means the main object of the path, so any other object is named.
        if main_id(path) != Some(file.file_id) {
            object.insert("sub".to_owned(), file.file_id.to_string().into());
        }
    }
    value
}

fn full(type_name: &str) -> String {
    match type_name.contains('.') || !CLASSES.iter().any(|(_, known)| *known == type_name) {
        true => type_name.to_owned(),
        false => format!("UnityEngine.{type_name}"),
    }
}

/// Returns the JSON of a missing reference. `what` is the guid or file id that does not exist; `target` is the type of
/// the field, if known.
pub fn missing(what: String, target: Option<&str>) -> Value {
    match target {
        Some(target) => json!({"missing": what, "type": full(target)}),
        None => json!({"missing": what}),
    }
}

pub(super) fn unreadable(node: &Node<'_>) -> Value {
    let why = "it is not in Unity's form of a reference, so its target is not known";
    json!({"unverifiable": node.to_display(), "why": why})
}

/// Returns the full type name of one of Unity's built-in assets; `None` if the asset is not in the table.
pub fn built_in_type(file: FileRef) -> Option<String> {
    let mut known = BUILT_IN.iter();
    let found = known.find(|(guid, id, ..)| (*guid, *id) == (file.guid, file.file_id));
    found.map(|(.., kind)| full(kind))
}

fn built_in(project: &Project, file: FileRef) -> Value {
    let known = BUILT_IN
        .iter()
        .find(|(guid, id, ..)| (*guid, *id) == (file.guid, file.file_id));
    match known {
        Some((_, id, name, kind)) => {
            let (since, new) = FONT_SINCE;
            let is_new = *id == FONT && project.settings.release().is_some_and(|release| release >= since);
            let name = if is_new { new } else { name };
            json!({"ref": format!("builtin:{name}"), "name": name, "type": format!("UnityEngine.{kind}")})
        }
        None => json!({"ref": format!("builtin:{}", file.file_id)}),
    }
}
