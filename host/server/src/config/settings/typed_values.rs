//! Returns checked configuration values as Rust types, by the name of the key.
//!
//! This module reads single values. Other modules list the keys and check combinations of values.

use super::super::layers::Values;
use super::super::units;
use std::path::PathBuf;
use std::time::Duration;

/// Typed access to values that `kind` has checked. A value that is set replaces the default from the table of keys.
impl Values {
    pub(super) fn get(&self, name: &str) -> Option<&toml::Value> {
        self.set.get(name).map(|set| &set.value)
    }

    /// Returns the source of the value of the key `name` as text, for messages about combinations of values.
    pub(super) fn place(&self, name: &str) -> String {
        self.set
            .get(name)
            .map_or_else(|| "default".to_owned(), |set| set.origin.to_string())
    }

    pub(super) fn flag(&self, name: &str) -> bool {
        expect_default(self.flag_set(name))
    }

    /// Returns the value of a boolean key; `None` if the key has no default and is not set.
    pub(super) fn flag_set(&self, name: &str) -> Option<bool> {
        self.get(name)?.as_bool()
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(toml::Value::as_str)
    }

    pub(super) fn path(&self, name: &str) -> Option<PathBuf> {
        let set = self.set.get(name)?;
        Some(set.base.join(set.value.as_str()?))
    }

    /// Resolves a path in the list of the key `name` against the base folder of this key.
    pub(super) fn resolve_path(&self, name: &str, path: &str) -> PathBuf {
        self.set
            .get(name)
            .map_or_else(|| path.into(), |set| set.base.join(path))
    }

    pub(super) fn count(&self, name: &str) -> usize {
        let number = self.get(name).and_then(toml::Value::as_integer);
        expect_default(number.and_then(|number| usize::try_from(number).ok()))
    }

    pub(super) fn duration(&self, name: &str) -> Duration {
        expect_default(self.duration_set(name))
    }

    pub(super) fn duration_set(&self, name: &str) -> Option<Duration> {
        units::duration(self.text(name)?)
    }

    pub(super) fn size(&self, name: &str) -> usize {
        expect_default(self.size_set(name))
    }

    pub(super) fn size_set(&self, name: &str) -> Option<usize> {
        usize::try_from(units::size(self.text(name)?)?).ok()
    }

    pub(super) fn texts(&self, name: &str) -> Option<Vec<String>> {
        let list = self.get(name)?.as_array()?;
        Some(
            list.iter()
                .filter_map(|entry| entry.as_str().map(str::to_owned))
                .collect(),
        )
    }
}

pub(super) fn expect_default<T>(value: Option<T>) -> T {
    value.expect("the table of keys has a default, and values are checked when they are read")
}
