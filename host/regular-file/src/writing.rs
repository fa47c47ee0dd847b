//! Opens files of the host for writing: never a pipe or a device, and no link that another user created.

use crate::ownership::check_owner;
use crate::regular;
use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

/// The treatment of a symbolic link at the path of a file that is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// A symbolic link is rejected with an error.
    Refused,
    /// The link is followed if it belongs to this process's user or to root.
    Own,
}

/// Opens a regular file with these options, or creates it if the options permit it, without blocking on another
/// process.
///
/// # Errors
/// The errors of the system. For a pipe, a device or a rejected link, the error names the path and the remedy.
pub fn open_with(path: &Path, options: OpenOptions, links: Links) -> io::Result<File> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}; remove it", path.display()));
    match std::fs::symlink_metadata(path) {
        Ok(facts) if facts.is_symlink() => {
            match links {
                Links::Refused => return Err(named(io::Error::other("it is a link, and links are not followed here"))),
                Links::Own => check_owner(&facts).map_err(named)?,
            }
            // A link to a missing file creates this file, because the user who made the link wants it there.
            match std::fs::metadata(path) {
                Ok(facts) => regular(&facts).map_err(named)?,
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
        // Opening a device may have a side effect.
        Ok(facts) => regular(&facts).map_err(named)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let file = without_waiting(options, links).open(path)?;
    regular(&file.metadata()?).map_err(named)?;
    Ok(file)
}

/// Adds flags so that opening does not block and, for `Links::Refused`, follows no link: another process may replace
/// the file between the check and the opening.
#[cfg(unix)]
fn without_waiting(mut options: OpenOptions, links: Links) -> OpenOptions {
    let mut flags = rustix::fs::OFlags::NONBLOCK;
    if links == Links::Refused {
        flags |= rustix::fs::OFlags::NOFOLLOW;
    }
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, i32::try_from(flags.bits()).unwrap_or(0));
    options
}

/// Returns the options unchanged: on this system, opening a file by its path never blocks on another process.
#[cfg(not(unix))]
fn without_waiting(options: OpenOptions, _links: Links) -> OpenOptions {
    options
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("regular-file-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a new folder");
        folder
    }

    fn creating() -> OpenOptions {
        let mut options = OpenOptions::new();
        options.append(true).create(true);
        options
    }

    #[test]
    fn rejects_pipe_without_blocking_and_names_it() {
        let folder = folder("pipe");
        let pipe = folder.join("lock");
        rustix::fs::mknodat(
            rustix::fs::CWD,
            &pipe,
            rustix::fs::FileType::Fifo,
            rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
            0,
        )
        .expect("a pipe");
        for links in [Links::Refused, Links::Own] {
            let error = open_with(&pipe, creating(), links).expect_err("a pipe").to_string();
            assert!(
                error.contains("it is no regular file") && error.contains("lock"),
                "{error}"
            );
        }
        std::fs::remove_dir_all(folder).expect("a removed folder");
    }

    #[test]
    fn creates_nothing_through_dangling_link_unless_own_links_are_followed() {
        let folder = folder("link");
        let (link, outside) = (folder.join("lock"), folder.join("outside"));
        std::os::unix::fs::symlink(&outside, &link).expect("a link");
        let error = open_with(&link, creating(), Links::Refused)
            .expect_err("a link")
            .to_string();
        assert!(error.contains("it is a link") && error.contains("lock"), "{error}");
        assert!(!outside.exists());
        open_with(&link, creating(), Links::Own).expect("followed");
        assert!(outside.exists());
        std::fs::remove_dir_all(folder).expect("a removed folder");
    }
}
