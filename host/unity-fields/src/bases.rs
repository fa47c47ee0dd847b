//! Base types and interfaces of Unity's own component types, by name.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Table of the base types of Unity's types (`bases.txt`): a line `[Namespace]` begins a namespace. Each line below it
/// has the form `Base: Types…`: a base, then the short names of the types that directly derive from it.
const TABLE: &str = include_str!("bases.txt");

struct Bases {
    /// Full names of the direct base type and interfaces of each Unity type, by the short name of the type.
    of: HashMap<&'static str, Vec<String>>,
    /// Full names of all types that are a base or an interface of another type.
    full: Vec<String>,
}

static ALL: LazyLock<Bases> = LazyLock::new(|| {
    let (mut of, mut full): (HashMap<_, Vec<String>>, _) = (HashMap::new(), Vec::new());
    let mut namespace = "";
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            namespace = name;
        } else if let Some((base, types)) = line.split_once(':') {
            let base = format!("{namespace}.{base}");
            for name in types.split_whitespace() {
                of.entry(name).or_default().push(base.clone());
            }
            full.push(base);
        }
    }
    Bases { of, full }
});

/// Returns the full names of the direct base and interfaces of a Unity type; `short` is its name without namespace.
pub fn bases_of(short: &str) -> &'static [String] {
    ALL.of.get(short).map_or(&[], Vec::as_slice)
}

/// Returns true if the Unity type with the full name `full` is the type `name`, derives from it or implements it.
/// `name` is a full or short name; case is ignored.
pub fn derives_from(full: &str, name: &str) -> bool {
    let short = full.rsplit('.').next().unwrap_or(full);
    let is_it = match name.contains('.') {
        true => full.eq_ignore_ascii_case(name),
        false => short.eq_ignore_ascii_case(name),
    };
    // No type of the table derives from itself (a test checks this), so the recursion ends.
    is_it || bases_of(short).iter().any(|base| derives_from(base, name))
}

/// Returns the full names of all Unity types from which other types derive.
pub fn base_names() -> impl Iterator<Item = &'static str> {
    ALL.full.iter().map(String::as_str)
}

/// Returns the short names of all Unity types in the table that derive from a type or implement an interface.
pub fn derived_names() -> impl Iterator<Item = &'static str> {
    ALL.of.keys().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::component_names;

    /// Returns the short names of all bases of a type.
    fn base_names(short: &str, depth: usize) -> Vec<String> {
        assert!(depth < 12, "{short} derives from itself");
        let direct = bases_of(short).iter();
        let all = direct.flat_map(|base| {
            let short = base.rsplit('.').next().unwrap_or(base).to_owned();
            let mut above = base_names(&short, depth + 1);
            above.push(short);
            above
        });
        all.collect()
    }

    #[test]
    fn every_component_of_the_tables_derives_from_component() {
        for name in component_names().filter(|name| !name.ends_with(".GameObject")) {
            let short = name.rsplit('.').next().unwrap_or(name);
            assert!(base_names(short, 0).contains(&"Component".to_owned()), "{name}");
        }
        for name in derived_names().filter(|name| !name.starts_with('I')) {
            let is_component = base_names(name, 0).contains(&"Component".to_owned());
            assert!(is_component || name == "Component", "{name}");
        }
        assert!(base_names("Button", 0).contains(&"IPointerClickHandler".to_owned()));
        assert!(base_names("TextMeshProUGUI", 0).contains(&"Graphic".to_owned()));
        assert!(
            derives_from("UnityEngine.MeshCollider", "collider")
                && derives_from("UnityEngine.UI.Button", "UnityEngine.UI.Selectable")
        );
        assert!(
            !derives_from("UnityEngine.MeshCollider", "Renderer")
                && !derives_from("UnityEngine.Camera", "Other.Camera")
        );
    }
}
