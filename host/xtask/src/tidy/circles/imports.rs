//! The imports between the files of a crate. A name counts as imported from the file that declares it, even if another
//! file re-exports it.

use super::scan::{Scan, Use};
use std::collections::{BTreeMap, BTreeSet};

type Module = Vec<String>;

/// Maximum number of `pub use` re-exports that are followed from an imported name to its declaration.
const HANDS: usize = 12;

/// The declarations and imports in each source file of one crate, by the path of the file's module.
pub(super) struct Imports(BTreeMap<Module, Scan>);

impl Imports {
    /// Reads all modules of a crate. `read` returns the names in the module at a path; the root has the empty path.
    pub(super) fn read(mut read: impl FnMut(&[String]) -> Option<Scan>) -> Self {
        let mut files = BTreeMap::new();
        let mut open = vec![Module::new()];
        while let Some(module) = open.pop() {
            let Some(scan) = read(&module) else { continue };
            open.extend(
                scan.children
                    .iter()
                    .map(|child| [&*module, std::slice::from_ref(child)].concat()),
            );
            files.insert(module, scan);
        }
        Self(files)
    }

    /// Returns the import loops: sets of files in which each file imports from each other one, directly or indirectly.
    /// Ignores imports between a file and the files in its folder, and all imports from or by the root of the crate.
    pub(super) fn circles(&self) -> Vec<BTreeSet<&Module>> {
        let taken: BTreeMap<&Module, BTreeSet<&Module>> =
            self.0.keys().map(|module| (module, self.taken_by(module))).collect();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            self.0.keys().map(|module| (module, reach(module, &taken))).collect();
        let mut circles = BTreeSet::new();
        for (module, there) in &reached {
            let circle: BTreeSet<&Module> = there
                .iter()
                .filter(|other| reached[*other].contains(module))
                .copied()
                .collect();
            if circle.len() > 1 {
                circles.insert(circle);
            }
        }
        circles.into_iter().collect()
    }

    fn taken_by(&self, module: &Module) -> BTreeSet<&Module> {
        let Some(scan) = self.0.get(module) else {
            return BTreeSet::new();
        };
        let mut taken = BTreeSet::new();
        for one in scan.uses.iter().filter(|one| !one.is_handed_on) {
            let Some(path) = self.resolve_from_root(module, &one.path) else {
                continue;
            };
            match &*one.name {
                "*" => taken.extend(scan.words.iter().filter_map(|word| {
                    let path = [&*path, std::slice::from_ref(word)].concat();
                    self.declaring_module(&path, HANDS)
                })),
                _ if !self.0.contains_key(&path) => taken.extend(self.declaring_module(&path, HANDS)),
                _ => {}
            }
        }
        for path in &scan.paths {
            let brought = scan.uses.iter().find(|one| one.name == path[0]);
            let full = match brought.and_then(|one| self.resolve_from_root(module, &one.path)) {
                Some(start) => Some([&*start, &path[1..]].concat()),
                None => self.resolve_from_root(module, path),
            };
            taken.extend(full.and_then(|path| self.declaring_module(&path, HANDS)));
        }
        let is_one_room = |other: &Module| other.starts_with(module) || module.starts_with(other);
        taken.retain(|other| !is_one_room(other));
        taken
    }

    /// Converts `path`, as written in `module`, to a path from the crate's root; `None` if it belongs to another crate.
    fn resolve_from_root(&self, module: &Module, path: &[String]) -> Option<Module> {
        let first = path.first()?;
        match &**first {
            "crate" => Some(path[1..].to_vec()),
            "self" => Some([module, &path[1..]].concat()),
            "super" => {
                let above = path.iter().take_while(|word| *word == "super").count();
                let room = module.get(..module.len().checked_sub(above)?)?;
                Some([room, &path[above..]].concat())
            }
            _ => {
                let child = [&**module, std::slice::from_ref(first)].concat();
                self.0.contains_key(&child).then(|| [&**module, path].concat())
            }
        }
    }

    /// Returns the module that declares the item at `path`, after at most `hands` re-exports; `None` if unknown.
    fn declaring_module(&self, path: &[String], hands: usize) -> Option<&Module> {
        let depth = (0..=path.len())
            .rev()
            .find(|depth| self.0.contains_key(&path[..*depth]))?;
        let (module, scan) = self.0.get_key_value(&path[..depth])?;
        let name = path.get(depth)?;
        if scan.items.contains(name) {
            return Some(module);
        }
        let hands = hands.checked_sub(1)?;
        let (mut named, all): (Vec<&Use>, Vec<&Use>) = (
            scan.uses.iter().filter(|one| one.name == *name).collect(),
            scan.uses.iter().filter(|one| one.name == "*").collect(),
        );
        let is_another_crates = !named.is_empty()
            && named
                .iter()
                .all(|one| self.resolve_from_root(module, &one.path).is_none());
        named.extend(all);
        let found = named.into_iter().find_map(|one| {
            let start = self.resolve_from_root(module, &one.path)?;
            let from = if one.name == "*" { depth } else { depth + 1 };
            self.declaring_module(&[&*start, &path[from..]].concat(), hands)
        });
        // Without a declaration, a macro in this file creates the name, or it is in an inline module of the file.
        found.or_else(|| (depth > 0 && !is_another_crates).then_some(module))
    }
}

fn reach<'a>(from: &'a Module, taken: &BTreeMap<&'a Module, BTreeSet<&'a Module>>) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from];
    while let Some(module) = open.pop() {
        for next in taken.get(module).into_iter().flatten() {
            if reached.insert(*next) {
                open.push(next);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let imports = Imports::read(|module| {
            let text = files.iter().find(|(name, _)| *name == module.join("/"))?.1;
            Some(Scan::parse(text).expect("tokens"))
        });
        let shown = |circle: BTreeSet<&Module>| {
            circle
                .iter()
                .map(|module| module.join("/"))
                .collect::<Vec<_>>()
                .join(" ")
        };
        imports.circles().into_iter().map(shown).collect()
    }

    #[test]
    fn finds_loops_through_reexports_globs_and_inline_paths() {
        let root = ("", "mod a; mod b; mod hands; mod c;");
        let hands = ("hands", "pub use crate::b::B;");
        for (a, b) in [
            ("use crate::hands::B; pub struct A;", "use crate::a::A; pub struct B;"),
            (
                "pub struct A; fn f() { crate::b::B::new() }",
                "pub struct B; fn f(_: super::a::A) {}",
            ),
            (
                "use crate::b::*; pub struct A(B);",
                "use crate::a; pub struct B; fn f() -> a::A { a::A }",
            ),
        ] {
            let files = [root, hands, ("a", a), ("b", b), ("c", "use crate::a::A; struct C;")];
            assert_eq!(circles(&files), ["a b"], "{a} {b}");
        }
    }

    #[test]
    fn ignores_one_way_parent_child_and_test_imports() {
        let root = ("", "mod a; mod b; pub struct Root;");
        for (a, b, child) in [
            ("use crate::b::B; pub struct A;", "pub struct B;", ""),
            (
                "mod child; pub use child::Child; pub struct A;",
                "pub struct B;",
                "use super::A; pub struct Child;",
            ),
            (
                "mod child; use child::Child; use crate::Root; pub struct A;",
                "use crate::a::A; pub struct B;",
                "use crate::a::A; pub struct Child;",
            ),
            (
                "#[cfg(test)] use crate::b::B; pub struct A;",
                "use crate::a::A; pub struct B;",
                "",
            ),
        ] {
            assert!(
                circles(&[root, ("a", a), ("b", b), ("a/child", child)]).is_empty(),
                "{a} {b}"
            );
        }
        let across = [
            root,
            ("a", "mod child; pub struct A;"),
            ("b", "use crate::a::A; pub struct B;"),
            ("a/child", "use crate::b::B; pub struct Child;"),
        ];
        assert!(circles(&across).is_empty(), "the child is not what its parent declares");
        let down = [
            root,
            ("a", "mod child; use child::C; pub struct A;"),
            ("b", "pub struct B(crate::a::child::C);"),
            ("a/child", "pub struct C(crate::b::B);"),
        ];
        assert_eq!(circles(&down), ["a/child b"]);
    }
}
