//! Suggestions for a part that a value of its kind certainly does not have, such as `color[3]` or `sprite.name`.

use super::field::{Fields, Found};
use unity_fields::Kind;

/// Names of the axes of a vector or quaternion.
const AXES: &[&str] = &["x", "y", "z", "w"];

impl Fields<'_> {
    /// Returns a hint that contains `{type}` as the placeholder for the component's type; `None` if no value on the
    /// path is a color, vector or reference.
    pub(crate) fn instead_of(&self, path: &str) -> Option<String> {
        let end = path.rfind(['.', '['])?;
        let (whole, part) = (path.get(..end)?, path.get(end..)?);
        let Found::Value(place) = self.find(whole) else {
            return None;
        };
        let names: &[&str] = match self.kind(&place)? {
            Kind::Color | Kind::Color32 | Kind::PackedColor => &["r", "g", "b", "a"],
            Kind::Vector(count) | Kind::VectorInt(count) => AXES.get(..count)?,
            Kind::Quaternion | Kind::VectorOrQuaternion => AXES,
            Kind::Reference(_) => {
                return Some(format!(
                    "{{type}}.{whole} is a reference, compared by the name, path, guid or id of its target: {{type}}.{whole} = \"name\""
                ));
            }
            _ => return None,
        };
        let at = part.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let named = at.and_then(|at| names.get(at.parse::<usize>().ok()?));
        let parts = names.iter().map(|name| format!(".{name}"));
        Some(match named {
            Some(name) => format!("did you mean {{type}}.{whole}.{name}?"),
            None => format!(
                "the parts of {{type}}.{whole} are {}",
                parts.collect::<Vec<_>>().join(", ")
            ),
        })
    }
}
