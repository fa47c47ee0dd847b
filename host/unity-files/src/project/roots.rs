//! The folders that contain assets (roots), and the check whether a file may be read. All code that lists or reads
//! assets uses it.
//!
//! | root | asset paths | when |
//! |---|---|---|
//! | `Assets` | `Assets/…` | always; it may be a link, which Unity follows |
//! | `Packages` | `Packages/<folder>/…` | embedded packages, if the folder is in the project |
//! | the folder of a `file:` package | `Packages/<name>/…`, as Unity calls it | its `package.json` has that name, as Unity requires |
//! | a folder of `Library/PackageCache` | `Library/PackageCache/<name>@<version>/…` | no package above has that name |
//!
//! The order of this table is the order of the roots and of the index. Below a root, a link into any root is followed.
//! A link to another location is reported, and followed only if the operator allows it (`Links`).

use super::packages::name_of;
use super::read;
use super::relative::relative;
use crate::AssetProblem;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use walkdir::DirEntry;

const CACHE: &str = "Library/PackageCache";

/// Kind of a folder with assets (asset root): `Assets`, or one of the places of packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootKind {
    Assets,
    /// The packages with a folder in the project's folder `Packages`.
    Embedded,
    /// A package that the manifest declares with `file:` and whose folder is outside of `Packages`.
    Local,
    /// A package in the cache of Unity's package manager.
    Cached,
}

/// How the host handles a link that leads out of all roots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Links {
    /// The link is not followed, and results that concern the whole project mention it.
    #[default]
    Stay,
    /// The link is followed, as in Unity: the host reads files and folders outside of the project.
    Follow,
}

/// A folder that contains assets.
#[derive(Clone, Debug)]
pub struct AssetRoot {
    pub kind: RootKind,
    /// First part of all asset paths in this root, such as `Assets`, without a final `/`.
    pub prefix: String,
    pub folder: PathBuf,
    /// Path of `folder` with symbolic links resolved.
    real: PathBuf,
}

/// All asset roots of a project, in the order in which they are indexed.
#[derive(Clone, Debug, Default)]
pub struct AssetRoots {
    /// Path of the project folder with symbolic links resolved.
    project: PathBuf,
    roots: Vec<AssetRoot>,
    /// Package names, by the first part of the package's asset paths (`Packages/Folder`).
    packages: BTreeMap<String, String>,
    links: Links,
    /// Targets of the followed links out of all roots, with symbolic links resolved.
    followed: Vec<PathBuf>,
}

impl AssetRoot {
    /// Returns the asset path of a file below this root's folder; `None` if the path is not valid Unicode.
    pub fn asset_path(&self, file: &Path) -> Option<String> {
        let below = relative(file, &self.folder)?;
        Some(format!("{}/{below}", self.prefix))
    }
}

impl AssetRoots {
    /// Finds the asset roots of a project. `project` is the project folder with symbolic links resolved; `declared` has
    /// the name and version of each declared package.
    pub(super) fn find(project: &Path, declared: &[(String, String)], problems: &mut Vec<String>) -> Self {
        let mut roots = Self {
            project: project.to_path_buf(),
            ..Self::default()
        };
        let assets = project.join("Assets");
        if assets.canonicalize().is_ok_and(|real| project.starts_with(real)) {
            problems.push(
                "Assets is a link to a folder around the project and was not followed: the walk would never end"
                    .to_owned(),
            );
        } else {
            roots.add(RootKind::Assets, "Assets", &assets);
        }
        if roots.stays("Packages", problems) {
            roots.add(RootKind::Embedded, "Packages", &project.join("Packages"));
            for folder in folders_in(&project.join("Packages")) {
                let name = name_of(&project.join("Packages").join(&folder));
                roots
                    .packages
                    .insert(format!("Packages/{folder}"), name.unwrap_or(folder));
            }
        }
        for (name, version) in declared {
            roots.add_local(name, version, problems);
        }
        if roots.stays(CACHE, problems) {
            roots.add_cached(declared, problems);
        }
        roots
    }

    /// Returns the asset roots (`Assets` and packages) whose folder exists.
    pub fn iter(&self) -> impl Iterator<Item = &AssetRoot> {
        self.roots.iter().filter(|root| root.folder.is_dir())
    }

    pub(super) fn packages(&self) -> &BTreeMap<String, String> {
        &self.packages
    }

    /// Returns true if `real`, a path with links resolved, is in an asset root or in the target of a followed link.
    pub fn contains(&self, real: &Path) -> bool {
        let roots = self.roots.iter().map(|root| &root.real);
        roots.chain(&self.followed).any(|folder| real.starts_with(folder))
    }

    /// Sets how links are handled, and the targets of the followed links.
    pub(super) fn follow(&mut self, links: Links, followed: Vec<PathBuf>) {
        self.links = links;
        self.followed = followed;
    }

    pub(super) fn links(&self) -> Links {
        self.links
    }

    /// Returns true if the folder contains the project or one of its roots, so that a walk from it would not end.
    pub(super) fn is_around(&self, real: &Path) -> bool {
        let roots = self.roots.iter().map(|root| &root.real);
        roots.chain([&self.project]).any(|folder| folder.starts_with(real))
    }

    /// Returns true if the entry is the project's own folder. If a package contains the project, this folder is no part
    /// of the package.
    pub fn is_project(&self, entry: &DirEntry) -> bool {
        let path = entry.path();
        self.is_own_folder(path)
            || (entry.path_is_symlink() && path.canonicalize().is_ok_and(|real| self.is_own_folder(&real)))
    }

    pub(super) fn is_own_folder(&self, real: &Path) -> bool {
        real == self.project
    }

    /// Returns the path of the asset on disk; the file need not exist.
    ///
    /// # Errors
    /// `Missing` for a path below no root; `Unreadable` for a path with `..` and for a link out of all roots.
    pub fn locate(&self, asset: &str) -> Result<PathBuf, AssetProblem> {
        let path = self.place_of(asset)?;
        match path.canonicalize() {
            Ok(real) if !self.contains(&real) => Err(read::problem_of(&leads_out())),
            _ => Ok(path),
        }
    }

    /// Returns the size in bytes and the modification time of the asset, from which callers detect changes; `None` if
    /// the system does not report them.
    ///
    /// # Errors
    /// As `locate`, but a link out of the roots is no error, because nothing is read here.
    pub fn stamp(&self, asset: &str) -> Result<Option<(u64, SystemTime)>, AssetProblem> {
        let facts = std::fs::metadata(self.place_of(asset)?).ok();
        Ok(facts.and_then(|facts| Some((facts.len(), facts.modified().ok()?))))
    }

    /// Opens the asset for reading, and returns it with its metadata. The location of the opened file is checked, so
    /// that a link that is created meanwhile cannot lead out of the roots.
    ///
    /// # Errors
    /// As `locate`, and `Unreadable` if the asset is no regular file.
    pub fn open(&self, asset: &str) -> Result<(File, Metadata), AssetProblem> {
        let path = self.place_of(asset)?;
        self.open_at(&path).map_err(|error| read::problem_of(&error))
    }

    /// Reads all bytes of the asset, which can have at most `limit` bytes. Blocks the thread.
    ///
    /// # Errors
    /// As `open`, and `TooLarge`.
    pub fn read(&self, asset: &str, limit: u64) -> Result<Vec<u8>, AssetProblem> {
        let path = self.place_of(asset)?;
        read::whole(limit, || self.open_at(&path))
    }

    fn open_at(&self, path: &Path) -> io::Result<(File, Metadata)> {
        let (file, facts) = host_regular_file::open(path)?;
        if self.contains(&host_regular_file::place(&file, path)?) {
            Ok((file, facts))
        } else {
            Err(leads_out())
        }
    }

    /// Returns the path of the asset on disk, without a check whether links lead out of the roots.
    fn place_of(&self, asset: &str) -> Result<PathBuf, AssetProblem> {
        let refused = |reason: &str| AssetProblem::Unreadable {
            reason: reason.to_owned(),
        };
        let plain = |part: &str| !matches!(part, "" | "." | "..");
        // A colon names a disk or a stream on Windows, and is a letter on other systems.
        let foreign = memchr::memchr2(b'\\', 0, asset.as_bytes()).is_some() || cfg!(windows) && asset.contains(':');
        let under = |root: &&AssetRoot| {
            asset
                .strip_prefix(&root.prefix)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        let root = self.roots.iter().filter(under).max_by_key(|root| root.prefix.len());
        if foreign || !asset.split('/').all(plain) {
            return Err(refused(
                "it is no asset path: expected one as the lists show it, without `..` and with `/` between folders",
            ));
        }
        let root = root.ok_or(AssetProblem::Missing)?;
        let below = asset.get(root.prefix.len() + 1..).unwrap_or_default();
        Ok(root.folder.join(below))
    }

    fn add(&mut self, kind: RootKind, prefix: &str, folder: &Path) {
        // A folder that does not exist yet can be created while the project is open.
        let real = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        self.roots.push(AssetRoot {
            kind,
            prefix: prefix.to_owned(),
            folder: folder.to_path_buf(),
            real,
        });
    }

    /// Returns true if `folder` is inside the project; otherwise adds a problem, because only `Assets` may be a link
    /// out.
    fn stays(&self, folder: &str, problems: &mut Vec<String>) -> bool {
        let real = self.project.join(folder).canonicalize();
        let stays = real.map_or(true, |real| real.starts_with(&self.project));
        if !stays {
            problems.push(format!(
                "{folder} is a link that leads out of the project and was not followed; only Assets may be one"
            ));
        }
        stays
    }

    fn add_local(&mut self, name: &str, version: &str, problems: &mut Vec<String>) {
        let Some(path) = version.strip_prefix("file:") else {
            return;
        };
        if [".tgz", ".tar.gz", ".tar"].iter().any(|end| path.ends_with(end)) {
            return;
        }
        let mut refused = |why: &str| problems.push(format!("package {name} ({version}) was not read: {why}"));
        // Unity accepts no other characters, and the name becomes a part of paths.
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
        if name.is_empty() || name.starts_with('.') || name.len() > 214 || !name.chars().all(is_letter) {
            refused("its name is not of letters, digits, `.`, `_` and `-`");
            return;
        }
        let Ok(real) = self.project.join("Packages").join(path).canonicalize() else {
            refused("there is no such folder");
            return;
        };
        let prefix = format!("Packages/{name}");
        // An embedded package with that name takes precedence, and a folder in `Packages` already has its path.
        if self.contains(&real) || self.packages.values().any(|known| known == name) {
            return;
        }
        if real == self.project || !real.is_dir() {
            refused("it is no folder beside the project's own");
        } else if name_of(&real).as_deref() != Some(name) {
            refused("its folder has no package.json with that name, which Unity requires");
        } else if self.packages.contains_key(&prefix) {
            refused("Packages has a folder of that name");
        } else {
            self.packages.insert(prefix.clone(), name.to_owned());
            self.add(RootKind::Local, &prefix, &real);
        }
    }

    /// Adds the asset root of each cached package: the folder with the declared version, or the last one by name.
    fn add_cached(&mut self, declared: &[(String, String)], problems: &mut Vec<String>) {
        let cache = self.project.join(CACHE);
        let mut by_name: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for folder in folders_in(&cache) {
            let name = folder.split('@').next().unwrap_or(&folder).to_owned();
            by_name.entry(name).or_default().insert(folder);
        }
        let (mut superseded, mut outside) = (0, 0);
        for (name, folders) in by_name {
            if self.packages.values().any(|known| *known == name) {
                superseded += folders.len();
                continue;
            }
            let version = declared.iter().find(|(known, _)| *known == name);
            let exact = version.and_then(|(name, version)| folders.get(&format!("{name}@{version}")));
            let Some(folder) = exact.or_else(|| folders.last()) else {
                continue;
            };
            superseded += folders.len() - 1;
            let path = cache.join(folder);
            if path.canonicalize().is_ok_and(|real| real.starts_with(&self.project)) {
                let prefix = format!("{CACHE}/{folder}");
                self.add(RootKind::Cached, &prefix, &path);
                self.packages.insert(prefix, name);
            } else {
                outside += 1;
            }
        }
        if superseded > 0 {
            problems.push(format!(
                "{superseded} folders of {CACHE} were left out: another version, or the same package in the project, is used"
            ));
        }
        if outside > 0 {
            problems.push(format!(
                "{outside} folders of {CACHE} lead out of the project and were not followed"
            ));
        }
    }
}

fn leads_out() -> io::Error {
    io::Error::other("it is a link that leads out of the project")
}

/// Returns the sorted names of the subfolders of `folder`, without the hidden ones that Unity ignores.
fn folders_in(folder: &Path) -> Vec<String> {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let names = folders.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names
        .filter(|name| !name.starts_with('.') && !name.ends_with('~'))
        .collect();
    names.sort_unstable();
    names
}

#[cfg(test)]
mod tests;
