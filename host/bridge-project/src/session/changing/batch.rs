//! Batches of edits. A batch is either previewed as a plan, or applied completely or not at all.

mod names;
mod placing;

use super::change::Save;
use super::plan::plan;
use crate::session::edit_origin::About;
use crate::session::{SESSION_ONLY, Session};
use host_bridge::{
    BridgeError, BridgeErrorKind, EditComponent, EditDone, EditPlan, EditRequest, EditTarget, NewObject, ObjectId,
    Origin, Replied, Reply, SceneId, Vector3,
};

/// Maximum number of notes in the reply to one batch of edits. Further notes are dropped.
const NOTES: usize = 20;

/// For each earlier edit of a batch, in order, the object that the edit created. `None` if an edit created none.
struct Made(Vec<Option<ObjectId>>);

impl Session {
    /// Makes the edits, creates a plan of their changes, and undoes them, even after an error.
    pub(in crate::session) fn preview_edits(&mut self, edits: &[EditRequest]) -> Result<Replied, BridgeError> {
        let save = self.save();
        let outcome = self.make_edits(edits);
        let rows = std::mem::take(&mut self.edits.rows);
        let blocks = self.blocks_saving();
        self.quietly_back(save);
        let mut notes = outcome?;
        notes.extend(blocks);
        Ok(Replied {
            reply: Reply::Plan(plan(rows)),
            diagnostics: notes,
        })
    }

    /// Makes all edits of the batch, or none. `digest` identifies the plan that the caller approved in a preview.
    pub(in crate::session) fn apply_edits(
        &mut self,
        edits: &[EditRequest],
        digest: Option<&str>,
        by: Option<&Origin>,
    ) -> Result<Replied, BridgeError> {
        let save = self.save();
        let made = self.make_edits(edits).and_then(|notes| {
            self.facts_are_there()?;
            let plan = plan(self.edits.rows.clone());
            plan.is_meant(digest)?;
            Ok((notes, plan))
        });
        let (notes, plan): (Vec<String>, EditPlan) = match made {
            Ok(made) => made,
            Err(error) => {
                self.quietly_back(save);
                return Err(error);
            }
        };
        let rows = std::mem::take(&mut self.edits.rows);
        self.changed_scenes = Self::scenes_of(&rows).collect();
        let about = About::at_current_time(by, rows);
        let bytes = about.bytes();
        let blocks = self.blocks_saving();
        let entry = self.edits.journal.close(about, bytes).unwrap_or_default();
        self.edits.writes = save.writes() + 1;
        let mut diagnostics = vec![SESSION_ONLY.to_owned()];
        diagnostics.extend(notes);
        diagnostics.extend(blocks);
        Ok(Replied {
            reply: Reply::EditDone(EditDone { entry, plan }),
            diagnostics,
        })
    }

    /// Undoes all changes since the session state `save`, and removes the events and log lines added since then.
    fn quietly_back(&mut self, save: Save) {
        let (events, lines) = save.notified_counts();
        self.take_back(save);
        self.events.truncate(events);
        self.lines.truncate(lines);
    }

    fn make_edits(&mut self, edits: &[EditRequest]) -> Result<Vec<String>, BridgeError> {
        let mut made = Made(Vec::with_capacity(edits.len()));
        let mut notes: Vec<String> = Vec::new();
        for (at, edit) in (0..).zip(edits) {
            self.edits.batch_edit = at;
            unity_project::expand::reading::begin();
            let outcome = self.make_edit(edit, &made);
            self.edits.batch_edit = 0;
            let (object, told) = outcome.map_err(|error| number_error(at, error))?;
            made.0.push(object);
            for note in told {
                if note != SESSION_ONLY && notes.len() < NOTES && !notes.contains(&note) {
                    notes.push(note);
                }
            }
        }
        Ok(notes)
    }

    fn make_edit(&mut self, edit: &EditRequest, made: &Made) -> Result<(Option<ObjectId>, Vec<String>), BridgeError> {
        let replied = match edit {
            EditRequest::Set {
                object,
                component,
                path,
                value,
            } => {
                let object = self.target("object", *object, made)?;
                self.set_value(object, &selector(component), path, value)?
            }
            EditRequest::SetActive { object, active } => {
                let object = self.target("object", *object, made)?;
                self.set_active(object, *active)?
            }
            EditRequest::Create {
                name,
                parent,
                scene,
                position,
                components,
            } => {
                let (parent, scene) = self.home_of_new(*parent, scene.as_deref(), made)?;
                let position = position.as_ref().map(placing::position).transpose()?;
                let components = components.iter().map(|name| self.view().addable(name));
                let components = components.collect::<Result<Vec<_>, _>>()?;
                self.create_object(&NewObject {
                    name: name.clone(),
                    parent,
                    scene,
                    position: position.unwrap_or(Vector3 { x: 0.0, y: 0.0, z: 0.0 }),
                    components,
                })?
            }
            EditRequest::Instantiate {
                prefab,
                parent,
                scene,
                position,
            } => {
                let (parent, scene) = self.home_of_new(*parent, scene.as_deref(), made)?;
                let position = position.as_ref().map(placing::position).transpose()?;
                self.instantiate(prefab, parent, scene, position)?
            }
            EditRequest::Destroy { object } => {
                let object = self.target("object", *object, made)?;
                self.destroy(object)?
            }
            EditRequest::Reparent {
                object,
                parent,
                index,
                keep_world,
            } => {
                let object = self.target("object", *object, made)?;
                let parent = parent.map(|parent| self.target("parent", parent, made)).transpose()?;
                self.reparent_at(object, parent, *index, *keep_world)?
            }
            EditRequest::AddComponent { object, type_name } => {
                let object = self.target("object", *object, made)?;
                let full = self.view().addable(type_name)?;
                self.add_component(object, &full)?
            }
            EditRequest::RemoveComponent { object, component } => {
                let object = self.target("object", *object, made)?;
                let chosen = self.view().choose(object, &selector(component))?;
                chosen.require_unique(object)?;
                let position = u32::try_from(chosen.position).unwrap_or(u32::MAX);
                let name = chosen.type_name.to_string();
                self.remove_component(object, position, &name)?
            }
        };
        let object = match replied.reply {
            Reply::Created(object) => Some(object),
            _ => None,
        };
        Ok((object, replied.diagnostics))
    }

    /// Returns the parent and the scene for an object that an edit creates. Each is `None` if the edit specifies none.
    fn home_of_new(
        &self,
        parent: Option<EditTarget>,
        scene: Option<&str>,
        made: &Made,
    ) -> Result<(Option<ObjectId>, Option<SceneId>), BridgeError> {
        let parent = parent.map(|parent| self.target("parent", parent, made)).transpose()?;
        let scene = scene.map(|scene| self.view().open_scene_named(scene)).transpose()?;
        Ok((parent, scene))
    }

    fn target(&self, field: &str, target: EditTarget, made: &Made) -> Result<ObjectId, BridgeError> {
        match target {
            EditTarget::Object(object) => {
                self.view().is_open(object)?;
                self.view().find(object)?;
                Ok(object)
            }
            EditTarget::Made(at) => made.0.get(at as usize).copied().flatten().ok_or_else(|| {
                let message =
                    format!("{field} is what edit {at} makes, but no edit {at} before this one makes an object");
                BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                    .with_hint("`made` counts the edits of this batch from 0; only create and instantiate make objects")
            }),
        }
    }
}

fn selector(component: &EditComponent) -> String {
    match component {
        EditComponent::ByType(name) => name.clone(),
        EditComponent::ByIndex(index) => index.to_string(),
    }
}

fn number_error(at: u32, error: BridgeError) -> BridgeError {
    let message = format!("edit {at}: {}", error.message);
    BridgeError { message, ..error }
}

#[cfg(test)]
pub(in crate::session) mod tests;
