//! Tests of findings in one of several sibling objects with the same name.

use super::*;

#[test]
fn finding_identifies_one_of_several_siblings_with_equal_names() {
    let project = TinyProject::new();
    project.write("Packages/manifest.json", "{\"dependencies\": {}}");
    let twins = objects(&[(10, "Twin", 0), (20, "Twin", 0)]).replace(
        "  - component: {fileID: 21}\n",
        "  - component: {fileID: 21}\n  - component: {fileID: 30}\n",
    ) + "--- !u!23 &30\nMeshRenderer:\n  m_GameObject: {fileID: 20}\n  m_ProbeAnchor: {fileID: 99}\n";
    project.write("Assets/S.unity", &twins);
    project.write("Assets/S.unity.meta", format!("guid: {}\n", guid('b')));
    let (findings, _) = scan(&mut session(project.root()), 500);
    let told: Vec<_> = findings
        .iter()
        .map(|found| (found.object_path.as_deref(), found.context.as_str()))
        .collect();
    assert!(
        matches!(told.as_slice(), [(Some("/Twin[2]"), context)] if context.contains("on GameObject '/Twin[2]'")),
        "{told:?}"
    );
}
