//! The table of the assets that were scanned so far.

use host_bridge::Asset;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use unity_files::read_whole;
use unity_files::text_assets::is_own;
use unity_project::asset_kind::{self, Content};
use unity_project::expand::Library;
use unity_yaml::{FileProblem, Guid};

/// Maximum bytes of a file that is read whole to find its main object; of a larger file, `START_BYTES` are read.
pub(crate) const WHOLE_BYTES: u64 = 4 * 1024 * 1024;
pub(crate) const START_BYTES: u64 = 64 * 1024;

/// The scanned assets, which are the beginning of the whole list in path order.
#[derive(Debug, Default)]
pub(crate) struct AssetTable {
    /// Paths and guids of all assets, sorted by path; `None` before the first request.
    pub(crate) paths: Option<Vec<(Box<str>, Guid)>>,
    pub(crate) looked_at: usize,
    pub(crate) rows: Vec<Row>,
    /// Number of `.meta` files without an asset.
    pub(crate) without_file: usize,
    /// Paths of assets whose own file is missing, while their `.meta` file exists; folders are not included.
    pub(crate) bare: Vec<Box<str>>,
    /// Number of assets that are symbolic links to files outside the project.
    pub(crate) out_of_reach: usize,
    /// Files whose content decides their kind, but which cannot be read or were not downloaded from Git LFS.
    pub(crate) unread: Vec<Box<str>>,
}

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) path: Box<str>,
    pub(crate) guid: Guid,
    pub(crate) kind: Arc<str>,
    pub(crate) type_name: Option<Arc<str>>,
    pub(crate) size: u64,
}

impl AssetTable {
    /// Scans further asset files, at least one, until all are scanned or `enough` returns true.
    pub(crate) fn go_on(&mut self, library: &mut Library, enough: &mut dyn FnMut() -> bool) {
        let project = Arc::clone(library.project());
        let paths = self.paths.get_or_insert_with(|| {
            let assets = project.index.assets().filter(|(path, _)| is_own(path));
            let mut paths: Vec<(Box<str>, Guid)> = assets.map(|(path, guid)| (path.into(), guid)).collect();
            paths.sort_unstable();
            paths
        });
        while let Some((path, guid)) = paths.get(self.looked_at) {
            let file = project.roots().locate(path);
            match file.map(|file| (std::fs::metadata(&file), file)) {
                Err(_) => self.out_of_reach += 1,
                Ok((Err(_), file)) => {
                    self.without_file += 1;
                    self.bare.extend((!was_folder(file)).then(|| path.clone()));
                }
                Ok((Ok(found), _)) if found.is_dir() => {}
                Ok((Ok(found), file)) => {
                    let (kind, type_name) = kind_of(library, path, &file, found.len()).unwrap_or_else(|| {
                        self.unread.push(path.clone());
                        (Content::Unreadable.kind().into(), None)
                    });
                    self.rows.push(Row {
                        path: path.clone(),
                        guid: *guid,
                        kind,
                        type_name,
                        size: found.len(),
                    });
                }
            }
            self.looked_at += 1;
            if enough() {
                break;
            }
        }
    }

    /// Returns the scanned assets, sorted by path.
    pub(crate) fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.paths.is_some() && self.looked_at >= self.total()
    }

    /// Returns the number of asset files scanned so far, and the number of all asset files.
    pub(crate) fn looked_at(&self) -> (usize, usize) {
        (self.looked_at, self.total())
    }

    pub(crate) fn total(&self) -> usize {
        self.paths.as_ref().map_or(0, Vec::len)
    }
}

/// Returns true if the `.meta` of the missing path belongs to a folder: version control keeps no empty folder.
fn was_folder(file: PathBuf) -> bool {
    let mut meta = file.into_os_string();
    meta.push(".meta");
    let text = read_whole(Path::new(&meta), START_BYTES).unwrap_or_default();
    memchr::memmem::find(&text, b"folderAsset: yes").is_some()
}

/// Returns the kind of a file, and its type if it is a ScriptableObject; `None` if needed content cannot be read.
pub(crate) fn kind_of(
    library: &mut Library,
    path: &str,
    file: &Path,
    size: u64,
) -> Option<(Arc<str>, Option<Arc<str>>)> {
    if let Some(kind) = asset_kind::kind_by_path(path) {
        return Some((kind.into(), None));
    }
    let start = start_of(file, size)?;
    if is_lfs_pointer(&start) {
        return None;
    }
    let content = asset_kind::kind_by_content(&start);
    let kind = content.kind().into();
    let type_name = match content {
        Content::Script(script) => {
            let id = library.types_mut().script(script);
            Some(library.types().name(id))
        }
        _ => None,
    };
    Some((kind, type_name))
}

fn is_lfs_pointer(start: &[u8]) -> bool {
    let start = start.get(..64).unwrap_or(start);
    matches!(unity_yaml::as_text(start), Err(FileProblem::LfsPointer))
}

/// Returns the whole file, or its first bytes if it is large; `None` if it cannot be read.
pub(crate) fn start_of(file: &Path, size: u64) -> Option<Vec<u8>> {
    if size <= WHOLE_BYTES {
        return read_whole(file, WHOLE_BYTES).ok();
    }
    let mut start = Vec::new();
    let opened = std::fs::File::open(file).ok()?;
    opened.take(START_BYTES).read_to_end(&mut start).ok()?;
    Some(start)
}

impl Row {
    pub(crate) fn card(&self) -> Asset {
        Asset {
            path: self.path.to_string(),
            guid: self.guid.to_string(),
            kind: self.kind.to_string(),
            type_name: self.type_name.as_deref().map(str::to_owned),
            size_bytes: self.size,
        }
    }
}
