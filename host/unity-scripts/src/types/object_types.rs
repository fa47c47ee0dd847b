//! Decides whether an object can be the value of a field whose type is a class of the project. It decides by the
//! scripts of components and assets.

use super::ancestry::is_named;
use super::type_text::item_type;
use super::{Declared, TypeId, Types};

/// Short names of the Unity classes at which the base types of a script end that is no component.
const ENDS: [&str; 3] = ["ScriptableObject", "StateMachineBehaviour", "Object"];

/// Full names of Unity types that stand for an object whose class in the project is unknown.
const ANY: [&str; 3] = [
    "UnityEngine.Object",
    "UnityEngine.ScriptableObject",
    "UnityEngine.MonoBehaviour",
];

impl Declared<'_> {
    /// Returns the full name of the project's class that is the type of a field or of its list items. `names` is the
    /// field's path without indexes. `None` for fields of other types, and if several classes are possible.
    pub fn project_class(&self, names: &str) -> Option<String> {
        let class = self.class()?;
        let (first, rest) = names.split_once('.').unwrap_or((names, ""));
        let written = self.types.survey().type_below(class.field_type(first)?, rest)?;
        self.types.project_class(item_type(&written))
    }
}

impl Types {
    /// Decides whether a field of the type `wanted` can refer to a component of the type `id`; `None` if unknown.
    pub fn stands_for(&self, id: TypeId, wanted: &str) -> Option<bool> {
        if self.is_a(id, wanted) {
            return Some(true);
        }
        self.hidden_by(id, wanted).is_none().then_some(false)
    }

    /// Decides whether a field of the type `wanted` can refer to an object in an asset; `class` is the full name of the
    /// object's class. `None` if unknown, or if neither type is a class of the project.
    pub fn class_stands_for(&self, class: &str, wanted: &str) -> Option<bool> {
        if ANY.contains(&class) {
            return None;
        }
        if self.project_class(class).is_none() {
            let is_unity_class = class.starts_with("UnityEngine.") || class.starts_with("UnityEditor.");
            return (is_unity_class && self.project_class(wanted).is_some()).then_some(false);
        }
        let above = self.base_names(class, true);
        let wanted = ends_of_unity(wanted).unwrap_or(wanted);
        if wanted == "Object" || above.iter().any(|known| is_named(known, wanted)) {
            return Some(true);
        }
        let is_told = |name: &String| ENDS.iter().any(|end| is_named(name, end)) || self.has_bases(name);
        above.iter().all(is_told).then_some(false)
    }

    fn project_class(&self, name: &str) -> Option<String> {
        let of_source = self.survey().only_full_name(name);
        let known = of_source.or_else(|| self.libraries().full_name(name));
        known.or_else(|| ends_of_unity(name).map(|end| format!("UnityEngine.{end}")))
    }
}

/// Returns `Object`, `ScriptableObject` or `StateMachineBehaviour` if `name` is one, with or without `UnityEngine.`.
fn ends_of_unity(name: &str) -> Option<&str> {
    let short = name.strip_prefix("UnityEngine.").unwrap_or(name);
    ENDS.contains(&short).then_some(short)
}
