//! The page `/metrics`: gauges and counters for each tool in the text format of Prometheus.

use crate::budget::{Budget, Share};
use crate::dialect::Dialects;
use crate::http::answer;
use crate::http::logins::Logins;
use crate::refused_counts::RefusedCounts;
use crate::state::Wire;
use axum_core::response::Response;
use host_api::ToolCounters;
use http::StatusCode;
use std::fmt::Write;
use std::sync::atomic::Ordering;

pub(crate) fn metrics(wire: &Wire, dialects: &Dialects) -> Response {
    let core = wire.service.metrics();
    let dropped = wire.dropped.load(Ordering::Relaxed) + core.events_dropped;
    let mut out = String::with_capacity(4096);
    let gauges = [
        (
            "in_flight",
            "Calls that the wire runs now.",
            wire.in_flight.taken_count() as u64,
        ),
        ("calls_in_flight", "Calls that the core runs now.", core.calls_in_flight),
        ("instances", "Live component instances.", core.instances),
        ("parked", "Guests that wait for an answer of the user.", core.parked),
        (
            "asking",
            "Calls of the wire whose questions wait for an answer.",
            wire.asking.taken_count() as u64,
        ),
        (
            "guest_memory_bytes",
            "Bytes of memories and tables that guests hold together.",
            core.guest_memory,
        ),
        (
            "guest_memory_limit_bytes",
            "The setting limits.total-memory.",
            core.guest_memory_limit,
        ),
        ("sessions", "Open sessions.", wire.sessions.count() as u64),
        (
            "streams",
            "Connections that follow a stream.",
            wire.streams.taken_count() as u64,
        ),
        (
            "pipes",
            "Clients with one pipe for everything: /sse, stdio.",
            wire.pipes.count() as u64,
        ),
        (
            "connections",
            "Open connections.",
            wire.connections.taken_count() as u64,
        ),
        (
            "connections_refused",
            "Connections that were rejected, since the host listens.",
            wire.connections.refused_count(),
        ),
    ];
    let more = [
        ("tasks", "Running call tasks.", wire.tasks.len() as u64),
        (
            "dropped_events",
            "Events and messages that a listening reader did not get, each counted once for each such reader.",
            dropped,
        ),
        (
            "guest_lines_dropped",
            "Lines that guests printed beyond their limit.",
            core.guest_lines_dropped,
        ),
        (
            "max_in_flight",
            "The setting server.max-in-flight.",
            wire.in_flight.max() as u64,
        ),
        (
            "uptime_seconds",
            "Seconds since the host listens.",
            wire.started.elapsed().as_secs(),
        ),
    ];
    for (name, help, value) in gauges.into_iter().chain(dialects.gauges()).chain(more) {
        let _ = writeln!(
            out,
            "# HELP unity_tool_host_{name} {help}\n# TYPE unity_tool_host_{name} gauge"
        );
        let _ = writeln!(out, "unity_tool_host_{name} {value}");
    }
    logins(&mut out, &wire.logins);
    refused_calls(&mut out, &wire.refused_calls);
    memory(&mut out, &wire.budget);
    tools(&mut out, &core.tools);
    answer::text(StatusCode::OK, out, "text/plain; version=0.0.4; charset=utf-8")
}

/// Writes the metrics of each tool, such as its number of calls, to the text `out` of `/metrics`.
fn tools(out: &mut String, all: &std::collections::BTreeMap<String, ToolCounters>) {
    type Read = fn(&ToolCounters) -> u64;
    let counters: [(&str, &str, Read); 4] = [
        ("calls", "Calls of a tool.", |tool| tool.calls),
        ("errors", "Calls that ended in an error.", |tool| tool.errors),
        ("denied", "Calls that the policy refused.", |tool| tool.denied),
        ("timeouts", "Calls that ran out of time.", |tool| tool.timeouts),
    ];
    for (name, help, read) in counters {
        let _ = writeln!(out, "# HELP unity_tool_host_tool_{name}_total {help}");
        let _ = writeln!(out, "# TYPE unity_tool_host_tool_{name}_total counter");
        for (tool, counters) in all {
            let _ = writeln!(
                out,
                "unity_tool_host_tool_{name}_total{{tool=\"{}\"}} {}",
                label(tool),
                read(counters)
            );
        }
    }
    out.push_str("# HELP unity_tool_host_tool_seconds_total Wall time of all calls of a tool.\n");
    out.push_str("# TYPE unity_tool_host_tool_seconds_total counter\n");
    for (tool, counters) in all {
        let (seconds, rest) = (counters.micros / 1_000_000, counters.micros % 1_000_000);
        let tool = label(tool);
        let _ = writeln!(
            out,
            "unity_tool_host_tool_seconds_total{{tool=\"{tool}\"}} {seconds}.{rest:06}"
        );
    }
}

fn logins(out: &mut String, logins: &Logins) {
    for (name, help, value) in [
        ("logins_failed_total", "Requests with a wrong token.", logins.failed()),
        (
            "logins_throttled_total",
            "Those among them whose token was not compared, because their address sent too many wrong ones.",
            logins.throttled(),
        ),
    ] {
        let _ = writeln!(
            out,
            "# HELP unity_tool_host_{name} {help}\n# TYPE unity_tool_host_{name} counter\nunity_tool_host_{name} {value}"
        );
    }
}

fn refused_calls(out: &mut String, refused: &RefusedCounts) {
    out.push_str("# HELP unity_tool_host_calls_refused_total Calls that the host did not start, by reason.\n");
    out.push_str("# TYPE unity_tool_host_calls_refused_total counter\n");
    for (reason, count) in refused.all() {
        let _ = writeln!(
            out,
            "unity_tool_host_calls_refused_total{{reason=\"{reason}\"}} {count}"
        );
    }
}

fn memory(out: &mut String, budget: &Budget) {
    for (name, kind, help, value) in [
        (
            "memory_limit_bytes",
            "gauge",
            "The setting server.memory.",
            budget.limit() as u64,
        ),
        (
            "memory_taken_bytes",
            "gauge",
            "Bytes of server.memory that are in use.",
            budget.taken_bytes() as u64,
        ),
        (
            "memory_refused_total",
            "counter",
            "Number of times that there was no room in server.memory.",
            budget.refused_count(),
        ),
        (
            "memory_evicted_total",
            "counter",
            "Finished streams that were evicted to make room.",
            budget.evicted(),
        ),
    ] {
        let _ = writeln!(
            out,
            "# HELP unity_tool_host_{name} {help}\n# TYPE unity_tool_host_{name} {kind}\nunity_tool_host_{name} {value}"
        );
    }
    out.push_str("# HELP unity_tool_host_memory_bytes Bytes of server.memory in use, by holder.\n");
    out.push_str("# TYPE unity_tool_host_memory_bytes gauge\n");
    for share in Share::ALL {
        let bytes = budget.share(share);
        let _ = writeln!(out, "unity_tool_host_memory_bytes{{share=\"{share}\"}} {bytes}");
    }
}

fn label(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}
