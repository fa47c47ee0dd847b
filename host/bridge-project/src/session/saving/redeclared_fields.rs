//! Detects unsaved edits whose script changed since: the field has another type, or the component another class. Then
//! the value was not checked for the current class.

use super::cannot;
use crate::session::edits::{Edit, cut_text, declared_as};
use crate::session::reading::session_view::SessionView;
use host_bridge::BridgeError;

/// Maximum number of edits that an error message lists.
const NAMED: usize = 8;

impl SessionView<'_> {
    /// Checks that scripts still declare the edited fields as they did at the time of the edits.
    pub(super) fn is_declared_as_set(self, scene: usize, file: &str) -> Result<(), BridgeError> {
        let mut lines: Vec<String> = Vec::new();
        for (entry, edit) in self.edits.last_unsaved(scene) {
            if let Some(why) = self.redeclared(edit) {
                let entry = entry.map_or_else(|| "a change".to_owned(), |entry| format!("entry {entry}"));
                lines.push(format!("{entry}: {why}"));
            }
        }
        let more = lines.len().saturating_sub(NAMED);
        lines.truncate(NAMED);
        match (lines.is_empty(), more) {
            (true, _) => return Ok(()),
            (false, 0) => {}
            (false, more) => lines.push(format!("{more} more")),
        }
        Err(cannot(format!(
            "{file} can't be saved: a script changed after values of it were set: {}",
            lines.join("; ")
        ))
        .with_hint("set these values again, or undo the entries (undo_edits); nothing was written"))
    }

    /// Returns why the value of the edit has another meaning now; `None` if its meaning is the same.
    fn redeclared(self, edit: &Edit) -> Option<String> {
        let Edit::Field {
            object,
            component,
            type_name,
            edit,
            declared: Some(before),
            ..
        } = edit
        else {
            return None;
        };
        let at = self.world.find(*object)?;
        let component = self.world.components(at).iter().find(|known| known.id == *component)?;
        let types = self.library.types();
        let (path, name) = (self.path(at), types.name(component.kind));
        if *name != **type_name {
            return Some(format!(
                "{path} {type_name}.{}: the component is a {name} now",
                edit.path
            ));
        }
        let now = declared_as(types, component, &edit.path, &edit.value);
        let told = |declared: &str| match declared {
            "" => "a field that no class declares".to_owned(),
            declared => format!("a {}", cut_text(declared)),
        };
        (now != **before).then(|| {
            format!(
                "{path} {name}.{} was set as {}, and is {} now",
                edit.path,
                told(before),
                told(&now)
            )
        })
    }
}
