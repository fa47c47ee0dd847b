//! Unity's own component types: class number, default fields as the editor writes them, kinds of the fields, and rules
//! for which components one object can have. The tables in `engine/*.txt` describe Unity 2022.3.

use crate::assets;
use crate::class;
use crate::kind::{Declared, Kind};
use crate::source::Source;
use memchr::memmem;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock, OnceLock};
use unity_yaml::Guid;

const TABLES: [&str; 3] = [
    include_str!("engine/core.txt"),
    include_str!("engine/more.txt"),
    include_str!("engine/ui.txt"),
];

/// A component type of Unity, as the tables describe it.
#[derive(Debug)]
pub struct Spec {
    /// Full name of the type, with namespace.
    pub name: &'static str,
    pub class: u32,
    /// Guid of the script if the type is a MonoBehaviour of a package; `None` for a type of the engine.
    pub script: Option<Guid>,
    /// True if an object can have at most one component of this type.
    pub once: bool,
    /// Group of types of which an object can have only one component, such as `Renderer`; `None` without a group.
    pub group: Option<&'static str>,
    /// Physics system to which the component type belongs: `physics2d` or `physics3d`; `None` for other types.
    pub family: Option<&'static str>,
    /// Values of `family` that cannot be on the same object as this type (3D and 2D physics exclude each other).
    pub conflicts: Vec<&'static str>,
    /// Full names of the types of which the object must also have a component.
    pub requires: Vec<&'static str>,
    /// True if the table lists all fields that Unity writes for this type, false if it lists only some.
    pub complete: bool,
    /// YAML lines that follow `m_GameObject` in the document of a new component, each indented by two spaces.
    pub fields: String,
    /// Text of the whole document of a new component of this type; it is created with the first such component.
    pub source: OnceLock<Arc<Source>>,
    kinds: HashMap<String, Declared>,
    /// C# names of the fields whose kind the value itself shows, by serialized name.
    names: HashMap<&'static str, &'static str>,
}

/// The lines of a table of component types that describe one type. They are parsed at the first request.
struct Section {
    text: &'static str,
    spec: OnceLock<Spec>,
}

static ALL: LazyLock<HashMap<&'static str, Section>> =
    LazyLock::new(|| TABLES.iter().flat_map(|table| sections(table)).collect());

/// Returns the component type with the full name `name`; `None` if no table has it.
pub fn find_type(name: &str) -> Option<&'static Spec> {
    ALL.get(name)
        .map(|section| section.spec.get_or_init(|| read(section.text)))
}

/// Returns the full names of all component types of the tables.
pub fn component_names() -> impl Iterator<Item = &'static str> {
    ALL.keys().copied()
}

/// Returns the kind of a field of a Unity type; `path` contains no array indexes (`m_Shadows.m_Type`).
pub fn declared_kind(type_name: &str, path: &str) -> Option<Kind> {
    let known = find_type(type_name).and_then(|spec| spec.kinds.get(path));
    if let Some(known) = known {
        return Some(known.kind.clone());
    }
    if let Some(known) = assets::find_declared(type_name, path) {
        return Some(known.kind.clone());
    }
    // These fields are the same on every component that has them.
    let name = match path {
        "m_IsActive" if type_name == "UnityEngine.GameObject" => "bool",
        "m_TagString" if type_name == "UnityEngine.GameObject" => "string",
        "m_Enabled" => "bool",
        "m_GameObject" => "PPtr<GameObject>",
        "m_Script" => "PPtr<MonoScript>",
        "m_ObjectHideFlags" | "m_EditorHideFlags" => "uint",
        "m_Name" | "m_EditorClassIdentifier" => "string",
        "m_LocalRotation" => "Quaternion",
        "m_Father" => "PPtr<Transform>",
        "m_Children" => "PPtr<Transform>[]",
        _ if path.rsplit('.').next() == Some("serializedVersion") => "int",
        _ if path.rsplit('.').next() == Some("m_Name") => "string",
        _ => return None,
    };
    Kind::from_name(name)
}

/// Returns a field's C# name if it differs from the serialized name: from the table, otherwise by `by_rule`.
pub fn csharp_name(type_name: &str, serialized: &str) -> Option<String> {
    let known = find_type(type_name).and_then(|spec| {
        let named = spec.names.get(serialized).copied();
        named.or_else(|| spec.kinds.get(serialized)?.csharp)
    });
    let known = known.or_else(|| assets::find_declared(type_name, serialized)?.csharp);
    known.map(str::to_owned).or_else(|| by_rule(serialized))
}

/// Returns the property's name from the name of a compiler-generated field: `Hp` from `<Hp>k__BackingField`.
pub fn property_name(serialized: &str) -> Option<&str> {
    serialized.strip_prefix('<')?.strip_suffix(">k__BackingField")
}

/// Derives a C# name by Unity's usual naming rule: `intensity` from `m_Intensity`. For the backing field of an
/// automatic property, returns the property's name.
pub fn by_rule(serialized: &str) -> Option<String> {
    if let Some(property) = property_name(serialized) {
        return Some(property.to_owned());
    }
    let rest = serialized.strip_prefix("m_")?;
    let first = rest.chars().next()?;
    Some(first.to_lowercase().chain(rest.chars().skip(1)).collect())
}

impl Spec {
    fn new(name: &'static str, class: u32) -> Self {
        Self {
            name,
            class,
            script: None,
            once: false,
            group: None,
            family: None,
            conflicts: Vec::new(),
            requires: Vec::new(),
            complete: true,
            fields: String::new(),
            source: OnceLock::new(),
            kinds: HashMap::new(),
            names: HashMap::new(),
        }
    }

    /// Returns the name of the type without namespace: `Camera` for `UnityEngine.Camera`.
    pub fn short(&self) -> &'static str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }

    /// Applies a word after the type's name in a table of component types: class number, script guid, or rule (`once`).
    fn rule(&mut self, word: &'static str) {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        match key {
            "once" => self.once = true,
            "part" => self.complete = false,
            "group" => self.group = Some(value),
            "kind" => self.family = Some(value),
            "not" => self.conflicts.extend(value.split(',')),
            "needs" => self.requires.extend(value.split(',')),
            _ => match (Guid::parse(word), word.parse()) {
                (Some(guid), _) => (self.script, self.class) = (Some(guid), class::MONO_BEHAVIOUR),
                (None, Ok(class)) => self.class = class,
                (None, Err(_)) => {}
            },
        }
    }
}

/// Splits a table of component types into the sections of the types, each with the full name of its type.
fn sections(table: &'static str) -> impl Iterator<Item = (&'static str, Section)> {
    let starts = memmem::find_iter(table.as_bytes(), "\n[").map(|at| at + 1);
    let ends = starts.clone().skip(1).chain([table.len()]);
    starts.zip(ends).filter_map(|(start, end)| {
        let text = table.get(start..end)?;
        let name = text.get(1..)?.split([' ', ']']).next()?;
        let spec = OnceLock::new();
        Some((name, Section { text, spec }))
    })
}

/// Parses a section of a component table: `[FullName WORDS]`, then lines of a document as Unity writes them. A line
/// ends with ` ~ KIND [CSHARP-NAME]` if its value does not show the kind, and with ` ~ = CSHARP-NAME` if it does. The
/// line `= FullName` copies all lines of another type.
fn read(section: &'static str) -> Spec {
    let (head, lines) = section.split_once(']').unwrap_or((section, ""));
    let mut words = head.trim_start_matches('[').split_whitespace();
    let mut spec = Spec::new(words.next().unwrap_or_default(), 0);
    words.for_each(|word| spec.rule(word));
    let mut above: Vec<(usize, &str)> = Vec::new();
    for line in lines
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
    {
        if let Some(copied) = line.strip_prefix("= ").and_then(find_type) {
            spec.fields.push_str(&copied.fields);
            spec.kinds.extend(copied.kinds());
            spec.names.extend(&copied.names);
            continue;
        }
        let (text, note) = line.split_once(" ~ ").unwrap_or((line, ""));
        // Writing into a String cannot fail.
        let _ = writeln!(spec.fields, "  {text}");
        // The first line of a list item is indented like the item's content.
        let content = text.trim_start().trim_start_matches("- ");
        let indent = text.len() - content.len();
        let key = content.split(':').next().unwrap_or_default();
        above.retain(|(known, _)| *known < indent);
        let path: Vec<&str> = above.iter().map(|(_, key)| *key).chain([key]).collect();
        above.push((indent, key));
        let mut words = note.split_whitespace();
        if let Some(csharp) = note.strip_prefix("= ") {
            spec.names.insert(key, csharp.trim());
        } else if let Some(kind) = words.next().and_then(Kind::from_name) {
            let csharp = words.next();
            spec.kinds.insert(path.join("."), Declared { kind, csharp });
        }
    }
    spec
}

impl Spec {
    fn kinds(&self) -> HashMap<String, Declared> {
        let copy = |declared: &Declared| Declared {
            kind: declared.kind.clone(),
            csharp: declared.csharp,
        };
        self.kinds
            .iter()
            .map(|(path, known)| (path.clone(), copy(known)))
            .collect()
    }
}

#[cfg(test)]
mod csharp_names;
#[cfg(test)]
mod tests;
