//! Unity's property paths, which identify a field of a component in all operations: read, find, override and set.

mod managed;
mod overlay;
mod path;
mod walk;

pub use managed::{class_of, type_of};
pub use overlay::{Ignored, Laying, comes_in, reference_node};
pub use path::{MANAGED, PropertyPath, Step};
pub use walk::{End, Stop, Why};

/// Function that returns the kind of the field at a path without array indexes (`m_Shadows.m_Type`), if known.
pub type Kinds<'k> = dyn Fn(&str) -> Option<crate::Kind> + 'k;

/// A `Kinds` function that returns `None` for every field.
pub fn no_kinds(_: &str) -> Option<crate::Kind> {
    None
}

#[cfg(test)]
mod tests;
