//! Undoes the begun steps of a batch, in whose middle the host ended.
//!
//! All steps but the newest were made completely. The newest was made, partly made or not begun, and this module finds
//! that out from the names on disk. So a step that is undone twice changes nothing the second time.

use super::asset_copy;
use super::asset_files::Tree;
use super::asset_steps::{AssetStep, BegunSteps, Direction, discard, rename_free, run, undo_made};
use super::folder::Folder;
use super::{Ground, NotWritten};
use std::io;
use unity_files::Project;

/// The steps are not recorded again: a host that ends in the middle of this has the old records.
struct Unrecorded;

impl BegunSteps for Unrecorded {
    fn push(&mut self, _: &AssetStep, _: Direction) -> Result<(), String> {
        Ok(())
    }

    fn pop(&mut self) {}
}

/// Undoes the steps that the record of an earlier process contains, newest first. Returns the asset paths that could not
/// be restored. Blocks the thread.
///
/// # Errors
/// The project folder was replaced. Then nothing is changed.
pub fn undo_begun_steps(
    project: &Project,
    ground: &Ground,
    begun: &[(AssetStep, Direction)],
) -> Result<Vec<String>, NotWritten> {
    let tree = Tree::open(project, ground)?;
    let Some(((newest, direction), made)) = begun.split_last() else {
        return Ok(Vec::new());
    };
    let mut failed = Vec::new();
    if undo_partly_made(&tree, newest, *direction).is_err() {
        failed.push(newest.path_of(*direction).to_owned());
    }
    failed.extend(undo_made(&tree, made, &mut Unrecorded));
    Ok(failed)
}

fn undo_partly_made(tree: &Tree<'_>, step: &AssetStep, direction: Direction) -> Result<(), NotWritten> {
    match (step, direction) {
        (AssetStep::CreateFolder { path, kept } | AssetStep::Copy { to: path, kept, .. }, Direction::First) => {
            undo_created(tree, step, path, kept)
        }
        (AssetStep::Move { from, to }, Direction::First | Direction::Again) => undo_renamed(tree, from, to),
        (AssetStep::Move { from, to }, Direction::Back) => undo_renamed(tree, to, from),
        (AssetStep::Delete { path, kept }, Direction::First | Direction::Again)
        | (AssetStep::CreateFolder { path, kept } | AssetStep::Copy { to: path, kept, .. }, Direction::Back) => {
            undo_discarded(tree, path, kept)
        }
        (AssetStep::Delete { path, kept }, Direction::Back)
        | (AssetStep::CreateFolder { path, kept } | AssetStep::Copy { to: path, kept, .. }, Direction::Again) => {
            undo_restored(tree, path, kept)
        }
    }
}

/// Removes a folder or copy. The GUID in its `.meta` file shows that the host created it.
fn undo_created(tree: &Tree<'_>, step: &AssetStep, path: &str, kept: &str) -> Result<(), NotWritten> {
    let (folder, name) = tree.place(path)?;
    let meta = format!("{name}.meta");
    let guid = format!("guid: {}", asset_copy::new_guid(kept, ""));
    let text = folder.read(&meta).unwrap_or_default();
    let is_ours = String::from_utf8_lossy(&text).lines().any(|line| line == guid);
    match (folder.has(name), is_ours) {
        // Only a part of the files can have been copied, so the content is not compared.
        (true, true) if matches!(step, AssetStep::Copy { .. }) => discard(tree, path, kept),
        (true, _) => run(tree, step, Direction::Back),
        (false, true) => folder
            .dir
            .remove_file(&meta)
            .map_err(|error| NotWritten::Failed(format!("{path}.meta cannot be removed: {error}"))),
        (false, false) => Ok(()),
    }
}

fn undo_renamed(tree: &Tree<'_>, from: &str, to: &str) -> Result<(), NotWritten> {
    let (here, old) = tree.place(from)?;
    let (there, new) = tree.place(to)?;
    put_back(&here, old, &there, new).map_err(|error| failed(from, &error))
}

fn undo_discarded(tree: &Tree<'_>, path: &str, kept: &str) -> Result<(), NotWritten> {
    let (folder, name) = tree.place(path)?;
    let trash = match tree.trash(kept) {
        Ok(trash) => trash,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed(path, &error)),
    };
    put_back(&folder, name, &trash, name).map_err(|error| failed(path, &error))?;
    tree.remove_trash(kept);
    Ok(())
}

fn undo_restored(tree: &Tree<'_>, path: &str, kept: &str) -> Result<(), NotWritten> {
    let (folder, name) = tree.place(path)?;
    let trash = tree.new_trash(kept).map_err(|error| failed(path, &error))?;
    put_back(&trash, name, &folder, name).map_err(|error| failed(path, &error))
}

/// Renames an asset and its `.meta` file back, each of them if it was renamed.
fn put_back(here: &Folder, old: &str, there: &Folder, new: &str) -> io::Result<()> {
    for ending in ["", ".meta"] {
        let (old, new) = (format!("{old}{ending}"), format!("{new}{ending}"));
        if there.has_exactly(&new) && !here.has_exactly(&old) {
            rename_free(there, &new, here, &old)?;
        }
    }
    here.keep_names();
    there.keep_names();
    Ok(())
}

fn failed(path: &str, error: &io::Error) -> NotWritten {
    NotWritten::Failed(format!("{path} cannot be restored: {error}"))
}
