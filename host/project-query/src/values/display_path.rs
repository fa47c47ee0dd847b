//! The path of a field in C# names, as reads return it and writes accept it.
//!
//! This module chooses the spelling; `members/path` finds a field by either spelling.

use super::field::{Fields, Found};
use unity_fields::property::{PropertyPath, Step};
use unity_fields::{by_rule, csharp_name, property_name};

impl Fields<'_> {
    /// Returns the path in C# names if it resolves to the same field, otherwise in serialized names.
    pub fn display_path(&self, path: &PropertyPath) -> String {
        let shown = csharp_path(&self.type_name, self.is_own, path);
        match self.plain(&shown) {
            Found::Value(place) if place.path() == path => shown,
            // The list can have this element at another time.
            Found::Absent => shown,
            _ => path.to_string(),
        }
    }
}

/// Returns the path in C# names. `is_own` is true for a script of the project, whose serialized names are its C# names.
pub fn csharp_path(type_name: &str, is_own: bool, path: &PropertyPath) -> String {
    let mut shown = path.clone();
    for (at, step) in shown.0.iter_mut().enumerate() {
        let Step::Key(key) = step else { continue };
        let name = match (is_own, at) {
            (true, _) => property_name(key).map(str::to_owned),
            (false, 0) => csharp_name(type_name, key),
            (false, _) => by_rule(key),
        };
        *key = name.unwrap_or_else(|| std::mem::take(key));
    }
    shown.to_string()
}
