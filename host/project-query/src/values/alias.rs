//! C# properties that return one element, or all elements, of a list in the file.

use std::borrow::Cow;
use unity_yaml::Node;

/// The field with the materials of a renderer.
const MATERIALS: &str = "m_Materials";

/// Returns the path that a material property reads, e.g. `m_Materials[0]` for `sharedMaterial`; others stay unchanged.
pub(crate) fn alias<'n>(tree: &Node<'_>, name: &'n str) -> Cow<'n, str> {
    let end = name.find(['.', '[']).unwrap_or(name.len());
    let (first, rest) = name.split_at(end);
    let meant = match first {
        "sharedMaterial" | "material" => "m_Materials[0]",
        "materials" => MATERIALS,
        _ => return Cow::Borrowed(name),
    };
    match tree.get(MATERIALS).is_some() && tree.get(first).is_none() {
        true => Cow::Owned(format!("{meant}{rest}")),
        false => Cow::Borrowed(name),
    }
}
