//! The conditional compilation symbols that files determine: those of the editor, of the Unity version and of the
//! project settings.

use host_csharp::Symbols;
use std::collections::BTreeSet;
use unity_yaml::Node;

/// Unity's releases that have their own symbols: major number, first and last minor number. The symbols of later
/// releases are unknown.
const RELEASES: [(u32, u32, u32); 9] = [
    (5, 3, 6),
    (2017, 1, 4),
    (2018, 1, 4),
    (2019, 1, 4),
    (2020, 1, 3),
    (2021, 1, 3),
    (2022, 1, 3),
    (2023, 1, 3),
    (6000, 0, 9),
];

/// Returns the conditional compilation symbols of Unity's editor of that version, and the project's own symbols.
pub(super) fn project_symbols(version: &str, own: &BTreeSet<String>) -> Symbols {
    let mut symbols = version_symbols(version);
    symbols.defined.insert("UNITY_EDITOR".to_owned());
    symbols.defined.extend(own.iter().cloned());
    symbols
}

/// Returns the symbols of a Unity version: `UNITY_2022`, `UNITY_2022_3`, `UNITY_2022_3_10` and `UNITY_X_Y_OR_NEWER` for
/// `2022.3.10f1`.
fn version_symbols(version: &str) -> Symbols {
    let mut symbols = Symbols::default();
    let mut parts = version
        .split(['.', 'f', 'b', 'a', 'p', 'c', 'x'])
        .map(str::parse::<u32>);
    let (Some(Ok(major)), Some(Ok(minor))) = (parts.next(), parts.next()) else {
        return symbols;
    };
    for (release, first, last) in RELEASES {
        for second in first..=last {
            let set = if (release, second) <= (major, minor) {
                &mut symbols.defined
            } else {
                &mut symbols.undefined
            };
            set.insert(format!("UNITY_{release}_{second}_OR_NEWER"));
        }
    }
    symbols.defined.insert(format!("UNITY_{major}"));
    symbols.defined.insert(format!("UNITY_{major}_{minor}"));
    if let Some(Ok(patch)) = parts.next() {
        symbols.defined.insert(format!("UNITY_{major}_{minor}_{patch}"));
    }
    symbols
}

/// Returns the symbols that all build targets define; only these are certain, because the active target is unknown.
pub(super) fn common_symbols(targets: &Node<'_>) -> BTreeSet<String> {
    let lists = targets.entries().iter().map(|(_, list)| {
        let list = list.text().unwrap_or_default();
        let names = list.split([';', ',', ' ']).map(str::trim);
        names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
    });
    lists
        .reduce(|all: BTreeSet<String>, one| all.intersection(&one).cloned().collect())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use super::*;
    use tests_projects::TinyProject;

    #[test]
    fn derives_symbols_from_unity_version() {
        let table = [
            ("2022.3.10f1", "UNITY_2022_3_10", "UNITY_2023_1_OR_NEWER"),
            ("6000.0.23f1", "UNITY_6000_0_OR_NEWER", "UNITY_6000_1_OR_NEWER"),
            ("5.6.7f1", "UNITY_5_6_OR_NEWER", "UNITY_2017_1_OR_NEWER"),
        ];
        for (version, defined, undefined) in table {
            let symbols = version_symbols(version);
            assert!(symbols.defined.contains(defined), "{version}");
            assert!(symbols.undefined.contains(undefined), "{version}");
            assert!(symbols.defined.is_disjoint(&symbols.undefined));
        }
        for version in ["", "next", "2022"] {
            assert_eq!(version_symbols(version), Symbols::default(), "{version}");
        }
    }

    #[test]
    fn treats_symbol_of_only_one_build_target_as_unknown() {
        let project = TinyProject::new();
        project.write(
            "ProjectSettings/ProjectSettings.asset",
            "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!129 &1\nPlayerSettings:\n  scriptingDefineSymbols:\n    \
             Standalone: BOTH;ONE\n    iPhone: BOTH\n  additionalCompilerArguments: {}\n",
        );
        let settings = Settings::read(project.root(), &mut Vec::new());
        let symbols = project_symbols(&settings.unity_version, &settings.symbols);
        assert!(symbols.defined.contains("BOTH") && symbols.defined.contains("UNITY_EDITOR"));
        assert!(!symbols.defined.contains("ONE") && !symbols.undefined.contains("ONE"));
    }
}
