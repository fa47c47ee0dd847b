//! Commands, replies and events as JSON: what travels over a link to a Unity.
//!
//! Belongs here: forms for values that JSON has no numbers for, a call as method and arguments, bytes beside the JSON. Does not:
//! frames and who sends them (a bridge), what guests get (`runtime` lowers the values themselves).
//!
//! Unknown members are left out of account, so that either side may say more than the other one knows. Ids are text (`obj:12`).
//! JSON that is handed on only (a member's value, arguments of a method) stays text.

pub(crate) mod number;
pub(crate) mod variant;
pub(crate) mod whole;

use crate::command::{Command, Function};
use crate::model::Picture;
use crate::reply::Reply;
use serde_json::value::RawValue;

/// Why a message is none of ours.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("there is no function `{0}`")]
    Function(String),
    #[error("the arguments of `{function}` cannot be read: {reason}")]
    Arguments { function: Function, reason: String },
    #[error("the reply to `{function}` came {}", if *missing { "without its bytes" } else { "with bytes, and has none" })]
    Bytes { function: Function, missing: bool },
}

impl Command {
    /// Its arguments as an object; empty where it has none. The method beside them is `function().method()`.
    pub fn arguments(&self) -> Box<RawValue> {
        variant::apart(|to| Self::serialize(self, to))
            .and_then(|(_, arguments)| RawValue::from_string(arguments.unwrap_or_else(|| "{}".to_owned())))
            .expect("no member of a command can fail to be written")
    }

    /// The command of a call.
    ///
    /// # Errors
    /// An unknown function, by its name; arguments that do not fit.
    #[inline] // Hosts write commands; only what stands for a Unity reads them, and has it compiled.
    pub fn of_call(method: &str, arguments: &RawValue) -> Result<Self, Unreadable> {
        let function = Function::of_method(method).ok_or_else(|| Unreadable::Function(method.to_owned()))?;
        // A function without arguments has none to read, whatever stands there.
        variant::together(method, None, |from| Self::deserialize(from))
            .or_else(|_| variant::together(method, Some(arguments.get()), |from| Self::deserialize(from)))
            .map_err(|error| Unreadable::Arguments {
                function,
                reason: error.to_string(),
            })
    }
}

impl Reply {
    /// What travels as JSON, and what travels as bytes.
    pub fn split(self) -> (Self, Option<Vec<u8>>) {
        match self {
            Self::Picture(mut picture) => {
                let png = std::mem::take(&mut picture.png);
                (Self::Picture(picture), Some(png))
            }
            other => (other, None),
        }
    }

    /// The reply to `function` of both.
    ///
    /// # Errors
    /// Bytes that are missing, or that it has no place for.
    pub fn join(self, bytes: Option<Vec<u8>>, function: Function) -> Result<Self, Unreadable> {
        match (self, bytes) {
            (Self::Picture(picture), Some(png)) => Ok(Self::Picture(Picture { png, ..picture })),
            (Self::Picture(_), None) => Err(Unreadable::Bytes {
                function,
                missing: true,
            }),
            (_, Some(_)) => Err(Unreadable::Bytes {
                function,
                missing: false,
            }),
            (other, None) => Ok(other),
        }
    }
}

#[cfg(test)]
mod tests;
