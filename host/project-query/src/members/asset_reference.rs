//! Conversion of references to assets, in the grammar of `wit/value.md`. A reference that was read can be written back
//! unchanged. An object that the asset does not contain is rejected.
//!
//! `reference` has references to objects of scenes and by guid; `asset_objects` reads the objects of an asset.

use super::asset_types::{fits, short};
use super::conversion::{Converted, expected, owned, text};
use super::from_json::Converter;
use super::reference::{unsure, untold};
use crate::values::embedded_assets::embedded_in;
use crate::values::field::Fields;
use host_api::similar_names::{did_you_mean, near_names, near_paths};
use host_bridge::ObjectId;
use serde_json::{Map, Value, json};
use unity_fields::derives_from;
use unity_files::has_extension;
use unity_project::asset_objects::{AssetObject, AssetObjects};
use unity_project::values::{built_in_named, built_in_type, main_id};
use unity_scripts::Types;
use unity_yaml::{FileRef, Guid, Node};

const FORMS: &str = "{\"ref\": …} as it was read, \"obj:<n>\", an asset path or null";

/// Members of a JSON reference that identify its target; other members are only information for readers.
const MEANING: [&str; 5] = ["ref", "sub", "component", "missing", "unverifiable"];

/// Maximum number of objects of an asset that an error lists; further objects are counted.
const NAMED: usize = 8;

/// Maximum number of characters of an object's name in an error; a longer name is cut.
const NAME: usize = 60;

impl Converter<'_> {
    /// Converts a reference in the grammar of `wit/value.md`; `None` if the value has another format.
    pub(super) fn reference_in_grammar(
        &mut self,
        path: &str,
        wanted: Option<&str>,
        current: Option<&Node<'_>>,
        json: &Value,
    ) -> Result<Option<Node<'static>>, String> {
        let map = match json {
            Value::String(asset) if ObjectId::parse(asset).is_none() => {
                return self.convert_asset(path, wanted, asset, &Map::new(), json).map(Some);
            }
            Value::Object(map) => map,
            _ => return Ok(None),
        };
        if let Some(current) = current.filter(|current| self.reads_as(current, wanted, map)) {
            return Ok(Some(current.to_static()));
        }
        if map.contains_key("missing") || map.contains_key("unverifiable") {
            return Err(format!(
                "{path}: expected {FORMS}; a missing or unverifiable reference is accepted only if it is the current value"
            ));
        }
        let Some(named) = map.get("ref") else { return Ok(None) };
        let named = named.as_str().ok_or_else(|| expected(path, FORMS, json))?;
        if ObjectId::parse(named).is_none() {
            return self.convert_asset(path, wanted, named, map, json).map(Some);
        }
        let object = match map.get("component") {
            Some(component) => json!({"objectId": named, "index": component}),
            None => json!({"objectId": named}),
        };
        self.reference(path, wanted, current, &object).map(Some)
    }

    /// Returns true if the caller sent back the JSON that a read of the current reference returns.
    fn reads_as(&mut self, current: &Node<'_>, wanted: Option<&str>, sent: &Map<String, Value>) -> bool {
        if !MEANING.iter().any(|key| sent.contains_key(*key)) {
            return false;
        }
        let (view, chosen) = (self.view, self.chosen);
        if !current.is_readable_reference() {
            let told = sent.get("unverifiable").and_then(Value::as_str);
            return told == Some(&current.to_display()) && !sent.contains_key("ref");
        }
        let fields = self
            .told
            .get_or_insert_with(|| Fields::for_component(view, chosen.at, chosen.position));
        let told = fields
            .as_ref()
            .map(|fields| fields.reference(current.file_ref(), wanted));
        told.is_some_and(|told| MEANING.iter().all(|key| told.get(*key) == sent.get(*key)))
    }

    fn convert_asset(
        &mut self,
        path: &str,
        wanted: Option<&str>,
        asset: &str,
        sent: &Map<String, Value>,
        json: &Value,
    ) -> Converted {
        if let Some(name) = asset.strip_prefix("builtin:") {
            let found = built_in_named(name).ok_or_else(|| {
                format!("{path}: {asset} is not the name of a known built-in asset; it is accepted only if it is the current value")
            })?;
            match (built_in_type(found), wanted) {
                (Some(is), Some(wanted)) => self.is_of_type(path, asset, &is, wanted)?,
                _ => self.unchecked.push(untold(path)),
            }
            return Ok(reference(found, 0));
        }
        if let Some(sub) = sent.get("sub").filter(|_| has_extension(asset, "unity")) {
            return self.convert_scene_asset(path, wanted, asset, sub, json);
        }
        let index = &self.view.library.project().index;
        let guid = index.guid(asset).filter(|guid| !index.is_gone(*guid));
        let guid = guid.ok_or_else(|| self.no_asset(path, asset, json))?;
        let nothing = AssetObjects::default();
        let held = self.held.get(asset).unwrap_or(&nothing);
        let type_name = sent.get("type").and_then(Value::as_str);
        let id = match sent.get("sub") {
            None | Some(Value::Null) => main_of(self.view.library.types(), held, asset, wanted, type_name)
                .map_err(|why| format!("{path}: {why}"))?,
            Some(sub) => {
                let written = match sub {
                    Value::String(written) => written.clone(),
                    Value::Number(number) => number.to_string(),
                    _ => return Err(expected(path, "the name or file id of an object as sub", json)),
                };
                let found = sub_of(self.view.library.types(), held, asset, &written, type_name.or(wanted));
                let (id, is_certain) = found.map_err(|why| format!("{path}: {why}"))?;
                if !is_certain {
                    self.unchecked.push(unchecked(path, asset, id));
                }
                id
            }
        };
        self.fits(path, asset, id, wanted)?;
        Ok(reference(
            FileRef { file_id: id, guid },
            if held.is_native { 2 } else { 3 },
        ))
    }

    #[cold]
    fn no_asset(&self, path: &str, asset: &str, json: &Value) -> String {
        let why = expected(path, "null, \"obj:<n>\" or the path of an asset that is there", json);
        if asset.starts_with('/') {
            let objects = self.view.named_by(asset);
            return match objects.as_str() {
                "" => format!("{why}; no object of the loaded scenes has this path"),
                ids => format!("{why}; the object of this path is {ids}"),
            };
        }
        let known = self.view.library.project().index.assets().map(|(path, _)| path);
        match did_you_mean(near_paths(asset, known)) {
            Some(meant) => format!("{why}; {meant}"),
            None => why,
        }
    }

    /// Converts a reference to an asset in the component's own scene file, such as a material created in the scene.
    fn convert_scene_asset(
        &mut self,
        path: &str,
        wanted: Option<&str>,
        asset: &str,
        sub: &Value,
        json: &Value,
    ) -> Converted {
        let flat = self.view.world.flat(self.chosen.at);
        let own = flat.filter(|flat| self.chosen.component.is_in(&flat.file));
        let source = own
            .and_then(|flat| flat.file.as_ref())
            .filter(|file| file.path == asset);
        let source = source.ok_or_else(|| {
            format!("{path}: only components stored in {asset} itself can refer to objects of that file")
        })?;
        let id = match sub {
            Value::String(id) => id.parse().ok(),
            sub => sub.as_i64(),
        };
        let id: i64 = id.ok_or_else(|| expected(path, "the file id of an asset in the scene as sub", json))?;
        let found = embedded_in(source, id).ok_or_else(|| format!("{path}: {asset} holds no asset {id}"))?;
        match wanted {
            Some(wanted) => self.is_of_type(path, &format!("{id} of {asset}"), &found.type_name, wanted)?,
            None => self.unchecked.push(untold(path)),
        }
        Ok(Node::Map(vec![(owned("fileID"), text(&id.to_string()))]))
    }

    /// Checks that the asset's object with this id has the type of the field; adds a note if that is unknown.
    fn fits(&mut self, path: &str, asset: &str, id: i64, wanted: Option<&str>) -> Result<(), String> {
        let held = self.held;
        let object = held
            .get(asset)
            .and_then(|held| held.objects.iter().find(|object| object.id == id));
        match (object, wanted) {
            (Some(object), Some(wanted)) => self.is_of_type(path, asset, &object.type_name, wanted),
            (_, None) => {
                self.unchecked.push(untold(path));
                Ok(())
            }
            (None, Some(_)) => Ok(()),
        }
    }

    fn is_of_type(&mut self, path: &str, asset: &str, is: &str, wanted: &str) -> Result<(), String> {
        let types = self.view.library.types();
        match fits(is, wanted).or_else(|| types.class_stands_for(is, wanted)) {
            Some(true) => Ok(()),
            Some(false) => Err(format!("{path}: expected a {wanted}, but {asset} is a {is}")),
            None => {
                self.unchecked.push(unsure(path, is, wanted));
                Ok(())
            }
        }
    }

    /// Checks that the asset contains the object, with a fitting type, for a reference given as guid and file id.
    pub(super) fn is_held(
        &mut self,
        path: &str,
        file: FileRef,
        wanted: Option<&str>,
        current: Option<&Node<'_>>,
    ) -> Result<(), String> {
        if current.is_some_and(|current| current.file_ref() == file) {
            return Ok(());
        }
        if let Some(is) = built_in_type(file) {
            if let Some(wanted) = wanted {
                return self.is_of_type(path, &file.guid.to_string(), &is, wanted);
            }
            self.unchecked.push(untold(path));
            return Ok(());
        }
        let Some(asset) = self.view.library.project().index.path(file.guid) else {
            return Ok(());
        };
        let Some(held) = self.held.get(asset) else {
            return Ok(());
        };
        let found = sub_of(self.view.library.types(), held, asset, &file.file_id.to_string(), None);
        let (id, is_certain) = found.map_err(|why| format!("{path}: {why}"))?;
        if !is_certain {
            self.unchecked.push(unchecked(path, asset, id));
        }
        self.fits(path, asset, id, wanted)
    }
}

fn unchecked(path: &str, asset: &str, id: i64) -> String {
    format!("{path}: only Unity's importer knows whether {asset} holds {id}")
}

fn reference(file: FileRef, kind: u32) -> Node<'static> {
    Node::Map(vec![
        (owned("fileID"), text(&file.file_id.to_string())),
        (owned("guid"), text(&Guid::to_string(&file.guid))),
        (owned("type"), text(&kind.to_string())),
    ])
}

/// Returns the file id of the object to which the asset's path alone refers. This is the main object, unless only
/// another object has the type that was read or the type of the field.
fn main_of(
    types: &Types,
    held: &AssetObjects,
    asset: &str,
    wanted: Option<&str>,
    read: Option<&str>,
) -> Result<i64, String> {
    // A reference to a component of a prefab means a component of its root object.
    let is_object = |object: &&AssetObject| object.type_name == "UnityEngine.GameObject";
    let root = held.objects.iter().skip(1).position(|object| is_object(&object));
    let of_prefab = held.objects.first().filter(is_object).and(root);
    let objects = held.objects.get(..of_prefab.map_or(held.objects.len(), |at| at + 1));
    let objects = objects.unwrap_or(&held.objects);
    let main = objects.iter().find(|object| Some(object.id) == held.main);
    for wanted in [read, wanted].into_iter().flatten() {
        if main.is_some_and(|main| is_of(types, main, wanted)) {
            break;
        }
        let fit: Vec<&AssetObject> = objects.iter().filter(|object| is_of(types, object, wanted)).collect();
        match fit.as_slice() {
            [] => {}
            [only] => return Ok(only.id),
            [first, ..] if of_prefab.is_some() => return Ok(first.id),
            several => {
                return Err(format!(
                    "{asset} holds several objects of type {wanted}; say which as sub: {}",
                    list_objects(several.iter().copied())
                ));
            }
        }
    }
    // If the asset was not read, the file extension determines the main object.
    held.main
        .or_else(|| main_id(asset).filter(|_| !held.is_whole))
        .ok_or_else(|| {
            let holds = match held.objects.as_slice() {
                [] => "only Unity knows its objects".to_owned(),
                objects => format!("it holds {}", list_objects(objects.iter())),
            };
            format!("the path {asset} alone identifies no object; give {{\"ref\": path, \"sub\": file id}}: {holds}")
        })
}

/// Finds the object of the asset with the file id or name `sub`, and returns its file id. The bool is true if the asset
/// is known to contain it.
fn sub_of(
    types: &Types,
    held: &AssetObjects,
    asset: &str,
    sub: &str,
    wanted: Option<&str>,
) -> Result<(i64, bool), String> {
    let id = sub.parse::<i64>().ok();
    if let Some(id) = id.filter(|id| held.objects.iter().any(|object| object.id == *id)) {
        return Ok((id, true));
    }
    let named: Vec<&AssetObject> = held.objects.iter().filter(|object| object.name == sub).collect();
    let fit = named
        .iter()
        .filter(|object| wanted.is_none_or(|wanted| is_of(types, object, wanted)));
    let fit: Vec<&AssetObject> = fit.copied().collect();
    match (named.as_slice(), fit.as_slice(), id) {
        ([only], ..) | (_, [only], _) => Ok((only.id, true)),
        ([], _, Some(id)) if !held.is_whole => Ok((id, false)),
        ([], ..) => {
            let known = held
                .objects
                .iter()
                .flat_map(|object| [object.name.clone(), object.id.to_string()]);
            let known: Vec<String> = known.collect();
            let near = near_names(sub, known.iter().map(String::as_str));
            let is_near = |object: &&AssetObject| {
                near.iter()
                    .any(|near| *near == object.name || *near == object.id.to_string())
            };
            let (first, rest): (Vec<_>, Vec<_>) = held.objects.iter().partition(is_near);
            let holds = match held.objects.is_empty() {
                true => "nothing of it can be read here".to_owned(),
                false => format!("it holds {}", list_objects(first.into_iter().chain(rest))),
            };
            Err(format!("{asset} holds no object {sub:?}; {holds}"))
        }
        (several, ..) => Err(format!(
            "{asset} holds several objects called {sub:?}; give the file id as sub: {}",
            list_objects(several.iter().copied())
        )),
    }
}

fn is_of(types: &Types, object: &AssetObject, wanted: &str) -> bool {
    let is = short(&object.type_name);
    match short(wanted) {
        "Object" => true,
        "Texture" => is.contains("Texture") || is == "Cubemap",
        "Component" => is != "GameObject",
        name => {
            is == name
                || derives_from(&object.type_name, wanted)
                || types.class_stands_for(&object.type_name, wanted) == Some(true)
        }
    }
}

fn list_objects<'o>(objects: impl Iterator<Item = &'o AssetObject>) -> String {
    let mut rows: Vec<String> = Vec::new();
    let mut more = 0;
    for object in objects {
        if rows.len() == NAMED {
            more += 1;
            continue;
        }
        let name: String = object.name.chars().take(NAME).collect();
        rows.push(format!("{} ({} {name:?})", object.id, object.type_name));
    }
    let rest = if more > 0 {
        format!(" and {more} more")
    } else {
        String::new()
    };
    rows.join(", ") + &rest
}
