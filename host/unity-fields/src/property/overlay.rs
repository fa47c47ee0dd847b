//! Writes values into the value tree of a component: overrides of prefab instances, and edits of a session.
//!
//! As in Unity, overrides apply in their order. `Array.size` truncates an array or repeats its last element (zeros for
//! an empty array); values beyond the end of an array change nothing. If neither the file nor a class shows the members
//! of a new element, the overrides determine them. Overrides that change nothing are recorded with a reason.

mod ignored_overrides;

use super::path::{PropertyPath, Step};
use super::walk::{End, Stop, Why};
use super::{Kinds, managed};
use crate::channels::set_channel;
use crate::packed_arrays::{resize_packed, set_packed};
use crate::{Kind, channel_byte, zero, zero_element};
pub use ignored_overrides::Ignored;
use ignored_overrides::Reason;
use std::borrow::Cow;
use unity_yaml::{FileRef, Node};

/// Maximum number of elements to which an override can enlarge an array; an override beyond it has no effect.
const MAX_ARRAY: usize = 100_000;

/// Maximum number of tree nodes that all overrides of one component can add; an override beyond it has no effect.
const MAX_ADDED: usize = 250_000;

/// Applies prefab overrides and edits to the fields of one component, and records the overrides without effect.
pub struct Laying<'k> {
    kinds: &'k Kinds<'k>,
    /// Paths of array elements and fields that overrides added; only overrides determine the fields below them.
    open: Vec<PropertyPath>,
    /// Number of tree nodes that overrides can still add to the component before the limit `MAX_ADDED`.
    room: usize,
    ignored: Ignored,
}

impl<'k> Laying<'k> {
    pub fn new(kinds: &'k Kinds<'k>) -> Self {
        Self {
            kinds,
            open: Vec::new(),
            room: MAX_ADDED,
            ignored: Ignored::default(),
        }
    }

    /// Returns the number of tree nodes that the overrides have added so far.
    pub fn added_count(&self) -> usize {
        MAX_ADDED - self.room
    }

    /// Applies one override of a prefab instance to the tree `body`; returns its path, or `None` if it changed nothing.
    pub fn row(&mut self, body: &mut Node<'_>, path: &str, value: &str, reference: FileRef) -> Option<PropertyPath> {
        let parsed = PropertyPath::parse(path).map_err(|_| Reason::NoPath);
        let laid = parsed.and_then(|path| self.put(body, &path, value, reference).map(|()| path));
        laid.map_err(|reason| self.ignored.note(path, reason)).ok()
    }

    /// Returns the overrides without effect that were recorded so far, and clears the record.
    pub fn take_ignored(&mut self) -> Ignored {
        std::mem::take(&mut self.ignored)
    }

    /// Converts elements of arrays that overrides created to references, if they are ids of managed objects.
    pub fn settle(&self, body: &mut Node<'_>) {
        self.open.iter().for_each(|path| managed_elements(body, path));
    }

    /// Applies an edit of the session; returns false if the tree has no such field. A top-level field that the file
    /// lacks is added if the script's class declares it.
    pub fn edit(&mut self, body: &mut Node<'_>, path: &PropertyPath, value: &Node<'static>) -> bool {
        let place = match path.resolve(body, self.kinds) {
            Ok(place) => place,
            Err(_) if comes_in(body, path, self.kinds) && self.spend(value.count()).is_ok() => {
                if let Node::Map(entries) = body {
                    entries.push((Cow::Owned(path.top().to_owned()), value.clone()));
                }
                return true;
            }
            Err(_) => return false,
        };
        if place.end != End::Value {
            return self
                .put(body, path, value.text().unwrap_or_default(), FileRef::default())
                .is_ok();
        }
        let Some(node) = place.get_mut(body) else { return false };
        *node = value.clone();
        true
    }

    /// Finishes applying overrides and edits: calls `settle`, and returns the overrides that changed nothing.
    pub fn finish(self, body: &mut Node<'_>) -> Ignored {
        self.settle(body);
        self.ignored
    }

    fn put(&mut self, body: &mut Node<'_>, path: &PropertyPath, value: &str, reference: FileRef) -> Result<(), Reason> {
        if let [Step::Managed(id)] = path.0.as_slice() {
            return self.managed(body, *id, value);
        }
        let place = loop {
            match path.resolve(body, self.kinds) {
                Ok(place) => break place,
                Err(stop) => self.open_up(body, path, &stop)?,
            }
        };
        let node = place.get_mut(body).ok_or(Reason::NoField)?;
        match &place.end {
            End::Value => {
                let is_new = self.is_open(&place.path) && node.text() == Some("");
                let kind = is_new.then(|| (self.kinds)(&place.path.names())).flatten();
                leaf(node, value, reference, is_new, kind.as_ref())
            }
            End::Length => self.resize(node, &place.path, value),
            End::Packed { item, at } => {
                let (Node::Text(text), Ok(number)) = (node, value.trim().parse()) else {
                    return Err(Reason::NoNumber);
                };
                let is_set = set_packed(text.to_mut(), item, *at, number);
                is_set.then_some(()).ok_or(Reason::NoNumber)
            }
            End::PackedLength { item } => {
                let size = length(value)?;
                let Node::Text(text) = node else {
                    return Err(Reason::NoField);
                };
                self.spend(size)?;
                resize_packed(text.to_mut(), item, size);
                Ok(())
            }
            End::Channel(at) => {
                let byte = value.trim().parse().ok().and_then(channel_byte);
                let is_set = byte.is_some_and(|byte| set_channel(node, *at, byte));
                is_set.then_some(()).ok_or(Reason::NoNumber)
            }
        }
    }

    fn is_open(&self, path: &PropertyPath) -> bool {
        self.open.iter().any(|open| path.starts_with(open))
    }

    fn spend(&mut self, nodes: usize) -> Result<(), Reason> {
        self.room = self.room.checked_sub(nodes).ok_or(Reason::TooMuch)?;
        Ok(())
    }

    /// Adds the missing field at which resolving `path` stopped, if overrides or the script's class determine it.
    fn open_up(&mut self, body: &mut Node<'_>, path: &PropertyPath, stop: &Stop) -> Result<(), Reason> {
        let Some(Step::Key(name)) = path.0.get(stop.step) else {
            return Err(Reason::from_why(stop.why));
        };
        let mut below = stop.place.path.clone();
        below.0.push(Step::Key(name.clone()));
        let kind = (self.kinds)(&below.names());
        if !self.is_open(&stop.place.path) {
            // The file is older than the field, but the script's class declares it.
            let is_of_script = stop.place.path.0.is_empty() && body.get("m_Script").is_some();
            if !is_of_script || kind.is_none() {
                return Err(Reason::from_why(stop.why));
            }
            self.open.push(below);
        }
        let value = kind.as_ref().and_then(zero).unwrap_or(Node::EMPTY);
        self.spend(value.count())?;
        let entry = (Cow::Owned(name.clone()), value);
        match stop.place.get_mut(body) {
            Some(Node::Map(entries)) => entries.push(entry),
            Some(node) if node.text() == Some("") => *node = Node::Map(vec![entry]),
            _ => return Err(Reason::from_why(stop.why)),
        }
        Ok(())
    }

    fn resize(&mut self, node: &mut Node<'_>, path: &PropertyPath, value: &str) -> Result<(), Reason> {
        let size = length(value)?;
        if node.text() == Some("") {
            *node = Node::List(Vec::new());
        }
        let Node::List(items) = node else {
            return Err(Reason::NoField);
        };
        let Some(added) = size.checked_sub(items.len()) else {
            items.truncate(size);
            return Ok(());
        };
        let filler = items.last().cloned().unwrap_or_else(|| {
            let declared = match (self.kinds)(&path.names()) {
                Some(Kind::List(Some(item))) => zero(&item),
                _ => None,
            };
            declared.unwrap_or_else(|| {
                let array = path.0.split_last().map(|(_, array)| array.to_vec());
                self.open.extend(array.map(PropertyPath));
                zero_element(&path.names()).unwrap_or(Node::EMPTY)
            })
        });
        self.spend(filler.count().saturating_mul(added))?;
        items.resize(size, filler);
        Ok(())
    }

    /// Sets the class of a managed object; creates the object without fields if it does not exist.
    fn managed(&mut self, body: &mut Node<'_>, id: i64, type_name: &str) -> Result<(), Reason> {
        self.spend(8)?;
        let row = managed::new_row(id, type_name);
        if let Some(known) = managed::row_mut(body, id) {
            let (Node::Map(known), Node::Map(new)) = (known, row) else {
                return Err(Reason::NoField);
            };
            let new = new.into_iter().find(|(key, _)| key == "type");
            if let (Some((_, slot)), Some((_, kind))) = (known.iter_mut().find(|(key, _)| key == "type"), new) {
                *slot = kind;
            }
        } else if !managed::add(body, row) {
            return Err(Reason::NoField);
        }
        self.open.push(PropertyPath(vec![Step::Managed(id)]));
        Ok(())
    }
}

/// Returns true if the path is a top-level field that the tree lacks but the script's class declares: the file is older
/// than the field.
pub fn comes_in(body: &Node<'_>, path: &PropertyPath, kinds: &Kinds<'_>) -> bool {
    let is_lacking = |name: &str| body.get(name).is_none() && body.get("m_Script").is_some() && kinds(name).is_some();
    matches!(path.0.as_slice(), [Step::Key(name)] if is_lacking(name))
}

fn length(value: &str) -> Result<usize, Reason> {
    let size = value.trim().parse().map_err(|_| Reason::NoNumber)?;
    if size > MAX_ARRAY {
        return Err(Reason::TooMuch);
    }
    Ok(size)
}

fn leaf(node: &mut Node<'_>, value: &str, reference: FileRef, is_new: bool, kind: Option<&Kind>) -> Result<(), Reason> {
    let of_reference = is_new && (reference.file_id != 0 || matches!(kind, Some(Kind::Reference(_))));
    let text = Node::Text(Cow::Owned(value.to_owned()));
    match node {
        Node::Text(_) if of_reference => *node = reference_node(reference),
        Node::Text(_) => *node = text,
        Node::Map(entries) => match entries.as_mut_slice() {
            [(key, id)] if key == "rid" || key == "id" => *id = text,
            entries if entries.iter().any(|(key, _)| key == "fileID") => *node = reference_node(reference),
            // A value cannot represent a structure.
            _ => return Err(Reason::Structure),
        },
        Node::List(_) => return Err(Reason::Structure),
    }
    Ok(())
}

/// Returns a tree node that represents an object reference: a map with `fileID`, and `guid` if the reference has one.
pub fn reference_node(reference: FileRef) -> Node<'static> {
    let text = |text: String| Node::Text(Cow::Owned(text));
    let mut entries = vec![(Cow::Borrowed("fileID"), text(reference.file_id.to_string()))];
    if !reference.guid.is_none() {
        entries.push((Cow::Borrowed("guid"), text(reference.guid.to_string())));
    }
    Node::Map(entries)
}

/// Converts the elements of the array at `path` to managed references if one of them is the id of a managed object.
fn managed_elements(body: &mut Node<'_>, path: &PropertyPath) {
    let Some(Node::List(items)) = path.find(body) else {
        return;
    };
    let id = |item: &Node<'_>| item.text().and_then(|text| text.parse::<i64>().ok());
    let ids: Option<Vec<i64>> = items.iter().map(id).collect();
    let is_managed = ids.is_some_and(|ids| ids.iter().any(|id| managed::row(body, *id).is_some()));
    let place = path.resolve(body, &super::no_kinds).ok();
    if let (true, Some(Node::List(items))) = (is_managed, place.and_then(|place| place.get_mut(body))) {
        for item in items {
            let id = std::mem::replace(item, Node::EMPTY);
            *item = Node::Map(vec![(Cow::Borrowed("rid"), id)]);
        }
    }
}

impl Reason {
    fn from_why(why: Why) -> Self {
        match why {
            Why::NoKey | Why::NoParts | Why::NoArray => Self::NoField,
            Why::NoManaged => Self::NoManaged,
            Why::Beyond(_) => Self::Beyond,
            Why::UnknownWidth => Self::UnknownWidth,
        }
    }
}
