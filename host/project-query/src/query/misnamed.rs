//! Names that Unity developers know but that no component or field has: members of the object itself, kinds of assets,
//! and world positions.
//!
//! The errors contain what to write instead. `unmatched_types` and `values/fields_by_name` handle spelling mistakes.

use super::facts::Fact;
use crate::query_view::QueryView;
use host_bridge::{BridgeError, BridgeErrorKind};
use serde_json::json;
use unity_project::asset_kind;

/// Members of a GameObject, each with the name of the fact that has the same value.
const OF_OBJECT: [(&str, &str); 10] = [
    ("name", "name"),
    ("m_Name", "name"),
    ("tag", "tag"),
    ("m_TagString", "tag"),
    ("layer", "layer"),
    ("m_Layer", "layer"),
    ("activeSelf", "active_self"),
    ("m_IsActive", "active_self"),
    ("activeInHierarchy", "active"),
    ("isStatic", "static"),
];

/// Members of a Transform that no file contains, each with advice on what to write instead.
const OF_TRANSFORM: [(&str, &str); 5] = [
    (
        "position",
        "the fact `position` is the place in the world; localPosition is the field",
    ),
    (
        "eulerAngles",
        "localEulerAngles is the rotation below the parent; no file holds that in the world",
    ),
    (
        "rotation",
        "localRotation (or localEulerAngles) is the rotation below the parent; no file holds that in the world",
    ),
    (
        "lossyScale",
        "localScale is the scale below the parent; no file holds that in the world",
    ),
    (
        "gameObject",
        "facts of the object have no type before them: name, tag, layer, active, …",
    ),
];

/// Returns the error for a type or field that exists in Unity but in no file; `None` for any other name.
pub(super) fn misnamed(
    view: QueryView<'_>,
    argument: &str,
    type_name: &str,
    path: Option<&str>,
) -> Option<BridgeError> {
    let short = type_name.rsplit('.').next().unwrap_or(type_name);
    let is_engine = |name: &str| type_name == name || type_name.strip_prefix("UnityEngine.") == Some(name);
    let member = path.map(|path| path.split(['.', '[']).next().unwrap_or(path));
    let given = path.map_or_else(|| type_name.to_owned(), |path| format!("{type_name}.{path}"));
    let error = |message: String, hint: String, nearest: &[&str]| {
        let data = json!({"argument": argument, "given": given, "nearest": nearest});
        Some(
            BridgeError::new(BridgeErrorKind::NotFound, message)
                .with_hint(hint)
                .with_data(&data),
        )
    };
    if let Some(path) =
        path.filter(|_| Fact::find_known(type_name).is_some() && !view.library.types().is_known(type_name))
    {
        let fact = type_name.replace('-', "_");
        let message = format!("{argument}: {fact} is a fact of the object, no component type, and has no part {path}");
        let hint = match fact.as_str() {
            "position" => "compare all three numbers of position, or Transform.localPosition.x, .y or .z, which is the place below the parent".to_owned(),
            "parent" => "parent is compared with a path, an id or a name; under finds all objects below one".to_owned(),
            _ => format!("compare {fact} itself"),
        };
        return error(message, hint, &[fact.as_str()]);
    }
    if is_engine("GameObject") {
        let fact = OF_OBJECT
            .iter()
            .find(|(name, _)| Some(*name) == member)
            .map(|(_, fact)| *fact);
        let message = format!("{argument}: {given}: a GameObject is the object itself, not one of its components");
        return match fact {
            Some(fact) => error(message, format!("write the fact {fact} without a type before it"), &[fact]),
            None => error(
                message,
                "leave the type out for all objects; facts such as name, tag, layer, active, static, parent have no type before them"
                    .to_owned(),
                &[],
            ),
        };
    }
    if (is_engine("Transform") || is_engine("RectTransform"))
        && let Some((name, hint)) = OF_TRANSFORM.iter().find(|(name, _)| Some(*name) == member)
    {
        let message = format!("{argument}: a {short} has no field {name}");
        let nearest: &[&str] = if *name == "position" { &["position"] } else { &[] };
        return error(message, (*hint).to_owned(), nearest);
    }
    if is_engine("ScriptableObject") || view.is_scriptable(type_name) {
        let message = format!("{argument}: {type_name} is a ScriptableObject: its objects are assets, no components");
        return error(
            message,
            format!("call list_assets with kind {type_name:?}, and asset_info for the values of one"),
            &["list_assets"],
        );
    }
    let is_asset = asset_kind::kinds().any(|kind| kind == short) && !view.library.types().is_known(type_name);
    if is_asset {
        let message = format!("{argument}: {type_name} is a kind of asset, no component type");
        return error(
            message,
            format!("call list_assets with kind {short:?}"),
            &["list_assets"],
        );
    }
    None
}

impl QueryView<'_> {
    /// Returns true if the name is a class of the project that derives from ScriptableObject.
    fn is_scriptable(self, name: &str) -> bool {
        let types = self.library.types();
        let short = name.rsplit('.').next().unwrap_or(name);
        let mut full = types.full_names_of(short).into_iter();
        let full = full.find(|full| full == name || short == name);
        let class = full.and_then(|full| types.script_named(&full));
        class.is_some_and(|(_, class)| class.root.rsplit('.').next() == Some("ScriptableObject"))
    }
}
