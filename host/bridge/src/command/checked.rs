//! A command that was checked, as a type: what a bridge is handed has been, and nobody checks again.

use super::Command;
use crate::error::BridgeError;
use std::ops::Deref;

/// A command whose values some Unity could take. [`Command::checked`] alone makes one.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedCommand(Command);

impl Command {
    /// Holds the values against their bounds: the one step before a bridge.
    ///
    /// # Errors
    /// `InvalidArgument` with the field, its value and what would be right.
    pub fn checked(self) -> Result<CheckedCommand, BridgeError> {
        self.check()?;
        Ok(CheckedCommand(self))
    }
}

impl CheckedCommand {
    /// The command itself.
    pub fn into_inner(self) -> Command {
        self.0
    }
}

impl Deref for CheckedCommand {
    type Target = Command;

    fn deref(&self) -> &Command {
        &self.0
    }
}
