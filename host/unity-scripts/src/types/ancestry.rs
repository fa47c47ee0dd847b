//! The base types of a component type: of Unity's types from a table, of scripts from sources and assemblies.

use super::{Key, Origin, TypeId, Types, engine, packages};
use std::collections::HashSet;
use std::sync::Arc;
use unity_fields::{base_names, bases_of, component_names, derived_names};

/// Maximum number of base types and interfaces of one type that are collected; further ones are ignored.
const MAX_ANCESTORS: usize = 64;

impl Types {
    /// Returns the full names of the type and of all its base types and interfaces, beginning with the type itself.
    pub fn ancestors(&self, id: TypeId) -> Arc<[String]> {
        self.ancestors.get(&id, || self.climb(id).into())
    }

    /// Returns true if the type, a base type or an interface has this full or short name; case is ignored.
    pub fn is_a(&self, id: TypeId, name: &str) -> bool {
        is_named(&self.name(id), name) || self.ancestors(id).iter().any(|known| is_named(known, name))
    }

    /// Returns the component types that have this name, or a base type or interface with this name.
    pub fn that_are(&self, name: &str) -> Vec<TypeId> {
        let all = (0..).map(TypeId).take(self.entries.len());
        all.filter(|id| self.is_a(*id, name)).collect()
    }

    /// Returns true if Unity's tables, a source, an assembly or an opened file contains a type with that name.
    pub fn is_known(&self, name: &str) -> bool {
        let of_tables = base_names().chain(component_names()).chain(packages::class_names());
        of_tables.into_iter().any(|known| is_named(known, name))
            || derived_names().any(|known| is_named(&engine::full_name(known), name) || is_named(known, name))
            || self.entries.iter().any(|entry| is_named(&entry.name, name))
            || self
                .by_library
                .borrow()
                .values()
                .flat_map(|classes| classes.values())
                .any(|known| is_named(known, name))
            || self.survey().has(name)
            || self.libraries().has(name)
    }

    /// Returns true if a source of the project declares a type with that name.
    pub fn declares(&self, name: &str) -> bool {
        self.survey().has(name)
    }

    /// Returns the names of all known types: full names of Unity's types, of compiled types and of types in use, and
    /// short names of the types that sources declare.
    pub fn known_names(&self) -> Vec<String> {
        let of_tables = base_names().chain(component_names()).chain(packages::class_names());
        let mut known: HashSet<String> = of_tables.map(str::to_owned).collect();
        known.extend(derived_names().map(engine::full_name));
        // A name in a file counts as well, even while its script is not on disk.
        let met = self
            .entries
            .iter()
            .filter(|entry| entry.origin == Origin::Known || !entry.name.starts_with('<'));
        known.extend(met.map(|entry| entry.name.to_string()));
        known.extend(self.survey().names().map(str::to_owned));
        known.extend(self.libraries().names().map(str::to_owned));
        let mut known: Vec<String> = known.into_iter().collect();
        known.sort_unstable();
        known
    }

    fn climb(&self, id: TypeId) -> Vec<String> {
        let script = matches!(
            self.entries.get(id.0 as usize).map(|entry| &entry.key),
            Some(Key::Script(_))
        );
        let mut found = self.base_names(&self.name(id), script);
        // Regardless of its source, a script on an object is a MonoBehaviour.
        if script {
            for base in ["MonoBehaviour", "Behaviour", "Component", "Object"] {
                let base = format!("UnityEngine.{base}");
                if !found.contains(&base) {
                    found.push(base);
                }
            }
        }
        found
    }

    /// Returns the names of a type and all its base types, beginning with the type itself. They are full names if
    /// known. `script` is true if a source or an assembly of the project declares the type.
    pub(super) fn base_names(&self, name: &str, script: bool) -> Vec<String> {
        let mut found = vec![name.to_owned()];
        let mut at = 0;
        while let Some(name) = found.get(at).cloned().filter(|_| found.len() < MAX_ANCESTORS) {
            at += 1;
            let short = name.rsplit('.').next().unwrap_or(&name);
            let of_engine = bases_of(short);
            // A script can have the same name as one of Unity's types.
            let is_own = at == 1 && script && !name.starts_with("Unity") && !name.starts_with("TMPro");
            let next: Vec<String> = if !of_engine.is_empty() && !is_own {
                of_engine.to_vec()
            } else if base_names().any(|known| known == name) {
                Vec::new()
            } else {
                self.declared_bases(&name)
            };
            for base in next {
                if !found.contains(&base) {
                    found.push(base);
                }
            }
        }
        found
    }

    fn declared_bases(&self, name: &str) -> Vec<String> {
        let survey = self.survey();
        if survey.full_name(name).is_none() {
            return self.libraries().bases(name).to_vec();
        }
        let written = survey.bases(name).into_iter();
        let full = written.map(|base| {
            let short = base.rsplit('.').next().unwrap_or(&base);
            let engine = || base_names().find(|known| is_named(known, &base)).map(str::to_owned);
            let derived = || (!bases_of(short).is_empty()).then(|| engine::full_name(short));
            let own = survey.full_name(&base);
            let compiled = || self.libraries().full_name(&base);
            own.or_else(engine).or_else(derived).or_else(compiled).unwrap_or(base)
        });
        full.collect()
    }
}

/// Returns true if `name` is the full or the short name of the type with the full name `full`; case is ignored.
pub(super) fn is_named(full: &str, name: &str) -> bool {
    full.eq_ignore_ascii_case(name)
        || (!name.contains('.')
            && full
                .rsplit('.')
                .next()
                .is_some_and(|short| short.eq_ignore_ascii_case(name)))
}

#[cfg(test)]
mod tests {
    use crate::types::Types;
    use std::sync::Arc;
    use tests_projects::{TinyProject, guid};
    use unity_files::Project;
    use unity_yaml::{FileRef, Guid};

    #[test]
    fn matches_bases_and_interfaces_and_rejects_unknown_names() {
        let project = TinyProject::new();
        project.asset(
            "Assets/Door.cs",
            &guid('a'),
            "namespace Game { public class Door : Openable, UnityEngine.EventSystems.IPointerClickHandler { } }",
        );
        project.asset(
            "Assets/Bases.cs",
            &guid('b'),
            "namespace Game { public interface ILocked { } public abstract class Openable : Thing<int>, ILocked { } public class Thing<T> : MonoBehaviour { } }",
        );
        let mut types = Types::new(Arc::new(Project::open(project.root()).expect("a project")));
        let file = FileRef {
            file_id: super::super::MAIN,
            guid: Guid::parse(&guid('a')).expect("a guid"),
        };
        let door = types.script(super::super::ScriptRef {
            file,
            identifier: String::new(),
        });
        for name in [
            "Door",
            "Game.Door",
            "openable",
            "Game.Thing",
            "ILocked",
            "IPointerClickHandler",
            "MonoBehaviour",
            "UnityEngine.Component",
        ] {
            assert!(types.is_a(door, name), "{name}: {:?}", types.ancestors(door));
        }
        for name in ["Collider", "Other.Door", "Game.MonoBehaviour"] {
            assert!(!types.is_a(door, name), "{name}");
        }
        let collider = types.engine(64, "MeshCollider");
        assert!(types.is_a(collider, "Collider") && types.is_a(collider, "UnityEngine.Collider"));
        assert!(!types.is_a(collider, "Collider2D") && !types.is_a(collider, "Behaviour"));
        assert!(types.is_known("WheelCollider") && types.is_known("Game.ILocked") && types.is_known("Renderer"));
        assert!(!types.is_known("Rigidbdy"));
        let names = types.known_names();
        assert!(names.contains(&"UnityEngine.Rigidbody".to_owned()) && names.contains(&"Openable".to_owned()));
    }

    #[test]
    fn resolves_bases_declared_only_in_assemblies() {
        let project = TinyProject::new();
        project.asset(
            "Assets/Vendor.dll",
            &guid('a'),
            tests_projects::library(&[
                ("Vendor.Panel", "Vendor.Widget"),
                ("Vendor.Widget", "UnityEngine.UI.Selectable"),
            ]),
        );
        project.asset("Assets/Menu.cs", &guid('b'), "public class Menu : Panel { }");
        let mut types = Types::new(Arc::new(Project::open(project.root()).expect("a project")));
        let mut script = |file_id: i64, digit: char| {
            let file = FileRef {
                file_id,
                guid: Guid::parse(&guid(digit)).expect("a guid"),
            };
            let identifier = String::new();
            types.script(super::super::ScriptRef { file, identifier })
        };
        let panel = script(i64::from(super::super::file_id_of("Vendor", "Panel")), 'a');
        let menu = script(super::super::MAIN, 'b');
        for (id, names) in [
            (panel, ["Vendor.Panel", "Widget", "vendor.widget", "Selectable"]),
            (
                menu,
                ["Menu", "Vendor.Panel", "Vendor.Widget", "UnityEngine.UI.Selectable"],
            ),
        ] {
            for name in names {
                assert!(types.is_a(id, name), "{name}: {:?}", types.ancestors(id));
            }
            assert!(!types.is_a(id, "Other.Widget"));
        }
        assert!(types.is_known("Vendor.Widget") && types.is_known("widget") && !types.is_known("Gadget"));
        assert_eq!(types.that_are("Widget"), [panel, menu]);
    }
}
