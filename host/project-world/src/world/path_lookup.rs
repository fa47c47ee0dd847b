//! Finds objects by hierarchy path, without an index of all paths.

use super::{NodeAt, Place, World};

impl World {
    /// Returns all objects with exactly this hierarchy path, as ascending positions in the list of all objects. A name
    /// may contain `/`, so the function tries each way to split the path into names.
    pub(crate) fn places_of_path(&self, path: &str) -> Vec<Place> {
        let mut places = Vec::new();
        let mut open: Vec<(&[NodeAt], &str)> = self.roots.values().map(|roots| (roots.as_slice(), path)).collect();
        while let Some((siblings, rest)) = open.pop() {
            let Some(rest) = rest.strip_prefix('/') else { continue };
            for at in siblings {
                let Some(below) = rest.strip_prefix(self.name_of(*at)) else {
                    continue;
                };
                let Some(node) = self.node(*at) else { continue };
                if below.is_empty() {
                    places.push(node.place);
                }
                // A name that is longer than the step is rejected at the next step.
                open.push((&node.children, below));
            }
        }
        places.sort_unstable();
        places
    }

    /// Returns true if `path` is the unique path of the object, with sibling numbers as in `/Spawn[2]`.
    pub(crate) fn has_unique_path(&self, at: NodeAt, path: &str) -> bool {
        let (mut rest, mut next) = (path, Some(at));
        while let Some(at) = next {
            let Some(before) = self.without_step(at, rest) else {
                return false;
            };
            rest = before;
            next = self.node(at).and_then(|node| node.parent);
        }
        rest.is_empty()
    }

    /// Returns the hierarchy path `path` without its last name; `None` if that is not the name of this object.
    fn without_step<'p>(&self, at: NodeAt, path: &'p str) -> Option<&'p str> {
        let numbered = match self.number_among(at) {
            1 => path,
            number => {
                let (name, digits) = path.strip_suffix(']')?.rsplit_once('[')?;
                (digits.parse() == Ok(number)).then_some(name)?
            }
        };
        numbered.strip_suffix(self.name_of(at))?.strip_suffix('/')
    }
}
