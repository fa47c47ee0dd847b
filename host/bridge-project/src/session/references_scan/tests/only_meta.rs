//! References into assets of which the `.meta` is all that is there.

use super::*;
use host_bridge::ReferenceProblem::OnlyMeta;

/// A deleted asset's `.meta` stays where Unity did not run since; a copy of a project may leave out what is large.
#[test]
fn references_into_assets_of_which_only_the_meta_is_there_are_told_apart() {
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
    // Each step tells of its own files.
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
