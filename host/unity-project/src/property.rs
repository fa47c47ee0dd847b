//! Unity's property paths: one form for naming a field, finding it, overriding it and setting it.
//!
//! Belongs here: the path (`path`), the one walk down a component's tree (`walk`), laying a value over the tree (`lay`).
//! Does not: which overrides there are (`expand`), C# names and JSON (`session::members`).

mod lay;
mod managed;
mod path;
mod walk;

pub(crate) use lay::reference_node;
pub use lay::{Ignored, Laying, comes_in};
pub use managed::{class_of, type_of};
pub use path::{MANAGED, PropertyPath, Step};
pub use walk::{End, Stop, Why};

/// What is known of a field's kind, by the names on the way to it (`m_Shadows.m_Type`).
pub type Kinds<'k> = dyn Fn(&str) -> Option<crate::fields::Kind> + 'k;

/// Where nothing is known.
pub fn no_kinds(_: &str) -> Option<crate::fields::Kind> {
    None
}

#[cfg(test)]
mod tests;
