//! Resolves the names of objects, scenes and fields in a caller's arguments.

use serde_json::Value;
use unity_tools::ToolError;
pub(crate) use unity_tools::lookup::field;
pub(crate) use unity_tools::lookup::project_lookup::{fact, object, object_in, request};
use unity_tools::paging::Limit;
use unity_tools::unity::query::{self, Column, Node, Op, Request, Scope};
use unity_tools::unity::scenes::{self, Scene, SceneFilter};
use unity_tools::unity::values::Page;

/// Maximum number of objects for which one request to the host asks for the paths. Other objects have no path.
const LOOKED_AT: u32 = 200;

/// Resolves a list of objects to their ids, and returns notes for the answer.
pub(crate) fn objects(argument: &str, given: &[String]) -> Result<(Vec<String>, Vec<String>), ToolError> {
    let (mut ids, mut notes) = (Vec::new(), Vec::new());
    for given in given {
        let meant = object(argument, given)?;
        ids.push(meant.id);
        notes.extend(meant.note);
    }
    Ok((ids, notes))
}

/// Returns a row from the host for each object, with its file and path. The only cell of a row tells whether the object
/// is active in the hierarchy. Objects that no longer exist are omitted.
pub(crate) fn places(ids: &[&str]) -> Result<Vec<query::Row>, ToolError> {
    let mut filter: Vec<Node> = ids.iter().map(|id| fact("id", Op::Equal, &Value::from(*id))).collect();
    filter.push(Node::Any((0..).zip(ids).map(|(at, _)| at).collect()));
    let page = Page {
        limit: LOOKED_AT,
        cursor: None,
        max_bytes: 32 * 1024,
    };
    Ok(query::find(&Request {
        filter,
        select: vec![Column::Fact("active".to_owned())],
        ..request(Scope::Project, page)
    })?
    .rows)
}

/// Returns the scene with this id, asset path or unique name.
pub(crate) fn scene(argument: &str, given: &str) -> Result<Scene, ToolError> {
    scenes::find(given).map_err(|mut error| {
        error.message = format!("{argument}: {}", error.message);
        error.into()
    })
}

/// Returns all known scenes of the project. The `bool` is false if an unreadable folder may contain more scenes.
pub(crate) fn all_scenes() -> Result<(Vec<Scene>, bool), ToolError> {
    let mut all = Vec::new();
    let mut page = Limit::<500>::default().page(0);
    loop {
        let (found, info) = scenes::list_scenes(&SceneFilter::default(), &page)?;
        all.extend(found);
        match info.next_offset.filter(|next| *next > page.offset) {
            Some(next) => page.offset = next,
            None => return Ok((all, info.scanned.is_none_or(|(known, all)| known >= all))),
        }
    }
}

/// Converts the name of a requested column, such as `tag` or `Camera.fieldOfView`, to a column of the host's query.
pub(crate) fn column(text: &str) -> Column {
    match field(text) {
        Some(field) => Column::Field(field),
        None => Column::Fact(text.replace('_', "-")),
    }
}
