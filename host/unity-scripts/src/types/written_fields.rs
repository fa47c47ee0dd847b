//! Decides from the declaration of a field, without its type, whether Unity serializes it, and under which names.
//!
//! It checks modifiers and attributes. `written_types` and `script_info::serialized` check the field's type.

use host_csharp::{Attribute, Field};
use std::borrow::Cow;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Yes,
    No,
    /// It is unknown whether Unity serializes the field; the text is the reason.
    Unknown(String),
}

/// Returns the attributes of a field; for an auto-property, those with the target `field:`.
pub(crate) fn attributes(field: &Field) -> impl Iterator<Item = &Attribute> {
    let of_field = |attribute: &&Attribute| match attribute.target.as_deref() {
        Some(target) => target == "field",
        None => !field.is_property,
    };
    field.attributes.iter().filter(of_field)
}

/// Returns true if Unity serializes the field by its modifiers and attributes; false for a fixed-size buffer.
pub(crate) fn is_declared_so(field: &Field) -> bool {
    is_asked(field) && !field.modifiers.has("fixed")
}

/// Returns true if Unity serializes the field as a fixed-size buffer (`fixed byte x[16]`), in a special format.
pub(super) fn is_buffer(field: &Field) -> bool {
    is_asked(field) && field.modifiers.has("fixed")
}

fn is_asked(field: &Field) -> bool {
    let has = |short| attributes(field).any(|attribute| attribute.is(short));
    let asked = has("SerializeField") || has("SerializeReference");
    let is_public = field.modifiers.has("public") && !field.is_property;
    let never = ["static", "const", "readonly"];
    (is_public || asked) && !has("NonSerialized") && !never.iter().any(|word| field.modifiers.has(word))
}

/// Returns true if the content of the field is serialized inline, and not as a `[SerializeReference]` object.
pub(super) fn is_by_value(field: &Field) -> bool {
    !attributes(field).any(|attribute| attribute.is("SerializeReference"))
}

/// Returns the former names of the field (`FormerlySerializedAs`), under which older files store it.
pub(super) fn former_names(field: &Field) -> Vec<String> {
    let former = attributes(field).filter(|attribute| attribute.is("FormerlySerializedAs"));
    let quoted = former.filter_map(|attribute| attribute.arguments.split('"').nth(1));
    quoted.map(str::to_owned).collect()
}

/// Returns the name of the field in files; for an auto-property, that of the compiler-generated field.
pub(crate) fn serialized_name(field: &Field) -> Cow<'_, str> {
    match field.is_property {
        true => format!("<{}>k__BackingField", field.name).into(),
        false => field.name.as_str().into(),
    }
}
