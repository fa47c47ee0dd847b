//! Profiles, which select the tools in a client's list. A profile is no permission: clients can call unlisted tools.
//!
//! Belongs here: profile names, filtering a catalog by a profile. Does not: the groups of a bundle (`bundle.toml`).

use crate::descriptor::{CatalogView, ToolDescriptor};
use crate::similar_names::{did_you_mean, nearest};
use std::collections::{BTreeSet, HashSet};
use std::fmt;

/// Name of the default profile and of its group, which contains tools for agents.
pub const STANDARD: &str = "standard";
/// Name of the profile and group with tools for agents that may need a running Unity instance.
pub const LIVE: &str = "live";
/// Name in a profile that selects every group.
const ALL: &str = "all";
/// Name in a profile that excludes tools that need a running Unity instance. Alone, it selects every group.
const OFFLINE: &str = "offline";

/// Names that a profile may always contain, even if no bundle has a group with this name.
pub const BUILT_IN: [&str; 4] = [ALL, OFFLINE, STANDARD, LIVE];

/// Maximum bytes of the instructions for agents, with the guides of bundles. Guides that do not fit are omitted.
const INSTRUCTIONS: usize = 1024;
/// Maximum number of names in one profile.
const MAX_NAMES: usize = 16;
/// Maximum length of one name in bytes, the same as for a bundle id.
const MAX_NAME: usize = 64;

/// The kind of reader of a list of tools, resources and prompts. It determines which of them the list contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Audience {
    /// A client that chooses no profile; the setting `policy.profile` applies.
    Configured,
    /// A client that chose this profile for its session or request.
    Picked(Profile),
    /// A protocol with its own tools. Its list has the tools of these groups, and of bundles without groups.
    Protocol(&'static [&'static str]),
    /// A reader that gets the whole catalog, not filtered by a profile.
    Everything,
}

/// A selection of bundles and tools by their groups and by bundle ids.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Profile {
    /// Names of the selected groups and bundles. The special names `all` and `offline` are in other fields.
    names: BTreeSet<String>,
    all: bool,
    offline: bool,
    /// True if the profile selects only among tools; the resources and prompts of every bundle are listed.
    all_else: bool,
}

impl Default for Profile {
    fn default() -> Self {
        Self::parse(STANDARD)
    }
}

impl Profile {
    /// Parses names separated by commas, as in the configuration. An empty text means `standard`.
    pub fn parse(text: &str) -> Self {
        let mut names = BTreeSet::new();
        let (mut offline, mut all) = (false, false);
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match name {
                OFFLINE => offline = true,
                ALL => all = true,
                name => _ = names.insert(name.to_owned()),
            }
        }
        if names.is_empty() && !offline && !all {
            names.insert(STANDARD.to_owned());
        }
        let all = all || names.is_empty();
        Self {
            all_else: !all && is_for_agents(&names),
            names,
            all,
            offline,
        }
    }

    /// Parses the profile that a client requests, in the same syntax as `parse`.
    ///
    /// # Errors
    /// Returns a sentence if a name is invalid or if there are too many names.
    pub fn parse_selection(text: &str) -> Result<Self, String> {
        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
        let is_name = |name: &str| {
            let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            name.len() <= MAX_NAME && name.bytes().all(fits)
        };
        for (at, name) in names.enumerate() {
            if at >= MAX_NAMES || !is_name(name) {
                return Err(format!(
                    "`profile` accepts at most {MAX_NAMES} names of a-z, 0-9 and - separated by commas, e.g. \
                     `profile=all`"
                ));
            }
        }
        Ok(Self::parse(text))
    }

    /// Returns the profile that selects every group.
    pub fn all() -> Self {
        Self::parse(ALL)
    }

    /// Returns `view` with only the tools, resources and prompts that this profile selects.
    pub fn filter(&self, view: &CatalogView) -> CatalogView {
        let groups_of = |bundle: &str| view.groups.get(bundle).map(Vec::as_slice).unwrap_or_default();
        let mut tools: Vec<_> = view
            .tools
            .iter()
            .filter(|tool| self.shows_tool(view, tool))
            .cloned()
            .collect();
        if !self.all && is_for_agents(&self.names) {
            // Clients with a limit on tools drop the last ones, so tools for agents come first.
            tools.sort_by_key(|tool| {
                let of_bundle = groups_of(&tool.bundle);
                (
                    !is_for_agents(of_bundle),
                    of_bundle.is_empty() && tool.groups.is_empty(),
                )
            });
        }
        let shows = |bundle: &str| self.all_else || self.shows(bundle, groups_of(bundle), &[]);
        CatalogView {
            tools,
            resources: view
                .resources
                .iter()
                .filter(|one| shows(&one.bundle))
                .cloned()
                .collect(),
            prompts: view.prompts.iter().filter(|one| shows(&one.bundle)).cloned().collect(),
            instructions: self.instructions(view),
            ..view.clone()
        }
    }

    /// Returns the profile for a protocol with its own tools in `groups`. `self` is the operator's profile.
    pub fn for_protocol(&self, groups: &[&str]) -> Self {
        Self {
            names: groups.iter().map(|&group| group.to_owned()).collect(),
            all: false,
            offline: self.offline,
            all_else: true,
        }
    }

    /// Returns the names of this profile that match nothing in `view`, each with a suggestion if a known name is
    /// similar. A misspelt name would otherwise silently empty the list.
    pub fn unknown(&self, view: &CatalogView) -> Vec<(&str, Option<String>)> {
        let of_bundles = view
            .groups
            .iter()
            .flat_map(|(id, groups)| std::iter::once(id).chain(groups));
        let of_tools = view.tools.iter().flat_map(|tool| &tool.groups);
        self.unknown_among(of_bundles.chain(of_tools).map(String::as_str))
    }

    /// Returns the names of this profile that are not in `names`, the known groups and bundles; each with a suggestion.
    pub fn unknown_among<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Vec<(&str, Option<String>)> {
        let mut known: HashSet<&str> = names.into_iter().collect();
        known.extend(BUILT_IN);
        let own = self.names.iter().map(String::as_str);
        let unknown = own.filter(|name| !known.contains(name));
        unknown
            .map(|name| {
                (
                    name,
                    did_you_mean(nearest(name, known.iter().copied()).map(|near| format!("`{near}`"))),
                )
            })
            .collect()
    }

    /// Returns the catalog's instructions, followed by the guides of listed bundles while they fit the size limit. A
    /// model pays for each word.
    fn instructions(&self, view: &CatalogView) -> String {
        let mut told = view.instructions.clone();
        for (bundle, guide) in &view.guides {
            let groups = view.groups.get(bundle).map(Vec::as_slice).unwrap_or_default();
            if self.shows(bundle, groups, &[]) && told.len() + 1 + guide.len() <= INSTRUCTIONS {
                told.push('\n');
                told.push_str(guide);
            }
        }
        told
    }

    fn shows_tool(&self, view: &CatalogView, tool: &ToolDescriptor) -> bool {
        let of_bundle = view.groups.get(&tool.bundle).map(Vec::as_slice).unwrap_or_default();
        self.shows(&tool.bundle, of_bundle, &tool.groups) && !(self.offline && tool.needs_unity)
    }

    /// Returns true if the profile lists an item of `bundle`. `of_bundle` are the groups of the bundle, `own` those of
    /// the item. An item without any group is always listed, because the operator added its bundle on purpose.
    fn shows(&self, bundle: &str, of_bundle: &[String], own: &[String]) -> bool {
        let mut groups = of_bundle.iter().chain(own).peekable();
        self.all
            || groups.peek().is_none()
            || self.names.contains(bundle)
            || groups.any(|group| self.names.contains(group))
    }
}

/// Returns true if `groups` contains a group with tools for agents: `standard` or `live`.
pub fn is_for_agents<'a>(groups: impl IntoIterator<Item = &'a String>) -> bool {
    groups.into_iter().any(|group| group == STANDARD || group == LIVE)
}

/// Writes the names of the profile separated by commas, in the syntax that `parse` reads.
impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [(self.all, ALL), (self.offline, OFFLINE)];
        let words = words.into_iter().filter(|(is_said, _)| *is_said).map(|(_, word)| word);
        let all: Vec<&str> = self.names.iter().map(String::as_str).chain(words).collect();
        f.write_str(&all.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    #[test]
    fn profile_selects_by_bundle_group_tool_group_and_bundle_id() {
        // Columns: profile, bundle, its groups, the tool's groups, true if listed.
        let table = [
            ("", "objects", &["explorer"][..], &[][..], false),
            ("", "selection", &["explorer"], &["standard"], true),
            ("", "inspect", &["standard"], &[], true),
            ("", "acme", &[], &[], true),
            ("standard", "acme", &[], &["lab"], false),
            ("all", "objects", &["explorer"], &[], true),
            ("all, standard", "objects", &["explorer"], &[], true),
            ("offline", "objects", &["explorer"], &[], true),
            ("explorer", "objects", &["explorer"], &[], true),
            ("explorer", "editor", &["editor"], &[], false),
            ("explorer", "inspect", &["standard"], &[], false),
            ("explorer , editor", "editor", &["editor"], &[], true),
            ("xr,offline", "xr", &["vr"], &[], true),
            ("explorer", "acme", &[], &[], true),
            ("live", "inspect", &["standard", "live"], &[], true),
            ("live", "targets", &["live"], &[], true),
            ("standard", "targets", &["live"], &[], false),
            ("live", "selection", &["explorer"], &["standard"], false),
            ("live", "acme", &[], &[], true),
        ];
        for (text, bundle, of_bundle, own, shown) in table {
            let profile = Profile::parse(text);
            assert_eq!(
                profile.shows(bundle, &groups(of_bundle), &groups(own)),
                shown,
                "{text:?} {bundle}"
            );
            assert_eq!(Profile::parse(&profile.to_string()), profile, "{text:?} {profile}");
        }
    }

    #[test]
    fn parses_valid_selection_and_rejects_invalid_group_names() {
        assert_eq!(
            Profile::parse_selection(" explorer,all"),
            Ok(Profile::parse("explorer, all"))
        );
        assert_eq!(Profile::parse_selection(""), Ok(Profile::default()));
        for wrong in ["Explorer", "a b", "\u{e9}", &"a,".repeat(17), &"a".repeat(65)] {
            let said = Profile::parse_selection(wrong).expect_err(wrong);
            assert!(said.contains("profile=all"), "{said}");
        }
    }

    #[test]
    fn reports_unknown_profile_names_with_the_nearest_match() {
        let mut view = CatalogView::default();
        view.groups.insert("objects".into(), groups(&["explorer"]));
        for text in ["objects, exploer, standard", "all,exploer", "exploer,offline"] {
            let profile = Profile::parse(text);
            let unknown = profile.unknown(&view);
            assert_eq!(unknown.len(), 1, "{text}: {unknown:?}");
            assert!(unknown[0].0 == "exploer" && unknown[0].1.as_ref().is_some_and(|near| near.contains("`explorer`")));
        }
    }
}
