//! Tests of managed references to missing classes, and of fields that contain objects of a serializable class.

use super::*;
use crate::session::tests::find_users::{request as users_request, whole};
use host_bridge::ReferenceProblem::MissingType;
use host_bridge::ReferenceTarget;

const SOURCE: &str = "using UnityEngine; namespace Shop { public interface IPart {} [System.Serializable] public class Crate : IPart { public int weight; } \
    public class Outer { [System.Serializable] public class Inner : IPart {} } public class Holder : MonoBehaviour { [SerializeReference] public IPart part; } }";

fn held_yaml(rows: &[(i64, &str, &str, &str)]) -> String {
    let rows: Vec<String> = rows
        .iter()
        .map(|(id, class, namespace, assembly)| {
            format!("    - rid: {id}\n      type: {{class: {class}, ns: {namespace}, asm: {assembly}}}\n      data:\n        weight: 4\n")
        })
        .collect();
    format!("  references:\n    version: 2\n    RefIds:\n{}", rows.concat())
}

fn holder(id: i64, object: i64, fields: &str, rows: &str) -> String {
    let script = guid('1');
    format!(
        "--- !u!114 &{id}\nMonoBehaviour:\n  m_GameObject: {{fileID: {object}}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {script}, type: 3}}\n{fields}{rows}"
    )
}

/// A prefab with a managed object, and a scene whose instance overrides it with an object of a missing class.
fn project() -> TinyProject {
    let project = TinyProject::new();
    project.write("Packages/manifest.json", r#"{"dependencies": {}}"#);
    project.asset("Assets/Holder.cs", &guid('1'), SOURCE);
    let object = "--- !u!1 &11\nGameObject:\n  m_Component:\n  - component: {fileID: 12}\n  - component: {fileID: 13}\n  m_Name: Base\n--- !u!4 &12\nTransform:\n  m_GameObject: {fileID: 11}\n  m_Father: {fileID: 0}\n";
    let fields = "  part:\n    rid: 100\n  list:\n  - rid: 101\n  - rid: -2\n";
    let rows = held_yaml(&[
        (100, "Crate", "Shop", "Assembly-CSharp"),
        (101, "Outer/Inner", "Shop", "Assembly-CSharp"),
    ]);
    let head = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
    project.asset(
        "Assets/Base.prefab",
        &guid('b'),
        format!("{head}{object}{}", holder(13, 11, fields, &rows)),
    );
    let mods = [
        (13, "part", "77"),
        (13, "'managedReferences[77]'", "Assembly-CSharp Shop.Deleted"),
        (13, "'managedReferences[-2]'", ""),
        (13, "'managedReferences[78]'", "Assembly-CSharp Shop.Crate"),
    ];
    project.asset(
        "Assets/S.unity",
        &guid('c'),
        head.to_owned() + &instance(31, &guid('b'), 0, &mods),
    );
    project
}

/// The problem, file, and three texts of a finding.
type RowTexts<'a> = (
    ReferenceProblem,
    &'a str,
    Option<&'a str>,
    Option<&'a str>,
    Option<&'a str>,
);

fn finding_texts(findings: &[ReferenceFinding]) -> Vec<RowTexts<'_>> {
    let rows = findings.iter().map(|one| {
        (
            one.problem,
            &*one.path,
            one.object_path.as_deref(),
            one.member.as_deref(),
            one.guid.as_deref(),
        )
    });
    rows.collect()
}

#[test]
fn reports_an_override_with_a_class_that_nothing_declares() {
    let project = project();
    let (findings, _) = scan(&mut session(project.root()), 500);
    let class = Some("Assembly-CSharp:Shop:Deleted");
    assert_eq!(
        finding_texts(&findings),
        [(
            MissingType,
            "Assets/S.unity",
            Some("/Base"),
            Some("managedReferences[77]"),
            class
        )]
    );
    assert!(
        findings[0]
            .context
            .contains("Shop.Deleted, which is missing: nothing in the assembly Assembly-CSharp declares it"),
        "{findings:?}"
    );
}

#[test]
fn reports_missing_classes_of_assets_with_the_reason() {
    let project = project();
    let rows = held_yaml(&[
        (1, "Gone", "Shop", "Assembly-CSharp"),
        (2, "Crate", "Shop", "Other"),
        (3, "Old", "Shop", "Assembly-CSharp"),
        (4, "Vanished", "Kit", "UnityEngine.KitModule"),
        (5, "Crate", "Shop", "Assembly-CSharp"),
    ]);
    project.asset(
        "Assets/Moved.cs",
        &guid('3'),
        "using UnityEngine.Scripting.APIUpdating; namespace Shop { [MovedFrom(true, null, null, \"Old\")] public class New {} }",
    );
    let fields = "  parts:\n  - rid: 1\n  - rid: 2\n  - rid: 3\n  - rid: 4\n  - rid: 5\n";
    project.asset(
        "Assets/A.asset",
        &guid('4'),
        format!("%YAML 1.1\n{}", holder(11_400_000, 0, fields, &rows)),
    );
    let (findings, _) = scan(&mut session(project.root()), 500);
    let in_asset: Vec<_> = findings
        .into_iter()
        .filter(|one| one.path == "Assets/A.asset")
        .collect();
    assert_eq!(
        finding_texts(&in_asset),
        [
            (
                MissingType,
                "Assets/A.asset",
                None,
                Some("parts[0]"),
                Some("Assembly-CSharp:Shop:Gone")
            ),
            (
                MissingType,
                "Assets/A.asset",
                None,
                Some("parts[1]"),
                Some("Other:Shop:Crate")
            ),
            (Unverifiable, "Assets/A.asset", None, Some("parts[3]"), None),
        ]
    );
    assert!(
        in_asset[1].context.contains(
            "the project has no assembly Other; Assets/Holder.cs declares a class of that name, in Assembly-CSharp"
        ),
        "{in_asset:?}"
    );
}

#[test]
fn a_class_of_a_package_that_is_not_on_disk_is_unverifiable() {
    let project = project();
    project.write(
        "Packages/manifest.json",
        r#"{"dependencies": {"com.shop.kit": "1.0.0"}}"#,
    );
    let rows = held_yaml(&[(1, "Part", "Kit", "Shop.Kit"), (2, "Gone", "Shop", "Assembly-CSharp")]);
    let fields = "  part:\n    rid: 1\n  other:\n    rid: 2\n";
    project.asset(
        "Assets/A.asset",
        &guid('4'),
        format!("%YAML 1.1\n{}", holder(11_400_000, 0, fields, &rows)),
    );
    let (findings, _) = scan(&mut session(project.root()), 500);
    let in_asset: Vec<_> = findings
        .into_iter()
        .filter(|one| one.path == "Assets/A.asset")
        .collect();
    assert_eq!(
        finding_texts(&in_asset),
        [
            (Unverifiable, "Assets/A.asset", None, Some("part"), None),
            (
                MissingType,
                "Assets/A.asset",
                None,
                Some("other"),
                Some("Assembly-CSharp:Shop:Gone")
            ),
        ]
    );
    assert_eq!(
        in_asset[0].context,
        "whether the class Kit.Part exists cannot be checked: the assembly Shop.Kit may belong to the declared package com.shop.kit, which is not on disk"
    );
}

#[test]
fn finds_fields_that_contain_an_instance_of_a_plain_class() {
    let project = project();
    let mut session = session(project.root());
    for (name, expected) in [
        (
            "Crate",
            vec![
                ("Assets/Base.prefab", Some("part")),
                ("Assets/S.unity", Some("managedReferences[78]")),
            ],
        ),
        ("Shop.Outer.Inner", vec![("Assets/Base.prefab", Some("list[0]"))]),
    ] {
        let target = ReferenceTarget::TypeName(name.to_owned());
        let found = whole(&mut session, &users_request(target, 50, None));
        let rows = found.rows.iter().map(|row| (&*row.file, row.field.as_deref()));
        let rows: Vec<_> = rows.filter(|(file, _)| !file.ends_with(".cs")).collect();
        assert_eq!(rows, expected, "{name}");
        let component = found.rows.iter().find_map(|row| row.component.clone());
        assert_eq!(component, Some((1, "Shop.Holder".to_owned())), "{name}");
    }
}
