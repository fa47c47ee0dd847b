//! Fields that the class declares and the file lacks, and lines of the file that the class has no field for.
//!
//! Belongs here: what may be written of them, and what is told. Does not: which they are (`unity_project::scripts`).

use super::chosen::Chosen;
use host_bridge::{BridgeError, BridgeErrorKind};
use std::borrow::Cow;
use unity_project::expand::FieldEdit;
use unity_project::property::{Laying, PropertyPath};
use unity_project::scripts::Lacking;
use unity_yaml::Node;

/// What lets Unity write the missing line, or drop the one too many.
const SAVE_ONCE: &str = "let Unity save the file once";

fn lacking<'c>(chosen: &'c Chosen<'_>, name: &str) -> Option<&'c Lacking> {
    chosen.lacking().iter().find(|lacking| lacking.name == name)
}

/// # Errors
/// For a leftover, for a field of a type that Unity does not write, and for a part of a field of which nothing tells the rest.
pub(super) fn check(chosen: &Chosen<'_>, path: &PropertyPath) -> Result<(), BridgeError> {
    let top = path.top();
    if let Some(type_name) = chosen.unwritten(top) {
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
    match lacking(chosen, top) {
        Some(lacking) if lacking.default.is_none() && path.0.len() > 1 => {
            let why = format!("Member not writable: {}", told(chosen, lacking));
            let hint = format!("set {top} as a whole, or {SAVE_ONCE}");
            Err(BridgeError::new(BridgeErrorKind::InvalidArgument, why).with_hint(hint))
        }
        _ => Ok(()),
    }
}

/// The same change of the whole field, where the file lacks it: what its class gives it and this in it.
///
/// # Errors
/// Where the change has no place in it.
pub(super) fn whole(chosen: &Chosen<'_>, edit: FieldEdit) -> Result<FieldEdit, BridgeError> {
    let top = edit.path.top().to_owned();
    let default = lacking(chosen, &top).and_then(|lacking| lacking.default.clone());
    let Some(default) = default.filter(|_| edit.path.0.len() > 1) else {
        return Ok(edit);
    };
    let mut fields = Node::Map(vec![(Cow::Owned(top.clone()), default)]);
    let kinds = |names: &str| chosen.declared(names);
    let is_laid = Laying::new(&kinds).edit(&mut fields, &edit.path, &edit.value);
    let value = fields.get(&top).filter(|_| is_laid).cloned();
    let value = value.ok_or_else(|| {
        let message = format!("Member not writable: {} has no {}", chosen.type_name, edit.path);
        BridgeError::new(BridgeErrorKind::InvalidArgument, message)
    })?;
    Ok(FieldEdit {
        path: PropertyPath::of_field(&top),
        value,
    })
}

/// That the field is there and its value is not known, where that is why the name was not found.
pub(super) fn untold(chosen: &Chosen<'_>, name: &str, kind: &BridgeErrorKind) -> Option<BridgeError> {
    let lacking = lacking(chosen, name)?;
    let start = match kind {
        BridgeErrorKind::InvalidArgument => "Member not writable: ",
        _ => "",
    };
    let message = format!("{start}{}", told(chosen, lacking));
    Some(BridgeError::new(kind.clone(), message).with_hint(format!("{SAVE_ONCE}; then it has a line of its own")))
}

fn told(chosen: &Chosen<'_>, lacking: &Lacking) -> String {
    format!(
        "{} declares {} as {}; its value is not in the file, and its C# default is not known here",
        chosen.type_name, lacking.name, lacking.type_name
    )
}
