//! Headers and `_meta` of the stateless version: required members, and members that must agree.

use super::*;

#[tokio::test]
async fn rejects_missing_or_conflicting_headers_and_meta() {
    let host = Host::start().await;
    host.fake.publish_everything();
    let good = body("tools/call", json!({ "name": "echo" }));
    let without = |key: &str| {
        let mut body = good.clone();
        body["params"]["_meta"]
            .as_object_mut()
            .unwrap()
            .remove(&format!("io.modelcontextprotocol/{key}"));
        body
    };
    let with_version = |version: &str| {
        let mut body = good.clone();
        body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = version.into();
        body
    };
    let named = |name: &str| body("tools/call", json!({ "name": name }));
    let encoded = |text: &str| format!("=?base64?{}?=", base64::engine::general_purpose::STANDARD.encode(text));
    let hello = encoded("Hello, 世界");
    let echo = encoded("echo");
    let v = Some(VERSION);
    let (call, name) = (Some("tools/call"), Some("echo"));
    for (what, body, version, method, given, status, code) in [
        ("all well", good.clone(), v, call, name, 200, 0),
        ("encoded name", good.clone(), v, call, Some(echo.as_str()), 200, 0),
        (
            "encoded foreign name",
            named("Hello, 世界"),
            v,
            call,
            Some(hello.as_str()),
            200,
            -32602,
        ),
        ("no version header", good.clone(), None, call, name, 400, -32020),
        ("no method header", good.clone(), v, None, name, 400, -32020),
        ("no name header", good.clone(), v, call, None, 400, -32020),
        (
            "other version header",
            good.clone(),
            Some(LATEST),
            call,
            name,
            400,
            -32020,
        ),
        (
            "other method header",
            good.clone(),
            v,
            Some("tools/list"),
            name,
            400,
            -32020,
        ),
        (
            "method in other case",
            good.clone(),
            v,
            Some("Tools/Call"),
            name,
            400,
            -32020,
        ),
        ("other name header", good.clone(), v, call, Some("slow"), 400, -32020),
        (
            "broken Base64",
            good.clone(),
            v,
            call,
            Some("=?base64?%%?="),
            400,
            -32020,
        ),
        (
            "no version in meta",
            without("protocolVersion"),
            v,
            call,
            name,
            400,
            -32602,
        ),
        (
            "no capabilities in meta",
            without("clientCapabilities"),
            v,
            call,
            name,
            400,
            -32602,
        ),
        ("no client info", without("clientInfo"), v, call, name, 200, 0),
        (
            "future version",
            with_version("2099-01-01"),
            Some("2099-01-01"),
            call,
            name,
            400,
            -32022,
        ),
        (
            "old version",
            with_version(LATEST),
            Some(LATEST),
            call,
            name,
            400,
            -32022,
        ),
        ("unknown method", super_body("x/y"), v, Some("x/y"), None, 404, -32601),
        (
            "initialize",
            super_body("initialize"),
            v,
            Some("initialize"),
            None,
            404,
            -32601,
        ),
        ("ping", super_body("ping"), v, Some("ping"), None, 404, -32601),
        (
            "set level",
            super_body("logging/setLevel"),
            v,
            Some("logging/setLevel"),
            None,
            404,
            -32601,
        ),
        (
            "subscribe",
            super_body("resources/subscribe"),
            v,
            Some("resources/subscribe"),
            None,
            404,
            -32601,
        ),
        (
            "bad cursor",
            self::body("tools/list", json!({ "cursor": "x" })),
            v,
            Some("tools/list"),
            None,
            200,
            -32602,
        ),
        ("unknown tool", named("nothing"), v, call, Some("nothing"), 200, -32602),
    ] {
        let mut request = host.post(&body);
        for (header, value) in [
            ("mcp-protocol-version", version),
            ("mcp-method", method),
            ("mcp-name", given),
        ] {
            if let Some(value) = value {
                request = request.header(header, value);
            }
        }
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), status, "{what}");
        let answer: Value = answer.json().await.unwrap();
        assert_eq!(answer["id"], "m", "{what}");
        assert_eq!(answer["error"]["code"].as_i64().unwrap_or(0), code, "{what}: {answer}");
        if code == -32022 {
            assert_eq!(answer["error"]["data"]["supported"][0], VERSION);
            assert_eq!(
                answer["error"]["data"]["requested"],
                body["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"]
            );
        }
    }
}

fn super_body(method: &str) -> Value {
    body(method, json!({}))
}

#[tokio::test]
async fn requires_mirrored_params_in_matching_headers() {
    let host = Host::start().await;
    let call = body(
        "tools/call",
        json!({ "name": "mirror", "arguments": { "region": "eu" } }),
    );
    for (header, status) in [
        (None, 400),
        (Some("us"), 400),
        (Some("eu"), 200),
        (Some("=?base64?ZXU=?="), 200),
    ] {
        let mut sent = send(&host, &call);
        if let Some(header) = header {
            sent = sent.header("mcp-param-region", header);
        }
        assert_eq!(sent.send().await.unwrap().status(), status, "{header:?}");
    }
}
