//! Saves the session's edits to scene files.
//!
//! This module selects the files and updates the session after a save. `saving/scene` computes the new content of a
//! file, and the crate `project-writer` writes it.

mod blocked_edits;
mod gone_targets;
mod instance;
mod lines;
mod overrides;
mod overwritten_values;
mod redeclared_fields;
mod save_needs;
mod scene;
mod value;

use super::Session;
use super::edits::{Edit, Written};
use crate::save_switch::{self, SaveSwitch};
use crate::session::reading::session_view::SessionView;
use host_bridge::{BridgeError, BridgeErrorKind, EditNeed, FileChanges, Replied, Reply, SavedFile};
use host_project_writer::{NewFile, NotWritten, leftovers, may_be_written, write_files};
use scene::{Before, ScenePlan};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use unity_files::{DiskChange, has_extension, lock_reason};
use unity_yaml::Layout;

const REAL_FILE: &str = "put the file itself in its place; nothing was written";

/// Unity releases (major and minor version) for which saved files were compared with Unity's own, byte for byte.
const PROVED: RangeInclusive<(u32, u32)> = (2020, 3)..=(2022, 3);

fn no_scene(file: &str) -> BridgeError {
    let why = match has_extension(file, "prefab") {
        true => "it is a prefab, and objects of prefab files cannot be edited here",
        false => "only files that end in .unity are saved",
    };
    cannot(format!("{file} is no scene: {why}")).with_hint("list_scenes lists the scenes; nothing was written")
}

pub(super) fn cannot(message: String) -> BridgeError {
    BridgeError::new(BridgeErrorKind::Unsupported, message)
}

/// Returns the error for saving a file that violates Unity's format. The host may not have read all of it.
fn damaged_error(path: &str, damage: &str) -> BridgeError {
    cannot(format!("{path} breaks a rule of Unity's scene files: {damage}"))
        .with_hint("repair the file or restore it from version control; nothing was written")
}

impl SessionView<'_> {
    /// True if the scene has no unsaved changes: reloading its file would give the same objects and values. False for a
    /// scene that cannot be saved.
    pub(super) fn is_as_in_file(self, scene: usize) -> bool {
        matches!(self.plan_scene(scene), Ok(None))
    }
}

impl Session {
    /// Logs temporary files that remained from a save when the host was killed.
    pub(crate) fn tell_leftovers(&mut self) {
        let may_remove = self.may_save() && !self.options.is_sample;
        let backups = self.options.backup_folder.as_deref();
        for line in leftovers::clear(self.library.project(), backups, may_remove) {
            self.log_for_operator("warn", line);
        }
    }

    /// Returns the line changes that a save of these files would make.
    pub(super) fn preview_save(&self, files: &[String]) -> Result<Replied, BridgeError> {
        let (plans, mut notes) = self.plan_files(files)?;
        let changes = plans.iter().map(|plan| {
            let (lines, total) = lines::changed_lines(plan.source.text(), &plan.patches);
            FileChanges {
                file: plan.path.clone(),
                lines,
                total,
                needs: self.view().needs_of(plan),
            }
        });
        let reply = Reply::FileChanges(changes.collect());
        if !self.may_save() {
            notes.push(format!("saving is switched off: {}", save_switch::hint()));
        }
        Ok(Replied {
            reply,
            diagnostics: notes,
        })
    }

    /// Saves the edits to these files. Writes all files or none. Returns `Conflict` if Unity has the project open, a
    /// file changed since it was read, or a field needs an allowlist entry that `needs` lacks.
    pub(super) fn save_files(&mut self, files: &[String], needs: Option<&[EditNeed]>) -> Result<Replied, BridgeError> {
        let (mut plans, mut notes) = self.plan_files(files)?;
        self.view().needs_no_more(&plans, needs)?;
        let folder = self.backup_folder()?;
        if let Some(why) = lock_reason(self.library.project().root()) {
            let message = format!("Unity has the project open ({why}), and would overwrite what is saved or miss it");
            return Err(BridgeError::new(BridgeErrorKind::Conflict, message)
                .with_hint("quit Unity; where none runs, a crash left that file: remove it"));
        }
        let weight: usize = plans
            .iter()
            .flat_map(|plan| &plan.before)
            .map(|before| super::edits::bytes_of(&before.value) + before.layout.as_ref().map_or(0, Layout::weight))
            .sum();
        self.room_for_value(2 * weight)?;
        let scenes: BTreeSet<usize> = plans.iter().map(|plan| plan.scene).collect();
        let before = plans
            .iter_mut()
            .flat_map(|plan| std::mem::take(&mut plan.before))
            .collect();
        let before = self.what_stood(before);
        let texts: Vec<(usize, &str)> = plans.iter().map(|plan| (plan.scene, plan.text.as_str())).collect();
        // Files are saved even if the journal cannot be written, because saving preserves the edits too.
        if !plans.is_empty()
            && let Err(why) = self.will_save(&texts, &before)
        {
            self.log("error", format!("the edit journal cannot be written: {why}"));
        }
        let new = plans.iter().map(|plan| NewFile {
            asset: plan.path.clone(),
            old: plan.source.text().to_owned(),
            new: plan.text.clone(),
        });
        let written =
            write_files(self.library.project(), &self.ground, &folder, new.collect()).map_err(refused_error)?;
        let fresh: Vec<_> = written.iter().map(|file| file.backup.clone()).collect();
        for gone in host_project_journal::backups::trim(&folder, &fresh) {
            self.log(
                "info",
                format!("deleted the oldest backup to stay below the limit of backups: {gone}"),
            );
        }
        let saved = written.into_iter().map(|file| SavedFile {
            file: file.asset,
            bytes: file.bytes,
            backup: file.backup.shown,
        });
        let reply = Reply::Saved(saved.collect());
        self.was_saved(&plans, &scenes, before);
        if !plans.is_empty()
            && let Err(why) = self.did_save(&scenes)
        {
            let note = format!("the files were saved, but the edit journal cannot be written: {why}");
            self.log("error", note.clone());
            notes.push(note);
        }
        Ok(Replied {
            reply,
            diagnostics: notes,
        })
    }

    fn may_save(&self) -> bool {
        SaveSwitch::from_options(&self.options).is_on()
    }

    /// Returns the folder for backups, without which nothing is written. Fails if the operator allows no writing of files.
    pub(super) fn backup_folder(&self) -> Result<PathBuf, BridgeError> {
        match (&self.options.backup_folder, self.may_save()) {
            (Some(folder), true) => Ok(folder.clone()),
            (None, true) => Err(cannot(
                "this host has no folder for backups, without which it saves nothing".to_owned(),
            )),
            (_, false) => Err(save_switch::disabled_error()),
        }
    }

    fn may_be_written(&self, asset: &str) -> Result<(), BridgeError> {
        if self.options.is_sample {
            let message = "the project that is open is the sample inside this host, of which nothing is ever saved";
            return Err(cannot(message.to_owned()).with_hint(
                "nothing was written; ask the operator to start the host with `--project PATH/TO/PROJECT`",
            ));
        }
        let project = self.library.project();
        let may = may_be_written(project, asset).and_then(|()| self.ground.check(project.root()));
        may.map_err(refused_error)
    }

    /// Returns the plans of the files that would change, in the order of the scenes, and notes about the other files.
    fn plan_files(&self, files: &[String]) -> Result<(Vec<ScenePlan>, Vec<String>), BridgeError> {
        let mut chosen = BTreeSet::new();
        for file in files {
            chosen.insert(self.scene_of_file(file)?);
        }
        let all = files.is_empty();
        if all {
            chosen.extend(self.edits.journal.all().flat_map(Edit::scenes));
            chosen.extend(
                self.edits
                    .originals
                    .keys()
                    .filter_map(|spot| host_project_world::ids::scene_of(spot.object)),
            );
        }
        let is_gone = |scene: usize| self.scenes.get(scene).is_none_or(|slot| !slot.listed);
        let is_told = |scene: usize| all || chosen.contains(&scene) || is_gone(scene);
        let (mut plans, mut notes) = (Vec::new(), self.edits.dropped.describe_lost(is_told));
        for scene in chosen.iter().copied() {
            let Some(slot) = self.scenes.get(scene) else { continue };
            if let Some(problem) = &slot.problem {
                let message = format!("{} can't be saved: {problem}", slot.file.path);
                return Err(cannot(message).with_hint(problem.remedy()));
            }
            if slot.loaded.is_none() {
                let message = format!("{} is not loaded, so its edits are not known", slot.file.path);
                return Err(BridgeError::new(BridgeErrorKind::NotReady, message)
                    .with_hint(format!("open the scene {} first", slot.file.path)));
            }
            match self.view().plan_scene(scene)? {
                Some(plan) => {
                    self.may_be_written(&plan.path)?;
                    self.view().is_declared_as_set(scene, &plan.path)?;
                    notes.extend(self.view().written_over(&plan));
                    plans.push(plan);
                }
                None if all => {}
                None => notes.push(format!("{} already contains all edits of this session", slot.file.path)),
            }
        }
        notes.extend(self.version_note().filter(|_| !plans.is_empty()));
        Ok((plans, notes))
    }

    /// Returns a note if saving was not verified for the project's Unity version. Lines are changed in place, so a save
    /// is correct for every version with the same number format.
    fn version_note(&self) -> Option<String> {
        let settings = &self.library.project().settings;
        let is_proved = settings.release().is_some_and(|release| PROVED.contains(&release));
        (!is_proved).then(|| {
            let version = match settings.unity_version.as_str() {
                "" => "an unknown Unity".to_owned(),
                version => format!("Unity {version}"),
            };
            format!("the project is of {version}; saving is verified only for 2020.3 to 2022.3: look at the lines, and at the diff")
        })
    }

    /// Returns the index of the scene with this id, asset path or unique name, if its file may be written.
    fn scene_of_file(&self, file: &str) -> Result<usize, BridgeError> {
        let project = self.library.project();
        let is_listed = self.scenes.iter().any(|slot| slot.listed && slot.file.path == file);
        if !is_listed && file.contains('/') && !has_extension(file, "unity") {
            return Err(no_scene(file));
        }
        let scene = self.view().named_scene(file).map_err(|error| {
            // The list does not contain links that lead out of the project, so they are checked here.
            let path = project.roots().locate(file).ok();
            let facts = path.and_then(|path| std::fs::symlink_metadata(path).ok());
            match facts.is_some_and(|facts| facts.is_symlink()) {
                true => cannot(format!("{file} is a link, which is never written")).with_hint(REAL_FILE),
                false => error,
            }
        })?;
        let slot = self.view().slot(scene)?;
        self.may_be_written(&slot.file.path)?;
        Ok(scene.0 as usize)
    }

    /// Returns the values that the fields had in their files before this session first saved them, for a later undo.
    fn what_stood(&mut self, all: Vec<Before>) -> Vec<Written> {
        let mut rows = Vec::with_capacity(all.len());
        for before in all {
            let Before {
                spot,
                value,
                layout,
                of,
                added,
            } = before;
            let (was, layout, loose) = match self.edits.original(&spot, &value) {
                Some(known) => (known.was.clone(), known.layout.clone(), known.loose.clone()),
                None if of.is_some() => {
                    let (was, loose) = self.without_ids(&spot, &value);
                    (was, layout, loose)
                }
                None => (value, layout, BTreeSet::new()),
            };
            rows.push(Written {
                spot,
                was,
                layout,
                added,
                loose,
            });
        }
        rows
    }

    fn was_saved(&mut self, plans: &[ScenePlan], scenes: &BTreeSet<usize>, before: Vec<Written>) {
        let assets: BTreeSet<String> = plans.iter().map(|plan| plan.path.clone()).collect();
        self.edits.written.extend(before);
        self.edits.just_saved(scenes);
        let slots = &self.scenes;
        let is_gone = |scene: usize| slots.get(scene).is_none_or(|slot| !slot.listed);
        self.edits
            .dropped
            .were_told(|scene| scenes.contains(&scene) || is_gone(scene));
        self.read_changed(&DiskChange {
            assets,
            ..DiskChange::default()
        });
        self.edits.saved(scenes);
    }
}

fn refused_error(why: NotWritten) -> BridgeError {
    let nothing = "nothing was written";
    match why {
        NotWritten::Forbidden(why) => cannot(why).with_hint(nothing),
        NotWritten::Changed(why) => BridgeError::new(BridgeErrorKind::Conflict, why).with_hint(
            "nothing was written; the file is read again by itself, then look at the changes and save again",
        ),
        NotWritten::Failed(why) => BridgeError::new(BridgeErrorKind::NotReady, why).with_hint(nothing),
        NotWritten::Left { why, written } => BridgeError::new(
            BridgeErrorKind::Internal,
            format!(
                "{why}; these were written before and could not be put back: {}",
                written.join(", ")
            ),
        )
        .with_hint("their old content is in the backups below the host's data folder"),
    }
}

#[cfg(test)]
mod tests;
