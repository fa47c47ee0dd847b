//! Lists of texts and of fractions in a prefab instance, which stand in files item by item.

use super::undone_references::{SCENE, linked};
use super::*;

#[test]
fn items_of_a_list_are_overrides_of_their_own_and_go_where_that_is_undone() {
    let (copy, mut session, at) = linked();
    let before = copy.read(SCENE);
    let mut entries = Vec::new();
    for (field, to, path, value) in [
        ("names", json!(["one", "x"]), "names.Array.data[1]", "x"),
        ("names[0]", json!("a: b"), "names.Array.data[0]", "'a: b'"),
        ("names", json!(["a: b", "x", "3"]), "names.Array.size", "3"),
        ("names[2]", json!("y"), "names.Array.data[2]", "y"),
        ("names", json!(["one"]), "names.Array.size", "1"),
        ("steps", json!([9, 2.5]), "steps.Array.data[0]", "9"),
        ("steps", json!([9, 2.5, 0.1]), "steps.Array.data[2]", "0.1"),
    ] {
        let done = apply(&mut session, vec![set(at, "Linked", field, &to)], None).expect("set");
        entries.push(done.entry);
        save(&mut session, &[SCENE]).unwrap_or_else(|error| panic!("{field}: {error:?}"));
        let row = format!("propertyPath: {path}\n      value: {value}\n");
        let text = copy.read(SCENE);
        assert!(text.contains(&row), "{row}: {text}");
    }
    // What is read from the file then is what was set.
    let mut again = copy.open();
    let at = super::undone_references::named(&again, "/Linked");
    for (field, value) in [("names", json!(["one"])), ("steps", json!([9, 2.5, 0.1]))] {
        let (component, member) = ("Linked".to_owned(), field.to_owned());
        let command = Command::GetMember {
            object: at,
            component,
            member,
        };
        let host_bridge::Reply::Member(member) = again.run(command).expect("a member").reply else {
            panic!("no member")
        };
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&member.value).expect("JSON"),
            value
        );
    }
    drop(again);
    entries.reverse();
    undo(&mut session, &entries).expect("undone");
    save(&mut session, &[SCENE]).expect("saved");
    assert_eq!(copy.read(SCENE), before);
}
