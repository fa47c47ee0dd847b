//! Files that decide on what the host does: only those of its own user, or of root, count.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

/// As `open`, and only a file of this process's user or of root.
///
/// # Errors
/// Those of `open`, and those of `own`.
pub fn open_own(path: &Path) -> io::Result<(File, Metadata)> {
    let (file, facts) = crate::open(path)?;
    own(&facts)?;
    Ok((file, facts))
}

/// Whether the file belongs to this process's user or to root.
///
/// # Errors
/// It belongs to another user, whom the message names with the remedy.
#[cfg(unix)]
pub fn own(facts: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::MetadataExt;
    of(facts.uid(), rustix::process::geteuid().as_raw())
}

/// Windows files inherit the rights of the user's own folders; there is no owner to compare.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn own(_facts: &Metadata) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
pub(crate) fn of(owner: u32, this: u32) -> io::Result<()> {
    if owner == this || owner == 0 {
        return Ok(());
    }
    Err(io::Error::other(format!(
        "it belongs to the user {owner} and this process runs as user {this}, so it is not used (remove it, or make it yours with \
         chown {this} after a look at its content)"
    )))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_this_user_and_of_root_are_used() {
        for (owner, this, is_used) in [(7, 7, true), (0, 7, true), (0, 0, true), (7, 0, false), (8, 7, false)] {
            assert_eq!(of(owner, this).is_ok(), is_used, "{owner} {this}");
        }
        let error = of(4002, 4001).expect_err("another user's").to_string();
        assert!(error.contains("4002") && error.contains("chown 4001"), "{error}");
    }
}
