//! References in UI files: `src` attributes of UXML, `url(…)`, `@import` and `resource(…)` of USS and TSS, and inline
//! styles.
//!
//! This module finds them and reads their addresses. `missing` checks whether an asset has the path; `references`
//! indexes uses.
//!
//! The addresses follow Unity's manual: a path relative to the file, `/Assets/…`, `project:///Assets/…`, and UI
//! Builder's form, `project://database/Assets/…?fileID=…&guid=…&type=3#name`.

mod address;
mod resolve;
mod scan;

pub use address::Address;
pub use resolve::{Paths, Resolved};

use unity_files::has_extension;

/// Maximum number of references that are kept for one file.
pub const MAX_OF_ONE: usize = 100_000;

/// One reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UiReference {
    /// 1-based.
    pub line: u32,
    /// The form: `src`, `source`, `path`, `url`, `@import` or `resource`.
    pub form: &'static str,
    pub to: Address,
    /// False for an attribute that is a reference only in some elements: it counts as a use if an asset has the path,
    /// and never as broken.
    pub is_sure: bool,
}

/// True for the files of UI Toolkit.
pub fn is_ui_file(path: &str) -> bool {
    is_style(path) || has_extension(path, "uxml")
}

fn is_style(path: &str) -> bool {
    has_extension(path, "uss") || has_extension(path, "tss")
}

/// All references of a file in the order of its lines, and the number of those beyond `MAX_OF_ONE`. `path` is the
/// file's asset path.
pub fn references(path: &str, text: &str) -> (Vec<UiReference>, usize) {
    let mut found = match is_style(path) {
        true => scan::style(path, text, 1),
        false => scan::document(path, text),
    };
    let beyond = found.len().saturating_sub(MAX_OF_ONE);
    found.truncate(MAX_OF_ONE);
    (found, beyond)
}

#[cfg(test)]
mod tests;
