//! `unity.record`, `unity.record-limit`, `unity.replay`: recordings of commands and replies.

use super::{Problem, Values};
use std::path::PathBuf;

/// The settings for recordings: one to write, or one that answers in place of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct TrafficSettings {
    /// The recording to write; the file must not exist yet.
    pub record: Option<PathBuf>,
    /// Maximum size of the recording in bytes.
    pub record_limit: u64,
    pub replay: Option<PathBuf>,
}

pub(super) fn traffic(values: &Values, problems: &mut Vec<Problem>) -> TrafficSettings {
    let traffic = TrafficSettings {
        record: values.path("unity.record"),
        record_limit: values.size("unity.record-limit") as u64,
        replay: values.path("unity.replay"),
    };
    if traffic.record.is_some() && traffic.replay.is_some() {
        problems.push(Problem::new(
            &values.place("unity.record"),
            "`unity.record` and `unity.replay` are both set, and a recording of a recording contains nothing new; \
             remove one of them"
                .to_owned(),
        ));
    }
    traffic
}
