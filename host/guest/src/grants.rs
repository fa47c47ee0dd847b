//! What the operator grants to a bundle, and what of its imports is not granted. Pure values.
//!
//! Belongs here: the rule of one bundle, what it leaves out, the line that would add it. Does not: which interfaces there
//! are (`host_api::interface`), all else that the operator says of a bundle (`rights`).

use host_api::Interface;

/// `[bundles.<id>] grants`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Grants {
    /// Nothing is said: a bundled bundle gets what it imports (but what is asked for by name), any other the interfaces
    /// that every bundle gets.
    #[default]
    Default,
    /// A list: the interfaces that every bundle gets, and these.
    Beyond(Vec<String>),
    /// A table: exactly `allow`, or the default where it is not given; less `deny`.
    Narrowed {
        allow: Option<Vec<String>>,
        deny: Vec<String>,
    },
}

impl Grants {
    /// What of `imports` (full names with version) is not granted, in their order. Imports that no host serves were refused
    /// before.
    pub fn missing(&self, bundled: bool, imports: &[String]) -> Vec<Interface> {
        let known = imports.iter().filter_map(|import| Interface::named(import));
        known.filter(|interface| !self.hold(bundled, *interface)).collect()
    }

    pub(crate) fn hold(&self, bundled: bool, interface: Interface) -> bool {
        let named = |list: &[String]| list.iter().any(|grant| Interface::named(grant) == Some(interface));
        match self {
            Self::Default => (bundled && interface.is_default_of_bundled()) || interface.is_default(),
            Self::Beyond(more) => interface.is_default() || named(more),
            Self::Narrowed { allow, deny } => {
                let allowed = match allow {
                    Some(allow) => named(allow),
                    None => Self::Default.hold(bundled, interface),
                };
                allowed && !named(deny)
            }
        }
    }

    /// Every interface that is named.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let (first, second): (&[String], &[String]) = match self {
            Self::Default => (&[], &[]),
            Self::Beyond(more) => (more, &[]),
            Self::Narrowed { allow, deny } => (allow.as_deref().unwrap_or_default(), deny),
        };
        first.iter().chain(second).map(String::as_str)
    }

    /// What to write to grant `missing` too.
    pub fn remedy(&self, bundle: &str, missing: &[Interface]) -> String {
        let wanted = || missing.iter().map(|one| one.name());
        match self {
            Self::Default => format!(
                "to allow it, add `[bundles.{bundle}] grants = [{}]` to the configuration",
                quoted(wanted())
            ),
            Self::Beyond(more) => {
                let all = more.iter().map(String::as_str).chain(wanted());
                format!(
                    "to allow it, write `[bundles.{bundle}] grants = [{}]` in the configuration",
                    quoted(all)
                )
            }
            Self::Narrowed { allow, deny } => {
                let denied = |one: &&str| {
                    deny.iter()
                        .any(|grant| Interface::named(grant).is_some_and(|denied| denied.name() == *one))
                };
                let steps = [
                    (
                        "take",
                        quoted(wanted().filter(denied)),
                        format!("out of `[bundles.{bundle}] grants.deny`"),
                    ),
                    (
                        "add",
                        quoted(wanted().filter(|one| allow.is_some() && !denied(one))),
                        format!("to `[bundles.{bundle}] grants.allow`"),
                    ),
                    (
                        "name",
                        quoted(wanted().filter(|one| allow.is_none() && !denied(one))),
                        format!("in `[bundles.{bundle}] grants.allow`, with all else that it may use"),
                    ),
                ];
                let steps = steps.into_iter().filter(|(_, names, _)| !names.is_empty());
                let steps: Vec<String> = steps
                    .map(|(verb, names, place)| format!("{verb} {names} {place}"))
                    .collect();
                format!("to allow it, {}", steps.join(" and "))
            }
        }
    }
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
