//! Converts a session value to its form in files: file ids for references, and Unity's number format.

use super::cannot;
use crate::session::reading::session_view::SessionView;
use host_bridge::BridgeError;
use host_project_world::ids::scene_of;
use host_project_world::targets::Target;
use host_project_world::world::NodeAt;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeSet;
use unity_fields::Kind;
use unity_project::expand::{Component, Flat};
use unity_scripts::Declared;
use unity_yaml::{FileRef, Guid, Node, double_text, float_text};

/// Mask of the GUIDs of Unity's built-in resources, in which only one hexadecimal digit is not zero.
const BUILT_IN: u128 = 0xf << 60;

const UNDO_OR_SET: &str = "set it to what is there, or undo that edit (undo_edits); nothing was written";

/// Extensions of assets that Unity stores in its own format. All other assets are imported from other formats.
const NATIVE: [&str; 25] = [
    "anim",
    "asset",
    "brush",
    "controller",
    "cubemap",
    "flare",
    "fontsettings",
    "giparams",
    "guiskin",
    "lighting",
    "mask",
    "mat",
    "mesh",
    "mixer",
    "overridecontroller",
    "physicmaterial",
    "physicsmaterial2d",
    "playable",
    "preset",
    "rendertexture",
    "shadervariants",
    "signal",
    "spriteatlas",
    "terrainlayer",
    "wlt",
];

/// Converts the changed values of one component to their form in the file.
pub(super) struct Writing<'s> {
    pub(super) view: SessionView<'s>,
    pub(super) scene: usize,
    pub(super) flat: &'s Flat,
    pub(super) declared: Declared<'s>,
    /// True if a prefab's file contains the component. Its file ids differ from those in the scene's file.
    pub(super) in_prefab: bool,
    pub(super) at: NodeAt,
    pub(super) of_file: &'s Component,
    /// File ids of the prefab's file that a converted value still contains, because it is a value from before a save.
    /// Override rows in the scene's file must not contain these ids.
    pub(super) left: RefCell<BTreeSet<i64>>,
    /// Those ids of `left` that belong to no object, but that override rows in the scene's file contained before.
    pub(super) loose: RefCell<BTreeSet<i64>>,
}

impl Writing<'_> {
    /// Converts the value `new` of a field to its form in the file. `old` is the value in the file, `was` the value
    /// before this session saved it, and `names` the field's path without list indexes.
    pub(super) fn value(
        &self,
        names: &str,
        kind: Option<&Kind>,
        old: Option<&Node<'_>>,
        was: Option<&Node<'_>>,
        new: &Node<'_>,
    ) -> Result<Node<'static>, BridgeError> {
        if old == Some(new) {
            return Ok(new.to_static());
        }
        match new {
            // A restored value keeps its old spelling, even if Unity would write it differently.
            Node::Text(_) if was == Some(new) => Ok(new.to_static()),
            Node::Text(text) => number(names, kind, text).map(|text| Node::Text(Cow::Owned(text))),
            Node::List(items) => {
                let item = match kind {
                    Some(Kind::List(Some(item))) => Some(&**item),
                    _ => None,
                };
                let [old, was] = [old, was].map(|list| list.map_or(&[][..], Node::items));
                let items = items.iter().enumerate();
                let items = items.map(|(at, new)| self.value(names, item, old.get(at), was.get(at), new));
                Ok(Node::List(items.collect::<Result<_, _>>()?))
            }
            Node::Map(_) if new.get("fileID").is_some() => self.reference(names, old, was == Some(new), new),
            Node::Map(entries) => {
                let parts = entries.iter().map(|(key, new)| {
                    let below = if names.is_empty() {
                        key.to_string()
                    } else {
                        format!("{names}.{key}")
                    };
                    let declared = self.declared.kind(&below).or_else(|| part_of(kind, key));
                    let [old, was] = [old, was].map(|map| map.and_then(|map| map.get(key)));
                    let value = self.value(&below, declared.as_ref(), old, was, new)?;
                    Ok((Cow::Owned(key.to_string()), value))
                });
                Ok(Node::Map(parts.collect::<Result<_, BridgeError>>()?))
            }
        }
    }

    fn reference(
        &self,
        names: &str,
        old: Option<&Node<'_>>,
        is_back: bool,
        new: &Node<'_>,
    ) -> Result<Node<'static>, BridgeError> {
        let file = new.file_ref();
        if let Some(old) = old.filter(|old| self.in_prefab && self.leads_alike(old.file_ref(), file.file_id)) {
            return Ok(old.to_static());
        }
        let target = self.view.edits.targets.get(file.file_id);
        let in_here = target.filter(|target| scene_of(target.object) == Some(self.scene));
        if let (Some(old), Some(target)) = (old, in_here)
            && self.view.names_what_is_gone(self.at, self.of_file, old, target)
        {
            return Ok(old.to_static());
        }
        if is_back && self.in_prefab && file.file_id != 0 && file.guid.is_none() {
            self.left.borrow_mut().insert(file.file_id);
            return Ok(new.to_static());
        }
        if let Some(target) = target {
            let id = self.file_id(names, target)?;
            return Ok(Node::Map(vec![(Cow::Borrowed("fileID"), text(&id.to_string()))]));
        }
        // A restored reference of a file keeps its old spelling.
        if !new.is_usual_reference() && new.get("type").is_some() || !new.is_readable_reference() {
            return Ok(new.to_static());
        }
        if file.file_id == 0 {
            return Ok(new.to_static());
        }
        if file.guid.is_none() {
            if self.in_prefab {
                return Err(only_prefab(names));
            }
            return Ok(new.to_static());
        }
        if !is_back && old.is_none_or(|old| old.file_ref() != file) {
            self.is_there(names, file.guid)?;
        }
        if new.get("type").is_some() {
            return Ok(new.to_static());
        }
        // The file already contains the type number, even of an asset that no longer exists.
        if let Some(old) = old.filter(|old| old.file_ref() == file && old.is_usual_reference()) {
            return Ok(old.to_static());
        }
        let kind = self.kind_of_asset(names, file.guid)?;
        Ok(Node::Map(vec![
            (Cow::Borrowed("fileID"), text(&file.file_id.to_string())),
            (Cow::Borrowed("guid"), text(&file.guid.to_string())),
            (Cow::Borrowed("type"), text(&kind)),
        ]))
    }

    /// Checks that the referenced asset still exists, if it existed when the reference was set.
    fn is_there(&self, names: &str, guid: Guid) -> Result<(), BridgeError> {
        let project = self.view.library.project();
        let index = &project.index;
        let Some(asset) = self.view.edits.targets.asset(guid) else {
            return Ok(());
        };
        let path = &asset.path;
        let only_meta = || asset.has_file && index.path(guid).is_some_and(|path| !project.has_file(path));
        match index.path(guid).is_none() || index.is_gone(guid) {
            true => Err(cannot(format!("{names} refers to {path}, which is gone")).with_hint(UNDO_OR_SET)),
            false if only_meta() => Err(cannot(format!(
                "{names} refers to {path}, of which only the .meta is left: its file was there when the reference was set"
            ))
            .with_hint(UNDO_OR_SET)),
            false => Ok(()),
        }
    }

    /// True if the reference in the file already points to the target that has the id `new` in this session.
    fn leads_alike(&self, old: FileRef, new: i64) -> bool {
        let view = self.view;
        let to = view.resolve_reference(self.at, self.of_file, old);
        let to = to.and_then(|(at, position)| view.target_of(at, position));
        to.is_some() && to == view.edits.targets.get(new)
    }

    /// Returns the reference that replaces `reference` in an override row of a scene file; `None` if it can stay
    /// unchanged. Fails if no row can contain it.
    pub(super) fn row_reference(&self, path: &str, reference: &Node<'_>) -> Result<Option<Node<'static>>, BridgeError> {
        let file = reference.file_ref();
        let is_left = file.guid.is_none() && self.left.borrow().contains(&file.file_id);
        if !is_left || self.loose.borrow().contains(&file.file_id) {
            return Ok(None);
        }
        let target = self
            .view
            .edits
            .targets
            .get(file.file_id)
            .ok_or_else(|| only_prefab(path))?;
        let id = self.file_id(path, target)?;
        Ok(Some(Node::Map(vec![(Cow::Borrowed("fileID"), text(&id.to_string()))])))
    }

    /// Returns the number `type` of a reference to an asset: 0 for Unity's built-in resources, 2 for Unity's own
    /// formats, 3 for imported assets.
    fn kind_of_asset(&self, names: &str, guid: Guid) -> Result<String, BridgeError> {
        if guid.0 & !BUILT_IN == 0 {
            return Ok("0".to_owned());
        }
        let index = &self.view.library.project().index;
        let path = index.path(guid).ok_or_else(|| {
            cannot(format!(
                "{names} refers to the guid {guid}, which no asset of the project has, so that its kind is not known; \
                 give `type` with it"
            ))
        })?;
        let end = path.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
        Ok(if NATIVE.contains(&end.as_str()) { "2" } else { "3" }.to_owned())
    }

    fn file_id(&self, names: &str, target: Target) -> Result<i64, BridgeError> {
        let view = self.view;
        let gone = || cannot(format!("{names} refers to {}, which is gone", target.object)).with_hint(UNDO_OR_SET);
        let at = view.world.find(target.object).ok_or_else(gone)?;
        if view.world.home(at).is_none_or(|home| home as usize != self.scene) {
            let why = format!(
                "{names} refers to {} in another scene, which Unity does not keep",
                target.object
            );
            return Err(cannot(why));
        }
        let object = view.world.object(at).ok_or_else(gone)?;
        let component = target.component.map(|id| {
            let known = object.components.iter().find(|component| component.id == id);
            known.ok_or_else(|| {
                cannot(format!(
                    "{names} refers to a component of {}, which is gone",
                    target.object
                ))
                .with_hint(UNDO_OR_SET)
            })
        });
        let component = component.transpose()?;
        let id = component.map_or(object.id, |component| component.id);
        let is_own = component.map_or(object.instance == 0, |component| component.is_in(&self.flat.file));
        if is_own {
            return Ok(id);
        }
        let mut placeholders = self.flat.placeholders.iter();
        let found = placeholders.find(|(_, named)| **named == (object.instance, id));
        found.map(|(id, _)| *id).ok_or_else(|| {
            cannot(format!(
                "{names} refers to {} in a prefab instance, for which the scene's file has no placeholder",
                target.object
            ))
        })
    }
}

/// Returns the error for a reference by an id of the prefab's file, which the scene's file cannot contain.
fn only_prefab(names: &str) -> BridgeError {
    cannot(format!(
        "{names} refers to an object by its id in a prefab's file, which the scene can't"
    ))
}

fn part_of(kind: Option<&Kind>, key: &str) -> Option<Kind> {
    if matches!(kind, Some(Kind::VectorInt(_))) {
        return Kind::from_name("int");
    }
    let of_floats = matches!(
        kind,
        Some(Kind::Vector(_) | Kind::Quaternion | Kind::VectorOrQuaternion | Kind::Color)
    );
    (of_floats || matches!(key, "x" | "y" | "z" | "w" | "r" | "g" | "b" | "a")).then_some(Kind::Float)
}

/// Returns the text in Unity's number format if it is a number. Returns other texts unchanged.
fn number(names: &str, kind: Option<&Kind>, text: &str) -> Result<String, BridgeError> {
    let is_whole = text
        .strip_prefix('-')
        .unwrap_or(text)
        .bytes()
        .all(|byte| byte.is_ascii_digit());
    let is_float = matches!(kind, Some(Kind::Float | Kind::Double));
    let value = match text.parse::<f64>() {
        Ok(value) if is_float || !(is_whole || matches!(kind, Some(Kind::Text | Kind::List(_)))) => value,
        _ => return Ok(text.to_owned()),
    };
    let spelled = match kind {
        Some(Kind::Float) => text.parse().ok().and_then(float_text),
        Some(Kind::Double) => double_text(value),
        // A text that looks like a number, or a number of unknown precision.
        _ if double_text(value).as_deref() == Some(text) => Some(text.to_owned()),
        None => return Ok(text.to_owned()),
        _ => text.parse().ok().and_then(float_text),
    };
    spelled.ok_or_else(|| {
        cannot(format!(
            "{names} would be {text}: it is not known how Unity spells a number this small or large"
        ))
    })
}

pub(super) fn text(text: &str) -> Node<'static> {
    Node::Text(Cow::Owned(text.to_owned()))
}
