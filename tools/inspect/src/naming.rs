//! What a caller's names stand for: objects, scenes, fields.

use serde_json::{Value, json};
use unity_tools::ToolError;
use unity_tools::unity::query::{self, Column, Node, Op, Per, Request, Scope, Test};
use unity_tools::unity::scenes::{self, Scene, SceneFilter};
use unity_tools::unity::types::PageRequest;
use unity_tools::unity::values::{Field, Page};

/// Candidates that an error names.
const SHOWN: u32 = 10;

/// A request without filter, for the fields that a caller does not set.
pub(crate) fn request(scope: Scope, page: Page) -> Request {
    Request {
        scope,
        filter: Vec::new(),
        per: Per::Object,
        select: Vec::new(),
        order: Vec::new(),
        page,
    }
}

/// The id of an object: `obj:…` as it is, a path of the loaded scenes where it is unique.
pub(crate) fn object(argument: &str, given: &str) -> Result<String, ToolError> {
    object_in(argument, given, &Scope::Loaded)
}

/// The same in the files of that scope.
pub(crate) fn object_in(argument: &str, given: &str, scope: &Scope) -> Result<String, ToolError> {
    if given.starts_with("obj:") {
        return Ok(given.to_owned());
    }
    let path = if given.starts_with('/') {
        given.to_owned()
    } else {
        format!("/{given}")
    };
    let found = named(scope, fact("path", Op::Equal, &Value::from(path.as_str())))?;
    match found.rows.as_slice() {
        [one] => Ok(one.object.clone()),
        [] => Err(no_object(argument, given, scope)?),
        several => {
            let ids: Vec<String> = several.iter().map(shown).collect();
            Err(ToolError::invalid_argument(format!(
                "{argument} is {given:?}, which {} objects are called",
                found.total
            ))
            .hint(format!("give an id: {}", ids.join(", ")))
            .details(json!({"argument": argument, "given": given, "nearest": ids})))
        }
    }
}

fn named(scope: &Scope, node: Node) -> Result<query::Answer, ToolError> {
    let page = Page {
        limit: SHOWN,
        cursor: None,
        max_bytes: 8 * 1024,
    };
    Ok(query::find(&Request {
        filter: vec![node],
        ..request(scope.clone(), page)
    })?)
}

fn shown(row: &query::Row) -> String {
    format!("{} ({}{})", row.object, row.file, row.path)
}

/// With objects whose names hold the last name of the path, else begin as it does.
#[cold]
fn no_object(argument: &str, given: &str, scope: &Scope) -> Result<ToolError, ToolError> {
    let last = given.trim_end_matches('/').rsplit('/').next().unwrap_or(given);
    let last = last.split('[').next().unwrap_or(last);
    let start: String = last.chars().take(last.chars().count().div_ceil(2)).collect();
    let mut nearest = Vec::new();
    for (op, text) in [(Op::Contains, last.to_owned()), (Op::Matches, format!("{start}*"))] {
        if nearest.is_empty() && !start.is_empty() {
            let found = named(scope, fact("name", op, &Value::from(text)))?;
            nearest = found.rows.iter().take(3).map(shown).collect();
        }
    }
    let (files, how) = match scope {
        Scope::Loaded => (
            "the loaded scenes",
            "; an id such as obj:12 works for objects that are not loaded too",
        ),
        _ => ("the files that are searched", ""),
    };
    let hint = match nearest.as_slice() {
        [] => format!("call find_objects with part of its name, or outline{how}"),
        near => format!("did you mean {}?", near.join(" or ")),
    };
    let message = format!("{argument} is {given:?}, which is no object of {files}");
    let details = json!({"argument": argument, "given": given, "nearest": nearest, "next": "find_objects"});
    Ok(ToolError::not_found(message).hint(hint).details(details))
}

/// The scene of that id, asset path or unique name.
pub(crate) fn scene(argument: &str, given: &str) -> Result<Scene, ToolError> {
    scenes::find(given).map_err(|mut error| {
        error.message = format!("{argument}: {}", error.message);
        error.into()
    })
}

/// Every scene of the project.
pub(crate) fn all_scenes() -> Result<Vec<Scene>, ToolError> {
    let mut all = Vec::new();
    let mut page = PageRequest {
        limit: 500,
        ..PageRequest::default()
    };
    loop {
        let (found, info) = scenes::list_scenes(&SceneFilter::default(), &page)?;
        all.extend(found);
        match info.next_offset.filter(|next| *next > page.offset) {
            Some(next) => page.offset = next,
            None => return Ok(all),
        }
    }
}

/// A test on a fact.
pub(crate) fn fact(name: &str, op: Op, value: &Value) -> Node {
    Node::Fact(Test {
        path: name.to_owned(),
        op,
        value: Some(value.to_string()),
    })
}

/// `Rigidbody.mass` as type and path; `None` for a name without a dot. Where a type ends is told by capitals, and the host takes
/// the longest type that there is.
pub(crate) fn field(text: &str) -> Option<Field> {
    let end = text.find('[').unwrap_or(text.len());
    let (head, indexed) = text.split_at(end);
    let parts: Vec<&str> = head.split('.').collect();
    if parts.len() < 2 {
        return None;
    }
    let is_type = |part: &&&str| part.chars().next().is_some_and(char::is_uppercase);
    let first = parts.iter().position(|part| is_type(&part)).unwrap_or(0);
    let types = parts.iter().skip(first).take_while(is_type).count();
    let split = (first + types).clamp(1, parts.len() - 1);
    let (component, path) = parts.split_at(split);
    Some(Field {
        component: component.join("."),
        path: path.join(".") + indexed,
    })
}

/// A column of the answer.
pub(crate) fn column(text: &str) -> Column {
    match field(text) {
        Some(field) => Column::Field(field),
        None => Column::Fact(text.replace('_', "-")),
    }
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn a_field_is_its_type_and_its_path() {
        for (text, component, path) in [
            ("Rigidbody.mass", "Rigidbody", "mass"),
            ("Light.color.r", "Light", "color.r"),
            ("Camera.m_Depth", "Camera", "m_Depth"),
            ("UnityEngine.UI.Image.color", "UnityEngine.UI.Image", "color"),
            ("MeshRenderer.materials[0].name", "MeshRenderer", "materials[0].name"),
            ("Game.Door.Speed", "Game.Door", "Speed"),
            ("acme.Door.lock.open", "acme.Door", "lock.open"),
            ("door.speed", "door", "speed"),
        ] {
            let found = field(text).expect(text);
            assert_eq!(
                (found.component.as_str(), found.path.as_str()),
                (component, path),
                "{text}"
            );
        }
        assert!(field("position").is_none() && field("layer[2].x").is_none());
    }
}
