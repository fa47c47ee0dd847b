//! Finds references without a target in UI files (UXML, USS and TSS).

use super::MAX_OF_A_KIND;
use crate::ui_files::{self, Address, Paths, Resolved};
use unity_files::Project;

/// A reference in a UI file whose address does not resolve to an asset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostAddress {
    /// Line number, from 1.
    pub line: u32,
    /// Syntax of the reference: `src`, `url`, `@import`, `path` or `attribute`.
    pub form: &'static str,
    pub to: Address,
    /// True if a missing package, or a link that the host does not follow, can contain the target.
    pub may_be_elsewhere: bool,
}

/// Returns the references without a target in a UI file (at most `MAX_OF_A_KIND`), and the number of further ones.
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

/// Returns true if the missing target of a UI file's address can be in a missing package or an unread link or folder.
fn may_be_elsewhere(project: &Project, to: &Address) -> bool {
    match to {
        Address::Path(path) if path.starts_with("Assets/") => project.absent.hidden_above(path).is_some(),
        Address::Unreadable(_) | Address::BuiltIn => false,
        Address::Path(_) | Address::Resource(_) | Address::Guid { .. } => project.absent.may_hold_more(),
    }
}
