//! Conversion of references: the target that a caller names becomes a file id in the value of the field.

use super::asset_types::short;
use super::conversion::{Converted, expected, has_only_keys, owned, text};
use super::from_json::{Converter, MAX_ITEMS};
use crate::class_marks::MARKS;
use crate::values::field::Fields;
use host_bridge::ObjectId;
use host_project_world::targets::Target;
use host_project_world::world::NodeAt;
use serde_json::{Map, Value};
use unity_fields::property::{PropertyPath, type_of};
use unity_yaml::{FileRef, Guid, Node};

/// Returns the value without the marks that a read adds to managed objects with a missing class.
fn without_marks(json: &Value) -> Value {
    match json {
        Value::Array(items) => items.iter().map(without_marks).collect(),
        Value::Object(entries) => {
            let kept = entries.iter().filter(|(key, _)| !MARKS.contains(&key.as_str()));
            kept.map(|(key, value)| (key.clone(), without_marks(value))).collect()
        }
        other => other.clone(),
    }
}

const FORMS: &str = "null, \"obj:<n>\", {\"objectId\": …, \"component\": …} or {\"guid\": …, \"fileID\": …}";

/// The id of a managed reference that is null.
const NO_OBJECT: i64 = -2;

impl Converter<'_> {
    /// Converts the value of a field that refers to a managed object. Accepts the id of another managed object of the
    /// component, null, or the current object as a read returned it.
    pub(super) fn managed(&mut self, path: &str, current: Option<&Node<'_>>, json: &Value) -> Converted {
        let what = "null or the id of a managed object of this component, as {\"rid\": …}";
        if json.get("$type").is_some() {
            let stands = current.filter(|_| self.is_told_as(path, &without_marks(json)));
            return stands.map(Node::to_static).ok_or_else(|| {
                format!(
                    "{path}: a managed object is accepted only with its current value; set its parts by name, as {path}.<part>, or give another's id, as {{\"rid\": …}}"
                )
            });
        }
        let id = match json {
            Value::Object(map) if has_only_keys(map, &["rid", "type", "fields"]) => {
                map.get("rid").ok_or_else(|| expected(path, what, json))?
            }
            Value::Object(map) if has_only_keys(map, &["$ref"]) => map.get("$ref").unwrap_or(json),
            other => other,
        };
        let id = match id {
            Value::Null => NO_OBJECT,
            Value::Number(number) => number.as_i64().ok_or_else(|| expected(path, what, json))?,
            // An id that is too long for an exact JSON number is a string.
            Value::String(id) => id.parse().map_err(|_| expected(path, what, json))?,
            _ => return Err(expected(path, what, json)),
        };
        let field = Node::Map(vec![(owned("rid"), text(&id.to_string()))]);
        if id != NO_OBJECT && type_of(self.tree, &field).is_none() {
            return Err(format!("{path}: no managed object has the id {id}"));
        }
        Ok(field)
    }

    /// Returns true if the caller sent back the JSON that a read of the field at `path` returns.
    fn is_told_as(&mut self, path: &str, json: &Value) -> bool {
        let Ok(path) = PropertyPath::parse(path) else {
            return false;
        };
        let (view, chosen) = (self.view, self.chosen);
        let fields = self
            .told
            .get_or_insert_with(|| Fields::for_component(view, chosen.at, chosen.position));
        let told = fields
            .as_ref()
            .and_then(|fields| fields.value_at_path(&path, MAX_ITEMS));
        told.is_some_and(|(told, is_cut, _)| !is_cut && told == *json)
    }

    pub(crate) fn reference(
        &mut self,
        path: &str,
        wanted: Option<&str>,
        current: Option<&Node<'_>>,
        json: &Value,
    ) -> Result<Node<'static>, String> {
        match json {
            Value::Null => Ok(Node::Map(vec![(owned("fileID"), text("0"))])),
            Value::String(id) => self.scene_object(path, wanted, current, id, None, json),
            Value::Object(map) if has_only_keys(map, &["objectId", "path", "component", "index"]) => {
                let id = map.get("objectId").and_then(Value::as_str).unwrap_or_default();
                // A value from a read can be written back; the index is more exact than the type.
                let component = map
                    .get("index")
                    .or_else(|| map.get("component"))
                    .filter(|value| !value.is_null());
                self.scene_object(path, wanted, current, id, component, json)
            }
            Value::Object(map) if has_only_keys(map, &["guid", "fileID", "type", "asset"]) => {
                self.asset(path, wanted, map, current, json)
            }
            _ => Err(expected(path, FORMS, json)),
        }
    }

    fn scene_object(
        &mut self,
        path: &str,
        wanted: Option<&str>,
        current: Option<&Node<'_>>,
        id: &str,
        component: Option<&Value>,
        json: &Value,
    ) -> Result<Node<'static>, String> {
        let object = ObjectId::parse(id).ok_or_else(|| expected(path, FORMS, json))?;
        let view = self.view;
        let at = view.find(object).map_err(|error| format!("{path}: {error}"))?;
        let (here, there) = (view.world.home(self.chosen.at), view.world.home(at));
        if here != there {
            self.notes.push(format!(
                "{path}: {object} is in another scene, and Unity keeps no reference from one scene's file to another's"
            ));
        }
        let wanted = wanted.map(str::to_owned).or_else(|| self.type_now(current));
        let position = match (component, wanted.as_deref().map(short)) {
            (None, None) => {
                self.unchecked.push(untold(path));
                None
            }
            (None, Some("GameObject" | "Object")) => None,
            (Some(_), Some("GameObject")) => {
                return Err(format!("{path}: expected an object, got one of its components"));
            }
            (None, Some(_)) => Some(self.first_of(path, at, object, wanted.as_deref().unwrap_or_default())?),
            (Some(component), _) => Some(self.find_component(path, at, object, component, wanted.as_deref())?),
        };
        let component = position.and_then(|position| view.world.components(at).get(position));
        let target = Target {
            object,
            component: component.map(|component| component.id),
        };
        let id = view.changes.targets().id(target, &mut self.targets);
        Ok(Node::Map(vec![(owned("fileID"), text(&id.to_string()))]))
    }

    /// Returns the index of the component that the caller named. It must have the wanted type, if both types are known.
    fn find_component(
        &mut self,
        path: &str,
        at: NodeAt,
        object: ObjectId,
        component: &Value,
        wanted: Option<&str>,
    ) -> Result<usize, String> {
        let name = match component {
            Value::String(name) => name.clone(),
            Value::Number(number) => number.to_string(),
            _ => return Err(expected(path, "a component's position or full type name", component)),
        };
        let view = self.view;
        let chosen = view.choose(object, &name);
        let chosen = chosen.map_err(|error| {
            let has = view.what_it_has(at);
            format!("{path}: {error}; {has}")
        })?;
        let type_name = &chosen.type_name;
        match wanted.map(|wanted| (wanted, view.library.types().stands_for(chosen.component.kind, wanted))) {
            Some((_, Some(true))) => {}
            Some((wanted, Some(false))) => return Err(format!("{path}: expected a {wanted}, got a {type_name}")),
            Some((wanted, None)) => self.unchecked.push(unsure(path, type_name, wanted)),
            None => self.unchecked.push(untold(path)),
        }
        Ok(chosen.position)
    }

    /// Returns the index of the first component of the wanted type, as `GetComponent` finds it.
    fn first_of(&mut self, path: &str, at: NodeAt, object: ObjectId, wanted: &str) -> Result<usize, String> {
        let view = self.view;
        let types = view.library.types();
        let list = view.world.components(at);
        if let Some(position) = list.iter().position(|component| types.is_a(component.kind, wanted)) {
            return Ok(position);
        }
        let has = view.what_it_has(at);
        let mut open = list
            .iter()
            .filter(|component| types.stands_for(component.kind, wanted).is_none());
        Err(match open.next().map(|component| types.name(component.kind)) {
            Some(name) => format!(
                "{path}: expected a {wanted}, and it is not known whether the {name} of {object} is one; name the component, as {{\"ref\": \"{object}\", \"component\": …}}; {has}"
            ),
            None => format!("{path}: expected a {wanted}, but {object} has none; {has}"),
        })
    }

    /// Returns the component type to which a field of unknown type refers now. If the caller names an object without a
    /// component, its component of that type is meant.
    fn type_now(&self, current: Option<&Node<'_>>) -> Option<String> {
        let file = current?.file_ref();
        let view = self.view;
        let (at, position) = view.resolve_reference(self.chosen.at, self.chosen.component, file)?;
        let component = view.world.components(at).get(position?)?;
        Some(view.library.types().name(component.kind).to_string())
    }

    fn asset(
        &mut self,
        path: &str,
        wanted: Option<&str>,
        map: &Map<String, Value>,
        current: Option<&Node<'_>>,
        json: &Value,
    ) -> Result<Node<'static>, String> {
        let id = match map.get("fileID") {
            Some(Value::Number(number)) => number.as_i64(),
            Some(Value::String(id)) => id.parse().ok(),
            _ => None,
        };
        let what = "a guid of 32 hexadecimal digits and a fileID";
        let id = id.ok_or_else(|| expected(path, what, json))?;
        if id == 0 && !map.contains_key("guid") {
            return Ok(Node::Map(vec![(owned("fileID"), text("0"))]));
        }
        let guid = map.get("guid").and_then(Value::as_str).and_then(Guid::parse);
        let guid = guid
            .filter(|guid| !guid.is_none())
            .ok_or_else(|| expected(path, what, json))?;
        let mut entries = vec![
            (owned("fileID"), text(&id.to_string())),
            (owned("guid"), text(&guid.to_string())),
        ];
        if let Some(kind) = map.get("type") {
            let kind = kind.as_u64().filter(|kind| *kind < 4);
            let kind = kind.ok_or_else(|| expected(path, "a type from 0 to 3", json))?;
            entries.push((owned("type"), text(&kind.to_string())));
        }
        self.is_held(path, FileRef { file_id: id, guid }, wanted, current)?;
        // The guids of Unity's own resources consist of zeros except for one digit.
        let built_in = guid.0 & !(0xf << 60) == 0;
        if !built_in && self.view.library.project().index.path(guid).is_none() {
            self.notes
                .push(format!("{path}: no asset of the project has the guid {guid}"));
        }
        Ok(Node::Map(entries))
    }
}

/// Returns the note that the type of a reference field is unknown.
pub(super) fn untold(path: &str) -> String {
    format!("{path}: no source declares what type of object it refers to")
}

/// Returns the note that it is unknown whether one type derives from another.
pub(super) fn unsure(path: &str, is: &str, wanted: &str) -> String {
    format!("{path}: it is not known whether a {is} is valid as a {wanted}")
}
