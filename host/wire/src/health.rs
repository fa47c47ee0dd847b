//! The HTTP pages that show the state of the host: `/health`, `/ready`, and the text page at `/`.

use crate::budget::{Budget, Share};
use crate::capacity;
use crate::dialect::Dialects;
use crate::http::{Incoming, answer};
use crate::jsonrpc::shorten;
use crate::state::Wire;
use axum_core::response::Response;
use host_api::{Audience, CoreMetrics, Health, TargetHealth};
use http::StatusCode;
use http::header::HOST;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

#[derive(Serialize)]
struct Short<'a> {
    /// The state of the host: `ok`, `degraded` or `draining`.
    status: &'static str,
    unity_version: &'a str,
    /// Number of tools that can be called, whether or not a profile lists them.
    tools_count: usize,
    uptime_seconds: u64,
    #[serde(flatten)]
    full: Option<Full<'a>>,
}

#[derive(Serialize)]
struct Full<'a> {
    version: &'a str,
    project: &'a str,
    bridge: &'a str,
    bridge_state: &'a str,
    /// Number of tools in the list of an MCP client without a profile.
    tools_listed: usize,
    bundles: Vec<Bundle<'a>>,
    queue_depth: usize,
    in_flight: usize,
    sessions: usize,
    streams: usize,
    #[serde(flatten)]
    dialects: OfDialects<'a>,
    dropped_events: u64,
    memory: Memory,
    guest_memory: GuestMemory,
    #[serde(skip_serializing_if = "<[TargetHealth]>::is_empty")]
    targets: &'a [TargetHealth],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    switches: &'a [String],
    not_ready: &'a [String],
    /// Problems that the operator should fix although the host is running.
    problems: Vec<String>,
}

struct OfDialects<'a>(&'a Dialects);

impl Serialize for OfDialects<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.health())
    }
}

/// Use of the host's memory budget (`server.memory`) in bytes: in total, and for each kind of data.
#[derive(Serialize)]
struct Memory {
    limit: usize,
    taken: usize,
    refused: u64,
    evicted: u64,
    shares: BTreeMap<&'static str, usize>,
}

impl Memory {
    fn from_budget(budget: &Budget) -> Self {
        Self {
            limit: budget.limit(),
            taken: budget.taken_bytes(),
            refused: budget.refused_count(),
            evicted: budget.evicted(),
            shares: Share::ALL
                .into_iter()
                .map(|share| (share.as_str(), budget.share(share)))
                .collect(),
        }
    }
}

/// Use of `limits.total-memory` in bytes, by the memory of all WebAssembly guests together.
#[derive(Serialize)]
struct GuestMemory {
    limit: u64,
    taken: u64,
}

#[derive(Serialize)]
struct Bundle<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    folder: Option<&'a str>,
    state: &'a str,
    tools: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Only `status` is shown: the caller is a health check that addresses the host by its IP address.
    Whether,
    /// The short `/health` is shown: the caller may use this host, but not see its details.
    Short,
    All,
}

#[derive(Serialize)]
struct Whether {
    status: &'static str,
}

pub(crate) fn health(wire: &Wire, dialects: &Dialects, detail: Detail) -> Response {
    let (core, metrics) = (wire.service.health(), wire.service.metrics());
    let problems = problems(wire, &core, &metrics);
    let status = match (wire.is_draining(), problems.is_empty()) {
        (true, _) => "draining",
        (false, false) => "degraded",
        (false, true) => "ok",
    };
    if detail == Detail::Whether {
        return answer::json(StatusCode::OK, to_json(&Whether { status }));
    }
    let full = (detail == Detail::All).then(|| Full {
        version: &wire.options.server_version,
        project: &core.project,
        bridge: &core.bridge,
        bridge_state: &core.bridge_state,
        tools_listed: wire.service.catalog(&Audience::Configured).tools.len(),
        bundles: core
            .bundles
            .iter()
            .map(|bundle| Bundle {
                id: &bundle.id,
                folder: bundle.folder.as_deref(),
                state: bundle.state,
                tools: bundle.tools,
                error: bundle.error(),
            })
            .collect(),
        queue_depth: core.queue_depth,
        in_flight: wire.in_flight.taken_count(),
        sessions: wire.sessions.count(),
        streams: wire.streams.taken_count(),
        dialects: OfDialects(dialects),
        dropped_events: wire.dropped.load(Ordering::Relaxed) + metrics.events_dropped,
        memory: Memory::from_budget(&wire.budget),
        guest_memory: GuestMemory {
            limit: metrics.guest_memory_limit,
            taken: metrics.guest_memory,
        },
        targets: &core.targets,
        switches: &core.switches,
        not_ready: &core.not_ready,
        problems,
    });
    let body = Short {
        status,
        unity_version: &core.unity_version,
        tools_count: wire.service.catalog(&Audience::Everything).tools.len(),
        uptime_seconds: wire.started.elapsed().as_secs(),
        full,
    };
    answer::json(StatusCode::OK, to_json(&body))
}

fn problems(wire: &Wire, core: &Health, metrics: &CoreMetrics) -> Vec<String> {
    let mut all = wire.options.problems.all();
    all.extend(core.problems.iter().cloned());
    all.extend(capacity::reached_limits(wire, metrics));
    all
}

#[derive(Serialize)]
struct Ready<'a> {
    ready: bool,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    missing: &'a [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    problems: &'a [String],
}

/// Answers `/ready`: 200 when everything is loaded, else 503. Problems do not change the status: without its audit
/// file, for example, the host can still read.
pub(crate) fn ready(wire: &Wire, detail: Detail) -> Response {
    let core = wire.service.health();
    let mut problems = problems(wire, &core, &wire.service.metrics());
    let mut missing = core.not_ready;
    if wire.is_draining() {
        missing.push("the host is shutting down".to_owned());
    }
    let ready = missing.is_empty();
    let status = if ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    if detail != Detail::All {
        missing.clear();
        problems.clear();
    }
    let (missing, problems) = (&missing, &problems);
    answer::json(
        status,
        to_json(&Ready {
            ready,
            missing,
            problems,
        }),
    )
}

/// Returns a text page about the host and how to connect, for a user who opens the address in a browser.
pub(crate) fn page(incoming: &Incoming, lines: &[(&str, &str)]) -> Response {
    let Incoming { wire, parts, .. } = incoming;
    let (options, headers) = (&wire.options, &parts.headers);
    // The guard has accepted this name. If the header is missing, the user knows the address anyway.
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = shorten(host.unwrap_or("HOST:PORT"));
    let mut page = format!(
        "{} {}\n\nAn MCP host for Unity projects and running Unity editors. {} tools can be called; {} of them are listed for MCP clients.\n\n\
         How to connect:\n",
        options.server_name,
        options.server_version,
        wire.service.catalog(&Audience::Everything).tools.len(),
        wire.service.catalog(&Audience::Configured).tools.len()
    );
    for (who, how) in lines {
        page.push_str(&format!("  {who:<31}{}\n", how.replace("{host}", &host)));
    }
    if options.token.is_some() {
        page.push_str("\nEvery request needs the header `Authorization: Bearer <token>`, with the content of `server.token-file`.\n");
    }
    answer::text(StatusCode::OK, page, "text/plain; charset=utf-8")
}

fn to_json<T: Serialize>(value: &T) -> Vec<u8> {
    serde_json::to_vec(value).expect("plain structures serialise")
}
