//! Reports unknown names in the configuration, which otherwise have no effect and cause no message. Pure functions.

use crate::checked_listing::Checked;
use crate::names::key;
use crate::options::Settings;
use host_api::Interface;
use host_api::similar_names::{did_you_mean, nearest};
use std::collections::{BTreeMap, BTreeSet};

/// Returns a sentence for each table `[bundles.<id>]` with an unknown id, and each grant of an unknown interface.
pub(crate) fn names(settings: &Settings, known: &BTreeSet<&str>) -> Vec<String> {
    let mut problems = Vec::new();
    for (id, of_bundle) in &settings.bundles {
        if !known.contains(id.as_str()) {
            let meant = suggestion(nearest(id, known.iter().copied()));
            problems.push(format!("`[bundles.{id}]` names no bundle that is here{meant}"));
        }
        for grant in of_bundle.grants.names() {
            if Interface::from_name(grant).is_none() {
                let name = grant.split('@').next().unwrap_or(grant);
                let meant = suggestion(nearest(name, Interface::all().map(Interface::name)));
                problems.push(format!(
                    "`[bundles.{id}] grants` names `{grant}`, which is no interface of this host{meant}"
                ));
            }
        }
    }
    problems
}

/// Returns one sentence for each name in `tools.allow` or `tools.deny` that matches nothing in the prepared bundle.
pub(crate) fn pieces(settings: &Settings, prepared: &BTreeMap<&str, &Checked>) -> Vec<String> {
    let mut problems = Vec::new();
    for (id, of_bundle) in &settings.bundles {
        // A listed entry that cannot be served is not a mistake of the operator.
        let Some(checked) = prepared.get(id.as_str()).filter(|checked| checked.problems.is_empty()) else {
            continue;
        };
        let tools: Vec<&str> = checked.tools.iter().map(|tool| tool.spec.name.as_str()).collect();
        let resources = checked.resources.iter().map(|resource| resource.spec.uri.as_str());
        let others: Vec<&str> = resources
            .chain(checked.prompts.iter().map(|prompt| prompt.name.as_str()))
            .collect();
        let mut say = |list: &str, name: &String, near: Option<&str>, what: &str| {
            let meant = suggestion(near);
            problems.push(format!(
                "`[bundles.{id}] tools.{list}` names `{name}`, which is no {what} of this bundle{meant}"
            ));
        };
        let is_tool = |name: &String| tools.iter().any(|tool| key(tool) == key(name));
        for name in of_bundle.tools_allow.iter().filter(|name| !is_tool(name)) {
            say("allow", name, nearest(name, tools.iter().copied()), "tool");
        }
        for name in &of_bundle.tools_deny {
            if !is_tool(name) && !others.contains(&name.as_str()) {
                let near = nearest(name, tools.iter().chain(&others).copied());
                say("deny", name, near, "tool, resource or prompt");
            }
        }
    }
    problems
}

/// Returns one sentence for each disabled category that no bundle has. Called only when all bundles are prepared.
pub(crate) fn categories(disabled: &BTreeSet<String>, known: &BTreeSet<&str>) -> Vec<String> {
    let unknown = disabled.iter().filter(|name| !known.contains(name.as_str()));
    unknown
        .map(|name| {
            let meant = suggestion(nearest(name, known.iter().copied()));
            format!("`policy.disabled-categories` names `{name}`, which is no category here{meant}")
        })
        .collect()
}

/// A name in `policy.profile` that selects nothing.
#[derive(Debug)]
pub(crate) struct UnknownGroup {
    pub(crate) name: String,
    /// The question whether the most similar known name was meant; `None` if no name is similar.
    pub(crate) meant: Option<String>,
}

/// Returns one sentence for each name in `policy.profile` that selects nothing, unless it is in `own`: the names of all
/// bundles and their groups, even of those not served. Called only when all bundles are prepared.
pub(crate) fn groups(unknown: &[UnknownGroup], own: &BTreeSet<&str>) -> Vec<String> {
    let unknown = unknown.iter().filter(|group| !own.contains(group.name.as_str()));
    unknown
        .map(|UnknownGroup { name, meant }| {
            let meant = meant.as_ref().map(|meant| format!("; {meant}")).unwrap_or_default();
            format!(
                "`policy.profile` names `{name}`, which is no group and no bundle here: it lists nothing{meant}; known are \
                 standard, all, offline, bundle ids, and the `groups` in each bundle.toml"
            )
        })
        .collect()
}

fn suggestion(nearest: Option<&str>) -> String {
    did_you_mean(nearest.map(|name| format!("`{name}`"))).map_or_else(String::new, |hint| format!("; {hint}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::BundleSettings;
    use host_runtime::Grants;

    #[test]
    fn reports_unknown_bundles_and_interfaces_with_the_nearest_name() {
        let own = |grants| BundleSettings {
            grants,
            ..BundleSettings::default()
        };
        let list = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
        let good = list(&["unity-tools:unity/objects-edit@0.3.0"]);
        let wrong = Grants::Narrowed {
            allow: Some(good.clone()),
            deny: list(&["unity-tools:unity/object-edit", "acme:x/y"]),
        };
        let settings = Settings {
            bundles: [
                ("object".to_owned(), own(Grants::Beyond(good))),
                ("selection".to_owned(), own(wrong)),
            ]
            .into(),
            ..Settings::default()
        };
        assert_eq!(
            names(&settings, &["objects", "selection"].into()),
            [
                "`[bundles.object]` names no bundle that is here; did you mean `objects`?",
                "`[bundles.selection] grants` names `unity-tools:unity/object-edit`, which is no interface of this host; did you \
                 mean `unity-tools:unity/objects-edit`?",
                "`[bundles.selection] grants` names `acme:x/y`, which is no interface of this host",
            ]
        );
    }

    #[test]
    fn reports_unknown_profile_group_with_the_nearest_name() {
        let unknown = [("standart", Some("did you mean `standard`?")), ("save", None)];
        let unknown = unknown.map(|(name, meant)| UnknownGroup {
            name: name.to_owned(),
            meant: meant.map(str::to_owned),
        });
        let told = groups(&unknown, &["save", "objects"].into());
        assert_eq!(told.len(), 1, "a bundle that is not served is known: {told:?}");
        assert!(
            told[0].contains("`policy.profile` names `standart`") && told[0].contains("did you mean `standard`?"),
            "{told:?}"
        );
    }

    #[test]
    fn reports_unknown_disabled_category_with_the_nearest_name() {
        let disabled = ["tmie".to_owned(), "scene".to_owned()].into();
        assert_eq!(
            categories(&disabled, &["time", "scene"].into()),
            ["`policy.disabled-categories` names `tmie`, which is no category here; did you mean `time`?"]
        );
    }
}
