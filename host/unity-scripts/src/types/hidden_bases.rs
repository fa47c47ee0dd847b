//! Finds types with unknown base types, because the source of the type or of a base type is not in the project.
//!
//! For such a type it is uncertain whether it derives from another type. `ancestry` finds the known base types.

use super::ancestry::is_named;
use super::{Key, Origin, TypeId, Types};
use std::collections::HashSet;
use std::sync::LazyLock;
use unity_fields::{base_names, bases_of, component_names, derives_from};

/// Short names of common interfaces of .NET and Unity, none of which derives from an interface of the project.
static LEAVES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "ICloneable ICollection IComparable IComparer IDictionary IDisposable IEnumerable IEnumerator IEqualityComparer \
     IEquatable IFormattable IList ISerializable ISerializationCallbackReceiver"
        .split_whitespace()
        .collect()
});

impl Types {
    /// Returns the first of a type's base types whose own bases are unknown, if it is therefore uncertain whether the
    /// type has the name, base type or interface `name`. Otherwise returns `None`.
    pub fn hidden_by(&self, id: TypeId, name: &str) -> Option<String> {
        let entry = self.entries.get(id.index())?;
        let is_script = matches!(entry.key, Key::Script(_)) && entry.origin != Origin::Missing;
        if !is_script || self.is_a(id, name) || is_never_a_base(name) {
            return None;
        }
        let chain = self.ancestors(id);
        let open = |base: &&String| !self.has_bases(base) && (is_interface(name) || !is_interface(base));
        chain.iter().find(open).cloned()
    }

    /// Returns true if a table, source or assembly contains the base types of the type `name`.
    pub(super) fn has_bases(&self, name: &str) -> bool {
        let short = name.rsplit('.').next().unwrap_or(name);
        LEAVES.contains(&short)
            || !bases_of(short).is_empty()
            || base_names().any(|known| known == name)
            || self.survey().full_name(name).is_some()
            || self.libraries().full_name(name).is_some()
    }
}

/// Returns true if no script can derive from the Unity type `name`. Scripts derive only from components that are
/// scripts themselves, and from the base types of MonoBehaviour.
fn is_never_a_base(name: &str) -> bool {
    let of_unity = component_names().chain(base_names());
    let mut meant = of_unity.filter(|full| is_named(full, name) && !is_interface(full));
    meant.any(|full| !derives_from(full, "MonoBehaviour") && !derives_from("UnityEngine.MonoBehaviour", full))
}

/// Returns true if the name follows C#'s convention for interfaces, such as `IThing`.
pub(super) fn is_interface(name: &str) -> bool {
    let short = name.rsplit('.').next().unwrap_or(name);
    let mut letters = short.chars();
    letters.next() == Some('I') && letters.next().is_some_and(char::is_uppercase)
}

#[cfg(test)]
mod tests {
    use crate::types::{MAIN, ScriptRef, Types};
    use std::sync::Arc;
    use tests_projects::{TinyProject, guid};
    use unity_files::Project;
    use unity_yaml::{FileRef, Guid};

    #[test]
    fn returns_unknown_base_only_if_it_affects_the_result() {
        let project = TinyProject::new();
        project.write("Packages/manifest.json", "{\"dependencies\": {}}");
        let sources = [
            ('a', "Known", "public class Known : Base, System.IDisposable { }"),
            ('b', "Base", "public class Base : UnityEngine.MonoBehaviour { }"),
            ('c', "Open", "public class Open : Vendor.Panel { }"),
            (
                'd',
                "Facing",
                "public class Facing : UnityEngine.MonoBehaviour, IVendor { }",
            ),
        ];
        for (digit, name, text) in sources {
            project.asset(&format!("Assets/{name}.cs"), &guid(digit), text);
        }
        let mut types = Types::new(Arc::new(Project::open(project.root()).expect("a project")));
        let mut script = |digit: char| {
            let file = FileRef {
                file_id: MAIN,
                guid: Guid::parse(&guid(digit)).expect("a guid"),
            };
            let identifier = String::new();
            types.script(ScriptRef { file, identifier })
        };
        let [known, open, facing] = ['a', 'c', 'd'].map(&mut script);
        let gone = script('f');
        let collider = types.engine(64, "MeshCollider");
        let table = [
            (known, "Widget", None),
            (known, "IOpen", None),
            (open, "Widget", Some("Vendor.Panel")),
            (open, "Vendor.Panel", None),
            (open, "Rigidbody", None),
            // Unity's own base types that no script derives from.
            (open, "Collider", None),
            (open, "UnityEngine.Renderer", None),
            (open, "Behaviour", None),
            (open, "Graphic", Some("Vendor.Panel")),
            (open, "MonoBehaviour", None),
            (facing, "Widget", None),
            (facing, "IOpen", Some("IVendor")),
            (gone, "Widget", None),
            (collider, "Widget", None),
        ];
        for (id, name, hidden) in table {
            let found = types.hidden_by(id, name);
            assert_eq!(found.as_deref(), hidden, "{name} of {:?}", types.ancestors(id));
        }
    }
}
