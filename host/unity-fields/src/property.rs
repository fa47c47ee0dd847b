//! Unity's property paths: one form for naming a field, finding it, overriding it and setting it.
//!
//! This module has the path (`path`), the walk down a component's tree (`walk`), and writing a value into the tree
//! (`overlay`). `unity-project` finds overrides; `bridge-project` has C# names and JSON.

mod managed;
mod overlay;
mod path;
mod walk;

pub use managed::{class_of, type_of};
pub use overlay::{Ignored, Laying, comes_in, reference_node};
pub use path::{MANAGED, PropertyPath, Step};
pub use walk::{End, Stop, Why};

/// The known kind of a field, by the names on the path to it (`m_Shadows.m_Type`).
pub type Kinds<'k> = dyn Fn(&str) -> Option<crate::Kind> + 'k;

/// For trees without known kinds.
pub fn no_kinds(_: &str) -> Option<crate::Kind> {
    None
}

#[cfg(test)]
mod tests;
