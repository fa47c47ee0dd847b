//! Comparison of instances with their prefabs, and of two objects. Files that are not loaded stay unloaded.
//!
//! This module has the two commands and their pages. `sources` finds the origin of parts, `plan` the differences of an
//! instance, `pairs` and `component_diff` those of two objects. `rows` reads the values.

mod compare;
mod component_diff;
mod pairs;
mod plan;
mod rows;
mod sources;

use crate::query_lookup::QueryLookup;
use crate::query_view::QueryView;
use host_bridge::{BridgeError, BridgeErrorKind, CursorPage, Cursors, ObjectId, OverridesAnswer, Replied, Reply, cut};
use host_project_world::world::NodeAt;
use plan::Plan;
use rows::{Reader, row_bytes, unverifiable};
use serde_json::json;
pub(crate) use sources::Prefabs;
use sources::{Chain, Spot};
use unity_project::expand::InstanceRows;

impl QueryLookup<'_> {
    /// Returns one page of the differences between an instance of a prefab and that prefab.
    ///
    /// # Errors
    /// `NotFound` if the object does not exist, `InvalidArgument` if it is not part of an instance, `NotReady` if its
    /// file cannot be read.
    pub fn list_overrides(&mut self, object: ObjectId, page: &CursorPage) -> Result<Replied, BridgeError> {
        let (world, at) = self.files().find_anywhere(object)?;
        let chain = self.chain(&mut Prefabs::default(), world.as_deref(), at);
        let view = self.view().with_world(world.as_deref(), "");
        let spot = Spot::from_node(view.world, at).ok_or_else(|| no_instance(view, at))?;
        let instance = InstanceRows::find(&spot.file, spot.instance).ok_or_else(|| no_instance(view, at))?;
        let prefab = chain.steps.first().map(|(prefab, _)| prefab);
        let plan = Plan::for_object(view, at, spot, &instance, prefab.map(|prefab| &**prefab));
        let cursors = Cursors::new(&("overrides", object), &self.lookup.stamp());
        let why = chain
            .end
            .as_ref()
            .map_or("a part of it cannot be read without Unity", |(_, why)| why);
        let source = prefab.map(|prefab| (&**prefab, self.view().with_world(Some(&prefab.world), "")));
        let mut reader = Reader::new(view, &plan, source, unverifiable(instance.prefab(), why));
        let page = cut(page, &cursors, plan.rows.len() as u64, |at| reader.row(at), row_bytes)?;
        let mut diagnostics = notes(&plan, &chain);
        diagnostics.extend(below_root(view, at, &plan.spot));
        Ok(Replied {
            diagnostics,
            reply: Reply::Overrides(OverridesAnswer {
                sources: paths(&chain),
                total: page.total,
                complete: true,
                rows: page.rows,
                next: page.next,
                unused: plan.unused as u64,
            }),
        })
    }
}

/// Returns the paths of the nested prefabs of an object, the outermost first. A prefab that cannot be read is the last.
fn paths(chain: &Chain) -> Vec<String> {
    let read = chain.steps.iter().map(|(prefab, _)| prefab.path.clone());
    let end = chain.end.iter().filter_map(|(path, _)| path.clone());
    let mut paths: Vec<String> = read.chain(end).collect();
    paths.dedup();
    paths
}

fn notes(plan: &Plan, chain: &Chain) -> Vec<String> {
    let mut notes = Vec::new();
    if plan.unused > 0 {
        let more = plan.unused.saturating_sub(plan.named.len());
        let rest = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        notes.push(format!(
            "{} overrides are in the file and change nothing: {}{rest}",
            plan.unused,
            plan.named.join(", ")
        ));
    }
    if plan.unread > 0 {
        notes.push(format!("{} components cannot be read and are left out", plan.unread));
    }
    if let Some((_, why)) = &chain.end {
        notes.push(format!("values of a source that cannot be read are left out: {why}"));
    }
    notes
}

/// Returns a note for an object that is not the root of its instance: how to get the differences of the whole instance.
fn below_root(view: QueryView<'_>, at: NodeAt, spot: &Spot) -> Option<String> {
    let parent = |at: NodeAt| view.world.node(at).and_then(|node| node.parent);
    let mut root = at;
    while let Some(above) = parent(root).filter(|above| spot.has(view.world, *above)) {
        root = above;
    }
    let id = |at: NodeAt| view.world.node(at).map_or(ObjectId(0), |node| node.id);
    (root != at).then(|| {
        format!(
            "{} is a part of the instance {} ({}): only differences at it and below it are listed; ask for {} for the whole instance",
            id(at),
            id(root),
            view.path(root),
            id(root)
        )
    })
}

fn no_instance(view: QueryView<'_>, at: NodeAt) -> BridgeError {
    let id = |at: NodeAt| view.world.node(at).map_or(ObjectId(0), |node| node.id);
    let (object, path) = (id(at), view.path(at));
    let message = format!("{object} ({path}) is no part of a prefab instance");
    let mut above = view
        .world
        .ancestors(at)
        .into_iter()
        .filter_map(|id| view.world.find(id));
    let above = above.find(|above| Spot::from_node(view.world, *above).is_some());
    let hint = match above {
        Some(above) => format!("it was added below one: ask for {} ({})", id(above), view.path(above)),
        None => {
            "find_objects with select [\"prefab\"] lists the prefab of each object; two objects of any kind can be compared"
                .to_owned()
        }
    };
    BridgeError::new(BridgeErrorKind::InvalidArgument, message)
        .with_hint(hint)
        .with_data(&json!({"argument": "object", "given": object.to_string()}))
}
