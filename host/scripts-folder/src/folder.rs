//! The scripts folder itself: listing, reading, writing and deleting behind one directory handle.
//!
//! The handle refuses every path that leads out, whatever links lie on the way; links that stay inside are followed.

use super::path::is_cs;
use super::text::{self, READ_BYTES};
use super::{MAX_BYTES, ScriptPath, ScriptProblem, quoted, replace};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Entries of the folder looked at for one list.
const MAX_ENTRIES: usize = 50_000;

/// The project's own folders: a scripts folder may neither lie in them nor around them.
const PROJECT_FOLDERS: [&str; 3] = ["Assets", "Packages", "ProjectSettings"];

/// Where the console's scripts lie. Nothing is held open between two calls, so the folder may come and go.
#[derive(Debug)]
pub struct ScriptsFolder {
    path: PathBuf,
    project: PathBuf,
}

/// A script as it is on disk.
#[derive(Debug)]
pub struct ScriptText {
    pub text: String,
    /// Of the whole file, with BOM.
    pub size: u64,
    pub modified: SystemTime,
    pub truncated: bool,
    pub notes: Vec<String>,
}

/// The scripts directly in the folder.
#[derive(Debug, Default)]
pub struct Listing {
    /// Sorted.
    pub names: Vec<String>,
    pub notes: Vec<String>,
}

impl ScriptsFolder {
    /// The folder need not exist yet; `project` is the project's root.
    pub fn new(folder: &Path, project: &Path) -> Self {
        Self {
            path: std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf()),
            project: project.to_path_buf(),
        }
    }

    /// Where it is, absolute.
    pub fn place(&self) -> &Path {
        &self.path
    }

    /// Checks what a caller gave as path.
    pub fn path(&self, given: &str) -> Result<ScriptPath, ScriptProblem> {
        let canonical = self.path.canonicalize().ok();
        let roots: Vec<String> = [Some(&self.path), canonical.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(|path| path.to_str().map(str::to_owned))
            .collect();
        ScriptPath::parse(given, &roots)
    }

    /// The path as answers give it: absolute, and accepted when it is given back.
    pub fn shown(&self, path: &ScriptPath) -> String {
        let absolute = self.path.join(path.relative());
        absolute.to_str().map_or_else(|| path.text(), str::to_owned)
    }

    pub fn list(&self) -> Result<Listing, ScriptProblem> {
        let Some(folder) = self.open()? else {
            return Ok(Listing::default());
        };
        replace::sweep(&folder);
        let mut listing = Listing::default();
        let (mut unnamable, mut not_files, mut seen) = (0, 0, 0);
        for entry in folder.entries().map_err(|source| disk("list", source))? {
            seen += 1;
            if seen > MAX_ENTRIES {
                listing.notes.push(format!(
                    "the folder has more than {MAX_ENTRIES} entries; the rest was not looked at"
                ));
                break;
            }
            let entry = entry.map_err(|source| disk("list", source))?;
            let name = entry.file_name();
            let Some(name) = name.to_str() else {
                unnamable += usize::from(is_cs(&name.to_string_lossy()));
                continue;
            };
            if !is_cs(name) {
                continue;
            }
            match ScriptPath::parse(name, &[]) {
                // A `\` is part of a name on some systems and a separator in every path here.
                Ok(path) if path.name() == name => match find(&folder, &path) {
                    Ok(_) => listing.names.push(name.to_owned()),
                    Err(_) => not_files += 1,
                },
                _ => unnamable += 1,
            }
        }
        listing.names.sort_unstable();
        if unnamable > 0 {
            let note = format!("{unnamable} files are not listed: no path can name them (rename them on disk)");
            listing.notes.push(note);
        }
        if not_files > 0 {
            let note = format!("{not_files} entries ending in .cs are not listed: no regular files inside this folder");
            listing.notes.push(note);
        }
        Ok(listing)
    }

    /// # Errors
    /// Where it is not there or no regular file inside the folder.
    pub fn exists(&self, path: &ScriptPath) -> Result<(), ScriptProblem> {
        let folder = self.open()?.ok_or_else(|| missing(path))?;
        find(&folder, path).map(drop)
    }

    pub fn read(&self, path: &ScriptPath) -> Result<ScriptText, ScriptProblem> {
        let folder = self.open()?.ok_or_else(|| missing(path))?;
        let found = find(&folder, path)?;
        let mut options = OpenOptions::new();
        options.read(true);
        // Looked at before and after opening: a pipe put there in between blocks nobody.
        #[cfg(unix)]
        cap_std::fs::OpenOptionsExt::custom_flags(&mut options, nonblocking());
        let file = folder
            .open_with(&found.real, &options)
            .map_err(|source| named(path, "read", source))?;
        let metadata = file.metadata().map_err(|source| named(path, "read", source))?;
        regular(path, &metadata)?;
        let mut bytes = Vec::new();
        file.take(READ_BYTES as u64)
            .read_to_end(&mut bytes)
            .map_err(|source| named(path, "read", source))?;
        let size = metadata.len().max(bytes.len() as u64);
        let decoded = text::decode(&bytes, size);
        let modified = metadata.modified().map_err(|source| named(path, "read", source))?;
        Ok(ScriptText {
            text: decoded.text,
            size,
            modified: modified.into_std(),
            truncated: decoded.truncated,
            notes: decoded.notes,
        })
    }

    /// Replaces or makes the file, and the folders above it.
    pub fn write(&self, path: &ScriptPath, content: &str) -> Result<(), ScriptProblem> {
        let content = text::without_bom(content);
        if content.len() > MAX_BYTES {
            return Err(ScriptProblem::TooLarge { bytes: content.len() });
        }
        let folder = self.open_or_make()?;
        make_folders(&folder, path)?;
        // A link that stays inside is written through, like any editor does; every other one is refused.
        let real = match find(&folder, path) {
            Ok(found) => found.real,
            Err(ScriptProblem::Missing { .. }) => match folder.symlink_metadata(path.relative()) {
                Ok(_) => {
                    let path = path.text();
                    let what = "a link to nothing";
                    return Err(ScriptProblem::NotAFile { path, what });
                }
                Err(_) => path.relative(),
            },
            Err(problem) => return Err(problem),
        };
        let name = real.file_name().and_then(|name| name.to_str());
        let name = name.ok_or_else(|| missing(path))?;
        let above = real.parent().filter(|above| !above.as_os_str().is_empty());
        let above = above.map_or_else(|| folder.try_clone(), |above| folder.open_dir(above));
        let above = above.map_err(|source| named(path, "open", source))?;
        replace::sweep(&above);
        replace::replace(&above, name, content.as_bytes()).map_err(|source| named(path, "write", source))
    }

    /// Removes the file; of a link that stays inside, the link.
    pub fn delete(&self, path: &ScriptPath) -> Result<(), ScriptProblem> {
        self.refuse_project()?;
        let folder = self.open()?.ok_or_else(|| missing(path))?;
        find(&folder, path)?;
        folder
            .remove_file(path.relative())
            .map_err(|source| named(path, "delete", source))
    }

    /// Gives the file another name directly in the folder, which nothing may have yet.
    pub(super) fn rename(&self, from: &ScriptPath, to: &ScriptPath) -> Result<(), ScriptProblem> {
        self.refuse_project()?;
        let folder = self.open()?.ok_or_else(|| missing(from))?;
        find(&folder, from)?;
        if folder.symlink_metadata(to.relative()).is_ok() {
            return Err(ScriptProblem::TwoStartups);
        }
        folder
            .rename(from.relative(), &folder, to.relative())
            .map_err(|source| named(from, "rename", source))
    }

    /// `None` where the folder is not there yet.
    fn open(&self) -> Result<Option<Dir>, ScriptProblem> {
        match Dir::open_ambient_dir(&self.path, ambient_authority()) {
            Ok(folder) => Ok(Some(folder)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(disk("open", source)),
        }
    }

    /// The first write makes it, for the host's user alone.
    fn open_or_make(&self) -> Result<Dir, ScriptProblem> {
        self.refuse_project()?;
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .create(&self.path)
            .map_err(|source| disk("make the folder", source))?;
        self.open()?.ok_or_else(|| disk("open", io::ErrorKind::NotFound.into()))
    }

    /// A write must never be a change of the project.
    fn refuse_project(&self) -> Result<(), ScriptProblem> {
        let project = resolved(&self.project);
        let folder = resolved(&self.path);
        let inside = PROJECT_FOLDERS
            .iter()
            .any(|name| folder.starts_with(project.join(name)) || folder.starts_with(resolved(&project.join(name))));
        if inside || project.starts_with(&folder) {
            return Err(ScriptProblem::OverProject);
        }
        Ok(())
    }
}

/// A regular file inside the folder.
struct Found {
    /// Below the folder, links followed.
    real: PathBuf,
}

/// Follows links as far as they stay inside.
fn find(folder: &Dir, path: &ScriptPath) -> Result<Found, ScriptProblem> {
    let relative = path.relative();
    let look = |source| named(path, "look", source);
    let own = folder.symlink_metadata(&relative).map_err(look)?;
    let real = if own.is_symlink() {
        folder.canonicalize(&relative).map_err(look)?
    } else {
        relative
    };
    let metadata = folder.metadata(&real).map_err(look)?;
    regular(path, &metadata)?;
    // A link may not lend its name to something that is no script.
    if !real.file_name().is_some_and(|name| is_cs(&name.to_string_lossy())) {
        let given = quoted(&path.text());
        return Err(ScriptProblem::NotCs { given });
    }
    Ok(Found { real })
}

fn regular(path: &ScriptPath, metadata: &Metadata) -> Result<(), ScriptProblem> {
    if metadata.is_file() {
        return Ok(());
    }
    let what = if metadata.is_dir() {
        "a folder"
    } else {
        "a pipe, socket or device"
    };
    Err(ScriptProblem::NotAFile {
        path: path.text(),
        what,
    })
}

fn make_folders(folder: &Dir, path: &ScriptPath) -> Result<(), ScriptProblem> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has a mode to set"))]
    let mut builder = cap_std::fs::DirBuilder::new();
    #[cfg(unix)]
    cap_std::fs::DirBuilderExt::mode(&mut builder, 0o700);
    for above in path.folders() {
        match folder.create_dir_with(&above, &builder) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let metadata = folder.metadata(&above).map_err(|source| named(path, "look", source))?;
                if !metadata.is_dir() {
                    let what = "something below a file";
                    return Err(ScriptProblem::NotAFile {
                        path: path.text(),
                        what,
                    });
                }
            }
            Err(source) => return Err(named(path, "make a folder", source)),
        }
    }
    Ok(())
}

#[cfg(unix)]
fn nonblocking() -> i32 {
    i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or(0)
}

/// The path with the links of its existing part followed.
fn resolved(path: &Path) -> PathBuf {
    for above in path.ancestors() {
        if let (Ok(real), Ok(rest)) = (above.canonicalize(), path.strip_prefix(above)) {
            return real.join(rest);
        }
    }
    path.to_path_buf()
}

fn missing(path: &ScriptPath) -> ScriptProblem {
    ScriptProblem::Missing { path: path.text() }
}

fn disk(doing: &'static str, source: io::Error) -> ScriptProblem {
    ScriptProblem::Disk { doing, source }
}

/// What an error of the handle means for this path.
fn named(path: &ScriptPath, doing: &'static str, source: io::Error) -> ScriptProblem {
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => missing(path),
        // The handle's own refusal, not the system's, which has a number.
        io::ErrorKind::PermissionDenied if source.raw_os_error().is_none() => ScriptProblem::Outside {
            given: quoted(&path.text()),
            why: "a link on the way leads out of it".to_owned(),
        },
        io::ErrorKind::InvalidFilename => ScriptProblem::TooLong {
            why: "the disk does not take this name".to_owned(),
        },
        _ => disk(doing, source),
    }
}
