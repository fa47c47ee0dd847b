//! The cache folder: whether it can be used. Without one everything works, only slower.

use crate::places;
use std::path::{Path, PathBuf};

/// `None`, with one warning, if there is none or it refuses files. Blocking.
pub(super) fn usable_cache(wanted: Option<&Path>) -> Option<PathBuf> {
    let Some(folder) = wanted else {
        tracing::warn!(
            "this user has no cache folder, so components are compiled at each start; set `server.cache-dir`"
        );
        return None;
    };
    // A folder that exists may still refuse files.
    let tried = places::create_private_folder(folder).and_then(|()| tempfile::tempfile_in(folder));
    match tried {
        Ok(_) => Some(folder.to_path_buf()),
        Err(error) => {
            tracing::warn!(
                folder = %folder.display(),
                %error,
                "`server.cache-dir` cannot be used, so components are compiled at each start"
            );
            None
        }
    }
}
