//! References in UI files: `src` attributes of UXML, `url(…)`, `@import` and `resource(…)` of USS and TSS, and inline
//! styles.
//!
//! The addresses follow Unity's manual: a path relative to the file, `/Assets/…`, `project:///Assets/…`, and the syntax
//! of UI Builder, `project://database/Assets/…?fileID=…&guid=…&type=3#name`.

mod address;
mod resolve;
mod scan;

pub use address::Address;
pub use resolve::{Paths, Resolved};

use unity_files::has_extension;

/// Maximum number of references to assets that are returned for one UI file; further ones are only counted.
pub const MAX_OF_ONE: usize = 100_000;

/// One reference in a UI file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UiReference {
    /// Line number, from 1.
    pub line: u32,
    /// Syntax of the reference: `src`, `source`, `path`, `url`, `@import`, `resource` or `attribute`.
    pub form: &'static str,
    pub to: Address,
    /// False for an attribute that is a reference only in some elements. It counts as a use if an asset has that path,
    /// and is never reported as broken.
    pub is_sure: bool,
}

/// Returns true if the path has the extension of a UI Toolkit file (UXML, USS or TSS).
pub fn is_ui_file(path: &str) -> bool {
    is_style(path) || has_extension(path, "uxml")
}

fn is_style(path: &str) -> bool {
    has_extension(path, "uss") || has_extension(path, "tss")
}

/// Returns the references in a UI file in the order of its lines (at most `MAX_OF_ONE`), and the number of further
/// references. `path` is the asset path of the file.
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
