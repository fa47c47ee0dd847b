//! Limits on the depth of a hierarchy and on the total length of its paths.

use super::flat::Flat;
use unity_files::AssetProblem;

/// Maximum depth of nested objects in a hierarchy; a file with deeper nesting is not expanded.
const MAX_LEVELS: usize = 1_000;

/// Maximum total length in bytes of the hierarchy paths (`/Root/Child`) of all objects in one file. Beyond it, the file
/// is not expanded.
const MAX_PATH_BYTES: usize = 128 * 1024 * 1024;

/// Checks depth and path lengths of the object hierarchy against their limits; returns the total length in bytes.
pub(super) fn check_nesting(flat: &Flat) -> Result<usize, AssetProblem> {
    let mut above: Vec<(usize, usize)> = Vec::with_capacity(flat.objects.len());
    let (mut deepest, mut total) = (0, 0_usize);
    for object in &flat.objects {
        let parent = object.parent.and_then(|parent| above.get(parent as usize));
        let (levels, bytes) = parent.copied().unwrap_or_default();
        let own = (levels + 1, bytes + 1 + object.name.len());
        deepest = deepest.max(own.0);
        total = total.saturating_add(own.1);
        above.push(own);
    }
    if deepest > MAX_LEVELS {
        return Err(AssetProblem::TooNested { levels: deepest });
    }
    if total > MAX_PATH_BYTES {
        return Err(AssetProblem::LongPaths {
            bytes: total,
            limit: MAX_PATH_BYTES,
        });
    }
    Ok(total)
}
