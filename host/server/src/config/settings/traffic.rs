//! `unity.record`, `unity.record-limit`, `unity.replay`: a file beside the Unitys, or in their place.

use super::{Problem, Values};
use std::path::PathBuf;

/// What is recorded of what Unitys are asked, and which recording answers in their place.
#[derive(Clone, Debug, PartialEq)]
pub struct TrafficSettings {
    /// A file that is not there yet.
    pub record: Option<PathBuf>,
    /// In bytes.
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
            "`unity.record` and `unity.replay` are both set, and a recording of a recording has nothing new in it; leave one \
             of them out"
                .to_owned(),
        ));
    }
    traffic
}
