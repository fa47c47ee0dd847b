//! Hop 1: access, existing paths, CORS, sizes, health.

use crate::client::{Host, LATEST, call, initialize, wait_within};
use host_wire::Token;
use reqwest::Method;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

#[tokio::test]
async fn rejects_foreign_hosts_and_origins_and_names_the_setting() {
    let host = Host::start_with(|options| {
        options.allowed_origins = vec!["https://inspector.example".to_owned()];
        options.allowed_hosts = vec!["box.lan".to_owned()];
    })
    .await;
    for (header, value, status, setting) in [
        ("origin", "http://localhost:6274", 200, ""),
        ("origin", "https://127.0.0.1", 200, ""),
        ("origin", "http://[::1]:1", 200, ""),
        ("origin", "https://inspector.example", 200, ""),
        ("origin", "https://evil.example", 403, "server.allowed-origins"),
        (
            "origin",
            "https://localhost.evil.example",
            403,
            "server.allowed-origins",
        ),
        ("origin", "null", 403, "server.allowed-origins"),
        ("host", "localhost", 200, ""),
        ("host", "box.lan:7000", 200, ""),
        ("host", "evil.example", 403, "server.allowed-hosts"),
        ("host", "127.0.0.1.evil.example:80", 403, "server.allowed-hosts"),
    ] {
        let answer = host
            .post(&initialize(LATEST))
            .header(header, value)
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), status, "{header}: {value}");
        assert_eq!(
            answer.headers()["access-control-allow-origin"],
            "*",
            "{header}: {value}"
        );
        let body: Value = answer.json().await.unwrap();
        if status == 403 {
            assert_eq!(body["error"]["code"], -32600);
            assert!(body["error"]["message"].as_str().unwrap().contains(setting), "{body}");
        }
        for path in ["/health", "/ws", "/"] {
            let upgrade = host.request(Method::GET, path).header(header, value);
            let answer = upgrade
                .header("connection", "upgrade")
                .header("upgrade", "websocket")
                .send()
                .await
                .unwrap();
            assert_eq!(answer.status() == 403, status == 403, "{path} {header}: {value}");
        }
    }
}

#[tokio::test]
async fn answers_preflight_from_any_origin() {
    let host = Host::start().await;
    for (path, origin, methods, headers) in [
        (
            "/mcp",
            "https://evil.example",
            "GET, POST, OPTIONS",
            "Content-Type, Authorization",
        ),
        (
            "/mcp/",
            "http://localhost:6274",
            "POST, GET, DELETE, OPTIONS",
            "mcp-session-id, x-own",
        ),
        ("/sse", "http://localhost:6274", "GET, OPTIONS", "mcp-session-id, x-own"),
        (
            "/messages",
            "http://localhost:6274",
            "POST, OPTIONS",
            "mcp-session-id, x-own",
        ),
        (
            "/message",
            "http://localhost:6274",
            "GET, POST, OPTIONS",
            "Content-Type, Authorization",
        ),
        (
            "/health",
            "http://localhost:6274",
            "GET, POST, OPTIONS",
            "Content-Type, Authorization",
        ),
    ] {
        let preflight = host.request(Method::OPTIONS, path).header("origin", origin);
        let answer = preflight
            .header("access-control-request-headers", "mcp-session-id, x-own")
            .send()
            .await
            .unwrap();
        assert_eq!(answer.status(), 204, "{path}");
        assert_eq!(answer.headers()["access-control-allow-origin"], "*");
        assert_eq!(
            answer.headers()["access-control-allow-methods"],
            methods,
            "{path} {origin}"
        );
        assert_eq!(
            answer.headers()["access-control-allow-headers"],
            headers,
            "{path} {origin}"
        );
        assert_eq!(answer.headers()["access-control-max-age"], "86400");
    }
    let opened = host
        .post(&initialize(LATEST))
        .header("origin", "http://localhost:1")
        .send()
        .await
        .unwrap();
    let exposed = opened.headers()["access-control-expose-headers"].to_str().unwrap();
    assert!(exposed.contains("Mcp-Session-Id") && exposed.contains("MCP-Protocol-Version"));
}

#[tokio::test]
async fn requires_token_on_all_paths_except_short_health() {
    let host = Host::start_with(|options| options.token = Some(Token::new("s3cret"))).await;
    // An address that sent the right token before is not slowed down.
    for (given, status) in [("Bearer wrong", 401), ("Bearer s3cret", 200)] {
        let sent = host.request(Method::GET, "/metrics").header("authorization", given);
        assert_eq!(sent.send().await.unwrap().status(), status);
    }
    for path in ["/mcp", "/metrics", "/", "/nowhere"] {
        for given in [
            None,
            Some("Bearer s3cre"),
            Some("Bearer s3crets"),
            Some("Basic s3cret"),
            Some("s3cret"),
        ] {
            let mut request = host.request(Method::GET, path);
            if let Some(given) = given {
                request = request.header("authorization", given);
            }
            let answer = request.send().await.unwrap();
            assert_eq!(answer.status(), 401, "{path} {given:?}");
            assert!(
                answer.headers()["www-authenticate"]
                    .to_str()
                    .unwrap()
                    .starts_with("Bearer")
            );
            assert_eq!(answer.headers()["access-control-allow-origin"], "*");
            assert_eq!(answer.json::<Value>().await.unwrap()["error"]["code"], -32600);
        }
    }
    let short: Value = host
        .request(Method::GET, "/health")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(short["status"], "ok");
    assert!(short.get("version").is_none(), "{short}");
    let full = host
        .request(Method::GET, "/health")
        .header("authorization", "bearer s3cret");
    let full: Value = full.send().await.unwrap().json().await.unwrap();
    assert_eq!(full["bundles"][0]["state"], "refused");
    let opened = host
        .post(&initialize(LATEST))
        .header("authorization", "Bearer s3cret")
        .send()
        .await
        .unwrap();
    assert_eq!(opened.status(), 200);
}

#[tokio::test]
async fn serves_health_by_ip_address_but_not_to_web_pages() {
    let host = Host::start_with(|options| {
        options.token = Some(Token::new("s3cret"));
        let problem = "writes are refused: audit.jsonl is full".to_owned();
        options.problems.set("audit", Some(problem));
    })
    .await;
    host.fake.not_ready.lock().unwrap().push("3 of 12 scenes".to_owned());
    for (name, origin, status) in [
        ("10.1.2.3:7000", None, 200),
        ("[2001:db8::1]", None, 200),
        ("127.0.0.1", None, 200),
        ("box.lan", None, 403),
        ("10.1.2.3.evil.example", None, 403),
        ("10.1.2.3:7000", Some("http://10.1.2.3:7000"), 403),
        ("10.1.2.3:7000", Some("https://evil.example"), 403),
    ] {
        // Loopback is known; any other address gets only the status.
        let short = if name == "127.0.0.1" { 4 } else { 1 };
        for (path, shown) in [("/health", short), ("/ready", 1)] {
            let mut sent = host.request(Method::GET, path).header("host", name);
            if let Some(origin) = origin {
                sent = sent.header("origin", origin);
            }
            let answer = sent.send().await.unwrap();
            let wanted = match (path, status) {
                ("/ready", 200) => 503,
                _ => status,
            };
            assert_eq!(answer.status(), wanted, "{path} {name} {origin:?}");
            if status == 200 {
                let told: Value = answer.json().await.unwrap();
                assert_eq!(told.as_object().unwrap().len(), shown, "{told}");
            }
        }
    }
    let known = host
        .request(Method::GET, "/ready")
        .header("authorization", "Bearer s3cret");
    let told = known.send().await.unwrap().text().await.unwrap();
    assert!(
        told.contains("3 of 12 scenes") && told.contains("audit.jsonl is full"),
        "{told}"
    );
    let foreign = host.request(Method::GET, "/ready").header("host", "10.1.2.3");
    let foreign = foreign.header("authorization", "Bearer s3cret").send().await.unwrap();
    let told = foreign.text().await.unwrap();
    assert_eq!(
        told, r#"{"ready":false}"#,
        "a name that is not allowed gets no more by the token"
    );
}

#[tokio::test]
async fn answers_unsupported_requests_with_json_errors() {
    let host = Host::start().await;
    for (method, path, status, allow) in [
        (Method::PUT, "/mcp", 405, "POST, GET, DELETE, OPTIONS"),
        (Method::HEAD, "/mcp", 405, "POST, GET, DELETE, OPTIONS"),
        (Method::GET, "/mcp/", 405, "POST, GET, DELETE, OPTIONS"),
        (Method::POST, "/health", 405, "GET, HEAD, OPTIONS"),
        (Method::POST, "/metrics", 405, "GET, HEAD, OPTIONS"),
        (Method::PUT, "/", 405, "GET, HEAD, POST, OPTIONS"),
        (Method::POST, "/", 400, ""),
        (Method::POST, "/message", 400, ""),
        (Method::GET, "/message", 405, "POST, OPTIONS"),
        (Method::GET, "/read", 400, ""),
        (Method::POST, "/read", 405, "GET, HEAD, OPTIONS"),
        (Method::GET, "/editor", 405, "POST, OPTIONS"),
        (Method::POST, "/editor/", 400, ""),
        (Method::GET, "/ws", 426, ""),
        (Method::POST, "/sse", 405, "GET, OPTIONS"),
        (Method::POST, "/messages", 400, ""),
        (Method::GET, "/bridge", 404, ""),
        (Method::GET, "/console", 404, ""),
        (Method::GET, "/.well-known/oauth-protected-resource", 404, ""),
    ] {
        let answer = host.request(method.clone(), path).send().await.unwrap();
        assert_eq!(answer.status(), status, "{method} {path}");
        let given = answer
            .headers()
            .get("allow")
            .map(|allow| allow.to_str().unwrap().to_owned());
        assert_eq!(given.unwrap_or_default(), allow, "{method} {path}");
        if method != Method::HEAD {
            let body: Value = answer.json().await.unwrap();
            assert_eq!(body["jsonrpc"], "2.0", "{method} {path}");
            assert!(body["error"]["message"].is_string());
        }
    }
    let page = host.request(Method::GET, "/").send().await.unwrap();
    assert_eq!(page.status(), 200);
    let page = page.text().await.unwrap();
    assert!(page.contains("/mcp") && page.contains("/message"));
}

#[tokio::test]
async fn health_ready_and_metrics_report_the_host_state() {
    let host = Host::start().await;
    let health: Value = host
        .request(Method::GET, "/health")
        .send()
        .await
        .unwrap()
        .json()
        .await
        .unwrap();
    assert_eq!(
        (&health["status"], &health["unity_version"]),
        (&"ok".into(), &"2022.3.1f1".into())
    );
    assert!(health["tools_count"].as_u64().unwrap() > 5 && health["uptime_seconds"].is_u64());
    for member in [
        "version",
        "project",
        "bridge_state",
        "queue_depth",
        "sessions",
        "streams",
        "dropped_events",
    ] {
        assert!(!health[member].is_null(), "{member} in {health}");
    }
    assert!(health["bundles"][0]["error"].as_str().unwrap().contains("grants"));

    assert_eq!(host.request(Method::GET, "/ready").send().await.unwrap().status(), 200);
    host.fake.not_ready.lock().unwrap().push("3 of 12 scenes".to_owned());
    let waiting = host.request(Method::GET, "/ready").send().await.unwrap();
    assert_eq!(waiting.status(), 503);
    assert!(waiting.text().await.unwrap().contains("3 of 12 scenes"));

    let _session = host.session(LATEST).await;
    assert_eq!(host.metric("sessions").await, 1);
    let text = host
        .request(Method::GET, "/metrics")
        .send()
        .await
        .unwrap()
        .text()
        .await
        .unwrap();
    assert!(
        text.contains("unity_tool_host_tool_calls_total{tool=\"ec\\\"ho\"} 3\n"),
        "{text}"
    );
    assert!(
        text.contains("unity_tool_host_tool_seconds_total{tool=\"ec\\\"ho\"} 1.500000\n"),
        "{text}"
    );
}

#[tokio::test]
async fn rejects_body_over_the_limit_and_accepts_one_below_it() {
    let host = Host::start_with(|options| options.max_body = 10_000).await;
    let session = host.session(LATEST).await;
    let mut big = call(1, "echo");
    big["params"]["arguments"] = serde_json::json!({ "text": "x".repeat(9_000) });
    let answer: Value = session.post(&big).send().await.unwrap().json().await.unwrap();
    assert_eq!(
        answer["result"]["structuredContent"]["text"].as_str().map(str::len),
        Some(9_000)
    );
    big["params"]["arguments"]["text"] = "x".repeat(10_000).into();
    let answer = session.post(&big).send().await.unwrap();
    assert_eq!(answer.status(), 413);
    let body: Value = answer.json().await.unwrap();
    assert!(
        body["error"]["message"].as_str().unwrap().contains("10000 bytes"),
        "{body}"
    );
}

#[tokio::test]
async fn requires_host_in_http11_only_and_reads_chunked_bodies() {
    let host = Host::start().await;
    let exchange = async |request: &[&[u8]]| {
        let mut stream = TcpStream::connect(host.address).await.unwrap();
        for part in request {
            stream.write_all(part).await.unwrap();
            stream.flush().await.unwrap();
        }
        let mut answer = String::new();
        wait_within("the answer", stream.read_to_string(&mut answer))
            .await
            .unwrap();
        answer
    };
    let answer = exchange(&[b"GET /health HTTP/1.1\r\nConnection: close\r\n\r\n"]).await;
    assert!(answer.starts_with("HTTP/1.1 400"), "{answer}");
    let answer = exchange(&[b"GET /ready HTTP/1.0\r\n\r\n"]).await;
    assert!(answer.starts_with("HTTP/1.0 200"), "that version has no Host: {answer}");
    let answer = exchange(&[
        b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"10\r\n{\"jsonrpc\":\"2.0\"\r\n",
        b"17\r\n,\"id\":1,\"method\":\"ping\"\r\n1\r\n}\r\n0\r\n\r\n",
    ])
    .await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), "{answer}");
}
