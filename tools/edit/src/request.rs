//! Converts an edit from the JSON form that an agent sends to the form of the WIT interface.

use crate::texts::Texts;
use serde_json::{Map, Value};
use unity_tools::lookup::{self, project_lookup};
use unity_tools::unity::edits::{Component, Create, Edit, Instantiate, MoveTo, Set, Target};
use unity_tools::{ErrorKind, ToolError};

/// The names of all kinds of edits that `edit_objects` accepts, each with the names of its members, for error messages.
const FORMS: [(&str, &str); 8] = [
    ("set", "object, component, field, value"),
    ("set_active", "object, active"),
    ("create", "name, parent?, scene?, position?, components?"),
    ("instantiate", "prefab, parent?, scene?, position?"),
    ("destroy", "object"),
    ("reparent", "object, parent?, index?, keep_world?"),
    ("add_component", "object, type"),
    ("remove_component", "object, component"),
];

/// One edit of a batch: its position, its kind, and its members.
struct Members<'a> {
    at: usize,
    kind: &'a str,
    members: &'a Map<String, Value>,
}

/// A converted batch of edits: the edits for Unity, and the members that the client sent as JSON text.
pub(crate) struct Batch {
    pub(crate) edits: Vec<Edit>,
    pub(crate) texts: Texts,
}

/// Converts a batch of edits.
/// # Errors
/// `InvalidArgument` with the position of the edit, the member and the expected value; `NotFound` for an object.
pub(crate) fn batch(edits: &[Value]) -> Result<Batch, ToolError> {
    let mut texts = Texts::default();
    let edits = edits
        .iter()
        .enumerate()
        .map(|(at, edit)| parse_edit(at, edit, &mut texts));
    let edits = edits.collect::<Result<Vec<_>, _>>()?;
    Ok(Batch { edits, texts })
}

fn parse_edit(at: usize, edit: &Value, texts: &mut Texts) -> Result<Edit, ToolError> {
    let forms = || {
        let forms: Vec<String> = FORMS
            .iter()
            .map(|(kind, members)| format!("{{\"{kind}\": {{{members}}}}}"))
            .collect();
        forms.join(" or ")
    };
    let wrong = || ToolError::violation(&format!("edits[{at}]"), &forms(), edit);
    let Value::Object(map) = edit else { return Err(wrong()) };
    // `{"set": {…}}`, or a flat object with the kind next to its members.
    let tagged = match (map.iter().next(), map.len()) {
        (Some((kind, Value::Object(members))), 1) => Some((kind.as_str(), members)),
        _ => None,
    };
    let flat = || {
        map.get("edit")
            .or_else(|| map.get("op"))
            .and_then(Value::as_str)
            .map(|kind| (kind, map))
    };
    let (kind, members) = tagged.or_else(flat).ok_or_else(wrong)?;
    let (_, known) = FORMS.iter().find(|(known, _)| *known == kind).ok_or_else(wrong)?;
    let names: Vec<&str> = known.split(", ").map(|name| name.trim_end_matches('?')).collect();
    let is_flat = tagged.is_none();
    let strange = members.keys().find(|name| {
        let own = is_flat && matches!(name.as_str(), "edit" | "op");
        !own && !names.contains(&name.as_str())
    });
    if let Some(strange) = strange {
        return Err(ToolError::violation(&format!("edits[{at}].{kind}"), known, strange));
    }
    let members = &texts.read(&format!("edits[{at}].{kind}"), members);
    let given = Members { at, kind, members };
    let edit = match kind {
        "set" => {
            let (component, path) = (given.component()?, given.text("field")?);
            let value = given
                .get("value")
                .ok_or_else(|| given.missing_error("value", "any JSON value"))?;
            Edit::Set(Set {
                object: given.target("object")?,
                path: without_type(&component, path),
                component,
                value: value.to_string(),
            })
        }
        "set_active" => Edit::SetActive((
            given.target("object")?,
            given
                .flag("active")?
                .ok_or_else(|| given.missing_error("active", "true or false"))?,
        )),
        "create" => Edit::Create(Create {
            name: given.text("name")?,
            parent: given.maybe_target("parent")?,
            scene: given.maybe_text("scene")?,
            position: given.position(),
            components: given.texts("components")?,
        }),
        "instantiate" => Edit::Instantiate(Instantiate {
            prefab: given.text("prefab")?,
            parent: given.maybe_target("parent")?,
            scene: given.maybe_text("scene")?,
            position: given.position(),
        }),
        "destroy" => Edit::Destroy(given.target("object")?),
        "reparent" => Edit::Reparent(MoveTo {
            object: given.target("object")?,
            parent: given.maybe_target("parent")?,
            index: given.position_among("index")?,
            keep_world: given.flag("keep_world")?.unwrap_or(true),
        }),
        "add_component" => Edit::AddComponent((given.target("object")?, given.text("type")?)),
        _ => Edit::RemoveComponent((given.target("object")?, given.component()?)),
    };
    Ok(edit)
}

/// Returns the field `path` without a leading type, as in `Light.intensity` of find_objects. No member has the name of
/// its class.
fn without_type(component: &Component, path: String) -> String {
    let Component::ByType(name) = component else {
        return path;
    };
    let short = name.rsplit('.').next().unwrap_or(name);
    let rest = [name.as_str(), short]
        .into_iter()
        .find_map(|of_type| path.strip_prefix(of_type)?.strip_prefix('.'));
    rest.map_or_else(|| path.clone(), str::to_owned)
}

impl Members<'_> {
    /// Returns the member `name` of this edit; `None` if it is absent. `null` counts as absent, except in `value`.
    fn get(&self, name: &str) -> Option<&Value> {
        self.members
            .get(name)
            .filter(|value| name == "value" || !value.is_null())
    }

    fn name(&self, name: &str) -> String {
        format!("edits[{}].{}.{name}", self.at, self.kind)
    }

    fn missing_error(&self, name: &str, right: &str) -> ToolError {
        match self.get(name) {
            Some(given) => ToolError::violation(&self.name(name), right, given),
            None => ToolError::missing(&self.name(name), right),
        }
    }

    fn maybe_text(&self, name: &str) -> Result<Option<String>, ToolError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.clone())),
            Some(_) => Err(self.missing_error(name, "a text")),
        }
    }

    fn text(&self, name: &str) -> Result<String, ToolError> {
        self.maybe_text(name)?.ok_or_else(|| self.missing_error(name, "a text"))
    }

    fn texts(&self, name: &str) -> Result<Vec<String>, ToolError> {
        let Some(given) = self.get(name) else {
            return Ok(Vec::new());
        };
        let items = given
            .as_array()
            .ok_or_else(|| self.missing_error(name, "a list of type names"))?;
        let texts = items.iter().map(|item| item.as_str().map(str::to_owned));
        texts
            .collect::<Option<_>>()
            .ok_or_else(|| self.missing_error(name, "a list of type names"))
    }

    fn flag(&self, name: &str) -> Result<Option<bool>, ToolError> {
        match self.get(name) {
            None => Ok(None),
            Some(Value::Bool(yes)) => Ok(Some(*yes)),
            Some(_) => Err(self.missing_error(name, "true or false")),
        }
    }

    fn position_among(&self, name: &str) -> Result<Option<u32>, ToolError> {
        let Some(given) = self.get(name) else { return Ok(None) };
        let number = given.as_u64().and_then(|number| u32::try_from(number).ok());
        number.map(Some).ok_or_else(|| {
            self.missing_error(
                name,
                "a position among the children, a whole number from 0 to 4294967295",
            )
        })
    }

    fn position(&self) -> Option<String> {
        self.get("position").map(Value::to_string)
    }

    fn component(&self) -> Result<Component, ToolError> {
        match self.get("component") {
            Some(Value::String(name)) => Ok(Component::ByType(name.clone())),
            Some(Value::Number(number)) => {
                let index = number.as_u64().and_then(|number| u32::try_from(number).ok());
                index
                    .map(Component::ByIndex)
                    .ok_or_else(|| self.missing_error("component", "a type name, or a position from 0 to 4294967295"))
            }
            _ => Err(self.missing_error("component", "a type name, or a position from 0 to 4294967295")),
        }
    }

    fn maybe_target(&self, name: &str) -> Result<Option<Target>, ToolError> {
        let right = "an object's id or path, or {\"made\": n} for what edit n makes";
        match self.get(name) {
            None => Ok(None),
            Some(Value::String(text)) if is_id(text) => Ok(Some(Target::Object(text.clone()))),
            Some(Value::String(text)) => object(&self.name(name), text).map(|id| Some(Target::Object(id))),
            Some(Value::Object(map)) if map.len() == 1 => {
                let made = map
                    .get("made")
                    .and_then(Value::as_u64)
                    .and_then(|at| u32::try_from(at).ok());
                made.map(|at| Some(Target::Made(at)))
                    .ok_or_else(|| self.missing_error(name, right))
            }
            Some(_) => Err(self.missing_error(name, right)),
        }
    }

    fn target(&self, name: &str) -> Result<Target, ToolError> {
        let right = "an object's id or path, or {\"made\": n} for what edit n makes";
        self.maybe_target(name)?.ok_or_else(|| self.missing_error(name, right))
    }
}

/// Resolves an id or path of an object to an id, even if its scene is not loaded; Unity's error then names the scene.
fn object(argument: &str, text: &str) -> Result<String, ToolError> {
    if let Some(id) = project_lookup::one_of_file(argument, text)? {
        return Ok(id);
    }
    lookup::object(argument, text).map(|card| card.id).or_else(|error| {
        match (&error.kind, project_lookup::object(argument, text)) {
            (ErrorKind::NotFound, Ok(meant)) => Ok(meant.id),
            // With the names of their files.
            (ErrorKind::InvalidArgument, Err(several)) if several.kind == ErrorKind::InvalidArgument => Err(several),
            _ => Err(error),
        }
    })
}

/// Returns true if the text has the form of an object id. Unity itself then reports an object that is not loaded.
fn is_id(text: &str) -> bool {
    let digits = text.strip_prefix("obj:").unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
}
