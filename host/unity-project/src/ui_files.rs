//! References in UI files: `src` attributes of UXML, `url(…)`, `@import` and `resource(…)` of USS and TSS, and inline styles.
//!
//! Belongs here: finding them and reading their addresses. Does not: whether an asset has that path (`missing`), who uses it
//! (`references`).
//!
//! Unity's own manual has these addresses: a path relative to the file, `/Assets/…`, `project:///Assets/…`, and what UI Builder
//! writes, `project://database/Assets/…?fileID=…&guid=…&type=3#name`.

mod address;
mod resolve;
mod scan;

pub use address::Address;
pub use resolve::{Paths, Resolved};

use crate::project::has_extension;

/// References of one file that are kept.
pub const MAX_OF_ONE: usize = 100_000;

/// One reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UiReference {
    /// Counted from 1.
    pub line: u32,
    /// How it is written: `src`, `source`, `path`, `url`, `@import` or `resource`.
    pub form: &'static str,
    pub to: Address,
    /// False for an attribute that is a reference only for some elements: it is used if an asset has the path, and never broken.
    pub is_sure: bool,
}

/// True for the files of UI Toolkit.
pub fn is_ui_file(path: &str) -> bool {
    is_style(path) || has_extension(path, "uxml")
}

fn is_style(path: &str) -> bool {
    has_extension(path, "uss") || has_extension(path, "tss")
}

/// All references of a file in the order of its lines, and how many are beyond `MAX_OF_ONE`. `path` is the file's asset path.
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
