//! Types that are no component's and that no file is called after, in the sources that name them.

use host_csharp::{MAX_SOURCE_BYTES, parse_whole};
use std::time::{Duration, Instant};
use unity_project::project::Project;
use unity_project::references::ReferenceIndex;

/// All sources together may take this long.
const PATIENCE: Duration = Duration::from_secs(2);

/// Full name of the type and the source that declares it.
pub(super) fn in_sources(
    short: &str,
    is_meant: &dyn Fn(&str) -> bool,
    index: &ReferenceIndex,
    project: &Project,
) -> Option<(String, String)> {
    let until = Instant::now() + PATIENCE;
    index.naming(short).find_map(|path| {
        let bytes = project.read_at_most(path, MAX_SOURCE_BYTES as u64).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        let file = parse_whole(path, &text, &project.symbols, &mut || Instant::now() < until).ok()?;
        let mut names = file.types().map(|declared| declared.type_name().joined_by_dots());
        Some((names.find(|name| is_meant(name))?, path.to_owned()))
    })
}
