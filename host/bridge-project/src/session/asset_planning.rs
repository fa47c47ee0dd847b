//! Plans a batch of changes of assets as steps on files, and describes each step.

use super::Session;
use super::asset_tree::{AssetTree, Location};
use super::file_changes::refused;
use super::saving::cannot;
use data_encoding::HEXLOWER;
use host_bridge::{AssetChange, BridgeError, BridgeErrorKind, EditChange, EditNeed, ValueText};
use host_project_query::needs_unity::needs_unity_error;
use host_project_writer::{AssetContent, AssetStep, Direction, MOST_BYTES, Wanted, asset_content};
use std::sync::Arc;
use unity_files::{has_extension, lock_reason};

/// A planned step, the row that describes it, and the first file with code that it concerns.
pub(super) struct Planned {
    pub(super) step: AssetStep,
    pub(super) code: Option<Arc<str>>,
    pub(super) row: EditChange,
}

/// Plans the changes in order, each on what the earlier ones leave.
pub(super) fn plan_assets(session: &Session, changes: &[AssetChange]) -> Result<Vec<Planned>, BridgeError> {
    let mut planning = Planning {
        session,
        tree: AssetTree::new(session.library.project().root()),
        planned: Vec::new(),
        at: 0,
        bytes: 0,
    };
    for (at, change) in (0..).zip(changes) {
        planning.at = at;
        planning.change(change)?;
    }
    Ok(planning.planned)
}

/// Returns the row of a change of a path.
pub(super) fn path_row(at: u32, before: Option<&str>, after: Option<&str>, code: Option<&str>) -> EditChange {
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
    /// Size of all assets that the batch copies so far.
    bytes: u64,
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
            self.tree.is_free(&field, path, None)?;
        }
        for folder in missing.into_iter().rev() {
            self.tree.is_free(&field, folder, None)?;
            let step = AssetStep::CreateFolder {
                path: folder.to_owned(),
                kept: new_name()?,
            };
            self.add(step, None);
        }
        Ok(())
    }

    fn copy(&mut self, from: &str, to: &str) -> Result<(), BridgeError> {
        if self.tree.changes_below(from) {
            let message = format!(
                "`{}` is {from:?}, which an earlier change of this batch changes",
                self.field("copy.from")
            );
            return Err(BridgeError::new(BridgeErrorKind::Conflict, message)
                .with_hint("copy it in a later call; nothing was changed"));
        }
        let content = self.content("copy.from", from, Wanted::Digest)?;
        self.bytes += content.bytes;
        if self.bytes > MOST_BYTES {
            let message = format!(
                "`{}`: the batch would copy more than {} MiB",
                self.field("copy.from"),
                MOST_BYTES >> 20
            );
            return Err(cannot(message).with_hint("copy less in one call; nothing was changed"));
        }
        self.fits("copy.to", from, to, &content)?;
        self.tree.is_free(&self.field("copy.to"), to, None)?;
        let step = AssetStep::Copy {
            from: from.to_owned(),
            to: to.to_owned(),
            digest: content.digest,
            kept: new_name()?,
            has_meta: content.has_meta,
        };
        self.add(step, content.code);
        Ok(())
    }

    fn move_to(&mut self, from: &str, to: &str) -> Result<(), BridgeError> {
        let content = self.content("move.from", from, Wanted::Facts)?;
        self.has_no_unsaved_edits("move.from", &content)?;
        self.fits("move.to", from, to, &content)?;
        self.tree.is_free(&self.field("move.to"), to, Some(from))?;
        let step = AssetStep::Move {
            from: from.to_owned(),
            to: to.to_owned(),
        };
        self.add(step, content.code);
        Ok(())
    }

    fn delete(&mut self, path: &str) -> Result<(), BridgeError> {
        let content = self.content("delete.path", path, Wanted::Facts)?;
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
    fn content(&self, name: &str, path: &str, wanted: Wanted) -> Result<AssetContent, BridgeError> {
        let field = self.field(name);
        match self.tree.existing(&field, path)? {
            Location::Disk(at) => asset_content(self.session.library.project(), &at, wanted).map_err(refused),
            Location::New => Ok(AssetContent {
                is_folder: true,
                has_meta: true,
                bytes: 0,
                digest: String::new(),
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
        Ok(())
    }

    /// A scene with unsaved edits keeps its path, because the edits belong to the path. So does a scene of a project that
    /// an editor has open, because it can be open there, too.
    fn has_no_unsaved_edits(&self, name: &str, content: &AssetContent) -> Result<(), BridgeError> {
        let scene = content.files.iter().find(|file| has_extension(file, "unity"));
        if let Some((scene, why)) = scene.zip(lock_reason(self.session.library.project().root())) {
            let message = format!(
                "`{}`: Unity has the project open ({why}), and {scene} can be open in it",
                self.field(name)
            );
            return Err(BridgeError::new(BridgeErrorKind::Conflict, message)
                .with_hint("do it in Unity, or quit Unity; where none runs, a crash left that file: remove it"));
        }
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
