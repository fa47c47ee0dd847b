//! Backups: copies of project files before a save.
//!
//! This module chooses unique names and deletes old backups. It does not decide which project files are saved.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// Maximum number of backup files of one project. The host deletes the oldest files beyond this limit or `MOST_BYTES`.
const MOST_FILES: usize = 200;
const MOST_BYTES: u64 = 1024 * 1024 * 1024;

/// Maximum number of characters of the asset path in a backup's file name; of a longer path, only the end is used. Some
/// file systems limit names to 255 bytes.
const LETTERS: usize = 120;

/// Maximum number of file names that are tried for one backup. If all are in use, the backup fails.
const TRIES: u32 = 1_000;

/// The upper bound of times in backup names, in milliseconds since 1970: a number of 14 digits.
const LAST_TIME: u128 = 99_999_999_999_999;

/// A backup file that was written and synced to disk.
#[derive(Clone, Debug)]
pub struct Backup {
    /// The absolute path of the backup file.
    pub path: PathBuf,
    /// The path of the backup relative to the data folder of the host, for messages to the user.
    pub shown: String,
}

/// Writes `bytes` to a new backup file for the project file `asset`, and syncs it to disk. Blocks the thread.
///
/// # Errors
/// The file system reports an error, or `TRIES` names are in use already.
pub fn make(folder: &Path, asset: &str, bytes: &[u8]) -> io::Result<Backup> {
    private_folder(folder)?;
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Names sort by time. If the clock was set back, the new backup must still sort after the older ones.
    let time = since.as_millis().max(newest(folder) + 1);
    let plain: String = asset
        .chars()
        .map(|sign| if is_plain(sign) { sign } else { '_' })
        .collect();
    let start = plain.len().saturating_sub(LETTERS);
    let plain = plain.get(start..).unwrap_or_default();
    for number in 0..TRIES {
        let name = format!("{time:014}-{number:03}-{plain}");
        let path = folder.join(&name);
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = match options.open(&path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            file => file?,
        };
        let written = file.write_all(bytes).and_then(|()| file.sync_all());
        if let Err(error) = written {
            drop(file);
            let _ = fs::remove_file(&path);
            return Err(error);
        }
        let project = folder
            .file_name()
            .map_or_else(String::new, |name| format!("{}/", name.to_string_lossy()));
        return Ok(Backup {
            path,
            shown: format!("backups/{project}{name}"),
        });
    }
    Err(io::Error::other("cannot find a free name for a backup"))
}

/// Returns the latest time in the names of the backups, in milliseconds since 1970; 0 if no name contains a time.
fn newest(folder: &Path) -> u128 {
    let names = folder.read_dir().into_iter().flatten().flatten();
    let times = names.filter_map(|entry| entry.file_name().to_str()?.split_once('-')?.0.parse().ok());
    times.filter(|time| *time < LAST_TIME).max().unwrap_or_default()
}

/// Creates the folder and its missing parent folders. On Unix, only the owner can access the new folders.
fn private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn is_plain(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || matches!(sign, '.' | '-' | '_')
}

/// Deletes the oldest backups until the limits of count and size are met, but none of `fresh`. Returns the names of the
/// deleted files. Blocks the thread.
pub fn trim(folder: &Path, fresh: &[Backup]) -> Vec<String> {
    let Ok(entries) = folder.read_dir() else {
        return Vec::new();
    };
    let mut kept: Vec<(String, u64)> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let facts = entry.metadata().ok().filter(fs::Metadata::is_file)?;
            Some((name, facts.len()))
        })
        .collect();
    kept.sort();
    let mut bytes: u64 = kept.iter().map(|(_, bytes)| bytes).sum();
    let mut files = kept.len();
    let mut gone = Vec::new();
    for (name, size) in kept {
        if files <= MOST_FILES && bytes <= MOST_BYTES {
            break;
        }
        let path = folder.join(&name);
        let is_fresh = fresh.iter().any(|backup| backup.path == path);
        if !is_fresh && fs::remove_file(&path).is_ok() {
            files -= 1;
            bytes -= size;
            gone.push(name);
        }
    }
    gone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backup_names_are_unique_and_trim_deletes_the_oldest() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("project");
        let mut made = Vec::new();
        for number in 0..MOST_FILES + 5 {
            made.push(make(&folder, "Assets/Sc ene.unity", number.to_string().as_bytes()).expect("a backup"));
        }
        let different: std::collections::BTreeSet<_> = made.iter().map(|backup| &backup.path).collect();
        assert_eq!(different.len(), made.len());
        assert!(made[0].shown.starts_with("backups/project/"), "{}", made[0].shown);
        assert!(made[0].shown.ends_with("-Assets_Sc_ene.unity"), "{}", made[0].shown);
        let gone = trim(&folder, &made[made.len() - 1..]);
        assert_eq!(gone.len(), 5);
        for (at, backup) in made.iter().enumerate() {
            assert_eq!(backup.path.exists(), at >= 5, "{at}");
        }
        assert_eq!(fs::read(&made[7].path).expect("a file"), b"7");
        assert!(trim(&folder, &[]).is_empty());
    }

    #[test]
    fn keeps_new_backups_after_the_clock_is_set_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("project");
        make(&folder, "Assets/A.unity", b"0").expect("a backup");
        let tomorrow = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .expect("a time")
            .as_millis()
            + 86_400_000;
        for number in 0..MOST_FILES {
            fs::write(
                folder.join(format!("{tomorrow:014}-{number:03}-Assets_A.unity")),
                "earlier",
            )
            .expect("a file");
        }
        let made: Vec<_> = (0..3)
            .map(|number| {
                let backup = make(&folder, "Assets/A.unity", number.to_string().as_bytes()).expect("a backup");
                trim(&folder, std::slice::from_ref(&backup));
                backup
            })
            .collect();
        for (number, backup) in made.iter().enumerate() {
            assert_eq!(fs::read(&backup.path).expect("kept"), number.to_string().as_bytes());
        }
        assert_eq!(folder.read_dir().expect("a folder").count(), MOST_FILES);
    }

    #[test]
    fn trim_deletes_the_oldest_if_total_size_is_too_large() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join("project");
        let made: Vec<_> = (0..4)
            .map(|_| make(&folder, "Assets/A.unity", b"old").expect("a backup"))
            .collect();
        // Only the length of the file changes: no data is written to the disk.
        for backup in &made {
            let file = fs::File::options().write(true).open(&backup.path).expect("a file");
            file.set_len(MOST_BYTES / 3).expect("long");
        }
        assert_eq!(trim(&folder, &[]).len(), 1);
        let there: Vec<bool> = made.iter().map(|backup| backup.path.exists()).collect();
        assert_eq!(there, [false, true, true, true]);
    }
}
