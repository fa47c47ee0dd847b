//! Fields that the class declares and the file lacks, and fields in the file that the class no longer declares.
//!
//! This module decides which of them can be written, and describes them; `unity_scripts` finds them.

use super::component_choice::Chosen;
use host_bridge::{BridgeError, BridgeErrorKind};
use std::borrow::Cow;
use unity_fields::property::{Laying, PropertyPath};
use unity_project::expand::FieldEdit;
use unity_scripts::Lacking;
use unity_yaml::Node;

/// Advice in errors: after this action, the file contains all fields that the class declares, and no others.
const SAVE_ONCE: &str = "let Unity save the file once";

fn find_missing<'c>(chosen: &'c Chosen<'_>, name: &str) -> Option<&'c Lacking> {
    chosen.missing_fields().iter().find(|lacking| lacking.name == name)
}

/// Checks that a field can be written: an error if the class no longer declares it, or Unity does not serialize its
/// type. Also rejects a member of a missing field whose other members are unknown.
pub(super) fn check(chosen: &Chosen<'_>, path: &PropertyPath) -> Result<(), BridgeError> {
    let top = path.top();
    if let Some(type_name) = chosen.unserialized_type(top) {
        let why = format!(
            "Member not writable: {} declares {top} as {type_name}, and Unity writes no field of that type: it would drop the value when \
             it saves",
            chosen.type_name
        );
        return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, why));
    }
    if chosen.is_leftover(top) {
        let why = format!(
            "Member not writable: {top} is a leftover in the file: {} has no such field, and Unity drops it when it saves",
            chosen.type_name
        );
        return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, why));
    }
    match find_missing(chosen, top) {
        Some(lacking) if lacking.default.is_none() && path.0.len() > 1 => {
            let why = format!("Member not writable: {}", describe_missing(chosen, lacking));
            let hint = format!("set {top} as a whole, or {SAVE_ONCE}");
            Err(BridgeError::new(BridgeErrorKind::InvalidArgument, why).with_hint(hint))
        }
        _ => Ok(()),
    }
}

/// Converts an edit inside a field that the file lacks to an edit of the whole field, based on the class's default.
pub(super) fn whole(chosen: &Chosen<'_>, edit: FieldEdit) -> Result<FieldEdit, BridgeError> {
    let top = edit.path.top().to_owned();
    let default = find_missing(chosen, &top).and_then(|lacking| lacking.default.clone());
    let Some(default) = default.filter(|_| edit.path.0.len() > 1) else {
        return Ok(edit);
    };
    let mut fields = Node::Map(vec![(Cow::Owned(top.clone()), default)]);
    let kinds = |names: &str| chosen.declared_kind(names);
    let is_laid = Laying::new(&kinds).edit(&mut fields, &edit.path, &edit.value);
    let value = fields.get(&top).filter(|_| is_laid).cloned();
    let value = value.ok_or_else(|| {
        let message = format!("Member not writable: {} has no {}", chosen.type_name, edit.path);
        BridgeError::new(BridgeErrorKind::InvalidArgument, message)
    })?;
    Ok(FieldEdit {
        path: PropertyPath::from_field(&top),
        value,
    })
}

/// Returns the error for a field that the class declares and the file lacks; `None` if the class has no such field.
pub(super) fn untold(chosen: &Chosen<'_>, name: &str, kind: &BridgeErrorKind) -> Option<BridgeError> {
    let lacking = find_missing(chosen, name)?;
    let start = match kind {
        BridgeErrorKind::InvalidArgument => "Member not writable: ",
        _ => "",
    };
    let message = format!("{start}{}", describe_missing(chosen, lacking));
    Some(BridgeError::new(kind.clone(), message).with_hint(format!("{SAVE_ONCE}; then it has a line of its own")))
}

fn describe_missing(chosen: &Chosen<'_>, lacking: &Lacking) -> String {
    format!(
        "{} declares {} as {}; its value is not in the file, and its C# default is not known here",
        chosen.type_name, lacking.name, lacking.type_name
    )
}
