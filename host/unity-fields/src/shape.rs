//! Infers the kind of a value from its text in a file. A whole number becomes `Kind::Number`, because its C# type is
//! unknown.

use crate::kind::Kind;
use unity_yaml::Node;

/// Returns the kind of a value that has no declared kind, as its text and its members show it.
pub fn shape(node: &Node<'_>) -> Kind {
    match node {
        // Unity writes no whole number with a decimal point or an exponent.
        Node::Text(text) if is_json_number(text) && text.contains(['.', 'e', 'E']) => Kind::Float,
        Node::Text(text) if is_json_number(text) => Kind::Number,
        Node::Text(_) => Kind::Text,
        Node::List(items) => Kind::List(items.first().map(|item| Box::new(shape(item)))),
        Node::Map(entries) => {
            let keys: Vec<&str> = entries.iter().map(|(key, _)| &**key).collect();
            // A structure of a script can have texts as its x and y.
            let plain = entries.iter().all(|(_, value)| is_number(value));
            match keys.as_slice() {
                keys if keys.contains(&"fileID") => Kind::Reference(None),
                ["x", "y"] if plain => Kind::Vector(2),
                ["x", "y", "z"] if plain => Kind::Vector(3),
                ["x", "y", "z", "w"] if plain => Kind::VectorOrQuaternion,
                ["r", "g", "b", "a"] if plain => Kind::Color,
                ["serializedVersion", "rgba"] if plain => Kind::Color32,
                ["serializedVersion", "m_Bits"] | ["m_Bits"] if plain => Kind::LayerMask,
                ["serializedVersion", "x", "y", "width", "height"] | ["x", "y", "width", "height"] if plain => {
                    Kind::Struct(Some("Rect".into()))
                }
                ["m_Center", "m_Extent"] => Kind::Struct(Some("Bounds".into())),
                keys if keys.contains(&"m_Curve") && keys.contains(&"m_PreInfinity") => {
                    Kind::Struct(Some("AnimationCurve".into()))
                }
                keys if keys.contains(&"m_PersistentCalls") => Kind::Struct(Some("UnityEvent".into())),
                _ => Kind::Struct(None),
            }
        }
    }
}

/// Returns true if a node is a scalar that Unity reads as a number, including the infinities and NaN.
fn is_number(node: &Node<'_>) -> bool {
    let special = |text: &str| {
        let name = text.trim().trim_start_matches('-').trim_start_matches('.');
        ["inf", "infinity", "nan"]
            .iter()
            .any(|known| name.eq_ignore_ascii_case(known))
    };
    node.number::<f64>().is_some() || node.text().is_some_and(special)
}

/// Returns true if the text is a valid JSON number.
pub fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let rest = text.strip_prefix('-').unwrap_or(text);
    let whole = digits(rest);
    if whole == 0 || (whole > 1 && rest.starts_with('0')) {
        return false;
    }
    let mut rest = rest.get(whole..).unwrap_or_default();
    if let Some(fraction) = rest.strip_prefix('.') {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = fraction.get(count..).unwrap_or_default();
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let count = digits(exponent);
        return count > 0 && count == exponent.len();
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use unity_yaml::parse_bare;

    #[test]
    fn infers_kind_from_yaml_value() {
        let table = [
            ("1", "number"),
            ("-1.5", "float"),
            ("1e-05", "float"),
            ("010", "string"),
            ("1_000", "string"),
            ("+1", "string"),
            ("-", "string"),
            ("1.", "string"),
            ("Infinity", "string"),
            ("Take #3", "string"),
            ("{x: 1, y: 2}", "Vector2"),
            ("{x: -.inf, y: NaN}", "Vector2"),
            ("{x: 1, y: left}", "struct"),
            ("{r: a, g: b, b: c, a: d}", "struct"),
            ("{x: 1, y: 2, z: 0}", "Vector3"),
            ("{x: 1, y: 2, z: 0, w: 1}", "Vector4 or Quaternion"),
            ("{r: 1, g: 0, b: 0, a: 1}", "Color"),
            ("{fileID: 0}", "PPtr"),
            ("{serializedVersion: 2, rgba: 4294967295}", "Color32"),
            ("{serializedVersion: 2, m_Bits: 5}", "LayerMask"),
            ("{a: 1}", "struct"),
            ("[]", "array"),
            ("[1, 2]", "number[]"),
        ];
        for (text, expected) in table {
            let text = format!("v: {text}");
            let tree = parse_bare(&text).expect("a tree");
            assert_eq!(shape(tree.get("v").expect("v")).to_string(), expected, "{text}");
        }
    }
}
