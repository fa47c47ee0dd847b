//! Entries of allowlists that can hold nothing, as far as that can be told without a project: misspelt names of Unity's own
//! types and members, and what is no form of an entry. Pure.
//!
//! Belongs here: one sentence for each entry. Does not: what an entry holds (`host_policy`).

use super::settings::Settings;
use host_api::near::{did_you_mean, nearest};
use host_policy::Policy;
use std::collections::BTreeSet;
use unity_project::fields::{component_names, csharp_name, of_type};

/// What `--check` and the log say. What the ceiling has from the policy is told once.
pub(super) fn warnings(settings: &Settings) -> Vec<String> {
    let mut found = of_policy("policy", &settings.policy, &Policy::default());
    found.extend(of_policy("policy.ceiling", settings.ceiling.policy(), &settings.policy));
    found
}

fn of_policy(section: &str, policy: &Policy, told: &Policy) -> Vec<String> {
    let (types, members) = ("component-allowlist", "reflection-allowlist-members");
    let fresh =
        |list: &BTreeSet<String>, told: &BTreeSet<String>| -> Vec<String> { list.difference(told).cloned().collect() };
    let of_types = fresh(&policy.component_allowlist, &told.component_allowlist);
    let of_members = fresh(&policy.reflection_allowlist_members, &told.reflection_allowlist_members);
    let of_hooks = fresh(&policy.hook_allowlist_signatures, &told.hook_allowlist_signatures);
    let said = |list: &str, entry: &str, why: Option<String>| {
        why.map(|why| format!("`{section}.{list}` has \"{entry}\", which allows nothing: {why}"))
    };
    let of_types = of_types
        .iter()
        .filter_map(|entry| said(types, entry, wrong_type(entry)));
    let of_members = of_members
        .iter()
        .filter_map(|entry| said(members, entry, wrong_member(entry)));
    let of_hooks = of_hooks.iter();
    let of_hooks = of_hooks.filter_map(|entry| said("hook-allowlist-signatures", entry, wrong_star(entry)));
    of_types.chain(of_members).chain(of_hooks).collect()
}

fn wrong_star(entry: &str) -> Option<String> {
    let start = entry.strip_suffix(".*").unwrap_or(entry);
    let is_form = entry == "*" || (!start.is_empty() && !start.contains('*'));
    (!is_form).then(|| "`*` stands alone, or behind the last dot".to_owned())
}

/// A type of the project's own may have no namespace; Unity's have full names here.
fn wrong_type(entry: &str) -> Option<String> {
    if wrong_star(entry).is_some() || entry.contains('.') {
        return wrong_star(entry);
    }
    let is_short = |name: &&str| {
        name.rsplit('.')
            .next()
            .is_some_and(|short| short.eq_ignore_ascii_case(entry))
    };
    let full = component_names().filter(is_short).min()?;
    Some(format!("types go by their full names; did you mean `{full}`?"))
}

fn wrong_member(entry: &str) -> Option<String> {
    if wrong_star(entry).is_some() || entry == "*" {
        return wrong_star(entry);
    }
    let Some((type_name, member)) = entry.rsplit_once('.') else {
        return Some("an entry is `<Type>.<Member>`, or `<Type>.*`".to_owned());
    };
    if member == "*" {
        return None;
    }
    let Some(spec) = of_type(type_name) else {
        // `Light.intensity`: the type itself is short.
        return (!type_name.contains('.')).then(|| wrong_type(type_name)).flatten();
    };
    let own = spec.fields.lines().filter(|line| !line.starts_with("   "));
    let serialized: Vec<&str> = own.filter_map(|line| line.trim().split(':').next()).collect();
    let shown = |name: &&str| csharp_name(type_name, name).unwrap_or_else(|| (*name).to_owned());
    let names: Vec<String> = serialized.iter().map(shown).collect();
    if serialized.contains(&member) || names.iter().any(|name| name == member) {
        return None;
    }
    // A method, or a property that is no field, is none of these names and like none of them.
    let meant =
        nearest(member, names.iter().map(String::as_str)).filter(|name| name.len().abs_diff(member.len()) < 2)?;
    let meant = did_you_mean(Some(format!("`{type_name}.{meant}`")))?;
    Some(format!("`{type_name}` has no field `{member}`; {meant}"))
}

#[cfg(test)]
mod tests {
    use crate::config::{Configuration, Sources};
    use std::path::Path;

    fn warnings(key: &'static str, entry: &str) -> Vec<String> {
        let list = format!("[\"{entry}\"]");
        let sources = Sources::of_flags(Path::new("/"), [(key, list.as_str())]);
        Configuration::read(&sources).expect("each is allowed").warnings()
    }

    #[test]
    fn an_entry_that_can_hold_nothing_is_told_with_what_was_meant() {
        let (types, members) = ("policy.component-allowlist", "policy.reflection-allowlist-members");
        let hooks = "policy.hook-allowlist-signatures";
        for (key, entry, part) in [
            (types, "Light", "did you mean `UnityEngine.Light`?"),
            (types, "UnityEngine.Li*", "behind the last dot"),
            (
                members,
                "UnityEngine.Light.intensty",
                "did you mean `UnityEngine.Light.intensity`?",
            ),
            (members, "Light.intensity", "did you mean `UnityEngine.Light`?"),
            (members, "intensity", "<Type>.<Member>"),
            (hooks, "Game.*.Door", "behind the last dot"),
            (
                "policy.ceiling.component-allowlist",
                "light",
                "`policy.ceiling.component-allowlist` has \"light\"",
            ),
        ] {
            let told = warnings(key, entry);
            assert_eq!(told.len(), 1, "{key} {entry}: {told:?}");
            assert!(
                told[0].contains(part) && told[0].contains(key) && told[0].contains(entry),
                "{told:?}"
            );
        }
        for (key, entry) in [
            (types, "*"),
            (types, "UnityEngine.Light"),
            (types, "UnityEngine.*"),
            (types, "PlayerController"),
            (members, "UnityEngine.Light.intensity"),
            (members, "UnityEngine.Light.m_Intensity"),
            (members, "UnityEngine.Light.*"),
            (members, "UnityEngine.Transform.position"),
            (members, "UnityEngine.Transform.Rotate"),
            (members, "PlayerController.speed"),
            (hooks, "Game.Door"),
        ] {
            assert_eq!(warnings(key, entry), Vec::<String>::new(), "{key} {entry}");
        }
    }
}
