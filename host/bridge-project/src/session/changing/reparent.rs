//! Moves an object below another one without changing its world position, like Unity's `SetParent`.

use crate::session::Session;
use crate::session::edits::Edit;

use host_bridge::{BridgeError, BridgeErrorKind, ObjectId, Replied, Reply};
use host_project_world::world::NodeAt;
use std::borrow::Cow;
use std::sync::Arc;
use unity_fields::property::PropertyPath;
use unity_layout::geometry::Local;
use unity_project::expand::FieldEdit;
use unity_yaml::Node;

const RECT_NOTE: &str = "its rectangle keeps its anchors and offsets, so its position may differ from the one in Unity";

impl Session {
    /// Moves an object below a parent, or to the root of its scene. Its world position is unchanged.
    pub(in crate::session) fn reparent(
        &mut self,
        object: ObjectId,
        parent: Option<ObjectId>,
    ) -> Result<Replied, BridgeError> {
        let at = self.view().find(object)?;
        let parent_at = parent.map(|parent| self.view().find(parent)).transpose()?;
        self.room_for_edit()?;
        self.may_hang(object, at, parent_at)?;
        let is_rect = self.view().is_rect(at);
        let (before, kept) = (self.view().local(at), self.view().keep_world(at, parent_at));
        let not_kept = self.view().unknown_reason(at, parent_at);
        self.hang(object, parent, None)?;
        if !is_rect {
            self.place(object, at, &before, &kept)?;
        }
        let mut replied = self.count_write(Reply::Done);
        match is_rect {
            true => replied.diagnostics.push(RECT_NOTE.to_owned()),
            false => replied.diagnostics.extend(not_kept),
        }
        Ok(replied)
    }

    /// Checks that the object can be moved below the parent without a cycle.
    pub(in crate::session) fn may_hang(
        &self,
        object: ObjectId,
        at: NodeAt,
        parent: Option<NodeAt>,
    ) -> Result<(), BridgeError> {
        if !parent.is_some_and(|parent| self.world.is_below(parent, at)) {
            return Ok(());
        }
        let message = format!("{object} cannot be moved below itself");
        Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
            .with_hint("name a parent that is neither the object nor one of its descendants"))
    }

    /// Moves the object below the parent, or to the root of its scene, without changing its Transform.
    pub(in crate::session) fn hang(
        &mut self,
        object: ObjectId,
        parent: Option<ObjectId>,
        index: Option<u32>,
    ) -> Result<(), BridgeError> {
        let at = self.view().find(object)?;
        let mut above = self.world.ancestors(at);
        let from = above.first().copied();
        if let Some(parent) = parent {
            above.push(parent);
            above.extend(self.world.ancestors(self.view().find(parent)?));
        }
        let above = above.into();
        self.change(Edit::Parent {
            object,
            parent,
            index,
            from,
            above,
        })
    }

    /// Sets those of position, rotation and scale in the object's Transform that differ between `before` and `now`.
    pub(in crate::session) fn place(
        &mut self,
        object: ObjectId,
        at: NodeAt,
        before: &Local,
        now: &Local,
    ) -> Result<(), BridgeError> {
        let components = self.world.components(at);
        let Some(position) = components
            .iter()
            .position(|component| self.view().transform(at).is_some_and(|own| own.id == component.id))
        else {
            return Ok(());
        };
        let Some((id, type_name)) = components
            .get(position)
            .map(|component| (component.id, self.library.types().name(component.kind)))
        else {
            return Ok(());
        };
        let (p, r, s) = (now.position, now.rotation, now.scale);
        let fields = [
            (
                "m_LocalPosition",
                !before.position.abs_diff_eq(p, SAME),
                vec![("x", p.x), ("y", p.y), ("z", p.z)],
            ),
            (
                "m_LocalRotation",
                !before.rotation.abs_diff_eq(r, SAME),
                vec![("x", r.x), ("y", r.y), ("z", r.z), ("w", r.w)],
            ),
            (
                "m_LocalScale",
                !before.scale.abs_diff_eq(s, SAME),
                vec![("x", s.x), ("y", s.y), ("z", s.z)],
            ),
        ];
        for (name, _, parts) in fields.into_iter().filter(|(_, differs, _)| *differs) {
            let edit = FieldEdit {
                path: PropertyPath::from_field(name),
                value: Node::Map(
                    parts
                        .into_iter()
                        .map(|(key, value)| (Cow::Borrowed(key), single_node(value)))
                        .collect(),
                ),
            };
            self.change(Edit::Field {
                object,
                component: id,
                type_name: type_name.clone(),
                edit,
                refers: Arc::new([]),
                implied: true,
                stood: None,
                declared: None,
            })?;
        }
        Ok(())
    }
}

/// Differences of coordinates below this value count as no change, because a scene file cannot represent them.
const SAME: f64 = 1e-9;

/// Converts a number to a YAML value in single precision, as Unity stores it.
fn single_node(value: f64) -> Node<'static> {
    Node::Text(Cow::Owned((value as f32).to_string()))
}
