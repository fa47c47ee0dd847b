//! The log: to stderr, so that stdout stays for answers.
//!
//! Belongs here: level and form of lines. Does not: what is logged.

use crate::config::{LogFormat, LogSettings};
use std::io::IsTerminal;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::writer::BoxMakeWriter;

/// Starts the log. A second start in the same process (several hosts in one test) leaves the first one.
pub fn start(settings: &LogSettings) {
    // Libraries speak up only when something is wrong; the level is for our own crates, which all begin so.
    let filter =
        EnvFilter::try_new(format!("warn,{}", ours(&settings.level))).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(BoxMakeWriter::new(std::io::stderr))
        .with_ansi(settings.format == LogFormat::Text && std::io::stderr().is_terminal());
    let started = match settings.format {
        LogFormat::Text => builder.try_init(),
        LogFormat::Json => builder.json().flatten_event(true).try_init(),
    };
    if started.is_err() {
        tracing::debug!("the log was started before");
    }
}

fn ours(level: &str) -> String {
    // The last two are no crates: what guests print, and one line per hop of a call.
    const TARGETS: [&str; 10] = [
        "host_api",
        "host_bridge",
        "host_bridge_project",
        "host_catalog",
        "host_policy",
        "host_runtime",
        "host_server",
        "host_wire",
        "guest",
        "hop",
    ];
    TARGETS.map(|name| format!("{name}={level}")).join(",")
}
