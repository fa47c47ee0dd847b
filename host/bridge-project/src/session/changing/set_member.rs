//! Sets fields of components. `project-query` checks the new values.

mod euler_hint;

use crate::session::Session;
use crate::session::edits::{Edit, bytes_of};
use host_bridge::{BridgeError, ObjectId, Replied, Reply, ResolvedMember, ValueText};
use host_project_query::members::{Ready, angles};
use host_project_world::targets::Asset;
use std::sync::Arc;

impl Session {
    /// Sets a member (field or property) of a component. An earlier command resolved the member's name to `member`.
    pub(in crate::session) fn set_member(
        &mut self,
        object: ObjectId,
        member: &ResolvedMember,
        value: &str,
    ) -> Result<Replied, BridgeError> {
        let (ready, degrees) = self.lookup().ready_member(object, member, value)?;
        self.put(object, ready, degrees.as_ref())
    }

    /// Sets a field given by the names of component and field. The value is JSON in the grammar of `wit/value.md`.
    pub(in crate::session) fn set_value(
        &mut self,
        object: ObjectId,
        component: &str,
        member: &str,
        value: &ValueText,
    ) -> Result<Replied, BridgeError> {
        let (ready, degrees) = self.lookup().ready_value(object, component, member, value)?;
        self.put(object, ready, degrees.as_ref())
    }

    /// Sets a component field to a checked value. `degrees` has the angles of a rotation that was given in degrees.
    fn put(
        &mut self,
        object: ObjectId,
        ready: Ready,
        degrees: Option<&serde_json::Value>,
    ) -> Result<Replied, BridgeError> {
        self.room_for_value(bytes_of(&ready.edit.value))?;
        self.edits.targets.add(ready.targets);
        let refers = self.edits.targets.targets_in(&ready.edit.value);
        let names = self.view().names_of(&refers);
        self.edits.targets.note_ids(names);
        let project = self.library.project();
        self.edits.targets.note_assets(&ready.edit.value, &|guid| {
            let path = project.index.path(guid)?;
            Some(Asset {
                path: path.into(),
                has_file: project.has_file(path),
            })
        });
        self.edits.unchecked = ready.unchecked;
        let (component, type_name) = (ready.component, Arc::clone(&ready.type_name));
        let is_rotation = angles::is_transform(&type_name) && ready.edit.path.top() == angles::ROTATION;
        self.change(Edit::Field {
            object,
            component,
            type_name: ready.type_name,
            edit: ready.edit,
            refers: refers.into(),
            implied: false,
            stood: None,
            declared: None,
        })?;
        if is_rotation {
            self.set_euler_hint(object, component, type_name, degrees)?;
        }
        let mut replied = self.count_write(Reply::Done);
        replied.diagnostics.extend(ready.notes);
        Ok(replied)
    }
}
