//! Parser for `m_EditorClassIdentifier`, the class identifier that files store next to a script reference.

/// Returns the class name in `Assembly::Namespace.Class` or, in older files, `Assembly:Namespace:Class`.
pub(super) fn from_identifier(identifier: &str) -> Option<String> {
    let identifier = identifier.trim();
    if let Some((_, name)) = identifier.split_once("::") {
        return (!name.is_empty()).then(|| name.to_owned());
    }
    let mut parts = identifier.split(':').skip(1);
    let (namespace, class) = (parts.next()?, parts.next()?);
    match (namespace, class) {
        (_, "") => None,
        ("", class) => Some(class.to_owned()),
        _ => Some(format!("{namespace}.{class}")),
    }
}
