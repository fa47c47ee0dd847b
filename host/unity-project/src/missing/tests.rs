//! Tests of the references that count as missing, and of their reported locations.

use super::*;
use proptest::prelude::*;
use tests_projects::{TinyProject, guid};
use unity_files::Project;

/// A manifest whose packages are all on disk.
const WHOLE: &str = r#"{"dependencies": {"com.unity.modules.ui": "1.0.0"}}"#;
/// A manifest with a package that is not on disk.
const LACKING: &str = r#"{"dependencies": {"com.unity.entities": "1.0.16"}}"#;

fn lost_in(body: &str) -> LostReferences {
    lost_with(WHOLE, body)
}

fn lost_with(manifest: &str, body: &str) -> LostReferences {
    let project = TinyProject::new();
    project.asset("Assets/Known.mat", &guid('a'), "");
    project.write("Packages/manifest.json", manifest);
    let known = Project::open(project.root()).expect("a project");
    check_source(
        &source(body),
        &mut Library::new(Arc::new(known)),
        &mut Holdings::default(),
        None,
    )
}

fn source(body: &str) -> Source {
    let head = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n";
    Source::new("Assets/A.unity", format!("{head}{body}").into_bytes()).expect("a text asset")
}

fn finding_texts(lost: &LostReferences) -> Vec<(u32, String)> {
    let told = lost.found.iter().map(|lost| {
        let text = match &lost.spot {
            Spot::Script => format!("script {:?}", lost.wrong),
            Spot::Field(path) => format!("{path} {:?}", lost.wrong),
            Spot::Override { target, path, .. } => format!("{target}:{path} {:?}", lost.wrong),
        };
        (lost.document, text)
    });
    told.collect()
}

#[test]
fn reports_each_kind_of_missing_reference() {
    let (known, nowhere) = (guid('a'), guid('b'));
    let built_in = "0000000000000000f000000000000000";
    let image = "fe87c0e1cc204ed48ad3b37840f39efc";
    let body = format!(
        "--- !u!1 &1\nGameObject:\n  m_Component:\n  - component: {{fileID: 2}}\n  - component: {{fileID: 99}}\n  m_CorrespondingSourceObject: {{fileID: 5, guid: {nowhere}, type: 3}}\n\
--- !u!114 &2\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Script: {{fileID: 0}}\n  ok: {{fileID: 3, guid: {known}, type: 2}}\n  unity: {{fileID: 10, guid: {built_in}, type: 0}}\n  text: '{{fileID: 77}}'\n  rows:\n  - icon: {{fileID: 3,\n      guid: {nowhere}, type: 2}}\n    none: {{fileID: 0}}\n\
--- !u!114 &3 stripped\nMonoBehaviour:\n  m_Script: {{fileID: 11500000, guid: {nowhere}, type: 3}}\n\
--- !u!114 &4\nMonoBehaviour:\n  m_Script: {{fileID: 11500000, guid: {image}, type: 3}}\n\
--- !u!114 &5\nMonoBehaviour:\n  m_Script: {{fileID: 11500000, guid: {nowhere}, type: 3}}\n  m_EditorClassIdentifier: Unity.Splines::UnityEngine.Splines.Spline\n\
--- !u!114 &6\nMonoBehaviour:\n  m_Script: {{fileID: 11500000, guid: {nowhere}, type: 3}}\n  m_EditorClassIdentifier: \n"
    );
    let lost = lost_with(LACKING, &body);
    let nowhere = format!("NowhereGuid({nowhere})");
    assert_eq!(
        finding_texts(&lost),
        [
            (0, "m_Component[1].component NowhereId(99)".to_owned()),
            (1, "script NoScript".to_owned()),
            (
                1,
                format!("rows[0].icon Maybe{}", nowhere.replace("NowhereGuid", "Package"))
            ),
            (3, "script Package(Some(\"UnityEngine.UI.Image\"))".to_owned()),
            (4, "script Package(Some(\"UnityEngine.Splines.Spline\"))".to_owned()),
            (5, "script Package(None)".to_owned()),
        ]
    );
    // If every declared package is present, a guid that no asset has is missing in any field.
    let whole = finding_texts(&lost_in(&body));
    assert_eq!(whole[2], (1, format!("rows[0].icon {nowhere}")));
    let scripts: Vec<_> = whole.into_iter().skip(3).collect();
    assert_eq!(
        scripts,
        [3, 4, 5].map(|at| match at {
            3 => (3, format!("script NowhereGuid({image})")),
            _ => (at, format!("script {nowhere}")),
        })
    );
}

#[test]
fn reports_missing_source_and_overrides_of_instances() {
    let (known, nowhere) = (guid('a'), guid('b'));
    let row = |path: &str, reference: &str| {
        format!(
            "    - target: {{fileID: 8, guid: {known}, type: 3}}\n      propertyPath: {path}\n      value: \n      objectReference: {reference}\n"
        )
    };
    let rows = row("skin", &format!("{{fileID: 2, guid: {nowhere}, type: 2}}"))
        + &row("target", "{fileID: 44}")
        + &row("fine", "{fileID: 1}");
    let body = format!(
        "--- !u!1001 &1\nPrefabInstance:\n  m_Modification:\n    m_TransformParent: {{fileID: 43}}\n    m_Modifications:\n{rows}    m_RemovedComponents:\n    - {{fileID: 9, guid: {nowhere}, type: 3}}\n  m_SourcePrefab: {{fileID: 100100000, guid: {nowhere}, type: 3}}\n"
    );
    let told: Vec<String> = finding_texts(&lost_in(&body))
        .into_iter()
        .map(|(_, text)| text)
        .collect();
    assert_eq!(
        told,
        [
            "m_TransformParent NowhereId(43)".to_owned(),
            format!("8:skin NowhereGuid({nowhere})"),
            "8:target NowhereId(44)".to_owned(),
            format!("m_SourcePrefab NowhereGuid({nowhere})"),
        ]
    );
}

#[test]
fn checks_addressable_references_by_guid() {
    let (known, nowhere) = (guid('a'), guid('b'));
    let told = finding_texts(&lost_in(&format!(
        "--- !u!114 &1\nMonoBehaviour:\n  m_Script: {{fileID: 11500000, guid: 0000000000000000e000000000000000, type: 0}}\n  fine:\n    m_AssetGUID: {known}\n    m_SubObjectName: \n  none:\n    m_AssetGUID: \n  rows:\n  - m_AssetGUID: {nowhere}\n    m_SubObjectName: \n  m_AssetGUIDs: {nowhere}\n"
    )));
    assert_eq!(told, [(0, format!("rows[0].m_AssetGUID NowhereGuid({nowhere})"))]);
}

#[test]
fn checks_overridden_addressable_references_by_guid() {
    let (known, nowhere) = (guid('a'), guid('b'));
    let row = |path: &str, value: &str| {
        format!(
            "    - target: {{fileID: 8, guid: {known}, type: 3}}\n      propertyPath: {path}\n      value: {value}\n      objectReference: {{fileID: 0}}\n"
        )
    };
    let rows = row("rows.Array.data[0].m_AssetGUID", &nowhere)
        + &row("m_AssetGUID", &format!("'{nowhere}'"))
        + &row("fine.m_AssetGUID", &known)
        + &row("none.m_AssetGUID", "")
        + &row("m_AssetGUIDs", &nowhere);
    let told: Vec<String> = finding_texts(&lost_in(&format!(
        "--- !u!1001 &1\nPrefabInstance:\n  m_Modification:\n    m_Modifications:\n{rows}  m_SourcePrefab: {{fileID: 100100000, guid: {known}, type: 3}}\n"
    ))).into_iter().map(|(_, text)| text).collect();
    assert_eq!(
        told,
        [
            format!("8:rows.Array.data[0].m_AssetGUID NowhereGuid({nowhere})"),
            format!("8:m_AssetGUID NowhereGuid({nowhere})"),
        ]
    );
}

#[test]
fn counts_findings_beyond_the_limit() {
    let rows = "  - {fileID: 5}\n".repeat(MAX_OF_A_KIND + 7);
    let lost = lost_in(&format!(
        "--- !u!114 &1\nMonoBehaviour:\n  m_Script: {{fileID: 0}}\n  list:\n{rows}"
    ));
    assert_eq!((lost.found.len(), lost.left_out), (MAX_OF_A_KIND + 1, 7));
}

thread_local! {
    static EMPTY: (TinyProject, Arc<Project>) = {
        let folder = TinyProject::new();
        let project = Project::open(folder.root()).expect("a project");
        (folder, Arc::new(project))
    };
}

proptest! {
    #[test]
    fn checks_arbitrary_text_without_panic(body in "(--- !u!(1|114|1001) &[0-9]{1,20}\n[A-Za-z]{1,5}:\n(  (m_Script|m_Modification|list|m_Modifications): ?(\\{fileID: ?-?[0-9]{0,25}(, guid: [0-9a-f]{0,34})?\\}?|\\[\\{|\n  - [a-z{:]{0,9})?\n){0,6}){1,4}") {
        let head = "%YAML 1.1\n";
        if let Ok(source) = Source::new("Assets/A.unity", format!("{head}{body}").into_bytes()) {
            let lost = EMPTY.with(|(_, project)| {
                let mut library = Library::new(Arc::clone(project));
                check_source(&source, &mut library, &mut Holdings::default(), None)
            });
            prop_assert!(lost.found.iter().all(|lost| source.document(lost.document).is_some()));
        }
    }
}

/// Before 2019.2, Unity's UI was a DLL of the editor and no package, so no manifest contains it.
#[test]
fn ui_scripts_are_built_in_before_2019_2() {
    let body = "--- !u!114 &1\nMonoBehaviour:\n  m_Script: {fileID: -765806418, guid: f70555f144d8491a825f0804e09c671c, type: 3}\n  m_Sprite: {fileID: 0}\n";
    for (version, lost) in [
        ("2018.4.36f1", None),
        ("2019.1.14f1", None),
        ("2019.2.0f1", Some("script Package(Some(\"UnityEngine.UI.Image\"))")),
        ("2022.3.62f1", Some("script Package(Some(\"UnityEngine.UI.Image\"))")),
    ] {
        let project = TinyProject::new();
        project.write(
            "ProjectSettings/ProjectVersion.txt",
            format!("m_EditorVersion: {version}\n"),
        );
        project.write("Packages/manifest.json", WHOLE);
        let known = Arc::new(Project::open(project.root()).expect("a project"));
        let mut library = Library::new(Arc::clone(&known));
        let found = check_source(&source(body), &mut library, &mut Holdings::default(), None);
        let found: Vec<String> = finding_texts(&found).into_iter().map(|(_, text)| text).collect();
        assert_eq!(
            found,
            lost.map(str::to_owned).into_iter().collect::<Vec<_>>(),
            "{version}"
        );
        let script = ScriptRef {
            file: unity_yaml::FileRef {
                file_id: -765_806_418,
                guid: unity_yaml::Guid::parse("f70555f144d8491a825f0804e09c671c").expect("a guid"),
            },
            identifier: String::new(),
        };
        let id = library.types_mut().script(script);
        assert_eq!(&*library.types().name(id), "UnityEngine.UI.Image");
        let origin = library.types().origin(id);
        assert_eq!(
            origin == unity_scripts::Origin::Known,
            lost.is_none(),
            "{version}: {origin:?}"
        );
    }
}
