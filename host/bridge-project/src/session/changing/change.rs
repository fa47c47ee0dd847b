//! The only module that changes the session. It makes a change, records it, and undoes the changes of a failed call.
//!
//! The callers of `change` check that a change is valid. `journal` and `edits/depends` determine dependencies between
//! entries.

mod display_value;
mod inverse;

pub(in crate::session) use inverse::Inverse;

use super::plan::need_of_member;
use super::test_ui::TestUiState;
use crate::session::Session;
use crate::session::edit_origin::About;
use crate::session::edits::{Counts, Edit, Place, apply, declared_as, put, stands_in_file};
use crate::session::loading::scenes::Unfitting;
use crate::session::source_texts::{SourceText, digest_of};
pub(in crate::session) use display_value::text_of;
use host_bridge::{
    BridgeError, BridgeErrorKind, EditChange, EditNeed, ObjectId, Origin, SceneId, TimeScale, ValueText,
};
use host_project_query::values::field::Fields;
use host_project_world::ids::Given;
use host_project_world::world::{NodeAt, Part};
use host_project_writer::Direction;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use unity_fields::class;
use unity_fields::property::Step;
use unity_project::expand::Component;

/// The state of an object, component or field before or after a change, as a list of changes shows it to the user.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct Seen {
    file: String,
    path: String,
    component: Option<(u32, String)>,
    field: Option<String>,
    value: Option<ValueText>,
}

/// The state of the session at the start of a call, from which the call's changes can be undone.
pub(in crate::session) struct Save {
    counts: Counts,
    file_ids: i64,
    ids: Given,
    clock: u64,
    test_ui: TestUiState,
    selection: Vec<ObjectId>,
    time: TimeScale,
    sources: Arc<BTreeMap<Arc<str>, SourceText>>,
    events: usize,
    lines: usize,
    inverses: usize,
}

impl Save {
    /// Returns how many events and log lines the session had in this state, so that later ones can be removed.
    pub(in crate::session) fn notified_counts(&self) -> (usize, usize) {
        (self.events, self.lines)
    }

    pub(in crate::session) fn selection(&self) -> &Vec<ObjectId> {
        &self.selection
    }

    pub(in crate::session) fn writes(&self) -> u64 {
        self.counts.writes
    }
}

impl Session {
    /// Makes one change and adds it to the current call. Fails if data that the edit depends on is still being read.
    /// Any other error is a defect: a caller skipped a check.
    pub(in crate::session) fn change(&mut self, mut edit: Edit) -> Result<(), BridgeError> {
        self.facts_are_there()?;
        let places = edit.places();
        self.note_what_stands(&mut edit);
        let unchecked = self.edits.unchecked.take();
        let before: Vec<Seen> = places.iter().map(|place| self.look(place)).collect();
        self.inverses.push(self.inverse_of(&edit));
        self.make_change(&edit)?;
        let need = self.need_of(&edit);
        for (place, before) in places.iter().zip(before) {
            let after = self.look(place);
            let mut row = row(self.edits.batch_edit, place, before, after, need.clone());
            row.unchecked.clone_from(&unchecked);
            // The lock flag may be unchanged although the time scale changes; then it gets no row.
            if *place != Place::TimeLock || row.old != row.new {
                self.edits.rows.push(row);
            }
        }
        self.edits.add(edit);
        Ok(())
    }

    /// Stores the current file value of the edited field in the edit, to detect a later change by another program.
    fn note_what_stands(&self, edit: &mut Edit) {
        match edit {
            Edit::Field {
                object,
                component,
                edit,
                stood,
                declared,
                ..
            } => {
                let (path, types) = (edit.path.without_size(), self.library.types());
                let on = self.world.find(*object).map(|at| self.world.components(at).iter());
                let of_edit = on.and_then(|mut all| all.find(|known| known.id == *component));
                *declared = of_edit.map(|known| declared_as(types, known, &edit.path, &edit.value).into());
                *stood = stands_in_file(&self.world, types, *object, *component, &path);
            }
            Edit::Active { object, stood, .. } => {
                let of_file = self.world.find(*object).and_then(|at| self.world.object(at));
                *stood = of_file.map(|object| object.active);
            }
            _ => {}
        }
    }

    fn make_change(&mut self, edit: &Edit) -> Result<(), BridgeError> {
        let lost = || BridgeError::new(BridgeErrorKind::Internal, format!("a change could not be made: {edit}"));
        match edit {
            Edit::Active { object, active, .. } => {
                let at = self.view().find(*object)?;
                self.world.set_active(at, *active);
            }
            Edit::Field {
                object,
                component,
                edit,
                ..
            } => {
                let at = self.view().find(*object)?;
                let position = self.position(at, *component).ok_or_else(lost)?;
                put(&mut self.world, at, position, edit);
            }
            Edit::Time { to, .. } => self.time = *to,
            Edit::Source { path, new, .. } => self.sources.set(path, new.clone()),
            Edit::Asset { step, .. } => self.asset_steps.push((step.clone(), Direction::First)),
            edit => {
                if !apply(&mut self.world, self.library.types(), edit) {
                    return Err(lost());
                }
                if edit.is_structural() {
                    self.world.arrange();
                }
            }
        }
        Ok(())
    }

    fn position(&self, at: NodeAt, component: i64) -> Option<usize> {
        self.world.components(at).iter().position(|known| known.id == component)
    }

    /// Returns the operator's allowlist entry that permits the edit; `None` if the edit requires no own entry.
    pub(in crate::session) fn need_of(&self, edit: &Edit) -> Option<EditNeed> {
        match edit {
            Edit::Add { type_name, .. } | Edit::Remove { type_name, .. } => Some(EditNeed::Component {
                type_name: type_name.to_string(),
            }),
            Edit::Make { part } => self.need_of_instance(part),
            Edit::Source { path, .. } => Some(EditNeed::Source { path: path.to_string() }),
            Edit::Asset { code, .. } => code.as_ref().map(|path| EditNeed::Source { path: path.to_string() }),
            Edit::Field {
                type_name,
                edit,
                implied: false,
                ..
            } => {
                let member = match edit.path.0.first() {
                    Some(Step::Key(key)) => key.clone(),
                    _ => edit.path.to_string(),
                };
                Some(need_of_member(type_name, member))
            }
            _ => None,
        }
    }

    /// Returns the operator's allowlist entry that permits creating a prefab instance: one for all its component types.
    /// `None` for an empty new object.
    fn need_of_instance(&self, part: &Part) -> Option<EditNeed> {
        let flat = &part.flat;
        if flat.objects.first().is_none_or(|root| root.instance == 0) {
            return None;
        }
        let of_objects = flat.objects.iter().flat_map(|object| &object.components);
        let all = of_objects.chain(flat.loose.iter().map(|(_, component)| component));
        let kinds: BTreeSet<_> = all
            .filter(|component| !class::is_transform(component.class))
            .map(|component| component.kind)
            .collect();
        let types = self.library.types();
        let type_names: Vec<String> = kinds.into_iter().map(|kind| types.name(kind).to_string()).collect();
        (!type_names.is_empty()).then_some(EditNeed::Components { type_names })
    }

    /// Returns the current state of the object, component or field. The result is empty if the object does not exist.
    pub(in crate::session) fn look(&self, place: &Place) -> Seen {
        let written = |value: serde_json::Value| Some(ValueText::from_json_text(value.to_string()));
        let at = match (place, place.object()) {
            (_, Some(object)) => self.world.find(object),
            (Place::TimeScale, _) => {
                return Seen {
                    field: Some("timeScale".to_owned()),
                    value: written(json!(self.time.value)),
                    ..Seen::default()
                };
            }
            (Place::Source(path), _) => {
                return Seen {
                    file: path.to_string(),
                    field: Some("sha256".to_owned()),
                    value: self.sources.text(path).and_then(|text| written(json!(digest_of(text)))),
                    ..Seen::default()
                };
            }
            _ => {
                return Seen {
                    field: Some("timeScaleLocked".to_owned()),
                    value: written(json!(self.time.locked)),
                    ..Seen::default()
                };
            }
        };
        let Some((at, node)) = at.and_then(|at| Some((at, self.world.node(at)?))) else {
            return Seen::default();
        };
        let scene = self.scenes.get(node.scene as usize);
        let mut seen = Seen {
            file: scene.map_or_else(String::new, |slot| slot.file.path.clone()),
            // The path is unique, so that a caller can use it in a command.
            path: self.view().path(at),
            ..Seen::default()
        };
        match place {
            Place::Object(_) => {
                let name = self.world.object(at).map_or("", |object| &object.name);
                seen.value = written(match self.world.family(at).len() {
                    ..=1 => json!({"name": name}),
                    family => json!({"name": name, "objects": family}),
                });
            }
            Place::Active(_) => {
                seen.field = Some("active_self".to_owned());
                seen.value = written(json!(node.active));
            }
            Place::Parent(_) => {
                seen.field = Some("parent".to_owned());
                seen.value = written(
                    match node
                        .parent
                        .and_then(|at| self.world.node(at).zip(self.world.object(at)))
                    {
                        Some((parent, object)) => json!({
                            "ref": parent.id.to_string(),
                            "name": &*object.name,
                            "type": "UnityEngine.GameObject",
                        }),
                        None => serde_json::Value::Null,
                    },
                );
            }
            Place::Index(_) => {
                seen.field = Some("index".to_owned());
                let siblings = self.world.children_or_roots(node.parent, node.scene);
                seen.value = written(json!(siblings.iter().position(|sibling| *sibling == at)));
            }
            Place::Component(_, component) => {
                let position = self.position(at, *component);
                if let Some((position, name)) = position.and_then(|position| self.component_name(at, position)) {
                    seen.value = written(json!({"type": name}));
                    seen.component = Some((position, name));
                }
            }
            Place::Field(_, component, path) => {
                if let Some(position) = self.position(at, *component) {
                    seen.component = self.component_name(at, position);
                    if let Some(fields) = Fields::for_component(*self.view(), at, position) {
                        // The field name as replies to read commands contain it.
                        seen.field = Some(fields.display_path(path));
                        seen.value = text_of(&fields, path);
                    }
                }
            }
            Place::TimeScale | Place::TimeLock | Place::Source(_) => {}
        }
        seen
    }

    fn component_name(&self, at: NodeAt, position: usize) -> Option<(u32, String)> {
        let component: &Component = self.world.components(at).get(position)?;
        let name = self.library.types().name(component.kind).to_string();
        Some((u32::try_from(position).unwrap_or(u32::MAX), name))
    }

    /// Ends a command: stores its changes as one journal entry and returns the entry's id. If the command failed,
    /// undoes its changes.
    pub(in crate::session) fn close_entry(
        &mut self,
        save: Option<Save>,
        is_done: bool,
        by: Option<&Origin>,
    ) -> Option<u64> {
        if self.edits.journal.open().is_empty() {
            self.edits.rows.clear();
            return None;
        }
        match save {
            Some(save) if !is_done => {
                self.take_back(save);
                None
            }
            _ => {
                let about = About::at_current_time(by, std::mem::take(&mut self.edits.rows));
                let bytes = about.bytes();
                self.edits.journal.close(about, bytes)
            }
        }
    }

    pub(in crate::session) fn save(&self) -> Save {
        Save {
            counts: self.edits.counts(),
            file_ids: self.created.file_ids,
            ids: self.numbers.counts(),
            clock: self.clock,
            test_ui: self.test_ui.clone(),
            selection: self.selection.clone(),
            time: self.time,
            sources: self.sources.now(),
            events: self.events.len(),
            lines: self.lines.len(),
            inverses: self.inverses.len(),
        }
    }

    pub(in crate::session) fn take_back(&mut self, save: Save) {
        let open = !self.edits.journal.open().is_empty();
        self.edits.rewind(save.counts);
        self.created.file_ids = save.file_ids;
        self.numbers.roll_back(&save.ids);
        self.clock = save.clock;
        self.test_ui = save.test_ui;
        self.selection = save.selection;
        self.time = save.time;
        self.sources.restore(save.sources);
        self.asset_steps.clear();
        if open && !self.take_back_in_place(save.inverses) {
            self.rebuild_with(Unfitting::Tell);
        }
    }

    pub(in crate::session) fn time_in_effect(&self) -> TimeScale {
        let mut time = self.first_time;
        for edit in self.edits.journal.in_effect() {
            if let Edit::Time { to, .. } = edit {
                time = *to;
            }
        }
        time
    }

    pub(in crate::session) fn scenes_of(rows: &[EditChange]) -> impl Iterator<Item = SceneId> {
        let scenes = rows
            .iter()
            .filter_map(|row| host_project_world::ids::scene_of(row.object?));
        scenes.filter_map(|scene| u32::try_from(scene).ok().map(SceneId))
    }
}

/// Creates the description of one change for a list of changes. `edit` is the position of the edit in its batch.
pub(in crate::session) fn row(
    edit: u32,
    place: &Place,
    before: Seen,
    after: Seen,
    need: Option<EditNeed>,
) -> EditChange {
    let (old, new) = (before.value.clone(), after.value.clone());
    // A destroyed object has no new state, so the row describes its old state.
    let told = if after.path.is_empty() { before.clone() } else { after };
    EditChange {
        edit,
        object: place.object(),
        file: told.file,
        path: told.path,
        component: told.component.or(before.component),
        // The C# name of a field comes from an existing component, so a state without the component has no name.
        field: told.field.or(before.field).or_else(|| place.serialized_field()),
        old,
        new,
        need,
        unchecked: None,
    }
}
