//! The tool `find_objects`, which finds objects by facts about them and by values of their components.

mod plan;

use crate::answer::{Answer, NotSearched, Row, deserialize_present, value};
use serde_json::Value;
use unity_tools::prelude::*;
use unity_tools::unity::query;
use unity_tools::unity::scenes::{self, SceneFilter};

// These types have no doc comments, because the arguments are described enough, and a list has 24 KiB for all its
// tools.
#[input]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Scope {
    #[default]
    Loaded,
    Project,
    Scenes,
    Prefabs,
    Files,
}

impl Scope {
    /// Returns the name of this scope, as the argument `scope` spells it.
    fn word(self) -> &'static str {
        match self {
            Self::Loaded => "loaded",
            Self::Project => "project",
            Self::Scenes => "scenes",
            Self::Prefabs => "prefabs",
            Self::Files => "files",
        }
    }
}

#[input]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    #[serde(rename = "=")]
    Equal,
    #[serde(rename = "!=")]
    Unequal,
    #[serde(rename = ">")]
    Greater,
    #[serde(rename = ">=")]
    AtLeast,
    #[serde(rename = "<")]
    Less,
    #[serde(rename = "<=")]
    AtMost,
    #[serde(rename = "contains")]
    Contains,
    #[serde(rename = "matches")]
    Matches,
    #[serde(rename = "exists")]
    Exists,
    #[serde(rename = "broken")]
    Broken,
    #[serde(rename = "unset")]
    Unset,
    // An old name of `broken`; the answer contains a note about it.
    #[serde(rename = "missing")]
    Missing,
}

#[input]
#[derive(Clone, Debug)]
pub(crate) struct Where {
    /// `Type.path`, or a name like `tag`; `[*]`: any item; e.g. `Rigidbody.mass`.
    field: String,
    /// `broken`: its target is gone; `unset`: null; `matches`: glob with `*` and `?`.
    op: Op,
    /// Absent for `exists`, `broken`, `unset`; e.g. `10`.
    #[serde(default, deserialize_with = "deserialize_present")]
    #[schemars(extend(
        "maxLength" = 65536,
        "anyOf" = [
            { "type": "string" }, { "type": "number" }, { "type": "boolean" }, { "type": "null" }, { "type": "object" },
            { "type": "array", "items": { "anyOf": [{ "type": "string" }, { "type": "number" }, { "type": "object" }] } },
        ]
    ))]
    value: Option<Value>,
}

#[input]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Per {
    #[default]
    Object,
    Component,
}

/// The arguments of the tool `find_objects`.
#[input]
#[derive(Debug, Default)]
pub(crate) struct Args {
    /// `loaded` by default; `project`: all scenes and prefabs.
    scope: Option<Scope>,
    /// Asset paths or names of scenes; e.g. `["Assets/Main.unity"]`.
    files: Option<Vec<String>>,
    /// Component type, also a base type or interface; e.g. `Collider`.
    #[serde(rename = "type")]
    of_type: Option<String>,
    /// A glob; e.g. `Enemy*`.
    name: Option<String>,
    /// Glob for the hierarchy path; `*` matches `/`; e.g. `/World/*/Door`.
    path: Option<String>,
    /// e.g. `Player`.
    tag: Option<String>,
    /// Name or number; e.g. `UI`.
    #[schemars(extend("anyOf" = [{ "type": "string" }, { "type": "integer" }]))]
    layer: Option<Value>,
    /// Active in the hierarchy.
    active: Option<bool>,
    /// Below this id or unique path; e.g. `obj:12`.
    under: Option<String>,
    /// All must hold, those of one type on ONE component; e.g. `[{"field": "Rigidbody.mass", "op": ">", "value": 10}]`.
    #[serde(rename = "where")]
    all: Option<Vec<Where>>,
    /// Lists like `where`; one of them must hold.
    #[schemars(extend("items" = { "type": "array", "items": { "type": "object" } }))]
    any: Option<Vec<Vec<Where>>>,
    /// Fields, or `position`, `active`, `layer`, `tag`, `parent`, `components`, `prefab`; e.g. `["Camera.fieldOfView"]`. Several
    /// components of a type give an array.
    select: Option<Vec<String>>,
    per: Option<Per>,
    /// Sort keys, `-` descending; e.g. `["-Rigidbody.mass"]`.
    order: Option<Vec<String>>,
    #[serde(default)]
    limit: Limit<50>,
    /// `next` of a page.
    cursor: Option<String>,
    #[schemars(range(min = 1024, max = 16_777_216), extend("default" = 16384))]
    max_bytes: Option<u32>,
}

/// Find objects by name, type, tag, layer, place and component values, in loaded scenes or the whole project, and show
/// the fields in select. For all values of an object call get_components; for a tree outline.
#[tool(
    category = "object",
    needs = Scene,
    example = r#"{"where": [{"field": "Rigidbody.mass", "op": ">", "value": 10}], "select": ["Rigidbody.mass"]}"#,
    example = r#"{"scope": "project", "type": "Camera", "select": ["Camera.fieldOfView", "position"]}"#,
    called(
        "filter" = "where",
        "filter.path" = "where",
        "filter.tests" = "where",
        "filter.value" = "where",
        "filter.type-name" = "type",
        "scene" = "files",
        "per.component" = "type"
    )
)]
pub(crate) fn find_objects(#[arguments] args: Args) -> Result<Reply<Answer>> {
    let select = args.select.clone().unwrap_or_default();
    let is_default = args.scope.is_none();
    let (request, notes) = plan::request(args)?;
    let found = query::find(&request)?;
    let of_scenes = match &request.scope {
        query::Scope::Loaded if is_default => not_loaded()?,
        _ => None,
    };
    let rows = found.rows.into_iter().map(|row| {
        let mut shown = Row::new();
        shown.insert("id".to_owned(), row.object.into());
        shown.insert("file".to_owned(), row.file.into());
        shown.insert("path".to_owned(), row.path.into());
        if let Some(component) = row.component {
            shown.insert("component".to_owned(), component.into());
        }
        for (name, cell) in select.iter().zip(row.cells) {
            if let Some(json) = cell {
                shown.insert(name.clone(), value(&json));
            }
        }
        shown
    });
    let answer = Answer {
        total: found.complete.then_some(found.total),
        total_so_far: (!found.complete).then_some(found.total),
        complete: found.complete && found.next.is_none() && found.not_searched_total == 0 && of_scenes.is_none(),
        scope: of_scenes,
        rows: rows.collect(),
        next: found.next,
        not_searched: NotSearched::group(found.not_searched_total, found.not_searched),
        notes: Vec::new(),
    };
    Ok(Reply::from(answer).note_each(notes))
}

/// Returns a note about scenes that the default scope does not contain; `None` if all scenes are loaded.
fn not_loaded() -> Result<Option<String>> {
    let count = |loaded_only: bool| -> Result<u32> {
        let filter = SceneFilter {
            loaded_only,
            ..SceneFilter::default()
        };
        let page = Limit::<1>::default().page(0);
        Ok(scenes::list_scenes(&filter, &page)?.1.total)
    };
    let (loaded, all) = (count(true)?, count(false)?);
    Ok((loaded < all)
        .then(|| format!("searched {loaded} of {all} scenes, the loaded ones; scope \"project\" searches all")))
}
