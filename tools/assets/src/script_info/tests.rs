//! Tests of the maximum size of an answer, and of the last line of a source page.

use super::{Answer, bytes, display_page};
use serde_json::{Value, json};
use unity_tools::export::list_tools;
use unity_tools::unity::scripts::{Script, ScriptEnum, ScriptField, Text};

fn script(fields: usize, methods: usize) -> Script {
    let field = |at: usize| ScriptField {
        name: format!("field{at}"),
        type_name: "float".to_owned(),
        default: (at == 0).then(|| "0.10".to_owned()),
        attributes: Vec::new(),
        shown: at != 1,
        declared_in: None,
    };
    Script {
        type_name: "Game.Door".to_owned(),
        path: None,
        assembly: None,
        bases: vec!["UnityEngine.Object".to_owned()],
        attributes: Vec::new(),
        fields: (0..fields).map(field).collect(),
        enums: vec![ScriptEnum {
            type_name: "Game.Side".to_owned(),
            is_flags: true,
            members: vec![("Left".to_owned(), Some(1)), ("Odd".to_owned(), None)],
        }],
        messages: Vec::new(),
        methods: (0..methods).map(|at| format!("public void Method{at}()")).collect(),
        not_known: Vec::new(),
    }
}

#[test]
fn limits_answer_to_max_bytes_and_counts_omitted_entries() {
    let answer = serde_json::to_value(Answer::new(script(2, 1), 16_384).unwrap()).unwrap();
    let fields = json!([{"name": "field0", "type": "float", "default": 0.10}, {"name": "field1", "type": "float", "shown": false}]);
    assert_eq!(answer["fields"], fields);
    let members = json!([{"name": "Left", "value": 1}, {"name": "Odd", "value": null}]);
    assert_eq!(
        answer["enums"],
        json!([{"type": "Game.Side", "flags": true, "members": members}])
    );
    let cut = Answer::new(script(500, 500), 4_096).unwrap();
    assert!(bytes(&cut) <= 4_096 && cut.methods.is_empty() && !cut.fields.is_empty());
    let told = format!(
        "{} more fields had no room: give a larger max_bytes",
        500 - cut.fields.len()
    );
    assert_eq!(
        cut.not_known,
        [
            told,
            "1 more enums had no room: give a larger max_bytes".to_owned(),
            "500 more methods had no room: give a larger max_bytes".to_owned()
        ]
    );
}

#[test]
fn source_page_states_line_count_and_next_cursor() {
    let text = |next: Option<&str>| Text {
        total: 9,
        lines: vec!["a\r\n".to_owned(), "b".to_owned()],
        next: next.map(str::to_owned),
    };
    assert_eq!(
        display_page("A.cs", text(Some("c1")), ""),
        "a\r\nb\n[2 of the 9 lines of A.cs; continue with cursor c1]"
    );
    assert_eq!(
        display_page("A.cs", text(None), "00ff"),
        "a\r\nb\n[the end of A.cs, which has 9 lines; digest 00ff]"
    );
}

#[test]
fn every_argument_has_a_description_or_a_default() {
    let tools = list_tools(crate::BUNDLE_TOOLS);
    let tool = tools.iter().find(|tool| tool.name == "script_info").unwrap();
    assert!(tool.output_schema.is_none() && tool.examples.len() == 2);
    let schema: Value = serde_json::from_str(&tool.input_schema).unwrap();
    for (name, property) in schema["properties"].as_object().unwrap() {
        let told = property.get("description").is_some() || property.get("default").is_some();
        assert!(told, "{name}");
    }
}
