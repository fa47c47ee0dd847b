//! Which fields Unity writes, as far as their declaration alone tells, and under which names.
//!
//! Belongs here: modifiers and attributes. Does not: whether a field's type can be written (`written_types`, `script_info::serialized`).

use host_csharp::{Attribute, Field};
use std::borrow::Cow;

/// Whether Unity writes a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Written {
    Yes,
    No,
    /// With the reason.
    Unknown(String),
}

/// Those of the field itself: of an automatic property those with `field:` before them.
pub(crate) fn attributes(field: &Field) -> impl Iterator<Item = &Attribute> {
    let of_field = |attribute: &&Attribute| match attribute.target.as_deref() {
        Some(target) => target == "field",
        None => !field.is_property,
    };
    field.attributes.iter().filter(of_field)
}

/// By modifiers and attributes; the type is another question.
pub(crate) fn is_declared_so(field: &Field) -> bool {
    is_asked(field) && !field.modifiers.has("fixed")
}

/// The same of a buffer of a fixed size (`fixed byte x[16]`), which Unity has a form of its own for.
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

/// What it holds stands right in it, not among the managed objects.
pub(super) fn is_by_value(field: &Field) -> bool {
    !attributes(field).any(|attribute| attribute.is("SerializeReference"))
}

/// Those under which files that are older than a renaming hold it.
pub(super) fn former_names(field: &Field) -> Vec<String> {
    let former = attributes(field).filter(|attribute| attribute.is("FormerlySerializedAs"));
    let quoted = former.filter_map(|attribute| attribute.arguments.split('"').nth(1));
    quoted.map(str::to_owned).collect()
}

/// That of the field which the compiler makes for an automatic property is no name that C# could write.
pub(crate) fn serialized_name(field: &Field) -> Cow<'_, str> {
    match field.is_property {
        true => format!("<{}>k__BackingField", field.name).into(),
        false => field.name.as_str().into(),
    }
}
