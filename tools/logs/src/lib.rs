//! The bundle `logs`: the host's lines and Unity's.
//!
//! Belongs here: which tools and resources the bundle has.

mod tail_logs;

pub use tail_logs::{TailLogs, TailResource};

unity_tools::export! {
    tools: [TailLogs],
    resources: [TailResource],
}
