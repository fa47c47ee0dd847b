//! Errors for types that exist but cannot be added as components. The hints name derived types that can be added.

use crate::session::reading::session_view::SessionView;
use host_bridge::{BridgeError, BridgeErrorKind};

/// Maximum number of component types that the hint of an error message lists. An ellipsis replaces further ones.
const NAMED: usize = 5;

impl SessionView<'_> {
    /// Returns the error that explains why a type of the project cannot be added. `None` if no type has this name.
    pub(super) fn not_addable(self, name: &str) -> Option<BridgeError> {
        let types = self.library.types();
        let full = types.full_names_of(name);
        if full.len() > 1 {
            let message = format!("{} scripts declare a {name}", full.len());
            let hint = format!("give the full name of one of them: {}", join_names(&full));
            return Some(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(hint));
        }
        if !types.declares(name) {
            return None;
        }
        if let Some(path) = types.skipped_source_of(name) {
            let message = format!(
                "{name} can't be added: {path} declares a type of that name and was skipped, so that its base type and its fields are not known"
            );
            return Some(BridgeError::new(BridgeErrorKind::NotFound, message).with_hint("add the component in Unity"));
        }
        let message = format!(
            "{name} is a type that can't be added: it is no component, it is abstract, or its file has another name"
        );
        let error = BridgeError::new(BridgeErrorKind::NotFound, message);
        Some(match self.derived_types(name) {
            Some(derived) => error.with_hint(derived),
            None => error.with_hint("name a class that derives from UnityEngine.Component"),
        })
    }

    /// Returns a sentence with the names of component types that derive from this class. `None` if none is known.
    pub(super) fn derived_types(self, name: &str) -> Option<String> {
        let types = self.library.types();
        let met = types.that_are(name).into_iter().map(|id| types.name(id).to_string());
        let mut met: Vec<String> = met.filter(|known| known != name).collect();
        met.sort_unstable();
        met.dedup();
        (!met.is_empty()).then(|| format!("these derive from it: {}", join_names(&met)))
    }
}

fn join_names(names: &[String]) -> String {
    let more = if names.len() > NAMED { ", …" } else { "" };
    let first = names.get(..NAMED).unwrap_or(names);
    format!("{}{more}", first.join(", "))
}
