//! Tests of `[*]` in a field path, which means any item of a list.

use super::*;

#[test]
fn matches_conditions_on_any_list_item() {
    let project = project();
    let event = "--- !u!114 &95\nMonoBehaviour:\n  m_GameObject: {fileID: 1}\n  m_Enabled: 1\n  m_Script: {fileID: 11500000, guid: GUID, type: 3}\n  onHit:\n    m_PersistentCalls:\n      m_Calls:\n      - m_Target: {fileID: 80}\n        m_MethodName: Open\n      - m_Target: {fileID: 0}\n        m_MethodName: Close\n"
        .replace("GUID", &guid('4'));
    project.asset(
        "Assets/Bell.cs",
        &guid('4'),
        "public class Bell : UnityEngine.MonoBehaviour { public UnityEngine.Events.UnityEvent onHit; }",
    );
    let scene = std::fs::read_to_string(project.root().join("Assets/A.unity")).expect("a scene");
    project.asset("Assets/A.unity", &guid('a'), scene + &event);
    let mut session = open(&project);
    const METHOD: &str = "onHit.m_PersistentCalls.m_Calls[*].m_MethodName";
    let table: Vec<(&str, &str, Op, Option<Value>, u64)> = vec![
        ("Door", "slots[*].mood", Op::Equal, Some(json!("Wild")), 1),
        ("Door", "slots[*].mood", Op::Equal, Some(json!("Calm")), 1),
        ("Door", "slots[*].open", Op::Equal, Some(json!(true)), 1),
        ("Bell", METHOD, Op::Equal, Some(json!("Close")), 1),
        ("Bell", METHOD, Op::Equal, Some(json!("Clo")), 0),
        ("Bell", METHOD, Op::Contains, Some(json!("clo")), 1),
        ("Bell", METHOD, Op::Matches, Some(json!("O*")), 1),
        (
            "Bell",
            "onHit.m_PersistentCalls.m_Calls[*].m_Target",
            Op::Equal,
            Some(json!(null)),
            1,
        ),
    ];
    for (kind, path, op, value, expected) in table {
        let filter = vec![type_filter(kind, &[(path, op.clone(), value.clone())])];
        let answer = find(&mut session, request(Scope::Loaded, filter, Vec::new()));
        let answer = answer.unwrap_or_else(|error| panic!("{kind}.{path} {op:?} {value:?}: {error:?}"));
        assert_eq!(answer.total, expected, "{kind}.{path} {op:?} {value:?}");
    }
    let shown = find(
        &mut session,
        request(
            Scope::Loaded,
            vec![type_filter("Bell", &[])],
            vec![field("Bell", METHOD)],
        ),
    );
    assert_eq!(
        path_cells(&shown.expect("a row")),
        [row("A.unity/Crate", json!(["Open", "Close"]))]
    );
    for (kind, path) in [("Door", "slots[*].moood"), ("Door", "speed[*]"), ("Bell", "onHit[*].x")] {
        let filter = vec![type_filter(kind, &[(path, Op::Exists, None)])];
        let error = find(&mut session, request(Scope::Loaded, filter, Vec::new())).expect_err(path);
        assert_eq!(error.kind, BridgeErrorKind::NotFound, "{path}: {error:?}");
    }
}
