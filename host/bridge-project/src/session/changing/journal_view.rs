//! The commands of the edit journal: list its entries, preview an undo, and undo entries.

use super::change::{Save, Seen, row};
use super::plan::plan;
use crate::session::edit_origin::{About, row_bytes};
use crate::session::edits::{Edit, Place};
use crate::session::loading::scenes::Unfitting;
use crate::session::reading::session_view::SessionView;
use crate::session::{SESSION_ONLY, Session};
use host_bridge::{
    BridgeError, BridgeErrorKind, CursorPage, Cursors, EditDone, EditEntry, EditNeed, EditPlan, Origin, Replied, Reply,
    cut,
};
use host_project_journal::journal::Refused;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of journal entries that a note in a reply lists. Further entries are only counted.
const NAMED: usize = 8;

impl Session {
    /// Returns the plan of the changes that undoing these journal entries would make. The session stays unchanged.
    pub(in crate::session) fn preview_undo(&mut self, entries: &[u64]) -> Result<Replied, BridgeError> {
        let save = self.save();
        let (id, plan) = self.undo_entries(entries, None)?;
        self.restore_after_failed_undo(id, save);
        Ok(Reply::Plan(plan).into())
    }

    /// Undoes these journal entries. `digest` identifies the plan that the caller approved in a preview.
    pub(in crate::session) fn undo(
        &mut self,
        entries: &[u64],
        digest: Option<&str>,
        by: Option<&Origin>,
    ) -> Result<Replied, BridgeError> {
        let save = self.save();
        let (id, plan) = self.undo_entries(entries, by)?;
        if let Err(changed) = self.facts_are_there().and_then(|()| plan.is_meant(digest)) {
            self.restore_after_failed_undo(id, save);
            return Err(changed);
        }
        self.edits.journal.trim();
        self.edits.mark_changed();
        self.edits.writes += 1;
        self.changed_scenes = Self::scenes_of(&plan.changes).collect();
        let leaves = self.edits.journal.leaves(id).unwrap_or_default();
        let entries = leaves.iter().filter_map(|leaf| self.edits.journal.entry(*leaf));
        let is_in_session = entries.flat_map(|entry| &entry.steps).any(|step| !step.is_on_disk());
        let mut diagnostics: Vec<String> = is_in_session.then(|| SESSION_ONLY.to_owned()).into_iter().collect();
        diagnostics.extend(self.view().still_in_files(id));
        Ok(Replied {
            reply: Reply::EditDone(EditDone { entry: id, plan }),
            diagnostics,
        })
    }

    fn restore_after_failed_undo(&mut self, id: u64, save: Save) {
        let (events, lines) = save.notified_counts();
        self.edits.journal.take_back(id);
        self.asset_steps.clear();
        self.selection.clone_from(save.selection());
        self.rebuild_with(Unfitting::Tell);
        self.take_back(save);
        self.events.truncate(events);
        self.lines.truncate(lines);
    }

    /// Undoes these journal entries. Returns the id of the entry for the undo, which a preview removes again, and the
    /// plan of its changes.
    fn undo_entries(&mut self, entries: &[u64], by: Option<&Origin>) -> Result<(u64, EditPlan), BridgeError> {
        let journal = &self.edits.journal;
        journal.may_undo(entries).map_err(refused_error)?;
        let mut leaves = BTreeSet::new();
        for id in entries {
            leaves.extend(journal.leaves(*id).map_err(refused_error)?);
        }
        let steps: Vec<Edit> = leaves
            .iter()
            .filter_map(|id| journal.entry(*id))
            .flat_map(|entry| entry.steps.iter().cloned())
            .collect();
        self.view().all_loaded(&steps)?;
        let mut places: Vec<(Place, Option<EditNeed>)> = Vec::new();
        let mut known = std::collections::HashSet::new();
        for step in &steps {
            let need = self.need_of(step);
            for place in step.places() {
                if known.insert(place.clone()) {
                    places.push((place, need.clone()));
                }
            }
        }
        let before: Vec<Seen> = places.iter().map(|(place, _)| self.look(place)).collect();
        let save = self.save();
        let id = self
            .edits
            .journal
            .undo(entries, About::at_current_time(by, Vec::new()), 0)
            .map_err(refused_error)?;
        if let Some(unfit) = self.rebuild_with(Unfitting::Tell) {
            self.restore_after_failed_undo(id, save);
            let message =
                format!("these entries can't be undone alone: a later change would not fit any more: {unfit}");
            return Err(BridgeError::new(BridgeErrorKind::Conflict, message)
                .with_hint("list the edits and undo the later ones first, or together with these"));
        }
        self.time = self.time_in_effect();
        let followed = self.follow_undo(&leaves).and_then(|()| self.follow_asset_undo(&leaves));
        let mut rows = match followed {
            Ok(rows) => rows,
            Err(changed) => {
                self.restore_after_failed_undo(id, save);
                return Err(changed);
            }
        };
        for ((place, need), before) in places.into_iter().zip(before) {
            let after = self.look(&place);
            let row = row(0, &place, before, after, need);
            if row.old != row.new {
                rows.push(row);
            }
        }
        let about = About::at_current_time(by, rows.clone());
        let bytes = about.bytes();
        self.edits.journal.tell(id, about, bytes);
        Ok((id, plan(rows)))
    }
}

impl SessionView<'_> {
    /// Lists one page of the edit journal, newest entry first. Entries of the caller `by` are marked.
    pub(in crate::session) fn list_entries(
        self,
        page: &CursorPage,
        by: Option<&Origin>,
    ) -> Result<Replied, BridgeError> {
        let journal = &self.edits.journal;
        let entries = journal.entries();
        let total = entries.len() as u64;
        let cursors = Cursors::new(&"edits/list-entries", &(journal.last(), self.edits.revision()));
        let undone = journal.undone_entries();
        let page = cut(
            page,
            &cursors,
            total,
            |at| {
                let newest_first = usize::try_from(total - 1 - at).unwrap_or_default();
                let gone = || BridgeError::new(BridgeErrorKind::Internal, "an entry is gone");
                let entry = entries.get(newest_first).ok_or_else(gone)?;
                let fixed = match (undone.get(&entry.id), &entry.lost) {
                    (Some(by), _) => Some(format!("undone by entry {by}; undo entry {by} to apply it again")),
                    (None, _) => journal.may_undo(&[entry.id]).err().map(|why| why.to_string()),
                };
                Ok(EditEntry {
                    id: entry.id,
                    at_ms: entry.about.at_ms,
                    caller: entry.about.caller().to_owned(),
                    mine: entry.about.is_of(by),
                    tool: entry.about.tool().to_owned(),
                    changes: entry.about.rows.clone(),
                    fixed,
                    undone_by: undone.get(&entry.id).copied(),
                    undoes: entry.undoes.clone(),
                    lost: entry.lost.is_some(),
                    saved: self.edits.is_saved(entry, undone.contains_key(&entry.id)),
                    group: None,
                })
            },
            |entry| {
                let rows: usize = entry.changes.iter().map(row_bytes).sum();
                160 + entry.caller.len() + entry.tool.len() + rows + entry.fixed.as_ref().map_or(0, String::len)
            },
        )?;
        let mut replied = Replied::from(Reply::Entries(page));
        if journal.dropped_count() > 0 {
            replied.diagnostics.push(format!(
                "{} older entries fell out of the journal: what they changed stays and can no longer be undone",
                journal.dropped_count()
            ));
        }
        Ok(replied)
    }

    /// Returns a note for each scene file that still contains changes of the entries that the undo entry `id` undid.
    fn still_in_files(self, id: u64) -> Vec<String> {
        let journal = &self.edits.journal;
        let undone = journal.undone_entries();
        let mut by_scene: BTreeMap<usize, Vec<u64>> = BTreeMap::new();
        for leaf in journal.leaves(id).unwrap_or_default() {
            for scene in self.edits.saved_scenes(leaf).filter(|_| undone.contains_key(&leaf)) {
                by_scene.entry(scene).or_default().push(leaf);
            }
        }
        let notes = by_scene.into_iter().filter_map(|(scene, entries)| {
            let file = &self.scenes.get(scene)?.file.path;
            let named = entries.iter().take(NAMED).map(u64::to_string).collect::<Vec<_>>();
            let more = match entries.len().saturating_sub(NAMED) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            Some(format!(
                "{file} still contains the saved changes of entry {}{more}: save the file again (save_scenes) to undo them there too",
                named.join(", ")
            ))
        });
        notes.collect()
    }

    fn all_loaded(self, steps: &[Edit]) -> Result<(), BridgeError> {
        for object in steps.iter().filter_map(Edit::object) {
            let slot = host_project_world::ids::scene_of(object).and_then(|at| self.scenes.get(at));
            if let Some(slot) = slot.filter(|slot| slot.listed && slot.loaded.is_none()) {
                let message = format!("{object} is in {}, which is not loaded", slot.file.path);
                return Err(BridgeError::new(BridgeErrorKind::NotReady, message)
                    .with_hint(format!("open the scene {} first", slot.file.path)));
            }
        }
        Ok(())
    }
}

fn refused_error(why: Refused) -> BridgeError {
    let (kind, hint) = match &why {
        Refused::Unknown { .. } => (
            BridgeErrorKind::NotFound,
            "list the edits to see which entries there are",
        ),
        Refused::Fallen { .. } => (BridgeErrorKind::Conflict, "change it back by an edit of its own"),
        Refused::Undone { .. } => (
            BridgeErrorKind::Conflict,
            "undo the entry that undid it, to apply it again",
        ),
        Refused::Lost { .. } => (BridgeErrorKind::Conflict, "nothing is left of it to be undone"),
        Refused::Needed { .. } => (
            BridgeErrorKind::Conflict,
            "undo the entries that the message lists first, or all of them in one call",
        ),
    };
    BridgeError::new(kind, why.to_string()).with_hint(hint)
}
