//! The bundle `logs`: the host's lines and Unity's.
//!
//! Belongs here: which tools and resources the bundle has.

mod logs_resource;
mod tail_logs;

pub use logs_resource::{LogsResource, NewestLogsResource};
pub use tail_logs::{TailLogs, TailResource};

unity_tools::export! {
    tools: [TailLogs],
    // `unity://logs/tail` goes before the family that it would fit.
    resources: [TailResource, LogsResource, NewestLogsResource],
}
