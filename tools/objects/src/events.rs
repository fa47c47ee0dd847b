//! Tells subscribers which of the bundle's resources changed.

use unity_tools::Cx;
use unity_tools::event::{Event, EventKind, Hear};
use unity_tools::host::notify;

const SCENES: &str = "unity://scenes";
const STATUS: &str = "unity://status";

/// Hears of scenes and of the selection.
pub struct Events;

impl Hear for Events {
    fn hear(event: &Event, _: &Cx) {
        for uri in changed(&event.kind) {
            notify::resource_updated(uri);
        }
    }
}

/// The resources that tell of what changed. What is said of single scenes and objects is not followed: their resources
/// are families, and nobody knows here which of them are watched.
fn changed(kind: &EventKind) -> &'static [&'static str] {
    match kind {
        EventKind::ScenesChanged => &[SCENES, STATUS],
        EventKind::SelectionChanged | EventKind::BridgeChanged => &[STATUS],
        EventKind::PolicyChanged | EventKind::Other(_) => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::changed;
    use crate::BUNDLE_RESOURCES;
    use unity_tools::event::EventKind;
    use unity_tools::export::list_resources;

    #[test]
    fn each_event_names_listed_resources() {
        assert_eq!(changed(&EventKind::ScenesChanged), ["unity://scenes", "unity://status"]);
        assert_eq!(changed(&EventKind::SelectionChanged), ["unity://status"]);
        assert!(changed(&EventKind::PolicyChanged).is_empty());
        let listed: Vec<String> = list_resources(BUNDLE_RESOURCES)
            .into_iter()
            .map(|info| info.uri)
            .collect();
        for uri in changed(&EventKind::ScenesChanged) {
            assert!(listed.iter().any(|listed| listed == uri), "{uri}");
        }
    }
}
