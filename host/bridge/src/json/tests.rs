//! Round trips: every sample, and every sample with other values in it, is read back as it was written.

mod files;
mod properties;

use super::*;
use crate::reply::Replied;
use crate::samples::{commands, replies};
use std::collections::BTreeSet;

fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).expect("JSON")
}

#[test]
fn every_function_has_a_sample_under_its_own_method() {
    let mut seen = BTreeSet::new();
    for command in commands() {
        let (name, _) = variant::split_variant(|to| Command::serialize(&command, to)).expect("writable");
        assert_eq!(name, command.function().method(), "{command:?}");
        seen.insert(command.function());
    }
    let all: BTreeSet<Function> = Function::ALL.iter().copied().collect();
    assert_eq!(all.difference(&seen).collect::<Vec<_>>(), Vec::<&Function>::new());
}

#[test]
fn command_round_trips_as_method_and_arguments() {
    for command in commands() {
        let method = command.function().method();
        let read = Command::from_call(method, &command.arguments()).expect("our own call");
        // Compared as text, because NaN is not equal to itself.
        assert_eq!(format!("{read:?}"), format!("{command:?}"));
    }
    let arguments = raw(r#"{"object": "obj:12", "member-of-tomorrow": [1]}"#);
    let object = crate::samples::OBJECT;
    let read = Command::from_call("objects/get", &arguments);
    assert_eq!(read, Ok(Command::GetObject { object }));
    assert_eq!(
        Command::from_call("selection/get", &arguments),
        Ok(Command::GetSelection)
    );
}

#[test]
fn reply_with_notes_round_trips_unchanged() {
    for reply in replies() {
        let diagnostics = vec!["told".to_owned()];
        let sent = Replied { reply, diagnostics }.to_json().expect("writable");
        let read: Replied = serde_json::from_str(sent.get()).unwrap_or_else(|error| panic!("{sent}: {error}"));
        assert_eq!(read.to_json().expect("writable").get(), sent.get());
    }
}

#[test]
fn rejects_too_many_notes_and_truncates_long_name_in_error() {
    let notes = |count: usize| {
        format!(
            r#"{{"reply":"done","diagnostics":[{}]}}"#,
            vec![r#""""#; count].join(",")
        )
    };
    let read = |text: &str| serde_json::from_str::<Replied>(text).map_err(|error| error.to_string());
    assert_eq!(
        read(&notes(10_000)).expect("as many as there may be").diagnostics.len(),
        10_000
    );
    let error = read(&notes(1_000_000)).expect_err("too many");
    assert!(error.contains("at most 10000 notes"), "{error}");
    let error = read(&format!(r#"{{"reply":"{}"}}"#, "x".repeat(1 << 20))).expect_err("no name");
    assert!(error.len() < 200 && error.contains("1048576 bytes"), "{}", error.len());
}

#[test]
fn parse_error_names_the_function_or_value() {
    let unknown = Command::from_call("objects/fly", &raw("{}")).expect_err("unknown function");
    assert_eq!(unknown.to_string(), "unknown function `objects/fly`");
    let arguments = raw(r#"{"object": 12}"#);
    let number = Command::from_call("objects/get", &arguments).expect_err("an id is text");
    assert!(number.to_string().contains("`objects/get`"), "{number}");
    let arguments = raw(r#"{"object": "scn:12"}"#);
    let scene = Command::from_call("objects/get", &arguments).expect_err("another id");
    assert!(scene.to_string().contains("`scn:12`"), "{scene}");
}

#[test]
fn sends_picture_bytes_separately_from_json() {
    let picture = replies().into_iter().find_map(|reply| match reply {
        Reply::Picture(picture) => Some(picture),
        _ => None,
    });
    let picture = Picture {
        png: vec![137, 80, 0, 255],
        ..picture.expect("there is one")
    };
    let whole = Reply::Picture(picture);
    let (json, bytes) = whole.clone().split();
    let json = json.to_json().expect("writable");
    assert!(!json.get().contains("\"png\""), "{json}");
    let Replied { reply: read, .. } = serde_json::from_str(json.get()).expect("readable");
    let function = Function::Wireframe;
    assert_eq!(read.clone().join(bytes, function), Ok(whole));
    assert!(read.join(None, function).unwrap_err().to_string().contains("without"));
    let none = Reply::Done.join(Some(vec![1]), Function::SetActive).unwrap_err();
    assert!(none.to_string().contains("`objects-edit/set-active`"), "{none}");
}

#[test]
fn writes_integers_beyond_2_53_as_text_in_nested_values() {
    let (large, small) = ((1_u64 << 53) + 1, -(1_i64 << 53) - 1);
    let undo = Command::PreviewUndo {
        entries: vec![3, large],
    };
    assert_eq!(undo.arguments().get(), r#"{"entries":[3,"9007199254740993"]}"#);
    assert_eq!(Command::from_call("edits/preview-undo", &undo.arguments()), Ok(undo));
    let found = replies().into_iter().find_map(|reply| match reply {
        Reply::Entries(page) => page.rows.into_iter().next(),
        _ => None,
    });
    let entry = crate::model::EditEntry {
        undone_by: Some(large),
        undoes: vec![large, 1],
        ..found.expect("one")
    };
    let text = serde_json::to_string(&entry).expect("writable");
    assert!(
        text.contains(r#""undone-by":"9007199254740993","undoes":["9007199254740993",1]"#),
        "{text}"
    );
    assert_eq!(
        serde_json::from_str::<crate::model::EditEntry>(&text).expect("readable"),
        entry
    );
    let found = replies().into_iter().find_map(|reply| match reply {
        Reply::ScriptType(script) => script.enums.into_iter().next(),
        _ => None,
    });
    let members = [("Least", Some(small)), ("Left", Some(-1)), ("Both", None)];
    let kind = crate::model::ScriptEnum {
        members: members.map(|(name, value)| (name.to_owned(), value)).to_vec(),
        ..found.expect("one")
    };
    let text = serde_json::to_string(&kind).expect("writable");
    assert!(
        text.contains(r#"["Least","-9007199254740993"],["Left",-1],["Both",null]"#),
        "{text}"
    );
    assert_eq!(
        serde_json::from_str::<crate::model::ScriptEnum>(&text).expect("readable"),
        kind
    );
}
