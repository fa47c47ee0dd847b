//! The service that keeps data of a session, and that must know when the session is over.

use host_api::{SessionNews, ToolService};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Notifies the service when it is dropped with its session: no call of the session is in flight then.
#[derive(Default)]
pub(super) struct Follower(OnceLock<Box<Following>>);

/// The service, and the id of the session that it follows.
type Following = (Arc<dyn ToolService>, Arc<str>);

impl Follower {
    /// Sets the service and the session id. Only the first call counts: a session has one host.
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
