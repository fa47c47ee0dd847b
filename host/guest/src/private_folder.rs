//! Creates folders that only their owner can access.

use std::path::Path;

/// Creates a folder that only its owner can access, or restricts an existing one. On other systems than Unix, it only
/// creates the folder. Fails with the error of the operating system.
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
        // The folders of a user inherit permissions that exclude other users.
        std::fs::create_dir_all(folder)
    }
}
