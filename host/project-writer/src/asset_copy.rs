//! Copies of assets and folders, and the `.meta` files of new ones.

use super::NotWritten;
use super::asset_files::{Tree, has_ending, reach_step};
use super::folder::Folder;
use cap_std::fs::{Dir, OpenOptions};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::io::{self, Read, Write};

/// Copies an asset or folder with its `.meta` files, which get new GUIDs. After a failure, nothing of the copy remains,
/// and nothing that another program wrote is removed.
pub(super) fn copy(tree: &Tree<'_>, from: &str, to: &str, seed: &str) -> Result<(), NotWritten> {
    let (here, old) = tree.place(from)?;
    let (there, new) = tree.place(to)?;
    tree.exists(&here, old, from)?;
    tree.is_free(&there, new, to)?;
    let failed = |error: io::Error| NotWritten::Failed(format!("{from} cannot be copied to {to}: {error}"));
    let (old_meta, new_meta) = (format!("{old}.meta"), format!("{new}.meta"));
    let has_meta = here.has(&old_meta);
    if has_meta {
        copy_file(&here.dir, &old_meta, &there.dir, &new_meta, &new_guid(seed, "")).map_err(failed)?;
    }
    let is_folder = here.dir.symlink_metadata(old).is_ok_and(|facts| facts.is_dir());
    let copied = match is_folder {
        true => there.dir.create_dir(new).and_then(|()| {
            let filled = fill_folder(&here.dir, old, &there.dir, new, seed, "");
            filled.inspect_err(|_| drop(there.dir.remove_dir_all(new)))
        }),
        false => copy_file(&here.dir, old, &there.dir, new, ""),
    };
    if let Err(error) = copied {
        if has_meta {
            let _ = there.dir.remove_file(&new_meta);
        }
        return Err(failed(error));
    }
    there.keep_names();
    Ok(())
}

fn fill_folder(here: &Dir, old: &str, there: &Dir, new: &str, seed: &str, below: &str) -> io::Result<()> {
    let (from, to) = (here.open_dir(old)?, there.open_dir(new)?);
    for entry in from.entries()? {
        let name = entry?.file_name();
        let name = name.to_str().ok_or_else(|| io::Error::other("a name is not UTF-8"))?;
        let place = format!("{below}/{name}");
        if from.symlink_metadata(name)?.is_dir() {
            to.create_dir(name)?;
            fill_folder(&from, name, &to, name, seed, &place)?;
        } else {
            copy_file(&from, name, &to, name, &new_guid(seed, &place))?;
        }
    }
    Ok(())
}

/// Copies one file to a new one; a `.meta` file gets this GUID. A file that was created is removed after a failure.
fn copy_file(here: &Dir, old: &str, there: &Dir, new: &str, guid: &str) -> io::Result<()> {
    reach_step(new);
    let facts = here.symlink_metadata(old)?;
    if !facts.is_file() {
        return Err(io::Error::other(format!("{old} is a link or a special file")));
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut file = there.open_with(new, &options)?;
    let written = match has_ending(new, &["meta"]) {
        true => here
            .read_to_string(old)
            .and_then(|meta| file.write_all(with_guid(&meta, guid).as_bytes())),
        false => here
            .open(old)
            .and_then(|mut from| io::copy(&mut from, &mut file).map(drop)),
    };
    let written = written.and_then(|()| file.set_permissions(facts.permissions()));
    written.inspect_err(|_| drop(there.remove_file(new)))
}

/// Checks that each file of a copy is the copy of a file of its source, or the beginning of one. The `.meta` file of the
/// copy itself is not checked.
pub(super) fn is_of_source(tree: &Tree<'_>, from: &str, to: &str, seed: &str) -> Result<(), NotWritten> {
    let (here, old) = tree.place(from)?;
    let (there, new) = tree.place(to)?;
    match first_other(&here.dir, old, &there.dir, new, seed, "") {
        Ok(None) => Ok(()),
        Ok(Some(place)) => Err(NotWritten::Changed(format!(
            "{to} is not removed, because {to}{place} is not a copy of {from}{place}"
        ))),
        Err(error) => Err(NotWritten::Failed(format!(
            "{to} is not removed, because it cannot be compared with {from}: {error}"
        ))),
    }
}

/// Returns the place below the copy of the first entry that `fill_folder` did not create.
fn first_other(here: &Dir, old: &str, there: &Dir, new: &str, seed: &str, place: &str) -> io::Result<Option<String>> {
    let copied = there.symlink_metadata(new)?;
    let source = match here.symlink_metadata(old) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Some(place.to_owned())),
        source => source?,
    };
    if copied.is_file() && source.is_file() {
        let is_copy = match has_ending(new, &["meta"]) {
            true => {
                let whole = with_guid(&here.read_to_string(old)?, &new_guid(seed, place));
                whole.as_bytes().starts_with(&there.read(new)?)
            }
            false => begins_with(&mut here.open(old)?, &mut there.open(new)?)?,
        };
        return Ok((!is_copy).then(|| place.to_owned()));
    }
    if !(copied.is_dir() && source.is_dir()) {
        return Ok(Some(place.to_owned()));
    }
    let (from, to) = (here.open_dir(old)?, there.open_dir(new)?);
    for entry in to.entries()? {
        let name = entry?.file_name();
        let Some(name) = name.to_str() else {
            return Ok(Some(format!("{place}/{}", name.to_string_lossy())));
        };
        let other = first_other(&from, name, &to, name, seed, &format!("{place}/{name}"))?;
        if other.is_some() {
            return Ok(other);
        }
    }
    Ok(None)
}

/// True if `whole` begins with all bytes of `part`.
fn begins_with(whole: &mut impl Read, part: &mut impl Read) -> io::Result<bool> {
    let (mut left, mut right) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
    loop {
        let count = part.read(&mut right)?;
        let (Some(left), Some(right)) = (left.get_mut(..count), right.get(..count)) else {
            return Ok(false);
        };
        if count == 0 {
            return Ok(true);
        }
        match whole.read_exact(left) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            read => read?,
        }
        if left != right {
            return Ok(false);
        }
    }
}

/// Returns the text that the `.meta` file of a copy gets; `None` if its source has no readable one.
pub(super) fn meta_of_copy(tree: &Tree<'_>, from: &str, seed: &str) -> Option<String> {
    let (here, old) = tree.place(from).ok()?;
    let meta = here.read(&format!("{old}.meta")).ok()?;
    Some(with_guid(std::str::from_utf8(&meta).ok()?, &new_guid(seed, "")))
}

/// Writes a new file of a folder.
pub(super) fn write_new(folder: &Folder, name: &str, bytes: &[u8]) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let mut file = folder.dir.open_with(name, &options)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Returns a GUID that follows from a random seed and the place of a file, so that a repeated step gives the same one.
pub(super) fn new_guid(seed: &str, below: &str) -> String {
    let digest = Sha256::digest(format!("{seed}{below}"));
    HEXLOWER.encode(digest.get(..16).unwrap_or_default())
}

/// Returns the text of a `.meta` file with another GUID.
fn with_guid(meta: &str, guid: &str) -> String {
    let with = |line: &str| match line.strip_prefix("guid: ") {
        Some(old) => format!(
            "guid: {guid}{}",
            old.trim_start_matches(|letter: char| letter.is_ascii_hexdigit())
        ),
        None => line.to_owned(),
    };
    meta.split_inclusive('\n').map(with).collect()
}

/// Returns the text of the `.meta` file of a folder, as Unity writes it.
pub(super) fn folder_meta(guid: &str) -> String {
    format!(
        "fileFormatVersion: 2\nguid: {guid}\nfolderAsset: yes\nDefaultImporter:\n  externalObjects: {{}}\n  userData: \n  \
         assetBundleName: \n  assetBundleVariant: \n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_only_the_guid_of_the_asset() {
        let meta =
            "fileFormatVersion: 2\r\nguid: 0123456789abcdef0123456789abcdef\r\nMonoImporter:\r\n  icon: {guid: 00}\r\n";
        let other = with_guid(meta, "ffff");
        assert_eq!(
            other,
            "fileFormatVersion: 2\r\nguid: ffff\r\nMonoImporter:\r\n  icon: {guid: 00}\r\n"
        );
    }

    #[test]
    fn gives_each_file_of_a_copy_its_own_guid() {
        let guids = ["", "/A.mat.meta", "/B.mat.meta"].map(|below| new_guid("seed", below));
        assert!(guids.iter().all(|guid| guid.len() == 32));
        assert!(guids[0] != guids[1] && guids[1] != guids[2] && guids[0] != guids[2]);
        assert_ne!(new_guid("other", ""), guids[0]);
    }
}
