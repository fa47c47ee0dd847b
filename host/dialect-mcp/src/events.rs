//! The encoding of events of a running call as MCP notifications: progress, log messages, changes.

use crate::Mcp;
use crate::notices::{self, Notice};
use crate::tasks::task::Task;
use host_api::{CallEvent, Json, LogLevel};
use host_mcp_shapes::versions::Version;
use host_wire::calls::{Codec, EventUse};
use host_wire::jsonrpc::{self, Fault, INTERNAL_ERROR, RequestId};
use host_wire::sessions::Session;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::sync::Arc;

/// The source of the minimum level of log messages for the client of a call: its session, or a fixed level.
pub(crate) enum Logs {
    Session(Arc<Session>),
    Fixed(Option<LogLevel>),
}

pub(crate) struct McpCodec {
    mcp: Arc<Mcp>,
    id: RequestId,
    version: Version,
    token: Option<Box<RawValue>>,
    /// The last progress value that was sent. MCP requires that each value is larger than the one before.
    progress: f64,
    logs: Logs,
    /// The task that the call becomes if it takes long; `None` if it never becomes one.
    task: Option<Arc<Task>>,
}

impl Codec for McpCodec {
    fn event(&mut self, event: CallEvent) -> EventUse {
        let used = self.encode(event);
        match (&used, &self.task) {
            // The client of a task requests its state and gets no messages.
            (EventUse::Say(_) | EventUse::HangUp, Some(task)) if task.has_begun() => EventUse::Nothing,
            _ => used,
        }
    }

    fn failure(&self, why: &str) -> Vec<u8> {
        Fault::new(INTERNAL_ERROR, why).to_json(Some(&self.id))
    }
}

impl McpCodec {
    fn encode(&mut self, event: CallEvent) -> EventUse {
        match event {
            CallEvent::Progress {
                progress,
                total,
                message,
            } => self.progress(progress, total, message.as_deref()),
            CallEvent::Log { level, logger, data } => self.log(level, logger.as_deref(), &data),
            CallEvent::ToolsChanged => self.tell(&Notice::ToolsChanged),
            CallEvent::PromptsChanged => self.tell(&Notice::PromptsChanged),
            CallEvent::ResourcesChanged => self.tell(&Notice::ResourcesChanged),
            CallEvent::ResourceUpdated { uri } => self.tell(&Notice::ResourceUpdated { uri }),
            CallEvent::CloseStream => EventUse::HangUp,
        }
    }

    pub(crate) fn new(
        mcp: &Arc<Mcp>,
        id: &RequestId,
        version: Version,
        token: Option<Box<RawValue>>,
        logs: Logs,
    ) -> Self {
        Self {
            mcp: Arc::clone(mcp),
            id: id.clone(),
            version,
            token,
            progress: f64::NEG_INFINITY,
            logs,
            task: None,
        }
    }

    /// Returns this codec for a call that becomes `task` if it takes long.
    pub(crate) fn for_task(self, task: Option<Arc<Task>>) -> Self {
        Self { task, ..self }
    }

    fn tell(&self, notice: &Notice) -> EventUse {
        notices::tell(&self.mcp, notice);
        EventUse::Nothing
    }

    fn progress(&mut self, progress: f64, total: Option<f64>, message: Option<&str>) -> EventUse {
        #[derive(Serialize)]
        struct Params<'a> {
            #[serde(rename = "progressToken")]
            token: &'a RawValue,
            #[serde(serialize_with = "number")]
            progress: f64,
            #[serde(serialize_with = "maybe_number", skip_serializing_if = "Option::is_none")]
            total: Option<f64>,
            #[serde(skip_serializing_if = "Option::is_none")]
            message: Option<&'a str>,
        }
        if let (Some(task), Some(message)) = (&self.task, message) {
            task.note(message);
        }
        let Some(token) = &self.token else {
            return EventUse::Nothing;
        };
        // Also false for NaN.
        if !(progress.is_finite() && progress > self.progress) {
            return EventUse::Nothing;
        }
        self.progress = progress;
        let params = Params {
            token,
            progress,
            total: total.filter(|total| total.is_finite()),
            message: message.filter(|_| self.version > Version::V2024_11_05),
        };
        EventUse::Say(jsonrpc::notification("notifications/progress", Some(&params)))
    }

    fn log(&self, level: LogLevel, logger: Option<&str>, data: &Json) -> EventUse {
        #[derive(Serialize)]
        struct Params<'a> {
            level: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            logger: Option<&'a str>,
            data: &'a Json,
        }
        let least = match &self.logs {
            Logs::Session(session) => Some(session.log_level().unwrap_or(LogLevel::Info)),
            Logs::Fixed(level) => *level,
        };
        if least.is_none_or(|least| level < least) {
            return EventUse::Nothing;
        }
        let params = Params {
            level: level.as_str(),
            logger,
            data,
        };
        EventUse::Say(jsonrpc::notification("notifications/message", Some(&params)))
    }
}

/// Serializes whole numbers without a fraction, because some clients parse them as integers.
fn number<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    const SAFE: f64 = 9_007_199_254_740_991.0;
    if value.fract() == 0.0 && value.abs() <= SAFE {
        #[expect(clippy::cast_possible_truncation, reason = "whole and within 2^53")]
        serializer.serialize_i64(*value as i64)
    } else {
        serializer.serialize_f64(*value)
    }
}

fn maybe_number<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => number(value, serializer),
        None => serializer.serialize_none(),
    }
}
