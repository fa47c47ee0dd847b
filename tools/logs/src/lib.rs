//! The bundle `logs`: a tool and resources for the log lines of the host and of Unity.
//!
//! Belongs here: the list of the bundle's tools and resources.

mod logs_resource;
mod tail_logs;

use logs_resource::{LogsResource, NewestLogsResource};
use tail_logs::TailResource;

unity_tools::export! {
    tools: [tail_logs::tail_logs],
    // `unity://logs/tail` must precede the template that it would match.
    resources: [TailResource, LogsResource, NewestLogsResource],
}
