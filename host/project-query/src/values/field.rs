//! The fields of one component: found by serialized or C# name, and read with overrides and defaults.
//!
//! `unity_project::values` converts a value; `members/path` parses a path.

use super::alias::alias;
use super::fields_by_name::first_of;
use super::laid_position::{LOCAL_POSITION, is_in_rect_position};
use crate::members::path;
use crate::members::to_json::kind;
use crate::query_view::QueryView;
use glam::DQuat;
use host_project_world::world::NodeAt;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;
use unity_fields::property::{PropertyPath, Step};
use unity_fields::{Kind, csharp_name, find_type, is_bookkeeping, property_name};
use unity_layout::geometry::euler_degrees;
use unity_project::expand::{Component, component_tree, override_tree};
use unity_project::values::{Known, Writer, real};
use unity_scripts::{Declared, TypeId};
use unity_yaml::{Node, parse_bare};

/// Serialized names of fields that an answer does not list among a component's fields: bookkeeping of Unity, and values
/// that the answer contains anyway.
const NOT_LISTED: [&str; 6] = [
    "m_Name",
    "m_Enabled",
    "m_Father",
    "m_Children",
    "m_RootOrder",
    "references",
];

/// Maximum number of fields that one note about unknown values names; further fields are counted.
const NAMED: usize = 20;

/// Name of the property for Euler angles, which no file contains.
const EULER: &str = "eulerAngles";

/// The fields of one component with their values, for reading them by serialized or C# name.
pub struct Fields<'v> {
    pub(crate) view: QueryView<'v>,
    pub(crate) at: NodeAt,
    pub(crate) component: &'v Component,
    pub(crate) type_name: Arc<str>,
    pub(super) tree: Node<'v>,
    pub(crate) declared: Declared<'v>,
    /// True if the type is a script of the project, whose serialized names are already C# names.
    pub(crate) is_own: bool,
    /// Fields that the class declares, but whose values neither the file nor the C# source tells.
    untold: Vec<String>,
    /// The default fields of the class, if only the overridden values of the component are known; otherwise `None`.
    form: Option<Node<'static>>,
}

/// Location of the value of an existing field: its path, and for a rotation whether angles in degrees are meant.
pub(crate) struct Place {
    path: PropertyPath,
    degrees: Degrees,
}

/// Part of a rotation that a path means: all four numbers of the quaternion, or angles in degrees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Degrees {
    No,
    All,
    /// The angle about one axis, by its number: 0 is x, 1 is y, 2 is z.
    About(usize),
}

impl Place {
    pub(crate) fn path(&self) -> &PropertyPath {
        &self.path
    }
}

pub(crate) enum Found {
    Value(Place),
    /// The field exists, but not the requested value: it is unknown, or lies beyond the existing ones, such as an
    /// element after the end of an array.
    Absent,
    /// It is unknown whether the field exists: the component's source cannot be read and no override sets the field.
    Unknown,
    /// No field has the name; contains the names of the existing fields.
    NoSuchField(Vec<String>),
}

impl<'v> Fields<'v> {
    /// Reads the fields of a component; `None` if its document cannot be read. If no file describes the component, the
    /// fields are the values of its overrides.
    pub fn for_component(view: QueryView<'v>, at: NodeAt, position: usize) -> Option<Self> {
        let types = view.library.types();
        let component = view.world.components(at).get(position)?;
        let tree = component_tree(component, types).ok()?;
        let tree = tree.or_else(|| override_tree(component))?;
        Some(Self::from_tree(view, at, component, tree))
    }

    pub(crate) fn from_tree(view: QueryView<'v>, at: NodeAt, component: &'v Component, mut tree: Node<'v>) -> Self {
        let types = view.library.types();
        let declared = types.declared_fields(component.kind);
        let type_name = types.name(component.kind);
        let spec = find_type(&type_name);
        let is_own = spec.is_none() && declared.class().is_some();
        let form = component.text.is_none().then(|| {
            let form = spec.and_then(|spec| parse_bare(&spec.fields).ok());
            form.unwrap_or(Node::EMPTY)
        });
        let mut untold = Vec::new();
        for lacking in declared.missing_fields(&tree) {
            match (&mut tree, lacking.default) {
                (Node::Map(entries), Some(default)) => entries.push((Cow::Owned(lacking.name), default)),
                _ => untold.push(lacking.name),
            }
        }
        Self {
            view,
            at,
            component,
            type_name,
            tree,
            declared,
            is_own,
            untold,
            form,
        }
    }

    /// Returns a note about fields with unknown values and fields that the class no longer declares; also about fields
    /// in `shown` whose values are inexact or of unknown type.
    pub(super) fn unknown_values_note(&self, shown: &[String]) -> Option<String> {
        let keys = self.tree.entries().iter().map(|(key, _)| &**key);
        let left: Vec<&str> = keys.filter(|key| self.declared.is_leftover(key)).collect();
        let untold: Vec<&str> = self.untold.iter().map(String::as_str).collect();
        let is_shown = |key: &str| shown.iter().any(|shown| shown == key);
        let position = PropertyPath::from_field(LOCAL_POSITION);
        let doubt = is_shown(LOCAL_POSITION)
            .then(|| self.inexact_reason(&position))
            .flatten();
        let mut told: Vec<String> = doubt.into_iter().collect();
        if !untold.is_empty() {
            let names = first_of(&untold, NAMED);
            told.push(format!(
                "not in its file, and their C# defaults not known here: {names}"
            ));
        }
        if !left.is_empty() {
            let names = first_of(&left, NAMED);
            told.push(format!(
                "leftovers of its file that its class has no more and Unity drops when it saves: {names}"
            ));
        }
        let untyped: Vec<&str> = self.untyped_fields().filter(|key| is_shown(key)).collect();
        if !untyped.is_empty() {
            let names = first_of(&untyped, NAMED);
            told.push(format!(
                "no source on disk declares the types of these fields, so their values are the file's text: {names}"
            ));
        }
        let path = self.view.path(self.at);
        (!told.is_empty()).then(|| format!("{} of {path}: {}", self.type_name, told.join("; ")))
    }

    /// Finds the field with that serialized or C# name, or the value inside a field with that path.
    pub(crate) fn find(&self, name: &str) -> Found {
        let name = &*alias(&self.tree, name);
        let is_transform = self.tree.get("m_LocalRotation").is_some();
        let (whole, degrees) = match name.rsplit_once('.') {
            Some((whole, "x")) => (whole, Degrees::About(0)),
            Some((whole, "y")) => (whole, Degrees::About(1)),
            Some((whole, "z")) => (whole, Degrees::About(2)),
            _ => (name, Degrees::All),
        };
        let name_there = match whole {
            "localEulerAngles" if is_transform => Some("m_LocalRotation"),
            whole => whole.strip_suffix(EULER).and_then(|rest| rest.strip_suffix('.')),
        };
        if let Some(rotation) = name_there
            && let Found::Value(place) = self.plain(rotation)
            && matches!(self.kind(&place), Some(Kind::Quaternion | Kind::VectorOrQuaternion))
        {
            return Found::Value(Place { degrees, ..place });
        }
        self.plain(name)
    }

    pub(crate) fn plain(&self, name: &str) -> Found {
        let kinds = |names: &str| self.declared.kind(names);
        match path::parse(&self.tree, &self.type_name, &kinds, name) {
            Ok(path) => Found::Value(Place {
                path,
                degrees: Degrees::No,
            }),
            Err(problem) if problem.is_absent => Found::Absent,
            Err(_) if self.form.is_some() => Found::Unknown,
            Err(problem) if self.untold.contains(&problem.step) => Found::Absent,
            Err(problem) => Found::NoSuchField(problem.known),
        }
    }

    /// Returns the current value of the field; for a RectTransform's position, the value computed from its anchors.
    fn node(&self, place: &Place) -> Option<Cow<'_, Node<'v>>> {
        if is_in_rect_position(self.component, &place.path)
            && let Some(whole) = self.rect_position()
        {
            let below = PropertyPath(place.path.0.get(1..).unwrap_or_default().to_vec());
            return below.find(&whole).map(|node| Cow::Owned(node.clone()));
        }
        self.value_in_file(place)
    }

    /// Returns the value of the field from the file, with overrides and the session's edits.
    fn value_in_file(&self, place: &Place) -> Option<Cow<'_, Node<'v>>> {
        place.path.read(&self.tree, &|names| self.declared.kind(names))
    }

    pub(crate) fn kind(&self, place: &Place) -> Option<Kind> {
        match place.degrees {
            Degrees::No => {}
            Degrees::All => return Some(Kind::Vector(3)),
            Degrees::About(_) => return Some(Kind::Float),
        }
        let node = self.node(place)?;
        Some(self.kind_at(&place.path, &node))
    }

    /// Returns all fields as in the file, with overrides and defaults applied.
    pub fn tree(&self) -> &Node<'v> {
        &self.tree
    }

    pub(crate) fn type_id(&self) -> TypeId {
        self.component.kind
    }

    /// Returns Unity's class number of the component.
    pub(crate) fn class(&self) -> u32 {
        self.component.class
    }

    /// Returns the kind of a node at this path: the declared kind, adapted to the value in the file.
    pub(crate) fn kind_at(&self, path: &PropertyPath, node: &Node<'_>) -> Kind {
        kind(&|names| self.declared.kind_in(&self.tree, path, names), path, node)
    }

    /// Returns serialized name and kind of a scalar field that can be read without the others; `None` for other fields.
    pub(crate) fn quick(&self, place: &Place) -> Option<(String, Kind)> {
        let [Step::Key(key)] = place.path.0.as_slice() else {
            return None;
        };
        let kind = self.kind(place).filter(|_| place.degrees == Degrees::No)?;
        let is_plain = matches!(
            kind,
            Kind::Bool | Kind::Enum(_) | Kind::Int(_) | Kind::Float | Kind::Double | Kind::Number
        );
        is_plain.then(|| (key.clone(), kind))
    }

    /// Returns the number of an enum field's value, or the bits of a layer mask field; `None` for other fields.
    pub(crate) fn number(&self, place: &Place) -> Option<i64> {
        match self.kind(place)? {
            Kind::Enum(_) => self.node(place)?.number(),
            Kind::LayerMask => {
                let bits: i64 = self.node(place)?.get("m_Bits")?.number()?;
                Some(bits & i64::from(u32::MAX))
            }
            _ => None,
        }
    }

    /// Returns the JSON value at a path and whether elements were left out (as `value` does), and the debug text of the
    /// value in the file; `None` if there is no value.
    pub fn value_at_path(&self, path: &PropertyPath, items: usize) -> Option<(Value, bool, String)> {
        let place = Place {
            path: path.clone(),
            degrees: Degrees::No,
        };
        let node = self.value_in_file(&place)?;
        let (value, is_cut) = match self.is_whole(path, &node) {
            true => self.convert_value(path, &node, items),
            false => (Value::Null, false),
        };
        Some((value, is_cut, format!("{node:?}")))
    }

    /// Returns the field's value as JSON, at most `items` elements of each array; the bool is true if some were left
    /// out.
    pub(crate) fn value(&self, place: &Place, items: usize) -> (Value, bool) {
        let Some(node) = self.node(place).filter(|node| self.is_whole(&place.path, node)) else {
            return (Value::Null, false);
        };
        match place.degrees {
            Degrees::No => {}
            Degrees::All => return (euler(&node), false),
            Degrees::About(axis) => return (euler(&node).get(axis).cloned().unwrap_or_default(), false),
        }
        self.convert_value(&place.path, &node, items)
    }

    /// Converts a value to JSON as if the field at this path had it; the bool is true if elements were left out.
    pub fn convert_value(&self, path: &PropertyPath, node: &Node<'_>, items: usize) -> (Value, bool) {
        let kind = self.kind_at(path, node);
        let types = self.view.library.types();
        let known = Known {
            project: self.view.library.project(),
            kinds: &|names| self.declared.kind_in(&self.tree, path, names),
            kinds_of_class: &|class, names| Some(types.kind_in_class(class, names)),
            is_script: self.declared.class().is_some(),
            tree: &self.tree,
            refer: &|file, target| self.reference(file, target),
        };
        let mut writer = Writer::new(known, items);
        let names = path.names();
        let value = match self.hierarchy_value(&names, node, &mut writer) {
            Some(value) => value,
            None => writer.field(&names, &kind, node),
        };
        (value, writer.is_cut())
    }

    /// Returns the value of a field about the hierarchy, from the session's objects; `None` for other fields.
    fn hierarchy_value(&self, names: &str, node: &Node<'_>, writer: &mut Writer<'_>) -> Option<Value> {
        let (world, at) = (self.view.world, self.at);
        Some(match names {
            "m_GameObject" => self.object(at, None),
            "m_Father" => match world.node(at).and_then(|node| node.parent) {
                Some(parent) => self.object(parent, Some(0)),
                None => Value::Null,
            },
            "m_Children" if node.text().is_none() => {
                let children = world.node(at).map_or(&[][..], |node| node.children.as_slice());
                writer.list(children, |_, child| self.object(*child, Some(0)))
            }
            _ => return None,
        })
    }

    /// Returns true if a value is complete; false for a vector of which overrides set only some numbers.
    fn is_whole(&self, path: &PropertyPath, node: &Node<'_>) -> bool {
        let form = self.form.as_ref().and_then(|form| path.find(form));
        let parts = form.map_or(&[][..], Node::entries);
        parts.iter().all(|(part, _)| node.get(part).is_some())
    }

    /// Returns the C# name, for answers, and the serialized name, for `find`, of each field that an answer lists.
    pub(super) fn listed_names(&self) -> Vec<(String, String)> {
        let entries = self.tree.entries().iter();
        let mut names: Vec<(String, String)> = Vec::new();
        for (key, node) in entries.filter(|(key, _)| is_listed(key)) {
            let csharp = match self.is_own {
                true => property_name(key).map(str::to_owned),
                false => csharp_name(&self.type_name, key),
            };
            let shown = csharp.unwrap_or_else(|| key.to_string());
            if self.is_whole(&PropertyPath::from_field(key), node) {
                names.push((shown, key.to_string()));
                continue;
            }
            let parts = node.entries().iter();
            names.extend(parts.map(|(part, _)| (format!("{shown}.{part}"), format!("{key}.{part}"))));
        }
        if let Some(rotation) = names.iter().position(|(_, key)| key == "m_LocalRotation") {
            let euler = "localEulerAngles".to_owned();
            names.insert(rotation + 1, (euler.clone(), euler));
        }
        names
    }
}

pub(super) fn is_listed(key: &str) -> bool {
    !NOT_LISTED.contains(&key) && !is_bookkeeping(key)
}

fn euler(node: &Node<'_>) -> Value {
    let part = |name: &str| node.get(name).and_then(Node::number::<f64>);
    let (Some(x), Some(y), Some(z), Some(w)) = (part("x"), part("y"), part("z"), part("w")) else {
        return Value::Null;
    };
    let rotation = DQuat::from_xyzw(x, y, z, w);
    let length = rotation.length();
    let is_rotation = length > 1e-12 && length.is_finite();
    let degrees = euler_degrees(if is_rotation {
        rotation / length
    } else {
        DQuat::IDENTITY
    });
    // Numbers in files have single precision, so further digits have no meaning.
    let degrees = degrees.to_array().map(|degrees| (degrees * 1e4).round() / 1e4);
    degrees.into_iter().map(real).collect()
}
