//! What differs in a component of a prefab instance, as rows of the instance's `m_Modifications`.
//!
//! Source: the rows that Unity 2020.3 to 2022.3 wrote. They stand in the order of their targets' ids, those of one target in
//! the order in which they came.

use super::cannot;
use super::value::text;
use host_bridge::BridgeError;
use std::borrow::Cow;
use std::collections::BTreeSet;
use unity_project::fields::{Kind, unpack};
use unity_project::scripts::Declared;
use unity_yaml::{Document, Node};

/// One property of one object of the instance's source.
#[derive(Debug)]
pub(super) struct Row {
    /// Its id in the source.
    pub(super) target: i64,
    /// As Unity writes it: `m_LocalPosition.x`, `m_Materials.Array.data[0]`.
    pub(super) path: String,
    pub(super) value: String,
    /// Where the property is a reference.
    pub(super) reference: Option<Node<'static>>,
    pub(super) how: How,
}

/// What becomes of a row.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum How {
    Put,
    /// Without it the property reads right, so that only a row that is there follows.
    Follow,
    /// The same, but no row can tell its reference, and why.
    Untold(BridgeError),
    Remove,
}

/// Rows that take a property back towards what it was before saving added the rows `added` for it: `now` are those that lead
/// there from the file, `apart` those in which it still differs from what it was.
pub(super) fn back(
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

/// True for the rows of a top field.
pub(super) fn is_of(path: &str, key: &str) -> bool {
    path.strip_prefix(key)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The leaves in which two trees of one component differ.
pub(super) struct Leaves<'s> {
    pub(super) target: i64,
    pub(super) declared: &'s Declared<'s>,
    pub(super) rows: Vec<Row>,
}

impl Leaves<'_> {
    /// # Errors
    /// `Unsupported` where they differ in a way that no row can tell.
    pub(super) fn between(
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
                // A run of digits is no property: its numbers are, of which there are none so far.
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
            // Of the layout, and no property that an instance could set.
            if old_entries.is_none() && key == "serializedVersion" {
                continue;
            }
            let old = old_entries.and_then(|old| old.get(at)).map(|(_, value)| value);
            self.between(&below(path), &below(names), old, value)?;
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
                // One value, whatever the name of the list stands for.
                (None | Some(Node::Text(_)), Node::Text(text)) if old != Some(value) => self.push(path, text, None),
                _ => self.between(&path, names, old, value)?,
            }
        }
        Ok(())
    }

    /// A value, or an array that is written as one run of digits.
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
        "{path} of a prefab instance can't be told as overrides of single values"
    ))
}

/// The fields of a PrefabInstance with these rows in it, and which rows are new there: their targets and paths.
///
/// # Errors
/// `Unsupported` where the document is not of the form that these versions of Unity write.
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

/// Whether that one of the file is of the same property.
fn is_row(node: &Node<'_>, row: &Row) -> bool {
    target(node) == Some(row.target) && node.get("propertyPath").and_then(Node::text) == Some(row.path.as_str())
}

/// True where the row is a new one.
fn put(known: &mut Vec<Node<'static>>, row: Row, prefab: &Node<'static>) -> Option<bool> {
    if row.how == How::Remove {
        known.retain(|node| !is_row(node, &row));
        return Some(false);
    }
    if let Some(there) = known.iter_mut().rev().find(|node| is_row(node, &row)) {
        // One of another spelling can't be told from damage and is not written over.
        there
            .get("objectReference")
            .filter(|known| known.is_usual_reference() || **known == none())?;
        *entry(there, "value")? = text(&row.value);
        *entry(there, "objectReference")? = row.reference.unwrap_or_else(none);
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
        (Cow::Borrowed("objectReference"), row.reference.unwrap_or_else(none)),
    ]);
    let behind = known
        .iter()
        .rposition(|node| target(node).is_some_and(|id| id <= row.target));
    known.insert(behind.map_or(0, |at| at + 1), new);
    Some(true)
}

fn none() -> Node<'static> {
    Node::Map(vec![(Cow::Borrowed("fileID"), text("0"))])
}
