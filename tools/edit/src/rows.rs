//! Changes as rows of an answer.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use unity_tools::unity::edits::Change;

/// One change in one place.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Row {
    // Position of the edit in its batch, from 0.
    edit: u32,
    // Its id, also where it will only be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    object: Option<String>,
    // Asset path of its scene.
    #[serde(skip_serializing_if = "String::is_empty")]
    file: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    path: String,
    // Full type name, where it is about a component.
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<String>,
    // Position of the component on the object.
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u32>,
    // None where the object or the component itself comes or goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    // None where there was nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    old: Option<Value>,
    // None where nothing is left.
    #[serde(skip_serializing_if = "Option::is_none")]
    new: Option<Value>,
    // The keys of the operator's policy that would refuse it now, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    denied: Option<String>,
    // Why nothing tells whether the new value fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    unchecked: Option<String>,
}

/// The rows; a field that was asked for is told under the name asked for.
pub(crate) fn rows(changes: Vec<Change>, asked: &[Option<String>]) -> Vec<Row> {
    changes.into_iter().map(|change| row(change, asked)).collect()
}

fn row(change: Change, asked: &[Option<String>]) -> Row {
    let asked = asked.get(change.edit as usize).cloned().flatten();
    let (index, component) = change.component.unzip();
    let value = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
    Row {
        edit: change.edit,
        object: change.object,
        file: change.file,
        path: change.path,
        component,
        index,
        field: change.field.map(|field| told(field, asked)),
        old: value(change.old),
        new: value(change.new),
        denied: change.denied,
        unchecked: change.unchecked,
    }
}

/// The caller's name of the field. A folder has no angles of its own: what they set is told as what it is.
fn told(field: String, asked: Option<String>) -> String {
    match asked {
        // It follows from the rotation that was set.
        Some(_) if field == "m_LocalEulerAnglesHint" => field,
        Some(asked) if field.ends_with("Rotation") => asked.replace("localEulerAngles", "localRotation"),
        Some(asked) => asked,
        None => field,
    }
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn a_field_has_the_callers_name_unless_another_one_was_set() {
        for (field, asked, name) in [
            ("m_Intensity", Some("Light.intensity"), "Light.intensity"),
            (
                "m_LocalRotation",
                Some("Transform.localEulerAngles"),
                "Transform.localRotation",
            ),
            (
                "m_LocalEulerAnglesHint",
                Some("Transform.localEulerAngles"),
                "m_LocalEulerAnglesHint",
            ),
            (
                "localEulerAngles",
                Some("Transform.localEulerAngles"),
                "Transform.localEulerAngles",
            ),
            ("m_IsActive", None, "m_IsActive"),
        ] {
            assert_eq!(told(field.to_owned(), asked.map(str::to_owned)), name);
        }
    }
}
