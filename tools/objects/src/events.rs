//! Notifies the subscribers of the bundle's resources when these change.

use serde::Deserialize;
use unity_tools::Cx;
use unity_tools::event::{Event, EventKind, Hear};
use unity_tools::host::notify;

const SCENES: &str = "unity://scenes";
const STATUS: &str = "unity://status";
const ACTIVE: &str = "unity://scene/active";

/// Maximum number of scenes of one event for which subscribers of the scene's own resources are notified.
const MOST_SCENES: usize = 100;

/// The receiver of events about scenes and the selection, which notifies the subscribers of resources.
pub(crate) struct Events;

impl Hear for Events {
    fn hear(event: &Event, _: &Cx) {
        for uri in changed_resources(&event.kind, event.data.as_deref()) {
            notify::resource_updated(&uri);
        }
    }
}

/// The data of an event about scenes: the ids of the scenes that were added, removed or changed.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Scenes {
    added: Vec<String>,
    removed: Vec<String>,
    changed: Vec<String>,
}

/// Returns the URIs of the MCP resources that an event changes. Resources of single objects are omitted: events contain
/// only scenes, and this code does not know which objects have subscribers.
fn changed_resources(kind: &EventKind, data: Option<&str>) -> Vec<String> {
    let mut uris = Vec::new();
    match kind {
        EventKind::ScenesChanged => {
            uris.push(STATUS.to_owned());
            let scenes: Option<Scenes> = data.and_then(|data| serde_json::from_str(data).ok());
            let ids = scenes.map(|scenes| [scenes.added, scenes.removed, scenes.changed].concat());
            // An edit outside of scenes, for example of the time scale, still counts in the status.
            if ids.as_ref().is_none_or(|ids| !ids.is_empty()) {
                uris.extend([SCENES.to_owned(), ACTIVE.to_owned()]);
            }
            let ids = ids.unwrap_or_default();
            for id in ids.iter().take(MOST_SCENES) {
                uris.push(format!("unity://scene/{id}"));
                uris.push(format!("unity://scene/{id}/objects"));
            }
        }
        EventKind::SelectionChanged | EventKind::BridgeChanged => uris.push(STATUS.to_owned()),
        EventKind::PolicyChanged | EventKind::Other(_) => {}
    }
    uris
}

#[cfg(test)]
mod tests {
    use super::changed_resources;
    use crate::BUNDLE_RESOURCES;
    use unity_tools::event::EventKind;
    use unity_tools::export::list_resources;

    #[test]
    fn maps_events_to_listed_resources() {
        let edited = r#"{"added":[],"removed":[],"changed":["scn:3"]}"#;
        assert_eq!(
            changed_resources(&EventKind::ScenesChanged, Some(edited)),
            [
                "unity://status",
                "unity://scenes",
                "unity://scene/active",
                "unity://scene/scn:3",
                "unity://scene/scn:3/objects"
            ]
        );
        let of_no_scene = r#"{"added":[],"removed":[],"changed":[]}"#;
        assert_eq!(
            changed_resources(&EventKind::ScenesChanged, Some(of_no_scene)),
            ["unity://status"]
        );
        assert_eq!(
            changed_resources(&EventKind::SelectionChanged, None),
            ["unity://status"]
        );
        assert!(changed_resources(&EventKind::PolicyChanged, None).is_empty());
        let listed: Vec<String> = list_resources(BUNDLE_RESOURCES)
            .into_iter()
            .map(|info| info.uri)
            .collect();
        for uri in changed_resources(&EventKind::ScenesChanged, None) {
            assert!(listed.contains(&uri), "{uri}");
        }
    }
}
