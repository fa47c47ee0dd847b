//! Table tests of parsing and encoding frames.

use super::*;

fn id_in(text: &str) -> Option<RequestId> {
    RequestId::from_raw(id_of(text)?)
}

fn echoed_id(echo: &Echo) -> Value {
    let id = echo.id.as_ref().map_or("null", RequestId::as_json);
    serde_json::from_str(id).expect("JSON")
}

fn frame(given: &Given) -> Value {
    let echo = Echo {
        id: id_in(r#"{"id":"r"}"#),
        client_timestamp: Some(7.into()),
    };
    let (frame, _) = write(&echo, given, |bytes| {
        CallError::new(ErrorKind::TooLarge, format!("{bytes} bytes"))
    });
    assert!(frame.len() < MAX_REPLY);
    serde_json::from_slice(&frame).expect("JSON")
}

#[test]
fn rejects_malformed_frames_and_names_the_problem() {
    let long = json!({ "id": "x".repeat(MAX_ID + 1), "command": "c" }).to_string();
    for (text, id, words) in [
        ("", Value::Null, "not JSON"),
        ("{", Value::Null, "not JSON"),
        ("[]", Value::Null, "not a list"),
        ("3", Value::Null, "not a number"),
        (r#"{"command":"c"}"#, Value::Null, "`id` is missing"),
        (r#"{"id":null,"command":"c"}"#, Value::Null, "`id` is missing"),
        (r#"{"id":[1],"command":"c"}"#, Value::Null, "`id` must be"),
        (&long, Value::Null, "1027 bytes"),
        (r#"{"id":1}"#, 1.into(), "`command` is missing"),
        (r#"{"id":1,"command":""}"#, 1.into(), "`command` is empty"),
        (r#"{"id":1,"command":{}}"#, 1.into(), "`command` must be"),
        (
            r#"{"id":"a","command":"c","parameters":[1]}"#,
            "a".into(),
            "`parameters` must be",
        ),
        (
            r#"{"id":"a","command":"c","client_timestamp":"now"}"#,
            "a".into(),
            "`client_timestamp` must be",
        ),
    ] {
        let (echo, request) = read(text);
        let error = request.expect_err(text);
        assert_eq!(echoed_id(&echo), id, "{text}");
        assert_eq!(error.kind, ErrorKind::InvalidArgument);
        assert!(error.message.contains(words), "{text}: {}", error.message);
    }
    let deep = format!(r#"{{"id":1,"command":"c","parameters":{}"#, "[".repeat(100_000));
    assert!(read(&deep).1.expect_err("too deep").message.contains("not JSON"));
}

#[test]
fn parses_request_and_keeps_its_id_and_timestamp() {
    let (echo, request) = read(r#"{"id":2.5,"type":"request","command":"c","parameters":null,"client_timestamp":1.5}"#);
    let request = request.expect("a request");
    assert_eq!((echoed_id(&echo), request.command.as_str()), (json!(2.5), "c"));
    assert_eq!(echo.client_timestamp, Some(json!(1.5)));
    assert!(request.parameters.is_empty());
}

#[test]
fn result_keeps_its_form_and_adds_content_and_diagnostics() {
    let text = |text: &str| ContentBlock::text(text);
    let of = |structured: Option<&str>, content: Vec<ContentBlock>, diagnostics: &[&str]| {
        let outcome = ToolOutcome {
            structured: structured.map(|text| Json::parse(text.to_owned()).expect("JSON")),
            content,
            diagnostics: diagnostics.iter().map(|&line| line.to_owned()).collect(),
            ..ToolOutcome::default()
        };
        frame(&result_of(outcome))["result"].clone()
    };
    let image = ContentBlock::Image {
        data: vec![1, 2, 3],
        mime_type: "image/png".to_owned(),
        extra: Vec::new(),
    };
    let shown = json!([{ "type": "image", "mimeType": "image/png", "base64": "AQID" }]);
    assert_eq!(of(Some("[1]"), vec![], &[]), json!([1]));
    assert_eq!(
        of(Some("[1]"), vec![], &["cut"]),
        json!({ "diagnostics": ["cut"], "value": [1] })
    );
    assert_eq!(of(Some("{}"), vec![], &["cut"]), json!({ "diagnostics": ["cut"] }));
    assert_eq!(
        of(Some("{\"a\":1}"), vec![image.clone()], &["cut"]),
        json!({ "a": 1, "content": shown, "diagnostics": ["cut"] })
    );
    assert_eq!(
        of(Some(r#"{"a":"\"diagnostics\""}"#), vec![], &["cut"]),
        json!({ "a": "\"diagnostics\"", "diagnostics": ["cut"] })
    );
    assert_eq!(
        of(Some(r#"{"diagnostics":["own"]}"#), vec![], &["cut"]),
        json!({ "diagnostics": ["own", "cut"] })
    );
    assert_eq!(
        of(Some(r#"{"diagnostics":3}"#), vec![], &["cut"]),
        json!({ "diagnostics": ["cut"], "value": { "diagnostics": 3 } })
    );
    assert_eq!(of(None, vec![text("a"), text("b")], &[]), json!({ "text": "a\nb" }));
    assert_eq!(of(None, vec![image], &[]), json!({ "content": shown }));
}

#[test]
fn frames_stay_below_the_size_limit() {
    let words = "x".repeat(2 << 20);
    let large = frame(&Ok(Json::from_value(&words.as_str().into())));
    assert_eq!((&large["status"], &large["id"]), (&"error".into(), &"r".into()));
    assert!(large["error"].as_str().expect("text").contains("bytes"));
    let mut error = CallError::new(ErrorKind::Internal, words.clone()).with_details(&words.as_str().into());
    error.diagnostics = vec![words];
    let told = frame(&Err(error));
    assert!(
        told["error"]
            .as_str()
            .expect("text")
            .ends_with("(2097152 bytes in all)")
    );
    assert!(told["diagnostics"][0].as_str().expect("text").contains("left out"));
    assert_eq!(
        (&told["error_kind"], &told["client_timestamp"]),
        (&"Internal".into(), &7.into())
    );
}

/// An id that a JSON parser cannot represent exactly is rejected, as in the other protocols. Any other id is returned
/// as it was sent.
#[test]
fn echoes_numeric_id_verbatim_or_rejects_it() {
    let asked = |id: &str| format!(r#"{{"id":{id},"command":"c"}}"#);
    for id in [
        "9007199254740993",
        "18446744073709551615",
        "-9223372036854775808",
        "1e3",
        "2.50",
        "\"\\u0061\"",
    ] {
        let (echo, request) = read(&asked(id));
        assert!(request.is_ok(), "{id}");
        let refused = failure(&echo, &invalid("x"));
        let refused = String::from_utf8(refused).expect("text");
        assert!(refused.starts_with(&format!(r#"{{"id":{id},"#)), "{id}: {refused}");
    }
    for id in ["18446744073709551617", "0.12345678901234567890"] {
        let (echo, request) = read(&asked(id));
        let error = request.expect_err(id);
        assert!(echo.id.is_none() && error.message.contains("`id`"), "{id}: {error}");
    }
}
