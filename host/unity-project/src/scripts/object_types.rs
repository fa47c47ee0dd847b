//! Which objects may stand in a field whose type is a class of the project: components and assets by their scripts.
//!
//! Belongs here: yes, no, or nobody knows. Does not: what a type derives from (`ancestry`), why nobody knows (`hidden`).

use super::ancestry::is_named;
use super::type_text::item_type;
use super::{Declared, TypeId, Types};

/// Unity's own bases of classes that are no components; what is above them concerns no field.
const ENDS: [&str; 3] = ["ScriptableObject", "StateMachineBehaviour", "Object"];

/// Types that Unity's classes have where nothing tells the project's own.
const ANY: [&str; 3] = [
    "UnityEngine.Object",
    "UnityEngine.ScriptableObject",
    "UnityEngine.MonoBehaviour",
];

impl Declared<'_> {
    /// Full name of the project's class that the field, or each item of it, has for its type; `names` as for `kind`. `None` for
    /// fields of other types, and where several classes could be meant.
    pub fn project_class(&self, names: &str) -> Option<String> {
        let class = self.class()?;
        let (first, rest) = names.split_once('.').unwrap_or((names, ""));
        let written = self.types.survey().type_below(class.meant(first)?, rest)?;
        self.types.project_class(item_type(&written))
    }
}

impl Types {
    /// Whether a component of that type may stand in a field of the wanted one; `None` where that is not known.
    pub fn stands_for(&self, id: TypeId, wanted: &str) -> Option<bool> {
        if self.is_a(id, wanted) {
            return Some(true);
        }
        self.hidden_by(id, wanted).is_none().then_some(false)
    }

    /// The same for an object of an asset by the full name of its class; `None` also where neither is a class of the project.
    pub fn class_stands_for(&self, class: &str, wanted: &str) -> Option<bool> {
        if ANY.contains(&class) {
            return None;
        }
        if self.project_class(class).is_none() {
            let is_unitys = class.starts_with("UnityEngine.") || class.starts_with("UnityEditor.");
            return (is_unitys && self.project_class(wanted).is_some()).then_some(false);
        }
        let above = self.above(class, true);
        let wanted = ends_of_unity(wanted).unwrap_or(wanted);
        if wanted == "Object" || above.iter().any(|known| is_named(known, wanted)) {
            return Some(true);
        }
        let is_told = |name: &String| ENDS.iter().any(|end| is_named(name, end)) || self.tells(name);
        above.iter().all(is_told).then_some(false)
    }

    fn project_class(&self, name: &str) -> Option<String> {
        let of_source = self.survey().only_full_name(name);
        let known = of_source.or_else(|| self.libraries().full_name(name));
        known.or_else(|| ends_of_unity(name).map(|end| format!("UnityEngine.{end}")))
    }
}

/// The short name of such a class of Unity's.
fn ends_of_unity(name: &str) -> Option<&str> {
    let short = name.strip_prefix("UnityEngine.").unwrap_or(name);
    ENDS.contains(&short).then_some(short)
}
