//! The part of a call that selects its target.
//!
//! Belongs here: the requested target. Does not: the target that is found (`unity_bridge`), known targets (`targets`).

use host_api::Caller;
use std::sync::Arc;

/// The target that a call requests, and the facts that select a target if it requests none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Id, project name or path of the target, as given in the request; `None` if the request names no target.
    pub named: Option<String>,
    /// The session, which can choose a target for all its calls; `None` if the protocol has no sessions.
    pub session: Option<Arc<str>>,
    /// The session id, or the caller if there is no session; the key under which earlier used targets are stored.
    pub who: Arc<str>,
}

impl Wish {
    /// Creates the target request (wish) of a call by this caller; `named` is the target that the call names.
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
