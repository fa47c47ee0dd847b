//! Undoes the begun steps of a batch, in whose middle the host ended.
//!
//! The newest step was made, partly made or not begun, and this module finds that out from the names on disk. So a step
//! that is undone twice changes nothing the second time. Other programs can have changed the project since: files that
//! the steps did not create stay, and the caller reports them.

use super::asset_copy::{self, meta_of_copy, new_guid};
use super::asset_files::{Tree, reach_step};
use super::asset_steps::{AssetStep, Direction, discard, has_content, rename_free, run};
use super::folder::Folder;
use super::{Ground, NotWritten};
use std::io;
use unity_files::Project;

/// Undoes the steps that the record of an earlier process contains, newest first. Returns the reasons why some of them
/// were not undone. Blocks the thread.
///
/// # Errors
/// The project folder was replaced. Then nothing is changed.
pub fn undo_begun_steps(
    project: &Project,
    ground: &Ground,
    begun: &[(AssetStep, Direction)],
) -> Result<Vec<String>, NotWritten> {
    let tree = Tree::open(project, ground)?;
    let failed = begun.iter().rev().filter_map(|(step, direction)| {
        reach_step(step.path_of(*direction));
        undo(&tree, step, *direction).err().map(reason)
    });
    Ok(failed.collect())
}

fn undo(tree: &Tree<'_>, step: &AssetStep, direction: Direction) -> Result<(), NotWritten> {
    match (step, direction) {
        (AssetStep::CreateFolder { path, kept }, Direction::First) => undo_created_folder(tree, step, path, kept),
        (AssetStep::Copy { .. }, Direction::First) => undo_copied(tree, step),
        (AssetStep::Move { from, to }, Direction::First | Direction::Again) => undo_renamed(tree, from, to),
        (AssetStep::Move { from, to }, Direction::Back) => undo_renamed(tree, to, from),
        (AssetStep::Delete { path, kept }, Direction::First | Direction::Again)
        | (AssetStep::CreateFolder { path, kept } | AssetStep::Copy { to: path, kept, .. }, Direction::Back) => {
            undo_discarded(tree, path, kept)
        }
        (AssetStep::Delete { path, kept }, Direction::Back) => undo_restored(tree, path, kept),
        (AssetStep::CreateFolder { path, kept } | AssetStep::Copy { to: path, kept, .. }, Direction::Again) => {
            undo_recreated(tree, step, path, kept)
        }
    }
}

fn undo_created_folder(tree: &Tree<'_>, step: &AssetStep, path: &str, kept: &str) -> Result<(), NotWritten> {
    let (folder, name) = tree.place(path)?;
    let guid = new_guid(kept, "");
    match (
        folder.has(name),
        meta_beside(&folder, name, &guid, Some(asset_copy::folder_meta(&guid))),
    ) {
        (true, _) => run(tree, step, Direction::Back),
        (false, Meta::Ours) => remove_meta(&folder, name, path),
        (false, Meta::None | Meta::Other) => Ok(()),
    }
}

/// Removes a copy, if it contains nothing that the host did not write. A partial copy does not have the digest.
fn undo_copied(tree: &Tree<'_>, step: &AssetStep) -> Result<(), NotWritten> {
    let AssetStep::Copy {
        from,
        to,
        digest,
        kept,
        has_meta,
    } = step
    else {
        return Ok(());
    };
    let (folder, name) = tree.place(to)?;
    let meta = meta_beside(&folder, name, &new_guid(kept, ""), meta_of_copy(tree, from, kept));
    match (folder.has(name), meta) {
        (true, Meta::Other) => Err(NotWritten::Changed(format!(
            "{to} is not removed, because another program wrote {to}.meta"
        ))),
        // The `.meta` file of a copy is written first.
        (true, Meta::None) if *has_meta => Err(NotWritten::Changed(format!(
            "{to} is not removed, because it is not the copy of the host: {to}.meta does not exist"
        ))),
        (true, Meta::Ours | Meta::None) => {
            if has_content(tree, to, digest).is_err() {
                asset_copy::is_of_source(tree, from, to, kept)?;
            }
            discard(tree, to, kept)
        }
        (false, Meta::Ours) => remove_meta(&folder, name, to),
        (false, Meta::None | Meta::Other) => Ok(()),
    }
}

/// The `.meta` file of an asset that a step creates.
enum Meta {
    None,
    /// The host wrote it, completely or partly.
    Ours,
    Other,
}

/// Finds out whether the host wrote a `.meta` file. Only the host knows the GUID. `whole` is the text that it writes.
fn meta_beside(folder: &Folder, name: &str, guid: &str, whole: Option<String>) -> Meta {
    let meta = format!("{name}.meta");
    if !folder.has(&meta) {
        return Meta::None;
    }
    let Ok(text) = folder.read(&meta) else {
        return Meta::Other;
    };
    let guid = format!("guid: {guid}");
    let has_guid = String::from_utf8_lossy(&text).lines().any(|line| line == guid);
    match has_guid || whole.is_some_and(|whole| whole.as_bytes().starts_with(&text)) {
        true => Meta::Ours,
        false => Meta::Other,
    }
}

fn remove_meta(folder: &Folder, name: &str, path: &str) -> Result<(), NotWritten> {
    let removed = folder.dir.remove_file(format!("{name}.meta"));
    removed.map_err(|error| NotWritten::Failed(format!("{path}.meta cannot be removed: {error}")))
}

fn undo_renamed(tree: &Tree<'_>, from: &str, to: &str) -> Result<(), NotWritten> {
    let (here, old) = tree.place(from)?;
    let (there, new) = tree.place(to)?;
    put_back(&here, old, &there, new).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => NotWritten::Changed(format!(
            "{to} is not moved back to {from}, because both paths exist now"
        )),
        io::ErrorKind::NotFound => NotWritten::Changed(format!("neither {from} nor {to} exists any more")),
        _ => NotWritten::Failed(format!("{to} cannot be moved back to {from}: {error}")),
    })
}

fn undo_discarded(tree: &Tree<'_>, path: &str, kept: &str) -> Result<(), NotWritten> {
    let (folder, name) = tree.place(path)?;
    let trash = match tree.trash(kept) {
        Ok(trash) => trash,
        Err(error) if error.kind() == io::ErrorKind::NotFound && folder.has_exactly(name) => return Ok(()),
        Err(error) => return Err(unrestored(path, kept, &error)),
    };
    put_back(&folder, name, &trash, name).map_err(|error| unrestored(path, kept, &error))?;
    tree.remove_trash(kept);
    Ok(())
}

fn unrestored(path: &str, kept: &str, error: &io::Error) -> NotWritten {
    let kept = format!("{}/{kept}", super::TRASH);
    match error.kind() {
        io::ErrorKind::AlreadyExists => NotWritten::Changed(format!(
            "{path} is not restored from {kept}, because another program created it again"
        )),
        io::ErrorKind::NotFound => NotWritten::Changed(format!("{path} is no longer in {kept}")),
        _ => NotWritten::Failed(format!("{path} cannot be restored from {kept}: {error}")),
    }
}

fn undo_restored(tree: &Tree<'_>, path: &str, kept: &str) -> Result<(), NotWritten> {
    let failed = |error: &io::Error| {
        NotWritten::Failed(format!(
            "{path} cannot be moved back to {}/{kept}: {error}",
            super::TRASH
        ))
    };
    let (folder, name) = tree.place(path)?;
    let trash = tree.new_trash(kept).map_err(|error| failed(&error))?;
    put_back(&trash, name, &folder, name).map_err(|error| failed(&error))
}

/// Completes the return of a created asset from the trash and undoes it then, because that checks the content.
fn undo_recreated(tree: &Tree<'_>, step: &AssetStep, path: &str, kept: &str) -> Result<(), NotWritten> {
    let (folder, name) = tree.place(path)?;
    let meta = format!("{name}.meta");
    if let Ok(trash) = tree.trash(kept) {
        if trash.has_exactly(name) {
            return undo_restored(tree, path, kept);
        }
        if trash.has(&meta) {
            rename_free(&trash, &meta, &folder, &meta).map_err(|error| unrestored(path, kept, &error))?;
        }
    }
    run(tree, step, Direction::Back)
}

/// Renames an asset and its `.meta` file back, each of them if it was renamed.
///
/// # Errors
/// `AlreadyExists` if one of them is at both places, and `NotFound` if the asset is at none. Then nothing is renamed.
fn put_back(here: &Folder, old: &str, there: &Folder, new: &str) -> io::Result<()> {
    let names = ["", ".meta"].map(|ending| (format!("{old}{ending}"), format!("{new}{ending}")));
    let mut renamed = Vec::new();
    for (at, (old, new)) in names.iter().enumerate() {
        match (there.has_exactly(new), here.has_exactly(old)) {
            (true, true) => return Err(io::ErrorKind::AlreadyExists.into()),
            (true, false) => renamed.push((old, new)),
            (false, false) if at == 0 => return Err(io::ErrorKind::NotFound.into()),
            (false, _) => {}
        }
    }
    for (old, new) in renamed {
        reach_step(new);
        rename_free(there, new, here, old)?;
    }
    here.keep_names();
    there.keep_names();
    Ok(())
}

fn reason(error: NotWritten) -> String {
    match error {
        NotWritten::Forbidden(why) | NotWritten::Changed(why) | NotWritten::Failed(why) => why,
        NotWritten::Left { why, .. } => why,
    }
}
