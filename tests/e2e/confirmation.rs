//! `requireConfirm` asks the person in front of a stock client, in both eras; their answer decides, and leaves a line.

use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    Implementation, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RequestContext, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use tests_support::{HostOptions, TestHost, wait_for};

/// What the person does with the question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    /// The form comes back with its box left empty.
    Unticked,
    Decline,
    Cancel,
    /// Nothing at all.
    Never,
    /// The client does not say that it can ask.
    CannotAsk,
}

#[derive(Clone)]
pub(crate) struct Person {
    answer: Answer,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Person {
    pub(crate) fn new(answer: Answer) -> Self {
        Self {
            answer,
            asked: Arc::default(),
        }
    }

    /// The questions so far.
    pub(crate) fn questions(&self) -> Vec<String> {
        self.asked.lock().expect("no holder panics").clone()
    }

    /// They were asked this too, by others in their place.
    pub(crate) fn add_question(&self, question: String) {
        self.asked.lock().expect("no holder panics").push(question);
    }
}

impl ClientHandler for Person {
    fn get_info(&self) -> ClientConfig {
        let declared = match self.answer {
            Answer::CannotAsk => json!({}),
            _ => json!({ "elicitation": { "form": {} } }),
        };
        let capabilities: ClientCapabilities = serde_json::from_value(declared).expect("capabilities");
        ClientConfig::new(capabilities, Implementation::new("person", "1"))
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            return Err(ErrorData::invalid_params("a form was expected", None));
        };
        self.asked.lock().expect("no holder panics").push(message);
        Ok(match self.answer {
            Answer::Yes => ElicitResult::new(ElicitationAction::Accept).with_content(json!({ "confirm": true })),
            Answer::Unticked => ElicitResult::new(ElicitationAction::Accept).with_content(json!({ "confirm": false })),
            Answer::Decline => ElicitResult::new(ElicitationAction::Decline),
            Answer::Cancel => ElicitResult::new(ElicitationAction::Cancel),
            Answer::Never | Answer::CannotAsk => std::future::pending().await,
        })
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Era {
    Handshake,
    Stateless,
}

pub(crate) async fn connect<P: ClientHandler>(
    host: &TestHost,
    era: Era,
    person: P,
) -> Result<RunningService<RoleClient, P>> {
    let transport = StreamableHttpClientTransport::from_uri(host.url("/mcp"));
    let lifecycle = match era {
        Era::Handshake => ClientLifecycleMode::Initialize,
        Era::Stateless => ClientLifecycleMode::Discover {
            preferred_versions: vec![ProtocolVersion::V_2026_07_28],
        },
    };
    Ok(person.serve_with_lifecycle(transport, lifecycle).await?)
}

pub(crate) async fn call<P: ClientHandler>(
    client: &RunningService<RoleClient, P>,
    tool: &str,
    arguments: Value,
) -> Result<Value> {
    let arguments = arguments.as_object().cloned().context("an object")?;
    let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
    Ok(serde_json::to_value(client.call_tool(params).await?)?)
}

/// An object to switch off: its id and its path.
async fn first_object(host: &TestHost) -> Result<(String, String)> {
    let page = host.client().await?.ask("ListObjects", json!({ "limit": 1 })).await?;
    let text = |key: &str| page["Items"][0][key].as_str().map(str::to_owned).context("an object");
    Ok((text("Id")?, text("Path")?))
}

async fn is_active(host: &TestHost, id: &str) -> Result<bool> {
    let card = host.client().await?.ask("GetObject", json!({ "id": id })).await?;
    card["Active"].as_bool().with_context(|| card.to_string())
}

fn writes(by: &str) -> HostOptions {
    HostOptions::new()
        .set("policy.allow-writes", "true")
        .set("policy.confirm-by", by)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn user_answer_decides_the_call_in_both_eras() -> Result<()> {
    // answer, asked, changed, words of the answer, rule of the audit line
    let table = [
        (Answer::Yes, true, true, "", "person.agreed"),
        (Answer::Unticked, true, false, "did not approve", "person.declined"),
        (Answer::Decline, true, false, "did not approve", "person.declined"),
        (Answer::Cancel, true, false, "did not approve", "person.declined"),
        (
            Answer::CannotAsk,
            false,
            false,
            "this client cannot ask",
            "policy.confirm-by",
        ),
    ];
    for era in [Era::Handshake, Era::Stateless] {
        for (answer, asked, changed, words, rule) in table {
            let about = format!("{era:?} {answer:?}");
            let host = writes("person").start().await?;
            let (id, path) = first_object(&host).await?;
            let person = Person::new(answer);
            let client = connect(&host, era, person.clone()).await?;
            // An agent's own word is not a person's.
            let arguments = json!({ "objectId": id, "active": false, "confirm": true });
            let result = call(&client, "SetActive", arguments).await?;
            ensure!((result["isError"] == true) != changed, "{about}: {result}");
            ensure!(result.to_string().contains(words), "{about}: {result}");
            let questions = person.questions();
            ensure!(questions.len() == usize::from(asked), "{about}: {questions:?}");
            for part in ["SetActive", &id, &path, "active = false"] {
                ensure!(
                    questions.iter().all(|question| question.contains(part)),
                    "{about}: no {part} in {questions:?}"
                );
            }
            ensure!(is_active(&host, &id).await? != changed, "{about}: the object");
            let lines = audit(&host)?;
            ensure!(lines.iter().any(|line| line["rule"] == rule), "{about}: {lines:?}");
            client.cancel().await?;
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unanswered_confirmation_changes_nothing_and_is_audited() -> Result<()> {
    for era in [Era::Handshake, Era::Stateless] {
        let host = writes("person").set("server.answer-limit", "1s").start().await?;
        let (id, _) = first_object(&host).await?;
        let person = Person::new(Answer::Never);
        let client = connect(&host, era, person.clone()).await?;
        let arguments = json!({ "objectId": id, "active": false });
        let call = tokio::spawn(async move { call(&client, "SetActive", arguments).await });
        wait_for("the audit line of the time-out", async || {
            let lines = audit(&host).ok()?;
            lines
                .iter()
                .any(|line| line["rule"] == "person.no-answer")
                .then_some(())
        })
        .await?;
        match era {
            Era::Handshake => {
                let result = call.await??;
                ensure!(result["isError"] == true, "{result}");
            }
            // This client still shows its form; the host is done with the call.
            Era::Stateless => call.abort(),
        }
        let asked = person.questions().len();
        ensure!(asked == 1, "{era:?}: asked {asked} times");
        ensure!(is_active(&host, &id).await?, "{era:?}: the object was changed");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn confirm_argument_suffices_if_accepted_otherwise_prompts_user() -> Result<()> {
    let host = writes("argument").start().await?;
    let (id, _) = first_object(&host).await?;
    let person = Person::new(Answer::Yes);
    let client = connect(&host, Era::Handshake, person.clone()).await?;
    let result = call(
        &client,
        "SetActive",
        json!({ "objectId": id, "active": false, "confirm": true }),
    )
    .await?;
    ensure!(result["isError"] != true, "{result}");
    ensure!(person.questions().is_empty(), "the argument was enough");
    let result = call(&client, "SetActive", json!({ "objectId": id, "active": true })).await?;
    ensure!(result["isError"] != true, "{result}");
    ensure!(person.questions().len() == 1, "the person was asked");
    ensure!(is_active(&host, &id).await?, "the person agreed");
    client.cancel().await?;
    Ok(())
}

/// Calls under the idempotency key `k`, as the client with that secret.
pub(crate) async fn keyed(
    client: &RunningService<RoleClient, Person>,
    secret: &str,
    (tool, arguments): (&str, Value),
) -> Result<Value> {
    let params: CallToolRequestParams = serde_json::from_value(json!({
        "name": tool,
        "arguments": arguments,
        "_meta": { "unity-tools/idempotencyKey": "k", "unity-tools/clientSecret": secret },
    }))?;
    Ok(serde_json::to_value(client.call_tool(params).await?)?)
}

async fn create(client: &RunningService<RoleClient, Person>, secret: &str, name: &str) -> Result<Value> {
    let arguments = json!({ "edits": [{ "create": { "name": name } }] });
    keyed(client, secret, ("edit_objects", arguments)).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_approved_call_returns_first_result_without_prompt() -> Result<()> {
    let host = writes("person").start().await?;
    let plain = host.client().await?;
    let writes = async || -> Result<u64> {
        let status = plain.ask("GetStatus", json!({})).await?;
        status["SessionEdits"].as_u64().context("a count of writes")
    };
    for era in [Era::Handshake, Era::Stateless] {
        let (alice, bob) = (
            format!("the secret of alice, {era:?}"),
            format!("the secret of bob, {era:?}"),
        );
        let before = writes().await?;
        let person = Person::new(Answer::Yes);
        let client = connect(&host, era, person.clone()).await?;
        let first = create(&client, &alice, "Lamp").await?;
        ensure!(first["isError"] != true, "{era:?}: {first}");
        for _ in 0..2 {
            let again = create(&client, &alice, "Lamp").await?;
            ensure!(
                again["structuredContent"] == first["structuredContent"],
                "{era:?}: {again}"
            );
        }
        ensure!(person.questions().len() == 1, "{era:?}: {:?}", person.questions());
        ensure!(writes().await? == before + 1, "{era:?}: it was done again");
        // The approval is for these arguments,
        let other = create(&client, &alice, "Door").await?;
        ensure!(
            other["isError"] == true && other.to_string().contains("idempotency key"),
            "{era:?}: {other}"
        );
        ensure!(
            person.questions().len() == 1 && writes().await? == before + 1,
            "{era:?}: another call"
        );
        // and for this client: another one with the same key and arguments needs one of its own.
        let refusing = Person::new(Answer::Decline);
        let declined = connect(&host, era, refusing.clone()).await?;
        let refused = create(&declined, &bob, "Lamp").await?;
        ensure!(
            refused["isError"] == true && refusing.questions().len() == 1,
            "{era:?}: {refused}"
        );
        ensure!(writes().await? == before + 1, "{era:?}: another client");
        for client in [client, declined] {
            client.cancel().await?;
        }
    }
    let lines = audit(&host)?;
    let rules = [
        "person.agreed",
        "person.agreed-before",
        "call.idempotency-key",
        "person.declined",
    ]
    .map(|rule| {
        let at_gate1 = lines
            .iter()
            .filter(|line| line["rule"] == rule && line["tool"] == "edit_objects");
        at_gate1.count()
    });
    ensure!(rules == [2, 4, 2, 2], "{rules:?}: {lines:?}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_need_of_running_unity_before_prompting_the_user() -> Result<()> {
    let cases = [
        ("execute_code", json!({ "code": "return 1;" })),
        ("RunStartupScript", json!({})),
        ("save_screenshot", json!({ "output_path": "now.png" })),
    ];
    let host = writes("person")
        .set("policy.enable-console-eval", "true")
        .start()
        .await?;
    for era in [Era::Handshake, Era::Stateless] {
        let person = Person::new(Answer::Yes);
        let client = connect(&host, era, person.clone()).await?;
        for (tool, arguments) in &cases {
            let said = call(&client, tool, arguments.clone()).await?.to_string();
            ensure!(said.contains("needs a running Unity"), "{era:?} {tool}: {said}");
        }
        ensure!(person.questions().is_empty(), "{era:?}: {:?}", person.questions());
        client.cancel().await?;
    }
    // While a rule forbids it, the rule is named, and what it would not help against.
    let closed = HostOptions::new().start().await?;
    let client = closed.client().await?;
    for (tool, arguments) in cases {
        let said = client.call(tool, arguments).await?.expect_failure()?;
        ensure!(said.contains("disabled"), "{tool}: {said}");
        ensure!(said.contains("also needs a running Unity"), "{tool}: {said}");
    }
    Ok(())
}
