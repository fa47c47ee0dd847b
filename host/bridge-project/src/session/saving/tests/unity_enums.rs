//! Tests of script fields whose type is an enum of Unity, or a type that no source or table declares.

use super::*;
use crate::session::changing::batch::tests::preview;

#[test]
fn saves_unity_enum_name_as_its_number() {
    let copy = Copy::sample();
    let mut session = copy.open();
    // The event system, whose `InputProbe` has a `KeyCode`.
    let object = own_object(&session);
    let done = apply(
        &mut session,
        vec![set(object, "InputProbe", "toggleKey", &json!("Return"))],
        None,
    );
    done.expect("a name");
    save(&mut session, &[MAIN]).expect("saved");
    assert!(copy.read(MAIN).contains("\n  toggleKey: 13\n"));
    for wrong in ["Retrun", "KeyCode.Return2"] {
        let refused = preview(
            &mut session,
            vec![set(object, "InputProbe", "toggleKey", &json!(wrong))],
        );
        let refused = refused.expect_err("no such key").message;
        assert!(refused.contains("toggleKey") && refused.contains(wrong), "{refused}");
    }
}

#[test]
fn rejects_text_for_a_number_of_an_undeclared_type() {
    let copy = Copy::sample();
    let script = "Assets/Scripts/InputProbe.cs";
    let source = copy
        .read(script)
        .replace("KeyCode toggleKey = KeyCode.F1", "Vendor.Gear toggleKey");
    std::fs::write(copy.root().join(script), source).expect("written");
    let mut session = copy.open();
    let object = own_object(&session);
    let edit = |value| vec![set(object, "InputProbe", "toggleKey", &value)];
    let refused = apply(&mut session, edit(json!("Return")), None)
        .expect_err("no number")
        .message;
    for told in [
        "toggleKey",
        "Vendor.Gear",
        "the file holds 282",
        "give the number for \"Return\"",
    ] {
        assert!(refused.contains(told), "{told}: {refused}");
    }
    apply(&mut session, edit(json!(13)), None).expect("a number");
    save(&mut session, &[MAIN]).expect("saved");
    assert!(copy.read(MAIN).contains("\n  toggleKey: 13\n"));
}
