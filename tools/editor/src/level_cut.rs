//! Reduces a hierarchy to the maximum size of an answer. Objects arrive depth first; if there are too many, the deepest
//! ones are dropped first.

use schemars::JsonSchema;
use serde::Serialize;

/// Approximate size in JSON bytes of the keys and numbers of one object in the answer, without its texts.
const OBJECT_BYTES: usize = 110;

/// One object of a hierarchy, with its descendants.
#[derive(Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Object {
    pub(crate) name: String,
    /// Names from the root to the object, joined by `/`. Not unique.
    pub(crate) path: String,
    /// Number n of its id `obj:<n>`; only in a loaded scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instance_id: Option<i64>,
    /// Short type names of the components.
    pub(crate) components: Vec<String>,
    /// Child objects, in the same form.
    #[schemars(schema_with = "objects")]
    pub(crate) children: Vec<Self>,
    /// Number of direct children that a cut dump omits.
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) children_left_out: u32,
}

fn objects(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": "array", "items": { "type": "object" } })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

impl Object {
    fn bytes(&self) -> usize {
        let components: usize = self.components.iter().map(|name| name.len() + 3).sum();
        OBJECT_BYTES + self.name.len() + self.path.len() + components
    }
}

struct Kept {
    object: Object,
    depth: usize,
    parent: Option<usize>,
}

/// A collector for the objects of a hierarchy. If their JSON becomes too large, it drops the deepest objects.
pub(crate) struct LevelCut {
    budget: usize,
    bytes: usize,
    /// The objects in depth-first order. A dropped object is `None`.
    kept: Vec<Option<Box<Kept>>>,
    /// The positions in `kept` of the objects in each level. Some objects of the deepest level may be dropped.
    levels: Vec<Vec<usize>>,
    /// The position in `kept` of the newest object in each level, even if it was dropped; `None` for an omitted level.
    newest: Vec<Option<usize>>,
    /// The first level whose objects no longer fit, so that it accepts no more objects.
    closed: usize,
    pub(crate) taken: u64,
    pub(crate) left_out: u64,
}

impl LevelCut {
    /// Creates an empty hierarchy. `budget` is its maximum size in JSON bytes.
    pub(crate) fn new(budget: usize) -> Self {
        Self {
            budget,
            bytes: 0,
            kept: Vec::new(),
            levels: Vec::new(),
            newest: Vec::new(),
            closed: usize::MAX,
            taken: 0,
            left_out: 0,
        }
    }

    /// Adds the next object. Its parent is the newest object in the level above.
    pub(crate) fn push(&mut self, depth: usize, object: Object) {
        self.taken += 1;
        let parent = depth
            .checked_sub(1)
            .and_then(|above| self.newest.get(above).copied().flatten());
        self.newest.truncate(depth);
        if depth >= self.closed {
            self.give_up(parent);
            return;
        }
        let at = self.kept.len();
        self.newest.resize(depth, None);
        self.newest.push(Some(at));
        self.bytes += object.bytes();
        if self.levels.len() <= depth {
            self.levels.resize_with(depth + 1, Vec::new);
        }
        self.levels.get_mut(depth).into_iter().for_each(|level| level.push(at));
        self.kept.push(Some(Box::new(Kept { object, depth, parent })));
        while self.bytes > self.budget && self.drop_last() {}
    }

    /// Drops the last object of the deepest level. Returns false if there is no object.
    fn drop_last(&mut self) -> bool {
        while self.levels.last().is_some_and(Vec::is_empty) {
            self.levels.pop();
        }
        let Some(at) = self.levels.last_mut().and_then(Vec::pop) else {
            return false;
        };
        self.closed = self.levels.len() - 1;
        if let Some(kept) = self.kept.get_mut(at).and_then(Option::take) {
            self.bytes -= kept.object.bytes();
            self.give_up(kept.parent);
        }
        true
    }

    fn give_up(&mut self, parent: Option<usize>) {
        self.left_out += 1;
        let parent = parent.and_then(|at| self.kept.get_mut(at)).and_then(Option::as_mut);
        if let Some(parent) = parent {
            parent.object.children_left_out += 1;
        }
    }

    /// Returns the root objects, each with its kept descendants.
    pub(crate) fn into_roots(self) -> Vec<Object> {
        let mut roots = Vec::new();
        // Objects whose children are still arriving, one for each level.
        let mut open: Vec<Object> = Vec::new();
        for kept in self.kept.into_iter().flatten() {
            while open.len() > kept.depth {
                close(&mut open, &mut roots);
            }
            open.push(kept.object);
        }
        while !open.is_empty() {
            close(&mut open, &mut roots);
        }
        roots
    }
}

fn close(open: &mut Vec<Object>, roots: &mut Vec<Object>) {
    let Some(done) = open.pop() else { return };
    match open.last_mut() {
        Some(parent) => parent.children.push(done),
        None => roots.push(done),
    }
}

#[cfg(test)]
mod tests {
    use super::{LevelCut, OBJECT_BYTES, Object};

    fn cut(budget: usize, rows: &[(usize, &str)]) -> LevelCut {
        let mut cut = LevelCut::new(budget * (OBJECT_BYTES + 1));
        for (depth, name) in rows {
            let name = (*name).to_owned();
            cut.push(
                *depth,
                Object {
                    name,
                    ..Object::default()
                },
            );
        }
        cut
    }

    fn objects_text(objects: &[Object]) -> String {
        let one = |object: &Object| {
            let left = match object.children_left_out {
                0 => String::new(),
                count => format!("+{count}"),
            };
            format!("{}{left}({})", object.name, objects_text(&object.children))
        };
        objects.iter().map(one).collect()
    }

    const ROWS: [(usize, &str); 7] = [(0, "a"), (1, "b"), (2, "c"), (2, "d"), (1, "e"), (2, "f"), (0, "g")];

    #[test]
    fn keeps_whole_levels_before_deeper_ones() {
        for (budget, expected, left_out) in [
            (7, "a(b(c()d())e(f()))g()", 0),
            (6, "a(b(c()d())e+1())g()", 1),
            (5, "a(b+1(c())e+1())g()", 2),
            (4, "a(b+2()e+1())g()", 3),
            (3, "a+1(b+2())g()", 4),
            (2, "a+2()g()", 5),
            (1, "a+2()", 6),
            (0, "", 7),
        ] {
            let cut = cut(budget, &ROWS);
            assert_eq!((cut.taken, cut.left_out), (7, left_out), "{budget}");
            assert_eq!(objects_text(&cut.into_roots()), expected, "{budget}");
        }
    }

    #[test]
    fn counts_name_length_against_the_budget() {
        let mut cut = LevelCut::new(2 * OBJECT_BYTES);
        let long = "x".repeat(OBJECT_BYTES + 1);
        for name in [long.as_str(), "y"] {
            let name = name.to_owned();
            cut.push(
                0,
                Object {
                    name,
                    ..Object::default()
                },
            );
        }
        assert_eq!((cut.taken, cut.left_out), (2, 2));
    }
}
