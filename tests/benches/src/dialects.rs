//! The same call through every protocol: CPU per call of the server against standard MCP's plain JSON answer.
//!
//! Belongs here: the figures `dialect-*` and the requests they send. Does not: sending (`load.rs`).

use crate::cpu::Threads;
use crate::figure::{self, Figure, Outcome, ROUNDS, Target};
use crate::load::{self, Prepared};
use crate::servers::{Peer, native};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::time::Duration;
use tests_support::{Era, HostOptions, McpClient, paths};

/// The fixture with an empty tool: whatever the tool itself takes would make the ratios look better.
const BUNDLE: &str = "noop";
const TOOL: &str = native::TOOL;
const HANDSHAKE: &str = "2025-11-25";
const STATELESS: &str = "2026-07-28";
/// Each round is made of short turns, and a ratio is taken within one turn, so that what else the machine does falls on
/// both sides alike.
const TURNS: usize = 30;
/// One way's part of a turn: a thousand calls and more.
const TURN: Duration = Duration::from_millis(50);
/// Before anything is counted.
const WARM: Duration = Duration::from_millis(500);

/// One way to call the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// 2025-11-25 in a session, `Accept: application/json`.
    Json,
    /// 2025-11-25 in a session, `Accept: text/event-stream`.
    Stream,
    /// 2026-07-28, answered with JSON.
    Stateless,
    /// 2026-07-28, answered with a stream.
    StatelessStream,
    /// `call_tool` at `/message`.
    Message,
    /// `tools/call` at `/message`.
    MessageAlias,
    /// A command over `/ws`.
    Command,
    /// `tools/call` at `/editor`.
    Editor,
    /// `tools/call` at `/`.
    Root,
}

/// All of them, first what the others are compared with.
const WAYS: [Way; 9] = [
    Way::Json,
    Way::Stream,
    Way::Stateless,
    Way::StatelessStream,
    Way::Message,
    Way::MessageAlias,
    Way::Command,
    Way::Editor,
    Way::Root,
];

impl Way {
    /// Name of its figure, its words, and the promised ratio. The first has none: it is what the others are compared with.
    fn figure(self) -> Option<(&'static str, &'static str, Target)> {
        /// Nothing is promised; worse than this would still be a fault.
        const UNPROMISED: Target = Target::AtMost(2.5);
        Some(match self {
            Self::Json => return None,
            Self::Stream => ("dialect-sse", "MCP 2025-11-25 as SSE", Target::AtMost(1.8)),
            Self::Stateless => ("dialect-stateless", "MCP 2026-07-28 as JSON", Target::AtMost(1.3)),
            Self::StatelessStream => ("dialect-stateless-sse", "MCP 2026-07-28 as SSE", UNPROMISED),
            Self::Message => ("dialect-message", "call_tool at /message", Target::AtMost(1.3)),
            Self::MessageAlias => ("dialect-message-alias", "tools/call at /message", Target::AtMost(1.3)),
            Self::Command => ("dialect-ws", "command over /ws", Target::AtMost(1.1)),
            Self::Editor => ("dialect-editor", "tools/call at /editor", UNPROMISED),
            Self::Root => ("dialect-root", "tools/call at /", UNPROMISED),
        })
    }

    /// The call at the server `base`, within `session` where the way has one.
    fn request(self, base: &str, session: &str) -> Result<Prepared> {
        const JSON: &str = "application/json";
        const STREAM: &str = "text/event-stream";
        let url = |path: &str| format!("{base}{path}");
        let call = |method: &str, parameters: Value| {
            let id: u64 = load::ID.parse().unwrap_or_default();
            json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }).to_string()
        };
        let plain = json!({ "name": TOOL, "arguments": {} });
        let legacy = [("mcp-session-id", session), ("mcp-protocol-version", HANDSHAKE)];
        let stateless = [
            ("mcp-protocol-version", STATELESS),
            ("mcp-method", "tools/call"),
            ("mcp-name", TOOL),
        ];
        let told = json!({ "name": TOOL, "arguments": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": STATELESS,
            "io.modelcontextprotocol/clientInfo": { "name": "bench", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        }});
        match self {
            Self::Json => Prepared::accepting(&url("/mcp"), JSON, &legacy, &call("tools/call", plain)),
            Self::Stream => Prepared::accepting(&url("/mcp"), STREAM, &legacy, &call("tools/call", plain)),
            Self::Stateless => Prepared::accepting(&url("/mcp"), JSON, &stateless, &call("tools/call", told)),
            Self::StatelessStream => Prepared::accepting(&url("/mcp"), STREAM, &stateless, &call("tools/call", told)),
            Self::Message => Prepared::accepting(&url("/message"), JSON, &[], &call("call_tool", plain)),
            Self::MessageAlias => Prepared::accepting(&url("/message"), JSON, &[], &call("tools/call", plain)),
            Self::Editor => {
                let parameters = json!({ "tool": TOOL, "arguments": {} });
                Prepared::accepting(&url("/editor"), JSON, &[], &call("tools/call", parameters))
            }
            Self::Root => Prepared::accepting(&url("/"), JSON, &[], &call("tools/call", plain)),
            Self::Command => {
                let command = json!({
                    "id": load::ID, "command": TOOL, "parameters": {}, "client_timestamp": 1_700_000_000_000_u64,
                });
                Prepared::frame(&url("/ws"), &command.to_string())
            }
        }
    }
}

/// What one way cost. Times in microseconds.
#[derive(Clone, Copy)]
struct Cost {
    /// The server's CPU per call.
    cpu: f64,
    p50: f64,
}

/// Medians over the turns of one round, in the order of `WAYS`.
struct Round {
    costs: Vec<Cost>,
    /// To the first way.
    ratios: Vec<Cost>,
}

/// A server, and the call in each way.
struct Server {
    pid: u32,
    requests: Vec<Prepared>,
    rounds: Vec<Round>,
}

impl Server {
    async fn new(base: &str, pid: u32) -> Result<Self> {
        let client = McpClient::connect(&format!("{base}/mcp"), Era::Handshake(HANDSHAKE)).await?;
        let session = client.session().context("a session")?;
        let mut requests = Vec::new();
        for way in WAYS {
            let request = way.request(base, session)?;
            let warm = load::run(&request, 1, WARM).await.with_context(|| format!("{way:?}"))?;
            ensure!(warm.requests > 0, "{way:?}: no call ended");
            requests.push(request);
        }
        Ok(Self {
            pid,
            requests,
            rounds: Vec::new(),
        })
    }

    async fn cost(&self, way: usize) -> Result<Cost> {
        let before = Threads::read(self.pid)?;
        let load = load::run(&self.requests[way], 1, TURN).await?;
        let seconds = Threads::read(self.pid)?.seconds_since(&before);
        Ok(Cost {
            cpu: seconds * 1e6 / load.requests as f64,
            p50: load.p50(),
        })
    }

    async fn round(&mut self) -> Result<()> {
        let mut costs: Vec<Vec<Cost>> = WAYS.iter().map(|_| Vec::new()).collect();
        for turn in 0..TURNS {
            // Each way comes at each place and after different ones, so that none has the same neighbour always.
            for place in 0..WAYS.len() {
                let step = if turn % 2 == 0 { place } else { WAYS.len() - 1 - place };
                let way = (turn + step) % WAYS.len();
                costs[way].push(self.cost(way).await?);
            }
        }
        let ratios = costs.iter().map(|costs_of_way| {
            let pairs = costs_of_way.iter().zip(&costs[0]);
            let ratios: Vec<Cost> = pairs
                .map(|(this, json)| Cost {
                    cpu: this.cpu / json.cpu,
                    p50: this.p50 / json.p50,
                })
                .collect();
            medians(&ratios)
        });
        self.rounds.push(Round {
            ratios: ratios.collect(),
            costs: costs.iter().map(|costs| medians(costs)).collect(),
        });
        Ok(())
    }

    /// One number of each round.
    fn round_numbers(&self, number: impl Fn(&Round) -> f64) -> Vec<f64> {
        self.rounds.iter().map(number).collect()
    }
}

fn medians(costs: &[Cost]) -> Cost {
    let of = |number: fn(&Cost) -> f64| figure::median(&costs.iter().map(number).collect::<Vec<_>>());
    Cost {
        cpu: of(|cost| cost.cpu),
        p50: of(|cost| cost.p50),
    }
}

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let host = HostOptions::new()
        .no_bundled()
        .tools(&paths::fixture_bundle(BUNDLE)?)
        .start()
        .await?;
    let peer = Peer::start("serve-native").await?;
    let mut whole = Server::new(host.url("").trim_end_matches('/'), host.pid()?).await?;
    let mut wire = Server::new(&peer.url, peer.pid()?).await?;
    for _ in 0..ROUNDS {
        whole.round().await?;
        wire.round().await?;
    }
    let mut outcomes = Vec::new();
    for (at, way) in WAYS.into_iter().enumerate() {
        let Some((name, words, target)) = way.figure() else {
            continue;
        };
        let what = format!("CPU per call at c=1, {words} / MCP 2025-11-25 as JSON");
        let figure = Figure::new(
            name,
            &what,
            "x",
            whole.round_numbers(|round| round.ratios[at].cpu),
            target,
        )
        .part("us", &whole.round_numbers(|round| round.costs[at].cpu))
        .part("json_us", &whole.round_numbers(|round| round.costs[0].cpu))
        .part("without_component_x", &wire.round_numbers(|round| round.ratios[at].cpu))
        .part("without_component_us", &wire.round_numbers(|round| round.costs[at].cpu));
        outcomes.push(Outcome::Taken(figure));
        if way == Way::Stream {
            let latency = Figure::new(
                "dialect-sse-latency",
                "p50 at c=1, MCP 2025-11-25 as SSE / as JSON",
                "x",
                whole.round_numbers(|round| round.ratios[at].p50),
                Target::AtMost(3.0),
            );
            outcomes.push(Outcome::Taken(
                latency
                    .part("sse_us", &whole.round_numbers(|round| round.costs[at].p50))
                    .part("json_us", &whole.round_numbers(|round| round.costs[0].p50))
                    .part("without_component_x", &wire.round_numbers(|round| round.ratios[at].p50)),
            ));
        }
    }
    Ok(outcomes)
}
