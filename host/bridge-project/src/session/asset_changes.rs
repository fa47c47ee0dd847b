//! Changes of assets and folders: a batch is planned as steps on files, and then made completely or not at all.
//!
//! This module plans the steps and undoes them with the journal. `project-writer` makes them on disk.

use super::Session;
use super::asset_tree::{AssetTree, Location};
use super::changing::plan::plan;
use super::edits::Edit;
use super::saving::cannot;
use super::sources::refused;
use data_encoding::HEXLOWER;
use host_bridge::{
    AssetChange, BridgeError, BridgeErrorKind, EditChange, EditDone, EditNeed, Replied, Reply, ValueText,
};
use host_project_query::needs_unity::needs_unity_error;
use host_project_writer::{AssetContent, AssetStep, Direction, asset_content, empty_digest, run_asset_steps};
use std::collections::BTreeSet;
use std::sync::Arc;
use unity_files::DiskChange;

/// A planned step, the row that describes it, and the first file with code that it concerns.
pub(super) struct Planned {
    step: AssetStep,
    code: Option<Arc<str>>,
    row: EditChange,
}

/// The steps that the current command makes on disk when it ends, and those that it has made.
#[derive(Debug, Default)]
pub(super) struct AssetSteps {
    pending: Vec<(AssetStep, Direction)>,
    done: Vec<(AssetStep, Direction)>,
}

impl AssetSteps {
    pub(super) fn begin_command(&mut self) {
        *self = Self::default();
    }

    pub(super) fn add(&mut self, step: AssetStep, direction: Direction) {
        self.pending.push((step, direction));
    }

    pub(super) fn forget(&mut self) {
        self.pending.clear();
    }
}

impl Session {
    /// Returns the plan of the changes. Changes nothing.
    pub(super) fn preview_assets(&self, changes: &[AssetChange]) -> Result<Replied, BridgeError> {
        let planned = self.plan_assets(changes)?;
        let rows = planned.into_iter().map(|planned| planned.row).collect();
        Ok(Reply::Plan(plan(rows)).into())
    }

    /// Makes all changes. `digest` identifies the plan that the caller approved in a preview.
    pub(super) fn apply_assets(
        &mut self,
        changes: &[AssetChange],
        digest: Option<&str>,
    ) -> Result<Replied, BridgeError> {
        self.may_write_sources()?;
        let planned = self.plan_assets(changes)?;
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

    fn plan_assets(&self, changes: &[AssetChange]) -> Result<Vec<Planned>, BridgeError> {
        let mut planning = Planning {
            session: self,
            tree: AssetTree::new(self.library.project().root()),
            planned: Vec::new(),
            at: 0,
        };
        for (at, change) in (0..).zip(changes) {
            planning.at = at;
            planning.change(change)?;
        }
        Ok(planning.planned)
    }

    /// Makes the pending steps on disk, all or none.
    pub(super) fn run_asset_steps(&mut self) -> Result<(), BridgeError> {
        let steps = std::mem::take(&mut self.asset_steps.pending);
        if steps.is_empty() {
            return Ok(());
        }
        self.may_write_sources()?;
        self.run_steps(&steps)?;
        self.asset_steps.done = steps;
        Ok(())
    }

    /// Takes the steps back that the current command made, after a later part of the command failed.
    pub(super) fn take_back_asset_steps(&mut self) {
        let done = std::mem::take(&mut self.asset_steps.done);
        let back: Vec<_> = done
            .into_iter()
            .rev()
            .map(|(step, direction)| (step, direction.inverse()))
            .collect();
        if let Err(error) = self.run_steps(&back) {
            self.log("error", format!("changes of assets could not be taken back: {error}"));
        }
    }

    fn run_steps(&mut self, steps: &[(AssetStep, Direction)]) -> Result<(), BridgeError> {
        let paths = steps.iter().flat_map(|(step, direction)| {
            let (before, after) = step.paths(*direction);
            before.into_iter().chain(after)
        });
        let assets: BTreeSet<String> = paths.map(str::to_owned).collect();
        let first = assets.first().cloned().unwrap_or_default();
        if assets.is_empty() {
            return Ok(());
        }
        let outcome = run_asset_steps(self.library.project(), &self.ground, steps);
        self.read_changed(&DiskChange {
            assets,
            structure: true,
            ..DiskChange::default()
        });
        outcome.map_err(|why| refused(&first, why))
    }

    /// Plans the steps on disk after these entries were undone or applied again, and returns their rows.
    ///
    /// # Errors
    /// A step cannot be taken back, because another program changed the project since.
    pub(super) fn follow_asset_undo(&mut self, leaves: &BTreeSet<u64>) -> Result<Vec<EditChange>, BridgeError> {
        let undone = self.edits.journal.undone_entries();
        let (taken_back, applied): (Vec<u64>, Vec<u64>) =
            leaves.iter().copied().partition(|leaf| undone.contains_key(leaf));
        let backwards = self.asset_edits(&taken_back).into_iter().rev();
        let steps = backwards.map(|(step, code)| (step, code, Direction::Back));
        let forwards = self.asset_edits(&applied).into_iter();
        let steps = steps.chain(forwards.map(|(step, code)| (step, code, Direction::Again)));
        let mut tree = AssetTree::new(self.library.project().root());
        let mut rows = Vec::new();
        for (step, code, direction) in steps {
            may_follow(&tree, &step, direction)?;
            let (before, after) = step.paths(direction);
            rows.push(path_row(0, before, after, code.as_deref()));
            tree.add(step, direction);
        }
        for (step, direction) in tree.into_steps() {
            self.asset_steps.add(step, direction);
        }
        Ok(rows)
    }

    fn asset_edits(&self, entries: &[u64]) -> Vec<(AssetStep, Option<Arc<str>>)> {
        let entries = entries.iter().filter_map(|id| self.edits.journal.entry(*id));
        let steps = entries.flat_map(|entry| &entry.steps).filter_map(|step| match step {
            Edit::Asset { step, code } => Some((step.clone(), code.clone())),
            _ => None,
        });
        steps.collect()
    }
}

/// Checks a step of an undo: what it takes away exists, and the place of what it creates is free.
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
    match after {
        Some(after) => tree.is_free("path", after).map_err(conflict),
        None => Ok(()),
    }
}

/// Returns the row of a change of a path.
fn path_row(at: u32, before: Option<&str>, after: Option<&str>, code: Option<&str>) -> EditChange {
    let text = |path: &str| ValueText::from_json_text(serde_json::Value::from(path).to_string());
    EditChange {
        edit: at,
        object: None,
        file: before.or(after).unwrap_or_default().to_owned(),
        path: String::new(),
        component: None,
        field: Some("path".to_owned()),
        old: before.map(text),
        new: after.map(text),
        need: code.map(|path| EditNeed::Source { path: path.to_owned() }),
        unchecked: None,
    }
}

struct Planning<'s> {
    session: &'s Session,
    tree: AssetTree<'s>,
    planned: Vec<Planned>,
    /// Position of the change in the batch.
    at: u32,
}

impl Planning<'_> {
    fn change(&mut self, change: &AssetChange) -> Result<(), BridgeError> {
        match change {
            AssetChange::CreateFolder { path } => self.create_folder(path),
            AssetChange::Copy { from, to } => self.copy(from, to),
            AssetChange::Move { from, to } => self.move_to(from, to),
            AssetChange::Delete { path } => self.delete(path),
            AssetChange::CreateAsset { .. } => self.needs_editor("Creating an asset"),
            AssetChange::CreatePrefab { .. } => self.needs_editor("Creating a prefab"),
            AssetChange::Set { .. } => self.needs_editor("Setting a field of an asset"),
            AssetChange::ApplyOverrides { .. } => self.needs_editor("Applying overrides to a prefab"),
            AssetChange::RevertOverrides { .. } => self.needs_editor("Reverting overrides of a prefab"),
            AssetChange::Unpack { .. } => self.needs_editor("Unpacking a prefab instance"),
        }
    }

    fn field(&self, name: &str) -> String {
        format!("changes[{}].{name}", self.at)
    }

    fn needs_editor(&self, what: &str) -> Result<(), BridgeError> {
        let error = needs_unity_error(what);
        Err(BridgeError {
            message: format!("changes[{}]: {}", self.at, error.message),
            ..error
        })
    }

    fn create_folder(&mut self, path: &str) -> Result<(), BridgeError> {
        let field = self.field("create_folder.path");
        let mut missing = Vec::new();
        let mut at = path;
        while self.tree.locate(at).is_none() {
            missing.push(at);
            match at.rsplit_once('/') {
                Some((above, _)) => at = above,
                None => break,
            }
        }
        if missing.is_empty() {
            self.tree.is_free(&field, path)?;
        }
        for folder in missing.into_iter().rev() {
            self.tree.is_free(&field, folder)?;
            let step = AssetStep::CreateFolder {
                path: folder.to_owned(),
                kept: new_name()?,
            };
            self.add(step, None);
        }
        Ok(())
    }

    fn copy(&mut self, from: &str, to: &str) -> Result<(), BridgeError> {
        let content = self.content("copy.from", from)?;
        self.fits("copy.to", from, to, &content)?;
        let step = AssetStep::Copy {
            from: from.to_owned(),
            to: to.to_owned(),
            digest: content.digest,
            kept: new_name()?,
        };
        self.add(step, content.code);
        Ok(())
    }

    fn move_to(&mut self, from: &str, to: &str) -> Result<(), BridgeError> {
        let content = self.content("move.from", from)?;
        self.has_no_unsaved_edits("move.from", &content)?;
        self.fits("move.to", from, to, &content)?;
        let step = AssetStep::Move {
            from: from.to_owned(),
            to: to.to_owned(),
        };
        self.add(step, content.code);
        Ok(())
    }

    fn delete(&mut self, path: &str) -> Result<(), BridgeError> {
        let content = self.content("delete.path", path)?;
        self.has_no_unsaved_edits("delete.path", &content)?;
        let step = AssetStep::Delete {
            path: path.to_owned(),
            kept: new_name()?,
        };
        self.add(step, content.code);
        Ok(())
    }

    fn add(&mut self, step: AssetStep, code: Option<String>) {
        let (before, after) = step.paths(Direction::First);
        let mut row = path_row(self.at, before, after, code.as_deref());
        if let AssetStep::Copy { from, .. } = &step {
            row.file.clone_from(from);
        }
        self.tree.add(step.clone(), Direction::First);
        self.planned.push(Planned {
            step,
            code: code.map(Into::into),
            row,
        });
    }

    /// Returns the content of an asset that a change names.
    fn content(&self, name: &str, path: &str) -> Result<AssetContent, BridgeError> {
        let field = self.field(name);
        match self.tree.existing(&field, path)? {
            Location::Disk(at) => asset_content(self.session.library.project(), &at).map_err(|why| refused(&at, why)),
            Location::New => Ok(AssetContent {
                is_folder: true,
                bytes: 0,
                digest: empty_digest(),
                code: None,
                files: Vec::new(),
            }),
        }
    }

    /// Checks the new path of a copied or moved asset.
    fn fits(&self, name: &str, from: &str, to: &str, content: &AssetContent) -> Result<(), BridgeError> {
        let field = self.field(name);
        if to.strip_prefix(from).is_some_and(|rest| rest.starts_with('/')) {
            return Err(BridgeError::new(
                BridgeErrorKind::InvalidArgument,
                format!("`{field}` is {to:?}, which is inside {from}"),
            )
            .with_hint("choose a folder outside of it; nothing was changed"));
        }
        let ending = |path: &str| {
            path.rsplit('/')
                .next()
                .and_then(|name| name.rsplit_once('.'))
                .map(|(_, end)| end.to_owned())
        };
        if !content.is_folder && ending(from) != ending(to) {
            let right = ending(from).map_or_else(|| "no ending".to_owned(), |end| format!("the ending .{end}"));
            return Err(BridgeError::new(
                BridgeErrorKind::InvalidArgument,
                format!("`{field}` is {to:?}; it must have {right}, as {from}"),
            )
            .with_hint("the ending decides how Unity imports the file; nothing was changed"));
        }
        if from != to && from.to_lowercase() == to.to_lowercase() {
            return Ok(());
        }
        self.tree.is_free(&field, to)
    }

    /// A scene with unsaved edits keeps its path, because the edits belong to the path.
    fn has_no_unsaved_edits(&self, name: &str, content: &AssetContent) -> Result<(), BridgeError> {
        let unsaved = self.session.count_unsaved().files;
        match content.files.iter().find(|file| unsaved.contains(*file)) {
            None => Ok(()),
            Some(file) => Err(cannot(format!("`{}`: {file} has unsaved edits", self.field(name)))
                .with_hint("save it (save_scenes) or undo its edits (undo_edits) first; nothing was changed")),
        }
    }
}

/// Returns a new random name for a place in the trash.
fn new_name() -> Result<String, BridgeError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| {
        BridgeError::new(
            BridgeErrorKind::Internal,
            format!("the system has no randomness: {error}"),
        )
    })?;
    Ok(HEXLOWER.encode(&bytes))
}

#[cfg(test)]
mod tests;
