//! Checks the owners of files that control the host: only files of the host's own user or of root are used.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// Opens a regular file for reading without blocking, but only a file of this process's user or of root.
///
/// # Errors
/// The errors of `open`, and those of `check_owner`.
pub fn open_own(path: &Path) -> io::Result<(File, Metadata)> {
    let (file, facts) = crate::open(path)?;
    check_owner(&facts)?;
    Ok((file, facts))
}

/// Checks in a file's metadata that the file belongs to this process's user or to root.
///
/// # Errors
/// The file belongs to another user; the message names this user and the remedy.
#[cfg(unix)]
pub fn check_owner(facts: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    check_owner_id(facts.uid(), rustix::process::geteuid().as_raw())
}

/// Accepts every file: Windows files inherit the permissions of the user's own folders; there is no owner to compare.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn check_owner(_facts: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
pub(crate) fn check_owner_id(owner: u32, this: u32) -> io::Result<()> {
    if owner == this || owner == 0 {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "the file belongs to the user {owner} and this process runs as user {this}, so it is not used (remove it, or check its content \
         and run chown {this})"
    )))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn accepts_only_files_of_this_user_and_of_root() {
        for (owner, this, is_used) in [(7, 7, true), (0, 7, true), (0, 0, true), (7, 0, false), (8, 7, false)] {
            assert_eq!(check_owner_id(owner, this).is_ok(), is_used, "{owner} {this}");
        }
        let error = check_owner_id(4002, 4001).expect_err("another user's").to_string();
        assert!(error.contains("4002") && error.contains("chown 4001"), "{error}");
    }
}
