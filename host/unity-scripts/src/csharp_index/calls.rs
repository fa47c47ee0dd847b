//! Decides whether a class or its base types have a method that a UnityEvent can call. The rules are those of
//! `UnityEventBase.GetValidMethodInfo`: an instance or static method of any visibility, whose parameters accept the
//! arguments of the call.

use super::Gathered;
use host_csharp::{Method, TypeInfo, TypeKind, TypeRef};
use std::collections::HashSet;
use std::sync::LazyLock;
use unity_fields::event_calls::Mode;

/// Maximum number of base types of a class that are searched for a method; further ones are not searched.
const MAX_BASES: usize = 64;

/// Names of the methods that all Unity objects have; the table of engine types does not contain these methods.
static OF_OBJECT: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "get_name set_name get_hideFlags set_hideFlags GetInstanceID GetHashCode Equals ToString GetType Instantiate \
     Destroy DestroyImmediate DestroyObject DontDestroyOnLoad FindObjectOfType FindObjectsOfType \
     FindObjectsOfTypeAll FindFirstObjectByType FindAnyObjectByType FindObjectsByType"
        .split_whitespace()
        .collect()
});

/// Full names of the base types at which the search along base types ends.
const ROOTS: [&str; 3] = ["UnityEngine.Object", "System.Object", "UnityEngine.ScriptableObject"];

/// Names of the methods that ScriptableObject has in addition to those in `OF_OBJECT`.
const SCRIPTABLE: [&str; 3] = ["CreateInstance", "OnDestroy", "SetDirty"];

/// The answer to whether a class has a method that a UnityEvent can call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called {
    Here,
    /// The class is known, but neither it nor one of its base types has a method of that name.
    NoMethod,
    /// The class has methods of that name, but none of them accepts the arguments of the call.
    NoFit,
    /// The answer is unknown, because a base type or a part of the class is not readable in this project.
    Unknown,
}

impl Gathered {
    /// Returns the sorted names of the methods that the class itself declares. `class` is its full name, with dots
    /// before nested types.
    pub fn methods(&self, class: &str) -> Vec<String> {
        let methods = self.index.types_named(class).flat_map(|info| &info.methods);
        let mut names: Vec<String> = methods.map(|method| method.name.to_string()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Decides whether a class has a method that fits a call. `class` is a full name, with dots before nested types;
    /// `mode` is the argument mode of the UnityEvent.
    pub fn check_call(&self, class: &str, method: &str, mode: Option<Mode>) -> Called {
        // Of some Unity types only the name is known.
        let listed = |info: &&TypeInfo| self.index.info(&info.name).is_some();
        let mut named: Vec<&TypeInfo> = self.index.types_named(class).filter(listed).collect();
        if named.is_empty() {
            return Called::Unknown;
        }
        let (mut any, mut is_whole) = (false, true);
        for _ in 0..MAX_BASES {
            for info in &named {
                is_whole &= info.gaps.is_empty();
                for known in info.methods.iter().filter(|known| known.name == method) {
                    any = true;
                    match fits(known, mode) {
                        Some(true) => return Called::Here,
                        Some(false) => {}
                        None => is_whole = false,
                    }
                }
            }
            let bases: Vec<&TypeRef> = named.iter().flat_map(|info| self.index.bases(&info.name)).collect();
            let next = bases.iter().find_map(|base| match base {
                TypeRef::Named(name, _) if matches!(name.kind, TypeKind::Class | TypeKind::Record) => Some(name),
                _ => None,
            });
            let Some(next) = next else {
                is_whole &= bases.iter().all(|base| base.is_resolved());
                break;
            };
            let full = next.joined_by_dots();
            if ROOTS.contains(&full.as_str()) {
                let is_script = full == "UnityEngine.ScriptableObject" && SCRIPTABLE.contains(&method);
                if OF_OBJECT.contains(&method) || is_script {
                    return Called::Here;
                }
                break;
            }
            named = self.index.info(next).into_iter().collect();
            if named.is_empty() {
                is_whole = false;
                break;
            }
        }
        match (is_whole, any) {
            (false, _) => Called::Unknown,
            (true, true) => Called::NoFit,
            (true, false) => Called::NoMethod,
        }
    }
}

/// Decides whether a method accepts the arguments of a UnityEvent call with this mode; `None` if that is unknown.
fn fits(method: &Method, mode: Option<Mode>) -> Option<bool> {
    if !method.type_params.is_empty() || method.uncertain || method.conditional {
        return None;
    }
    let types: Vec<&TypeRef> = method.params.iter().map(|(_, of)| of).collect();
    let wanted = match mode {
        // The event's class determines the types of the event's own arguments.
        None | Some(Mode::EventDefined) => return Some(true),
        Some(Mode::Void) => return Some(types.is_empty()),
        Some(wanted) => wanted,
    };
    let [only] = types.as_slice() else { return Some(false) };
    if !only.is_resolved() {
        return None;
    }
    let text = only.csharp();
    let is = |names: &[&str]| names.contains(&text.as_str());
    let is_primitive = is(&PRIMITIVES);
    Some(match wanted {
        // The binder widens numbers.
        Mode::Int => is(&["int", "long", "float", "double", "decimal", "nint"]),
        Mode::Float => is(&["float", "double"]),
        Mode::Bool => is(&["bool"]),
        Mode::String => is(&["string", "object"]),
        Mode::Object | Mode::EventDefined | Mode::Void => !is_primitive && text != "string",
    })
}

const PRIMITIVES: [&str; 14] = [
    "bool", "byte", "sbyte", "short", "ushort", "int", "uint", "long", "ulong", "char", "float", "double", "nint",
    "nuint",
];
