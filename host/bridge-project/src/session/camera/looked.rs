//! Who looked last, kept for the next pick: reading a camera costs as much as many picks.
//!
//! Belongs here: what a pick wants to know of who looks, and when it has to be asked anew. Does not: who looks (`looking`).

use super::Looking;
use crate::session::transforms::Placements;
use crate::session::view::WorldView;
use host_bridge::{ObjectId, Viewer};
use std::sync::Arc;

/// Who looks, and what is told of it whatever is picked.
pub(in crate::session) struct Looked {
    pub(in crate::session) looking: Looking,
    /// The object of the camera.
    pub(in crate::session) eye: Option<ObjectId>,
    /// Why nobody can tell where the camera looks from.
    pub(in crate::session) unplaced: Option<String>,
    /// What is taken as if it were otherwise.
    pub(in crate::session) oddities: Vec<String>,
    /// Which of the loaded scenes it is about, where that is not all of them.
    pub(in crate::session) left_out: Option<String>,
}

/// The last one.
#[derive(Default)]
pub(in crate::session) struct LastLook(Option<Asked>);

struct Asked {
    /// Of the session, when it was asked.
    stamp: (u64, u64, u64),
    viewer: Viewer,
    looked: Arc<Looked>,
}

impl LastLook {
    /// Where the session is still as it was.
    pub(in crate::session) fn of(&self, stamp: (u64, u64, u64), viewer: &Viewer) -> Option<Arc<Looked>> {
        let last = self.0.as_ref()?;
        (last.stamp == stamp && last.viewer == *viewer).then(|| Arc::clone(&last.looked))
    }

    pub(in crate::session) fn keep(&mut self, stamp: (u64, u64, u64), viewer: Viewer, looked: Looked) -> Arc<Looked> {
        let looked = Arc::new(looked);
        self.0 = Some(Asked {
            stamp,
            viewer,
            looked: Arc::clone(&looked),
        });
        looked
    }
}

impl WorldView<'_> {
    pub(in crate::session) fn looked(self, looking: Looking) -> Looked {
        let eye = looking.eye.as_ref().ok().map(|active| &active.view);
        Looked {
            eye: eye.and_then(|view| self.world.node(view.at)).map(|node| node.id),
            unplaced: eye.and_then(|view| {
                let why = Placements::of(self).unknown(view.at)?;
                let path = self.card(view.at).path;
                Some(format!("where {path} looks from is not known: {why}"))
            }),
            oddities: eye.map(|view| self.oddities(view)).unwrap_or_default(),
            left_out: self.left_out(&looking),
            looking,
        }
    }
}
