//! Checks that the cache folder can be used. Without a cache folder, the host compiles components at each start.

use crate::places;
use std::path::{Path, PathBuf};

/// Returns the cache folder; warns and returns `None` if there is none or it is not writable. Blocks the thread.
pub(super) fn usable_cache(wanted: Option<&Path>) -> Option<PathBuf> {
    let Some(folder) = wanted else {
        tracing::warn!(
            "this user has no cache folder, so components are compiled at each start; set `server.cache-dir`"
        );
        return None;
    };
    // An existing folder may still be read-only.
    let tried = places::create_private_folder(folder).and_then(|()| tempfile::tempfile_in(folder));
    match tried {
        Ok(_) => Some(folder.to_path_buf()),
        Err(error) => {
            tracing::warn!(
                folder = %folder.display(),
                %error,
                "cannot use `server.cache-dir`, so components are compiled at each start"
            );
            None
        }
    }
}
