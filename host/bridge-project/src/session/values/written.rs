//! A value in the grammar of `wit/value.md`.
//!
//! Belongs here: from a node of a component's tree and its kind to JSON. Does not: references (`reference`), reading JSON back
//! (`members/from_json`).

use super::field::Fields;
use serde_json::{Map, Number, Value, json};
use unity_project::fields::{EnumNames, Kind, by_rule, fitting, unpack};
use unity_project::property::type_of;
use unity_yaml::Node;

/// JSON numbers are exact up to here for most readers; longer ones are texts.
const EXACT: u64 = 1 << 53;

/// Bytes of a text that is given whole.
const MAX_TEXT: usize = 8 * 1024;

/// Values of one field that are written at most, whatever nests in it.
const MAX_VALUES: usize = 20_000;

/// Writes one field.
pub(super) struct Writer<'f, 'v> {
    pub(super) fields: &'f Fields<'v>,
    items: usize,
    left: usize,
    /// Managed objects that were written already.
    managed: Vec<i64>,
    pub(super) is_cut: bool,
}

impl<'f, 'v> Writer<'f, 'v> {
    pub(super) fn new(fields: &'f Fields<'v>, items: usize) -> Self {
        Self {
            fields,
            items,
            left: MAX_VALUES,
            managed: Vec::new(),
            is_cut: false,
        }
    }

    pub(super) fn field(&mut self, names: &str, kind: &Kind, node: &Node<'_>) -> Value {
        let world = self.fields.view.world;
        let at = self.fields.at;
        match names {
            "m_GameObject" => self.object(at, None),
            "m_Father" => match world.node(at).and_then(|node| node.parent) {
                Some(parent) => self.object(parent, Some(0)),
                None => Value::Null,
            },
            "m_Children" if node.text().is_none() => {
                let children = world.node(at).map_or(&[][..], |node| node.children.as_slice());
                self.list(children, |writer, child| writer.object(*child, Some(0)))
            }
            _ => self.value(&mut names.to_owned(), kind, node),
        }
    }

    fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T) -> Value) -> Value {
        let mut written = Vec::new();
        for item in items.iter().take(self.items) {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            written.push(write(self, item));
        }
        if written.len() == items.len() {
            return Value::Array(written);
        }
        self.is_cut = true;
        json!({"count": items.len(), "first": written})
    }

    fn value(&mut self, names: &mut String, kind: &Kind, node: &Node<'_>) -> Value {
        match node {
            Node::Text(text) => self.text(kind, text),
            Node::List(items) => {
                let item_kind = match kind {
                    Kind::List(item) => item.as_deref(),
                    _ => None,
                };
                self.list(items, |writer, item| {
                    let kind = fitting(item_kind.cloned(), item);
                    writer.value(names, &kind, item)
                })
            }
            Node::Map(_) => self.map(names, kind, node),
        }
    }

    fn text(&mut self, kind: &Kind, text: &str) -> Value {
        match kind {
            Kind::Bool => Value::Bool(text != "0"),
            Kind::Enum(names) => match text.trim().parse() {
                Ok(number) => of_enum(names, number),
                Err(_) => Value::from(text),
            },
            Kind::Text => self.cut_text(text),
            Kind::List(Some(item)) => {
                let numbers = unpack(text, item).unwrap_or_default();
                self.list(&numbers, |writer, number| writer.text(item, &number.to_string()))
            }
            Kind::List(None) if text.is_empty() => json!([]),
            _ => number(text).unwrap_or_else(|| self.cut_text(text)),
        }
    }

    fn cut_text(&mut self, text: &str) -> Value {
        if text.len() <= MAX_TEXT {
            return Value::from(text);
        }
        self.is_cut = true;
        let end = (0..=MAX_TEXT).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        Value::from(format!("{}…", text.get(..end).unwrap_or_default()))
    }

    fn map(&mut self, names: &mut String, kind: &Kind, node: &Node<'_>) -> Value {
        let part = |name: &str| node.get(name).and_then(Node::text).and_then(number).unwrap_or(json!(0));
        match kind {
            Kind::Reference(target) => return self.reference(node, target.as_deref()),
            Kind::Vector(parts) => {
                return ["x", "y", "z", "w"]
                    .iter()
                    .take(*parts)
                    .map(|name| part(name))
                    .collect();
            }
            Kind::Quaternion | Kind::VectorOrQuaternion => {
                return ["x", "y", "z", "w"].iter().map(|name| part(name)).collect();
            }
            Kind::Color => return ["r", "g", "b", "a"].iter().map(|name| part(name)).collect(),
            Kind::Color32 => {
                let packed: u32 = node.get("rgba").and_then(Node::number).unwrap_or_default();
                return packed.to_le_bytes().iter().map(|part| Value::from(*part)).collect();
            }
            Kind::LayerMask => return self.layers(node),
            _ => {}
        }
        if let Some(managed) = self.managed(node) {
            return managed;
        }
        if let Some(known) = self.known_form(node) {
            return known;
        }
        let mut object = Map::new();
        for (key, value) in node.entries() {
            if self.left == 0 {
                self.is_cut = true;
                break;
            }
            if key == "serializedVersion" {
                continue;
            }
            self.left -= 1;
            let before = names.len();
            names.push('.');
            names.push_str(key);
            let kind = fitting(self.fields.declared.kind(names), value);
            let written = self.value(names, &kind, value);
            names.truncate(before);
            let shown = match self.fields.declared.class() {
                None => by_rule(key).unwrap_or_else(|| key.to_string()),
                Some(_) => key.to_string(),
            };
            object.insert(shown, written);
        }
        Value::Object(object)
    }

    /// Names of the layers that are set.
    fn layers(&self, node: &Node<'_>) -> Value {
        let text = node.get("m_Bits").and_then(Node::text).unwrap_or_default();
        let bits = text.trim().parse::<i64>().unwrap_or_default();
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "32 bits, written with or without a sign"
        )]
        let bits = bits as u32;
        if bits == u32::MAX {
            return json!(["Everything"]);
        }
        let names = &self.fields.view.session.library.project().settings.layers;
        let set = (0..32_usize).filter(|layer| bits & (1 << layer) != 0);
        let named = set.map(|layer| match names.get(layer).filter(|name| !name.is_empty()) {
            Some(name) => Value::from(name.as_str()),
            None => Value::from(layer),
        });
        named.collect()
    }

    /// Forms that Unity writes in many components.
    fn known_form(&mut self, node: &Node<'_>) -> Option<Value> {
        let at = |name: &str| node.get(name).and_then(Node::text).and_then(number);
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
            let keys = self.list(keys.items(), |_, key| {
                let part = |name: &str| key.get(name).and_then(Node::text).and_then(number).unwrap_or(json!(0));
                json!([part("time"), part("value"), part("inSlope"), part("outSlope")])
            });
            let wrap = |name: &str| match node.get(name).and_then(Node::number::<u8>) {
                Some(0) => json!("PingPong"),
                Some(1) => json!("Loop"),
                Some(2) => json!("ClampForever"),
                other => json!(other),
            };
            return Some(json!({"keys": keys, "pre": wrap("m_PreInfinity"), "post": wrap("m_PostInfinity")}));
        }
        node.get("m_NumColorKeys").and_then(|_| gradient(node))
    }

    fn managed(&mut self, node: &Node<'_>) -> Option<Value> {
        let fields = self.fields;
        if let [(key, id)] = node.entries()
            && key == "rid"
            && matches!(id.text(), Some("-2" | "-1"))
        {
            return Some(Value::Null);
        }
        let (id, class) = type_of(&fields.tree, node)?;
        if self.managed.contains(&id) {
            return Some(json!({"$ref": id}));
        }
        self.managed.push(id);
        let rows = fields.tree.get("references")?.get("RefIds")?.items();
        let row = rows
            .iter()
            .find(|row| row.get("rid").and_then(Node::number) == Some(id))?;
        let assembly = row.get("type").and_then(|kind| kind.get("asm")).and_then(Node::text);
        let mut object = Map::new();
        object.insert(
            "$type".to_owned(),
            format!("{}:{class}", assembly.unwrap_or_default()).into(),
        );
        for (key, value) in row.get("data").map(Node::entries).unwrap_or_default() {
            if self.left == 0 {
                self.is_cut = true;
                break;
            }
            self.left -= 1;
            let kind = fitting(None, value);
            object.insert(key.to_string(), self.value(&mut String::new(), &kind, value));
        }
        Some(Value::Object(object))
    }
}

/// A name; of flags a list of names with the number of the rest.
fn of_enum(names: &EnumNames, number: i64) -> Value {
    let named = |value: i64| {
        names
            .values
            .iter()
            .find(|(_, known)| *known == value)
            .map(|(name, _)| name.as_str())
    };
    if !names.flags {
        return named(number).map_or_else(|| Value::from(number), Value::from);
    }
    if number == 0 {
        return json!([]);
    }
    if let Some(name) = named(number) {
        return json!([name]);
    }
    let mut rest = number;
    let mut set: Vec<Value> = Vec::new();
    for (name, value) in &names.values {
        if value.count_ones() == 1 && rest & value == *value {
            rest &= !value;
            set.push(Value::from(name.as_str()));
        }
    }
    if rest != 0 {
        set.push(Value::from(rest));
    }
    Value::Array(set)
}

/// A number as Unity wrote it; `None` for what is none.
pub(in crate::session) fn number(text: &str) -> Option<Value> {
    let text = text.trim();
    if let Ok(whole) = text.parse::<i128>() {
        let exact = whole.unsigned_abs() <= u128::from(EXACT);
        return Some(match i64::try_from(whole).ok().filter(|_| exact) {
            Some(whole) => Value::from(whole),
            None => Value::from(text),
        });
    }
    let first = text.bytes().find(|byte| *byte != b'-' && *byte != b'.')?;
    match text
        .trim_start_matches('-')
        .trim_start_matches('.')
        .to_ascii_lowercase()
        .as_str()
    {
        "infinity" | "inf" if text.starts_with('-') => return Some(json!("-Infinity")),
        "infinity" | "inf" => return Some(json!("Infinity")),
        "nan" => return Some(json!("NaN")),
        _ => {}
    }
    let value: f64 = text.parse().ok().filter(|_| first.is_ascii_digit())?;
    Number::from_f64(value).map(Value::Number)
}

/// A number that was worked out, of single precision.
pub(in crate::session) fn real(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "Unity's own precision")]
    let single = value as f32;
    number(&single.to_string()).unwrap_or_else(|| Value::from(value))
}

/// Unity writes times as sixteenths of bits: 0 to 65535.
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
