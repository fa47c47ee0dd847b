//! Creates folders that only their owner can access.

use std::path::Path;

/// Creates a folder, or restricts an existing one, so that only its owner can access it.
///
/// # Errors
/// The operating system cannot create or restrict the folder.
pub fn private_folder(folder: &Path) -> std::io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
        std::fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        let rights = std::fs::metadata(folder)?.permissions();
        if rights.mode() & 0o077 != 0 {
            std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))?;
        }
        Ok(())
    }
    #[cfg(not(unix))]
    {
        // The user's own folders inherit rights that exclude other users.
        std::fs::create_dir_all(folder)
    }
}
