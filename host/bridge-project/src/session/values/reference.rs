//! References in the grammar of `wit/value.md`: to objects, to assets, to Unity's own, to what is missing or cannot be told.

use super::written::Writer;
use crate::session::world::NodeAt;
use serde_json::{Value, json};
use unity_project::scripts::is_built_in;
use unity_yaml::{FileRef, Guid, Node};

/// Names of Unity's own assets by file id, with their types.
const BUILT_IN: [(i64, &str, &str); 18] = [
    (10_202, "Cube", "Mesh"),
    (10_206, "Cylinder", "Mesh"),
    (10_207, "Sphere", "Mesh"),
    (10_208, "Capsule", "Mesh"),
    (10_209, "Plane", "Mesh"),
    (10_210, "Quad", "Mesh"),
    (10_102, "Arial", "Font"),
    (10_303, "Default-Material", "Material"),
    (10_304, "Default-Skybox", "Material"),
    (10_308, "Default-Particle", "Material"),
    (10_754, "Sprites-Default", "Material"),
    (10_901, "Checkmark", "Sprite"),
    (10_905, "UISprite", "Sprite"),
    (10_907, "Background", "Sprite"),
    (10_911, "InputFieldBackground", "Sprite"),
    (10_913, "Knob", "Sprite"),
    (10_915, "DropdownArrow", "Sprite"),
    (10_917, "UIMask", "Sprite"),
];

/// Types of assets by their class number.
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

impl Writer<'_, '_> {
    pub(super) fn reference(&self, node: &Node<'_>, target: Option<&str>) -> Value {
        let file = node.file_ref();
        if file.file_id == 0 {
            return Value::Null;
        }
        let view = self.fields.view;
        if let Some((at, position)) = view
            .session
            .resolve_in(view.world, self.fields.at, self.fields.component, file)
        {
            return self.object(at, position);
        }
        // Set in this session to something that is gone since.
        if view.session.edits.targets.get(file.file_id).is_some() {
            return Value::Null;
        }
        match file.guid {
            guid if guid.is_none() => self.local(file, target),
            guid if is_built_in(guid) => built_in(file),
            guid => self.asset(file, guid, target),
        }
    }

    /// An id of a file that none of its objects has.
    fn local(&self, file: FileRef, target: Option<&str>) -> Value {
        let view = self.fields.view;
        let flat = view.world.flat(self.fields.at);
        let own = flat.is_some_and(|flat| self.fields.component.is_in(&flat.file));
        let in_source = flat.and_then(|flat| flat.placeholders.get(&file.file_id));
        if !own || in_source.is_some() {
            let why = "it lies in a source that cannot be read without Unity, such as a model, or was taken out of its prefab";
            return json!({"unverifiable": file.file_id.to_string(), "why": why});
        }
        missing(file.file_id.to_string(), target)
    }

    pub(super) fn object(&self, at: NodeAt, position: Option<usize>) -> Value {
        let view = self.fields.view;
        let Some(node) = view.world.node(at) else {
            return Value::Null;
        };
        let component = position.and_then(|position| Some((position, view.world.components(at).get(position)?)));
        let (id, name) = (node.id.to_string(), view.name(at));
        match component {
            Some((position, component)) => {
                let type_name = view.session.library.types().name(component.kind);
                json!({"ref": id, "name": name, "type": &*type_name, "component": position})
            }
            None => json!({"ref": id, "name": name, "type": "UnityEngine.GameObject"}),
        }
    }

    fn asset(&self, file: FileRef, guid: Guid, target: Option<&str>) -> Value {
        let project = self.fields.view.session.library.project();
        let Some(path) = project.index.path(guid).filter(|_| !project.index.is_gone(guid)) else {
            if project.absent.may_hold_more() {
                let why = "a package that the project declares is not on disk and may have it";
                return json!({"unverifiable": guid.to_string(), "why": why});
            }
            return missing(guid.to_string(), target);
        };
        let name = path.rsplit('/').next().unwrap_or(path);
        let name = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let is_main = file.file_id % 100_000 == 0;
        let class = CLASSES.iter().find(|(class, _)| *class == file.file_id / 100_000);
        let by_id = class.map(|(_, name)| (*name).to_owned());
        let known = target.filter(|target| !matches!(*target, "Object" | "Component"));
        let type_name = by_id.filter(|name| name != "ScriptableObject" || known.is_none());
        let type_name = type_name.or_else(|| known.map(str::to_owned));
        let mut value = json!({"ref": path, "name": name});
        if let Some(object) = value.as_object_mut() {
            if let Some(type_name) = type_name {
                object.insert("type".to_owned(), full(&type_name).into());
            }
            let is_prefab = path.ends_with(".prefab");
            let is_whole = is_main || is_prefab && target.is_none_or(|target| target == "GameObject");
            if !is_whole {
                object.insert("sub".to_owned(), file.file_id.to_string().into());
            }
        }
        value
    }
}

fn full(type_name: &str) -> String {
    match type_name.contains('.') || !CLASSES.iter().any(|(_, known)| *known == type_name) {
        true => type_name.to_owned(),
        false => format!("UnityEngine.{type_name}"),
    }
}

fn missing(what: String, target: Option<&str>) -> Value {
    match target {
        Some(target) => json!({"missing": what, "type": full(target)}),
        None => json!({"missing": what}),
    }
}

fn built_in(file: FileRef) -> Value {
    match BUILT_IN.iter().find(|(id, ..)| *id == file.file_id) {
        Some((_, name, kind)) => {
            json!({"ref": format!("builtin:{name}"), "name": name, "type": format!("UnityEngine.{kind}")})
        }
        None => json!({"ref": format!("builtin:{}", file.file_id)}),
    }
}
