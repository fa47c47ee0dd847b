//! Which texts are read as JSON, which stay text, and the messages about both.

use super::{Texts, read};
use crate::validator::Budget;
use serde_json::{Value, json};
use std::time::Duration;

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "edits": {"type": "array", "items": {"$ref": "#/$defs/edit"}},
            "limit": {"type": "integer"},
            "scale": {"type": ["number", "null"]},
            "active": {"type": "boolean"},
            "filter": {"type": "object", "properties": {"depth": {"type": "integer"}, "name": {"type": "string"}}},
            "layer": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            "at": {"anyOf": [{"type": "array", "items": {"type": "number"}}, {"type": "object", "properties": {"x": {"type": "number"}}}]},
            "pair": {"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "items": {"type": "boolean"}},
            "name": {"type": "string"},
            "any": {}
        },
        "$defs": {"edit": {"type": "object", "properties": {"index": {"type": "integer"}, "value": {}}}}
    })
}

fn read_with(sent: &Value, steps: u64) -> (Value, Texts) {
    let mut arguments = sent.clone();
    let mut budget = Budget::new(steps, Duration::from_secs(10));
    let texts = read(&mut arguments, &schema(), &mut budget);
    (arguments, texts)
}

fn read_all(sent: &Value) -> (Value, Texts) {
    read_with(sent, 100_000)
}

#[test]
fn parses_text_as_json_if_schema_excludes_text() {
    for (sent, meant) in [
        (json!({"edits": "[{\"index\": 1}]"}), json!({"edits": [{"index": 1}]})),
        (
            json!({"edits": "[\"{\\\"index\\\": \\\"2\\\"}\"]"}),
            json!({"edits": [{"index": 2}]}),
        ),
        (
            json!({"edits": [{"index": "3", "value": "3"}]}),
            json!({"edits": [{"index": 3, "value": "3"}]}),
        ),
        (json!({"limit": "5"}), json!({"limit": 5})),
        (json!({"limit": " -7 "}), json!({"limit": -7})),
        (json!({"scale": "1.5e2"}), json!({"scale": 150.0})),
        (json!({"active": "true"}), json!({"active": true})),
        (json!({"active": "false"}), json!({"active": false})),
        (
            json!({"filter": "{\"depth\": \"4\", \"name\": \"4\"}"}),
            json!({"filter": {"depth": 4, "name": "4"}}),
        ),
        (json!({"at": "[1, \"2\"]"}), json!({"at": [1, 2]})),
        (json!({"at": "{\"x\": \"2\"}"}), json!({"at": {"x": 2}})),
        (json!({"pair": ["1", "2", "true"]}), json!({"pair": ["1", 2, true]})),
    ] {
        let (read, texts) = read_all(&sent);
        assert_eq!(read, meant, "{sent}");
        assert!(texts.any_read() && texts.hint().is_none(), "{sent}");
    }
}

#[test]
fn keeps_text_where_text_is_allowed() {
    for sent in [
        json!({"layer": "5"}),
        json!({"name": "[1]"}),
        json!({"any": "{}"}),
        json!({"edits": [{"value": "[1]"}]}),
        json!({"unknown": "1"}),
        json!({"limit": 5, "edits": [], "active": true}),
    ] {
        let (read, texts) = read_all(&sent);
        assert_eq!(read, sent);
        assert_eq!((texts.note(), texts.hint()), (None, None), "{sent}");
    }
}

#[test]
fn keeps_text_of_the_wrong_type_and_explains_why() {
    for (sent, hint) in [
        (
            json!({"edits": "[{\"index\": 1}"}),
            "send the array itself, not its text; `edits` is text, and that text is not JSON: EOF while parsing a list at line 1 column 13",
        ),
        (
            json!({"edits": "{\"index\": 1}"}),
            "send the array itself, not its text; `edits` is text, and its JSON is of type object",
        ),
        (
            json!({"filter": "{\"depth\": 1, \"depth\": 2}"}),
            "send the object itself, not its text; `filter` is text, and JSON parsers disagree about it: ",
        ),
        (
            json!({"limit": "ten"}),
            "send the number itself, not its text; `limit` is text, and that text is not JSON: ",
        ),
        (
            json!({"limit": "1e999"}),
            "send the number itself, not its text; `limit` is text, and ",
        ),
        (
            json!({"limit": "007"}),
            "send the number itself, not its text; `limit` is text, and that text is not JSON: ",
        ),
        (
            json!({"active": "True"}),
            "send the boolean itself, not its text; `active` is text, and that text is not JSON: ",
        ),
        (
            json!({"active": "1"}),
            "send the boolean itself, not its text; `active` is text, and its JSON is of type number",
        ),
        (
            json!({"scale": "null"}),
            "send the null or number itself, not its text; `scale` is text, and its JSON is of type null",
        ),
        (
            json!({"at": "Main"}),
            "send the array or object itself, not its text; `at` is text, and that text is not JSON: ",
        ),
    ] {
        let (read, texts) = read_all(&sent);
        assert_eq!(read, sent);
        let told = texts.hint().expect("a hint");
        assert!(told.starts_with(hint) && !texts.any_read(), "{sent}: {told}");
    }
}

#[test]
fn note_lists_parsed_texts_up_to_a_limit() {
    let (_, texts) = read_all(&json!({"limit": "5"}));
    assert_eq!(
        texts.note().expect("a note"),
        "sent as text and read as JSON: `limit` (number); send the number itself, not as text"
    );
    let many: Vec<Value> = (0..20).map(|at| json!({"index": at.to_string()})).collect();
    let (_, texts) = read_all(&json!({"active": "true", "edits": many}));
    let note = texts.note().expect("a note");
    assert!(
        note.starts_with("sent as text and read as JSON: `active` (boolean), `edits[0].index` (number), ")
            && note.ends_with(" and 13 more; send the values themselves, not as text"),
        "{note}"
    );
}

#[test]
fn limits_steps_and_nesting_of_parsed_texts() {
    let long = format!("[{}]", vec!["{}"; 1000].join(","));
    let sent = json!({"edits": long, "limit": "5"});
    let (read, _) = read_with(&sent, 200);
    assert_eq!(read["limit"], "5", "no steps are left for it");
    let mut deep = "[1]".to_owned();
    for _ in 0..6 {
        deep = json!([deep]).to_string();
    }
    // Each schema here is the same: an array of arrays.
    let schema = json!({"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}},
        "$defs": {"a": {"type": "array", "items": {"anyOf": [{"$ref": "#/$defs/a"}, {"type": "number"}]}}}});
    let mut arguments = json!({ "a": deep });
    let texts = super::read(
        &mut arguments,
        &schema,
        &mut Budget::new(100_000, Duration::from_secs(10)),
    );
    assert_eq!(texts.read.len(), 3);
    assert!(arguments["a"][0][0][0].is_string(), "{arguments}");
}
