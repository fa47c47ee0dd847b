//! MCP at `/mcp/` for a client that is a few curl commands: their life cycle, tables, words. Where those and MCP
//! 2025-03-26 differ, MCP holds.

use super::rows;
use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::process::Stdio;
use tests_support::{Era, HostOptions, McpClient, TestHost, environment, explorer, paths};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;

/// The version that its commands name.
const VERSION: &str = "2025-03-26";

/// What goes with each request of a client that is ready.
async fn ready(host: &TestHost) -> Result<rows::Headers> {
    let client = McpClient::connect(&host.url("/mcp/"), Era::Handshake(VERSION)).await?;
    ensure!(client.welcome["protocolVersion"] == VERSION, "{}", client.welcome);
    let session = client.session().context("a session")?.to_owned();
    Ok(vec![
        ("content-type", "application/json".to_owned()),
        ("accept", "application/json".to_owned()),
        ("mcp-session-id", session),
    ])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_match_every_row_of_the_protocol_tables() -> Result<()> {
    rows::run(include_str!("data/mcp_by_curl.json"), "/mcp/", ready).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn serves_its_tools_under_their_names() -> Result<()> {
    rows::run(include_str!("data/mcp_by_curl_tools.json"), "/mcp/", ready).await
}

/// One step of the life cycle: with the session or without, what is sent, and what must come.
struct Step {
    what: &'static str,
    in_session: bool,
    send: Value,
    status: u16,
    code: Option<i64>,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_methods_outside_their_lifecycle_phase() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let request = |method: &str| json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": {} });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "GetStatus" } });
    let initialize = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": VERSION, "capabilities": {}, "clientInfo": { "name": "claude-desktop", "version": "1.0.0" } } });
    let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    let step = |what, in_session, send: &Value, status, code| Step {
        what,
        in_session,
        send: send.clone(),
        status,
        code,
    };
    let steps = [
        step("uninitialized: ping", false, &request("ping"), 200, None),
        step(
            "uninitialized: tools/list",
            false,
            &request("tools/list"),
            400,
            Some(-32600),
        ),
        step("uninitialized: tools/call", false, &call, 400, Some(-32600)),
        step("initialize", false, &initialize, 200, None),
        step("initializing: ping", true, &request("ping"), 200, None),
        step(
            "initializing: tools/list",
            true,
            &request("tools/list"),
            400,
            Some(-32600),
        ),
        step("initializing: tools/call", true, &call, 400, Some(-32600)),
        step("initialized", true, &initialized, 202, None),
        step("ready: tools/list", true, &request("tools/list"), 200, None),
        step("ready: tools/call", true, &call, 200, None),
        step("ready: ping", true, &request("ping"), 200, None),
    ];
    let http = tests_support::host::http_client()?;
    let mut session = None;
    for step in steps {
        let mut sent = http
            .post(host.url("/mcp/"))
            .header("accept", "application/json, text/event-stream")
            .body(step.send.to_string());
        if step.in_session {
            sent = sent.header("mcp-session-id", session.as_ref().context("a session id")?);
        }
        let answer = sent.send().await?;
        if let Some(id) = answer.headers().get("mcp-session-id") {
            session = Some(id.clone());
        }
        let (status, body) = explorer::parts(answer).await?;
        ensure!(status == step.status, "{}: {status} {body}", step.what);
        ensure!(body["error"]["code"].as_i64() == step.code, "{}: {body}", step.what);
        if status == 200 && step.code.is_none() {
            ensure!(body["id"] == 1 && body["result"].is_object(), "{}: {body}", step.what);
        }
        if status == 202 {
            ensure!(body.is_null(), "a notification was answered: {body}");
        }
    }
    // Its table has 400 to a session that is none; the version that it names has 404.
    let sent = http.post(host.url("/mcp/")).header("mcp-session-id", "abc123");
    let (status, body) = explorer::parts(sent.body(request("tools/list").to_string()).send().await?).await?;
    ensure!(status == 404 && body["error"]["code"] == -32600, "{status} {body}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unknown_tool_is_result_or_error_by_protocol_version() -> Result<()> {
    let host = HostOptions::new().start().await?;
    for version in ["2024-11-05", VERSION] {
        let client = McpClient::connect(&host.url("/mcp/"), Era::Handshake(version)).await?;
        let answer = client.call("invalid_tool", json!({})).await?.0.message;
        ensure!(
            answer["result"]["isError"] == true && answer["error"].is_null(),
            "{version}: {answer}"
        );
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
        ensure!(text.contains("invalid_tool"), "{answer}");
    }
    for version in ["2025-06-18", "2025-11-25"] {
        let client = McpClient::connect(&host.url("/mcp/"), Era::Handshake(version)).await?;
        let answer = client.call("invalid_tool", json!({})).await?.0.message;
        ensure!(answer["error"]["code"] == -32602, "{version}: {answer}");
    }
    let answer = host.stateless()?.call("invalid_tool", json!({})).await?.0.message;
    ensure!(answer["error"]["code"] == -32602, "{answer}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn accept_header_selects_json_or_event_stream() -> Result<()> {
    let host = HostOptions::new()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .start()
        .await?;
    let session = ready(&host).await?.pop().context("the session")?.1;
    let http = tests_support::host::http_client()?;
    let call = json!({ "jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": { "name": "echo", "arguments": { "text": "a" } } });
    for (accept, kinds) in [
        ("application/json", &["application/json"][..]),
        ("text/event-stream", &["text/event-stream"]),
        (
            "application/json, text/event-stream",
            &["application/json", "text/event-stream"],
        ),
    ] {
        let sent = http
            .post(host.url("/mcp/"))
            .header("accept", accept)
            .header("mcp-session-id", &session);
        let answer = sent.body(call.to_string()).send().await?;
        let kind = answer.headers()["content-type"].to_str()?.to_owned();
        let text = answer.text().await?;
        ensure!(kinds.contains(&kind.as_str()), "{accept}: {kind}");
        ensure!(text.contains(r#""isError":false"#), "{text}");
        if kind == "text/event-stream" {
            ensure!(
                text.contains("\nid: ") || text.starts_with("id: "),
                "an event has no id: {text}"
            );
        }
    }
    Ok(())
}

/// One of the curl commands.
struct Curl {
    method: &'static str,
    headers: &'static [&'static str],
    body: Option<&'static str>,
    status: u16,
    says: &'static str,
}

const JSON: &str = "Content-Type: application/json";
const ACCEPT: &str = "Accept: application/json";

const COMMANDS: [Curl; 6] = [
    Curl {
        method: "POST",
        headers: &[JSON, "Accept: application/json, text/event-stream"],
        body: Some(
            r#"{
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
      "protocolVersion": "2025-03-26",
      "capabilities": {},
      "clientInfo": {"name": "curl-test", "version": "1.0"}
    }
  }"#,
        ),
        status: 200,
        says: r#""protocolVersion":"2025-03-26""#,
    },
    Curl {
        method: "POST",
        headers: &[JSON],
        body: Some(r#"{"jsonrpc": "2.0", "method": "notifications/initialized"}"#),
        status: 202,
        says: "",
    },
    Curl {
        method: "POST",
        headers: &[JSON, ACCEPT],
        body: Some(r#"{"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}"#),
        status: 200,
        says: r#""name":"check_status""#,
    },
    Curl {
        method: "POST",
        headers: &[JSON, ACCEPT],
        body: Some(
            r#"{
    "jsonrpc": "2.0",
    "id": 3,
    "method": "tools/call",
    "params": {"name": "check_status", "arguments": {}}
  }"#,
        ),
        status: 200,
        says: r#""isError":false"#,
    },
    Curl {
        method: "POST",
        headers: &[JSON, ACCEPT],
        body: Some(r#"{"jsonrpc": "2.0", "id": 4, "method": "ping"}"#),
        status: 200,
        says: r#"{"jsonrpc":"2.0","id":4,"result":{}}"#,
    },
    Curl {
        method: "DELETE",
        headers: &[],
        body: None,
        status: 204,
        says: "",
    },
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn curl_commands_of_the_protocol_work_unchanged() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let has_curl = Command::new("curl")
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .await
        .is_ok_and(|status| status.success());
    if !has_curl {
        environment::announce("there is no curl: its bytes are sent by hand");
    }
    let mut session: Option<String> = None;
    for (number, command) in (1..).zip(&COMMANDS) {
        let mut headers: Vec<String> = command.headers.iter().map(|header| (*header).to_owned()).collect();
        headers.extend(session.as_ref().map(|session| format!("Mcp-Session-Id: {session}")));
        let answer = match has_curl {
            true => by_curl(&host, command, &headers).await?,
            false => by_hand(&host, command, &headers).await?,
        };
        let (head, body) = answer.split_once("\r\n\r\n").with_context(|| answer.clone())?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse::<u16>().ok());
        ensure!(status == Some(command.status), "command {number}: {answer}");
        ensure!(body.contains(command.says), "command {number}: {answer}");
        if session.is_none() {
            let line = head
                .lines()
                .find(|line| line.to_ascii_lowercase().starts_with("mcp-session-id:"));
            session = line
                .and_then(|line| line.split_once(": "))
                .map(|(_, id)| id.trim().to_owned());
            ensure!(session.is_some(), "no session id: {head}");
        }
    }
    Ok(())
}

/// `http://localhost:PORT/mcp/`, as the commands write it.
fn address(host: &TestHost) -> Result<(SocketAddr, String)> {
    let base = host.url("");
    let address: SocketAddr = base.strip_prefix("http://").context("a plain address")?.parse()?;
    Ok((address, format!("localhost:{}", address.port())))
}

async fn by_curl(host: &TestHost, command: &Curl, headers: &[String]) -> Result<String> {
    let mut curl = Command::new("curl");
    // `--noproxy` and `-q`: what the machine is set to must not matter.
    curl.args(["-q", "--noproxy", "*", "-sS", "-i", "-X", command.method])
        .arg(format!("http://{}/mcp/", address(host)?.1));
    for header in headers {
        curl.args(["-H", header]);
    }
    if let Some(body) = command.body {
        curl.args(["-d", body]);
    }
    let output = curl.stdin(Stdio::null()).output().await?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

async fn by_hand(host: &TestHost, command: &Curl, headers: &[String]) -> Result<String> {
    let (address, name) = address(host)?;
    let body = command.body.unwrap_or_default();
    let mut request = format!(
        "{} /mcp/ HTTP/1.1\r\nHost: {name}\r\nUser-Agent: curl/8.5.0\r\n",
        command.method
    );
    if !headers.iter().any(|header| header.starts_with("Accept:")) {
        request.push_str("Accept: */*\r\n");
    }
    for header in headers {
        request.push_str(&format!("{header}\r\n"));
    }
    request.push_str(&format!(
        "Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    ));
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}
