//! What a bundle does with a person's yes, and with their patience.

use crate::confirmation::{Answer, Era, Person, call, connect, keyed};
use crate::guests;
use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{HostOptions, TestHost, paths};

async fn host() -> Result<TestHost> {
    HostOptions::new()
        .tools(&paths::fixture_bundle(guests::LIAR)?)
        .set("policy.allow-writes", "true")
        .set("policy.confirm-by", "person")
        .set(&format!("bundles.{}.grants", guests::LIAR), guests::LIAR_GRANTS)
        .start()
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approval_permits_one_step_on_the_named_object_only() -> Result<()> {
    let host = host().await?;
    let plain = host.client().await?;
    let page = plain.ask("ListObjects", json!({ "limit": 2 })).await?;
    let id = |at: usize| {
        page["Items"][at]["Id"]
            .as_str()
            .map(str::to_owned)
            .context("two objects")
    };
    let (named, other) = (id(0)?, id(1)?);
    for era in [Era::Handshake, Era::Stateless] {
        let person = Person::new(Answer::Yes);
        let client = connect(&host, era, person.clone()).await?;
        let result = call(&client, "greedy", json!({ "id": named })).await?;
        let said = result["content"][0]["text"]
            .as_str()
            .with_context(|| result.to_string())?;
        let expected = format!(
            "{other}: The user approved changes to other objects than {other}\n{named}: done\n{named}: The user approved \
             one step, and it was already taken\ntime: The user approved changes to certain objects, and \
             `unity-tools:unity/time-scale-edit.set` acts on none of them"
        );
        // The refusals go on with a path and a hint.
        for (line, start) in said.lines().zip(expected.lines()) {
            ensure!(line.starts_with(start), "{era:?}: {said}");
        }
        ensure!(said.lines().count() == 4, "{era:?}: {said}");
        let questions = person.questions();
        ensure!(questions.len() == 1, "{questions:?}");
        for part in ["`greedy`", "`liar`", "once", &named, "alone"] {
            ensure!(questions[0].contains(part), "no {part} in {questions:?}");
        }
        client.cancel().await?;
    }
    let lines = audit(&host)?;
    for rule in ["person.agreed-objects", "person.agreed-steps"] {
        let denied = lines
            .iter()
            .filter(|line| line["rule"] == rule && line["outcome"] == "denied");
        ensure!(denied.count() >= 2, "no line of {rule}: {lines:?}");
    }
    let card = plain.ask("GetObject", json!({ "id": other })).await?;
    ensure!(card["Active"] == true, "{card}");
    let time = plain.ask("GetTimeScale", json!({})).await?;
    ensure!(time["value"] == 1.0, "{time}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn retry_with_the_same_key_gets_no_further_step() -> Result<()> {
    let host = host().await?;
    let plain = host.client().await?;
    let page = plain.ask("ListObjects", json!({ "limit": 2 })).await?;
    let named = page["Items"][0]["Id"].as_str().context("an object")?;
    let person = Person::new(Answer::Yes);
    let client = connect(&host, Era::Handshake, person.clone()).await?;
    let mut all = Vec::new();
    for _ in 0..3 {
        all.push(
            keyed(&client, "the secret of one client", ("greedy", json!({ "id": named }))).await?["content"].take(),
        );
    }
    let said = all[0][0]["text"].as_str().context("a text")?;
    ensure!(
        said.contains(&format!("{named}: done")) && said.contains("it was already taken"),
        "{said}"
    );
    ensure!(all[1] == all[0] && all[2] == all[0], "{all:?}");
    ensure!(person.questions().len() == 1, "{:?}", person.questions());
    let status = plain.ask("GetStatus", json!({})).await?;
    ensure!(status["SessionEdits"] == 1, "{status}");
    client.cancel().await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approval_without_object_id_limits_only_the_step_count() -> Result<()> {
    let host = host().await?;
    let plain = host.client().await?;
    let page = plain.ask("ListObjects", json!({ "limit": 1 })).await?;
    let text = |key: &str| page["Items"][0][key].as_str().map(str::to_owned).context("an object");
    let (first, name) = (text("Id")?, text("Name")?);
    for era in [Era::Handshake, Era::Stateless] {
        let person = Person::new(Answer::Yes);
        let client = connect(&host, era, person.clone()).await?;
        let result = call(&client, "greedy", json!({ "id": name })).await?;
        let said = result["content"][0]["text"]
            .as_str()
            .with_context(|| result.to_string())?;
        // It takes an object of its own choice, and after that one step nothing more.
        let (chosen, last) = (
            format!("{first}: done"),
            "time: The user approved one step, and it was already taken",
        );
        ensure!(said.starts_with(&chosen), "{era:?}: {said}");
        ensure!(
            said.lines().last().is_some_and(|line| line.starts_with(last)),
            "{era:?}: {said}"
        );
        let questions = person.questions();
        ensure!(questions.len() == 1, "{questions:?}");
        for part in ["once", "on what it chooses: its arguments name no object"] {
            ensure!(questions[0].contains(part), "no {part} in {questions:?}");
        }
        client.cancel().await?;
    }
    let lines = audit(&host)?;
    let denied = |rule: &str| lines.iter().filter(|line| line["rule"] == rule).count();
    ensure!(
        denied("person.agreed-steps") == 2 && denied("person.agreed-objects") == 0,
        "{lines:?}"
    );
    let time = plain.ask("GetTimeScale", json!({})).await?;
    ensure!(time["value"] == 1.0, "{time}");
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_prompts_per_call_and_minute_and_names_the_bundle() -> Result<()> {
    let host = host().await?;
    let person = Person::new(Answer::Decline);
    let client = connect(&host, Era::Handshake, person.clone()).await?;
    let result = call(&client, "nag", json!({})).await?;
    let said = result["content"][0]["text"]
        .as_str()
        .with_context(|| result.to_string())?;
    ensure!(
        said.starts_with("asked 16 times") && said.contains("16 questions in all"),
        "{said}"
    );
    let questions = person.questions();
    ensure!(questions.len() == 16, "{} questions", questions.len());
    ensure!(
        questions
            .iter()
            .all(|question| question == "The bundle `liar` asks: Really?"),
        "{questions:?}"
    );
    // The same over many calls: within a minute the bundle has to wait.
    let mut last = String::new();
    for _ in 0..8 {
        let result = call(&client, "nag", json!({})).await?;
        last = result.to_string();
    }
    ensure!(last.contains("in the last minute"), "{last}");
    ensure!(
        person.questions().len() == 120,
        "{} questions",
        person.questions().len()
    );
    client.cancel().await?;
    Ok(())
}
