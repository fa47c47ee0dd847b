//! A validated command as a type of its own: bridges accept only this type and do not validate again.

use super::Command;
use crate::bounds::{Bounds, Checked, Field};
use crate::error::BridgeError;
use std::ops::Deref;

/// A validated command: some target could accept its values. Only [`Command::checked`] creates one.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedCommand(Command);

impl Command {
    /// Validates the values against their bounds; every command passes this step before it reaches a bridge.
    ///
    /// # Errors
    /// `InvalidArgument` with the field, its value and the accepted values.
    pub fn checked(self) -> Result<CheckedCommand, BridgeError> {
        self.check()?;
        Ok(CheckedCommand(self))
    }

    pub(crate) fn check(&self) -> Checked {
        Bounds::check(self, &Field::root(""))
    }
}

impl CheckedCommand {
    /// Returns the wrapped command.
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
