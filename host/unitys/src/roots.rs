//! Which Unity a client's own root folders stand for: the project that it works in.
//!
//! Belongs here: whether they are wanted, and whether the served project is theirs. Does not: asking for them (`catalog`).

use crate::inner::Inner;
use crate::targets::is_in;
use host_api::{Announced, Whose};
use host_bridge::{Event, Wish};
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Inner {
    /// A folder alone, and games alone, leave nothing to choose: only a folder has a path that is more than somebody's word.
    pub(crate) fn wants_roots(&self, wish: &Wish) -> bool {
        if wish.named.is_some() || wish.session.is_none() || self.folder.is_none() {
            return false;
        }
        let habits = self.sessions().of(wish);
        habits.chose.is_none() && habits.is_rooted.is_none() && self.targets().len() > 1
    }

    /// Its folders lie in the served project, or that lies in one of them.
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
                "a client works in the folder of the project that is served"
            );
            // What it watches may be another Unity's now.
            let whose = Whose::Session(Arc::clone(session));
            let _ = self.events.send(Announced {
                whose,
                what: Event::Resync,
            });
        }
    }
}

fn is_of(root: &Path, project: &Path) -> bool {
    // The top of a disk is around everything.
    is_in(root, project) || root.parent().is_some() && is_in(project, root)
}
