//! Managed references (`[SerializeReference]`) in files: the objects with their classes, and the fields that refer to
//! the objects.

use crate::children::each_child;
use std::collections::HashMap;
use unity_yaml::{Document, Node};

/// Ids of managed references (`[SerializeReference]`) that mean no object: -2 is null, -1 an unknown type.
const NOTHING: [i64; 2] = [-2, -1];

/// Class name in the last row of managed objects in the older format; the row marks the end of the table.
const TERMINUS: &str = "Terminus";

/// Maximum number of managed objects (`[SerializeReference]`) that are read from one document; the rest is ignored.
const MAX_ROWS: usize = 100_000;

/// The class of a managed object, as a file stores it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ManagedType {
    pub assembly: String,
    /// Namespace of the class; empty for the global namespace.
    pub namespace: String,
    /// Class name as `Outer/Inner`. A generic class has the number and the arguments of its type parameters: ``
    /// Pool`1[[Item, Game]] ``.
    pub class: String,
}

/// One managed object (`[SerializeReference]`) in a document.
#[derive(Debug)]
pub struct ManagedRow {
    pub id: i64,
    pub of: ManagedType,
    /// Paths of the fields that refer to the object; only `references[id]` if no field refers to it.
    pub fields: Vec<String>,
}

impl ManagedType {
    fn from_node(node: &Node<'_>) -> Option<Self> {
        let part = |key: &str| node.get(key).and_then(Node::text).unwrap_or_default().to_owned();
        let found = Self {
            assembly: part("asm"),
            namespace: part("ns"),
            class: part("class"),
        };
        (!found.class.is_empty() && found.class != TERMINUS).then_some(found)
    }

    /// Parses the value of an override that sets the class, `Assembly Namespace.Class`; `None` for an empty value,
    /// which means null in Unity.
    pub fn from_override(value: &str) -> Option<Self> {
        let (assembly, full) = value.trim().split_once(' ')?;
        // The arguments of a generic type contain dots, too.
        let plain = full.split(['`', '[']).next().unwrap_or_default();
        let (namespace, class) = match plain.rfind('.') {
            Some(dot) => (full.get(..dot)?, full.get(dot + 1..)?),
            None => ("", full),
        };
        (!class.is_empty()).then(|| Self {
            assembly: assembly.to_owned(),
            namespace: namespace.to_owned(),
            class: class.to_owned(),
        })
    }

    /// Returns the class name without type parameters, with dots before nested types.
    fn plain_class(&self) -> String {
        let mut plain = String::new();
        let mut depth = 0_usize;
        let mut in_number = false;
        for letter in self.class.chars() {
            match letter {
                '[' => depth += 1,
                ']' => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                '`' => in_number = true,
                letter if in_number && letter.is_ascii_digit() => {}
                letter => {
                    in_number = false;
                    plain.push(if matches!(letter, '/' | '+') { '.' } else { letter });
                }
            }
        }
        plain
    }

    /// Returns the full name of the class with dots, without type parameters: `Shop.Outer.Inner`.
    pub fn full_name(&self) -> String {
        match self.namespace.as_str() {
            "" => self.plain_class(),
            namespace => format!("{namespace}.{}", self.plain_class()),
        }
    }

    /// Returns `Assembly:Namespace:Class`, which identifies the class.
    pub fn identity(&self) -> String {
        format!("{}:{}:{}", self.assembly, self.namespace, self.class)
    }
}

/// Returns the id in the path of an override that sets the class of a managed object: 7 for `managedReferences[7]`.
pub fn id_of_override(path: &str) -> Option<i64> {
    let id = path.strip_prefix("managedReferences[")?.strip_suffix(']')?;
    id.parse().ok()
}

/// Returns true if the document can contain managed (`[SerializeReference]`) objects.
pub fn may_have(document: &Document<'_>) -> bool {
    memchr::memmem::find(document.body().as_bytes(), b"\n  references:").is_some()
}

/// Returns the managed (`[SerializeReference]`) objects of a document, each with the paths of fields that refer to it.
pub fn rows(document: &Document<'_>) -> Vec<ManagedRow> {
    if !may_have(document) {
        return Vec::new();
    }
    let Some(table) = document.field("references").and_then(|field| field.node().ok()) else {
        return Vec::new();
    };
    let kept = rows_of(&table);
    let mut holders: HashMap<i64, Vec<String>> = HashMap::new();
    for field in document.fields().filter(|field| field.key() != "references") {
        if let Ok(node) = field.node() {
            hold(&node, &mut field.key().to_owned(), &mut holders);
        }
    }
    // The path of a field inside a managed object begins with the path of the field that refers to the object.
    let mut next: Vec<i64> = holders.keys().copied().collect();
    next.sort_unstable();
    while let Some(id) = next.pop() {
        let Some((_, _, data)) = kept.iter().find(|(known, ..)| *known == id) else {
            continue;
        };
        let Some(first) = holders.get(&id).and_then(|paths| paths.first()).cloned() else {
            continue;
        };
        let Some(data) = data else { continue };
        let mut inside = HashMap::new();
        for (key, value) in data.entries() {
            hold(value, &mut format!("{first}.{key}"), &mut inside);
        }
        for (id, paths) in inside {
            let known = holders.entry(id).or_insert_with(|| {
                next.push(id);
                Vec::new()
            });
            known.extend(paths.into_iter().filter(|path| path.len() < MAX_PATH));
        }
    }
    let rows = kept.into_iter().map(|(id, of, _)| ManagedRow {
        id,
        of,
        fields: match holders.remove(&id) {
            Some(mut fields) if !fields.is_empty() => {
                fields.sort_unstable();
                fields.dedup();
                fields
            }
            _ => vec![format!("references[{id}]")],
        },
    });
    rows.collect()
}

/// Maximum length in bytes of the path of a field inside a managed object; `rows` ignores longer paths.
const MAX_PATH: usize = 2_000;

/// Returns id, class and data of each managed object in the field `references`, in the older or the newer format.
fn rows_of<'t, 'n>(table: &'t Node<'n>) -> Vec<(i64, ManagedType, Option<&'t Node<'n>>)> {
    let kind = |row: &'t Node<'n>| row.get("type").and_then(ManagedType::from_node);
    let found: Vec<_> = match table.get("RefIds") {
        Some(rows) => {
            let rows = rows.items().iter().take(MAX_ROWS);
            rows.filter_map(|row| Some((row.get("rid")?.number()?, kind(row)?, row.get("data"))))
                .collect()
        }
        None => {
            let rows = table.entries().iter().take(MAX_ROWS);
            rows.filter_map(|(key, row)| Some((i64::from_str_radix(key, 16).ok()?, kind(row)?, row.get("data"))))
                .collect()
        }
    };
    found.into_iter().filter(|(id, ..)| !NOTHING.contains(id)).collect()
}

/// Adds the path of each field in `node` that refers to a managed object to `holders`; the key is the object's id.
fn hold(node: &Node<'_>, path: &mut String, holders: &mut HashMap<i64, Vec<String>>) {
    if let Node::Map(entries) = node
        && let [(key, id)] = entries.as_slice()
        && (key == "rid" || key == "id")
        && let Some(id) = id.number().filter(|id| !NOTHING.contains(id))
    {
        holders.entry(id).or_default().push(path.clone());
        return;
    }
    each_child(node, path, |_, child, path| hold(child, path, holders));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn managed_type(class: &str) -> ManagedType {
        ManagedType {
            assembly: "Game".to_owned(),
            namespace: "Shop".to_owned(),
            class: class.to_owned(),
        }
    }

    #[test]
    fn full_name_omits_type_parameters() {
        for (class, full) in [
            ("Crate", "Shop.Crate"),
            ("Outer/Inner", "Shop.Outer.Inner"),
            ("Pool`1[[System.Int32, mscorlib]]", "Shop.Pool"),
            ("Pool`1/Item[[System.Int32, mscorlib]]", "Shop.Pool.Item"),
        ] {
            assert_eq!(managed_type(class).full_name(), full);
        }
    }

    #[test]
    fn parses_type_and_id_of_managed_reference_overrides() {
        let told = |value: &str| ManagedType::from_override(value).map(|of| of.identity());
        assert_eq!(told("Game Shop.Crate").as_deref(), Some("Game:Shop:Crate"));
        assert_eq!(told("Game Shop.Outer/Inner").as_deref(), Some("Game:Shop:Outer/Inner"));
        assert_eq!(
            told("Game Shop.Pool`1[[A.B, C]]").as_deref(),
            Some("Game:Shop:Pool`1[[A.B, C]]")
        );
        assert_eq!(told("Game Crate").as_deref(), Some("Game::Crate"));
        assert_eq!((told(""), told(" ")), (None, None));
        assert_eq!(id_of_override("managedReferences[-2]"), Some(-2));
        assert_eq!(id_of_override("managedReferences[7].weight"), None);
    }
}
