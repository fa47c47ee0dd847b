//! Paths as Unity writes them.

use std::path::Path;

/// The path below the root as Unity writes it, with `/`.
pub fn relative(path: &Path, root: &Path) -> Option<String> {
    let mut below = String::with_capacity(path.as_os_str().len());
    for part in path.strip_prefix(root).ok()? {
        if !below.is_empty() {
            below.push('/');
        }
        below.push_str(part.to_str()?);
    }
    Some(below)
}
