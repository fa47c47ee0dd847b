//! Compares C# names and enumeration members of the tables with the assemblies of a real Unity 2022.3.
//!
//! `csharp_names.txt` lists the exceptions; `tests` checks serialized names and kinds.

use super::*;
use crate::assets::renamed;
use crate::enums;
use host_csharp::{TypeInfo, TypeKind, TypeRef, read_assembly};
use std::collections::{BTreeMap, BTreeSet};

/// Text of `csharp_names.txt`: `[Type]` or `[enumerations]`, then `Name…: reason`, or `Name = Full.Name` for an
/// enumeration with another name in the table.
const EXCEPTIONS: &str = include_str!("csharp_names.txt");

struct Declared {
    /// Names of the fields and properties that a type of Unity's assemblies declares.
    members: BTreeSet<String>,
    bases: Vec<String>,
    /// Name, value and obsolete flag of each member, if the type is an enumeration.
    values: Option<Vec<(String, i128, bool)>>,
}

/// Collects the names that a type declares, public and private ones, because a serialized field can be private.
fn declared_names(info: &TypeInfo) -> Declared {
    let compiled = info.compiled.clone().unwrap_or_default();
    let accessed = info.methods.iter().filter_map(|method| {
        let name = method.name.strip_prefix("get_").or(method.name.strip_prefix("set_"))?;
        Some(name.to_owned())
    });
    let bases = compiled.bases.iter().filter_map(|base| match base {
        TypeRef::Named(name, _) => Some(name.joined_by_dots()),
        _ => None,
    });
    let values = compiled.fields.iter().filter_map(|field| {
        let is_obsolete = field.attributes.iter().any(|name| name == "Obsolete");
        Some((field.name.clone(), field.constant?, is_obsolete))
    });
    Declared {
        members: compiled
            .fields
            .iter()
            .map(|field| field.name.clone())
            .chain(accessed)
            .collect(),
        bases: bases.collect(),
        values: (info.kind() == TypeKind::Enum).then(|| values.collect()),
    }
}

/// Returns all types of Unity's assemblies by full name; `None` if the assemblies are not available.
fn unity() -> Option<BTreeMap<String, Declared>> {
    let folder = tests_projects::unity_assemblies()?;
    let mut types = BTreeMap::new();
    for entry in std::fs::read_dir(folder).expect("the folder of assemblies").flatten() {
        let path = entry.path();
        let name = entry.file_name().to_string_lossy().into_owned();
        if !name.starts_with("Unity") || path.extension().is_none_or(|extension| extension != "dll") {
            continue;
        }
        let file = read_assembly(&name, &std::fs::read(&path).expect("an assembly")).expect("metadata");
        types.extend(
            file.types()
                .map(|info| (info.name.joined_by_dots(), declared_names(info))),
        );
    }
    assert!(types.len() > 2_000, "{} types", types.len());
    Some(types)
}

/// The exceptions of `csharp_names.txt` by section and name, and those that a test has needed so far.
#[derive(Default)]
struct Exceptions {
    reasons: BTreeSet<(&'static str, &'static str)>,
    others: BTreeMap<&'static str, &'static str>,
    used: BTreeSet<(&'static str, &'static str)>,
}

impl Exceptions {
    fn read() -> Self {
        let mut all = Self::default();
        let mut section = "";
        for line in EXCEPTIONS
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
                section = name;
            } else if let Some((name, full)) = line.split_once(" = ") {
                assert!(all.others.insert(name, full).is_none(), "{line}: twice");
            } else {
                let (names, reason) = line.split_once(": ").unwrap_or_else(|| panic!("{line}: no reason"));
                assert!(reason.trim().len() > 10, "{line}: no reason");
                for name in names.split_whitespace() {
                    assert!(all.reasons.insert((section, name)), "{section} {name}: twice");
                }
            }
        }
        all
    }

    fn has(&mut self, section: &str, name: &str) -> bool {
        let found = self.reasons.iter().find(|known| **known == (section, name));
        self.used.extend(found);
        found.is_some()
    }

    fn unused(&self, is_of_enumerations: bool) -> Vec<&(&'static str, &'static str)> {
        let of_these = self
            .reasons
            .iter()
            .filter(|(section, _)| (*section == "enumerations") == is_of_enumerations);
        of_these.filter(|known| !self.used.contains(known)).collect()
    }
}

/// Returns the name of a type and the names of all its bases.
fn with_bases<'t>(types: &'t BTreeMap<String, Declared>, name: &'t str) -> Vec<&'t str> {
    let bases = types.get(name).map_or(&[][..], |found| &found.bases);
    let above = bases.iter().flat_map(|base| with_bases(types, base));
    [name].into_iter().chain(above).collect()
}

#[test]
fn every_csharp_name_is_a_member_of_its_type() {
    let Some(types) = unity() else { return };
    let mut exceptions = Exceptions::read();
    let mut told: BTreeSet<(&str, String)> = renamed().map(|(name, csharp)| (name, csharp.to_owned())).collect();
    for name in component_names() {
        let fields = find_type(name).map(|spec| spec.fields.clone()).unwrap_or_default();
        let tree = unity_yaml::parse_bare(&fields).expect("fields");
        told.extend(
            tree.entries()
                .iter()
                .filter_map(|(key, _)| Some((name, csharp_name(name, key)?))),
        );
    }
    let mut wrong: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, csharp) in &told {
        if !types.contains_key(*name) {
            if !exceptions.has(name, "type") {
                wrong.entry(name).or_default().push("type".to_owned());
            }
            continue;
        }
        let line = with_bases(&types, name);
        let is_member = line
            .iter()
            .any(|name| types.get(*name).is_some_and(|found| found.members.contains(csharp)));
        if !is_member && !line.iter().any(|name| exceptions.has(name, csharp)) {
            wrong.entry(name).or_default().push(csharp.clone());
        }
    }
    assert!(told.len() > 500, "{}", told.len());
    assert!(wrong.is_empty(), "names that C# does not have: {wrong:#?}");
    assert!(
        exceptions.unused(false).is_empty(),
        "not needed any more: {:?}",
        exceptions.unused(false)
    );
}

#[test]
fn enum_tables_match_unity_members_and_values() {
    let Some(types) = unity() else { return };
    let mut exceptions = Exceptions::read();
    let mut wrong = Vec::new();
    let mut compared = 0;
    for table in enums::all() {
        let short = table.name.as_str();
        let named = exceptions.others.get(short).copied();
        let is_it = |full: &str| named.map_or(full.rsplit('.').next() == Some(short), |named| full == named);
        let found: Vec<_> = types
            .iter()
            .filter(|(full, _)| full.starts_with("UnityEngine.") && is_it(full))
            .filter_map(|(full, found)| Some((full, found.values.as_ref()?)))
            .collect();
        let [(full, values)] = found.as_slice() else {
            if !exceptions.has("enumerations", short) {
                let full: Vec<_> = found.iter().map(|(full, _)| full).collect();
                wrong.push(format!("{short}: {full:?}"));
            }
            continue;
        };
        compared += 1;
        for (name, value) in &table.values {
            let theirs = values
                .iter()
                .find(|(theirs, ..)| theirs == name)
                .map(|(_, value, _)| *value);
            if theirs != Some(i128::from(*value)) && !exceptions.has("enumerations", &format!("{short}.{name}")) {
                wrong.push(format!("{short}.{name} = {value}: {full} has {theirs:?}"));
            }
        }
        for (name, value, _) in values.iter().filter(|(.., is_obsolete)| !is_obsolete) {
            let is_told = table.values.iter().any(|(_, known)| i128::from(*known) == *value);
            if !is_told && !exceptions.has("enumerations", &format!("{short}.{name}")) {
                wrong.push(format!("{short} lacks {name} = {value} of {full}"));
            }
        }
    }
    assert!(compared > 60, "{compared}");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(
        exceptions.unused(true).is_empty(),
        "not needed any more: {:?}",
        exceptions.unused(true)
    );
}
