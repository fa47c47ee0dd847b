//! Changes of assets and folders: a batch is planned as steps on files, and then made completely or not at all.
//!
//! This module plans the steps and undoes them with the journal. `project-writer` makes them on disk.

use super::Session;
use super::asset_planning::{Planned, path_row, plan_assets};
use super::asset_tree::{AssetSteps, AssetTree};
use super::changing::plan::plan;
use super::edits::Edit;
use super::file_changes::refused;
use host_bridge::{AssetChange, BridgeError, BridgeErrorKind, EditChange, EditDone, Replied, Reply};
use host_project_writer::{AssetStep, BegunSteps, Direction, overlap, run_asset_steps, undo_asset_steps};
use std::collections::BTreeSet;
use unity_files::DiskChange;

impl Session {
    /// Returns the plan of the changes. Changes nothing.
    pub(super) fn preview_assets(&self, changes: &[AssetChange]) -> Result<Replied, BridgeError> {
        let planned = plan_assets(self, changes)?;
        let rows = planned.into_iter().map(|planned| planned.row).collect();
        Ok(Reply::Plan(plan(rows)).into())
    }

    /// Makes all changes. `digest` identifies the plan that the caller approved in a preview.
    pub(super) fn apply_assets(
        &mut self,
        changes: &[AssetChange],
        digest: Option<&str>,
    ) -> Result<Replied, BridgeError> {
        self.may_change_files()?;
        let planned = plan_assets(self, changes)?;
        let plan = plan(planned.iter().map(|planned| planned.row.clone()).collect());
        plan.is_meant(digest)?;
        for Planned { step, code, row } in planned {
            self.change(Edit::Asset { step, code })?;
            self.edits.rows.push(row);
        }
        self.edits.writes += 1;
        let entry = self.edits.journal.last() + 1;
        Ok(Reply::EditDone(EditDone { entry, plan }).into())
    }

    /// Makes the pending steps on disk, all or none, and returns them.
    pub(super) fn run_asset_steps(&mut self, begun: &mut dyn BegunSteps) -> Result<AssetSteps, BridgeError> {
        let steps = std::mem::take(&mut self.asset_steps);
        if !steps.is_empty() {
            self.may_change_files()?;
            let outcome = run_asset_steps(self.library.project(), &self.ground, &steps, begun);
            self.read_changed_assets(&steps);
            outcome.map_err(refused)?;
        }
        Ok(steps)
    }

    /// Undoes steps that the current command made on disk, after a later part of the command failed.
    pub(super) fn undo_asset_steps(&mut self, made: &[(AssetStep, Direction)], begun: &mut dyn BegunSteps) {
        if made.is_empty() {
            return;
        }
        let undone = undo_asset_steps(self.library.project(), &self.ground, made, begun);
        self.read_changed_assets(made);
        let why = match undone {
            Ok(failed) if failed.is_empty() => return,
            Ok(failed) => failed.join(", "),
            Err(why) => refused(why).message,
        };
        self.log("error", format!("changes of assets could not be undone: {why}"));
    }

    /// Reads the files that the steps concern again.
    pub(super) fn read_changed_assets(&mut self, steps: &[(AssetStep, Direction)]) {
        let paths = steps.iter().flat_map(|(step, _)| step.all_paths());
        self.read_changed(&DiskChange {
            assets: paths.map(str::to_owned).collect(),
            structure: true,
            ..DiskChange::default()
        });
    }

    /// Plans the steps on disk after these entries were undone or applied again, and returns their rows.
    ///
    /// # Errors
    /// A step cannot be undone, because another program changed the project since.
    pub(super) fn follow_asset_undo(&mut self, leaves: &BTreeSet<u64>) -> Result<Vec<EditChange>, BridgeError> {
        let mut tree = AssetTree::new(self.library.project().root());
        let mut rows = Vec::new();
        let unsaved = self.count_unsaved().files;
        for (edit, direction) in self.edits.steps_of_undo(leaves) {
            let Edit::Asset { step, code } = edit else { continue };
            may_follow(&tree, step, direction)?;
            let gone = step.paths(direction).0;
            if let Some(file) = unsaved.iter().find(|file| gone.is_some_and(|gone| overlap(gone, file))) {
                return Err(
                    BridgeError::new(BridgeErrorKind::Conflict, format!("{file} has unsaved edits"))
                        .with_hint("save it (save_scenes) or undo its edits first; nothing was changed"),
                );
            }
            let (before, after) = step.paths(direction);
            rows.push(path_row(0, before, after, code.as_deref()));
            tree.add(step.clone(), direction);
        }
        self.asset_steps.extend(tree.into_steps());
        Ok(rows)
    }
}

/// Checks a step of an undo: the asset that it moves or deletes exists, and its new path is free.
fn may_follow(tree: &AssetTree<'_>, step: &AssetStep, direction: Direction) -> Result<(), BridgeError> {
    let (before, after) = step.paths(direction);
    let conflict = |error: BridgeError| {
        BridgeError::new(
            BridgeErrorKind::Conflict,
            format!("another program changed the assets since: {}", error.message),
        )
        .with_hint("nothing was changed; list the assets, and change them by new changes")
    };
    if let Some(before) = before {
        tree.existing("path", before).map_err(conflict)?;
    }
    after.map_or(Ok(()), |after| tree.is_free_for_undo("path", after).map_err(conflict))
}

#[cfg(test)]
mod tests;
