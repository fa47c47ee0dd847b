//! Tests of references to assets of which only the `.meta` file exists.

use super::*;
use host_bridge::ReferenceProblem::OnlyMeta;

/// A lone `.meta` file means a deleted asset, or a copy of the project without large files.
#[test]
fn reports_references_to_assets_with_only_a_meta_file() {
    let project = TinyProject::new();
    for (path, guid, importer) in [
        ("Assets/Gone.prefab", guid('a'), "PrefabImporter"),
        ("Assets/Left.png", guid('b'), "TextureImporter"),
    ] {
        project.write(&format!("{path}.meta"), format!("guid: {guid}\n{importer}:\n"));
    }
    let material = format!(
        "--- !u!21 &2100000\nMaterial:\n  m_Texture: {{fileID: 2800000, guid: {}, type: 3}}\n",
        guid('b')
    );
    project.asset("Assets/A.mat", &guid('c'), material);
    let scene = objects(&[(1, "Root", 0)]) + &instance(5, &guid('a'), 2, &[]);
    project.asset("Assets/S.unity", &guid('d'), scene);
    let (findings, notes) = scan(&mut session(project.root()), 500);
    let told = findings.iter().map(|one| {
        (
            one.problem,
            &*one.path,
            one.object_path.as_deref(),
            one.member.as_deref(),
        )
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            (OnlyMeta, "Assets/A.mat", None, Some("m_Texture")),
            (OnlyMeta, "Assets/S.unity", Some("/Root/Gone"), Some("m_SourcePrefab")),
        ]
    );
    let guids: Vec<_> = findings.iter().map(|one| one.guid.clone()).collect();
    assert_eq!(guids, [Some(guid('b')), Some(guid('a'))]);
    assert!(
        findings[0].context.starts_with("only the .meta of Assets/Left.png"),
        "{findings:?}"
    );
    // Each step reports on its own files.
    for first in [
        "Assets/A.mat to Assets/Left.png",
        "Assets/S.unity to Assets/Gone.prefab",
    ] {
        let told = format!(
            "1 references of 1 files lead to assets of which only the .meta is in this folder (first: {first})"
        );
        assert!(notes.iter().any(|note| note.starts_with(&told)), "{notes:?}");
    }
}

const MONO: &str = "MonoImporter";

fn meta(project: &TinyProject, path: &str, guid: &str, importer: &str) {
    project.write(&format!("{path}.meta"), format!("guid: {guid}\n{importer}:\n"));
}

/// Creates a prefab with a component of a script. The prefab's file contains only the field `held` of the script.
fn prefab(project: &TinyProject) {
    // Without it, a package might contain the missing parts.
    project.write("Packages/manifest.json", "{\"dependencies\": {}}");
    let prefab = objects(&[(1, "Root", 0)]).replace(
        "  - component: {fileID: 2}\n",
        "  - component: {fileID: 2}\n  - component: {fileID: 3}\n",
    ) + &format!(
        "--- !u!114 &3\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n  held: {{fileID: 0}}\n",
        guid('b')
    );
    project.write("Assets/P.prefab", prefab);
    meta(project, "Assets/P.prefab", &guid('a'), "PrefabImporter");
}

/// Creates a scene with an instance of the prefab. Its overrides set these fields to the assets with these GUIDs.
fn scene(project: &TinyProject, rows: &[(&str, String)]) {
    let rows: String = rows
        .iter()
        .map(|(field, to)| {
            format!(
                "    - target: {{fileID: 3, guid: {}, type: 3}}\n      propertyPath: {field}\n      value: \n      objectReference: {{fileID: 2800000, guid: {to}, type: 3}}\n",
                guid('a')
            )
        })
        .collect();
    let text =
        instance(5, &guid('a'), 0, &[]).replace("    m_Modifications: []\n", &format!("    m_Modifications:\n{rows}"));
    assert!(text.contains("propertyPath"), "{text}");
    project.asset("Assets/S.unity", &guid('d'), objects(&[]) + &text);
}

type FoundProblem = (ReferenceProblem, String, Option<u32>, Option<String>, Option<String>);

fn found_problems(project: &TinyProject) -> Vec<FoundProblem> {
    let (findings, _) = scan(&mut session(project.root()), 500);
    let told = findings.into_iter().map(|one| {
        assert!(!one.context.is_empty());
        (one.problem, one.path, one.component_index, one.member, one.guid)
    });
    told.collect()
}

/// Unity shows a component whose script file does not exist as "Missing (Mono Script)".
#[test]
fn reports_components_whose_script_has_only_a_meta_file() {
    let project = TinyProject::new();
    meta(&project, "Assets/Look.cs", &guid('b'), MONO);
    prefab(&project);
    let of_script = |problem| (problem, "Assets/P.prefab".to_owned(), Some(1), None, Some(guid('b')));
    assert_eq!(found_problems(&project), [of_script(OnlyMeta)]);
    // The folder contains sources, so this one is certainly lost, and not left out of a copy.
    project.asset("Assets/Other.cs", &guid('e'), "class Other {}\n");
    assert_eq!(found_problems(&project), [of_script(MissingScript)]);
}

#[test]
fn reports_components_whose_library_has_only_a_meta_file() {
    let project = TinyProject::new();
    meta(&project, "Assets/Look.dll", &guid('b'), "PluginImporter");
    prefab(&project);
    let told = found_problems(&project);
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!((told[0].0, told[0].2), (OnlyMeta, Some(1)));
}

/// A prefab's file may be older than a field of its script. Without the script's source, only Unity knows whether the
/// class has the field that an instance overrides.
#[test]
fn reports_override_of_absent_field_unless_its_class_lacks_it() {
    let project = TinyProject::new();
    meta(&project, "Assets/Left.png", &guid('f'), "TextureImporter");
    meta(&project, "Assets/Look.cs", &guid('b'), MONO);
    prefab(&project);
    scene(
        &project,
        &[
            ("young", guid('f')),
            ("lost", guid('9')),
            ("held", guid('9')),
            ("rows.Array.data[2]", guid('f')),
        ],
    );
    let of_scene = |problem, member: &str, to| {
        (
            problem,
            "Assets/S.unity".to_owned(),
            Some(1),
            Some(member.to_owned()),
            Some(guid(to)),
        )
    };
    let mut found = found_problems(&project);
    found.retain(|one| one.1 == "Assets/S.unity");
    assert_eq!(
        found,
        [
            of_scene(OnlyMeta, "young", 'f'),
            of_scene(Unverifiable, "lost", '9'),
            of_scene(BrokenReference, "held", '9'),
            of_scene(OnlyMeta, "rows[2]", 'f'),
        ]
    );
    // The class is readable: it has `young`, and Unity ignores overrides of the others.
    project.asset(
        "Assets/Look.cs",
        &guid('b'),
        "using UnityEngine;\npublic class Look : MonoBehaviour { public Texture held, young; }\n",
    );
    let found = found_problems(&project);
    assert_eq!(
        found,
        [of_scene(OnlyMeta, "young", 'f'), of_scene(BrokenReference, "held", '9'),]
    );
}
