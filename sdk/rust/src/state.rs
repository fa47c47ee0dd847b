//! The bundle's key-value store, with JSON values.
//!
//! Belongs here: reading and writing typed values. The host limits keys to 256 bytes, values to 64 KiB, and the whole
//! store to 1 MiB.

use crate::host::state::{self, Swap};
use crate::{ErrorKind, ToolError};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Maximum number of attempts to change a value that other calls change at the same time.
const ATTEMPTS: u32 = 32;

/// The key-value store of a bundle. Calls run concurrently, so use [`State::update`] if a value depends on the old one.
///
/// ```
/// # use unity_tools::prelude::*;
/// fn count_call(cx: &Cx) -> Result<u32> {
///     cx.state().update("calls", |calls: Option<u32>| calls.unwrap_or(0) + 1)
/// }
///
/// let _unity = unity_tools::fake::FakeUnity::new();
/// count_call(&Cx::new()).unwrap();
/// assert_eq!(count_call(&Cx::new()), Ok(2));
/// ```
#[derive(Debug)]
pub struct State {
    _only_here: (),
}

impl State {
    pub(crate) fn new() -> Self {
        Self { _only_here: () }
    }

    /// Returns the value of a key, or `None` if the key does not exist.
    ///
    /// # Errors
    /// If the store cannot be read, or if the value does not have this type.
    pub fn get<T: DeserializeOwned>(&self, key: &str) -> Result<Option<T>, ToolError> {
        state::get(key)?.map(|entry| parse(key, &entry.value)).transpose()
    }

    /// Sets the value of a key, and replaces an existing value.
    ///
    /// # Errors
    /// `TooLarge` if a limit of the host is exceeded; another error if the store cannot be written.
    pub fn set<T: Serialize>(&self, key: &str, value: &T) -> Result<(), ToolError> {
        state::set(key, &bytes(key, value)?)?;
        Ok(())
    }

    /// Changes a value based on its current one, without losing writes of concurrent calls. Returns the new value.
    ///
    /// # Errors
    /// The errors of [`State::get`] and [`State::set`]; `Conflict` if other calls changed the value during 32 attempts.
    pub fn update<T: Serialize + DeserializeOwned>(
        &self,
        key: &str,
        change: impl Fn(Option<T>) -> T,
    ) -> Result<T, ToolError> {
        for _ in 0..ATTEMPTS {
            let entry = state::get(key)?;
            let version = entry.as_ref().map_or(0, |entry| entry.version);
            let before = entry.map(|entry| parse(key, &entry.value)).transpose()?;
            let after = change(before);
            match state::compare_and_set(key, version, &bytes(key, &after)?)? {
                Swap::Written(_) => return Ok(after),
                Swap::Changed(_) => {}
            }
        }
        Err(ToolError::new(
            ErrorKind::Conflict,
            format!("the stored value {key} was changed by other calls {ATTEMPTS} times in a row"),
        )
        .hint("call again"))
    }

    /// Removes the value of a key; returns true if the value existed.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn remove(&self, key: &str) -> Result<bool, ToolError> {
        Ok(state::remove(key)?)
    }
}

fn parse<T: DeserializeOwned>(key: &str, value: &[u8]) -> Result<T, ToolError> {
    serde_json::from_slice(value).map_err(|problem| {
        ToolError::internal(format!(
            "the stored value {key} does not have the form this version expects"
        ))
        .detail(problem.to_string())
    })
}

fn bytes<T: Serialize>(key: &str, value: &T) -> Result<Vec<u8>, ToolError> {
    serde_json::to_vec(value).map_err(|problem| {
        ToolError::internal(format!("the value for {key} cannot be written as JSON")).detail(problem.to_string())
    })
}
