//! Commands, replies and events as the JSON that the host exchanges with running Unity instances.
//!
//! Belongs here: spellings of numbers, a call as method and arguments, the split of a reply into JSON and bytes. Does
//! not: frames and their senders (a bridge), values for guests (`runtime`).
//!
//! Readers ignore unknown members, so that each side may send more than the other one knows. Ids are texts (`obj:12`).
//! JSON that is only passed on (a member value, arguments of a method) stays text.

pub(crate) mod number;
pub(crate) mod variant;
pub(crate) mod whole_numbers;

use crate::command::{Command, Function};
use crate::model::Picture;
use crate::reply::Reply;
use serde_json::value::RawValue;

/// The reason why a serialized command or reply cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unreadable {
    #[error("unknown function `{0}`")]
    Function(String),
    #[error("cannot read the arguments of `{function}`: {reason}")]
    Arguments { function: Function, reason: String },
    #[error("the reply to `{function}` came {}", if *missing { "without its bytes" } else { "with bytes, and has none" })]
    Bytes { function: Function, missing: bool },
}

impl Command {
    /// Returns the arguments of this command as a JSON object, empty if it has none. The method name is
    /// `function().method()`.
    pub fn arguments(&self) -> Box<RawValue> {
        variant::split_variant(|to| Self::serialize(self, to))
            .and_then(|(_, arguments)| RawValue::from_string(arguments.unwrap_or_else(|| "{}".to_owned())))
            .expect("no member of a command can fail to be written")
    }

    /// Reads a command from the method and the arguments of a call.
    ///
    /// # Errors
    /// The function is unknown (its name is in the error), or its arguments do not fit.
    #[inline] // Hosts only write commands; only code that plays Unity reads them and compiles this.
    pub fn from_call(method: &str, arguments: &RawValue) -> Result<Self, Unreadable> {
        let function = Function::from_method(method).ok_or_else(|| Unreadable::Function(method.to_owned()))?;
        // A function without arguments ignores any arguments that were sent.
        variant::join_variant(method, None, |from| Self::deserialize(from))
            .or_else(|_| variant::join_variant(method, Some(arguments.get()), |from| Self::deserialize(from)))
            .map_err(|error| Unreadable::Arguments {
                function,
                reason: error.to_string(),
            })
    }
}

impl Reply {
    /// Splits a reply into the part that is sent as JSON and the part that is sent as bytes.
    pub fn split(self) -> (Self, Option<Vec<u8>>) {
        match self {
            Self::Picture(mut picture) => {
                let png = std::mem::take(&mut picture.png);
                (Self::Picture(picture), Some(png))
            }
            other => (other, None),
        }
    }

    /// Joins the JSON part and the bytes of the reply to `function`; the inverse of `split`.
    ///
    /// # Errors
    /// The bytes are missing, or the reply has no field for them.
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
