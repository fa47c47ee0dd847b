//! Creates, copies, moves and deletes assets and folders with their `.meta` files. All steps are made, or none.
//!
//! Nothing is deleted for good: deleted assets are renamed into `Library/UnityTools/trash` of the project, from where
//! the inverse step restores them. No step replaces an asset that another program created.

use super::asset_copy;
use super::asset_files::{self, Tree, reach_step};
use super::folder::Folder;
use super::{Ground, NotWritten};
use serde::{Deserialize, Serialize};
use std::io;
use unity_files::Project;

/// One step of a change of assets. `kept` is the name below the trash of the project, and the seed of new GUIDs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum AssetStep {
    CreateFolder {
        path: String,
        kept: String,
    },
    Copy {
        from: String,
        to: String,
        /// Digest of the content, as `content_digest` returns it.
        digest: String,
        kept: String,
        /// True if the source has a `.meta` file, so that the copy begins with its own. Old records do not contain this.
        #[serde(default)]
        has_meta: bool,
    },
    Move {
        from: String,
        to: String,
    },
    Delete {
        path: String,
        kept: String,
    },
}

/// How a step is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Direction {
    /// For the first time.
    First,
    /// Undone.
    Back,
    /// Made again after it was undone.
    Again,
}

impl Direction {
    /// Returns the direction that undoes a step which was made in this direction.
    pub fn inverse(self) -> Self {
        match self {
            Self::First | Self::Again => Self::Back,
            Self::Back => Self::Again,
        }
    }
}

impl AssetStep {
    /// Returns the name below the trash that the step or its inverse uses.
    pub fn kept(&self) -> Option<&str> {
        match self {
            Self::CreateFolder { kept, .. } | Self::Copy { kept, .. } | Self::Delete { kept, .. } => Some(kept),
            Self::Move { .. } => None,
        }
    }

    /// Returns the asset path before and after the step: `None` where the asset does not exist.
    pub fn paths(&self, direction: Direction) -> (Option<&str>, Option<&str>) {
        let (before, after) = match self {
            Self::CreateFolder { path, .. } => (None, Some(path.as_str())),
            Self::Copy { to, .. } => (None, Some(to.as_str())),
            Self::Move { from, to } => (Some(from.as_str()), Some(to.as_str())),
            Self::Delete { path, .. } => (Some(path.as_str()), None),
        };
        match direction {
            Direction::Back => (after, before),
            Direction::First | Direction::Again => (before, after),
        }
    }

    /// Returns the asset paths that the step changes.
    pub fn all_paths(&self) -> impl Iterator<Item = &str> {
        let (before, after) = self.paths(Direction::First);
        before.into_iter().chain(after)
    }

    /// Returns the asset path after the step; for a delete, the path before it.
    pub(super) fn path_of(&self, direction: Direction) -> &str {
        let (before, after) = self.paths(direction);
        after.or(before).unwrap_or_default()
    }
}

/// The caller's record of the steps that may have been made. If the process ends before the caller has recorded the whole
/// batch, `undo_begun_steps` undoes them at the next start.
pub trait BegunSteps {
    /// Adds a step directly before it is made. After an error, it is not made.
    ///
    /// # Errors
    /// The reason why the step cannot be recorded.
    fn push(&mut self, step: &AssetStep, direction: Direction) -> Result<(), String>;

    /// Removes the newest step, because it failed or was undone.
    fn pop(&mut self);
}

/// Makes the steps in order, and records each of them in `begun` before. Blocks the thread.
///
/// # Errors
/// See the variants of `NotWritten`. Except with `Left`, nothing is changed.
pub fn run_asset_steps(
    project: &Project,
    ground: &Ground,
    steps: &[(AssetStep, Direction)],
    begun: &mut dyn BegunSteps,
) -> Result<(), NotWritten> {
    let tree = Tree::open(project, ground)?;
    for (at, (step, direction)) in steps.iter().enumerate() {
        let Err(why) = run_recorded(&tree, step, *direction, begun) else {
            continue;
        };
        let written = undo_made(&tree, steps.get(..at).unwrap_or_default(), begun);
        return Err(match (why, written.is_empty()) {
            (why, true) => why,
            (NotWritten::Forbidden(why) | NotWritten::Changed(why) | NotWritten::Failed(why), false)
            | (NotWritten::Left { why, .. }, false) => NotWritten::Left { why, written },
        });
    }
    let fresh: Vec<&str> = steps.iter().filter_map(|(step, _)| step.kept()).collect();
    tree.forget_oldest(&fresh);
    Ok(())
}

/// Undoes steps that `run_asset_steps` made, newest first. Returns the asset paths that could not be restored. Blocks the
/// thread.
///
/// # Errors
/// The project folder was replaced. Then nothing is changed.
pub fn undo_asset_steps(
    project: &Project,
    ground: &Ground,
    made: &[(AssetStep, Direction)],
    begun: &mut dyn BegunSteps,
) -> Result<Vec<String>, NotWritten> {
    Ok(undo_made(&Tree::open(project, ground)?, made, begun))
}

fn run_recorded(
    tree: &Tree<'_>,
    step: &AssetStep,
    direction: Direction,
    begun: &mut dyn BegunSteps,
) -> Result<(), NotWritten> {
    begun.push(step, direction).map_err(NotWritten::Failed)?;
    run(tree, step, direction).inspect_err(|_| begun.pop())
}

/// Undoes steps that were made completely. Returns the asset paths that could not be restored.
fn undo_made(tree: &Tree<'_>, made: &[(AssetStep, Direction)], begun: &mut dyn BegunSteps) -> Vec<String> {
    let failed = made.iter().rev().filter_map(|(step, direction)| {
        let undone = run(tree, step, direction.inverse());
        begun.pop();
        undone.err().map(|_| step.path_of(*direction).to_owned())
    });
    failed.collect()
}

pub(super) fn run(tree: &Tree<'_>, step: &AssetStep, direction: Direction) -> Result<(), NotWritten> {
    reach_step(step.path_of(direction));
    make(tree, step, direction)?;
    reach_step(step.path_of(direction));
    Ok(())
}

fn make(tree: &Tree<'_>, step: &AssetStep, direction: Direction) -> Result<(), NotWritten> {
    match (step, direction) {
        (AssetStep::CreateFolder { path, kept }, Direction::First) => create_folder(tree, path, kept),
        (AssetStep::CreateFolder { path, kept }, Direction::Back) => match asset_files::is_empty_folder(tree, path)? {
            true => discard(tree, path, kept),
            false => Err(NotWritten::Changed(format!(
                "{path} was changed since it was created: it is not empty"
            ))),
        },
        (AssetStep::Copy { from, to, kept, .. }, Direction::First) => asset_copy::copy(tree, from, to, kept),
        (AssetStep::Copy { to, digest, kept, .. }, Direction::Back) => {
            has_content(tree, to, digest)?;
            discard(tree, to, kept)
        }
        (AssetStep::CreateFolder { path, kept } | AssetStep::Copy { to: path, kept, .. }, Direction::Again)
        | (AssetStep::Delete { path, kept }, Direction::Back) => restore(tree, path, kept),
        (AssetStep::Move { from, to }, Direction::First | Direction::Again) => transfer(tree, from, to),
        (AssetStep::Move { from, to }, Direction::Back) => transfer(tree, to, from),
        (AssetStep::Delete { path, kept }, Direction::First | Direction::Again) => discard(tree, path, kept),
    }
}

fn create_folder(tree: &Tree<'_>, path: &str, seed: &str) -> Result<(), NotWritten> {
    let (folder, name) = tree.place(path)?;
    tree.is_free(&folder, name, path)?;
    let failed = |error: io::Error| NotWritten::Failed(format!("the folder {path} cannot be created: {error}"));
    folder.dir.create_dir(name).map_err(failed)?;
    reach_step(path);
    let meta = asset_copy::folder_meta(&asset_copy::new_guid(seed, ""));
    if let Err(error) = asset_copy::write_new(&folder, &format!("{name}.meta"), meta.as_bytes()) {
        let _ = folder.dir.remove_dir(name);
        return Err(failed(error));
    }
    folder.keep_names();
    Ok(())
}

/// Renames an asset with its `.meta` file.
fn transfer(tree: &Tree<'_>, from: &str, to: &str) -> Result<(), NotWritten> {
    let (here, old) = tree.place(from)?;
    let (there, new) = tree.place(to)?;
    tree.exists(&here, old, from)?;
    // On a system that ignores the case of letters, a new name in another case is the file itself.
    if !is_same_but_case(from, to) || there.has_exactly(new) {
        tree.is_free(&there, new, to)?;
    }
    rename_pair(&here, old, &there, new).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => NotWritten::Changed(format!("{to} exists already")),
        _ => NotWritten::Failed(format!("{from} cannot be moved to {to}: {error}")),
    })
}

/// True if both paths are one file on a system that ignores the case of letters.
fn is_same_but_case(from: &str, to: &str) -> bool {
    from != to && from.to_lowercase() == to.to_lowercase()
}

/// Renames an asset with its `.meta` file into the trash.
pub(super) fn discard(tree: &Tree<'_>, path: &str, kept: &str) -> Result<(), NotWritten> {
    let (folder, name) = tree.place(path)?;
    tree.exists(&folder, name, path)?;
    let failed = |error: io::Error| NotWritten::Failed(format!("{path} cannot be moved to the trash: {error}"));
    let trash = tree.new_trash(kept).map_err(failed)?;
    rename_pair(&folder, name, &trash, name).map_err(|error| {
        tree.remove_trash(kept);
        failed(error)
    })
}

/// Renames an asset with its `.meta` file from the trash to its place.
fn restore(tree: &Tree<'_>, path: &str, kept: &str) -> Result<(), NotWritten> {
    let (folder, name) = tree.place(path)?;
    tree.is_free(&folder, name, path)?;
    let gone = |_| {
        NotWritten::Changed(format!(
            "{path} is no longer in the trash of the project ({})",
            asset_files::TRASH
        ))
    };
    let trash = tree.trash(kept).map_err(gone)?;
    if !trash.has(name) {
        return Err(gone(io::ErrorKind::NotFound.into()));
    }
    rename_pair(&trash, name, &folder, name)
        .map_err(|error| NotWritten::Failed(format!("{path} cannot be restored: {error}")))?;
    tree.remove_trash(kept);
    Ok(())
}

/// Renames an entry of a folder and its `.meta` file, both or none.
fn rename_pair(here: &Folder, old: &str, there: &Folder, new: &str) -> io::Result<()> {
    rename_free(here, old, there, new)?;
    reach_step(new);
    let (old_meta, new_meta) = (format!("{old}.meta"), format!("{new}.meta"));
    if here.has(&old_meta)
        && let Err(error) = rename_free(here, &old_meta, there, &new_meta)
    {
        rename_free(there, new, here, old)?;
        return Err(error);
    }
    here.keep_names();
    there.keep_names();
    Ok(())
}

/// Renames an entry if no other entry has the new name.
pub(super) fn rename_free(here: &Folder, old: &str, there: &Folder, new: &str) -> io::Result<()> {
    #[cfg(any(target_os = "linux", target_vendor = "apple"))]
    {
        use rustix::fs::{RenameFlags, renameat_with};
        use rustix::io::Errno;
        match renameat_with(&here.dir, old, &there.dir, new, RenameFlags::NOREPLACE) {
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => {}
            // On a system that ignores the case of letters, this is the file itself.
            Err(Errno::EXIST) if is_same_but_case(old, new) && !there.has_exactly(new) => {}
            done => return done.map_err(io::Error::from),
        }
    }
    if there.has(new) && (!is_same_but_case(old, new) || there.has_exactly(new)) {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    here.dir.rename(old, &there.dir, new)
}

/// Checks that an asset which is to be removed is still as it was created.
pub(super) fn has_content(tree: &Tree<'_>, path: &str, digest: &str) -> Result<(), NotWritten> {
    match asset_files::content_digest(tree, path)? == digest {
        true => Ok(()),
        false => Err(NotWritten::Changed(format!("{path} was changed since it was created"))),
    }
}

/// Returns the part of `path` after `above`, if it is that path or below it.
pub fn rest_below<'a>(path: &'a str, above: &str) -> Option<&'a str> {
    let rest = path.strip_prefix(above)?;
    (rest.is_empty() || rest.starts_with('/')).then_some(rest)
}

/// True if one of the paths is the other one or below it.
pub fn overlap(one: &str, other: &str) -> bool {
    rest_below(one, other).is_some() || rest_below(other, one).is_some()
}
