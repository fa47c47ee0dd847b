//! Assets and folders on disk: their content, copies of them, and the trash of the project.
//!
//! `asset_steps` changes them. Every path is opened below the project folder, and no link is followed.

use super::folder::Folder;
use super::{Ground, NotWritten, moved_error};
use cap_std::fs::{Dir, OpenOptions};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::io::{self, Read, Write};
use std::path::Path;
use unity_files::Project;

/// The folder of the project that holds deleted assets. Unity ignores it.
pub const TRASH: &str = "Library/UnityTools/trash";

/// Maximum size in bytes of an asset or folder that is copied or deleted.
const MOST_BYTES: u64 = 1 << 30;

/// Maximum number of files and folders in a folder that is copied or deleted.
const MOST_ENTRIES: usize = 20_000;

/// Maximum number of deleted assets that the trash holds; the oldest are removed.
const MOST_KEPT: usize = 200;

/// Endings of the files that contain code or decide which code is compiled.
const CODE: [&str; 9] = ["cs", "asmdef", "asmref", "rsp", "dll", "so", "dylib", "bundle", "jslib"];

/// The project folder in which assets are changed.
pub(super) struct Tree<'p> {
    project: &'p Project,
}

/// What a file or folder contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetContent {
    pub is_folder: bool,
    pub bytes: u64,
    /// SHA-256 of the names and contents of all files, without `.meta` files, in hexadecimal digits.
    pub digest: String,
    /// Asset path of the first file with code; `None` if there is none.
    pub code: Option<String>,
    /// Asset paths of all files, without `.meta` files.
    pub files: Vec<String>,
}

impl<'p> Tree<'p> {
    pub(super) fn open(project: &'p Project, ground: &Ground) -> Result<Self, NotWritten> {
        ground.check(project.root())?;
        Ok(Self { project })
    }

    /// Opens the folder of an asset path, and returns it with the last name of the path.
    pub(super) fn place<'a>(&self, path: &'a str) -> Result<(Folder, &'a str), NotWritten> {
        open_parent(self.project, path)
    }

    pub(super) fn exists(&self, folder: &Folder, name: &str, path: &str) -> Result<(), NotWritten> {
        match folder.dir.symlink_metadata(name) {
            Ok(facts) if facts.is_file() || facts.is_dir() => Ok(()),
            Ok(_) => Err(NotWritten::Forbidden(format!("{path} is a link or a special file"))),
            Err(_) => Err(NotWritten::Changed(format!("{path} does not exist any more"))),
        }
    }

    /// Checks that neither the asset nor its `.meta` file exists.
    pub(super) fn is_free(&self, folder: &Folder, name: &str, path: &str) -> Result<(), NotWritten> {
        let meta = format!("{name}.meta");
        match [name, &meta].into_iter().find(|name| folder.has(name)) {
            None => Ok(()),
            Some(taken) if taken == name => Err(NotWritten::Changed(format!("{path} exists already"))),
            Some(_) => Err(NotWritten::Changed(format!(
                "{path}.meta exists already, without its asset"
            ))),
        }
    }

    /// Opens a deleted asset of the trash.
    pub(super) fn trash(&self, kept: &str) -> io::Result<Folder> {
        let root = self.project.root().canonicalize()?;
        let folder = Folder::open(&root, &Path::new(TRASH).join(kept))?;
        match folder.is_in_place() {
            true => Ok(folder),
            false => Err(io::Error::other(format!("{TRASH} is a link or inside one"))),
        }
    }

    /// Creates the place of a deleted asset in the trash.
    pub(super) fn new_trash(&self, kept: &str) -> io::Result<Folder> {
        let root = self.project.root().canonicalize()?;
        Folder::open(&root, Path::new(""))?.dir.create_dir_all(TRASH)?;
        let trash = self.trash("")?;
        trash.dir.create_dir(kept)?;
        self.trash(kept)
    }

    /// Removes an empty place of the trash.
    pub(super) fn remove_trash(&self, kept: &str) {
        if let Ok(trash) = self.trash("") {
            // Something else can be in it only if another program wrote there; then it stays.
            let _ = trash.dir.remove_dir(kept);
        }
    }

    /// Removes the oldest deleted assets, so that the trash does not grow without end.
    pub(super) fn forget_oldest(&self) {
        let Ok(trash) = self.trash("") else { return };
        let Ok(entries) = trash.dir.entries() else { return };
        let mut kept: Vec<_> = entries
            .flatten()
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.file_name())))
            .collect();
        kept.sort();
        let surplus = kept.len().saturating_sub(MOST_KEPT);
        for (_, name) in kept.into_iter().take(surplus) {
            let _ = trash.dir.remove_dir_all(name);
        }
    }
}

/// Returns the content of an asset or folder. Blocks the thread.
///
/// # Errors
/// `Changed` if it does not exist, `Forbidden` if it is too large or contains a link, `Failed` for errors of the system.
pub fn asset_content(project: &Project, path: &str) -> Result<AssetContent, NotWritten> {
    let (folder, name) = open_parent(project, path)?;
    let mut reading = Reading::new(path);
    reading.entry(&folder.dir, name, path)?;
    Ok(AssetContent {
        is_folder: folder.dir.symlink_metadata(name).is_ok_and(|facts| facts.is_dir()),
        bytes: reading.bytes,
        digest: HEXLOWER.encode(&reading.hasher.finalize()),
        code: reading.code,
        files: reading.files,
    })
}

pub(super) fn content_digest(tree: &Tree<'_>, path: &str) -> Result<String, NotWritten> {
    asset_content(tree.project, path).map(|content| content.digest)
}

/// Returns the digest of a folder without files.
pub fn empty_digest() -> String {
    HEXLOWER.encode(&Sha256::digest(b""))
}

struct Reading<'p> {
    root: &'p str,
    hasher: Sha256,
    bytes: u64,
    entries: usize,
    code: Option<String>,
    files: Vec<String>,
}

impl<'p> Reading<'p> {
    fn new(root: &'p str) -> Self {
        Self {
            root,
            hasher: Sha256::new(),
            bytes: 0,
            entries: 0,
            code: None,
            files: Vec::new(),
        }
    }

    fn entry(&mut self, dir: &Dir, name: &str, path: &str) -> Result<(), NotWritten> {
        let failed = |error: &io::Error| NotWritten::Failed(format!("{path} cannot be read: {error}"));
        let facts = dir.symlink_metadata(name).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => NotWritten::Changed(format!("{path} does not exist")),
            _ => failed(&error),
        })?;
        self.entries += 1;
        self.bytes += facts.len();
        if self.bytes > MOST_BYTES || self.entries > MOST_ENTRIES {
            return Err(NotWritten::Forbidden(format!(
                "{} has more than {} MiB or {MOST_ENTRIES} files; move or delete parts of it",
                self.root,
                MOST_BYTES >> 20
            )));
        }
        if facts.is_dir() {
            let below = dir.open_dir(name).map_err(|error| failed(&error))?;
            return self.folder(&below, path);
        }
        if !facts.is_file() {
            return Err(NotWritten::Forbidden(format!("{path} is a link or a special file")));
        }
        if has_ending(path, &["meta"]) {
            return Ok(());
        }
        if has_ending(path, &CODE) && self.code.is_none() {
            self.code = Some(path.to_owned());
        }
        self.files.push(path.to_owned());
        let mut file = dir.open(name).map_err(|error| failed(&error))?;
        self.hasher.update(path.strip_prefix(self.root).unwrap_or(path));
        self.hasher.update([0]);
        self.hasher.update(facts.len().to_le_bytes());
        let mut part = vec![0; 64 * 1024];
        loop {
            match file.read(&mut part).map_err(|error| failed(&error))? {
                0 => return Ok(()),
                count => self.hasher.update(part.get(..count).unwrap_or_default()),
            }
        }
    }

    fn folder(&mut self, dir: &Dir, path: &str) -> Result<(), NotWritten> {
        let failed = |error: io::Error| NotWritten::Failed(format!("{path} cannot be read: {error}"));
        let mut names = Vec::new();
        for entry in dir.entries().map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let name = name.into_string().map_err(|name| {
                NotWritten::Forbidden(format!("{path} contains the name {name:?}, which is not UTF-8"))
            })?;
            names.push(name);
        }
        names.sort();
        names
            .iter()
            .try_for_each(|name| self.entry(dir, name, &format!("{path}/{name}")))
    }
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// Copies an asset or folder with its `.meta` files, which get new GUIDs. After a failure, nothing of the copy remains.
pub(super) fn copy(tree: &Tree<'_>, from: &str, to: &str, seed: &str) -> Result<(), NotWritten> {
    let (here, old) = tree.place(from)?;
    let (there, new) = tree.place(to)?;
    tree.exists(&here, old, from)?;
    tree.is_free(&there, new, to)?;
    let meta = format!("{new}.meta");
    let copied = copy_entry(&here.dir, old, &there.dir, new, seed, "").and_then(|()| {
        let old_meta = format!("{old}.meta");
        match here.has(&old_meta) {
            true => copy_entry(&here.dir, &old_meta, &there.dir, &meta, seed, ""),
            false => Ok(()),
        }
    });
    copied.map_err(|error| {
        let _ = there.dir.remove_dir_all(new);
        let _ = there.dir.remove_file(new);
        let _ = there.dir.remove_file(&meta);
        NotWritten::Failed(format!("{from} cannot be copied to {to}: {error}"))
    })?;
    there.keep_names();
    Ok(())
}

fn copy_entry(here: &Dir, old: &str, there: &Dir, new: &str, seed: &str, below: &str) -> io::Result<()> {
    let facts = here.symlink_metadata(old)?;
    if facts.is_dir() {
        there.create_dir(new)?;
        let (from, to) = (here.open_dir(old)?, there.open_dir(new)?);
        for entry in from.entries()? {
            let name = entry?.file_name();
            let name = name.to_str().ok_or_else(|| io::Error::other("a name is not UTF-8"))?;
            copy_entry(&from, name, &to, name, seed, &format!("{below}/{name}"))?;
        }
        return Ok(());
    }
    if !facts.is_file() {
        return Err(io::Error::other(format!("{old} is a link or a special file")));
    }
    if !has_ending(new, &["meta"]) {
        here.copy(old, there, new)?;
        return Ok(());
    }
    let meta = with_guid(&here.read_to_string(old)?, &new_guid(seed, below));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    there.open_with(new, &options)?.write_all(meta.as_bytes())
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

/// Opens the folder of an asset path.
fn open_parent<'p>(project: &Project, path: &'p str) -> Result<(Folder, &'p str), NotWritten> {
    let (below, name) = path
        .rsplit_once('/')
        .ok_or_else(|| NotWritten::Forbidden(format!("{path} is in no folder")))?;
    let root = project.root().canonicalize();
    let root = root.map_err(|error| NotWritten::Failed(format!("the project folder cannot be opened: {error}")))?;
    let folder = Folder::open(&root, Path::new(below));
    let folder =
        folder.map_err(|error| NotWritten::Changed(format!("the folder {below} cannot be opened: {error}")))?;
    match folder.is_in_place() {
        true => Ok((folder, name)),
        false if folder.path.symlink_metadata().is_ok() => Err(NotWritten::Forbidden(format!(
            "{below} is a link or inside one; the host changes only real folders of the project"
        ))),
        false => Err(moved_error(path)),
    }
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
