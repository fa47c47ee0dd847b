//! Grants: the interfaces that the operator allows a bundle to import.
//!
//! Belongs here: the grants of one bundle, its missing grants, and the configuration line that adds them. Does not: the
//! list of interfaces (`host_api::interface`), other settings of a bundle (`rights`).

use host_api::Interface;

/// The value of the setting `[bundles.<id>] grants`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Grants {
    /// The setting is absent. A bundled tool may use its imports, except interfaces that the operator must name. Any
    /// other bundle has the default grants.
    #[default]
    Default,
    /// A list of interfaces that are allowed in addition to the default grants.
    Beyond(Vec<String>),
    /// A table: the interfaces in `allow` (the default grants if it is `None`), except those in `deny`.
    Narrowed {
        allow: Option<Vec<String>>,
        deny: Vec<String>,
    },
}

impl Grants {
    /// Returns the interfaces in `imports` (full names with version) that are not granted, in order. Imports that this
    /// host does not support must have been rejected before.
    pub fn missing(&self, bundled: bool, imports: &[String]) -> Vec<Interface> {
        let known = imports.iter().filter_map(|import| Interface::from_name(import));
        known.filter(|interface| !self.hold(bundled, *interface)).collect()
    }

    pub(crate) fn hold(&self, bundled: bool, interface: Interface) -> bool {
        let named = |list: &[String]| list.iter().any(|grant| Interface::from_name(grant) == Some(interface));
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

    /// Returns all interfaces that the setting names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let (first, second): (&[String], &[String]) = match self {
            Self::Default => (&[], &[]),
            Self::Beyond(more) => (more, &[]),
            Self::Narrowed { allow, deny } => (allow.as_deref().unwrap_or_default(), deny),
        };
        first.iter().chain(second).map(String::as_str)
    }

    /// Returns the configuration line that keeps the current grants and adds `missing`.
    pub fn remedy(&self, bundle: &str, missing: &[Interface]) -> String {
        let wanted = || missing.iter().map(|one| one.name());
        match self {
            Self::Default => format!(
                "to allow it, add `[bundles.{bundle}] grants = [{}]` to the configuration",
                quote_names(wanted())
            ),
            Self::Beyond(more) => {
                let all = more.iter().map(String::as_str).chain(wanted());
                format!(
                    "to allow it, write `[bundles.{bundle}] grants = [{}]` in the configuration",
                    quote_names(all)
                )
            }
            Self::Narrowed { allow, deny } => {
                let denied = |one: &&str| {
                    deny.iter()
                        .any(|grant| Interface::from_name(grant).is_some_and(|denied| denied.name() == *one))
                };
                let steps = [
                    (
                        "take",
                        quote_names(wanted().filter(denied)),
                        format!("out of `[bundles.{bundle}] grants.deny`"),
                    ),
                    (
                        "add",
                        quote_names(wanted().filter(|one| allow.is_some() && !denied(one))),
                        format!("to `[bundles.{bundle}] grants.allow`"),
                    ),
                    (
                        "name",
                        quote_names(wanted().filter(|one| allow.is_none() && !denied(one))),
                        format!("in `[bundles.{bundle}] grants.allow`, with all other interfaces that it may use"),
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

fn quote_names<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
