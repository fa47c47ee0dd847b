//! Converts changes from the JSON form that an agent sends to the form of the WIT interface.

use serde::Deserialize;
use serde_json::Value;
use unity_tools::authoring::asset_plan::{AssetChange, AssetSet, NewAsset, NewPrefab, OverrideChoice, Part, Transfer};
use unity_tools::lookup;
use unity_tools::unity::edits::Component;
use unity_tools::{Result, ToolError};

/// The names of all kinds of changes, each with the names of its members, for error messages.
const FORMS: [(&str, &str); 10] = [
    ("create_folder", "path"),
    ("create", "path, type, shader?"),
    ("create_prefab", "path, object, connect?"),
    ("copy", "from, to"),
    ("move", "from, to"),
    ("delete", "path"),
    ("set", "asset, field, value, part?"),
    ("apply_overrides", "object, component?, field?"),
    ("revert_overrides", "object, component?, field?"),
    ("unpack", "object, completely?"),
];

/// One change, as agents send it.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Change {
    CreateFolder(OnePath),
    Create(Create),
    CreatePrefab(CreatePrefab),
    Copy(FromTo),
    Move(FromTo),
    Delete(OnePath),
    Set(Set),
    ApplyOverrides(Overrides),
    RevertOverrides(Overrides),
    Unpack(Unpack),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnePath {
    path: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Create {
    path: String,
    r#type: String,
    shader: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CreatePrefab {
    path: String,
    object: String,
    connect: Option<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FromTo {
    from: String,
    to: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Set {
    asset: String,
    field: String,
    value: Value,
    part: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Overrides {
    object: String,
    component: Option<TypeOrIndex>,
    field: Option<String>,
}

/// The type name of a component, or its position on the object.
#[derive(Deserialize)]
#[serde(untagged)]
enum TypeOrIndex {
    Index(u32),
    Type(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unpack {
    object: String,
    completely: Option<bool>,
}

/// Converts the changes of a batch.
///
/// # Errors
/// `InvalidArgument` with the position of the change, its value and the right form; `NotFound` for an object.
pub(crate) fn changes_from(changes: &[Value]) -> Result<Vec<AssetChange>> {
    let numbered = changes.iter().enumerate();
    numbered.map(|(at, change)| change_from(at, change)).collect()
}

fn change_from(at: usize, given: &Value) -> Result<AssetChange> {
    let change: Change = Change::deserialize(given).map_err(|error| wrong_form(at, given, &error.to_string()))?;
    let object = |id: &str| Ok::<_, ToolError>(lookup::object(&format!("changes[{at}].object"), id)?.id);
    let choice = |given: Overrides| {
        if given.field.is_some() && given.component.is_none() {
            let field = format!("changes[{at}].component");
            return Err(ToolError::missing(&field, "the component that has the field"));
        }
        Ok(OverrideChoice {
            object: object(&given.object)?,
            component: given.component.map(|component| match component {
                TypeOrIndex::Index(index) => Component::ByIndex(index),
                TypeOrIndex::Type(name) => Component::ByType(name),
            }),
            field: given.field,
        })
    };
    let transfer = |given: FromTo| Transfer {
        path: given.from,
        to: given.to,
    };
    Ok(match change {
        Change::CreateFolder(given) => AssetChange::CreateFolder(given.path),
        Change::Create(given) => AssetChange::CreateAsset(NewAsset {
            path: given.path,
            type_name: given.r#type,
            shader: given.shader,
        }),
        Change::CreatePrefab(given) => AssetChange::CreatePrefab(NewPrefab {
            path: given.path,
            object: object(&given.object)?,
            connect: given.connect.unwrap_or(true),
        }),
        Change::Copy(given) => AssetChange::Copy(transfer(given)),
        Change::Move(given) => AssetChange::Move(transfer(given)),
        Change::Delete(given) => AssetChange::Delete(given.path),
        Change::Set(given) => AssetChange::Set(AssetSet {
            asset: given.asset,
            part: part_from(given.part.as_deref()),
            field: given.field,
            value: given.value.to_string(),
        }),
        Change::ApplyOverrides(given) => AssetChange::ApplyOverrides(choice(given)?),
        Change::RevertOverrides(given) => AssetChange::RevertOverrides(choice(given)?),
        Change::Unpack(given) => AssetChange::Unpack((object(&given.object)?, given.completely.unwrap_or(false))),
    })
}

fn part_from(part: Option<&str>) -> Part {
    match part {
        None | Some("main") => Part::Main,
        Some("importer") => Part::Importer,
        Some(id) => Part::Sub(id.to_owned()),
    }
}

/// Returns the error for a change that has no known form: what is wrong, and the forms that would be right.
fn wrong_form(at: usize, given: &Value, why: &str) -> ToolError {
    let kind = given.as_object().and_then(|map| map.keys().next());
    let known = FORMS.iter().find(|(name, _)| kind.is_some_and(|kind| kind == name));
    let form = |(name, members): &(&str, &str)| format!("{{\"{name}\": {{{members}}}}}");
    let right = match known {
        Some(known) => form(known),
        None => FORMS.iter().map(form).collect::<Vec<_>>().join(" or "),
    };
    ToolError::violation(&format!("changes[{at}]"), &right, given).hint(why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn reads_every_change_that_names_no_object() {
        let given = [
            json!({"create_folder": {"path": "Assets/A"}}),
            json!({"create": {"path": "Assets/A/M.mat", "type": "Material"}}),
            json!({"copy": {"from": "Assets/A/M.mat", "to": "Assets/N.mat"}}),
            json!({"move": {"from": "Assets/N.mat", "to": "Assets/O.mat"}}),
            json!({"delete": {"path": "Assets/O.mat"}}),
            json!({"set": {"asset": "Assets/A/M.mat", "field": "_Color", "value": [1, 0, 0, 1]}}),
            json!({"set": {"asset": "Assets/A.png", "field": "m_MipMapMode", "value": 1, "part": "importer"}}),
            json!({"set": {"asset": "Assets/A.asset", "field": "m_Name", "value": "B", "part": "-42"}}),
        ];
        let read = format!("{:?}", changes_from(&given).expect("they are right"));
        for part in [
            "CreateFolder(\"Assets/A\")",
            "shader: None",
            "to: \"Assets/N.mat\"",
            "Delete(\"Assets/O.mat\")",
        ] {
            assert!(read.contains(part), "{part} is not in {read}");
        }
        for part in [
            "part: Part::Main",
            "part: Part::Importer",
            "part: Part::Sub(\"-42\")",
            "value: \"[1,0,0,1]\"",
        ] {
            assert!(read.contains(part), "{part} is not in {read}");
        }
    }

    #[test]
    fn names_the_change_and_its_right_form() {
        for (given, part) in [
            (json!({"delete": {}}), "{\"delete\": {path}}"),
            (
                json!({"move": {"from": "Assets/A", "too": "Assets/B"}}),
                "{\"move\": {from, to}}",
            ),
            (
                json!({"rename": {"from": "Assets/A"}}),
                "{\"create_folder\": {path}} or ",
            ),
            (json!("delete"), "{\"unpack\": {object, completely?}}"),
        ] {
            let error = changes_from(&[json!({"delete": {"path": "Assets/A"}}), given]).expect_err(part);
            assert!(error.message.contains("changes[1]"), "{error:?}");
            assert!(error.message.contains(part), "{error:?}");
        }
    }
}
