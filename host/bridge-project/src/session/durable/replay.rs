//! Applies the edits in the journal file to the session, at start and after a failure that ended the previous session.
//!
//! The records are read in order into the journal in memory. Then the session's objects are rebuilt once, and edits
//! that no longer fit the files are dropped, as after a change of files.

use super::reading::{self, Read};
use super::record::{Base, Entry, Line, Saved, Saving, State, VERSION};
use super::rows;
use crate::session::Session;
use crate::session::asset_tree::AssetSteps;
use crate::session::changing::created_objects::Created;
use crate::session::changing::test_ui::TestUiState;
use crate::session::edit_origin::About;
use crate::session::edits::{Edit, Spot, Written};
use data_encoding::HEXLOWER;
use host_project_journal::edit_journal::{End, Found};
use host_project_journal::journal::Replayed;
use host_project_world::ids::scene_of;
use host_project_writer::AssetStep;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use unity_files::MAX_FILE_BYTES;

#[derive(Default)]
pub(super) struct Replay {
    has_head: bool,
    /// True if the record of the session's general data was read. A file without it contains no acknowledged edit.
    pub(super) has_state: bool,
    /// Number of lost edits that earlier starts of the host reported.
    lost_before: usize,
    /// Why the journal file is not applied: a word for its new name, and a message. `None` if it is applied.
    pub(super) not_ours: Option<(&'static str, String)>,
    saving: Option<UnendedSave>,
    /// The begun steps on assets that no later record completes, because the host ended meanwhile.
    begun: AssetSteps,
}

/// A save of files that a journal record announced and no later record completes, because the host ended meanwhile.
struct UnendedSave {
    /// For each file of the save, the index of its scene, and the SHA-256 of the new text.
    files: Vec<(usize, String)>,
    written: Vec<Written>,
}

impl Session {
    pub(super) fn replay_line(&mut self, line: &str, replay: &mut Replay) -> Result<(), String> {
        let line: Line = serde_json::from_str(line).map_err(|error| format!("it is no record: {error}"))?;
        if let Some(refused) = &replay.not_ours {
            return Err(refused.1.clone());
        }
        replay.saving = None;
        if line.begun.is_none() {
            replay.begun.clear();
        }
        if let (Some(head), false) = (&line.head, replay.has_head) {
            let product = self.head().product;
            let not_ours = match (head.version, &head.product, &product) {
                (1..=VERSION, Some(theirs), Some(ours)) if theirs != ours => Some((
                    "other-project",
                    format!(
                        "the edit journal is of another project at the same path (productGUID {theirs}, not {ours}); it was not replayed"
                    ),
                )),
                (1..=VERSION, ..) => None,
                (version, ..) => Some((
                    "other-version",
                    format!(
                        "the edit journal has version {version}, this host reads versions up to {VERSION}; it was not replayed"
                    ),
                )),
            };
            replay.has_head = true;
            replay.not_ours = not_ours;
            return Ok(());
        }
        if !replay.has_head {
            return Err("it is not the head that a journal begins with".to_owned());
        }
        match line {
            Line { state: Some(state), .. } if !replay.has_state => {
                replay.has_state = true;
                self.replay_state(*state)?;
                replay.lost_before = self.dropped_count();
                Ok(())
            }
            _ if !replay.has_state => Err("it is not the state that follows the head".to_owned()),
            Line { base: Some(base), .. } => self.replay_base(base),
            Line { entry: Some(entry), .. } => self.replay_entry(*entry),
            Line {
                saving: Some(saving), ..
            } => {
                replay.saving = Some(self.replay_saving(saving)?);
                Ok(())
            }
            Line { begun: Some(step), .. } => {
                is_below_assets(&step.0)?;
                replay.begun.push(step);
                Ok(())
            }
            Line { saved: Some(saved), .. } => {
                self.replay_saved(saved)?;
                replay.lost_before = replay.lost_before.min(self.dropped_count());
                Ok(())
            }
            _ => Err("it is a record that cannot be here".to_owned()),
        }
    }

    fn replay_state(&mut self, state: State) -> Result<(), String> {
        let State {
            with,
            next,
            fallen,
            originals,
            held,
            marks,
            dropped,
            dropped_more,
            writes,
            begun,
        } = state;
        begun.iter().try_for_each(|(step, _)| is_below_assets(step))?;
        self.durable.begun = begun;
        let named = self.read_common(with)?;
        self.edits.journal.begin_at(Vec::new(), next, fallen);
        self.edits.writes = writes;
        for original in originals {
            let (spot, original) = self.read_original(&named, original)?;
            self.edits.put_original(spot, original);
        }
        for held in held {
            let spot = named.spot(&mut self.numbers, held.spot)?;
            self.edits.put_held(spot, held.until, reading::value(&held.is)?);
        }
        for (entry, scenes) in marks {
            self.edits.put_mark(entry, named.scenes(&scenes)?);
        }
        for (scenes, told) in dropped {
            self.edits.put_dropped(named.scenes(&scenes)?, told);
        }
        self.edits.put_dropped_more(dropped_more);
        Ok(())
    }

    fn replay_base(&mut self, base: Base) -> Result<(), String> {
        let named = super::names::Named::find_scenes(self, &base.scenes);
        let mut steps = Vec::with_capacity(base.steps.len());
        for step in base.steps {
            match self.read_step(&named, step)? {
                Read::Edit(edit) => steps.push(edit),
                Read::Unmade { scene, why } => self.note_unmade(None, scene, &why),
            }
        }
        self.edits.journal.add_base(steps);
        Ok(())
    }

    fn replay_entry(&mut self, entry: Entry) -> Result<(), String> {
        let Entry {
            with,
            id,
            at_ms,
            caller,
            tool,
            rows,
            steps,
            undoes,
            mut lost,
        } = entry;
        let named = self.read_common(with)?;
        let mut read: Vec<Edit> = Vec::with_capacity(steps.len());
        let mut unmade = Vec::new();
        for step in steps {
            match self.read_step(&named, step)? {
                Read::Edit(edit) => read.push(edit),
                Read::Unmade { scene, why } => {
                    lost.get_or_insert_with(|| format!("its objects cannot be created again: {why}"));
                    unmade.push((scene, why));
                }
            }
        }
        let rows: Result<Vec<_>, String> = rows
            .into_iter()
            .map(|row| rows::read(&named, &mut self.numbers, row))
            .collect();
        let about = About::from_journal(caller, tool, at_ms, rows?);
        let about_bytes = about.bytes();
        self.edits.journal.replay(Replayed {
            id,
            steps: read,
            undoes,
            about,
            about_bytes,
            lost,
        })?;
        self.edits.mark_changed();
        self.edits.writes += 1;
        for (scene, why) in unmade {
            self.note_unmade(Some(id), scene, &why);
        }
        Ok(())
    }

    fn note_unmade(&mut self, entry: Option<u64>, scene: usize, why: &str) {
        let entry = entry.map_or_else(|| "a change".to_owned(), |entry| format!("entry {entry}"));
        let path = self.scenes.get(scene).map_or("", |slot| &slot.file.path);
        let told = format!("{path}: {entry} is not saved: its objects cannot be created again: {why}");
        self.edits.put_dropped(BTreeSet::from([scene]), told);
    }

    fn replay_saving(&mut self, saving: Saving) -> Result<UnendedSave, String> {
        let named = self.read_common(saving.with)?;
        let mut files = Vec::new();
        for (scene, digest) in saving.files {
            files.push((named.scene(scene)?, digest));
        }
        let written = saving.written.into_iter();
        let written: Result<Vec<Written>, String> = written.map(|row| self.read_written(&named, row)).collect();
        Ok(UnendedSave {
            files,
            written: written?,
        })
    }

    fn replay_saved(&mut self, saved: Saved) -> Result<(), String> {
        let named = self.read_common(saved.with)?;
        let scenes: BTreeSet<usize> = named.scenes(&saved.files)?;
        let is_saved = |spot: &Spot| scene_of(spot.object).is_some_and(|scene| scenes.contains(&scene));
        self.edits.forget_files(is_saved);
        for original in saved.originals {
            let (spot, original) = self.read_original(&named, original)?;
            self.edits.put_original(spot, original);
        }
        for held in saved.held {
            let spot = named.spot(&mut self.numbers, held.spot)?;
            self.edits.put_held(spot, held.until, reading::value(&held.is)?);
        }
        self.edits.saved(&scenes);
        let slots = &self.scenes;
        let is_gone = |scene: usize| slots.get(scene).is_none_or(|slot| !slot.listed);
        self.edits
            .dropped
            .were_told(|scene| scenes.contains(&scene) || is_gone(scene));
        Ok(())
    }

    pub(super) fn finish_replay(&mut self, found: &Found, replay: Replay) {
        if let End::Torn { bytes } = found.end {
            let message = format!(
                "the last record of the edit journal breaks off after {bytes} bytes and is not applied: the host or the system ended \
                 while it was written, before its call was answered"
            );
            self.log_for_operator("warn", message);
        }
        let earlier = std::mem::take(&mut self.durable.begun);
        for begun in [replay.begun, earlier] {
            if !begun.is_empty() {
                self.undo_begun_steps(begun);
            }
        }
        let saved = replay.saving.map(|save| self.ended_while_saving(save));
        self.rebuild();
        if let Some(scenes) = saved.filter(|scenes| !scenes.is_empty()) {
            self.edits.saved(&scenes);
        }
        self.time = self.time_in_effect();
        self.follow_journal();
        let dropped = self.dropped_count();
        let unsaved = self.count_unsaved();
        let is_timed = self.time != self.first_time;
        let is_empty = unsaved.changes == 0 && dropped == 0 && !is_timed;
        if is_empty && !self.durable.begun.is_empty() {
            self.forget_saved();
        } else if is_empty {
            return self.begin_empty();
        }
        if unsaved.changes > 0 {
            self.log_for_operator("info", format!("applied again from the edit journal: {unsaved}"));
        }
        self.log_lost(dropped.saturating_sub(replay.lost_before));
        self.write_first();
    }

    /// Writes the whole journal file of a session that already contains edits.
    pub(super) fn write_first(&mut self) {
        self.durable.is_behind = true;
        if self.durable.journal.is_some()
            && let Err(why) = self.write_records()
        {
            self.log(
                "error",
                format!("the edit journal cannot be written: {why}; edits are refused until it can"),
            );
        }
    }

    /// Removes all edits and the journal file, because project files contain every edit. Counts of ids restart at zero.
    fn begin_empty(&mut self) {
        self.forget_saved();
        let cleared = self.durable.journal.as_ref().map(|journal| journal.clear());
        if let Some(Err(error)) = cleared {
            self.log(
                "warn",
                format!("the edit journal, of which all is saved, cannot be removed: {error}"),
            );
        }
    }

    pub(super) fn forget_saved(&mut self) {
        self.edits = self.edits.without_edits();
        self.created = Created::default();
        self.test_ui = TestUiState::default();
        self.rebuild();
    }

    /// Completes a save during which the host ended. Returns the scenes whose files contain the new text, and stores
    /// their values from before the save.
    fn ended_while_saving(&mut self, save: UnendedSave) -> BTreeSet<usize> {
        let UnendedSave { files, written } = save;
        let mut saved = BTreeSet::new();
        for (scene, digest) in files {
            let Some(path) = self.scenes.get(scene).map(|slot| slot.file.path.clone()) else {
                continue;
            };
            let text = self.library.project().read_at_most(&path, MAX_FILE_BYTES);
            let holds = text.is_ok_and(|text| HEXLOWER.encode(&Sha256::digest(text)) == digest);
            let what = if holds {
                "holds all changes"
            } else {
                "does not hold the changes"
            };
            self.log_for_operator(
                "warn",
                format!("the last save of {path} was not completed: the file {what}"),
            );
            if holds {
                saved.insert(scene);
            }
        }
        let of_saved = |row: &Written| scene_of(row.spot.object).is_some_and(|scene| saved.contains(&scene));
        self.edits.written.extend(written.into_iter().filter(of_saved));
        if !saved.is_empty() {
            self.edits.just_saved(&saved);
        }
        saved
    }
}

fn is_below_assets(step: &AssetStep) -> Result<(), String> {
    let is_below = |path: &str| path.starts_with("Assets/") || path.starts_with("Packages/");
    match step.all_paths().all(is_below) {
        true => Ok(()),
        false => Err("it is a step outside of the folders of assets".to_owned()),
    }
}
