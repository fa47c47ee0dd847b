//! Which Unity a call is for, as whoever calls says it.
//!
//! Belongs here: that wish. Does not: the Unity that it finds (`unity_bridge`), who is there (`unitys`).

use host_api::Caller;
use std::sync::Arc;

/// What a call says of whom it is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Id, project name or path, as the request gives it.
    pub named: Option<String>,
    /// Who chooses for all of its calls: a session; `None` where the protocol has none.
    pub session: Option<Arc<str>>,
    /// The session, or who it is without one: what was used before is remembered of them.
    pub who: Arc<str>,
}

impl Wish {
    /// Of that caller.
    pub fn of(caller: &Caller, named: Option<&str>) -> Self {
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
