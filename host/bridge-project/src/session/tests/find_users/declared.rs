//! Tests of `FindUsers` for types that are not components.

use super::*;

/// A class that no component uses is found only in C# sources, whatever the names of their files.
#[test]
fn finds_users_of_non_component_class_in_sources() {
    let project = project();
    project.asset(
        "Assets/Bag.cs",
        &guid('5'),
        "namespace Game { [System.Serializable] class Slot {} class Bag { Slot[] slots; } }",
    );
    project.asset("Assets/Shop.cs", &guid('6'), "class Shop { Game.Slot sold; }");
    let mut session = session(project.root());
    for name in ["Game.Slot", "Slot"] {
        let request = request(ReferenceTarget::TypeName(name.to_owned()), 50, None);
        let found = whole(&mut session, &request);
        let files: Vec<&str> = found.rows.iter().map(|row| row.file.as_str()).collect();
        assert_eq!(files, ["Assets/Bag.cs", "Assets/Shop.cs"]);
        let told = session
            .lookup()
            .find_users(&request, None)
            .expect("an answer")
            .diagnostics
            .join("; ");
        assert!(told.contains("Game.Slot is declared in Assets/Bag.cs"), "{told}");
    }
    let other = request(ReferenceTarget::TypeName("Other.Slot".to_owned()), 50, None);
    let error = session
        .lookup()
        .find_users(&other, None)
        .expect_err("another namespace");
    assert_eq!(error.kind, BridgeErrorKind::NotFound);
}

#[test]
fn rejects_unknown_method_with_nearest_name() {
    let project = project();
    project.asset(
        "Assets/Net.cs",
        &guid('5'),
        "public class Net : UnityEngine.MonoBehaviour { public void StartHost() {} public void Stop() {} }",
    );
    let mut session = session(project.root());
    let asked = |name: &str| request(ReferenceTarget::TypeName(name.to_owned()), 50, None);
    let mut settled = |name: &str| {
        loop {
            match session.find_users(&asked(name)) {
                Err(error) if error.kind == BridgeErrorKind::NotReady => {}
                Ok(replied) if !matches!(&replied.reply, Reply::Users(found) if found.complete) => {}
                answer => return answer,
            }
            session.work();
        }
    };
    for known in ["Net.StartHost", "Net.StartHost()"] {
        let replied = settled(known).expect("a method");
        let told = replied.diagnostics.join("; ");
        assert!(told.contains("calls of the method StartHost by UnityEvents"), "{told}");
    }
    for unknown in ["Net.StartHostt", "Net.StartHostt()"] {
        let error = settled(unknown).expect_err("no method");
        assert_eq!(error.kind, BridgeErrorKind::NotFound);
        assert!(
            error.message.contains("Net has no method \"StartHostt\""),
            "{}",
            error.message
        );
        assert!(error.hint.unwrap_or_default().contains("StartHost"));
    }
}
