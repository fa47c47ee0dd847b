//! Unity's property paths: one form for naming a field, finding it, overriding it and setting it.
//!
//! This module has the path (`path`), the walk down a component's tree (`walk`), and writing a value into the tree
//! (`lay`). `expand` finds overrides; `session::members` has C# names and JSON.

mod lay;
mod managed;
mod path;
mod walk;

pub(crate) use lay::reference_node;
pub use lay::{Ignored, Laying, comes_in};
pub use managed::{class_of, type_of};
pub use path::{MANAGED, PropertyPath, Step};
pub use walk::{End, Stop, Why};

/// The known kind of a field, by the names on the path to it (`m_Shadows.m_Type`).
pub type Kinds<'k> = dyn Fn(&str) -> Option<crate::fields::Kind> + 'k;

/// For trees without known kinds.
pub fn no_kinds(_: &str) -> Option<crate::fields::Kind> {
    None
}

#[cfg(test)]
mod tests;
