//! Tests with valid and invalid JSON-RPC messages.

use super::*;

fn code(body: &str) -> i32 {
    match parse(body.as_bytes()) {
        Err(fault) => fault.code,
        Ok(other) => panic!("{body} was read as {other:?}"),
    }
}

#[test]
fn distinguishes_malformed_json_from_invalid_requests() {
    for body in [
        "",
        "  ",
        "{",
        "{]",
        "[1,",
        "nul",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":}",
        "{} {}",
    ] {
        assert_eq!(code(body), PARSE_ERROR, "{body}");
    }
    for body in [
        "null",
        "42",
        "\"ping\"",
        "[]",
        "{}",
        r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
        r#"{"id":1,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":true,"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":1}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":7}"#,
        r#"{"jsonrpc":"2.0","method":"x","params":"x"}"#,
        r#"{"jsonrpc":"2.0","method":"x","params":[1]}"#,
        r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#,
    ] {
        assert_eq!(code(body), INVALID_REQUEST, "{body}");
    }
    assert_eq!(parse(b"\xff\xfe").err().map(|fault| fault.code), Some(PARSE_ERROR));
}

/// Valid ids are 64-bit whole numbers, numbers with fraction or exponent that a double holds exactly, and strings.
#[test]
fn echoes_valid_ids_as_written_and_rejects_others() {
    let ten_to_the_40 = format!("1{}", "0".repeat(40));
    for (id, is_taken) in [
        ("1", true),
        ("-7", true),
        ("0", true),
        ("9007199254740993", true),
        ("-9223372036854775808", true),
        ("-9223372036854775809", false),
        ("18446744073709551615", true),
        ("18446744073709551616", false),
        ("100000000000000000000", false),
        ("123456789012345680000", false),
        (ten_to_the_40.as_str(), false),
        ("1e40", true),
        ("1.5", true),
        ("-1.5e3", true),
        ("0e5", true),
        ("0.1", true),
        // The first number is as JavaScript writes `Math.random()`; the second has one more digit.
        ("0.13436424411240122", true),
        ("0.134364244112401221", false),
        ("1.7976931348623157e308", true),
        ("1e999", false),
        ("1e-999", false),
        ("\"a b\"", true),
        ("\"\\u00e9\"", true),
    ] {
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let Ok(Body::One(Message::Request { id: read, .. })) = parse(body.as_bytes()) else {
            assert!(!is_taken, "{id} is an id");
            continue;
        };
        assert!(is_taken, "{id} is none");
        let answer = String::from_utf8(success(&read, &())).expect("UTF-8");
        assert_eq!(answer, format!(r#"{{"jsonrpc":"2.0","id":{id},"result":null}}"#));
    }
}

#[test]
fn rejects_unrepresentable_ids_without_echoing_them() {
    for id in [
        "1e999",
        "-21e9991",
        "123456789012345678901234567890",
        "-9223372036854775809.5",
        "0.12345678901234567890",
        "1e-999",
        "\"\\ud800\"",
        "\"x\\udc00y\"",
    ] {
        let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"ping"}}"#);
        let fault = parse(body.as_bytes()).expect_err("no id");
        assert_eq!(fault.code, INVALID_REQUEST, "{body}");
        assert!(
            fault.message.contains("`id` is ") && fault.message.contains("plain string"),
            "{}",
            fault.message
        );
        assert_eq!(id_of(body.as_bytes()).as_json(), "null", "{body}");
    }
    assert!(parse(br#"{"jsonrpc":"2.0","id":"\ud83d\ude00","method":"ping"}"#).is_ok());
}

#[test]
fn distinguishes_notifications_responses_and_batches() {
    let note = br#"{"jsonrpc":"2.0","method":"notifications\/initialized","params":null}"#;
    assert!(
        matches!(parse(note), Ok(Body::One(Message::Notification { method, params: None })) if method == "notifications/initialized")
    );
    for response in [
        r#"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"x"}}"#,
    ] {
        assert!(
            matches!(parse(response.as_bytes()), Ok(Body::One(Message::Response { .. }))),
            "{response}"
        );
    }
    let Ok(Body::Batch(batch)) = parse(br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}, 3]"#) else {
        panic!("a batch");
    };
    let items: Vec<_> = batch.messages().collect();
    assert!(items[0].is_ok());
    assert_eq!(items[1].as_ref().err().map(|fault| fault.code), Some(INVALID_REQUEST));
}

#[test]
fn parses_deep_nesting_without_recursion() {
    let depth = 100_000;
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{{"x":{}{}}}}}"#,
        "[".repeat(depth),
        "]".repeat(depth)
    );
    assert!(matches!(parse(body.as_bytes()), Ok(Body::One(Message::Request { .. }))));
}

#[test]
fn truncates_long_values_in_messages() {
    let long = "é".repeat(500);
    assert_eq!(shorten(&long).chars().count(), 81);
    assert_eq!(shorten("short"), "short");
}
