//! Converts values of components, assets, `.meta` files and settings to JSON in the format of `wit/value.md`.
//!
//! The session converts references to objects, and JSON back to values.

mod forms;
mod number;
mod reference;

pub use number::{number, real};
pub use reference::{asset_reference, built_in_named, built_in_type, class_name, main_id, missing};

use serde_json::{Map, Value, json};
use unity_fields::property::type_of;
use unity_fields::{EnumNames, Kind, by_rule, fit_kind, property_name, unpack};
use unity_files::Project;
use unity_yaml::{FileRef, Node};

/// Maximum length of a text in bytes; longer texts are truncated.
const MAX_TEXT: usize = 8 * 1024;

/// Maximum number of values, including nested ones, that are written for one field; further values are omitted.
const MAX_VALUES: usize = 20_000;

/// Data that the conversion of an object's fields to JSON needs: the fields, their kinds, and the project.
#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub project: &'a Project,
    /// Function that returns the kind of a field, if known, by its path without indexes (`m_Shadows.m_Type`).
    pub kinds: &'a dyn Fn(&str) -> Option<Kind>,
    /// Function that returns the kind of a field of a `[SerializeReference]` object, by full class name and path.
    pub kinds_of_class: &'a dyn Fn(&str, &str) -> Option<Kind>,
    /// True if the field names are C# names already, as in a script.
    pub is_script: bool,
    /// All fields of the object, including the managed objects (`[SerializeReference]`).
    pub tree: &'a Node<'a>,
    /// Function that converts a reference to JSON; its second argument is the declared type of the field, if known.
    pub refer: &'a dyn Fn(FileRef, Option<&str>) -> Value,
}

/// Converter of the fields of one object to JSON, with limits on the number of values.
pub struct Writer<'a> {
    known: Known<'a>,
    items: usize,
    left: usize,
    /// Ids of managed objects that are already in the JSON.
    managed: Vec<i64>,
    /// Class of the managed object that is being converted; `None` outside of managed objects.
    class: Option<String>,
    is_cut: bool,
}

impl<'a> Writer<'a> {
    /// Creates a converter that writes at most `items` elements of each list.
    pub fn new(known: Known<'a>, items: usize) -> Self {
        Self {
            known,
            items,
            left: MAX_VALUES,
            managed: Vec::new(),
            class: None,
            is_cut: false,
        }
    }

    /// Returns true if a part of the value is missing in the JSON because of a limit.
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Converts the value of the field with the path `names` (without indexes); `kind` is its effective kind.
    pub fn field(&mut self, names: &str, kind: &Kind, node: &Node<'_>) -> Value {
        self.value(&mut names.to_owned(), kind, node)
    }

    /// Converts the value of the field with the path `names` (without indexes) by its declared or apparent kind.
    pub fn field_of_form(&mut self, names: &str, node: &Node<'_>) -> Value {
        let kind = fit_kind(self.kind(names), node);
        self.field(names, &kind, node)
    }

    fn kind(&self, names: &str) -> Option<Kind> {
        match &self.class {
            Some(class) => (self.known.kinds_of_class)(class, names),
            None => (self.known.kinds)(names),
        }
    }

    /// Converts each element with `write`. A list beyond the limits is written as its length and its first elements.
    pub fn list<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T) -> Value) -> Value {
        let mut written = Vec::new();
        for item in items.iter().take(self.items) {
            if !self.take() {
                break;
            }
            written.push(write(self, item));
        }
        if written.len() == items.len() {
            return Value::Array(written);
        }
        self.is_cut = true;
        json!({"count": items.len(), "first": written})
    }

    /// Reserves room for one more value in the JSON; returns false if the limit `MAX_VALUES` is reached.
    fn take(&mut self) -> bool {
        let left = self.left.checked_sub(1);
        self.is_cut |= left.is_none();
        self.left = left.unwrap_or_default();
        left.is_some()
    }

    fn value(&mut self, names: &mut String, kind: &Kind, node: &Node<'_>) -> Value {
        match node {
            Node::Text(text) => self.text(kind, text),
            Node::List(items) if forms::is_properties(names) => self.properties(names, items),
            Node::List(items) => {
                let item_kind = match kind {
                    Kind::List(item) => item.as_deref(),
                    _ => None,
                };
                self.list(items, |writer, item| {
                    let kind = fit_kind(item_kind.cloned(), item);
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
                Ok(number) => enum_value(names, number),
                Err(_) => Value::from(text),
            },
            Kind::Text | Kind::Untyped => self.cut_text(text),
            Kind::Char => char_value(text),
            Kind::List(Some(item)) => {
                let numbers = unpack(text, item).unwrap_or_default();
                self.list(&numbers, |writer, number| writer.text(item, &number.to_string()))
            }
            Kind::List(None) if text.is_empty() => json!([]),
            Kind::Reference(_) if text.is_empty() => Value::Null,
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
        if let Some(plain) = forms::value_by_kind(self.known.project, kind, node) {
            return plain;
        }
        if let Kind::Reference(target) = kind {
            if !node.is_readable_reference() {
                return reference::unreadable(node);
            }
            return (self.known.refer)(node.file_ref(), target.as_deref());
        }
        if let Some(managed) = self.managed(node) {
            return managed;
        }
        if let Some(known) = self.known_form(node) {
            return known;
        }
        let mut object = Map::new();
        for (key, value) in node.entries() {
            if key == "serializedVersion" {
                continue;
            }
            if !self.take() {
                break;
            }
            let written = self.part(names, key, value);
            let shown = match self.known.is_script {
                true => property_name(key).map(str::to_owned),
                false => by_rule(key),
            };
            object.insert(shown.unwrap_or_else(|| key.to_string()), written);
        }
        Value::Object(object)
    }

    fn part(&mut self, names: &mut String, key: &str, value: &Node<'_>) -> Value {
        let before = names.len();
        if !names.is_empty() {
            names.push('.');
        }
        names.push_str(key);
        let kind = fit_kind(self.kind(names), value);
        let written = self.value(names, &kind, value);
        names.truncate(before);
        written
    }

    fn managed(&mut self, node: &Node<'_>) -> Option<Value> {
        let tree = self.known.tree;
        if let [(key, id)] = node.entries()
            && key == "rid"
            && matches!(id.text(), Some("-2" | "-1"))
        {
            return Some(Value::Null);
        }
        let (id, class) = type_of(tree, node)?;
        if self.managed.contains(&id) {
            return Some(json!({"$ref": id}));
        }
        self.managed.push(id);
        let rows = tree.get("references")?.get("RefIds")?.items();
        let row = rows
            .iter()
            .find(|row| row.get("rid").and_then(Node::number) == Some(id))?;
        let assembly = row.get("type").and_then(|kind| kind.get("asm")).and_then(Node::text);
        let mut object = Map::new();
        object.insert(
            "$type".to_owned(),
            format!("{}:{class}", assembly.unwrap_or_default()).into(),
        );
        let outer = self.class.replace(class);
        for (key, value) in row.get("data").map(Node::entries).unwrap_or_default() {
            if !self.take() {
                break;
            }
            let written = self.part(&mut String::new(), key, value);
            object.insert(key.to_string(), written);
        }
        self.class = outer;
        Some(Value::Object(object))
    }
}

/// Returns a text with the character of one UTF-16 code unit, or the unit's number if it is half of a surrogate pair.
fn char_value(text: &str) -> Value {
    let unit: Option<u16> = text.trim().parse().ok();
    let letter = unit.and_then(|unit| char::from_u32(u32::from(unit)));
    match letter {
        Some(letter) => Value::from(letter.to_string()),
        None => unit.map_or_else(|| Value::from(text), Value::from),
    }
}

/// Returns the name of an enum value, or its number if it has no name. For flags, returns a list of the names, and of
/// the bits without a name as a number.
pub fn enum_value(names: &EnumNames, number: i64) -> Value {
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

/// Returns the labels of the layers whose bits are set, or numbers for layers without a name; `Everything` if all bits
/// are set.
pub fn layers(project: &Project, bits: u32) -> Value {
    if bits == u32::MAX {
        return json!(["Everything"]);
    }
    let set = (0..32_usize).filter(|layer| bits & (1 << layer) != 0);
    let named = set.map(|layer| match project.settings.layer_label(layer) {
        Some(label) => Value::from(label),
        None => Value::from(layer),
    });
    named.collect()
}

#[cfg(test)]
mod tests;
