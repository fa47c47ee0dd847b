//! Search for the users of an object in a scene or prefab: fields of components in its file that refer to the object or
//! to a component on it. Overrides and the session's edits are included. Files that are not loaded are read in the
//! background.

use super::{bytes_of, is_wanted};
use crate::query_lookup::QueryLookup;
use crate::query_view::QueryView;
use host_bridge::paging::{Cursors, cut};
use host_bridge::{BridgeError, ObjectId, ReferenceUser, Replied, Reply, UsersAnswer, UsersRequest};
use host_project_world::world::NodeAt;
use unity_fields::class;
use unity_fields::reference_walk::{Meant, PREFAB_LINKS, each_reference};
use unity_project::expand::{Component, component_tree};
use unity_yaml::FileRef;

/// Fields that connect objects and components; they are part of the hierarchy, not uses.
const TIES: [&str; 5] = ["m_GameObject", "m_Father", "m_Children", "m_Component", "m_Script"];

/// Maximum number of references of one component that are examined; further ones are ignored.
const MAX_OF_ONE: usize = 100_000;

impl QueryLookup<'_> {
    /// Returns one page of the component fields that refer to the object or to a component on it.
    pub(super) fn users_of_object(&mut self, object: ObjectId, request: &UsersRequest) -> Result<Replied, BridgeError> {
        let (beside, target) = self.files().find_anywhere(object)?;
        let view = self.view().with_world(beside.as_deref(), "");
        let scene = view.world.home(target).unwrap_or_default();
        let slot = self.lookup.scenes.get(scene as usize);
        let in_session = || slot.map(|slot| slot.file.path.clone());
        let on_disk = || Some(view.world.flat(target)?.file.as_ref()?.path.clone());
        let file = if beside.is_some() { on_disk() } else { in_session() }.unwrap_or_default();
        let mut rows = Vec::new();
        if is_wanted(&file, &request.places) {
            let (start, end) = view.world.range(scene).unwrap_or((0, 0));
            for place in start..end {
                let Some(at) = view.world.node_at_place(place) else {
                    continue;
                };
                for (index, component) in view.world.components(at).iter().enumerate() {
                    if !class::is_transform(component.class) {
                        fields_to(view, target, at, index, component, &file, &mut rows);
                    }
                }
            }
        }
        let stamp = (
            self.lookup.kept.revision,
            self.lookup.changes.revision(),
            self.lookup.clock,
            self.lookup.world.count(),
        );
        let cursors = Cursors::new(&(&request.target, &request.places), &stamp);
        let row = |at: u64| {
            let row = usize::try_from(at).ok().and_then(|at| rows.get(at));
            row.cloned().ok_or_else(|| {
                BridgeError::new(host_bridge::BridgeErrorKind::Internal, "a row that was counted is gone")
            })
        };
        let page = cut(&request.page, &cursors, rows.len() as u64, row, bytes_of)?;
        Ok(Reply::Users(UsersAnswer {
            total: page.total,
            complete: true,
            rows: page.rows,
            next: page.next,
            not_searched: Vec::new(),
            not_searched_total: 0,
        })
        .into())
    }
}

/// Adds a row for each field of one component that refers to the target.
fn fields_to(
    view: QueryView<'_>,
    target: NodeAt,
    at: NodeAt,
    index: usize,
    component: &Component,
    file: &str,
    rows: &mut Vec<ReferenceUser>,
) {
    // A document that is not of Unity's YAML dialect is reported when the scene is opened.
    let Ok(Some(tree)) = component_tree(component, view.library.types()) else {
        return;
    };
    let mut found: Vec<(String, FileRef)> = Vec::new();
    for (key, value) in tree.entries() {
        if TIES.contains(&&**key) || PREFAB_LINKS.contains(&&**key) {
            continue;
        }
        let mut path = key.to_string();
        each_reference(value, &mut path, &mut |path, meant| {
            if let Meant::Object(reference) = meant
                && reference.guid.is_none()
                && reference.file_id != 0
                && found.len() < MAX_OF_ONE
            {
                found.push((path.to_owned(), reference));
            }
        });
    }
    for (field, reference) in found {
        let to = view.resolve_reference(at, component, reference);
        if to.is_none_or(|(to, _)| to != target) {
            continue;
        }
        let node = view.world.node(at);
        rows.push(ReferenceUser {
            file: file.to_owned(),
            object: node.map(|node| node.id),
            path: node.map(|_| view.path(at)),
            component: Some((
                u32::try_from(index).unwrap_or(u32::MAX),
                view.library.types().name(component.kind).to_string(),
            )),
            field: Some(field),
        });
    }
}
