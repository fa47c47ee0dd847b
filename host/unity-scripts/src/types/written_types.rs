//! Decides how Unity serializes a field of a certain type: inline, as a reference, or not at all.

use super::Types;
use super::external_names::{EVENT, NEVER};
use super::hidden_bases::is_interface;
use super::survey::{Survey, Surveyed};
use super::type_text::{OWN, display_type, item_type, sought, split, unknown_type_reason};
use super::written_fields::Written;
use unity_fields::{Kind, bases_of};

/// Full names of Unity's base types of classes that are serialized as references.
const OBJECTS: [&str; 4] = [
    "UnityEngine.Object",
    "UnityEngine.Component",
    "UnityEngine.MonoBehaviour",
    "UnityEngine.ScriptableObject",
];

pub(super) enum What {
    ByValue(Box<Surveyed>),
    Reference,
    /// Unity does not serialize a field of this type.
    Nothing,
    /// It is unknown how Unity serializes the type; the text is the reason.
    Unknown(String),
}

impl Types {
    /// Decides how Unity serializes one value of the type `type_name`, whose kind is unknown.
    pub(super) fn value_form(&self, survey: &Survey, type_name: &str) -> What {
        if let Some(why) = unknown_type_reason(type_name) {
            return What::Unknown(why);
        }
        let (name, _) = sought(type_name);
        let short = name.rsplit(['.', ':']).next().unwrap_or(&name);
        let is_own = type_name.starts_with(OWN);
        if type_name.ends_with(['?', ']', '*']) || type_name.starts_with('(') || (!is_own && NEVER.contains(&short)) {
            return What::Nothing;
        }
        let mut found = survey.visit_types(&name, |one| Some(one.clone()));
        let is_object = |above: &[String]| above.iter().any(|known| OBJECTS.contains(&known.as_str()));
        let Some(one) = found.pop() else {
            // For Unity's own components, a table covers more types than the list of common ones.
            if !bases_of(short).is_empty() && is_object(&self.base_names(&name, false)) {
                return What::Reference;
            }
            return What::Unknown(format!("no source of the project declares {}", display_type(type_name)));
        };
        if !found.is_empty() {
            return What::Unknown(format!("more than one type is called {short}"));
        }
        let above = self.base_names(&one.full_name, true);
        if is_object(&above) {
            return What::Reference;
        }
        let mut bases = above.iter().skip(1).filter(|base| !is_interface(base));
        if let Some(base) = bases.find(|base| !self.has_bases(base)) {
            return What::Unknown(format!(
                "no source of the project declares {base}, from which {short} derives"
            ));
        }
        match one.is_by_value {
            true => What::ByValue(Box::new(one)),
            false => What::Nothing,
        }
    }

    /// Decides whether Unity serializes a field of the type `type_name`. It never serializes lists of lists, arrays
    /// with several dimensions, and enums with 64-bit values.
    pub(super) fn written_state(&self, survey: &Survey, type_name: &str, kind: Option<&Kind>) -> Written {
        let item = item_type(type_name);
        let is_list = item.len() < type_name.len();
        let of_enum = match kind {
            Some(Kind::Enum(names)) => Some(names),
            Some(Kind::List(Some(item))) => match &**item {
                Kind::Enum(names) => Some(names),
                _ => None,
            },
            _ => None,
        };
        if is_list && item_type(item).len() < item.len() || of_enum.is_some_and(|names| !names.is_written()) {
            return Written::No;
        }
        let is_event = !item.starts_with(OWN) && split(item).0.rsplit('.').next() == Some(EVENT);
        if !matches!(kind, None | Some(Kind::List(None))) || is_event {
            return Written::Yes;
        }
        match self.value_form(survey, item) {
            What::ByValue(_) | What::Reference => Written::Yes,
            What::Nothing => Written::No,
            What::Unknown(why) => Written::Unknown(why),
        }
    }
}
