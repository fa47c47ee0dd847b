//! What the operator grants to a bundle, and what of its imports is not granted. Pure values.
//!
//! Belongs here: the rule of one bundle, what it leaves out, the line that would add it. Does not: which interfaces there
//! are (`interfaces`), holding a running call to it (`gate`).

use crate::interfaces::{self, Interface};
use host_api::ErrorKind;
use host_policy::Refusal;

/// `[bundles.<id>] grants`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Grants {
    /// Nothing is said: a bundled bundle gets what it imports, any other the interfaces that every bundle gets.
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

/// The operator's word on one bundle at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rights {
    /// `[bundles.<id>] enabled`.
    pub enabled: bool,
    pub grants: Grants,
}

impl Default for Rights {
    fn default() -> Self {
        Self {
            enabled: true,
            grants: Grants::Default,
        }
    }
}

/// An import that is not granted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ungranted {
    /// Without version, e.g. `unity-tools:unity/objects-edit`.
    pub interface: &'static str,
    /// What it would allow, in plain words.
    pub allows: &'static str,
    /// No function of it can be used on a read permit, so what only reads loses nothing.
    pub only_changes: bool,
}

impl Grants {
    /// What of `imports` (full names with version) is not granted, in their order. Imports that no host serves were refused
    /// before.
    pub fn missing(&self, bundled: bool, imports: &[String]) -> Vec<Ungranted> {
        imports
            .iter()
            .filter_map(|import| interfaces::find(without_version(import)))
            .filter(|interface| !self.hold(bundled, interface))
            .map(Ungranted::of)
            .collect()
    }

    fn hold(&self, bundled: bool, interface: &Interface) -> bool {
        let named = |list: &[String]| list.iter().any(|grant| without_version(grant) == interface.name);
        match self {
            Self::Default => bundled || interface.is_default(),
            Self::Beyond(more) => interface.is_default() || named(more),
            Self::Narrowed { allow, deny } => {
                let allowed = match allow {
                    Some(allow) => named(allow),
                    None => bundled || interface.is_default(),
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
    pub fn remedy(&self, bundle: &str, missing: &[Ungranted]) -> String {
        let wanted = || missing.iter().map(|one| one.interface);
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
                let denied = |one: &&str| deny.iter().any(|grant| without_version(grant) == *one);
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

impl Rights {
    /// Whether a call of `bundle` that is under way may still use `interface`.
    pub(crate) fn check(&self, bundle: &str, bundled: bool, interface: &str) -> Result<(), Refusal> {
        let refusal = |rule, message: String, hint: String| Refusal {
            kind: ErrorKind::PermissionDenied,
            message,
            hint: Some(hint),
            rule,
            details: None,
        };
        if !self.enabled {
            return Err(refusal(
                "bundles.enabled",
                format!("Bundle `{bundle}` is switched off by the operator"),
                format!("`[bundles.{bundle}] enabled = false` switches it off"),
            ));
        }
        let known = interfaces::find(interface);
        if known.is_some_and(|known| self.grants.hold(bundled, known)) {
            return Ok(());
        }
        let missing = Ungranted::of(known.unwrap_or(&interfaces::UNKNOWN));
        Err(refusal(
            "bundles.grants",
            format!("Bundle `{bundle}` is not granted {interface} ({})", missing.allows),
            self.grants.remedy(bundle, &[missing]),
        ))
    }
}

impl Ungranted {
    fn of(interface: &Interface) -> Self {
        Self {
            interface: interface.name,
            allows: interface.allows,
            only_changes: interface.only_changes(),
        }
    }
}

fn without_version(name: &str) -> &str {
    name.split('@').next().unwrap_or(name)
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
