//! The declared type of a field, to detect that a script later declares another type for an edited field.

use host_project_query::members::to_json::declared_kind;
use unity_fields::Kind;
use unity_fields::property::PropertyPath;
use unity_project::expand::Component;
use unity_scripts::Types;
use unity_yaml::Node;

/// Returns the name of the field's declared type as replies contain it. For an enum, the name of the value follows.
/// Returns an empty string if no class declares the field.
pub(in crate::session) fn declared_as(
    types: &Types,
    component: &Component,
    path: &PropertyPath,
    value: &Node<'_>,
) -> String {
    let of_type = types.declared_fields(component.kind);
    let kind = match path.is_size() {
        true => Kind::from_name("int"),
        false => declared_kind(&|names| of_type.kind(names), path),
    };
    match kind {
        Some(Kind::Enum(names)) => {
            let number: Option<i64> = value.number();
            let named = names.values.iter().find(|(_, known)| Some(*known) == number);
            named.map_or_else(|| names.name.clone(), |(name, _)| format!("{}.{name}", names.name))
        }
        Some(kind) => kind.to_string(),
        None => String::new(),
    }
}
