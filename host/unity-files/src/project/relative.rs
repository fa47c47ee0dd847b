//! Converts paths to the form that Unity writes.

use std::path::Path;

/// Returns the path relative to `root` as Unity writes it, with `/`; `None` if it is not below `root` or not valid
/// text.
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
