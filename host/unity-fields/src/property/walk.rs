//! Follows a property path through the value tree of a component, for all code that reads, names or sets a field.

use super::path::{PropertyPath, Step};
use super::{Kinds, managed, no_kinds};
use crate::packed_arrays::packed_len;
use crate::{CHANNELS, Kind, channel_text, is_packed, packed_color, unpack};
use std::borrow::Cow;
use unity_yaml::Node;

/// Location of a field in the tree of a component's field values.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Index of the child at each level on the way from the root of the tree to this node.
    hops: Vec<usize>,
    /// Path of the node, with the names as they are spelled in the tree.
    pub path: PropertyPath,
    pub end: End,
}

/// Part of a tree node to which a field's path leads: the whole value, or a part such as the length of an array.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum End {
    #[default]
    Value,
    /// The path leads to the number of elements of a list.
    Length,
    /// The path leads to an element of a packed array, which a file writes as one run of hexadecimal digits.
    Packed { item: Box<Kind>, at: usize },
    /// The path leads to the length of an array that Unity writes as one hexadecimal text; `item` is the kind of its
    /// elements.
    PackedLength { item: Box<Kind> },
    /// The path leads to a channel of a color that a file stores as one number: 0 to 3 for red, green, blue and alpha.
    Channel(usize),
}

/// The step of a field's path at which the path does not lead further into the tree, with the reason.
#[derive(Debug)]
pub struct Stop {
    /// The last location on the path that still exists in the tree.
    pub place: Place,
    /// Index in the path of the step that does not exist in the tree.
    pub step: usize,
    pub why: Why,
}

/// Reason why a path does not resolve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The path continues with a name that none of the node's named children has.
    NoKey,
    /// The path continues with a name, but the node is a scalar or an array, which has no named children.
    NoParts,
    /// The path continues with an index, but the node is a scalar or a structure, which has no indexes.
    NoArray,
    /// The path contains an index beyond the end of the array; the number is the array's length.
    Beyond(usize),
    /// The path leads into a possible packed array, but the size of its elements is unknown.
    UnknownWidth,
    /// The path begins with the id of a managed object that the tree does not contain.
    NoManaged,
}

/// Function that returns the index of the entry with a name in a map node; `None` if the map has no such entry.
pub(crate) type Entry<'e> = dyn Fn(&Node<'_>, &str) -> Option<usize> + 'e;

fn exact(node: &Node<'_>, name: &str) -> Option<usize> {
    node.entries().iter().position(|(key, _)| key == name)
}

struct Walker<'w, 't, 'a> {
    tree: &'t Node<'a>,
    node: &'t Node<'a>,
    place: Place,
    kinds: &'w Kinds<'w>,
    entry: &'w Entry<'w>,
}

impl Place {
    pub fn get<'t, 'a>(&self, tree: &'t Node<'a>) -> Option<&'t Node<'a>> {
        self.hops.iter().try_fold(tree, |node, at| child(node, *at))
    }

    pub fn get_mut<'t, 'a>(&self, tree: &'t mut Node<'a>) -> Option<&'t mut Node<'a>> {
        self.hops.iter().try_fold(tree, |node, at| match node {
            Node::Map(entries) => entries.get_mut(*at).map(|(_, value)| value),
            Node::List(items) => items.get_mut(*at),
            Node::Text(_) => None,
        })
    }
}

fn child<'t, 'a>(node: &'t Node<'a>, at: usize) -> Option<&'t Node<'a>> {
    match node {
        Node::Map(entries) => entries.get(at).map(|(_, value)| value),
        Node::List(items) => items.get(at),
        Node::Text(_) => None,
    }
}

impl Walker<'_, '_, '_> {
    fn hop(&mut self, at: usize) -> bool {
        match child(self.node, at) {
            Some(below) => {
                self.node = below;
                self.place.hops.push(at);
                true
            }
            None => false,
        }
    }

    fn step(&mut self, step: &Step) -> Result<(), Why> {
        if self.place.end != End::Value {
            return Err(Why::NoParts);
        }
        match step {
            Step::Managed(id) => return self.jump(*id).then_some(()).ok_or(Why::NoManaged),
            Step::Key(name) => {
                if !matches!(self.node, Node::Map(_)) {
                    return Err(Why::NoParts);
                }
                let at = (self.entry)(self.node, name).or_else(|| {
                    // Unity continues from the field directly into the object.
                    let id = managed::id_of(self.node)?;
                    self.jump(id).then(|| (self.entry)(self.node, name))?
                });
                if let Some(channel) = self.channel(name).filter(|_| at.is_none()) {
                    self.place.end = End::Channel(channel);
                    self.place.path.0.push(step.clone());
                    return Ok(());
                }
                let at = at.ok_or(Why::NoKey)?;
                let key = self
                    .node
                    .entries()
                    .get(at)
                    .map_or_else(String::new, |(key, _)| key.to_string());
                self.hop(at);
                self.place.path.0.push(Step::Key(key));
                return Ok(());
            }
            Step::Index(at) => match self.node {
                Node::List(items) if *at >= items.len() => return Err(Why::Beyond(items.len())),
                Node::List(_) => {
                    self.hop(*at);
                }
                Node::Text(text) => {
                    let (item, count) = self.packed_kind(text)?;
                    if *at >= count {
                        return Err(Why::Beyond(count));
                    }
                    self.place.end = End::Packed { item, at: *at };
                }
                Node::Map(_) => return Err(Why::NoArray),
            },
            Step::Size => {
                self.place.end = match self.node {
                    Node::List(_) => End::Length,
                    Node::Text(text) => match self.packed_kind(text) {
                        Ok((item, _)) => End::PackedLength { item },
                        // An empty text is an empty array of any width.
                        Err(Why::UnknownWidth) if text.is_empty() => End::Length,
                        Err(why) => return Err(why),
                    },
                    Node::Map(_) => return Err(Why::NoArray),
                };
            }
        }
        self.place.path.0.push(step.clone());
        Ok(())
    }

    /// Returns the index of the color channel `name`; `None` if the current node is no color stored as one number.
    fn channel(&self, name: &str) -> Option<usize> {
        let channel = CHANNELS.iter().position(|known| *known == name)?;
        let is_packed = (self.kinds)(&self.place.path.names()) == Some(Kind::PackedColor);
        (is_packed && packed_color(self.node).is_some()).then_some(channel)
    }

    /// Returns the kind of the elements of the packed array `text` at the current node, and their number.
    fn packed_kind(&self, text: &str) -> Result<(Box<Kind>, usize), Why> {
        match (self.kinds)(&self.place.path.names()) {
            Some(Kind::List(Some(item))) if is_packed(&item) => {
                let count = packed_len(text, &item).ok_or(Why::UnknownWidth)?;
                Ok((item, count))
            }
            Some(Kind::List(_)) | None if text.bytes().all(|byte| byte.is_ascii_hexdigit()) => Err(Why::UnknownWidth),
            _ => Err(Why::NoArray),
        }
    }

    /// Continues the path at the fields of the managed object with that id; returns false if the object does not exist.
    fn jump(&mut self, id: i64) -> bool {
        let Some(row) = managed::row(self.tree, id) else {
            return false;
        };
        let before = (self.node, std::mem::take(&mut self.place));
        self.node = self.tree;
        let found = row.into_iter().all(|at| self.hop(at));
        let data = exact(self.node, "data");
        if found && data.is_some_and(|data| self.hop(data)) {
            self.place.path = PropertyPath(vec![Step::Managed(id)]);
            return true;
        }
        (self.node, self.place) = before;
        false
    }
}

impl PropertyPath {
    /// Finds the location to which the path leads in `tree`.
    ///
    /// # Errors
    /// The last location on the path that exists in the tree, and the reason why the next step fails.
    pub fn resolve(&self, tree: &Node<'_>, kinds: &Kinds<'_>) -> Result<Place, Stop> {
        self.resolve_by(tree, kinds, &exact)
    }

    /// Finds the location to which the path leads in `tree`, like `resolve`, but looks up names with `entry`.
    ///
    /// # Errors
    /// As for `resolve`.
    pub fn resolve_by(&self, tree: &Node<'_>, kinds: &Kinds<'_>, entry: &Entry<'_>) -> Result<Place, Stop> {
        let mut walker = Walker {
            tree,
            node: tree,
            place: Place::default(),
            kinds,
            entry,
        };
        for (at, step) in self.0.iter().enumerate() {
            if let Err(why) = walker.step(step) {
                return Err(Stop {
                    place: walker.place,
                    step: at,
                    why,
                });
            }
        }
        Ok(walker.place)
    }

    /// Returns the value at the end of the path; an element of a packed array is unpacked. `None` if the tree has no
    /// such field.
    pub fn read<'t, 'a>(&self, tree: &'t Node<'a>, kinds: &Kinds<'_>) -> Option<Cow<'t, Node<'a>>> {
        let place = self.resolve(tree, kinds).ok()?;
        let node = place.get(tree)?;
        let number = match place.end {
            End::Value => return Some(Cow::Borrowed(node)),
            End::Length => i128::try_from(node.items().len()).ok()?,
            End::Packed { item, at } => *unpack(node.text()?, &item)?.get(at)?,
            End::PackedLength { item } => i128::try_from(packed_len(node.text()?, &item)?).ok()?,
            End::Channel(at) => {
                let text = channel_text(*packed_color(node)?.get(at)?);
                return Some(Cow::Owned(Node::Text(Cow::Owned(text))));
            }
        };
        Some(Cow::Owned(Node::Text(Cow::Owned(number.to_string()))))
    }

    /// Returns the tree node at the end of the path; `None` if there is none. It finds no elements of packed arrays.
    pub fn find<'t, 'a>(&self, tree: &'t Node<'a>) -> Option<&'t Node<'a>> {
        let place = self.resolve(tree, &no_kinds).ok()?;
        (place.end == End::Value).then(|| place.get(tree)).flatten()
    }
}
