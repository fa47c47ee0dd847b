//! The notification of a tool service about the end of a session, whose data the service can then drop.

use host_api::{SessionNews, ToolService};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A notifier of a session: when it is dropped with the session, it tells the tool service that the session ended.
#[derive(Default)]
pub(super) struct Follower(OnceLock<Box<Following>>);

/// The tool service that is notified when a session ends, and the id of this session.
type Following = (Arc<dyn ToolService>, Arc<str>);

impl Follower {
    /// Sets the service to notify when the session ends, and the id of the session. Only the first call has an effect.
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
