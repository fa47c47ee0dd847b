//! The keys `unity.record`, `unity.record-limit` and `unity.replay` for recordings of commands and replies.

use super::{Problem, Values};
use std::path::PathBuf;

/// The settings for recordings: a file to record into, or a recording that answers instead of a target.
#[derive(Clone, Debug, PartialEq)]
pub struct TrafficSettings {
    /// The file into which the host records, which must not exist yet; `None` to record nothing.
    pub record: Option<PathBuf>,
    /// Maximum size of the new recording in bytes.
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
