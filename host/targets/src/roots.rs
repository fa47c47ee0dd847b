//! The selection of a target by the root folders of a client, which show the project in which the client works.
//!
//! This module decides whether root folders are needed, and compares them with the served project. The crate `catalog`
//! requests them from the client.

use crate::inner::Inner;
use crate::target::is_in;
use host_api::{Announced, Whose};
use host_bridge::{Event, Wish};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Inner {
    /// Returns true if the client should be asked for its root folders, to choose between the project folder and
    /// instances: neither the call nor its session chose one. With a single target, there is no choice.
    pub(crate) fn wants_roots(&self, wish: &Wish) -> bool {
        if wish.named.is_some() || wish.session.is_none() || self.folder.is_none() {
            return false;
        }
        let habits = self.sessions().habits_of(wish);
        habits.chose.is_none() && habits.is_rooted.is_none() && self.targets().len() > 1
    }

    /// Stores whether one of the client's root folders is inside the served project or contains it.
    pub(crate) fn has_roots(&self, wish: &Wish, roots: &[PathBuf]) {
        let (Some(session), Some(folder)) = (&wish.session, &self.folder) else {
            return;
        };
        let is_rooted = roots.iter().any(|root| is_of(root, &folder.root));
        self.sessions()
            .change(wish, |habits| habits.is_rooted = Some(is_rooted));
        if is_rooted {
            tracing::debug!(
                session = &**session,
                "a client works in the folder of the served project"
            );
            // The session may now receive events of another target.
            let whose = Whose::Session(Arc::clone(session));
            let _ = self.events.send(Announced {
                whose,
                what: Event::Resync,
            });
        }
    }
}

fn is_of(root: &Path, project: &Path) -> bool {
    // The root of a disk contains everything, so it does not count.
    is_in(root, project) || root.parent().is_some() && is_in(project, root)
}
