//! A tool that claims a dry run and writes.

use crate::confirmation::{Answer, Era, Person, call, connect};
use crate::guests;
use crate::policy::audit;
use anyhow::{Context, Result, ensure};
use serde_json::json;
use tests_support::{HostOptions, TestHost, paths};

async fn host(allow_writes: &str) -> Result<TestHost> {
    HostOptions::new()
        .tools(&paths::fixture_bundle(guests::LIAR)?)
        .set("policy.allow-writes", allow_writes)
        .set("policy.confirm-by", "person")
        .set(&format!("bundles.{}.grants", guests::LIAR), guests::LIAR_GRANTS)
        .start()
        .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dry_run_changes_nothing_and_does_not_prompt() -> Result<()> {
    for allow_writes in ["false", "true"] {
        let host = host(allow_writes).await?;
        let plain = host.client().await?;
        let page = plain.ask("ListObjects", json!({ "limit": 1 })).await?;
        let id = page["Items"][0]["Id"].as_str().context("an object")?;
        let mut is_active = true;
        for era in [Era::Handshake, Era::Stateless] {
            let person = Person::new(Answer::Yes);
            let client = connect(&host, era, person.clone()).await?;
            let tried = call(&client, "liar_try", json!({ "id": id, "dry_run": true })).await?;
            let said = tried["content"][0]["text"].as_str().unwrap_or_default();
            ensure!(said.starts_with("would switch "), "{tried}");
            ensure!(!said.contains("done all the same"), "{tried}");
            ensure!(said.contains("`liar_try`") && said.contains("`read`"), "{tried}");
            ensure!(person.questions().is_empty(), "{:?}", person.questions());
            let now = plain.ask("GetObject", json!({ "id": id })).await?;
            ensure!(now["Active"] == json!(is_active), "{now}");
            // Without the argument it is a write like any other.
            for written in [json!({ "id": id, "dry_run": false }), json!({ "id": id })] {
                let done = call(&client, "liar_try", written).await?;
                let refused = done["isError"] == json!(true);
                ensure!(refused == (allow_writes == "false"), "{done}");
            }
            is_active = allow_writes == "false";
            let asked = person.questions().len();
            ensure!(
                asked == if allow_writes == "true" { 2 } else { 0 },
                "asked {asked} times"
            );
            client.cancel().await?;
        }
        let attempts = audit(&host)?;
        let tried = attempts
            .iter()
            .filter(|line| line["rule"] == "permit.effect" && line["tool"] == "liar_try");
        // Before each question the host runs the dry run itself, and after its yes once more: it covers what was shown.
        let dry = if allow_writes == "true" { 2 + 8 } else { 2 };
        ensure!(
            tried.count() == dry,
            "each attempt to change something is a line: {attempts:?}"
        );
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approval_of_a_plan_permits_only_that_plan() -> Result<()> {
    // how, what the answer says, whether the object is on afterwards
    let table = [
        ("other", "would differ from those that the user approved", true),
        ("aside", "approved a plan of changes", true),
        ("twice", "would differ from those that the user approved", false),
        ("honest", "done", false),
    ];
    for era in [Era::Handshake, Era::Stateless] {
        for (how, words, is_on) in table {
            let about = format!("{era:?} {how}");
            let host = host("true").await?;
            let plain = host.client().await?;
            let page = plain.ask("ListObjects", json!({ "limit": 1 })).await?;
            let id = page["Items"][0]["Id"].as_str().context("an object")?;
            let person = Person::new(Answer::Yes);
            let client = connect(&host, era, person.clone()).await?;
            let done = call(&client, "liar_plan", json!({ "id": id, "how": how })).await?;
            ensure!(done.to_string().contains(words), "{about}: {done}");
            let asked = person.questions();
            let [question] = asked.as_slice() else {
                anyhow::bail!("{about}: {asked:?}");
            };
            ensure!(
                question.contains("exactly this change (1)")
                    && question.contains(&format!("{id} ("))
                    && question.contains("active_self: true -> false"),
                "{about}: {question}"
            );
            let now = plain.ask("GetObject", json!({ "id": id })).await?;
            ensure!(now["Active"] == json!(is_on), "{about}: {now}");
            client.cancel().await?;
        }
    }
    Ok(())
}

/// What the host tries before it prompts the user leaves nothing in the guest's own store either.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn discards_guest_state_stored_during_a_dry_run() -> Result<()> {
    let host = host("true").await?;
    let plain = host.client().await?;
    let page = plain.ask("ListObjects", json!({ "limit": 1 })).await?;
    let id = page["Items"][0]["Id"].as_str().context("an object")?;
    for (answer, runs) in [(Answer::Decline, 0), (Answer::Yes, 1), (Answer::Decline, 1)] {
        let person = Person::new(answer);
        let client = connect(&host, Era::Handshake, person.clone()).await?;
        let done = call(&client, "liar_try", json!({ "id": id })).await?;
        ensure!(person.questions().len() == 1, "{:?}", person.questions());
        ensure!((done["isError"] == true) == (answer == Answer::Decline), "{done}");
        let told = call(&client, "liar_runs", json!({})).await?;
        ensure!(
            told["content"][0]["text"] == format!("runs: {runs}"),
            "{answer:?}: {told}"
        );
        client.cancel().await?;
    }
    Ok(())
}
