//! Parses names of component fields, such as `Rigidbody.mass`.

use crate::unity::values::Field;

/// Splits `Rigidbody.mass` into component type and field path; `None` for a name without a dot. The parts that start
/// with a capital letter belong to the type. The host then uses the longest type that exists.
///
/// ```
/// let field = unity_tools::lookup::field("UnityEngine.Light.color.r").unwrap();
/// assert_eq!((field.component.as_str(), field.path.as_str()), ("UnityEngine.Light", "color.r"));
/// ```
pub fn field(text: &str) -> Option<Field> {
    let end = text.find('[').unwrap_or(text.len());
    let (head, indexed) = text.split_at(end);
    let parts: Vec<&str> = head.split('.').collect();
    if parts.len() < 2 {
        return None;
    }
    let is_type = |part: &&&str| part.chars().next().is_some_and(char::is_uppercase);
    let first = parts.iter().position(|part| is_type(&part)).unwrap_or(0);
    let types = parts.iter().skip(first).take_while(is_type).count();
    let split = (first + types).clamp(1, parts.len() - 1);
    let (component, path) = parts.split_at(split);
    Some(Field {
        component: component.join("."),
        path: path.join(".") + indexed,
    })
}

#[cfg(test)]
mod tests {
    use super::field;

    #[test]
    fn splits_field_into_component_type_and_path() {
        for (text, component, path) in [
            ("Rigidbody.mass", "Rigidbody", "mass"),
            ("Light.color.r", "Light", "color.r"),
            ("Camera.m_Depth", "Camera", "m_Depth"),
            ("UnityEngine.UI.Image.color", "UnityEngine.UI.Image", "color"),
            ("MeshRenderer.materials[0].name", "MeshRenderer", "materials[0].name"),
            ("Game.Door.Speed", "Game.Door", "Speed"),
            ("acme.Door.lock.open", "acme.Door", "lock.open"),
            ("door.speed", "door", "speed"),
        ] {
            let found = field(text).expect(text);
            assert_eq!(
                (found.component.as_str(), found.path.as_str()),
                (component, path),
                "{text}"
            );
        }
        assert!(field("position").is_none() && field("layer[2].x").is_none());
    }
}
