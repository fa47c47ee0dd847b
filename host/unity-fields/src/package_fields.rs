//! Kinds of the fields of scripts in Unity's packages, whose source may not be on disk, and of the members of
//! `UnityEvent` and `AnimationCurve`.

use crate::kind::Kind;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Table of the fields of classes in packages (`package_fields.txt`): `[Type]`, then lines with the path of a field and
/// its kind. Derived types inherit the fields.
const TABLE: &str = include_str!("package_fields.txt");

type Fields = HashMap<&'static str, Kind>;

static ALL: LazyLock<Vec<(&'static str, Fields)>> = LazyLock::new(|| {
    let mut all: Vec<(&str, Fields)> = Vec::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            all.push((name, Fields::new()));
        } else if let Some((path, kind)) = line.split_once(' ')
            && let (Some((_, fields)), Some(kind)) = (all.last_mut(), Kind::from_name(kind))
        {
            fields.insert(path, kind);
        }
    }
    all
});

/// Paths and kinds of the members of one UnityEvent call, below an element of `m_PersistentCalls.m_Calls`.
const LISTENER: [(&str, &str); 9] = [
    ("m_TargetAssemblyTypeName", "string"),
    ("m_MethodName", "string"),
    ("m_Mode", "int"),
    ("m_CallState", "int"),
    ("m_Arguments.m_ObjectArgumentAssemblyTypeName", "string"),
    ("m_Arguments.m_IntArgument", "int"),
    ("m_Arguments.m_FloatArgument", "float"),
    ("m_Arguments.m_StringArgument", "string"),
    ("m_Arguments.m_BoolArgument", "bool"),
];

/// Names of the members of an `AnimationCurve` key; each is a float.
const KEY: [&str; 6] = ["time", "value", "inSlope", "outSlope", "inWeight", "outWeight"];

/// Returns the kind of a field of the class with this full name; `path` contains no array indexes. If `is_base`, the
/// class is found by its short name, because the namespace of a base class without source is unknown.
pub fn find_in_package(class: &str, is_base: bool, path: &str) -> Option<Kind> {
    let short = |name: &'_ str| name.rsplit('.').next().map(str::to_owned);
    let is_it = |name: &str| name == class || (is_base && short(name) == short(class));
    let mut tables = ALL.iter().filter(|(_, fields)| fields.contains_key(path));
    let (_, fields) = tables.find(|(name, _)| is_it(name))?;
    fields.get(path).cloned()
}

/// Returns the kind of a member of a UnityEvent call or of an `AnimationCurve` key, which are the same in all scripts.
pub fn find_in_block(path: &str) -> Option<Kind> {
    if let Some((_, member)) = path.rsplit_once("m_PersistentCalls.m_Calls.") {
        let known = LISTENER.iter().find(|(name, _)| *name == member)?;
        return Kind::from_name(known.1);
    }
    let (_, member) = path.rsplit_once(".m_Curve.")?;
    KEY.contains(&member).then_some(Kind::Float)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_every_table_line() {
        let lines = TABLE
            .lines()
            .filter(|line| !line.starts_with(['#', '[']) && !line.is_empty());
        assert_eq!(lines.count(), ALL.iter().map(|(_, fields)| fields.len()).sum::<usize>());
    }

    #[test]
    fn finds_field_kinds_of_package_scripts() {
        let table = [
            ("TMPro.TMP_Text", true, "m_text", "string"),
            ("TMPro.TMP_Text", true, "m_fontSize", "float"),
            ("TMPro.TMP_InputField", false, "m_Text", "string"),
            ("UnityEngine.TMP_InputField", true, "m_Text", "string"),
            ("TMPro.TMP_Dropdown", false, "m_Options.m_Options.m_Text", "string"),
        ];
        for (class, is_base, path, kind) in table {
            let found = find_in_package(class, is_base, path).map(|kind| kind.to_string());
            assert_eq!(found.as_deref(), Some(kind), "{class}.{path}");
        }
        assert_eq!(find_in_package("Game.TMP_InputField", false, "m_Text"), None);
        assert_eq!(find_in_package("TMPro.TMP_InputField", false, "m_text"), None);
    }

    #[test]
    fn finds_kinds_of_listener_and_curve_key_members() {
        let text = "clicked.m_PersistentCalls.m_Calls.m_Arguments.m_StringArgument";
        assert_eq!(find_in_block(text), Some(Kind::Text));
        assert_eq!(find_in_block("fade.m_Curve.time"), Some(Kind::Float));
        for path in ["m_Calls.m_Mode", "b.time", "m_PersistentCalls.m_Calls"] {
            assert_eq!(find_in_block(path), None, "{path}");
        }
    }
}
