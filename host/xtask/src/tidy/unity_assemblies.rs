//! Checks the assembly definitions of the Unity package: Unity ignores an assembly with an unknown reference or a symbol
//! that nothing sets, without an error.
//!
//! Belongs here: `.asmdef` files, and the symbols in the sources of their assemblies. Does not: the manifest
//! (`unity_manifest`), `.meta` files (`unity_package`).

use super::{Finding, Tree};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

pub(super) const PACKAGE: &str = "sdk/unity/com.unity-tools.bridge/";

/// Assemblies of Unity and of its packages to which an assembly may refer.
const UNITY_ASSEMBLIES: &[&str] = &[
    "UnityEngine.UI",
    "UnityEngine.TestRunner",
    "UnityEditor.TestRunner",
    "Unity.InputSystem",
];

/// Libraries in packages of Unity to which an assembly may refer by file name.
const UNITY_LIBRARIES: &[&str] = &["nunit.framework.dll"];

/// Packages of Unity whose presence may set a symbol.
const UNITY_PACKAGES: &[&str] = &[
    "com.unity.inputsystem",
    "com.unity.modules.imageconversion",
    "com.unity.modules.physics",
    "com.unity.modules.screencapture",
    "com.unity.test-framework",
    "com.unity.ugui",
];

/// Symbols that Unity defines, besides `UNITY_X_Y_OR_NEWER`.
const UNITY_SYMBOLS: &[&str] = &["UNITY_EDITOR", "UNITY_INCLUDE_TESTS", "ENABLE_MONO", "ENABLE_IL2CPP"];

/// The symbol that a user sets to get the package into a build.
const USER_SYMBOL: &str = "UNITY_TOOLS_BRIDGE";

/// The symbols of the package itself.
const OWN_SYMBOLS: &str = "UNITY_TOOLS_";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Definition {
    name: String,
    #[serde(default)]
    references: Vec<String>,
    #[serde(default)]
    precompiled_references: Vec<String>,
    #[serde(default)]
    define_constraints: Vec<String>,
    #[serde(default)]
    version_defines: Vec<VersionDefine>,
}

#[derive(Deserialize)]
struct VersionDefine {
    name: String,
    define: String,
}

/// An assembly definition with the sources of its assembly.
struct Assembly<'t> {
    file: &'t str,
    definition: Definition,
    sources: Vec<(&'t str, &'t str)>,
}

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    let files: BTreeMap<String, String> = tree
        .texts(|name| name.starts_with(PACKAGE) && (name.ends_with(".asmdef") || name.ends_with(".cs")))
        .collect();
    // A tree without definitions contains no package.
    if files.keys().all(|name| !name.ends_with(".asmdef")) {
        return;
    }
    let mut assemblies: Vec<Assembly<'_>> = Vec::new();
    for (file, text) in files.iter().filter(|(name, _)| name.ends_with(".asmdef")) {
        match serde_json::from_str(text) {
            Ok(definition) => assemblies.push(Assembly {
                file,
                definition,
                sources: Vec::new(),
            }),
            Err(error) => findings.push(Finding::new(file, error.line(), format!("cannot be read: {error}"))),
        }
    }
    for (source, text) in files.iter().filter(|(name, _)| name.ends_with(".cs")) {
        let above = |assembly: &&mut Assembly<'_>| source.starts_with(folder(assembly.file));
        match assemblies
            .iter_mut()
            .filter(above)
            .max_by_key(|assembly| folder(assembly.file).len())
        {
            Some(nearest) => nearest.sources.push((source, text)),
            None => findings.push(Finding::new(
                source,
                0,
                "is in no assembly; Unity compiles a script of a package only below an .asmdef file",
            )),
        }
    }
    let names: BTreeSet<&str> = assemblies
        .iter()
        .map(|assembly| assembly.definition.name.as_str())
        .collect();
    for assembly in &assemblies {
        report_names(assembly, &names, findings);
        report_symbols(assembly, findings);
    }
}

/// Returns the folder of a file, with `/` at its end.
fn folder(file: &str) -> &str {
    file.rfind('/').map_or("", |end| &file[..=end])
}

fn report_names(assembly: &Assembly<'_>, names: &BTreeSet<&str>, findings: &mut Vec<Finding>) {
    let Assembly { file, definition, .. } = assembly;
    let mut find = |text: String| findings.push(Finding::new(*file, 0, text));
    let wanted = file
        .rsplit('/')
        .next()
        .and_then(|name| name.strip_suffix(".asmdef"))
        .unwrap_or_default();
    if definition.name != wanted {
        find(format!(
            "has the name `{}`; the file is named `{wanted}`",
            definition.name
        ));
    }
    for reference in &definition.references {
        if !names.contains(reference.as_str()) && !UNITY_ASSEMBLIES.contains(&reference.as_str()) {
            find(format!(
                "refers to `{reference}`, which is neither an assembly of the package nor one of {}",
                UNITY_ASSEMBLIES.join(", ")
            ));
        }
    }
    for library in &definition.precompiled_references {
        if !UNITY_LIBRARIES.contains(&library.as_str()) {
            find(format!(
                "refers to the library `{library}`, which is not one of {}",
                UNITY_LIBRARIES.join(", ")
            ));
        }
    }
}

fn report_symbols(assembly: &Assembly<'_>, findings: &mut Vec<Finding>) {
    let Assembly { file, definition, .. } = assembly;
    let set: BTreeSet<&str> = definition
        .version_defines
        .iter()
        .map(|set| set.define.as_str())
        .collect();
    let is_known = |symbol: &str| {
        set.contains(symbol) || symbol == USER_SYMBOL || UNITY_SYMBOLS.contains(&symbol) || is_version(symbol)
    };
    let constraints: Vec<&str> = definition
        .define_constraints
        .iter()
        .flat_map(|constraint| words(constraint))
        .collect();
    for symbol in constraints.iter().filter(|symbol| !is_known(symbol)) {
        let text = format!("`defineConstraints` needs `{symbol}`, which neither `versionDefines` nor Unity sets");
        findings.push(Finding::new(*file, 0, text));
    }
    let mut tested = BTreeSet::new();
    for (source, text) in &assembly.sources {
        for (line, symbol) in tested_symbols(text) {
            tested.insert(symbol);
            if symbol.starts_with(OWN_SYMBOLS) && !is_known(symbol) {
                let text = format!("tests `{symbol}`, which `versionDefines` in {file} does not set");
                findings.push(Finding::new(*source, line, text));
            }
        }
    }
    for VersionDefine { name, define } in &definition.version_defines {
        if !UNITY_PACKAGES.contains(&name.as_str()) {
            let text = format!(
                "`versionDefines` names the package `{name}`, which is not one of {}",
                UNITY_PACKAGES.join(", ")
            );
            findings.push(Finding::new(*file, 0, text));
        }
        if !constraints.contains(&define.as_str()) && !tested.contains(define.as_str()) {
            let text =
                format!("`versionDefines` sets `{define}`, which neither `defineConstraints` nor a source tests");
            findings.push(Finding::new(*file, 0, text));
        }
    }
}

/// Returns the symbols in the `#if` and `#elif` lines of a source, with line numbers from 1.
fn tested_symbols(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines()).flat_map(|(line, text)| {
        let directive = text.trim_start().strip_prefix('#').map(str::trim_start);
        let condition = directive.and_then(|text| text.strip_prefix("if").or_else(|| text.strip_prefix("elif")));
        words(condition.unwrap_or_default()).map(move |symbol| (line, symbol))
    })
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_')
        .filter(|word| !word.is_empty())
}

/// Returns true for `UNITY_X_Y_OR_NEWER`.
fn is_version(symbol: &str) -> bool {
    let middle = symbol
        .strip_prefix("UNITY_")
        .and_then(|rest| rest.strip_suffix("_OR_NEWER"));
    let Some((year, minor)) = middle.and_then(|middle| middle.split_once('_')) else {
        return false;
    };
    [year, minor]
        .iter()
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::tests::write;

    const EDITOR: &str = r#"{
        "name": "A.Editor", "references": ["A", "UnityEngine.UI"], "precompiledReferences": ["nunit.framework.dll"],
        "defineConstraints": ["UNITY_2021_3_OR_NEWER", "!UNITY_TOOLS_UI || UNITY_TOOLS_BRIDGE"],
        "versionDefines": [{ "name": "com.unity.ugui", "expression": "", "define": "UNITY_TOOLS_UI" }]
    }"#;

    /// Returns the findings for a package whose assembly `A.Editor` has this definition and this source.
    fn findings(definition: &str, source: &str) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| write(folder.path(), &format!("{PACKAGE}{name}"), text);
        write("Runtime/A.asmdef", r#"{ "name": "A" }"#);
        write("Runtime/One.cs", "#if UNITY_TOOLS_BRIDGE\n#endif\n");
        write("Editor/A.Editor.asmdef", definition);
        write("Editor/Deep/Two.cs", source);
        let mut found = Vec::new();
        check(&Tree::read(folder.path()), &mut found);
        found
            .into_iter()
            .map(|finding| {
                let file = finding.file.strip_prefix(PACKAGE).unwrap_or(&finding.file).to_owned();
                format!("{file}:{}: {}", finding.line, finding.text)
            })
            .collect()
    }

    #[test]
    fn reports_each_violation_of_a_definition() {
        assert_eq!(findings(EDITOR, "class Two {}"), Vec::<String>::new());
        let rows = [
            ("\"A.Editor\",", "\"A.Other\",", "has the name `A.Other`"),
            ("\"A\",", "\"B\",", "refers to `B`, which is neither"),
            ("UnityEngine.UI", "UnityEngine.GUI", "refers to `UnityEngine.GUI`"),
            ("nunit.framework.dll", "moq.dll", "refers to the library `moq.dll`"),
            (
                "UNITY_2021_3_OR_NEWER",
                "UNITY_2021_OR_NEWER",
                "`defineConstraints` needs `UNITY_2021_OR_NEWER`",
            ),
            ("com.unity.ugui", "com.unity.gui", "names the package `com.unity.gui`"),
            ("!UNITY_TOOLS_UI ||", "", "sets `UNITY_TOOLS_UI`, which neither"),
            ("[\"A\"", "[\"A\"]", "cannot be read"),
        ];
        for (from, to, expected) in rows {
            let definition = EDITOR.replacen(from, to, 1);
            assert_ne!(definition, EDITOR, "{from}");
            let found = findings(&definition, "class Two {}");
            assert!(
                !found.is_empty() && found[0].contains(expected),
                "{expected}: {found:?}"
            );
            let is_definition = found[0].starts_with("Editor/A.Editor.asmdef:");
            assert!(is_definition, "{found:?}");
        }
    }

    #[test]
    fn reports_symbols_that_nothing_sets_and_sources_without_assembly() {
        let source = "#if UNITY_TOOLS_UI && UNITY_6000_4_OR_NEWER\n#elif UNITY_TOOLS_SOUND\n#endif\n";
        let found = findings(EDITOR, source);
        assert_eq!(found.len(), 1, "{found:?}");
        let expected = "Editor/Deep/Two.cs:2: tests `UNITY_TOOLS_SOUND`, which `versionDefines` in";
        assert!(found[0].starts_with(expected), "{found:?}");
        let folder = tempfile::tempdir().unwrap();
        write(
            folder.path(),
            &format!("{PACKAGE}Runtime/A.asmdef"),
            r#"{ "name": "A" }"#,
        );
        write(folder.path(), &format!("{PACKAGE}Lost.cs"), "class Lost {}");
        let mut found = Vec::new();
        check(&Tree::read(folder.path()), &mut found);
        assert!(
            found.len() == 1 && found[0].text.starts_with("is in no assembly"),
            "{found:?}"
        );
    }
}
