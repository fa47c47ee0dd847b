//! Unity's property paths, which identify a field in all operations: name, find, override and set.
//!
//! `path` parses and prints paths, `walk` follows a path down a component's tree, and `overlay` writes values into the
//! tree. `unity-project` finds overrides; `bridge-project` has C# names and JSON.

mod managed;
mod overlay;
mod path;
mod walk;

pub use managed::{class_of, type_of};
pub use overlay::{Ignored, Laying, comes_in, reference_node};
pub use path::{MANAGED, PropertyPath, Step};
pub use walk::{End, Stop, Why};

/// Function that returns the known kind of a field, by the names on the path to it (`m_Shadows.m_Type`).
pub type Kinds<'k> = dyn Fn(&str) -> Option<crate::Kind> + 'k;

/// A `Kinds` function that knows no kind.
pub fn no_kinds(_: &str) -> Option<crate::Kind> {
    None
}

#[cfg(test)]
mod tests;
