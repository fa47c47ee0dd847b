//! Tests of the code and the data of each kind of failure.

use super::*;

fn fault_parts(error: CallError) -> (i32, String, Value) {
    let fault = call_fault("scene.dump", error, Duration::from_millis(1500), Map::new());
    (fault.code, fault.message, fault.data.expect("data"))
}

#[test]
fn maps_each_error_kind_to_its_code_and_type() {
    use ErrorKind as K;
    for (kind, code, error_type, message) in [
        (K::UnknownName, -32001, "not_found", "Tool not found: scene.dump"),
        (
            K::InvalidArgument,
            -32002,
            "validation",
            "Invalid tool arguments: words",
        ),
        (K::NotFound, -32004, "unity", "Unity Editor error: words"),
        (K::PermissionDenied, -32005, "permission", "words"),
        (K::ConfirmationRequired, -32005, "permission", "words"),
        (K::TierRestricted, -32005, "permission", "words"),
        (K::NotReady, -32004, "unity", "Unity Editor error: words"),
        (K::Unsupported, -32000, "execution", "Tool execution failed: words"),
        (K::Conflict, -32000, "execution", "Tool execution failed: words"),
        (K::RateLimited, -32000, "execution", "Tool execution failed: words"),
        (K::Timeout, -32003, "timeout", "Tool execution timed out: words"),
        (K::Cancelled, -32000, "execution", "Tool execution failed: words"),
        (K::TooLarge, -32000, "execution", "Tool execution failed: words"),
        (K::ToolFailed, -32000, "execution", "Tool execution failed: words"),
        (K::Unity, -32004, "unity", "Unity Editor error: words"),
        (K::OutcomeUnknown, -32000, "execution", "Tool execution failed: words"),
        (K::Internal, -32603, "execution", "Internal error: words"),
    ] {
        let (got, words, data) = fault_parts(CallError::new(kind, "words"));
        assert_eq!((got, words.as_str()), (code, message), "{kind:?}");
        assert_eq!(data["errorType"], error_type);
        assert_eq!(
            (&data["tool"], &data["kind"]),
            (&json!("scene.dump"), &json!(kind.as_str()))
        );
        assert!(data["details"].is_object());
    }
}

#[test]
fn argument_error_names_each_invalid_parameter() {
    for (core, details, message) in [
        (
            json!({ "missingParameters": ["scenePath"], "mismatches": [] }),
            json!({ "missingParameters": ["scenePath"] }),
            "scenePath is required",
        ),
        (
            json!({
                "missingParameters": ["a", "b"],
                "mismatches": [{ "parameter": "n", "expected": "integer", "got": "string \"x\"" }],
                "violations": [{ "parameter": "m", "expected": "at least 1", "got": "0" }],
                "unknownParameters": ["c"],
                "more": 2,
            }),
            json!({
                "missingParameters": ["a", "b"],
                "typeMismatches": [{ "parameter": "n", "expected": "integer", "got": "string \"x\"" }],
                "constraintViolations": [{ "parameter": "m", "expected": "at least 1", "got": "0" }],
                "unknownParameters": ["c"],
                "more": 2,
            }),
            "a, b are required; n is string \"x\", expected integer; m is 0, expected at least 1; c is unknown; and 2 more",
        ),
        (json!({ "field": "x" }), json!({ "field": "x" }), "words"),
        (json!([1]), json!({ "value": [1] }), "words"),
    ] {
        let (_, words, data) = fault_parts(CallError::new(ErrorKind::InvalidArgument, "words").with_details(&core));
        assert_eq!(words, format!("Invalid tool arguments: {message}"));
        assert_eq!(data["details"], details);
    }
}

#[test]
fn timeout_details_report_the_limit_or_the_elapsed_time() {
    let measured = fault_parts(CallError::new(ErrorKind::Timeout, "late")).2;
    assert_eq!(
        measured["details"],
        json!({ "timeoutMs": 1500, "toolId": "scene.dump" })
    );
    let limit = json!({ "limit": "limits.deadline", "timeoutMs": 30_000 });
    let known = fault_parts(CallError::new(ErrorKind::Timeout, "late").with_details(&limit)).2;
    assert_eq!(
        known["details"],
        json!({ "limit": "limits.deadline", "timeoutMs": 30_000, "toolId": "scene.dump" })
    );
}

#[test]
fn keeps_unity_error_message_and_details() {
    let error = CallError::new(ErrorKind::NotFound, "Scene file not found")
        .with_detail("Scene file 'Assets/Missing.unity' does not exist")
        .with_details(&json!({ "scenePath": "Assets/Missing.unity" }));
    let (_, words, data) = fault_parts(error);
    assert_eq!(words, "Unity Editor error: Scene file not found");
    assert_eq!(
        data["details"],
        json!({
            "unityError": "Scene file 'Assets/Missing.unity' does not exist",
            "scenePath": "Assets/Missing.unity",
        })
    );
}

#[test]
fn unity_error_repeats_only_short_scalar_arguments() {
    let arguments = json!({
        "scenePath": "Assets/A.unity", "depth": 3, "all": true, "confirm": true, "none": null,
        "list": [1], "tree": {}, "long": "x".repeat(MAX_REPEATED_BYTES + 1), "unityError": "theirs",
    });
    let Value::Object(arguments) = arguments else {
        unreachable!("an object")
    };
    let given = scalars(&arguments);
    let of = |kind| {
        let error = CallError::new(kind, "words");
        let fault = call_fault("scene.dump", error, Duration::ZERO, given.clone());
        fault.data.expect("data")["details"].take()
    };
    assert_eq!(
        of(ErrorKind::NotFound),
        json!({ "unityError": "words", "scenePath": "Assets/A.unity", "depth": 3, "all": true })
    );
    assert_eq!(of(ErrorKind::ToolFailed), json!({}));
    let many: Map<String, Value> = (0..50).map(|n| (format!("a{n}"), n.into())).collect();
    assert_eq!(scalars(&many).len(), MAX_REPEATED);
}
