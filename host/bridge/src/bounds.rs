//! Validation of command values before any bridge gets the command.
//!
//! Belongs here: the trait of all command types, the path of a field, the error of a wrong value. Does not: the bounds
//! (attributes in `command`, `model`), their functions (`rules`), what exists (a bridge), what is allowed (`policy`).

pub(crate) mod rules;
#[cfg(test)]
mod tests;

use crate::error::{BridgeError, BridgeErrorKind};
use crate::model::{ObjectId, SceneId};
use serde_json::json;
use std::fmt::{self, Display};

/// Result of checking a value of a command: `Ok`, or `InvalidArgument` with field, value and accepted values.
pub(crate) type Checked = Result<(), BridgeError>;

/// Maximum number of characters of a rejected text that an error message quotes; a longer text is shortened.
const SHOWN: usize = 80;

/// A type with values that can be checked as part of a command. Texts and lists do not implement it: each needs a rule.
pub(crate) trait Bounds {
    /// Returns `Ok` if the value is possible for at least one target. `field` is the path of this value in errors.
    fn check(&self, field: &Field<'_>) -> Checked;
}

macro_rules! unbounded {
    ($($type:ty)+) => {
        $(impl Bounds for $type {
            fn check(&self, _: &Field<'_>) -> Checked {
                Ok(())
            }
        })+
    };
}

// Every value of these types is valid.
unbounded! { bool u32 usize ObjectId SceneId }

impl<T: Bounds> Bounds for Option<T> {
    fn check(&self, field: &Field<'_>) -> Checked {
        self.iter().try_for_each(|value| value.check(field))
    }
}

impl<T: Bounds> Bounds for Box<T> {
    fn check(&self, field: &Field<'_>) -> Checked {
        T::check(self, field)
    }
}

/// The path of a field in errors, for example `filter.name` or `edits[1].type`.
pub(crate) struct Field<'a> {
    owner: Option<&'a Self>,
    name: &'a str,
    index: Option<usize>,
}

impl<'a> Field<'a> {
    /// Creates the path of a field of the command; an empty name means the command itself.
    pub(crate) const fn root(name: &'a str) -> Self {
        Self {
            owner: None,
            name,
            index: None,
        }
    }

    pub(crate) const fn part(&'a self, name: &'a str) -> Self {
        Self {
            owner: Some(self),
            name,
            index: None,
        }
    }

    fn item(&'a self, index: usize) -> Self {
        Self {
            index: Some(index),
            ..self.part("")
        }
    }

    /// Returns the path of the value that contains the field with this path; a root path returns itself.
    fn owner(&self) -> &Self {
        self.owner.unwrap_or(self)
    }

    fn is_root(&self) -> bool {
        self.name.is_empty() && self.index.is_none() && self.owner.is_none_or(Self::is_root)
    }
}

impl Display for Field<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(owner) = self.owner {
            owner.fmt(f)?;
            if !self.name.is_empty() && !owner.is_root() {
                f.write_str(".")?;
            }
        }
        f.write_str(self.name)?;
        self.index.map_or(Ok(()), |index| write!(f, "[{index}]"))
    }
}

fn ensure(is_right: bool, error: impl FnOnce() -> BridgeError) -> Checked {
    if is_right { Ok(()) } else { Err(error()) }
}

fn wrong(field: &Field<'_>, given: impl Display, right: impl Display) -> BridgeError {
    error(&field.to_string(), "is", &given, "be", &right)
}

fn wrong_count(field: &Field<'_>, given: usize, unit: &str, right: impl Display) -> BridgeError {
    error(&field.to_string(), "has", &format!("{given} {unit}"), "have", &right)
}

fn error(field: &str, is: &str, given: &dyn Display, be: &str, right: &dyn Display) -> BridgeError {
    let given = given.to_string();
    let message = format!("`{field}` {is} {given}; it must {be} {right}");
    BridgeError::new(BridgeErrorKind::InvalidArgument, message).with_data(&json!({"argument": field, "given": given}))
}

fn quoted(text: &str) -> String {
    let shown: String = text.chars().take(SHOWN).collect();
    let cut = if shown.len() < text.len() { "…" } else { "" };
    format!("{shown:?}{cut}")
}
