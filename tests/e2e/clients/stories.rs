//! What every client must be able to do with this host, whichever language, era and transport it speaks.
//!
//! Belongs here: the steps of a story and what must come of them. Does not: how a client is made to take a step.

use crate::clients::cutting::CuttingProxy;
use crate::guests;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use tests_support::{HostOptions, TestHost, paths, projects, wait_for};

/// A client under a test's control. Calls have names, so that several may run at once.
pub(crate) trait StockClient {
    /// The version of the protocol that was agreed on.
    fn protocol(&self) -> &str;
    /// True where reports of progress may be lost that arrive together with the result.
    fn loses_what_comes_with_the_result(&self) -> bool {
        false
    }
    /// Every tool, over all pages.
    async fn list(&mut self) -> Result<Vec<Value>>;
    /// Starts a call that asks for progress, and does not wait for it.
    async fn start(&mut self, call: &str, tool: &str, arguments: Value) -> Result<()>;
    /// Gives the call up.
    async fn cancel(&mut self, call: &str) -> Result<()>;
    /// Waits until the call ended and at least `progress` reports came.
    async fn end_of(&mut self, call: &str, progress: usize) -> Result<Ended>;
    /// What the person in front of the client does from now on when asked.
    async fn person_will(&mut self, answer: Value) -> Result<()>;
    /// Waits until the person is asked: message and schema.
    async fn question(&mut self) -> Result<(String, Value)>;
    /// Ends the client; an error where it does not end cleanly.
    async fn close(self) -> Result<()>;
}

/// How a call ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// The result, or `{"raised": what}` where the client gave its caller an exception.
    pub(crate) result: Value,
    /// In the order in which it came.
    pub(crate) progress: Vec<f64>,
}

/// The host that all stories are played on: the bundled tools and the fixtures with what no bundled tool does.
pub(crate) async fn host() -> Result<TestHost> {
    let echo = paths::fixture_bundle(guests::ECHO)?;
    let conformance = paths::fixture_bundle(guests::CONFORMANCE)?;
    HostOptions::new()
        .tools(&echo)
        .tools(&conformance)
        .set("policy.profile", "all")
        .start()
        .await
}

/// Lists, calls, gets progress, is asked, cancels.
pub(crate) async fn run_story(
    client: &mut impl StockClient,
    protocols: &[&str],
    host: Option<&TestHost>,
) -> Result<()> {
    ensure!(
        protocols.contains(&client.protocol()),
        "negotiated {}, expected one of {protocols:?}",
        client.protocol()
    );
    lists(client).await.context("listing")?;
    calls(client).await.context("calling")?;
    is_asked(client).await.context("asking the person")?;
    cancels(client, host).await.context("cancelling")
}

/// A call and its result.
pub(crate) async fn call(client: &mut impl StockClient, tool: &str, arguments: Value) -> Result<Value> {
    let name = format!("call of {tool} with {arguments}");
    client.start(&name, tool, arguments).await?;
    Ok(client.end_of(&name, 0).await?.result)
}

async fn lists(client: &mut impl StockClient) -> Result<()> {
    let tools = client.list().await?;
    let find = |name: &str| {
        let found = tools.iter().find(|tool| tool["name"] == name);
        found.with_context(|| format!("{name} is not listed"))
    };
    for name in ["GetStatus", "ListScenes", "ListObjects", "GetComponents", "TailLogs"] {
        let tool = find(name)?;
        ensure!(tool["inputSchema"]["type"] == "object", "{tool}");
        let description = tool["description"].as_str();
        ensure!(description.is_some_and(|text| !text.is_empty()), "{tool}");
    }
    let writes = find("SetTimeScale")?;
    ensure!(
        writes["inputSchema"]["properties"]["confirm"]["type"] == "boolean",
        "{writes}"
    );
    ensure!(writes["annotations"]["readOnlyHint"] == false, "{writes}");
    let reads = find("ListScenes")?;
    ensure!(reads["inputSchema"]["properties"].get("confirm").is_none(), "{reads}");
    ensure!(reads["annotations"]["readOnlyHint"] == true, "{reads}");
    Ok(())
}

async fn calls(client: &mut impl StockClient) -> Result<()> {
    let sample = projects::sample()?;
    let result = call(client, "ListScenes", json!({})).await?;
    let scenes = &result["structuredContent"];
    ensure!(scenes["Total"] == sample.scenes.len(), "{result}");
    ensure!(scenes["Items"][0]["Path"] == "Assets/Scenes/Main.unity", "{scenes}");
    let text = result["content"][0]["text"]
        .as_str()
        .context("no text beside the structure")?;
    ensure!(
        serde_json::from_str::<Value>(text)? == *scenes,
        "text and structure differ: {text}"
    );
    let result = call(client, "ListObjects", json!({ "limit": 5 })).await?;
    let objects = &result["structuredContent"];
    ensure!(
        objects["Items"].as_array().is_some_and(|items| items.len() == 5),
        "{result}"
    );
    ensure!(objects["NextOffset"] == 5, "{objects}");
    ensure!(objects["Items"][0]["Path"] == "/EventSystem", "{objects}");

    // A tool's own error is a result; wrong arguments may be an exception.
    let missing = call(client, "GetObject", json!({ "id": "obj:999999" })).await?;
    ensure!(missing["isError"] == true, "{missing}");
    let wrong = call(client, "GetObject", json!({ "id": 7 })).await?;
    ensure!(wrong["isError"] == true || wrong["raised"].is_string(), "{wrong}");
    for (failed, word) in [(&missing, "obj:999999"), (&wrong, "id")] {
        ensure!(failed.get("structuredContent").is_none_or(Value::is_null), "{failed}");
        ensure!(failed.to_string().contains(word), "{word} is not named: {failed}");
    }

    let burst = !client.loses_what_comes_with_the_result();
    client.start("steps", guests::STEPS, guests::steps_arguments()).await?;
    let ended = client.end_of("steps", if burst { 4 } else { 0 }).await?;
    ensure!(has_text(&ended.result, "4 steps"), "{ended:?}");
    ensure!(!burst || ended.progress == [1.0, 2.0, 3.0, 4.0], "{ended:?}");

    // These lie apart in time.
    client.start("slowly", "test_tool_with_progress", json!({})).await?;
    let ended = client.end_of("slowly", if burst { 3 } else { 1 }).await?;
    ensure!(has_text(&ended.result, "Tool with progress executed"), "{ended:?}");
    ensure!(
        [0.0, 50.0, 100.0].starts_with(&ended.progress) && !ended.progress.is_empty(),
        "{ended:?}"
    );
    Ok(())
}

fn has_text(result: &Value, text: &str) -> bool {
    result["isError"] != true && result["content"][0]["text"] == text
}

async fn is_asked(client: &mut impl StockClient) -> Result<()> {
    let content = json!({ "username": "ada", "email": "ada@example.com" });
    for (action, content) in [("accept", Some(content)), ("decline", None), ("cancel", None)] {
        let mut answer = json!({ "action": action });
        if let Some(content) = &content {
            answer["content"] = content.clone();
        }
        client.person_will(answer).await?;
        let name = format!("asked to {action}");
        let arguments = json!({ "message": "Who is it?" });
        client.start(&name, "test_elicitation", arguments).await?;
        let (message, schema) = client.question().await?;
        ensure!(message == "The bundle `conformance` asks: Who is it?", "{message}");
        ensure!(schema["properties"]["email"]["type"] == "string", "{schema}");
        let ended = client.end_of(&name, 0).await?;
        let text = ended.result["content"][0]["text"].as_str().unwrap_or_default();
        let (start, told) = text
            .split_once(", content=")
            .with_context(|| format!("{:?}", ended.result))?;
        ensure!(start == format!("User response: action={action}"), "{text}");
        let told: Value = serde_json::from_str(told)?;
        // A client may send no content with a refusal, or an empty one.
        let nothing = told.is_null() || told == json!({});
        ensure!(content.map_or(nothing, |content| told == content), "{text}");
    }
    Ok(())
}

async fn cancels(client: &mut impl StockClient, host: Option<&TestHost>) -> Result<()> {
    client.start("endless", guests::SLEEP_LOOP, json!({})).await?;
    if let Some(host) = host {
        wait_for("the endless call to run", async || {
            let metrics = host.metrics().await.ok()?;
            (metrics.gauge("calls_in_flight")? >= 1.0).then_some(())
        })
        .await?;
    }
    client.cancel("endless").await?;
    let ended = client.end_of("endless", 0).await?;
    ensure!(ended.result["raised"].is_string(), "{ended:?}");
    if let Some(host) = host {
        host.wait_until_idle().await.context("the guest still runs")?;
    }
    let result = call(client, "ListScenes", json!({})).await?;
    ensure!(result["structuredContent"]["Total"].is_u64(), "{result}");
    Ok(())
}

/// The connection breaks in the middle of a call. In a session the client comes back and gets all that it missed, once;
/// without one the call is over for both, and the next one works.
pub(crate) async fn is_cut(client: &mut impl StockClient, proxy: &CuttingProxy, host: &TestHost) -> Result<()> {
    let resumes = client.protocol() != "2026-07-28";
    for (round, words) in ["Completed 0 of 100", "Completed 50 of 100"].iter().enumerate() {
        let name = format!("cut {round}");
        let before = proxy.cuts();
        proxy.cut_behind(words);
        client.start(&name, "test_tool_with_progress", json!({})).await?;
        wait_for("the cut", async || (proxy.cuts() > before).then_some(())).await?;
        if !resumes {
            // The host takes it for a cancel. Not every client notices before its own time limit that nothing comes any
            // more: those are reported.
            host.wait_until_idle().await?;
            client.cancel(&name).await?;
        }
        let ended = client.end_of(&name, if resumes { 3 } else { 0 }).await?;
        ensure!(proxy.cuts() == before + 1, "more than one connection was cut");
        if resumes {
            ensure!(has_text(&ended.result, "Tool with progress executed"), "{ended:?}");
            ensure!(
                ended.progress == [0.0, 50.0, 100.0],
                "lost or reported twice: {ended:?}"
            );
        } else {
            ensure!(ended.result["raised"].is_string(), "{ended:?}");
        }
    }
    if resumes {
        // Here it is the server that ends the stream, before it has the result.
        let result = call(client, "test_reconnection", json!({})).await?;
        ensure!(has_text(&result, "Reconnection test completed"), "{result}");
    }
    let result = call(client, "ListScenes", json!({})).await?;
    ensure!(result["structuredContent"]["Total"].is_u64(), "{result}");
    host.wait_until_idle().await
}

/// The host is restarted under a client that stays connected, and the client's next call works.
pub(crate) async fn outlives_a_restart(client: &mut impl StockClient, host: TestHost) -> Result<TestHost> {
    let before = call(client, "ListScenes", json!({})).await?;
    ensure!(before["structuredContent"]["Total"].is_u64(), "{before}");
    let host = host.restart().await?;
    let after = call(client, "ListScenes", json!({})).await?;
    ensure!(
        before["structuredContent"] == after["structuredContent"],
        "{before} became {after}"
    );
    // What the session agreed on is still known: the client can be asked.
    is_asked(client).await.context("asking the person after the restart")?;
    Ok(host)
}

/// The stories with a client in another language. Each plays on a host of its own; skipped, announced, where the
/// language is missing.
pub(crate) mod with {
    use super::StockClient;
    use crate::clients::cutting::CuttingProxy;
    use crate::clients::driver::{Library, http};
    use anyhow::{Context, Result};

    pub(crate) async fn run_story(library: Library, mode: &str, protocol: &str) -> Result<()> {
        let host = super::host().await?;
        let Some(mut client) = library.connect(http(host.url("/mcp")), mode).await? else {
            return Ok(());
        };
        let told = super::run_story(&mut client, &[protocol], Some(&host)).await;
        told.with_context(|| host.log_text())?;
        client.close().await
    }

    pub(crate) async fn is_cut(library: Library, mode: &str) -> Result<()> {
        let host = super::host().await?;
        let proxy = CuttingProxy::start(&host).await?;
        let Some(mut client) = library.connect(http(proxy.url("/mcp")), mode).await? else {
            return Ok(());
        };
        let told = super::is_cut(&mut client, &proxy, &host).await;
        told.with_context(|| host.log_text())?;
        client.close().await
    }

    pub(crate) async fn outlives_a_restart(library: Library, mode: &str) -> Result<()> {
        let host = super::host().await?;
        let Some(mut client) = library.connect(http(host.url("/mcp")), mode).await? else {
            return Ok(());
        };
        let _host = super::outlives_a_restart(&mut client, host).await?;
        client.close().await
    }
}
