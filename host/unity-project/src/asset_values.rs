//! Values of files that no object of a scene holds (assets, importers, project settings), in the grammar of `wit/value.md`.
//!
//! Belongs here: from a node and what is known of its kind to JSON. Does not: components of objects, whose references lead
//! through the session's hierarchy.

use crate::asset_kind;
use crate::fields::{Kind, is_json_number, shape};
use crate::project::Project;
use crate::scripts::is_built_in;
use serde_json::{Map, Value, json};
use unity_yaml::{FileRef, Node};

/// JSON numbers are exact up to here for most readers; longer ones are texts.
const EXACT: u64 = 1 << 53;

/// Bytes of a text that is given whole.
const MAX_TEXT: usize = 4 * 1024;

/// Lists of a material in which each item is one property with its name.
const PROPERTIES: [&str; 4] = [".m_TexEnvs", ".m_Ints", ".m_Floats", ".m_Colors"];

/// Writes the values of one file.
pub struct AssetValues<'a> {
    pub project: &'a Project,
    /// The file's asset path; what refers to itself leads there.
    pub file: &'a str,
    /// What is known of the field with these names on the way to it (`m_SavedProperties.m_Colors`).
    pub kinds: &'a dyn Fn(&str) -> Option<Kind>,
    /// Items of a list, at most.
    pub items: usize,
}

impl AssetValues<'_> {
    /// The value of the field of that name.
    pub fn field(&self, name: &str, node: &Node<'_>) -> Value {
        self.value(&mut name.to_owned(), (self.kinds)(name), node)
    }

    fn value(&self, names: &mut String, known: Option<Kind>, node: &Node<'_>) -> Value {
        let kind = match (known, shape(node)) {
            // What is written another way than it is declared is shown as it is written.
            (Some(kind @ (Kind::List(_) | Kind::Struct(_))), shown) => match (&kind, &shown) {
                (Kind::List(_), Kind::List(_)) | (Kind::Struct(_), Kind::Struct(_)) => kind,
                _ => shown,
            },
            (Some(kind), _) => kind,
            (None, shown) => shown,
        };
        match (kind, node) {
            (kind, Node::Text(text)) => scalar(&kind, text),
            (_, Node::List(items)) if PROPERTIES.iter().any(|end| names.ends_with(end)) => {
                let entries = items.iter().flat_map(|item| item.entries());
                let shown = entries
                    .take(self.items)
                    .map(|(key, value)| (key.to_string(), self.value(names, None, value)));
                Value::Object(shown.collect())
            }
            (kind, Node::List(items)) => {
                let item = match kind {
                    Kind::List(item) => item.map(|item| *item),
                    _ => None,
                };
                let shown = items.iter().take(self.items);
                let list: Vec<Value> = shown.map(|one| self.value(names, item.clone(), one)).collect();
                if items.len() > list.len() {
                    return json!({ "count": items.len(), "first": list });
                }
                list.into()
            }
            (kind, Node::Map(entries)) => self.map(names, &kind, node, entries),
        }
    }

    fn map(
        &self,
        names: &mut String,
        kind: &Kind,
        node: &Node<'_>,
        entries: &[(std::borrow::Cow<'_, str>, Node<'_>)],
    ) -> Value {
        let parts = |keys: &[&str]| -> Value {
            let part = |key: &&str| node.get(key).and_then(Node::text).map_or(Value::Null, number);
            keys.iter().map(part).collect::<Vec<Value>>().into()
        };
        match (kind, shape(node)) {
            (_, Kind::Reference(_)) => self.reference(node.file_ref()),
            (_, Kind::Vector(2)) => parts(&["x", "y"]),
            (_, Kind::Vector(3)) => parts(&["x", "y", "z"]),
            (_, Kind::VectorOrQuaternion | Kind::Vector(_)) => parts(&["x", "y", "z", "w"]),
            (_, Kind::Color) => parts(&["r", "g", "b", "a"]),
            (_, Kind::Color32) => {
                let packed: u32 = node.get("rgba").and_then(Node::number).unwrap_or_default();
                json!(packed.to_le_bytes())
            }
            (_, Kind::LayerMask) => {
                let bits: i64 = node.get("m_Bits").and_then(Node::number).unwrap_or_default();
                layers(self.project, bits as u32)
            }
            _ => {
                let mut object = Map::new();
                for (key, value) in entries {
                    if key == "serializedVersion" {
                        continue;
                    }
                    let before = names.len();
                    names.push('.');
                    names.push_str(key);
                    let kind = (self.kinds)(names);
                    object.insert(key.to_string(), self.value(names, kind, value));
                    names.truncate(before);
                }
                object.into()
            }
        }
    }

    fn reference(&self, reference: FileRef) -> Value {
        let FileRef { file_id, guid } = reference;
        if file_id == 0 {
            return Value::Null;
        }
        if guid.is_none() {
            return json!({ "ref": self.file, "sub": file_id.to_string() });
        }
        if is_built_in(guid) {
            return json!({ "ref": format!("builtin:{file_id}") });
        }
        let index = &self.project.index;
        match index.path(guid) {
            Some(path) if !index.is_gone(guid) => {
                let file = path.rsplit('/').next().unwrap_or(path);
                let name = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
                let kind = asset_kind::of_path(path).unwrap_or("Object");
                json!({ "ref": path, "name": name, "type": kind })
            }
            _ if self.project.absent.may_hold_more() => {
                let why = format!("it may belong to {}", self.project.absent.phrase());
                json!({ "unverifiable": guid.to_string(), "why": why })
            }
            _ => json!({ "missing": guid.to_string() }),
        }
    }
}

/// Names of the layers whose bits are set, numbers for those without a name; all = `Everything`.
pub fn layers(project: &Project, bits: u32) -> Value {
    if bits == u32::MAX {
        return json!(["Everything"]);
    }
    let set = (0..32_usize).filter(|at| bits >> at & 1 == 1);
    let name = |at: usize| match project.settings.layers.get(at).map(String::as_str) {
        Some("") | None => json!(at),
        Some(name) => json!(name),
    };
    set.map(name).collect::<Vec<Value>>().into()
}

fn scalar(kind: &Kind, text: &str) -> Value {
    match kind {
        Kind::Bool if matches!(text, "0" | "1") => json!(text == "1"),
        Kind::Text => self::text(text),
        Kind::Enum(names) => {
            let wanted: Option<i64> = text.parse().ok();
            let listed = names.values.iter().find(|(_, value)| Some(*value) == wanted);
            listed.map_or_else(|| number(text), |(name, _)| json!(name))
        }
        _ => number(text),
    }
}

/// A number where the text is one.
fn number(text: &str) -> Value {
    if !is_json_number(text) {
        return match text {
            "inf" | ".inf" | "Infinity" => json!("Infinity"),
            "-inf" | "-.inf" | "-Infinity" => json!("-Infinity"),
            "nan" | ".nan" | "NaN" => json!("NaN"),
            text => self::text(text),
        };
    }
    let whole = text.parse::<i64>().ok();
    match whole {
        Some(whole) if whole.unsigned_abs() <= EXACT => json!(whole),
        Some(_) => json!(text),
        None if text.contains(['.', 'e', 'E']) => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
        None => json!(text),
    }
}

fn text(text: &str) -> Value {
    if text.len() <= MAX_TEXT {
        return json!(text);
    }
    let start: String = text.chars().take(MAX_TEXT / 4).collect();
    json!({ "bytes": text.len(), "first": start })
}

#[cfg(test)]
mod tests;
