//! What the operator takes back while a call is under way: it meets that at its next step, whatever was revoked.

use crate::confirmation::{Era, call, connect};
use crate::guests;
use anyhow::{Context, Result, ensure};
use rmcp::model::{
    ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction, Implementation,
};
use rmcp::service::RequestContext;
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tests_support::{HostOptions, TestHost, paths, wait_for};
use tokio::sync::Semaphore;

/// A user who confirms once the test allows it.
#[derive(Clone)]
struct Thinking {
    asked: Arc<AtomicUsize>,
    answers: Arc<Semaphore>,
}

impl Thinking {
    fn new() -> Self {
        Self {
            asked: Arc::default(),
            answers: Arc::new(Semaphore::new(0)),
        }
    }
}

impl ClientHandler for Thinking {
    fn get_info(&self) -> ClientConfig {
        let declared = json!({ "elicitation": { "form": {} } });
        let capabilities: ClientCapabilities = serde_json::from_value(declared).expect("capabilities");
        ClientConfig::new(capabilities, Implementation::new("thinking", "1"))
    }

    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        self.answers.acquire().await.expect("never closed").forget();
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({ "confirm": true, "really": true })))
    }
}

fn config(policy: &str, bundle: &str) -> String {
    format!(
        "[policy]\nallow-writes = true\nconfirm-by = \"person\"\n{policy}\n[bundles.{}]\n{bundle}\n",
        guests::LIAR
    )
}

fn grants_line() -> String {
    format!("grants = {}", guests::LIAR_GRANTS)
}

async fn start() -> Result<TestHost> {
    HostOptions::new()
        .tools(&paths::fixture_bundle(guests::LIAR)?)
        .config(&config("", &grants_line()))
        .start()
        .await
}

/// Has `tool` called, `taken` applied once the call waits for its person, who then says yes. The call's answer, and how
/// often they were asked.
async fn taken_meanwhile(host: &TestHost, tool: &str, arguments: Value, taken: &str) -> Result<(Value, usize)> {
    let plain = host.client().await?;
    let listed = async |wanted: bool| {
        wait_for(&format!("`{tool}` to be listed: {wanted}"), async || {
            let names = plain.tool_names().await.ok()?;
            (names.iter().any(|name| name == tool) == wanted).then_some(())
        })
        .await
        .with_context(|| host.log_text())
    };
    host.rewrite_config(&config("", &grants_line()))?;
    listed(true).await?;
    let person = Thinking::new();
    let client = connect(host, Era::Handshake, person.clone()).await?;
    let called = call(&client, tool, arguments);
    let meanwhile = async {
        wait_for("the question", async || {
            (person.asked.load(Ordering::SeqCst) > 0).then_some(())
        })
        .await?;
        host.rewrite_config(taken)?;
        listed(false).await?;
        person.answers.add_permits(100);
        anyhow::Ok(())
    };
    let (answer, done) = tokio::join!(called, meanwhile);
    done?;
    client.cancel().await?;
    Ok((answer?, person.asked.load(Ordering::SeqCst)))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn running_call_ends_at_its_next_import_after_a_revoke() -> Result<()> {
    let host = start().await?;
    let other = format!("digest = \"{}\"", "0".repeat(64));
    let with = |more: &str| config("", &format!("{}\n{more}", grants_line()));
    let table = [
        (with("enabled = false"), "is switched off by the operator"),
        (with(&other), "another digest"),
        (with(r#"tools = { deny = ["nag"] }"#), "Tool `nag` is switched off"),
        (with(r#"tools = { allow = ["greedy"] }"#), "Tool `nag` is switched off"),
        (
            config(r#"disabled-categories = ["test"]"#, &grants_line()),
            "Category `test` is disabled",
        ),
        (
            config("", r#"grants = { deny = ["unity-tools:host/client"] }"#),
            "is not granted unity-tools:host/client",
        ),
    ];
    for (taken, words) in table {
        let (answer, asked) = taken_meanwhile(&host, "nag", json!({}), &taken).await?;
        let said = answer.to_string();
        ensure!(said.contains("was ended") && said.contains(words), "{taken}: {said}");
        ensure!(asked == 1, "{taken}: it asked on, {asked} times");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_a_confirmed_call_if_its_tool_was_denied_meanwhile() -> Result<()> {
    let host = start().await?;
    let plain = host.client().await?;
    let page = plain.ask("ListObjects", json!({ "limit": 1 })).await?;
    let id = page["Items"][0]["Id"].as_str().context("an object")?;
    let denied = config("", &format!("{}\ntools = {{ deny = [\"greedy\"] }}", grants_line()));
    let (answer, _) = taken_meanwhile(&host, "greedy", json!({ "id": id }), &denied).await?;
    let said = answer.to_string();
    ensure!(said.contains("Tool `greedy` is switched off"), "{said}");
    let card = plain.ask("GetObject", json!({ "id": id })).await?;
    ensure!(card["Active"] == true, "it wrote: {card}");
    let lines = crate::policy::audit(&host)?;
    ensure!(
        lines
            .iter()
            .any(|line| line["rule"] == "bundles.tools" && line["outcome"] == "denied"),
        "{lines:?}"
    );
    Ok(())
}
