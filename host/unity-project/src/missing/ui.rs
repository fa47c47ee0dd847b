//! References of UI files without a target.

use super::MAX_OF_A_KIND;
use crate::ui_files::{self, Address, Paths, Resolved};
use unity_files::Project;

/// An address that no asset has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostAddress {
    /// 1-based.
    pub line: u32,
    /// `src`, `url`, `@import`, `path` or `attribute`.
    pub form: &'static str,
    pub to: Address,
    /// A package that is not on disk, or a link that is not followed, can contain it.
    pub may_be_elsewhere: bool,
}

/// The references of a UI file that no asset matches, and the number of further ones.
pub fn check_ui_file(project: &Project, path: &str, text: &str) -> (Vec<LostAddress>, usize) {
    let (references, beyond) = ui_files::references(path, text.trim_start_matches('\u{feff}'));
    let paths = Paths::new(project);
    let lost = references
        .into_iter()
        .filter(|one| one.is_sure && paths.resolve(&one.to) == Resolved::Nowhere);
    let lost = lost.map(|one| LostAddress {
        line: one.line,
        form: one.form,
        may_be_elsewhere: may_be_elsewhere(project, &one.to),
        to: one.to,
    });
    let mut lost: Vec<LostAddress> = lost.collect();
    let more = lost.len().saturating_sub(MAX_OF_A_KIND);
    lost.truncate(MAX_OF_A_KIND);
    (lost, beyond + more)
}

/// A path below `Assets` can only exist behind a link that is not followed, or in a folder that cannot be read. An
/// absent package can contain any guid and any other path.
fn may_be_elsewhere(project: &Project, to: &Address) -> bool {
    match to {
        Address::Path(path) if path.starts_with("Assets/") => project.absent.hidden_above(path).is_some(),
        Address::Unreadable(_) | Address::BuiltIn => false,
        Address::Path(_) | Address::Resource(_) | Address::Guid { .. } => project.absent.may_hold_more(),
    }
}
