//! The tool `get_components`, which returns values of components.

use crate::answer::{Answer, Row, page, value};
use crate::naming::{self, field};
use serde_json::{Map, Value};
use unity_tools::prelude::*;
use unity_tools::unity::query;
use unity_tools::unity::values::{self, ComponentValues, Page, Request};

/// Minimum bytes of a page that the tool requests from the host, even if the answer has less space.
const LEAST: u32 = 1024;

/// Maximum number of items of an array value in the answer. Further items are omitted.
const ITEMS: u32 = 20;

/// A field that the caller requested, such as `mass` or `Rigidbody.mass`.
struct Asked {
    text: String,
    /// The type before the field in a request such as `Rigidbody.mass`; `None` if the request has no type.
    component: Option<String>,
    path: String,
}

/// Parses the requested fields. Adds to `types` the types whose components can have a requested field.
fn parse_fields(fields: &[String], types: &mut Vec<String>) -> Vec<Asked> {
    let is_type = |name: &str| name.chars().next().is_some_and(char::is_uppercase);
    let each = fields.iter().map(|text| {
        let (component, path) = match field(text).filter(|field| is_type(&field.component)) {
            Some(field) => (Some(field.component), field.path),
            None => (None, text.clone()),
        };
        Asked {
            text: text.clone(),
            component,
            path,
        }
    });
    let asked: Vec<Asked> = each.collect();
    let is_of_any = types.is_empty() && asked.iter().any(|field| field.component.is_none());
    for component in asked.iter().filter_map(|field| field.component.as_ref()) {
        if !types.contains(component) {
            types.push(component.clone());
        }
    }
    // A field without a type can be in each component, whatever types the others name.
    if is_of_any && !types.is_empty() {
        types.push("Component".to_owned());
    }
    asked
}

/// Returns the name under which the answer shows the field at `path`: the name from the request, or `path` if the
/// request names another type.
fn shown_as(asked: &[Asked], type_name: &str, path: &str) -> String {
    let same: Vec<&Asked> = asked.iter().filter(|field| field.path == path).collect();
    let is_type = |name: &str| type_name == name || type_name.rsplit('.').next() == Some(name);
    let of_type = same
        .iter()
        .find(|field| field.component.as_deref().is_some_and(is_type));
    let is_of_any = asked.iter().any(|field| field.component.is_none());
    let found = of_type.or(match same.as_slice() {
        // A base type of the component's type.
        [only] if !is_of_any => Some(only),
        _ => None,
    });
    found.map_or_else(|| path.to_owned(), |field| field.text.clone())
}

fn row(component: ComponentValues, asked: &[Asked], places: &[query::Row]) -> Row {
    let mut shown = Map::new();
    for (path, json) in component.fields {
        shown.insert(shown_as(asked, &component.type_name, &path), value(&json));
    }
    let mut row = Row::new();
    let place = places.iter().find(|place| place.object == component.object);
    row.insert("id".to_owned(), component.object.into());
    if let Some(place) = place {
        row.insert("file".to_owned(), place.file.clone().into());
        row.insert("path".to_owned(), place.path.clone().into());
        // Only disabled components are marked.
        if place.cells.first().and_then(Option::as_deref) == Some("false") {
            row.insert("active".to_owned(), false.into());
        }
    }
    row.insert("type".to_owned(), component.type_name.into());
    row.insert("component".to_owned(), component.index.into());
    if let Some(enabled) = component.enabled {
        row.insert("enabled".to_owned(), enabled.into());
    }
    row.insert("values".to_owned(), Value::Object(shown));
    if !component.cut.is_empty() {
        row.insert("cut".to_owned(), component.cut.into());
    }
    row
}

/// Converts components from the host to rows of the answer. The first row of each object contains its file and path.
fn to_rows(components: &[ComponentValues], asked: &[Asked]) -> Result<Vec<Row>> {
    let mut ids: Vec<&str> = components.iter().map(|component| component.object.as_str()).collect();
    ids.dedup();
    let places = match ids.is_empty() {
        true => Vec::new(),
        false => naming::places(&ids)?,
    };
    let mut last = "";
    let rows = components.iter().map(|component| {
        let is_first = last != component.object;
        last = &component.object;
        row(component.clone(), asked, if is_first { &places } else { &[] })
    });
    Ok(rows.collect())
}

fn bytes(row: &Row) -> u32 {
    let text = serde_json::to_string(row).map_or(0, |text| text.len() + 1);
    u32::try_from(text).unwrap_or(u32::MAX)
}

/// Read component values of known objects under C# names, overrides and defaults applied; loaded or not. For one field
/// of many objects call find_objects with select.
#[tool(
    category = "object",
    needs = Scene,
    example = r#"{"objects": ["obj:12"], "types": ["Rigidbody"]}"#,
    example = r#"{"objects": ["/Player"], "fields": ["mass", "Transform.localPosition"]}"#,
    called("paths" = "fields")
)]
pub(crate) fn get_components(
    /// Ids or unique paths; e.g. `["obj:12", "/Player"]`.
    #[schemars(length(min = 1, max = 50))]
    objects: Vec<String>,
    /// Only these types and their subtypes; e.g. `["Collider"]`.
    types: Option<Vec<String>>,
    /// Only these, by serialized or C# name; e.g. `["mass", "Light.color.r", "slots[2].item"]`.
    fields: Option<Vec<String>>,
    #[default] limit: Limit<50>,
    /// `next` of a page.
    cursor: Option<String>,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))] max_bytes: Option<u32>,
) -> Result<Reply<Answer>> {
    let (objects, notes) = naming::objects("objects", &objects)?;
    let mut types = types.unwrap_or_default();
    let asked = parse_fields(&fields.unwrap_or_default(), &mut types);
    let most = page(limit.get(), None, max_bytes).max_bytes;
    let mut room = most;
    let (answer, rows) = loop {
        let answer = values::read(&Request {
            objects: objects.clone(),
            types: types.clone(),
            paths: asked.iter().map(|field| field.path.clone()).collect(),
            items: ITEMS,
            page: Page {
                limit: limit.get(),
                cursor: cursor.clone(),
                max_bytes: room,
            },
        })?;
        let rows = to_rows(&answer.rows, &asked)?;
        // The host does not return positions.
        let bytes = rows.iter().map(bytes).fold(0, u32::saturating_add);
        if bytes <= most || room <= LEAST || rows.len() < 2 {
            break (answer, rows);
        }
        let share = u64::from(room) * u64::from(most) / u64::from(bytes);
        room = u32::try_from(share * 9 / 10).unwrap_or(room / 2).max(LEAST);
    };
    let answer = Answer {
        total: Some(answer.total),
        complete: answer.next.is_none(),
        rows,
        next: answer.next,
        ..Answer::default()
    };
    Ok(Reply::from(answer).note_each(notes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn returns_fields_under_the_requested_names() {
        let mut types = Vec::new();
        let fields = ["Light.color.r", "m_Mass", "slots[2].item"].map(str::to_owned);
        let asked = parse_fields(&fields, &mut types);
        assert_eq!(types, ["Light", "Component"]);
        let component = ComponentValues {
            object: "obj:3".to_owned(),
            index: 1,
            type_name: "UnityEngine.Light".to_owned(),
            enabled: Some(true),
            fields: vec![
                ("color.r".to_owned(), "0.5".to_owned()),
                ("m_Mass".to_owned(), "2".to_owned()),
            ],
            cut: Vec::new(),
        };
        let places = [query::Row {
            object: "obj:3".to_owned(),
            file: "Assets/A.unity".to_owned(),
            path: "/Lamp[2]".to_owned(),
            component: None,
            cells: vec![Some("false".to_owned())],
        }];
        let row = row(component, &asked, &places);
        assert_eq!(
            (&row["file"], &row["path"]),
            (&json!("Assets/A.unity"), &json!("/Lamp[2]"))
        );
        assert_eq!(row["active"], json!(false));
        assert_eq!(row["values"], json!({"Light.color.r": 0.5, "m_Mass": 2}));
        assert!(!row.contains_key("cut"));
    }

    #[test]
    fn queries_untyped_fields_on_all_components_and_keeps_type_names() {
        let asked_of = |fields: &[&str], types: &[&str]| {
            let fields: Vec<String> = fields.iter().map(|&field| field.to_owned()).collect();
            let mut types: Vec<String> = types.iter().map(|&name| name.to_owned()).collect();
            let asked = parse_fields(&fields, &mut types);
            (asked, types)
        };
        assert_eq!(asked_of(&["mass"], &[]).1, [""; 0]);
        assert_eq!(
            asked_of(&["mass", "Transform.localScale"], &[]).1,
            ["Transform", "Component"]
        );
        assert_eq!(
            asked_of(&["mass", "Transform.localScale"], &["Rigidbody"]).1,
            ["Rigidbody", "Transform"]
        );
        let (two, types) = asked_of(&["Light.color", "SpriteRenderer.color"], &[]);
        assert_eq!(types, ["Light", "SpriteRenderer"]);
        assert_eq!(
            shown_as(&two, "UnityEngine.SpriteRenderer", "color"),
            "SpriteRenderer.color"
        );
        assert_eq!(shown_as(&two, "UnityEngine.Light", "color"), "Light.color");
        assert_eq!(shown_as(&two, "Game.Lamp", "color"), "color");
        let (one, _) = asked_of(&["Collider.center"], &[]);
        assert_eq!(shown_as(&one, "UnityEngine.BoxCollider", "center"), "Collider.center");
        let (both, _) = asked_of(&["Transform.center", "mass"], &[]);
        assert_eq!(shown_as(&both, "UnityEngine.BoxCollider", "center"), "center");
    }
}
