//! Tests of queries for objects by id, which must read only the files of these objects.

use super::*;

#[test]
fn query_by_object_id_reads_only_files_of_those_objects() {
    let project = project();
    let mut session = open(&project);
    let of_ids = |ids: &[&str]| {
        let tests = ids.iter().map(|id| {
            FilterNode::Fact(Test {
                path: "id".to_owned(),
                op: Op::Equal,
                value: Some(ValueText::from_json_text(json!(id).to_string())),
            })
        });
        let mut filter: Vec<FilterNode> = tests.collect();
        filter.push(FilterNode::Any((0..ids.len() as u32).collect()));
        request(Scope::Project, filter, Vec::new())
    };
    let mut found = |ids: &[&str]| -> Vec<String> {
        let answer = find(&mut session, of_ids(ids)).expect("rows");
        assert!(answer.complete);
        let mut files: Vec<String> = answer.rows.into_iter().map(|row| row.file).collect();
        files.extend(session.caches.unloaded.files.keys().map(|file| format!("read {file}")));
        files
    };
    assert_eq!(found(&["obj:1"]), ["Assets/A.unity"]);
    assert_eq!(
        found(&["obj:1", "obj:1000001"]),
        ["Assets/A.unity", "Assets/B.unity", "read Assets/B.unity"]
    );
}
