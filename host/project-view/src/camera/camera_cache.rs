//! A cache for the camera of the last pick, because reading a camera takes as long as many picks.

use super::Looking;
use crate::scene_view::SceneView;
use host_bridge::{ObjectId, Viewer};
use host_project_world::lookup::Stamp;
use std::sync::Arc;

/// The camera and scenes that a pick uses, with the notes that every pick with this camera returns.
pub(crate) struct Looked {
    pub(crate) looking: Looking,
    /// The id of the camera's object; `None` if no camera was found.
    pub(crate) eye: Option<ObjectId>,
    /// The reason why the camera's position is unknown; `None` if it is known.
    pub(crate) unplaced: Option<String>,
    /// Notes about unusual properties of this camera, such as an unknown position or another display.
    pub(crate) oddities: Vec<String>,
    /// A note that names the scenes in which a pick searches; `None` if it searches in all loaded scenes.
    pub(crate) left_out: Option<String>,
}

/// The cache for the camera of the last pick; empty before the first pick.
#[derive(Default)]
pub(crate) struct LastLook(Option<Asked>);

struct Asked {
    /// The state of files and edits when the camera was cached. If it is different now, the cached camera is not used.
    stamp: Stamp,
    viewer: Viewer,
    looked: Arc<Looked>,
}

impl LastLook {
    /// Returns the cached camera; `None` if `viewer` is different or the session has changed since.
    pub(crate) fn find(&self, stamp: Stamp, viewer: &Viewer) -> Option<Arc<Looked>> {
        let last = self.0.as_ref()?;
        (last.stamp == stamp && last.viewer == *viewer).then(|| Arc::clone(&last.looked))
    }

    pub(crate) fn keep(&mut self, stamp: Stamp, viewer: Viewer, looked: Looked) -> Arc<Looked> {
        let looked = Arc::new(looked);
        self.0 = Some(Asked {
            stamp,
            viewer,
            looked: Arc::clone(&looked),
        });
        looked
    }
}

impl SceneView<'_> {
    pub(crate) fn cache_entry(self, looking: Looking) -> Looked {
        let eye = looking.eye.as_ref().ok().map(|active| &active.view);
        Looked {
            eye: eye.and_then(|view| self.world.node(view.at)).map(|node| node.id),
            unplaced: eye.and_then(|view| {
                let why = self.placements().unknown(view.at)?;
                let path = self.card(view.at).path;
                Some(format!("the camera position of {path} is not known: {why}"))
            }),
            oddities: eye.map(|view| self.oddities(view)).unwrap_or_default(),
            left_out: self.coverage_note(&looking),
            looking,
        }
    }
}
