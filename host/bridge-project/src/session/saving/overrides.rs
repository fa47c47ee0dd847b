//! Converts changed fields of a prefab instance to rows of the instance's `m_Modifications`.
//!
//! The format follows files of Unity 2020.3 to 2022.3. Rows are sorted by the ids of their target objects. Rows of one
//! target are in the order of their creation.

use super::cannot;
use super::value::text;
use host_bridge::BridgeError;
use std::borrow::Cow;
use std::collections::BTreeSet;
use unity_fields::{Kind, unpack};
use unity_scripts::Declared;
use unity_yaml::{Document, Node};

/// An override row of a PrefabInstance: the new value of one property of one object in the prefab.
#[derive(Debug)]
pub(super) struct Row {
    /// The file id of the object in the prefab's file.
    pub(super) target: i64,
    /// The property path in Unity's notation, such as `m_LocalPosition.x` or `m_Materials.Array.data[0]`.
    pub(super) path: String,
    pub(super) value: String,
    /// The referenced object or asset; `None` if the property is not a reference.
    pub(super) reference: Option<Node<'static>>,
    pub(super) how: How,
}

/// The change that a save makes to an override row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum How {
    Put,
    /// Update an override row that exists. Add none, because the property has the right value without a row.
    Follow,
    /// Fail with this error if the row exists, because it cannot contain the reference. Otherwise do nothing.
    Untold(BridgeError),
    Remove,
}

/// Returns the override rows that restore a property to its value before an earlier save, and the paths of rows added
/// by that save (`added`) that remain. `now` are the rows for the change of the current file, `apart` the rows that are
/// needed without the added ones.
pub(super) fn restoring_rows(
    now: Vec<Row>,
    apart: Vec<Row>,
    target: i64,
    added: &BTreeSet<String>,
) -> (Vec<Row>, BTreeSet<String>) {
    let wanted: BTreeSet<String> = apart.iter().map(|row| row.path.clone()).collect();
    let gone = added.iter().filter(|path| !wanted.contains(*path)).map(|path| Row {
        target,
        path: path.clone(),
        value: String::new(),
        reference: None,
        how: How::Remove,
    });
    let follow = now
        .into_iter()
        .filter(|row| !wanted.contains(&row.path))
        .map(|row| Row {
            how: How::Follow,
            ..row
        });
    let rows = gone.chain(follow).chain(apart).collect();
    (rows, added.intersection(&wanted).cloned().collect())
}

/// True if the property path belongs to the top-level field `key`.
pub(super) fn is_of(path: &str, key: &str) -> bool {
    path.strip_prefix(key)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// Collects the override rows (property changes in a PrefabInstance) for the differences between two versions of a
/// component.
pub(super) struct Leaves<'s> {
    pub(super) target: i64,
    pub(super) declared: &'s Declared<'s>,
    pub(super) rows: Vec<Row>,
}

impl Leaves<'_> {
    /// Adds override rows for the differences between two field values. Fails for one that no row can express.
    pub(super) fn add_differences(
        &mut self,
        path: &str,
        names: &str,
        old: Option<&Node<'_>>,
        new: &Node<'_>,
    ) -> Result<(), BridgeError> {
        match (old, new) {
            (Some(old), new) if old == new => Ok(()),
            (Some(Node::Text(old)), Node::Text(new)) => self.text(path, names, old, new),
            (None, Node::Text(new)) => match self.declared.kind(names) {
                // The list is stored as hexadecimal digits. Each number is a property, and the old list is empty.
                Some(Kind::List(_)) => self.text(path, names, "", new),
                _ => {
                    self.push(path.to_owned(), new, None);
                    Ok(())
                }
            },
            (_, Node::Map(_)) if new.get("fileID").is_some() => {
                if old.is_none_or(|old| old.file_ref() != new.file_ref()) {
                    self.push(path.to_owned(), "", Some(new.to_static()));
                }
                Ok(())
            }
            (old, Node::Map(new)) => self.map(path, names, old, new),
            (Some(Node::List(old)), Node::List(new)) => self.list(path, names, old, new),
            _ => Err(no_rows(path)),
        }
    }

    fn map(
        &mut self,
        path: &str,
        names: &str,
        old: Option<&Node<'_>>,
        new: &[(Cow<'_, str>, Node<'_>)],
    ) -> Result<(), BridgeError> {
        let is_managed = matches!(new, [(key, _)] if key == "rid" || key == "id") || path == "references";
        let old_entries = old.map(Node::entries);
        let same_keys = old_entries.is_none_or(|old| old.iter().map(|(key, _)| key).eq(new.iter().map(|(key, _)| key)));
        if is_managed || !same_keys {
            return Err(no_rows(path));
        }
        for (at, (key, value)) in new.iter().enumerate() {
            let below = |way: &str| {
                if way.is_empty() {
                    key.to_string()
                } else {
                    format!("{way}.{key}")
                }
            };
            // This key belongs to the file format. It is not a property that an instance could set.
            if old_entries.is_none() && key == "serializedVersion" {
                continue;
            }
            let old = old_entries.and_then(|old| old.get(at)).map(|(_, value)| value);
            self.add_differences(&below(path), &below(names), old, value)?;
        }
        Ok(())
    }

    fn list(&mut self, path: &str, names: &str, old: &[Node<'_>], new: &[Node<'_>]) -> Result<(), BridgeError> {
        if old.len() != new.len() {
            self.push(format!("{path}.Array.size"), &new.len().to_string(), None);
        }
        for (at, value) in new.iter().enumerate() {
            let (path, old) = (format!("{path}.Array.data[{at}]"), old.get(at));
            match (old, value) {
                // A single value, even if a list has the same name.
                (None | Some(Node::Text(_)), Node::Text(text)) if old != Some(value) => self.push(path, text, None),
                _ => self.add_differences(&path, names, old, value)?,
            }
        }
        Ok(())
    }

    /// Adds an override row for a changed value, or rows for the items of a list that is stored as hexadecimal digits.
    fn text(&mut self, path: &str, names: &str, old: &str, new: &str) -> Result<(), BridgeError> {
        let Some(Kind::List(Some(item))) = self.declared.kind(names) else {
            self.push(path.to_owned(), new, None);
            return Ok(());
        };
        let (Some(old), Some(new)) = (unpack(old, &item), unpack(new, &item)) else {
            return Err(no_rows(path));
        };
        if old.len() != new.len() {
            self.push(format!("{path}.Array.size"), &new.len().to_string(), None);
        }
        for (at, number) in new
            .iter()
            .enumerate()
            .filter(|(at, number)| old.get(*at) != Some(*number))
        {
            self.push(format!("{path}.Array.data[{at}]"), &number.to_string(), None);
        }
        Ok(())
    }

    fn push(&mut self, path: String, value: &str, reference: Option<Node<'static>>) {
        self.rows.push(Row {
            target: self.target,
            path,
            value: value.to_owned(),
            reference,
            how: How::Put,
        });
    }
}

fn no_rows(path: &str) -> BridgeError {
    cannot(format!(
        "{path} of a prefab instance can't be expressed as overrides of single values"
    ))
}

/// Applies override rows to a PrefabInstance. Returns its new fields, and the target and path of each added row.
pub(super) fn with_rows(
    document: &Document<'_>,
    rows: Vec<Row>,
) -> Result<(Node<'static>, Vec<(i64, String)>), BridgeError> {
    let strange = || {
        cannot(format!(
            "the prefab instance {} has another form than Unity's",
            document.id()
        ))
    };
    let tree = document.tree().map_err(|problem| cannot(problem.to_string()))?;
    let [(_, body)] = tree.entries() else {
        return Err(strange());
    };
    let mut body = body.to_static();
    let prefab = body.get("m_SourcePrefab").cloned().ok_or_else(strange)?;
    let list = entry(&mut body, "m_Modification")
        .and_then(|node| entry(node, "m_Modifications"))
        .ok_or_else(strange)?;
    let Node::List(known) = list else { return Err(strange()) };
    let mut new = Vec::new();
    for row in rows {
        let spot = (row.target, row.path.clone());
        if let How::Untold(why) = &row.how {
            match known.iter().any(|node| is_row(node, &row)) {
                true => return Err(why.clone()),
                false => continue,
            }
        }
        if put(known, row, &prefab).ok_or_else(strange)? {
            new.push(spot);
        }
    }
    Ok((body, new))
}

fn entry<'t>(node: &'t mut Node<'static>, key: &str) -> Option<&'t mut Node<'static>> {
    match node {
        Node::Map(entries) => entries
            .iter_mut()
            .find(|(known, _)| known == key)
            .map(|(_, value)| value),
        _ => None,
    }
}

fn target(node: &Node<'_>) -> Option<i64> {
    node.get("target").map(|target| target.file_ref().file_id)
}

fn is_row(node: &Node<'_>, row: &Row) -> bool {
    target(node) == Some(row.target) && node.get("propertyPath").and_then(Node::text) == Some(row.path.as_str())
}

/// Inserts, changes or removes an override row in the list `known`. Returns true if a row was added, and `None` if the
/// existing row has an unexpected form.
fn put(known: &mut Vec<Node<'static>>, row: Row, prefab: &Node<'static>) -> Option<bool> {
    if row.how == How::Remove {
        known.retain(|node| !is_row(node, &row));
        return Some(false);
    }
    if let Some(there) = known.iter_mut().rev().find(|node| is_row(node, &row)) {
        // A row with another spelling may be damaged, so it is not overwritten.
        there
            .get("objectReference")
            .filter(|known| known.is_usual_reference() || **known == null_reference())?;
        *entry(there, "value")? = text(&row.value);
        *entry(there, "objectReference")? = row.reference.unwrap_or_else(null_reference);
        return Some(false);
    }
    if row.how == How::Follow {
        return Some(false);
    }
    let (guid, kind) = (prefab.get("guid")?.clone(), prefab.get("type")?.clone());
    let new = Node::Map(vec![
        (
            Cow::Borrowed("target"),
            Node::Map(vec![
                (Cow::Borrowed("fileID"), text(&row.target.to_string())),
                (Cow::Borrowed("guid"), guid),
                (Cow::Borrowed("type"), kind),
            ]),
        ),
        (Cow::Borrowed("propertyPath"), text(&row.path)),
        (Cow::Borrowed("value"), text(&row.value)),
        (
            Cow::Borrowed("objectReference"),
            row.reference.unwrap_or_else(null_reference),
        ),
    ]);
    let behind = known
        .iter()
        .rposition(|node| target(node).is_some_and(|id| id <= row.target));
    known.insert(behind.map_or(0, |at| at + 1), new);
    Some(true)
}

fn null_reference() -> Node<'static> {
    Node::Map(vec![(Cow::Borrowed("fileID"), text("0"))])
}
