//! Tests which scripts the editor compiles, depending on assembly definitions and references to them.

use crate::project::{InEditor, Project};
use tests_projects::{TinyProject, guid};

fn definition(project: &TinyProject, folder: &str, digit: char, name: &str, more: &str) {
    let comma = if more.is_empty() { "" } else { ", " };
    let text = format!("\u{feff}{{\"name\": \"{name}\"{comma}{more}}}");
    project.asset(&format!("{folder}/{name}.asmdef"), &guid(digit), text);
}

fn open_project(project: &TinyProject) -> Project {
    Project::open(project.root()).expect("a project")
}

#[test]
fn decides_compilation_by_platforms_and_define_constraints() {
    let rows = [
        ("", InEditor::Yes, false),
        (
            r#""includePlatforms": [], "excludePlatforms": []"#,
            InEditor::Yes,
            false,
        ),
        (r#""includePlatforms": ["Editor"]"#, InEditor::Yes, true),
        (r#""includePlatforms": ["Android", "Editor"]"#, InEditor::Yes, false),
        (
            r#""includePlatforms": ["Android"]"#,
            InEditor::No("it is for Android alone".to_owned()),
            false,
        ),
        (
            r#""includePlatforms": ["A", "B", "C", "D", "E"]"#,
            InEditor::No("it is for A, B, C and 2 more alone".to_owned()),
            false,
        ),
        (r#""excludePlatforms": ["iOS"]"#, InEditor::Yes, false),
        (
            r#""excludePlatforms": ["iOS", "Editor"]"#,
            InEditor::No("it leaves out the editor".to_owned()),
            false,
        ),
        (
            r#""defineConstraints": ["UNITY_EDITOR", "UNITY_2021_1_OR_NEWER || NO"]"#,
            InEditor::Yes,
            false,
        ),
        (
            r#""defineConstraints": ["!UNITY_EDITOR", "MAYBE"]"#,
            InEditor::No("it wants !UNITY_EDITOR".to_owned()),
            false,
        ),
        (
            r#""defineConstraints": ["MAYBE", "UNITY_6000_0_OR_NEWER"]"#,
            InEditor::No("it wants UNITY_6000_0_OR_NEWER".to_owned()),
            false,
        ),
        (
            r#""defineConstraints": ["UNITY_INCLUDE_TESTS"]"#,
            InEditor::Unknown("it wants UNITY_INCLUDE_TESTS".to_owned()),
            false,
        ),
        // In a form that Unity does not write.
        (
            r#""includePlatforms": "Android", "defineConstraints": [7, null]"#,
            InEditor::Yes,
            false,
        ),
    ];
    for (more, in_editor, editor_only) in rows {
        let folder = TinyProject::new();
        definition(&folder, "Assets/Lib", 'a', "Lib", more);
        let project = open_project(&folder);
        let assembly = project
            .assemblies
            .find_for_script("Assets/Lib/Deep/Editor/X.cs")
            .expect("an assembly");
        assert_eq!(
            (&assembly.in_editor, assembly.editor_only),
            (&in_editor, editor_only),
            "{more}"
        );
        assert!(
            project.problems.iter().all(|problem| !problem.contains("assembly")),
            "{:?}",
            project.problems
        );
    }
}

#[test]
fn finds_assembly_by_nearest_definition_or_reference() {
    let folder = TinyProject::new();
    definition(&folder, "Assets/Outer", 'a', "Outer", "");
    definition(
        &folder,
        "Assets/Outer/Inner",
        'b',
        "Inner",
        r#""includePlatforms": ["Editor"]"#,
    );
    let reference = |path: &str, digit: char, to: &str| {
        folder.asset(path, &guid(digit), format!("{{\"reference\": \"{to}\"}}"));
    };
    reference("Assets/ByGuid/r.asmref", 'c', &format!("GUID:{}", guid('b')));
    reference("Assets/ByName/r.asmref", 'd', "Outer");
    reference("Assets/Nowhere/r.asmref", 'e', "Of.A.Package");
    let project = open_project(&folder);
    let rows = [
        ("Assets/Outer/X.cs", Some("Outer"), false),
        ("Assets/Outer/Inner/Deep/X.cs", Some("Inner"), true),
        ("Assets/Outer/InnerNot/Editor/X.cs", Some("Outer"), false),
        ("Assets/ByGuid/X.cs", Some("Inner"), true),
        ("Assets/ByName/Editor/X.cs", Some("Outer"), false),
        ("Assets/Nowhere/X.cs", None, false),
        ("Assets/Editor/X.cs", None, true),
        ("Assets/X.cs", None, false),
        ("", None, false),
    ];
    for (path, name, editor_only) in rows {
        assert_eq!(
            project.assemblies.find_for_script(path).map(|one| one.name.as_str()),
            name,
            "{path}"
        );
        assert_eq!(project.assemblies.is_editor_only(path), editor_only, "{path}");
        assert_eq!(project.assemblies.why_not(path), None, "{path}");
    }
}

#[test]
fn reports_unreadable_assembly_definitions() {
    let folder = TinyProject::new();
    for (at, text) in [
        "",
        "{",
        "<<<<<<< HEAD\n{}",
        "version https://git-lfs.github.com/spec/v1\n",
    ]
    .iter()
    .enumerate()
    {
        let digit = char::from_digit(u32::try_from(at).expect("few"), 16).expect("a digit");
        folder.asset(
            &format!("Assets/L{at}/L.asmdef"),
            &guid(digit).replacen('0', "1", 1),
            text,
        );
    }
    folder.asset("Assets/Big/L.asmdef", &guid('7'), " ".repeat(2 << 20));
    folder.asset("Assets/Ref/L.asmref", &guid('8'), "[");
    folder.write("Assets/Away/L.asmdef.meta", format!("guid: {}\n", guid('9')));
    let project = open_project(&folder);
    let told = project
        .problems
        .iter()
        .find(|problem| problem.contains("assembly definitions"))
        .expect("told");
    assert!(
        told.starts_with("7 assembly definitions could not be read, first Assets/Away/L.asmdef: "),
        "{told}"
    );
    assert_eq!(project.assemblies.why_not("Assets/Big/X.cs"), None);
}
