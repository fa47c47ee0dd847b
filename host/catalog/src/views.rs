//! The lists of one published snapshot (tools, resources, prompts), with a separate list for each requested profile.
//!
//! This module creates each list once. `host_api::profile` decides which tools a profile selects.

use host_api::{Audience, CatalogView, Profile};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of profiles whose lists are stored at the same time; a further one replaces the oldest.
const KEPT: usize = 8;

/// The lists of tools, resources and prompts for clients: a complete one, and one for each requested profile.
#[derive(Debug, Default)]
pub(crate) struct Views {
    everything: Arc<CatalogView>,
    /// The tool profile that the operator configured.
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

    /// Returns the complete list of tools, resources and prompts, without a profile.
    pub(crate) fn complete(&self) -> &Arc<CatalogView> {
        &self.everything
    }

    pub(crate) fn for_audience(&self, audience: &Audience) -> Arc<CatalogView> {
        let profile = match audience {
            Audience::Everything => return Arc::clone(&self.everything),
            Audience::Configured => self.configured.clone(),
            Audience::Picked(profile) => profile.clone(),
            Audience::Protocol(groups) => self.configured.for_protocol(groups),
        };
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, view)) = made.iter().find(|(of, _)| *of == profile) {
            return Arc::clone(view);
        }
        let view = Arc::new(profile.filter(&self.everything));
        if made.len() >= KEPT {
            made.remove(0);
        }
        made.push((profile, Arc::clone(&view)));
        view
    }
}
