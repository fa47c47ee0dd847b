//! Clients that write one thing after the other, with keys and without, until they are to end; the answers to each.

use super::kind;
use anyhow::{Result, ensure};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;
use tests_support::{McpClient, PATIENCE, TestHost, wait_for};
use tokio::sync::watch;
use tokio::task::JoinSet;

/// What its client knows of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    Done,
    NotDone,
    /// The host says that the outcome is unknown.
    Unknown,
    /// No answer came.
    Unheard,
}

/// What is written.
#[derive(Clone)]
pub(super) struct Target(Option<(PathBuf, watch::Receiver<String>)>);

impl Target {
    /// Calls that a peer counts by their keys.
    pub(super) fn for_peer() -> Self {
        Self(None)
    }

    /// Lines of a file, which the door that stays writes.
    pub(super) fn for_book(book: &Path, door: watch::Receiver<String>) -> Self {
        Self(Some((book.to_owned(), door)))
    }

    fn call(&self, line: &str) -> (&'static str, Value) {
        let Some((book, door)) = &self.0 else {
            return ("SetTimeScale", json!({ "value": 2 }));
        };
        let door = door.borrow().clone();
        let given = json!([book.display().to_string(), line]).to_string();
        let call = json!({ "objectId": door, "componentType": "Game.Door", "method": "Note", "argsJson": given });
        ("CallMethod", call)
    }
}

/// All that clients wrote.
#[derive(Default)]
pub(super) struct Sums(BTreeMap<String, Outcome>);

impl Sums {
    pub(super) fn count(&self, outcome: Outcome) -> usize {
        self.0.values().filter(|told| **told == outcome).count()
    }

    pub(super) fn all(&self) -> usize {
        self.0.len()
    }

    pub(super) fn outcomes(&self) -> impl Iterator<Item = (&str, Outcome)> {
        self.0.iter().map(|(line, outcome)| (line.as_str(), *outcome))
    }

    pub(super) fn summary(&self) -> String {
        format!(
            "{} writes, {} done, {} not done, {} unknown, {} unheard",
            self.all(),
            self.count(Outcome::Done),
            self.count(Outcome::NotDone),
            self.count(Outcome::Unknown),
            self.count(Outcome::Unheard)
        )
    }
}

/// Clients at work.
pub(super) struct Writers {
    clients: JoinSet<Result<Sums>>,
    is_over: Arc<AtomicBool>,
    done: Arc<AtomicUsize>,
}

impl Writers {
    /// Every second client gives keys, and asks again until it hears what came of each.
    pub(super) fn start(host: &TestHost, count: u64, target: Target) -> Result<Self> {
        let (is_over, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        let mut clients = JoinSet::new();
        for number in 0..count {
            let writer = Writer {
                number,
                agent: host.stateless()?,
                target: target.clone(),
                is_over: Arc::clone(&is_over),
                done: Arc::clone(&done),
            };
            clients.spawn(writer.run());
        }
        Ok(Self { clients, is_over, done })
    }

    /// Waits until so many more are done.
    pub(super) async fn wait_for_writes(&self, more: usize) -> Result<()> {
        let before = self.done.load(Ordering::Relaxed);
        wait_for("some writes", async || {
            (self.done.load(Ordering::Relaxed) >= before + more).then_some(())
        })
        .await
    }

    /// Each ends the write that it is at.
    pub(super) async fn end(mut self) -> Result<Sums> {
        self.is_over.store(true, Ordering::Relaxed);
        let mut sums = Sums::default();
        while let Some(client) = self.clients.join_next().await {
            sums.0.extend(client??.0);
        }
        Ok(sums)
    }
}

struct Writer {
    number: u64,
    agent: McpClient,
    target: Target,
    is_over: Arc<AtomicBool>,
    done: Arc<AtomicUsize>,
}

impl Writer {
    async fn run(self) -> Result<Sums> {
        let mut sums = Sums::default();
        for turn in 0_u64.. {
            if self.is_over.load(Ordering::Relaxed) {
                break;
            }
            let line = format!("{}/{turn}", self.number);
            let outcome = self.write(&line).await?;
            if outcome == Outcome::Done {
                self.done.fetch_add(1, Ordering::Relaxed);
            }
            sums.0.insert(line, outcome);
        }
        Ok(sums)
    }

    async fn write(&self, line: &str) -> Result<Outcome> {
        let has_key = self.number.is_multiple_of(2);
        let (tool, arguments) = self.target.call(line);
        let mut parameters = json!({ "name": tool, "arguments": arguments });
        if has_key {
            let secret = format!("the secret of writer {:08}", self.number);
            parameters["_meta"] = json!({ "unity-tools/idempotencyKey": line, "unity-tools/clientSecret": secret });
        }
        let until = Instant::now() + PATIENCE;
        loop {
            let answer = self.agent.request("tools/call", parameters.clone()).await.ok();
            let result = answer.as_ref().and_then(|answer| answer.message.get("result"));
            match result.map(kind) {
                Some(Some(outcome)) => return Ok(outcome),
                Some(None) if !has_key => return Ok(Outcome::NotDone),
                None if !has_key => return Ok(Outcome::Unheard),
                Some(None) | None => {}
            }
            ensure!(Instant::now() < until, "{line} was never answered");
            tokio::task::yield_now().await;
        }
    }
}
