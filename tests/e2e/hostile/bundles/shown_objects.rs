//! A confirmation for an object holds for that object as it was shown, and for nothing that is no object.

use crate::confirmation::{Answer, Era, Person, call, connect};
use crate::guests;
use anyhow::{Context, Result, bail, ensure};
use rmcp::model::{ClientConfig, ElicitRequestParams, ElicitResult};
use rmcp::service::RequestContext;
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::pin::pin;
use tempfile::TempDir;
use tests_support::{HostOptions, McpClient, TestHost, paths, projects, tree, wait_for};
use tokio::sync::{mpsc, oneshot};

/// A host on a project of its own, and an object there that its scene names once.
struct Shown {
    host: TestHost,
    plain: McpClient,
    scene: PathBuf,
    id: String,
    name: String,
    _project: TempDir,
}

const RENAMED: &str = "Precious";

impl Shown {
    async fn start() -> Result<Self> {
        let project = TempDir::new()?;
        tree::copy_unchanged(&projects::sample()?.root, project.path())?;
        let host = HostOptions::new()
            .project(project.path())
            .tools(&paths::fixture_bundle(guests::LIAR)?)
            .set("policy.allow-writes", "true")
            .set("policy.confirm-by", "person")
            .set(&format!("bundles.{}.grants", guests::LIAR), guests::LIAR_GRANTS)
            .start()
            .await?;
        let plain = host.client().await?;
        let scene = project.path().join("Assets/Scenes/Main.unity");
        let text = std::fs::read_to_string(&scene)?;
        let page = plain.ask("ListObjects", json!({ "limit": 500 })).await?;
        let items = page["Items"].as_array().context("objects")?;
        let is_named_once = |card: &&Value| {
            let name = card["Name"].as_str().unwrap_or_default();
            card["Path"] == format!("/{name}") && text.matches(&line(name)).count() == 1
        };
        let card = items.iter().find(is_named_once).context("a root that is named once")?;
        let member = |key: &str| card[key].as_str().map(str::to_owned).context("a text");
        let (id, name) = (member("Id")?, member("Name")?);
        Ok(Self {
            host,
            plain,
            scene,
            id,
            name,
            _project: project,
        })
    }

    async fn card(&self) -> Result<Value> {
        self.plain.ask("GetObject", json!({ "id": self.id })).await
    }

    /// Saves the scene with the object renamed, and waits until the host reports it.
    async fn rename(&self) -> Result<()> {
        let text = std::fs::read_to_string(&self.scene)?;
        guests::replace(
            &self.scene,
            text.replacen(&line(&self.name), &line(RENAMED), 1).as_bytes(),
        )?;
        wait_for("the new name", async || {
            (self.card().await.ok()?["Name"] == RENAMED).then_some(())
        })
        .await
    }
}

fn line(name: &str) -> String {
    format!("\n  m_Name: {name}\n")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approval_for_an_object_permits_no_step_without_object() -> Result<()> {
    let shown = Shown::start().await?;
    for era in [Era::Handshake, Era::Stateless] {
        let person = Person::new(Answer::Yes);
        let client = connect(&shown.host, era, person.clone()).await?;
        for instead in ["time", "root"] {
            let result = call(&client, "astray", json!({ "id": shown.id, "instead": instead })).await?;
            ensure!(
                result["isError"] == true && result.to_string().contains("acts on none of them"),
                "{era:?} {instead}: {result}"
            );
        }
        ensure!(person.questions().len() == 2, "{:?}", person.questions());
        client.cancel().await?;
    }
    let time = shown.plain.ask("GetTimeScale", json!({})).await?;
    ensure!(time["value"] == 1.0, "{time}");
    let planted = shown.plain.ask("SearchObjects", json!({ "query": "Planted" })).await?;
    ensure!(planted["Total"] == 0, "{planted}");
    Ok(())
}

/// While they are asked first the object gets another name; they agree to that, and not to the other.
#[derive(Clone)]
struct Slow {
    person: Person,
    asked: mpsc::Sender<oneshot::Sender<()>>,
}

impl ClientHandler for Slow {
    fn get_info(&self) -> ClientConfig {
        self.person.get_info()
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        if self.person.questions().is_empty() {
            let (done, renamed) = oneshot::channel();
            let told = self.asked.send(done).await.is_ok();
            if !told || renamed.await.is_err() {
                return Err(ErrorData::internal_error("it got no other name", None));
            }
            return self.person.create_elicitation(request, context).await;
        }
        let declining = Person::new(Answer::Decline);
        let answer = declining.create_elicitation(request, context).await;
        for question in declining.questions() {
            self.person.add_question(question);
        }
        answer
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prompts_again_if_the_object_is_renamed_during_the_prompt() -> Result<()> {
    for era in [Era::Handshake, Era::Stateless] {
        let shown = Shown::start().await?;
        let (asked, mut waiting) = mpsc::channel(1);
        let person = Person::new(Answer::Yes);
        let slow = Slow {
            person: person.clone(),
            asked,
        };
        let client = connect(&shown.host, era, slow).await?;
        let arguments = json!({ "objectId": shown.id, "active": false });
        let mut called = pin!(call(&client, "SetActive", arguments));
        let renamed = tokio::select! {
            early = &mut called => bail!("{era:?}: no question was put: {early:?}"),
            renamed = waiting.recv() => renamed.context("no question was put")?,
        };
        shown.rename().await?;
        let _ = renamed.send(());
        let result = called.await?;
        ensure!(result.to_string().contains("did not approve"), "{era:?}: {result}");
        let asked = person.questions();
        let paths = [format!("(\"/{}\")", shown.name), format!("(\"/{RENAMED}\")")];
        ensure!(
            asked.len() == 2 && asked.iter().zip(&paths).all(|(question, path)| question.contains(path)),
            "{era:?}: {asked:?}"
        );
        let card = shown.card().await?;
        ensure!(card["Active"] == true, "{era:?}: {card}");
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rejects_the_step_if_the_object_was_renamed_after_approval() -> Result<()> {
    let shown = Shown::start().await?;
    let person = Person::new(Answer::Yes);
    let client = connect(&shown.host, Era::Handshake, person.clone()).await?;
    let called = call(&client, "astray", json!({ "id": shown.id, "instead": "renamed" }));
    let renamed = async {
        let waits = |line: &str| line.contains("it waits for another path");
        shown.host.wait_for_log("the waiting guest", waits).await?;
        shown.rename().await
    };
    let (result, renamed) = tokio::join!(called, renamed);
    renamed?;
    let result = result?;
    let said = format!("as \\\"/{}\\\", and it is \\\"/{RENAMED}\\\" now", shown.name);
    ensure!(
        result["isError"] == true && result.to_string().contains(&said),
        "{result}"
    );
    let card = shown.card().await?;
    ensure!(card["Active"] == true, "{card}");
    client.cancel().await?;
    Ok(())
}
