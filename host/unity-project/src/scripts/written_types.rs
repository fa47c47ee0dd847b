//! What Unity makes of a type in a field: written right there, referred to, or not written at all.
//!
//! Belongs here: the decision. Does not: which type a name means (`spelled`), modifiers and attributes of a field (`written_fields`).

use super::Types;
use super::hidden::is_interface;
use super::outside::NEVER;
use super::survey::{Survey, Surveyed};
use super::type_text::{OWN, doubt, sought, told};

/// Unity's own bases of what is referred to.
const OBJECTS: [&str; 4] = [
    "UnityEngine.Object",
    "UnityEngine.Component",
    "UnityEngine.MonoBehaviour",
    "UnityEngine.ScriptableObject",
];

/// What Unity makes of a type in a field.
pub(super) enum What {
    ByValue(Box<Surveyed>),
    Reference,
    /// It writes no such field.
    Nothing,
    /// With the reason.
    Unknown(String),
}

impl Types {
    /// One value of that type, whose kind is not known otherwise.
    pub(super) fn what(&self, survey: &Survey, type_name: &str) -> What {
        if let Some(why) = doubt(type_name) {
            return What::Unknown(why);
        }
        let (name, _) = sought(type_name);
        let short = name.rsplit(['.', ':']).next().unwrap_or(&name);
        let is_own = type_name.starts_with(OWN);
        if type_name.ends_with('?') || type_name.starts_with('(') || (!is_own && NEVER.contains(&short)) {
            return What::Nothing;
        }
        let mut found = survey.each(&name, |one| Some(one.clone()));
        let Some(one) = found.pop() else {
            return What::Unknown(format!("no source of the project declares {}", told(type_name)));
        };
        if !found.is_empty() {
            return What::Unknown(format!("more than one type is called {short}"));
        }
        let above = self.above(&one.full_name, true);
        if above.iter().any(|known| OBJECTS.contains(&known.as_str())) {
            return What::Reference;
        }
        let mut bases = above.iter().skip(1).filter(|base| !is_interface(base));
        if let Some(base) = bases.find(|base| !self.tells(base)) {
            return What::Unknown(format!(
                "no source of the project declares {base}, from which {short} derives"
            ));
        }
        match one.is_by_value {
            true => What::ByValue(Box::new(one)),
            false => What::Nothing,
        }
    }
}
