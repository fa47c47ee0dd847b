//! The scripts folder: listing, reading, writing and deleting files behind one directory handle.
//!
//! The handle rejects every path that leads out of the folder, even through links. Links that stay inside are followed.

use super::path::is_cs;
use super::text::{self, READ_BYTES};
use super::{MAX_BYTES, ScriptPath, ScriptProblem, quote_shortened, replace};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Maximum number of folder entries that are read to list the scripts. Further entries are not listed.
const MAX_ENTRIES: usize = 50_000;

/// The folders of a Unity project. A scripts folder must not be inside one of them and must not contain one.
const PROJECT_FOLDERS: [&str; 3] = ["Assets", "Packages", "ProjectSettings"];

/// The folder with the console scripts (C# files). No handle stays open between two calls, so the folder may be removed
/// and recreated.
#[derive(Debug)]
pub struct ScriptsFolder {
    path: PathBuf,
    project: PathBuf,
}

/// The text of a script file on disk, with the size of the file.
#[derive(Debug)]
pub struct ScriptText {
    pub text: String,
    /// Size in bytes of the whole file, with BOM.
    pub size: u64,
    pub modified: SystemTime,
    pub truncated: bool,
    pub notes: Vec<String>,
}

/// The names of the scripts directly in the scripts folder; scripts in folders below it are not listed.
#[derive(Debug, Default)]
pub struct Listing {
    /// File names of the listed scripts, sorted.
    pub names: Vec<String>,
    pub notes: Vec<String>,
}

impl ScriptsFolder {
    /// Creates access to the scripts folder at this path, which may be missing. `project` is the Unity project's root.
    pub fn new(folder: &Path, project: &Path) -> Self {
        Self {
            path: std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf()),
            project: project.to_path_buf(),
        }
    }

    /// Returns the absolute path of the scripts folder.
    pub fn place(&self) -> &Path {
        &self.path
    }

    /// Parses and checks a script path from a caller: relative, or absolute below the scripts folder.
    pub fn path(&self, given: &str) -> Result<ScriptPath, ScriptProblem> {
        let canonical = self.path.canonicalize().ok();
        let roots: Vec<String> = [Some(&self.path), canonical.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(|path| path.to_str().map(str::to_owned))
            .collect();
        ScriptPath::parse(given, &roots)
    }

    /// Returns the absolute path of a script for replies. `path` accepts this text again.
    pub fn display_path(&self, path: &ScriptPath) -> String {
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
                    "the folder has more than {MAX_ENTRIES} entries; the rest was not read"
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
                // On some systems a name can contain `\`, but in every path here it is a separator.
                Ok(path) if path.name() == name => match find(&folder, &path) {
                    Ok(_) => listing.names.push(name.to_owned()),
                    Err(_) => not_files += 1,
                },
                _ => unnamable += 1,
            }
        }
        listing.names.sort_unstable();
        if unnamable > 0 {
            let note =
                format!("{unnamable} files are not listed: their names are not valid in a path (rename them on disk)");
            listing.notes.push(note);
        }
        if not_files > 0 {
            let note = format!(
                "{not_files} entries that end in .cs are not listed: they are not regular files inside this folder"
            );
            listing.notes.push(note);
        }
        Ok(listing)
    }

    /// Checks that the script exists.
    ///
    /// # Errors
    /// The file is missing, or it is not a regular file inside the folder.
    pub fn exists(&self, path: &ScriptPath) -> Result<(), ScriptProblem> {
        let folder = self.open()?.ok_or_else(|| missing(path))?;
        find(&folder, path).map(drop)
    }

    pub fn read(&self, path: &ScriptPath) -> Result<ScriptText, ScriptProblem> {
        let folder = self.open()?.ok_or_else(|| missing(path))?;
        let found = find(&folder, path)?;
        let mut options = OpenOptions::new();
        options.read(true);
        // The file is checked before and after opening, and opened without blocking: another process may put a pipe
        // there in between.
        #[cfg(unix)]
        cap_std::fs::OpenOptionsExt::custom_flags(&mut options, nonblocking());
        let file = folder
            .open_with(&found.real, &options)
            .map_err(|source| into_problem(path, "read", source))?;
        let metadata = file.metadata().map_err(|source| into_problem(path, "read", source))?;
        regular(path, &metadata)?;
        let mut bytes = Vec::new();
        file.take(READ_BYTES as u64)
            .read_to_end(&mut bytes)
            .map_err(|source| into_problem(path, "read", source))?;
        let size = metadata.len().max(bytes.len() as u64);
        let decoded = text::decode(&bytes, size);
        let modified = metadata
            .modified()
            .map_err(|source| into_problem(path, "read", source))?;
        Ok(ScriptText {
            text: decoded.text,
            size,
            modified: modified.into_std(),
            truncated: decoded.truncated,
            notes: decoded.notes,
        })
    }

    /// Writes the script file atomically: creates or replaces it, and creates missing folders above it.
    pub fn write(&self, path: &ScriptPath, content: &str) -> Result<(), ScriptProblem> {
        let content = text::without_bom(content);
        if content.len() > MAX_BYTES {
            return Err(ScriptProblem::TooLarge { bytes: content.len() });
        }
        let folder = self.open_or_make()?;
        make_folders(&folder, path)?;
        // A link that stays inside the folder is followed, as in any editor. Every other link is rejected.
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
        let above = above.map_err(|source| into_problem(path, "open", source))?;
        replace::sweep(&above);
        replace::replace(&above, name, content.as_bytes()).map_err(|source| into_problem(path, "write", source))
    }

    /// Deletes the script file. If the path is a link to a file inside the folder, deletes only the link.
    pub fn delete(&self, path: &ScriptPath) -> Result<(), ScriptProblem> {
        self.refuse_project()?;
        let folder = self.open()?.ok_or_else(|| missing(path))?;
        find(&folder, path)?;
        folder
            .remove_file(path.relative())
            .map_err(|source| into_problem(path, "delete", source))
    }

    /// Renames the script file to a name directly in the scripts folder. Fails if that name already exists.
    pub(super) fn rename(&self, from: &ScriptPath, to: &ScriptPath) -> Result<(), ScriptProblem> {
        self.refuse_project()?;
        let folder = self.open()?.ok_or_else(|| missing(from))?;
        find(&folder, from)?;
        if folder.symlink_metadata(to.relative()).is_ok() {
            return Err(ScriptProblem::TwoStartups);
        }
        folder
            .rename(from.relative(), &folder, to.relative())
            .map_err(|source| into_problem(from, "rename", source))
    }

    fn open(&self) -> Result<Option<Dir>, ScriptProblem> {
        match Dir::open_ambient_dir(&self.path, ambient_authority()) {
            Ok(folder) => Ok(Some(folder)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(disk("open", source)),
        }
    }

    /// Opens the scripts folder, and creates it if it is missing, with permissions for the host's user only.
    fn open_or_make(&self) -> Result<Dir, ScriptProblem> {
        self.refuse_project()?;
        let mut builder = std::fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder
            .create(&self.path)
            .map_err(|source| disk("create the folder", source))?;
        self.open()?.ok_or_else(|| disk("open", io::ErrorKind::NotFound.into()))
    }

    /// Rejects a scripts folder that overlaps the project, because a write of a script must never change the project.
    fn refuse_project(&self) -> Result<(), ScriptProblem> {
        let project = resolve_links(&self.project);
        let folder = resolve_links(&self.path);
        let inside = PROJECT_FOLDERS.iter().any(|name| {
            folder.starts_with(project.join(name)) || folder.starts_with(resolve_links(&project.join(name)))
        });
        if inside || project.starts_with(&folder) {
            return Err(ScriptProblem::OverProject);
        }
        Ok(())
    }
}

struct Found {
    /// The path of the found script below the scripts folder, with all links resolved.
    real: PathBuf,
}

/// Finds the script file and follows links that stay inside the scripts folder.
fn find(folder: &Dir, path: &ScriptPath) -> Result<Found, ScriptProblem> {
    let relative = path.relative();
    let look = |source| into_problem(path, "look", source);
    let own = folder.symlink_metadata(&relative).map_err(look)?;
    let real = if own.is_symlink() {
        folder.canonicalize(&relative).map_err(look)?
    } else {
        relative
    };
    let metadata = folder.metadata(&real).map_err(look)?;
    regular(path, &metadata)?;
    // The target of the link must also end in `.cs`.
    if !real.file_name().is_some_and(|name| is_cs(&name.to_string_lossy())) {
        let given = quote_shortened(&path.text());
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
                let metadata = folder
                    .metadata(&above)
                    .map_err(|source| into_problem(path, "look", source))?;
                if !metadata.is_dir() {
                    let what = "a path below a file";
                    return Err(ScriptProblem::NotAFile {
                        path: path.text(),
                        what,
                    });
                }
            }
            Err(source) => return Err(into_problem(path, "create a folder", source)),
        }
    }
    Ok(())
}

#[cfg(unix)]
fn nonblocking() -> i32 {
    i32::try_from(rustix::fs::OFlags::NONBLOCK.bits()).unwrap_or(0)
}

/// Returns the path with all links resolved in the part that exists.
fn resolve_links(path: &Path) -> PathBuf {
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

fn into_problem(path: &ScriptPath, doing: &'static str, source: io::Error) -> ScriptProblem {
    match source.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => missing(path),
        // This error comes from the handle itself; an error of the system has a number.
        io::ErrorKind::PermissionDenied if source.raw_os_error().is_none() => ScriptProblem::Outside {
            given: quote_shortened(&path.text()),
            why: "a link on the way leads out of it".to_owned(),
        },
        io::ErrorKind::InvalidFilename => ScriptProblem::TooLong {
            why: "the file system does not accept this name".to_owned(),
        },
        _ => disk(doing, source),
    }
}
