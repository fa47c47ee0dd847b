//! Bounds of edits.

use super::{COMPONENTS, NAME, TEXT, VALUE, check_length, has_at_most, has_within, invalid_value, quote_shortened};
use crate::error::BridgeError;
use crate::model::{EditComponent, EditRequest};
use std::ops::RangeInclusive;

/// Edits of one batch.
const BATCH: RangeInclusive<usize> = 1..=100;
/// Entries that one call undoes.
const ENTRIES: RangeInclusive<usize> = 1..=500;
/// Files that one call saves.
const FILES: usize = 100;

/// # Errors
/// The field of the first edit that is out of bounds.
pub(super) fn check_batch(edits: &[EditRequest]) -> Result<(), BridgeError> {
    has_within("edits", edits.len(), &BATCH, "edits")?;
    (0..).zip(edits).try_for_each(|(at, edit)| check(at, edit))
}

/// # Errors
/// No entries, too many, or the same entry twice.
pub(super) fn check_entries(entries: &[u64]) -> Result<(), BridgeError> {
    has_within("entries", entries.len(), &ENTRIES, "entries")?;
    for (at, entry) in entries.iter().enumerate() {
        if entries.iter().take(at).any(|known| known == entry) {
            return Err(invalid_value(
                "entries",
                format!("{entry} twice"),
                "a list of different entries",
            ));
        }
    }
    Ok(())
}

/// # Errors
/// Too few files, too many, the same file twice, or a text that is not a path.
pub(super) fn check_files(files: &[String], least: usize) -> Result<(), BridgeError> {
    has_within("files", files.len(), &(least..=FILES), "asset paths")?;
    for (at, file) in files.iter().enumerate() {
        super::not_blank("files", file, "asset paths of scenes", "e.g. Assets/Scenes/Main.unity")?;
        check_length("files", file.len(), NAME)?;
        if files.iter().take(at).any(|known| known == file) {
            return Err(invalid_value(
                "files",
                format!("{file} twice"),
                "a list of different paths",
            ));
        }
    }
    Ok(())
}

fn check(at: u32, edit: &EditRequest) -> Result<(), BridgeError> {
    let field = |name: &str| format!("edits[{at}].{name}");
    let text = |name: &str, text: &str| {
        if text.trim().is_empty() {
            return Err(invalid_value(&field(name), quote_shortened(text), "not blank"));
        }
        check_length(&field(name), text.len(), TEXT)
    };
    let component = |component: &EditComponent| match component {
        EditComponent::ByType(name) if name.parse::<u64>().is_ok() => Err(invalid_value(
            &field("component"),
            quote_shortened(name),
            "a type name, or a position as number",
        )),
        EditComponent::ByType(name) => text("component", name),
        EditComponent::ByIndex(_) => Ok(()),
    };
    let scene = |scene: &Option<String>| scene.as_deref().map_or(Ok(()), |scene| text("scene", scene));
    match edit {
        EditRequest::Set {
            component: on,
            path,
            value,
            ..
        } => {
            component(on)?;
            text("field", path)?;
            check_length(&field("value"), value.get().len(), VALUE)
        }
        EditRequest::Create {
            name,
            scene: home,
            components,
            ..
        } => {
            text("name", name)?;
            check_length(&field("name"), name.len(), NAME)?;
            scene(home)?;
            has_at_most(&field("components"), components.len(), COMPONENTS, "types")?;
            components.iter().try_for_each(|name| text("components", name))
        }
        EditRequest::Instantiate {
            prefab, scene: home, ..
        } => {
            text("prefab", prefab)?;
            scene(home)
        }
        EditRequest::AddComponent { type_name, .. } => text("type", type_name),
        EditRequest::RemoveComponent { component: on, .. } => component(on),
        EditRequest::SetActive { .. } | EditRequest::Destroy { .. } | EditRequest::Reparent { .. } => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::model::{EditTarget, ObjectId};

    #[test]
    fn a_batch_is_bounded_and_the_wrong_field_is_named() {
        let destroy = EditRequest::Destroy {
            object: EditTarget::Object(ObjectId(1)),
        };
        let check = |edits: Vec<EditRequest>| Command::PreviewEdits { edits }.check();
        assert!(check(vec![destroy.clone(); 100]).is_ok());
        for wrong in [Vec::new(), vec![destroy.clone(); 101]] {
            assert!(check(wrong).expect_err("out of bounds").message.contains("`edits`"));
        }
        let blank = EditRequest::AddComponent {
            object: EditTarget::Made(0),
            type_name: " ".to_owned(),
        };
        let error = check(vec![destroy, blank]).expect_err("blank");
        assert!(error.message.contains("`edits[1].type`"), "{}", error.message);
        let twice = Command::PreviewUndo { entries: vec![3, 4, 3] };
        assert!(twice.check().expect_err("twice").message.contains("3 twice"));
    }
}
