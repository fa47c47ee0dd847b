//! Warns about allowlist entries that can match nothing, as far as this is known without a project: misspelt names of
//! Unity's types and members, and invalid syntax of an entry. Pure functions.
//!
//! This module returns one warning for each entry. `host_policy` matches entries.

use super::settings::Settings;
use host_api::similar_names::{did_you_mean, nearest};
use host_policy::Policy;
use std::collections::BTreeSet;
use unity_fields::{base_names, component_names, csharp_name, find_type};

/// Prefixes of the namespaces that contain only types of Unity itself.
const UNITYS: [&str; 2] = ["UnityEngine.", "UnityEditor."];

/// Returns a warning for each allowlist entry that can match nothing, for `--check` and the log. An entry of
/// `[policy.ceiling]` that has its value from `[policy]` is reported once.
pub(super) fn warnings(settings: &Settings) -> Vec<String> {
    let mut found = check_policy("policy", &settings.policy, &Policy::default());
    found.extend(check_policy(
        "policy.ceiling",
        settings.ceiling.policy(),
        &settings.policy,
    ));
    found
}

fn check_policy(section: &str, policy: &Policy, told: &Policy) -> Vec<String> {
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
    (!is_form).then(|| "`*` must be the whole entry, or follow its last dot".to_owned())
}

/// Returns the reason why an entry in an allowlist of types can match nothing; `None` if it can match. A type of the
/// project may have no namespace; Unity's types need their full names.
fn wrong_type(entry: &str) -> Option<String> {
    if wrong_star(entry).is_some() {
        return wrong_star(entry);
    }
    match entry.strip_suffix(".*") {
        Some(start) => wrong_name(start, ".*"),
        None => wrong_name(entry, ""),
    }
}

/// Returns the reason why the name in an allowlist entry matches nothing: it resembles a Unity type or namespace, but
/// equals none. `end` is the text of the entry after the name. `None` if the name can match.
fn wrong_name(name: &str, end: &str) -> Option<String> {
    let short = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
    if !name.contains('.') {
        let is_short = |full: &&str| short(full).eq_ignore_ascii_case(name);
        let full = component_names().filter(is_short).min()?;
        return Some(format!("types need their full names; did you mean `{full}{end}`?"));
    }
    let is_known = |known: &str| known == name || known.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    let of_unity = UNITYS.iter().any(|space| name.starts_with(space));
    if !of_unity || component_names().chain(base_names()).any(is_known) {
        return None;
    }
    let space = |name: &str| name.rsplit_once('.').map(|(space, _)| space.to_owned());
    let beside = component_names().filter(|known| space(known) == space(name));
    let meant = nearest(name, beside)?;
    let is_close = short(meant).len().abs_diff(short(name).len()) < 2;
    is_close.then(|| format!("Unity has no type and no namespace `{name}`; did you mean `{meant}{end}`?"))
}

fn wrong_member(entry: &str) -> Option<String> {
    if wrong_star(entry).is_some() || entry == "*" {
        return wrong_star(entry);
    }
    let Some((type_name, member)) = entry.rsplit_once('.') else {
        return Some("an entry is `<Type>.<Member>`, `<Type>.*`, `<Namespace>.*` or `*`".to_owned());
    };
    if member == "*" {
        return wrong_name(type_name, ".*");
    }
    if find_type(entry).is_some() {
        return Some(format!(
            "it is a type; list `{entry}.<Member>`, or `{entry}.*` for all of its members"
        ));
    }
    let Some(spec) = find_type(type_name) else {
        return wrong_name(type_name, &format!(".{member}"));
    };
    let own = spec.fields.lines().filter(|line| !line.starts_with("   "));
    let serialized: Vec<&str> = own.filter_map(|line| line.trim().split(':').next()).collect();
    let shown = |name: &&str| csharp_name(type_name, name).unwrap_or_else(|| (*name).to_owned());
    let names: Vec<String> = serialized.iter().map(shown).collect();
    if serialized.contains(&member) || names.iter().any(|name| name == member) {
        return None;
    }
    // Methods, and properties that are no fields, are not in this list and have no similar name in it.
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
        let sources = Sources::from_flags(Path::new("/"), [(key, list.as_str())]);
        Configuration::read(&sources).expect("each is allowed").warnings()
    }

    #[test]
    fn warns_about_ineffective_allowlist_entry_with_suggestion() {
        let (types, members) = ("policy.component-allowlist", "policy.reflection-allowlist-members");
        let hooks = "policy.hook-allowlist-signatures";
        for (key, entry, part) in [
            (types, "Light", "did you mean `UnityEngine.Light`?"),
            (types, "UnityEngine.Li*", "follow its last dot"),
            (
                members,
                "UnityEngine.Light.intensty",
                "did you mean `UnityEngine.Light.intensity`?",
            ),
            (
                members,
                "Light.intensity",
                "did you mean `UnityEngine.Light.intensity`?",
            ),
            (members, "Light.*", "did you mean `UnityEngine.Light.*`?"),
            (
                members,
                "UnityEngine.Light",
                "it is a type; list `UnityEngine.Light.<Member>`",
            ),
            (members, "UnityEngine.Lightt.*", "did you mean `UnityEngine.Light.*`?"),
            (
                members,
                "UnityEngine.Lightt.intensity",
                "did you mean `UnityEngine.Light.intensity`?",
            ),
            (types, "UnityEngine.Lightt", "did you mean `UnityEngine.Light`?"),
            (
                types,
                "UnityEngine.RigidBodyy.*",
                "did you mean `UnityEngine.Rigidbody.*`?",
            ),
            (members, "intensity", "<Type>.<Member>"),
            (hooks, "Game.*.Door", "follow its last dot"),
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
        // No components, or types of packages: not in the tables, and similar to no name in them.
        for name in [
            "Time",
            "Input",
            "Screen",
            "Cursor",
            "Random",
            "Debug",
            "Physics",
            "Physics2D",
            "Resources",
            "Mathf",
            "Vector3",
            "GameObject",
            "Shader",
            "Material",
            "Mesh",
            "Texture2D",
            "Sprite",
            "Ray",
            "Rect",
            "Bounds",
            "PlayerPrefs",
            "Graphics",
            "Gizmos",
            "Event",
            "Object",
            "Component",
            "Behaviour",
            "MonoBehaviour",
            "ScriptableObject",
            "Motion",
            "Avatar",
            "AnimationClip",
            "QualitySettings",
            "AudioSettings",
            "AudioClip",
            "LayerMask",
            "Color",
            "Font",
            "EventSystems.EventSystem",
            "Rendering.Volume",
            "Rendering.Universal.Light2D",
            "InputSystem.PlayerInput",
            "UIElements.UIDocument",
            "UI.Image",
            "UI.Text",
            "SceneManagement.SceneManager",
            "Tilemaps.Tile",
        ] {
            let entry = format!("UnityEngine.{name}.*");
            assert_eq!(warnings(members, &entry), Vec::<String>::new(), "{entry}");
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
            (members, "UnityEngine.*"),
            (members, "UnityEngine.UI.*"),
            (members, "UnityEngine.Collider.*"),
            (members, "UnityEngine.Time.timeScale"),
            (members, "UnityEngine.Application.*"),
            (members, "UnityEngine.RenderSettings.*"),
            (members, "Game.Lightt.*"),
            (types, "Game.Combat.*"),
            (members, "PlayerController.speed"),
            (hooks, "Game.Door"),
        ] {
            assert_eq!(warnings(key, entry), Vec::<String>::new(), "{key} {entry}");
        }
    }
}
