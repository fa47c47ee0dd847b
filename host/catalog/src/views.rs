//! The lists made of one published catalog, one for each profile that somebody asks for.
//!
//! Belongs here: making them once. Does not: what a profile leaves (`host_api::profile`).

use host_api::{Audience, CatalogView, Profile};
use std::sync::{Arc, Mutex, PoisonError};

/// Lists kept at once; clients name profiles as they like.
const KEPT: usize = 8;

/// Every list of one snapshot.
#[derive(Debug, Default)]
pub(crate) struct Views {
    everything: Arc<CatalogView>,
    /// The operator's.
    configured: Profile,
    made: Mutex<Vec<(Profile, Arc<CatalogView>)>>,
}

impl Views {
    pub(crate) fn new(everything: CatalogView, configured: Profile) -> Self {
        Self {
            everything: Arc::new(everything),
            configured,
            made: Mutex::default(),
        }
    }

    /// All that may be listed to somebody.
    pub(crate) fn everything(&self) -> &Arc<CatalogView> {
        &self.everything
    }

    pub(crate) fn of(&self, audience: &Audience) -> Arc<CatalogView> {
        let profile = match audience {
            Audience::Everything => return Arc::clone(&self.everything),
            Audience::Configured => self.configured.clone(),
            Audience::Picked(profile) => profile.clone(),
            Audience::Protocol(groups) => self.configured.of_protocol(groups),
        };
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, view)) = made.iter().find(|(of, _)| *of == profile) {
            return Arc::clone(view);
        }
        let view = Arc::new(profile.of(&self.everything));
        if made.len() >= KEPT {
            made.remove(0);
        }
        made.push((profile, Arc::clone(&view)));
        view
    }
}
