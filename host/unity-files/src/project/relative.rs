//! Converts file paths to the notation of asset paths.

use std::path::Path;

/// Returns the path relative to `root`, with `/` between the parts; `None` if the path is not below `root` or not valid
/// Unicode.
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
