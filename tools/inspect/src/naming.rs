//! Resolves the caller's names of objects, scenes and fields.

use serde_json::Value;
use unity_tools::ToolError;
pub(crate) use unity_tools::lookup::field;
pub(crate) use unity_tools::lookup::project_lookup::{fact, object, object_in, request};
use unity_tools::paging::Limit;
use unity_tools::unity::query::{self, Column, Node, Op, Request, Scope};
use unity_tools::unity::scenes::{self, Scene, SceneFilter};
use unity_tools::unity::values::Page;

/// Maximum objects of one answer that are resolved.
const LOOKED_AT: u32 = 200;

/// Each of them, with the notes for all.
pub(crate) fn objects(argument: &str, given: &[String]) -> Result<(Vec<String>, Vec<String>), ToolError> {
    let (mut ids, mut notes) = (Vec::new(), Vec::new());
    for given in given {
        let meant = object(argument, given)?;
        ids.push(meant.id);
        notes.extend(meant.note);
    }
    Ok((ids, notes))
}

/// File and path of each object by its id, and as the only cell whether it is active in the hierarchy; objects that are
/// gone are left out.
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

/// The scene with that id, asset path or unique name.
pub(crate) fn scene(argument: &str, given: &str) -> Result<Scene, ToolError> {
    scenes::find(given).map_err(|mut error| {
        error.message = format!("{argument}: {}", error.message);
        error.into()
    })
}

/// All known scenes of the project, and whether the list is complete: a folder that cannot be read may contain more.
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

/// A column of the answer.
pub(crate) fn column(text: &str) -> Column {
    match field(text) {
        Some(field) => Column::Field(field),
        None => Column::Fact(text.replace('_', "-")),
    }
}
