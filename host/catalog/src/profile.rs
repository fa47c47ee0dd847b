//! `policy.profile`: which groups of bundles are listed. No right follows from it: what is not listed can still be called.

use crate::listing;

/// Leaves out what only a running Unity can do.
const OFFLINE: &str = "offline";

/// A profile as the operator wrote it: names separated by commas.
#[derive(Debug, Default)]
pub(crate) struct Profile {
    offline: bool,
    /// Empty = every group.
    groups: Vec<String>,
}

impl Profile {
    pub(crate) fn parse(text: Option<&str>) -> Self {
        let mut profile = Self::default();
        let names = text.unwrap_or_default().split(',').map(str::trim);
        for name in names.filter(|name| !name.is_empty()) {
            if name == OFFLINE {
                profile.offline = true;
            } else {
                profile.groups.push(name.to_owned());
            }
        }
        profile
    }

    /// Whether a bundle's offer is listed. One that names no groups is: the operator added it for a reason.
    pub(crate) fn shows(&self, bundle: &str, groups: &[String]) -> bool {
        self.groups.is_empty()
            || groups.is_empty()
            || self.groups.iter().any(|name| name == bundle || groups.contains(name))
    }

    /// Whether a tool that lacks `missing` capabilities is listed.
    pub(crate) fn shows_tool(&self, missing: &[String]) -> bool {
        !(self.offline && listing::needs_running_unity(missing))
    }

    /// Names that select nothing: a misspelt one would silently empty the list.
    pub(crate) fn unknown<'a>(&'a self, known: impl Fn(&str) -> bool + 'a) -> impl Iterator<Item = &'a str> {
        let names = self.groups.iter().map(String::as_str);
        names.filter(move |name| !known(name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_and_bundle_ids_select_and_offline_only_leaves_out() {
        let groups = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        // profile, bundle, its groups, shown
        let table = [
            (None, "objects", &["explorer"][..], true),
            (Some(""), "objects", &["explorer"], true),
            (Some("offline"), "objects", &["explorer"], true),
            (Some("explorer"), "objects", &["explorer"], true),
            (Some("explorer"), "editor", &["editor"], false),
            (Some("explorer , editor"), "editor", &["editor"], true),
            (Some("xr,offline"), "xr", &["vr"], true),
            (Some("explorer"), "acme", &[], true),
        ];
        for (text, bundle, of_bundle, shown) in table {
            let profile = Profile::parse(text);
            assert_eq!(profile.shows(bundle, &groups(of_bundle)), shown, "{text:?} {bundle}");
        }
        assert!(!Profile::parse(Some("explorer, offline")).shows_tool(&groups(&["code"])));
        assert!(Profile::parse(Some("explorer")).shows_tool(&groups(&["code"])));
        let unknown = Profile::parse(Some("explorer, offline, exploer"));
        assert_eq!(
            unknown.unknown(|name| name == "explorer").collect::<Vec<_>>(),
            ["exploer"]
        );
    }
}
