//! Assets and folders on disk: their content, and the trash of the project.
//!
//! `asset_steps` changes them. Every path is opened below the project folder, and no link is followed.

use super::folder::Folder;
use super::{Ground, NotWritten};
use cap_std::fs::Dir;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::io::{self, Read};
use std::path::Path;
use unity_files::Project;

/// The folder of the project that holds deleted assets. Unity ignores it.
pub const TRASH: &str = "Library/UnityTools/trash";

/// Maximum size in bytes of an asset or folder that is copied or deleted.
pub const MOST_BYTES: u64 = 1 << 30;

/// Maximum number of files and folders in a folder that is copied or deleted.
const MOST_ENTRIES: usize = 20_000;

/// Maximum number of deleted assets that the trash holds; the oldest are removed.
const MOST_KEPT: usize = 200;

/// Endings of the files that contain code or decide which code is compiled.
const CODE: [&str; 25] = [
    "a",
    "aar",
    "androidlib",
    "asmdef",
    "asmref",
    "bundle",
    "c",
    "cpp",
    "cs",
    "dll",
    "dylib",
    "framework",
    "h",
    "jar",
    "java",
    "jslib",
    "jspre",
    "kt",
    "m",
    "mm",
    "rsp",
    "so",
    "swift",
    "winmd",
    "xcframework",
];

/// The manifest of a package decides whether its code is compiled.
const MANIFEST: &str = "package.json";

/// The project folder in which assets are changed.
pub(super) struct Tree<'p> {
    project: &'p Project,
}

/// What a file or folder contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetContent {
    pub is_folder: bool,
    pub has_meta: bool,
    pub bytes: u64,
    /// SHA-256 of the names and contents of all files, in hexadecimal digits. GUIDs in `.meta` files do not count, so a
    /// copy has the digest of its source. It is that of nothing if only facts were wanted.
    pub digest: String,
    /// Asset path of the first file with code; `None` if there is none.
    pub code: Option<String>,
    /// Asset paths of all files, without `.meta` files.
    pub files: Vec<String>,
}

/// What is read of an asset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Names and sizes.
    Facts,
    /// Also the digest of the contents.
    Digest,
}

impl<'p> Tree<'p> {
    pub(super) fn open(project: &'p Project, ground: &Ground) -> Result<Self, NotWritten> {
        ground.check(project.root())?;
        Ok(Self { project })
    }

    /// Opens the folder of an asset path, and returns it with the last name of the path.
    pub(super) fn place<'a>(&self, path: &'a str) -> Result<(Folder, &'a str), NotWritten> {
        Folder::of_asset(self.project, path)
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
        // An earlier attempt that failed can have left the empty place.
        match trash.dir.create_dir(kept) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            made => made?,
        }
        self.trash(kept)
    }

    /// Removes an empty place of the trash.
    pub(super) fn remove_trash(&self, kept: &str) {
        if let Ok(trash) = self.trash("") {
            // Something else can be in it only if another program wrote there; then it stays.
            let _ = trash.dir.remove_dir(kept);
        }
    }

    /// Removes the oldest deleted assets, so that the trash does not grow without end. Those with a name in `fresh` stay.
    pub(super) fn forget_oldest(&self, fresh: &[&str]) {
        let Ok(trash) = self.trash("") else { return };
        let Ok(entries) = trash.dir.entries() else { return };
        let mut kept: Vec<_> = entries
            .flatten()
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.file_name())))
            .collect();
        kept.sort();
        let surplus = kept.len().saturating_sub(MOST_KEPT);
        let old = kept.into_iter().map(|(_, name)| name);
        let old = old.filter(|name| !fresh.iter().any(|fresh| name == fresh));
        for name in old.take(surplus) {
            let _ = trash.dir.remove_dir_all(name);
        }
    }
}

/// Returns the content of an asset or folder. Blocks the thread.
///
/// # Errors
/// `Changed` if it does not exist, `Forbidden` if it is too large or contains a link, `Failed` for errors of the system.
pub fn asset_content(project: &Project, path: &str, wanted: Wanted) -> Result<AssetContent, NotWritten> {
    let (folder, name) = Folder::of_asset(project, path)?;
    let mut reading = Reading::new(path, wanted);
    reading.entry(&folder.dir, name, path)?;
    let meta = format!("{name}.meta");
    let has_meta = folder.has(&meta);
    if has_meta {
        reading.entry(&folder.dir, &meta, &format!("{path}.meta"))?;
    }
    Ok(AssetContent {
        is_folder: folder.dir.symlink_metadata(name).is_ok_and(|facts| facts.is_dir()),
        has_meta,
        bytes: reading.bytes,
        digest: HEXLOWER.encode(&reading.hasher.finalize()),
        code: reading.code,
        files: reading.files,
    })
}

pub(super) fn content_digest(tree: &Tree<'_>, path: &str) -> Result<String, NotWritten> {
    asset_content(tree.project, path, Wanted::Digest).map(|content| content.digest)
}

/// Checks that a folder has no entries.
pub(super) fn is_empty_folder(tree: &Tree<'_>, path: &str) -> Result<bool, NotWritten> {
    let (folder, name) = tree.place(path)?;
    let below = folder.dir.open_dir(name).and_then(|below| below.entries());
    let mut entries = below.map_err(|error| NotWritten::Changed(format!("{path} is no folder any more: {error}")))?;
    Ok(entries.next().is_none())
}

struct Reading<'p> {
    root: &'p str,
    wanted: Wanted,
    hasher: Sha256,
    bytes: u64,
    entries: usize,
    code: Option<String>,
    files: Vec<String>,
}

impl<'p> Reading<'p> {
    fn new(root: &'p str, wanted: Wanted) -> Self {
        Self {
            root,
            wanted,
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
        let is_manifest = path.starts_with("Packages/") && name.eq_ignore_ascii_case(MANIFEST);
        if (has_ending(path, &CODE) || is_manifest) && self.code.is_none() {
            self.code = Some(path.to_owned());
        }
        if facts.is_dir() {
            let below = dir.open_dir(name).map_err(|error| failed(&error))?;
            return self.folder(&below, path);
        }
        if !facts.is_file() {
            return Err(NotWritten::Forbidden(format!("{path} is a link or a special file")));
        }
        let is_meta = has_ending(path, &["meta"]);
        if !is_meta {
            self.files.push(path.to_owned());
        }
        if self.wanted == Wanted::Facts {
            return Ok(());
        }
        if is_meta {
            let text = dir.read(name).map_err(|error| failed(&error))?;
            let of_asset = |line: &&[u8]| !line.starts_with(b"guid: ");
            for line in text.split(|byte| *byte == b'\n').filter(of_asset) {
                self.hasher.update(line);
                self.hasher.update([b'\n']);
            }
            return Ok(());
        }
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

pub(super) fn has_ending(path: &str, endings: &[&str]) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    endings.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// Lets a test act when a step on assets begins, is partly made, or was made.
#[cfg(feature = "injected-actions")]
pub(super) fn reach_step(path: &str) {
    super::injected_actions::reach(super::injected_actions::Moment::InStep, Path::new(path));
}

#[cfg(not(feature = "injected-actions"))]
pub(super) fn reach_step(_: &str) {}
