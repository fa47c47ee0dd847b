//! The location of managed objects (`[SerializeReference]`) in the value tree of a component.
//!
//! A field contains only an id, `{rid: 7}`; the object is stored under `references`. Since Unity 2021 it is an item of
//! the list `RefIds`. Before, it was a map entry with the id in eight hexadecimal digits as key, and the field
//! contained `{id: 7}`.

use std::borrow::Cow;
use unity_yaml::Node;

/// Ids of managed references without an object: -2 means null, and -1 an object whose class no longer exists.
const NOTHING: [i64; 2] = [-2, -1];

/// Returns the id of the `[SerializeReference]` object to which a field refers; `None` if it is not such a field.
pub(super) fn id_of(node: &Node<'_>) -> Option<i64> {
    match node.entries() {
        [(key, id)] if key == "rid" || key == "id" => id.number().filter(|id| !NOTHING.contains(id)),
        _ => None,
    }
}

/// Finds a `[SerializeReference]` object by id: child indexes from the root of the tree; `None` if it does not exist.
pub(super) fn row(tree: &Node<'_>, id: i64) -> Option<Vec<usize>> {
    let entry = |node: &Node<'_>, name: &str| node.entries().iter().position(|(key, _)| key == name);
    let references = entry(tree, "references")?;
    let kept = &tree.entries().get(references)?.1;
    if let Some(rows) = entry(kept, "RefIds") {
        let items = kept.entries().get(rows)?.1.items();
        let found = items
            .iter()
            .position(|item| item.get("rid").and_then(Node::number) == Some(id))?;
        return Some(vec![references, rows, found]);
    }
    let key = format!("{id:08x}");
    let found = kept
        .entries()
        .iter()
        .position(|(known, _)| known.eq_ignore_ascii_case(&key))?;
    Some(vec![references, found])
}

pub(super) fn row_mut<'t, 'a>(tree: &'t mut Node<'a>, id: i64) -> Option<&'t mut Node<'a>> {
    row(tree, id)?.into_iter().try_fold(tree, |node, at| match node {
        Node::Map(entries) => entries.get_mut(at).map(|(_, value)| value),
        Node::List(items) => items.get_mut(at),
        Node::Text(_) => None,
    })
}

/// Returns the id and the full class name of a managed object, if `node` is a field that refers to one.
pub fn type_of(tree: &Node<'_>, node: &Node<'_>) -> Option<(i64, String)> {
    let id = id_of(node)?;
    Some((id, class_of(tree, id)?))
}

/// Returns the full class name of the managed object with that id; `None` if the tree has no such object.
pub fn class_of(tree: &Node<'_>, id: i64) -> Option<String> {
    let row = row(tree, id)?.into_iter().try_fold(tree, |node, at| match node {
        Node::Map(entries) => entries.get(at).map(|(_, value)| value),
        node => node.items().get(at),
    })?;
    let part = |key: &str| row.get("type").and_then(|kind| kind.get(key)).and_then(Node::text);
    let class = part("class").unwrap_or_default();
    Some(match part("ns").unwrap_or_default() {
        "" => class.to_owned(),
        namespace => format!("{namespace}.{class}"),
    })
}

/// Creates a `RefIds` row for a managed object without fields. `type_name` is `Assembly Namespace.Class`.
pub(super) fn new_row(id: i64, type_name: &str) -> Node<'static> {
    let text = |text: &str| Node::Text(Cow::Owned(text.to_owned()));
    let map = |entries: Vec<(&'static str, Node<'static>)>| {
        Node::Map(
            entries
                .into_iter()
                .map(|(key, value)| (Cow::Borrowed(key), value))
                .collect(),
        )
    };
    let (assembly, full) = type_name.split_once(' ').unwrap_or(("", type_name));
    // The arguments of a generic type contain dots too.
    let plain = full.split(['`', '[']).next().unwrap_or_default();
    let (namespace, class) = match plain.rfind('.') {
        Some(dot) => (full.get(..dot), full.get(dot + 1..)),
        None => (None, Some(full)),
    };
    let kind = map(vec![
        ("class", text(class.unwrap_or_default())),
        ("ns", text(namespace.unwrap_or_default())),
        ("asm", text(assembly)),
    ]);
    map(vec![
        ("rid", text(&id.to_string())),
        ("type", kind),
        ("data", Node::Map(Vec::new())),
    ])
}

/// Adds a row to the list `RefIds`, which it creates if needed; false if the tree has the format before Unity 2021.
pub(super) fn add(tree: &mut Node<'_>, row: Node<'static>) -> bool {
    let Node::Map(fields) = tree else { return false };
    if !fields.iter().any(|(key, _)| key == "references") {
        let kept = vec![
            (Cow::Borrowed("version"), Node::Text(Cow::Borrowed("2"))),
            (Cow::Borrowed("RefIds"), Node::List(Vec::new())),
        ];
        fields.push((Cow::Borrowed("references"), Node::Map(kept)));
    }
    let kept = fields.iter_mut().find(|(key, _)| key == "references");
    let Some((_, Node::Map(kept))) = kept else { return false };
    match kept.iter_mut().find(|(key, _)| key == "RefIds") {
        Some((_, Node::List(rows))) => {
            rows.push(row);
            true
        }
        _ => false,
    }
}
