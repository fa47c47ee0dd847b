//! Connections that break anywhere: in a request, in a head, in the middle of a stream, while a stream is resumed.
//!
//! Belongs here: what must come through all the same. Does not: how a connection is cut (`cuts.rs`). The seed is printed;
//! `UTH_CHAOS_SEED` repeats a run, as far as two runs of sixteen clients can be alike.

mod cuts;

use crate::guests;
use anyhow::{Context, Result, bail, ensure};
use cuts::{Cut, Seen, exchange};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tests_support::sse::SseEvent;
use tests_support::{HostOptions, environment, paths, wait_for};
use tokio::task::JoinSet;

const CLIENTS: u64 = 16;
/// Connections that each client cuts.
const CUTS: usize = 125;
/// Connections that have to go on where another one was cut.
const RESUMED: usize = 500;
const VERSION: &str = "2025-11-25";
/// Ends a call that only waits, after its answer became a stream.
const DEADLINE: &str = "1500ms";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_connections_lose_or_repeat_no_result() -> Result<()> {
    let seed = seed()?;
    let host = HostOptions::new()
        .no_bundled()
        .tools(&paths::fixture_bundle(guests::ECHO)?)
        .set("limits.deadline", DEADLINE)
        .start()
        .await?;
    let address: SocketAddr = host.url("").trim_start_matches("http://").parse()?;
    let mut clients = JoinSet::new();
    for number in 0..CLIENTS {
        clients.spawn(async move { Client::open(address, seed, number).await?.run().await });
    }
    let mut all = Tally::default();
    while let Some(ended) = clients.join_next().await {
        let tally = ended?.with_context(|| format!("seed {seed}\nlog:\n{}", host.log_text()))?;
        all.add(&tally);
    }
    environment::announce(&format!("chaos: seed {seed}: {all:?}"));
    ensure!(all.cuts() >= CUTS * CLIENTS as usize, "seed {seed}: {all:?}");
    ensure!(all.resumed >= RESUMED, "seed {seed}: {all:?}");
    host.wait_until_idle().await?;
    for (gauge, left) in [("streams", 0.0), ("sessions", 0.0), ("connections", 1.0)] {
        // The one connection that may be left is the one that asks.
        wait_for(&format!("the gauge {gauge} to go back (seed {seed})"), async || {
            (host.metrics().await.ok()?.gauge(gauge)? <= left).then_some(())
        })
        .await?;
    }
    // A resumed connection runs nothing again, and half a request runs nothing at all.
    let metrics = host.metrics().await?;
    let ran = metrics
        .gauge("tool_calls_total{tool=\"steps\"}")
        .context("no counter")?;
    ensure!(
        ran <= all.sent as f64 && ran >= all.results as f64,
        "seed {seed}: {ran} calls ran: {all:?}"
    );
    let client = host.client().await?;
    let said = client.ask("echo", json!({ "text": "still here" })).await?;
    ensure!(said["text"] == "still here", "{said}");
    Ok(())
}

fn seed() -> Result<u64> {
    match environment::variable(environment::CHAOS_SEED) {
        Some(text) => text
            .parse()
            .with_context(|| format!("{} is `{text}`; it must be a whole number", environment::CHAOS_SEED)),
        None => {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
            Ok(now.as_secs() ^ u64::from(now.subsec_nanos()))
        }
    }
}

/// What happened.
#[derive(Clone, Debug, Default)]
struct Tally {
    cut_in_request: usize,
    cut_in_head: usize,
    cut_in_stream: usize,
    cut_in_resume: usize,
    /// Connections on which an event came that the ones before had missed.
    resumed: usize,
    /// Calls of `steps` whose request was sent to its last byte.
    sent: usize,
    results: usize,
    /// Results of calls that outlived the connection they began on.
    late_results: usize,
    /// Cut before the client could know the stream: no client can resume those.
    unknown: usize,
}

impl Tally {
    fn cuts(&self) -> usize {
        self.cut_in_request + self.cut_in_head + self.cut_in_stream + self.cut_in_resume
    }

    fn add(&mut self, other: &Self) {
        self.cut_in_request += other.cut_in_request;
        self.cut_in_head += other.cut_in_head;
        self.cut_in_stream += other.cut_in_stream;
        self.cut_in_resume += other.cut_in_resume;
        self.resumed += other.resumed;
        self.sent += other.sent;
        self.results += other.results;
        self.late_results += other.late_results;
        self.unknown += other.unknown;
    }
}

/// One session, one call after the other.
struct Client {
    address: SocketAddr,
    session: String,
    dice: Dice,
    next: u64,
    tally: Tally,
}

/// One call, as far as it came.
struct Call {
    id: u64,
    /// Steps that it reports; `None` = it waits until its time is over.
    steps: Option<u64>,
    /// The step that must come next: each comes once, whatever was cut.
    next_step: u64,
    last_event: Option<String>,
    result: Option<Value>,
}

impl Client {
    async fn open(address: SocketAddr, seed: u64, number: u64) -> Result<Self> {
        let mut client = Self {
            address,
            session: String::new(),
            dice: Dice(seed ^ (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)),
            next: 1,
            tally: Tally::default(),
        };
        let client_info = json!({ "name": "chaos", "version": "1" });
        let hello = json!({
            "jsonrpc": "2.0", "id": 0, "method": "initialize",
            "params": { "protocolVersion": VERSION, "capabilities": {}, "clientInfo": client_info },
        });
        let http = tests_support::host::http_client()?;
        let url = format!("http://{address}/mcp");
        let answer = http
            .post(url)
            .header("content-type", "application/json")
            .header("accept", "application/json, text/event-stream")
            .body(hello.to_string())
            .send()
            .await?;
        let id = answer.headers().get("mcp-session-id").context("no session")?;
        client.session = id.to_str()?.to_owned();
        let note = client.post(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        let seen = exchange(address, &note, Cut::Never, |_| false).await?;
        ensure!(seen.status == Some(202), "{seen:?}");
        Ok(client)
    }

    async fn run(mut self) -> Result<Tally> {
        while self.tally.cuts() < CUTS {
            let number = self.next;
            self.one_call()
                .await
                .with_context(|| format!("call {number} of {}", self.session))?;
        }
        let end = self.head("DELETE", "") + "\r\n";
        let seen = exchange(self.address, end.as_bytes(), Cut::Never, |_| false).await?;
        ensure!(seen.status == Some(204), "{seen:?}");
        Ok(self.tally)
    }

    async fn one_call(&mut self) -> Result<()> {
        let mut call = Call {
            id: self.next,
            steps: (!self.dice.is_one_in(24)).then(|| 1 + self.dice.random_below(30)),
            next_step: 1,
            last_event: None,
            result: None,
        };
        self.next += 1;
        let (tool, arguments) = match call.steps {
            Some(count) => ("steps", json!({ "count": count })),
            None => (guests::SLEEP_LOOP, json!({})),
        };
        let meta = json!({ "progressToken": call.id });
        let request = self.post(&json!({
            "jsonrpc": "2.0", "id": call.id, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments, "_meta": meta },
        }));
        let length = call.steps.unwrap_or(1) * 200;
        let cut = match self.dice.random_below(20) {
            0..=2 => Cut::Request(self.dice.random_index(request.len() as u64)),
            3..=5 => Cut::Answer(self.dice.random_index(260)),
            6..=18 => Cut::Stream(self.dice.random_index(length)),
            _ => Cut::Never,
        };
        let seen = exchange(self.address, &request, cut, |_| false).await?;
        if let Cut::Request(_) = cut {
            self.tally.cut_in_request += 1;
            return Ok(());
        }
        self.tally.sent += usize::from(call.steps.is_some());
        if !seen.is_whole {
            match cut {
                Cut::Answer(_) => self.tally.cut_in_head += 1,
                _ => self.tally.cut_in_stream += 1,
            }
        }
        call.take(&seen)?;
        if seen.is_whole {
            ensure!(call.result.is_some(), "the answer ended without a result: {seen:?}");
        } else if call.last_event.is_none() {
            self.tally.unknown += 1;
            return Ok(());
        }
        let is_late = call.result.is_none();
        while call.result.is_none() {
            self.resume(&mut call).await?;
        }
        self.tally.results += usize::from(call.steps.is_some());
        self.tally.late_results += usize::from(is_late);
        if self.dice.is_one_in(8) {
            self.nothing_is_left(&call).await?;
        }
        Ok(())
    }

    /// Another connection for what is missing of a call; it may be cut as well.
    async fn resume(&mut self, call: &mut Call) -> Result<()> {
        let request = self.get(call.last_event.as_deref().context("a stream that was seen")?);
        let cut = match self.dice.random_below(10) {
            0 => Cut::Request(self.dice.random_index(request.len() as u64)),
            1 => Cut::Answer(self.dice.random_index(260)),
            2..=4 => Cut::Stream(self.dice.random_index(2000)),
            _ => Cut::Never,
        };
        let seen = exchange(self.address, request.as_bytes(), cut, |_| false).await?;
        self.tally.cut_in_resume += usize::from(!seen.is_whole);
        self.tally.resumed += usize::from(!seen.events.is_empty());
        call.take(&seen)?;
        ensure!(
            !seen.is_whole || call.result.is_some(),
            "a resumed stream ended without the result: {seen:?}"
        );
        Ok(())
    }

    /// Asks once more where everything was seen: a stream may open, but with nothing of the call.
    async fn nothing_is_left(&mut self, call: &Call) -> Result<()> {
        let Some(last) = &call.last_event else { return Ok(()) };
        let request = self.get(last);
        let is_primed = |event: &SseEvent| event.retry.is_some();
        let seen = exchange(self.address, request.as_bytes(), Cut::Never, is_primed).await?;
        self.tally.cut_in_resume += 1;
        ensure!(
            seen.events.len() == 1 && is_primed(&seen.events[0]),
            "delivered twice: {seen:?}"
        );
        Ok(())
    }

    fn head(&self, method: &str, accept: &str) -> String {
        let (address, session) = (self.address, &self.session);
        let mut head = format!(
            "{method} /mcp HTTP/1.1\r\nHost: {address}\r\nMcp-Session-Id: {session}\r\nMCP-Protocol-Version: {VERSION}\r\n"
        );
        if !accept.is_empty() {
            head += &format!("Accept: {accept}\r\n");
        }
        head
    }

    fn post(&self, body: &Value) -> Vec<u8> {
        let body = body.to_string();
        let head = self.head("POST", "application/json, text/event-stream");
        let length = body.len();
        format!("{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}").into_bytes()
    }

    fn get(&self, last: &str) -> String {
        self.head("GET", "text/event-stream") + &format!("Last-Event-ID: {last}\r\n\r\n")
    }
}

impl Call {
    fn take(&mut self, seen: &Seen) -> Result<()> {
        if let Some(status) = seen.status {
            ensure!(
                status == 200,
                "status {status}: {}",
                String::from_utf8_lossy(&seen.body)
            );
        }
        if seen.is_whole && !seen.body.is_empty() {
            self.message(&serde_json::from_slice(&seen.body)?)?;
        }
        for event in &seen.events {
            ensure!(event.event.as_deref() != Some("error"), "something was lost: {event:?}");
            if let Some(id) = &event.id {
                self.last_event = Some(id.clone());
            }
            if !event.data.is_empty() {
                self.message(&serde_json::from_str(&event.data)?)?;
            }
        }
        Ok(())
    }

    fn message(&mut self, message: &Value) -> Result<()> {
        ensure!(self.result.is_none(), "after the result of {} came {message}", self.id);
        if message["method"] == "notifications/progress" {
            let told = &message["params"];
            ensure!(
                told["progressToken"] == self.id && told["progress"].as_f64() == Some(self.next_step as f64),
                "step {} of call {} was to come, not {message}",
                self.next_step,
                self.id
            );
            self.next_step += 1;
            return Ok(());
        }
        ensure!(message["id"] == self.id, "not for call {}: {message}", self.id);
        let text = message["result"]["content"][0]["text"].as_str().unwrap_or_default();
        match self.steps {
            Some(count) => ensure!(
                text == format!("{count} steps") && self.next_step == count + 1,
                "{count} steps were to come, and {} came before {message}",
                self.next_step - 1
            ),
            None if text.contains("limits.deadline") => {}
            None => bail!("a call without an end ended: {message}"),
        }
        self.result = Some(message.clone());
        Ok(())
    }
}

/// Numbers that a seed decides (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn random_below(&mut self, bound: u64) -> u64 {
        self.roll() % bound
    }

    fn random_index(&mut self, bound: u64) -> usize {
        usize::try_from(self.random_below(bound)).expect("a small bound")
    }

    fn is_one_in(&mut self, chance: u64) -> bool {
        self.random_below(chance) == 0
    }
}
