//! The target that a call asks for.
//!
//! Belongs here: the wish. Does not: the target that is found for it (`unity_bridge`), the known targets (`targets`).

use host_api::Caller;
use std::sync::Arc;

/// The parts of a call that select its target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Id, project name or path, as given in the request.
    pub named: Option<String>,
    /// The session, which can choose a target for all its calls; `None` if the protocol has no sessions.
    pub session: Option<Arc<str>>,
    /// The session, or the caller if there is no session; earlier use is remembered by this key.
    pub who: Arc<str>,
}

impl Wish {
    /// The wish of this caller.
    pub fn from_caller(caller: &Caller, named: Option<&str>) -> Self {
        Self {
            named: named.filter(|name| !name.is_empty()).map(str::to_owned),
            session: caller.session.clone(),
            who: match &caller.session {
                Some(session) => Arc::clone(session),
                None => format!("{:?}", caller.identity()).into(),
            },
        }
    }
}
