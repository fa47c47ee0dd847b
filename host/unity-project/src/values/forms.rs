//! Structures of Unity that have their own JSON format in `wit/value.md`: vectors, colors, bounds, matrices, curves,
//! gradients, and the properties of a material.

use super::number::{number, real};
use super::{Writer, layers};
use serde_json::{Map, Value, json};
use unity_fields::{Kind, channel_text, packed_color};
use unity_files::Project;
use unity_yaml::Node;

/// Names of the lists in a material whose items are named properties.
const PROPERTIES: [&str; 4] = ["m_TexEnvs", "m_Ints", "m_Floats", "m_Colors"];

/// Converts a value whose kind alone determines the JSON format; `None` for other kinds.
pub(super) fn value_by_kind(project: &Project, kind: &Kind, node: &Node<'_>) -> Option<Value> {
    let parts = |names: &[&str]| -> Value { names.iter().map(|name| part(node, name)).collect() };
    Some(match kind {
        Kind::Vector(count) | Kind::VectorInt(count) => {
            let names = ["x", "y", "z", "w"];
            parts(names.get(..*count).unwrap_or(&names))
        }
        Kind::Quaternion | Kind::VectorOrQuaternion => parts(&["x", "y", "z", "w"]),
        Kind::Color => parts(&["r", "g", "b", "a"]),
        Kind::Color32 => json!(packed_color(node).unwrap_or_default()),
        Kind::PackedColor => {
            let bytes = packed_color(node).unwrap_or_default();
            bytes.iter().map(|byte| number(&channel_text(*byte))).collect()
        }
        Kind::LayerMask => {
            let bits: i64 = node.get("m_Bits").and_then(Node::number).unwrap_or_default();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "32 bits, written with or without a sign"
            )]
            let bits = bits as u32;
            layers(project, bits)
        }
        _ => return None,
    })
}

/// Returns the number in the member `name` of a structure; 0 if the file lacks it.
fn part(node: &Node<'_>, name: &str) -> Value {
    number_member(node, name).unwrap_or(json!(0))
}

fn number_member(node: &Node<'_>, name: &str) -> Option<Value> {
    node.get(name).and_then(Node::text).and_then(number)
}

pub(super) fn is_properties(names: &str) -> bool {
    let name = names.strip_prefix("m_SavedProperties.");
    name.is_some_and(|name| PROPERTIES.contains(&name))
}

impl Writer<'_> {
    /// Converts a list of a material's properties to a JSON object with the names of the properties as keys.
    pub(super) fn properties(&mut self, names: &mut String, items: &[Node<'_>]) -> Value {
        let mut object = Map::new();
        for item in items {
            // Before Unity 5.6 an item stores its name and its value under the keys `first` and `second`.
            let old = item.get("first").zip(item.get("second"));
            let old = old.and_then(|(first, second)| Some((first.get("name").unwrap_or(first).text()?, second)));
            let entry = item.entries().first().map(|(key, value)| (&**key, value));
            let Some((key, value)) = old.or(entry) else { continue };
            if object.len() >= self.items || !self.take() {
                self.is_cut = true;
                break;
            }
            let written = self.part(names, key, value);
            object.insert(key.to_owned(), written);
        }
        Value::Object(object)
    }

    /// Converts a structure that is recognized by the names of its members; `None` for other structures.
    pub(super) fn known_form(&mut self, node: &Node<'_>) -> Option<Value> {
        let at = |name: &str| number_member(node, name);
        let vector = |name: &str, scale: f64| -> Option<Value> {
            let part = |axis: &str| node.get(name)?.get(axis).and_then(Node::number::<f64>);
            let whole = [part("x")?, part("y")?, part("z")?];
            Some(whole.iter().map(|part| real(part * scale)).collect())
        };
        if let (Some(x), Some(y), Some(width), Some(height)) = (at("x"), at("y"), at("width"), at("height")) {
            return Some(json!({"x": x, "y": y, "width": width, "height": height}));
        }
        if let (Some(center), Some(size)) = (vector("m_Center", 1.0), vector("m_Extent", 2.0)) {
            return Some(json!({"center": center, "size": size}));
        }
        if let (Some(position), Some(size)) = (vector("m_Position", 1.0), vector("m_Size", 1.0)) {
            return Some(json!({"position": position, "size": size}));
        }
        if at("e00").is_some() && at("e33").is_some() {
            let row = |row: usize| {
                (0..4)
                    .map(|column| at(&format!("e{row}{column}")))
                    .collect::<Option<Value>>()
            };
            return (0..4).map(row).collect();
        }
        if let Some(keys) = node.get("m_Curve").filter(|_| node.get("m_PreInfinity").is_some()) {
            return Some(self.curve(keys.items(), node));
        }
        node.get("m_NumColorKeys").and_then(|_| gradient(node))
    }

    /// Converts an animation curve; the values of its keys are numbers, vectors or quaternions.
    fn curve(&mut self, keys: &[Node<'_>], node: &Node<'_>) -> Value {
        let keys = self.list(keys, |_, key| {
            let names = ["time", "value", "inSlope", "outSlope"];
            names.iter().map(|name| number_or_vector(key, name)).collect()
        });
        let wrap = |name: &str| match node.get(name).and_then(Node::number::<u8>) {
            Some(0) => json!("PingPong"),
            Some(1) => json!("Loop"),
            Some(2) => json!("ClampForever"),
            other => json!(other),
        };
        json!({"keys": keys, "pre": wrap("m_PreInfinity"), "post": wrap("m_PostInfinity")})
    }
}

fn number_or_vector(key: &Node<'_>, name: &str) -> Value {
    match key.get(name) {
        Some(Node::Map(parts)) => {
            let parts = parts.iter().map(|(_, part)| part.text().and_then(number));
            parts.map(|part| part.unwrap_or(json!(0))).collect()
        }
        _ => part(key, name),
    }
}

/// Converts a gradient; Unity stores the times of its keys as 16-bit numbers: 0 to 65535 for 0 to 1.
fn gradient(node: &Node<'_>) -> Option<Value> {
    let whole = |name: &str| node.get(name).and_then(Node::number::<usize>);
    let time = |name: String| {
        node.get(&name)
            .and_then(Node::number::<f64>)
            .map(|time| real(time / 65_535.0))
    };
    let part = |at: usize, name: &str| {
        let key = node.get(&format!("key{at}"))?;
        key.get(name).and_then(Node::text).and_then(number)
    };
    let colors = (0..whole("m_NumColorKeys")?.min(8)).map(|at| {
        Some(json!([
            time(format!("ctime{at}"))?,
            part(at, "r")?,
            part(at, "g")?,
            part(at, "b")?
        ]))
    });
    let alphas =
        (0..whole("m_NumAlphaKeys")?.min(8)).map(|at| Some(json!([time(format!("atime{at}"))?, part(at, "a")?])));
    let mode = match whole("m_Mode")? {
        0 => json!("Blend"),
        1 => json!("Fixed"),
        2 => json!("PerceptualBlend"),
        other => json!(other),
    };
    let (colors, alphas): (Option<Value>, Option<Value>) = (colors.collect(), alphas.collect());
    Some(json!({"mode": mode, "colors": colors?, "alphas": alphas?}))
}
