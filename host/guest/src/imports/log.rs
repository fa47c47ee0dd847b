//! Implements the WIT interface `unity-tools:host/log`: writes messages to the logs of client and host.

use crate::bindings::current::unity_tools::host::log::{Host, Level};
use crate::store::CallState;
use host_api::{CallEvent, Interface, Json, LogLevel};

impl Host for CallState {
    async fn write(&mut self, level: Level, logger: Option<String>, data: String) -> wasmtime::Result<()> {
        self.enter(
            Interface::Log,
            "write",
            data.len() + logger.as_ref().map_or(0, String::len),
        )?;
        let level = level_of(level);
        self.output().message(level, logger.as_deref(), &data);
        // Parsed as JSON if possible, else a text.
        let data = Json::parse(data.clone()).unwrap_or_else(|_| Json::from_value(&serde_json::Value::String(data)));
        self.host.context.events.emit(CallEvent::Log { level, logger, data });
        Ok(())
    }
}

fn level_of(level: Level) -> LogLevel {
    match level {
        Level::Debug => LogLevel::Debug,
        Level::Info => LogLevel::Info,
        Level::Notice => LogLevel::Notice,
        Level::Warning => LogLevel::Warning,
        Level::Error => LogLevel::Error,
        Level::Critical => LogLevel::Critical,
        Level::Alert => LogLevel::Alert,
        Level::Emergency => LogLevel::Emergency,
    }
}
