//! What a client pays for before it asks anything: the list of all bundled tools, its size and what narrows it.

use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use tempfile::TempDir;
use tests_support::{Era, Explorer, HostOptions, McpClient, TestHost, host, paths};

/// Bytes that the whole answer to `tools/list` may have in the default profile.
const MOST: usize = 24 << 10;
/// Tools in it: some clients drop the rest.
const MOST_TOOLS: usize = 40;
/// The seeds' tools that no tool made for agents does as well.
const WITHOUT_A_TWIN: [&str; 19] = [
    "check_status",
    "run_editmode_tests",
    "run_playmode_tests",
    "execute_menu_item",
    "MousePick",
    "GetSelection",
    "SelectObject",
    "GetTimeScale",
    "SetTimeScale",
    "CallMethod",
    "HookListMethods",
    "HookAdd",
    "HookRemove",
    "HookSetEnabled",
    "ReadConsoleScript",
    "WriteConsoleScript",
    "RunConsoleScript",
    "GetConfig",
    "SetConfig",
];

/// The answer to `tools/list` as it comes over the wire.
async fn list_tools(options: HostOptions) -> Result<(usize, Vec<Value>)> {
    listed_at(&options.start().await?, "/mcp").await
}

async fn listed_at(host: &TestHost, path: &str) -> Result<(usize, Vec<Value>)> {
    let http = host::http_client()?;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": meta } });
    let answer = http
        .post(host.url(path))
        .header("accept", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/list")
        .json(&body)
        .send()
        .await?
        .bytes()
        .await?;
    let parsed: Value = serde_json::from_slice(&answer)?;
    let tools = parsed["result"]["tools"].as_array().context("tools")?.clone();
    ensure!(parsed["result"].get("nextCursor").is_none(), "one page holds all");
    Ok((answer.len(), tools))
}

fn names(tools: &[Value]) -> Vec<&str> {
    tools.iter().filter_map(|tool| tool["name"].as_str()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn standard_profile_lists_at_most_40_tools_in_24_kib() -> Result<()> {
    let (bytes, tools) = list_tools(HostOptions::new()).await?;
    eprintln!("{} of {MOST_TOOLS} tools, {bytes} of {MOST} bytes", tools.len());
    ensure!(
        bytes <= MOST,
        "{} tools take {bytes} bytes; at most {MOST} are wanted",
        tools.len()
    );
    ensure!(tools.len() <= MOST_TOOLS, "{} tools: {:?}", tools.len(), names(&tools));
    for name in WITHOUT_A_TWIN {
        ensure!(names(&tools).contains(&name), "{name} is not among {:?}", names(&tools));
    }
    ensure!(!names(&tools).contains(&"ListScenes"), "{:?}", names(&tools));
    // Those made for agents come first.
    let first = names(&tools).iter().position(|name| WITHOUT_A_TWIN.contains(name));
    let first = first.context("one of them")?;
    ensure!(
        names(&tools)[first..].iter().all(|name| WITHOUT_A_TWIN.contains(name)),
        "{:?}",
        names(&tools)
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn live_list_has_instance_tools_within_the_same_limits() -> Result<()> {
    let live = || HostOptions::new().set("unity.live", "true").without_ready();
    let host = live().start().await?;
    let (bytes, tools) = listed_at(&host, "/mcp").await?;
    eprintln!("{} of {MOST_TOOLS} tools, {bytes} of {MOST} bytes", tools.len());
    ensure!(
        bytes <= MOST,
        "{} tools take {bytes} bytes; at most {MOST}",
        tools.len()
    );
    ensure!(tools.len() <= MOST_TOOLS, "{} tools: {:?}", tools.len(), names(&tools));
    for name in [
        "find_objects",
        "edit_objects",
        "list_unitys",
        "use_unity",
        "run_playmode_tests",
        "CallMethod",
    ] {
        ensure!(names(&tools).contains(&name), "{name} is not among {:?}", names(&tools));
    }
    ensure!(!names(&tools).contains(&"GetConfig"), "{:?}", names(&tools));
    let instructions = host.client().await?.welcome["instructions"].clone();
    ensure!(
        instructions.to_string().contains("unity_status"),
        "guides of what is listed: {instructions}"
    );
    // What the operator writes counts, also if Unity instances run.
    let (_, standard) = list_tools(live().set("policy.profile", "standard")).await?;
    ensure!(names(&standard).contains(&"GetConfig"), "{:?}", names(&standard));
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_all_bundled_tools_with_portable_names_and_schemas() -> Result<()> {
    let (_, tools) = list_tools(HostOptions::new().set("policy.profile", "all")).await?;
    ensure!(tools.len() >= 56, "{:?}", names(&tools));
    for tool in &tools {
        let name = tool["name"].as_str().context("a name")?;
        let portable = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        ensure!(name.len() <= 64 && name.bytes().all(portable), "{name}");
        let schema = &tool["inputSchema"];
        ensure!(schema["type"] == "object", "{tool}");
        // Keys over which clients drop a tool, or all of them.
        for key in ["$schema", "$ref", "$defs", "anyOf", "oneOf", "allOf"] {
            ensure!(schema.get(key).is_none(), "{key} at the root of {tool}");
        }
        ensure!(tool.get("outputSchema").is_none(), "{tool}");
        ensure!(
            tool["description"].as_str().is_some_and(|text| !text.is_empty()),
            "{tool}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn instructions_describe_the_workflow_in_1_kib() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let stateless = host.stateless()?.request("server/discover", json!({})).await?;
    for told in [host.client().await?.welcome, stateless.message["result"].clone()] {
        let told = told["instructions"].as_str().context("instructions")?;
        ensure!(told.len() <= 1024, "{} bytes: {told}", told.len());
        for words in [
            "no project file",
            "read-only",
            "unity_status",
            "find_objects",
            "get_components",
            "edit_objects",
            "dry_run",
            "undo_edits",
        ] {
            ensure!(told.contains(words), "{words}: {told}");
        }
    }
    let seed = host.client_of("explorer").await?.welcome;
    ensure!(
        !seed.to_string().contains("unity_status"),
        "a guide to what is not listed: {seed}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lists_output_schemas_if_enabled() -> Result<()> {
    let (_, tools) = list_tools(
        HostOptions::new()
            .set("dialects.mcp.output-schemas", "true")
            .set("policy.profile", "explorer"),
    )
    .await?;
    let scenes = tools
        .iter()
        .find(|tool| tool["name"] == "ListScenes")
        .context("listed")?;
    ensure!(scenes["outputSchema"]["type"] == "object", "{scenes}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn profile_limits_the_list_but_not_the_callable_tools() -> Result<()> {
    let (_, all) = list_tools(HostOptions::new().set("policy.profile", "all")).await?;
    let (_, explorer) = list_tools(HostOptions::new().set("policy.profile", "explorer")).await?;
    ensure!(names(&explorer).contains(&"ListScenes") && !names(&explorer).contains(&"project_info"));
    let (_, both) = list_tools(HostOptions::new().set("policy.profile", "\"explorer, editor\"")).await?;
    ensure!(names(&both).contains(&"project_info") && both.len() < all.len());
    let (_, offline) = list_tools(HostOptions::new().set("policy.profile", "offline")).await?;
    ensure!(!names(&offline).contains(&"ConsoleEval") && names(&offline).contains(&"project_info"));
    let host = HostOptions::new().set("policy.profile", "editor").start().await?;
    let scenes = host.client().await?.ask("ListScenes", json!({})).await?;
    ensure!(scenes["Total"].as_u64() > Some(0), "{scenes}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn url_selects_a_profile_that_the_session_keeps() -> Result<()> {
    let host = HostOptions::new().start().await?;
    let (_, all) = listed_at(&host, "/mcp?profile=all").await?;
    let (_, two) = listed_at(&host, "/mcp?profile=editor%2Ccommand").await?;
    ensure!(
        all.len() > two.len() && names(&all).contains(&"ListScenes"),
        "{:?}",
        names(&all)
    );
    ensure!(
        names(&two).contains(&"project_info") && names(&two).contains(&"get_logs"),
        "{:?}",
        names(&two)
    );
    ensure!(!names(&two).contains(&"ListScenes"), "{:?}", names(&two));

    let picky = host.client_of("editor").await?;
    let session = picky.session().context("a session")?;
    let (_, kept) = {
        let http = host::http_client()?;
        let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {} });
        let sent = http
            .post(host.url("/mcp"))
            .header("mcp-session-id", session)
            .json(&list);
        let answer = sent.header("accept", "application/json").send().await?;
        tests_support::explorer::parts(answer).await?
    };
    let kept = kept["result"]["tools"].as_array().context("tools")?.clone();
    ensure!(
        names(&kept).contains(&"project_info") && !names(&kept).contains(&"MousePick"),
        "{:?}",
        names(&kept)
    );
    let scenes = picky.ask("ListScenes", json!({})).await?;
    ensure!(
        scenes["Total"].as_u64() > Some(0),
        "what is not listed can be called: {scenes}"
    );

    let wrong = host
        .client_of("exploer")
        .await?
        .request("tools/list", json!({}))
        .await?;
    ensure!(wrong.message["error"]["code"] == -32602, "{:?}", wrong.message);
    let said = wrong.message["error"]["message"].as_str().context("a message")?;
    ensure!(
        said.contains("`exploer`") && said.contains("did you mean `explorer`?"),
        "{said}"
    );
    let none = McpClient::connect(&host.url("/mcp?profile=No!"), Era::Handshake("2025-11-25")).await;
    ensure!(none.is_err_and(|error| error.to_string().contains("profile=all")));
    Ok(())
}

/// A host behind pipes, with both ends.
fn over_pipes(command: &[String]) -> Result<(Child, ChildStdin, BufReader<ChildStdout>)> {
    let (program, arguments) = command.split_first().context("a command")?;
    let mut served = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let stdin = served.stdin.take().context("its stdin")?;
    let stdout = BufReader::new(served.stdout.take().context("its stdout")?);
    Ok((served, stdin, stdout))
}

#[test]
fn first_start_without_cache_sends_all_instructions() -> Result<()> {
    let scratch = TempDir::with_prefix("unity-tool-host-test-")?;
    let cache = scratch.path().join("empty-cache");
    let command = host::stdio_command(&HostOptions::new().cache(&cache), scratch.path())?;
    let (mut served, mut stdin, mut stdout) = over_pipes(&command)?;
    let client =
        json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "e2e", "version": "1" } });
    writeln!(
        stdin,
        "{}",
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client })
    )?;
    let mut line = String::new();
    stdout.read_line(&mut line)?;
    let answer: Value = serde_json::from_str(&line)?;
    let told = answer["result"]["instructions"].as_str().context(line)?;
    for words in ["no project file", "read-only", "find_objects", "edit_objects"] {
        ensure!(told.contains(words), "{words}: {told}");
    }
    served.kill()?;
    served.wait()?;
    Ok(())
}

#[test]
fn stdio_flag_selects_the_profile() -> Result<()> {
    let scratch = TempDir::with_prefix("unity-tool-host-test-")?;
    let mut command = host::stdio_command(&HostOptions::new(), scratch.path())?;
    command.extend(["--profile", "editor"].map(str::to_owned));
    let (mut served, mut stdin, mut stdout) = over_pipes(&command)?;
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": meta } });
    writeln!(stdin, "{list}")?;
    let mut line = String::new();
    stdout.read_line(&mut line)?;
    let answer: Value = serde_json::from_str(&line)?;
    let tools = answer["result"]["tools"].as_array().context("tools")?;
    ensure!(
        names(tools).contains(&"project_info") && !names(tools).contains(&"find_objects"),
        "{:?}",
        names(tools)
    );
    drop(stdin);
    ensure!(served.wait()?.success());
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_protocol_lists_its_own_tools_and_ungrouped_bundles() -> Result<()> {
    let echo = paths::fixture_bundle(guests::ECHO)?;
    let host = HostOptions::new().tools(&echo).start().await?;
    let explorer = Explorer::new(&host)?;
    let rpc = async |path: &str, method: &str| {
        let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": {} });
        explorer.send(path, body.to_string()).await
    };
    for (path, method, member, own, others) in [
        ("/message", "list_tools", "name", "GetStatus", "project.info"),
        ("/editor", "tools/list", "id", "project.info", "GetStatus"),
        ("/", "tools/list", "name", "create-vr-interactable", "GetStatus"),
    ] {
        let (status, answer) = rpc(path, method).await?;
        let tools = answer["result"]["tools"]
            .as_array()
            .with_context(|| format!("{status} {answer}"))?;
        let names: Vec<&str> = tools.iter().filter_map(|tool| tool[member].as_str()).collect();
        for name in [own, "echo"] {
            ensure!(names.contains(&name), "{path} lacks {name}: {names:?}");
        }
        for name in [others, "check_status", "find_objects"] {
            ensure!(!names.contains(&name), "{path} has {name}: {names:?}");
        }
    }
    Ok(())
}
