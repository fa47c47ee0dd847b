//! Who remembers something of a session, and has to know once it is over.

use host_api::{SessionNews, ToolService};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Told as this is dropped with its session: no call of that is under way then.
#[derive(Default)]
pub(super) struct Follower(OnceLock<Box<Following>>);

/// Who, and of which session.
type Following = (Arc<dyn ToolService>, Arc<str>);

impl Follower {
    /// The first one counts: a session has one host.
    pub(super) fn is(&self, service: &Arc<dyn ToolService>, session: &Arc<str>) {
        self.0
            .get_or_init(|| Box::new((Arc::clone(service), Arc::clone(session))));
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        if let Some((service, session)) = self.0.get().map(|following| &**following) {
            service.session_news(session, SessionNews::Ended);
        }
    }
}

impl fmt::Debug for Follower {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Follower")
    }
}
