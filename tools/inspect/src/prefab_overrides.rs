//! The tool `prefab_overrides`, which shows the differences between an instance and its prefab, or between two objects.

use crate::answer::{Row, page, value};
use crate::naming;
use unity_tools::prelude::*;
use unity_tools::unity::prefabs::{self, Comparison, Difference, OverrideRow, Request};

/// One page of differences, which the tool `prefab_overrides` returns.
#[output]
pub(crate) struct Answer {
    total: u32,
    complete: bool,
    /// Asset paths of the prefabs, the innermost last.
    sources: Vec<String>,
    rows: Vec<Row>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    /// Number of overrides without effect, because their target is gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    unused: Option<u32>,
}

/// Returns the name of a kind of difference between an instance and its prefab; `None` for a different value.
fn kind(difference: Difference) -> Option<String> {
    let name = match difference {
        Difference::Value => return None,
        Difference::AddedObject => "added_object",
        Difference::RemovedObject => "removed_object",
        Difference::AddedComponent => "added_component",
        Difference::RemovedComponent => "removed_component",
        Difference::MovedObject => "moved_object",
        Difference::Other(other) => return Some(other),
    };
    Some(name.to_owned())
}

/// The key under which a row contains the prefab's value of an overridden field.
const SOURCE: &str = "source_value";

/// Converts a difference to a row of the answer. `other_value` is the key for the prefab's or second object's value.
fn row(difference: OverrideRow, other_value: &str) -> Row {
    let mut row = Row::new();
    let mut put = |name: &str, value| row.insert(name.to_owned(), value);
    if let Some(kind) = kind(difference.difference) {
        put("difference", kind.into());
    }
    put("object", difference.object.into());
    put("path", difference.path.into());
    if let Some((position, type_name)) = difference.component {
        put("component", position.into());
        put("type", type_name.into());
    }
    let texts = [("part", difference.part), ("field", difference.field)];
    for (name, text) in texts {
        if let Some(text) = text {
            put(name, text.into());
        }
    }
    // An override with the prefab's value: it has no effect until the prefab changes.
    if other_value == SOURCE && difference.value.is_some() && difference.value == difference.source_value {
        put("same_as_source", true.into());
    }
    for (name, json) in [("value", difference.value), (other_value, difference.source_value)] {
        if let Some(json) = json {
            put(name, value(&json));
        }
    }
    row
}

/// Compare an instance with its prefab: overridden fields with both values, what is added and removed; or compare two
/// objects.
#[tool(
    category = "object",
    needs = Scene,
    example = r#"{"objects": ["/Crates/Open Crate"]}"#,
    example = r#"{"objects": ["/Crates/Open Crate", "/Crates/Heavy Crate"]}"#,
    called("object" = "objects", "first" = "objects", "second" = "objects")
)]
pub(crate) fn prefab_overrides(
    /// An instance, or two objects to compare; e.g. `["obj:12"]`.
    #[schemars(length(min = 1, max = 2))]
    objects: Vec<String>,
    #[default] limit: Limit<50>,
    /// `next` of a page.
    cursor: Option<String>,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))] max_bytes: Option<u32>,
) -> Result<Reply<Answer>> {
    let (objects, notes) = naming::objects("objects", &objects)?;
    let page = page(limit.get(), cursor, max_bytes);
    let (found, other_value) = match objects.as_slice() {
        [one] => {
            let object = one.clone();
            (prefabs::overrides(&Request { object, page })?, SOURCE)
        }
        [first, second] => {
            let (first, second) = (first.clone(), second.clone());
            (prefabs::compare(&Comparison { first, second, page })?, "other_value")
        }
        // The schema limits the length.
        _ => return Err(ToolError::invalid_argument("objects must be one or two")),
    };
    Ok(Reply::new(Answer {
        total: found.total,
        complete: found.complete && found.next.is_none(),
        sources: found.sources,
        rows: found
            .rows
            .into_iter()
            .map(|difference| row(difference, other_value))
            .collect(),
        next: found.next,
        unused: (found.unused > 0).then_some(found.unused),
    })
    .note_each(notes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn row_omits_members_that_do_not_apply() {
        let difference = OverrideRow {
            difference: Difference::Value,
            object: "obj:3".to_owned(),
            path: "/Car/Lamp".to_owned(),
            component: Some((1, "UnityEngine.Light".to_owned())),
            field: Some("m_Flare".to_owned()),
            value: Some("null".to_owned()),
            source_value: Some("0.5".to_owned()),
            part: None,
        };
        let shown = Value::Object(row(difference.clone(), "source_value"));
        let right = json!({
            "object": "obj:3", "path": "/Car/Lamp", "component": 1, "type": "UnityEngine.Light", "field": "m_Flare",
            "value": null, "source_value": 0.5,
        });
        assert_eq!(shown, right);
        let same = OverrideRow {
            value: Some("0.5".to_owned()),
            ..difference.clone()
        };
        assert_eq!(row(same.clone(), SOURCE)["same_as_source"], json!(true));
        assert!(row(same, "other_value").get("same_as_source").is_none());
        let added = OverrideRow {
            difference: Difference::AddedObject,
            component: None,
            field: None,
            value: None,
            source_value: None,
            ..difference
        };
        let shown = Value::Object(row(added, "source_value"));
        assert_eq!(
            shown,
            json!({"difference": "added_object", "object": "obj:3", "path": "/Car/Lamp"})
        );
    }
}
