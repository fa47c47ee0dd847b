//! Tests of classes that cannot be added as components, and of the suggested derived classes.

use super::*;

/// Returns the error message and hint for adding a `Unit`. The scene contains a `Tank`, which derives from `Unit`.
fn refusal_of_unit(sources: &[(&str, &str)]) -> (String, String) {
    let project = TinyProject::new();
    let tank = format!(
        "--- !u!114 &70\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Enabled: 1\n  m_Script: {{fileID: 11500000, guid: {}, type: 3}}\n",
        guid('d')
    );
    project.asset("Assets/A.unity", &guid('c'), objects(&[(1, "Main", 0)]) + &tank);
    project.asset("Assets/Tank.cs", &guid('d'), "public class Tank : Unit { }");
    for ((path, text), number) in sources.iter().zip(['e', 'f']) {
        project.asset(path, &guid(number), *text);
    }
    let mut session = open(project.root());
    let error = add(&mut session, ObjectId(1), "Unit").expect_err("no component");
    (error.message.clone(), error.hint.clone().unwrap_or_default())
}

#[test]
fn rejects_abstract_class_and_lists_derived_types() {
    let text = "public abstract class Unit : UnityEngine.MonoBehaviour { }";
    for (path, said) in [
        ("Assets/Unit.cs", "the class is abstract"),
        ("Assets/Units.cs", "its file has another name"),
    ] {
        let (message, hint) = refusal_of_unit(&[(path, text)]);
        assert!(message.contains(said), "{message}");
        assert_eq!(hint, "these derive from it: Tank", "{path}");
    }
}

#[test]
fn rejects_ambiguous_script_name_and_lists_full_names() {
    let of =
        |namespace: &str| format!("namespace {namespace} {{ public class Unit : UnityEngine.MonoBehaviour {{ }} }}");
    let (message, hint) = refusal_of_unit(&[("Assets/A/Unit.cs", &of("A")), ("Assets/B/Unit.cs", &of("B"))]);
    assert_eq!(message, "2 scripts declare a Unit");
    assert!(hint.contains("A.Unit") && hint.contains("B.Unit"), "{hint}");
}
