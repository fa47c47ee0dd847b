//! Decides which fields Unity serializes, from their declaration alone, and under which names.
//!
//! It checks modifiers and attributes. `written_types` and `script_info::serialized` check the field's type.

use host_csharp::{Attribute, Field};
use std::borrow::Cow;

/// Whether Unity serializes a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Yes,
    No,
    /// Unknown, with the reason.
    Unknown(String),
}

/// The attributes of the field itself; for an automatic property those with `field:` before them.
pub(crate) fn attributes(field: &Field) -> impl Iterator<Item = &Attribute> {
    let of_field = |attribute: &&Attribute| match attribute.target.as_deref() {
        Some(target) => target == "field",
        None => !field.is_property,
    };
    field.attributes.iter().filter(of_field)
}

/// By modifiers and attributes; the type is checked elsewhere.
pub(crate) fn is_declared_so(field: &Field) -> bool {
    is_asked(field) && !field.modifiers.has("fixed")
}

/// The same for a fixed-size buffer (`fixed byte x[16]`), for which Unity has a special form.
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

/// Its content is serialized inline, not among the managed objects.
pub(super) fn is_by_value(field: &Field) -> bool {
    !attributes(field).any(|attribute| attribute.is("SerializeReference"))
}

/// Former names, under which older files store it.
pub(super) fn former_names(field: &Field) -> Vec<String> {
    let former = attributes(field).filter(|attribute| attribute.is("FormerlySerializedAs"));
    let quoted = former.filter_map(|attribute| attribute.arguments.split('"').nth(1));
    quoted.map(str::to_owned).collect()
}

/// For the compiler-generated field of an automatic property, this is a name that C# could not express.
pub(crate) fn serialized_name(field: &Field) -> Cow<'_, str> {
    match field.is_property {
        true => format!("<{}>k__BackingField", field.name).into(),
        false => field.name.as_str().into(),
    }
}
