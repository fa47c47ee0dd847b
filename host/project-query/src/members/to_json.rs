//! Conversion of a field's value to JSON text: in file order, numbers as in the file, references as target objects.

use super::component_choice::Chosen;
use crate::query_view::QueryView;
use crate::values::laid_position::{LOCAL_POSITION, is_in_rect_position, laid_position};
use host_project_world::world::NodeAt;
use std::fmt::Write;
use unity_fields::property::{Kinds, PropertyPath, Step, type_of};
use unity_fields::{Kind, channel_text, class, fit_kind, is_json_number, packed_color, unpack};
use unity_yaml::{FileRef, Node};

/// The JSON text of one value, with its type.
pub(super) struct Shown {
    pub(crate) json: String,
    pub(crate) type_name: String,
    /// False if the value was too long and `json` only describes it.
    pub(crate) whole: bool,
}

/// Largest whole number that most JSON readers represent exactly (2^53); larger ids are written as strings.
const EXACT: u64 = 1 << 53;

impl QueryView<'_> {
    /// Converts the value at `path`; a value with more than `limit` bytes of JSON is only described.
    pub(super) fn show(
        self,
        chosen: &Chosen<'_>,
        tree: &Node<'_>,
        path: &PropertyPath,
        node: &Node<'_>,
        limit: usize,
    ) -> Shown {
        let names = path.names();
        let laid = is_in_rect_position(chosen.component, path)
            .then(|| {
                let whole = laid_position(self, chosen.at, tree.get(LOCAL_POSITION)?)?;
                let below = PropertyPath(path.0.get(1..).unwrap_or_default().to_vec());
                below.find(&whole).cloned()
            })
            .flatten();
        let node = laid.as_ref().unwrap_or(node);
        let kinds = |names: &str| chosen.kind_in(tree, path, names);
        let kind = kind(&kinds, path, node);
        let type_name = kind.to_string();
        let mut writer = Writer {
            view: self,
            chosen,
            kinds: &kinds,
            tree,
            out: String::new(),
            limit,
        };
        if !writer.write_from_hierarchy(&names) {
            writer.value(&mut names.clone(), &kind, node);
        }
        if writer.out.len() <= limit {
            return Shown {
                json: writer.out,
                type_name,
                whole: true,
            };
        }
        let mut json = String::from("{\"omitted\":");
        quote(&mut json, &describe(node, path));
        json.push('}');
        Shown {
            json,
            type_name,
            whole: false,
        }
    }
}

fn describe(node: &Node<'_>, path: &PropertyPath) -> String {
    match node {
        Node::List(items) => {
            let last = items.len().saturating_sub(1);
            format!(
                "{} elements; get them one by one, {path}[0] to {path}[{last}]",
                items.len()
            )
        }
        Node::Map(entries) => format!("{} parts; get them by name, {path}.<name>", entries.len()),
        Node::Text(text) => format!("a text of {} bytes", text.len()),
    }
}

/// Returns how to read the value at the end of the path: its declared kind, adapted to the value in the file.
pub(crate) fn kind(kinds: &Kinds<'_>, path: &PropertyPath, node: &Node<'_>) -> Kind {
    if path.is_size() {
        return Kind::from_name("int").unwrap_or(Kind::Number);
    }
    fit_kind(declared_kind(kinds, path), node)
}

/// Returns the declared kind of the field at the path, independent of the value in the file.
pub fn declared_kind(kinds: &Kinds<'_>, path: &PropertyPath) -> Option<Kind> {
    let known = kinds(&path.names());
    let positions = path.0.iter().rev().take_while(|step| matches!(step, Step::Index(_)));
    // A path that ends with indexes has the declared kind of the array, so each index leads to the element kind.
    positions.fold(known, |known, _| match known {
        Some(Kind::List(item)) => item.map(|item| *item),
        _ => None,
    })
}

struct Writer<'s> {
    view: QueryView<'s>,
    chosen: &'s Chosen<'s>,
    kinds: &'s Kinds<'s>,
    tree: &'s Node<'s>,
    out: String,
    limit: usize,
}

impl Writer<'_> {
    /// Writes a field about the hierarchy from the session's objects, because they are more current than the file.
    /// Returns false, and writes nothing, for other fields.
    fn write_from_hierarchy(&mut self, names: &str) -> bool {
        let world = self.view.world;
        let at = self.chosen.at;
        let is_transform = class::is_transform(self.chosen.component.class);
        match names {
            "m_GameObject" => self.object(at, None),
            "m_Father" if is_transform => match world.node(at).and_then(|node| node.parent) {
                Some(parent) => self.object(parent, Some(0)),
                None => self.out.push_str("null"),
            },
            "m_Children" if is_transform => {
                let children = world.node(at).map_or(&[][..], |node| node.children.as_slice());
                self.list(children.iter(), |writer, child| writer.object(*child, Some(0)));
            }
            _ => return false,
        }
        true
    }

    fn list<T>(&mut self, items: impl Iterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        self.out.push('[');
        for (at, item) in items.enumerate() {
            if self.out.len() > self.limit {
                return;
            }
            if at > 0 {
                self.out.push(',');
            }
            write(self, item);
        }
        self.out.push(']');
    }

    fn value(&mut self, names: &mut String, kind: &Kind, node: &Node<'_>) {
        match (kind, node) {
            (Kind::Reference(_), Node::Map(_)) if !node.is_readable_reference() => {
                quote(&mut self.out, &node.to_display())
            }
            (Kind::Reference(_), Node::Map(_)) => self.reference(node),
            (Kind::Reference(_), Node::Text(text)) if text.is_empty() => self.out.push_str("null"),
            (Kind::Color32, Node::Map(_)) => {
                let [r, g, b, a] = packed_color(node).unwrap_or_default();
                // Writing to a String cannot fail.
                let _ = write!(self.out, "{{\"r\":{r},\"g\":{g},\"b\":{b},\"a\":{a}}}");
            }
            (Kind::PackedColor, Node::Map(_)) => {
                let [r, g, b, a] = packed_color(node).unwrap_or_default().map(channel_text);
                let _ = write!(self.out, "{{\"r\":{r},\"g\":{g},\"b\":{b},\"a\":{a}}}");
            }
            (_, Node::Map(_)) if self.managed(node) => {}
            (_, Node::Map(entries)) => {
                self.out.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    if self.out.len() > self.limit {
                        return;
                    }
                    if at > 0 {
                        self.out.push(',');
                    }
                    quote(&mut self.out, key);
                    self.out.push(':');
                    let before = names.len();
                    names.push('.');
                    names.push_str(key);
                    // The members of a vector, a rectangle or a curve are numbers, independent of the declaration.
                    let known = match is_of_numbers(kind) {
                        true => self.chosen.declared_kind(names),
                        false => (self.kinds)(names),
                    };
                    let kind = fit_kind(known, value);
                    self.value(names, &kind, value);
                    names.truncate(before);
                }
                self.out.push('}');
            }
            (kind, Node::List(items)) => {
                let item_kind = match kind {
                    Kind::List(item) => item.as_deref(),
                    _ => None,
                };
                self.list(items.iter(), |writer, item| {
                    let kind = fit_kind(item_kind.cloned(), item);
                    writer.value(names, &kind, item);
                });
            }
            (Kind::List(Some(item)), Node::Text(packed)) => {
                let numbers = unpack(packed, item).unwrap_or_default();
                self.list(numbers.into_iter(), |writer, number| {
                    writer.text(item, &number.to_string())
                });
            }
            (kind, Node::Text(text)) => self.text(kind, text),
        }
    }

    /// Writes a field that refers to a managed object: its id, its class, and the path for reading its fields. The
    /// fields are left out, because they can refer back to this object. Returns false for other fields.
    fn managed(&mut self, node: &Node<'_>) -> bool {
        let Some((id, class)) = type_of(self.tree, node) else {
            return false;
        };
        self.out.push_str("{\"rid\":");
        self.id(id);
        self.out.push_str(",\"type\":");
        quote(&mut self.out, &class);
        let _ = write!(self.out, ",\"fields\":\"{}\"}}", PropertyPath(vec![Step::Managed(id)]));
        true
    }

    fn id(&mut self, id: i64) {
        let text = id.to_string();
        match id.unsigned_abs() > EXACT {
            true => quote(&mut self.out, &text),
            false => self.out.push_str(&text),
        }
    }

    fn text(&mut self, kind: &Kind, text: &str) {
        match kind {
            Kind::Bool => self.out.push_str(if text == "0" { "false" } else { "true" }),
            Kind::Text | Kind::Untyped => quote(&mut self.out, text),
            _ if is_json_number(text) => self.out.push_str(text),
            // JSON has no numbers `Infinity` and `NaN`.
            _ => quote(&mut self.out, text),
        }
    }

    fn reference(&mut self, node: &Node<'_>) {
        let file = node.file_ref();
        let view = self.view;
        let found = view.resolve_reference(self.chosen.at, self.chosen.component, file);
        match found {
            Some((at, position)) => self.object(at, position),
            None if file.file_id == 0 || view.changes.targets().get(file.file_id).is_some() => {
                self.out.push_str("null");
            }
            None => self.asset(file),
        }
    }

    fn object(&mut self, at: NodeAt, position: Option<usize>) {
        let world = self.view.world;
        let Some(node) = world.node(at) else {
            self.out.push_str("null");
            return;
        };
        let _ = write!(self.out, "{{\"objectId\":\"{}\",\"path\":", node.id);
        quote(&mut self.out, world.paths().get(node.place));
        let component = position.and_then(|position| Some((position, world.components(at).get(position)?)));
        if let Some((position, component)) = component {
            self.out.push_str(",\"component\":");
            quote(&mut self.out, &self.view.library.types().name(component.kind));
            let _ = write!(self.out, ",\"index\":{position}");
        }
        self.out.push('}');
    }

    fn asset(&mut self, file: FileRef) {
        self.out.push_str("{\"fileID\":");
        self.id(file.file_id);
        if !file.guid.is_none() {
            let _ = write!(self.out, ",\"guid\":\"{}\"", file.guid);
            if let Some(path) = self.view.library.project().index.path(file.guid) {
                self.out.push_str(",\"asset\":");
                quote(&mut self.out, path);
            }
        }
        self.out.push('}');
    }
}

fn quote(out: &mut String, text: &str) {
    out.push_str(&serde_json::Value::from(text).to_string());
}

/// Returns true if the kind is one of Unity's own structures of numbers.
fn is_of_numbers(kind: &Kind) -> bool {
    let is_vector = matches!(
        kind,
        Kind::Vector(_) | Kind::VectorInt(_) | Kind::Quaternion | Kind::VectorOrQuaternion
    );
    is_vector
        || matches!(
            kind,
            Kind::Color | Kind::Color32 | Kind::LayerMask | Kind::Struct(Some(_))
        )
}
