//! Walks the asset folders, without the entries that Unity ignores, and collects assets, guids and scenes.

use super::folder::{Entry, Folder, Kind, Listing};
use super::hidden_parts::{HiddenKind, HiddenParts};
use super::meta_guid::guid_of;
use super::roots::{AssetRoot, AssetRoots, Links, RootKind};
use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use unity_yaml::Guid;
use walkdir::{DirEntry, WalkDir};

/// The assets, scripts and links that a scan of all asset roots found. Paths are sorted by root, then by name.
#[derive(Debug)]
pub(super) struct Found {
    /// Paths of all files and folders that have a `.meta`, each with the guid in the `.meta` if it has one.
    pub(super) assets: Vec<(String, Option<Guid>)>,
    pub(super) scenes: Vec<String>,
    /// Scripts with a `.meta` but without a file, in completely read roots where other scripts have their files.
    pub(super) gone: Vec<String>,
    /// Asset paths of the scripts with a `.meta` but without a file.
    pub(super) bare: Vec<String>,
    /// Asset paths of the scripts without a `.meta`.
    pub(super) unimported: Vec<String>,
    /// Modification time and size of each unwatched file, by asset path: in `file:` packages and behind followed links.
    pub(super) local: HashMap<String, Stamp>,
    /// Links out of all roots that are not followed, and entries to which the system denies access.
    pub(super) hidden: HiddenParts,
    /// The target folders of followed links, with all links resolved.
    pub(super) followed: Vec<PathBuf>,
    /// Number of entries that the walk can still visit before it stops.
    left: usize,
}

/// Modification time and size of a file.
pub(super) type Stamp = (Option<SystemTime>, u64);

/// Maximum depth of nested folders; deeper ones are not visited. Windows cannot even name them.
const MAX_FOLDER_DEPTH: usize = 64;

/// Maximum number of visited files and folders; the scan then stops. A link to a whole disk exceeds it; a project does
/// not.
const MAX_ENTRIES: usize = 3_000_000;

/// Maximum number of followed links out of the project; further links are not followed. Real projects have a few.
const MAX_FOLLOWED: usize = 256;

/// The system's error code for a link that leads to itself, which has no stable `ErrorKind`.
const LOOP: i32 = if cfg!(windows) {
    1921
} else if cfg!(target_os = "linux") {
    40
} else {
    62
};

/// Walks all asset roots and returns the entries found; in the package cache it collects no scenes.
pub(super) fn walk(roots: &AssetRoots, links: Links, problems: &mut Vec<String>) -> Found {
    let mut found = Found {
        assets: Vec::new(),
        scenes: Vec::new(),
        gone: Vec::new(),
        bare: Vec::new(),
        unimported: Vec::new(),
        local: HashMap::new(),
        hidden: HiddenParts::default(),
        followed: Vec::new(),
        left: MAX_ENTRIES,
    };
    // Reused from folder to folder.
    let mut room = Vec::new();
    for root in roots.iter() {
        let mut walk = Walk {
            roots,
            root,
            links,
            is_outside: false,
            found: &mut found,
            room: &mut room,
            asset: root.prefix.clone(),
            disk: root.folder.clone(),
            depth: 0,
            failed: 0,
            idle_links: (0, String::new()),
            is_cut: false,
            has_sources: false,
            gone: Vec::new(),
        };
        walk.enter(Folder::open(&root.folder));
        walk.finish(problems);
    }
    let links = found
        .hidden
        .first_parts()
        .iter()
        .filter(|part| part.kind == HiddenKind::Link);
    let links: Vec<&str> = links.map(|part| part.path.as_str()).collect();
    let of_links = links.first().map(|first| {
        format!(
            "{} links lead out of the project and were not followed, first {first}",
            links.len()
        )
    });
    // First in the list, because they make all answers about the whole project incomplete.
    problems.splice(0..0, of_links.into_iter().chain(found.hidden.denied_message()));
    found
}

/// State of the scan of one asset root (`Assets` or a package).
struct Walk<'a> {
    roots: &'a AssetRoots,
    root: &'a AssetRoot,
    links: Links,
    /// True if the current entry is behind a link out of the project.
    is_outside: bool,
    found: &'a mut Found,
    room: &'a mut Vec<u8>,
    /// The asset path of the current entry; the field `disk` is its path on disk.
    asset: String,
    disk: PathBuf,
    depth: usize,
    /// Number of entries that could not be listed or examined.
    failed: usize,
    /// Number of links that lead nowhere or to a folder that contains them, and the asset path of the first such link.
    idle_links: (usize, String),
    is_cut: bool,
    has_sources: bool,
    /// Asset paths of the scripts in this root with a `.meta` but without a file.
    gone: Vec<String>,
}

impl Walk<'_> {
    /// Visits all entries of `folder` and of its subfolders; the field `disk` is the path of `folder`.
    fn enter(&mut self, folder: io::Result<Folder>) {
        let folder = match folder {
            Ok(folder) => folder,
            Err(error) => return self.note_denied(&error, |error| HiddenKind::Folder(cannot_be_listed(error))),
        };
        let listing = folder.list(self.room);
        if listing.failed > 0 {
            self.failed += listing.failed;
            let why = format!(
                "{} entries of the folder cannot be listed: the system refuses them, or their names are not valid text; \
                 rename them, or give this user the right to read the folder",
                listing.failed
            );
            self.found.hidden.add(&self.asset, HiddenKind::Folder(why));
        }
        self.depth += 1;
        for entry in listing.entries.iter().filter(|entry| is_asset_name(&entry.name)) {
            let Some(left) = self.found.left.checked_sub(1) else {
                self.is_cut = true;
                break;
            };
            self.found.left = left;
            let above = self.asset.len();
            self.asset.push('/');
            self.asset.push_str(&entry.name);
            self.disk.push(&entry.name);
            self.entry(&folder, entry, &listing);
            self.asset.truncate(above);
            self.disk.pop();
        }
        self.depth -= 1;
    }

    fn entry(&mut self, folder: &Folder, entry: &Entry, listing: &Listing) {
        let kind = match entry.kind {
            Kind::LinkOrUnknown => match self.disk.symlink_metadata() {
                Ok(facts) if facts.is_symlink() => return self.link(listing),
                Ok(facts) if facts.is_dir() => Kind::Folder,
                Ok(facts) if facts.is_file() => Kind::File,
                Ok(_) => Kind::Other,
                Err(error) => return self.note_denied(&error, |error| HiddenKind::Folder(cannot_be_examined(error))),
            },
            known => known,
        };
        match kind {
            Kind::Folder if self.roots.is_own_folder(&self.disk) => {}
            Kind::Folder if self.depth >= MAX_FOLDER_DEPTH => self.too_deep(),
            Kind::Folder => self.enter(folder.folder(&entry.name, &self.disk)),
            Kind::File => self.file(listing, |disk| folder.file(&entry.name, disk)),
            _ => {}
        }
    }

    /// Visits the target of the current entry, a link, unless it contains the link or is outside the allowed folders.
    fn link(&mut self, listing: &Listing) {
        let real = match self.disk.canonicalize() {
            Ok(real) => real,
            Err(error) if error.kind() == io::ErrorKind::NotFound || error.raw_os_error() == Some(LOOP) => {
                return self.idle_link();
            }
            Err(error) => return self.note_denied(&error, |error| HiddenKind::Folder(cannot_be_examined(error))),
        };
        if self.roots.is_own_folder(&real) {
            return;
        }
        let is_outside = !self.roots.contains(&real);
        if is_outside && !self.may_follow(&real) {
            self.found.hidden.add(&self.asset, HiddenKind::Link);
            return;
        }
        let was_outside = self.is_outside;
        self.is_outside |= is_outside;
        self.walk_link(&real, listing);
        self.is_outside = was_outside;
    }

    /// Decides whether a link to `real`, a path outside of all roots, is followed; if so, records the path.
    fn may_follow(&mut self, real: &Path) -> bool {
        if self.found.followed.iter().any(|known| real.starts_with(known)) {
            return true;
        }
        let is_allowed = self.links == Links::Follow
            && self.root.kind != RootKind::Cached
            && self.found.followed.len() < MAX_FOLLOWED
            && !self.roots.is_around(real);
        if is_allowed {
            self.found.followed.push(real.to_path_buf());
        }
        is_allowed
    }

    fn walk_link(&mut self, real: &Path, listing: &Listing) {
        if real.is_file() {
            self.file(listing, |_| Ok(host_regular_file::open(real)?.0));
        } else if real.is_dir() && self.depth >= MAX_FOLDER_DEPTH {
            self.too_deep();
        } else if real.is_dir() {
            let above = self.disk.ancestors().skip(1).take(self.depth);
            let is_circle = above
                .filter_map(|folder| folder.canonicalize().ok())
                .any(|above| above == *real);
            if is_circle {
                self.idle_link();
            } else {
                self.enter(Folder::open(real));
            }
        }
    }

    /// Records an entry to which the system denies access; an entry that no longer exists is only counted.
    fn note_denied(&mut self, error: &io::Error, kind: impl FnOnce(&io::Error) -> HiddenKind) {
        self.failed += 1;
        if error.kind() != io::ErrorKind::NotFound {
            self.found.hidden.add(&self.asset, kind(error));
        }
    }

    fn too_deep(&mut self) {
        let why = format!("the folder is more than {MAX_FOLDER_DEPTH} folders deep, and deeper ones are not read");
        self.found.hidden.add(&self.asset, HiddenKind::Folder(why));
    }

    fn idle_link(&mut self) {
        self.failed += 1;
        let (count, first) = &mut self.idle_links;
        *count += 1;
        if first.is_empty() {
            first.clone_from(&self.asset);
        }
    }

    fn file(&mut self, listing: &Listing, open: impl FnOnce(&Path) -> io::Result<File>) {
        let path = self.asset.as_str();
        if (self.root.kind == RootKind::Local || self.is_outside)
            && let Ok(facts) = self.disk.metadata()
        {
            let stamp = (facts.modified().ok(), facts.len());
            self.found.local.insert(path.to_owned(), stamp);
        }
        if has_extension(path, "meta") {
            let asset = path.get(..path.len() - ".meta".len()).unwrap_or_default();
            let name = asset.rsplit('/').next().unwrap_or_default();
            if has_extension(asset, "cs") && !listing.has(name) {
                self.gone.push(asset.to_owned());
                // If the folder could not be listed completely, its missing files are unknown.
                self.found.bare.extend((listing.failed == 0).then(|| asset.to_owned()));
            }
            let guid = open(&self.disk).and_then(guid_of).unwrap_or_else(|error| {
                let why = format!("its .meta file cannot be read: {error}; give this user the right to read it");
                self.found.hidden.add(asset, HiddenKind::File(why));
                None
            });
            self.found.assets.push((asset.to_owned(), guid));
        } else if has_extension(path, "cs") {
            self.has_sources = true;
            let name = path.rsplit('/').next().unwrap_or_default();
            if !listing.has(&format!("{name}.meta")) {
                let known = (listing.failed == 0).then(|| path.to_owned());
                self.found.unimported.extend(known);
            }
        } else if self.root.kind != RootKind::Cached && has_extension(path, "unity") {
            self.found.scenes.push(path.to_owned());
        }
    }

    fn finish(mut self, problems: &mut Vec<String>) {
        let prefix = &self.root.prefix;
        // A folder without any source was created without sources: missing files have no meaning there.
        if !self.is_cut && self.failed == 0 && self.has_sources {
            self.found.gone.append(&mut self.gone);
        }
        if self.is_cut {
            let why =
                format!("the folders contain more than {MAX_ENTRIES} files and folders: further ones were not read");
            self.found.hidden.add(prefix, HiddenKind::Folder(why));
        }
        let (idle, first) = self.idle_links;
        if idle > 0 {
            problems.push(format!(
                "{idle} links below {prefix} lead nowhere or to a folder around them and were not followed, first {first}"
            ));
        }
    }
}

fn cannot_be_listed(error: &io::Error) -> String {
    format!("the folder cannot be listed: {error}; give this user the right to read it")
}

fn cannot_be_examined(error: &io::Error) -> String {
    format!("it cannot be examined: {error}; give this user the right to read the folder that it is in")
}

/// Returns an iterator over all entries below a root, sorted by name. It follows links, so the caller must check
/// `stays_inside` for each entry.
pub fn entries_of(root: &AssetRoot) -> WalkDir {
    WalkDir::new(&root.folder)
        .follow_links(true)
        .max_depth(MAX_FOLDER_DEPTH)
        .sort_by_file_name()
}

/// Returns false if the entry is a link that leads out of all roots, otherwise true.
pub fn stays_inside(entry: &DirEntry, roots: &AssetRoots) -> bool {
    let is_link = entry.depth() > 0 && entry.path_is_symlink();
    !is_link || entry.path().canonicalize().is_ok_and(|real| roots.contains(&real))
}

/// Returns true if Unity imports the entry: it is not hidden, not named `cvs` or `*.tmp`, and does not end in `~`.
pub fn is_asset(entry: &DirEntry) -> bool {
    if entry.depth() == 0 {
        return true;
    }
    is_asset_name(&entry.file_name().to_string_lossy())
}

fn is_asset_name(name: &str) -> bool {
    !(name.starts_with('.') || name.ends_with('~') || name.eq_ignore_ascii_case("cvs") || has_extension(name, "tmp"))
}

/// Returns true if the name ends in `.extension`, ignoring case.
#[inline]
pub fn has_extension(name: &str, extension: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, found)| found.eq_ignore_ascii_case(extension))
}

#[cfg(test)]
mod tests;
