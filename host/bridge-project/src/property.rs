//! Unity's property paths: one form for naming a field, finding it, overriding it and setting it.
//!
//! Belongs here: the path (`path`), the one walk down a component's tree (`walk`).
//! Does not: which overrides there are (`expand`), C# names and JSON (`session::members`).

mod path;
mod walk;

pub(crate) use path::{PropertyPath, Step};
pub(crate) use walk::{Stop, Why};

#[cfg(test)]
mod tests;
