//! The walk down a component's tree. Whoever reads, names, overrides or sets a field goes this way.

use super::path::{PropertyPath, Step};
use crate::yaml::Node;

/// A place in a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Place {
    /// Positions among the children of a node, from the top.
    hops: Vec<usize>,
    /// The way as the tree's own names have it.
    pub(crate) path: PropertyPath,
}

/// How far a path leads, and why no further.
#[derive(Debug)]
pub(crate) struct Stop {
    /// The last place that is there.
    pub(crate) place: Place,
    pub(crate) why: Why,
}

/// Why a path ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// There are names, but not this one.
    NoKey,
    /// A value or an array, which has no parts with names.
    NoParts,
    /// A value or a structure, which has no positions; or a packed array.
    NoArray,
    /// The array has only so many elements.
    Beyond(usize),
}

/// The entry of a map that a name stands for.
pub(crate) type Entry<'e> = dyn Fn(&Node<'_>, &str) -> Option<usize> + 'e;

/// The entry of exactly that name.
fn exact(node: &Node<'_>, name: &str) -> Option<usize> {
    node.entries().iter().position(|(key, _)| key == name)
}

impl Place {
    pub(crate) fn get<'t, 'a>(&self, tree: &'t Node<'a>) -> Option<&'t Node<'a>> {
        self.hops.iter().try_fold(tree, |node, at| match node {
            Node::Map(entries) => entries.get(*at).map(|(_, value)| value),
            Node::List(items) => items.get(*at),
            Node::Text(_) => None,
        })
    }

    pub(crate) fn get_mut<'t, 'a>(&self, tree: &'t mut Node<'a>) -> Option<&'t mut Node<'a>> {
        self.hops.iter().try_fold(tree, |node, at| match node {
            Node::Map(entries) => entries.get_mut(*at).map(|(_, value)| value),
            Node::List(items) => items.get_mut(*at),
            Node::Text(_) => None,
        })
    }

    /// Steps into `node`, which stands here.
    fn step<'t, 'a>(&mut self, node: &'t Node<'a>, step: &Step, entry: &Entry<'_>) -> Result<&'t Node<'a>, Why> {
        match (step, node) {
            (Step::Key(name), Node::Map(entries)) => {
                let at = entry(node, name).ok_or(Why::NoKey)?;
                let (key, value) = entries.get(at).ok_or(Why::NoKey)?;
                self.hops.push(at);
                self.path.0.push(Step::Key(key.to_string()));
                Ok(value)
            }
            (Step::Key(_), _) => Err(Why::NoParts),
            (Step::Index(at), Node::List(items)) => {
                let item = items.get(*at).ok_or(Why::Beyond(items.len()))?;
                self.hops.push(*at);
                self.path.0.push(step.clone());
                Ok(item)
            }
            (Step::Index(_), _) => Err(Why::NoArray),
        }
    }
}

impl PropertyPath {
    /// The place at the end of the path.
    ///
    /// # Errors
    /// The last place on the way that the tree has.
    pub(crate) fn resolve(&self, tree: &Node<'_>) -> Result<Place, Stop> {
        self.resolve_by(tree, &exact)
    }

    /// The same, with names that `entry` looks up.
    ///
    /// # Errors
    /// Like `resolve`.
    pub(crate) fn resolve_by(&self, tree: &Node<'_>, entry: &Entry<'_>) -> Result<Place, Stop> {
        let mut place = Place::default();
        let mut node = tree;
        for step in &self.0 {
            match place.step(node, step, entry) {
                Ok(below) => node = below,
                Err(why) => return Err(Stop { place, why }),
            }
        }
        Ok(place)
    }

    /// The value at the end of the path; `None` where the tree has no such place.
    pub(crate) fn find<'t, 'a>(&self, tree: &'t Node<'a>) -> Option<&'t Node<'a>> {
        self.resolve(tree).ok()?.get(tree)
    }
}
