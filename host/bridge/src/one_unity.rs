//! The one Unity of a call, where a bridge stands for several.
//!
//! Belongs here: how it is asked for and given. Does not: who is there (`unitys`).

use crate::unity_bridge::UnityBridge;
use host_api::{Caller, Source, Target};
use std::fmt;
use std::sync::Arc;

/// What a call says of whom it is for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wish {
    /// Id, project name or path, as the request gives it.
    pub named: Option<String>,
    /// Who chooses for all of its calls: a session; `None` where the protocol has none.
    pub session: Option<String>,
    /// The session, or who it is without one: what was used before is remembered of them.
    pub who: String,
}

impl Wish {
    /// Of that caller.
    pub fn of(caller: &Caller, named: Option<&str>) -> Self {
        Self {
            named: named.filter(|name| !name.is_empty()).map(str::to_owned),
            session: caller.session.clone(),
            who: match &caller.session {
                Some(session) => session.clone(),
                None => format!("{:?}", caller.identity()),
            },
        }
    }
}

/// It: all that a call asks goes there, and nowhere else, whatever comes or goes meanwhile.
#[derive(Clone)]
pub struct OneUnity {
    pub bridge: Arc<dyn UnityBridge>,
    pub target: Target,
}

impl OneUnity {
    /// A game or an editor runs behind it, or ran when it was recorded; false for a folder.
    pub fn is_running(&self) -> bool {
        matches!(self.target.source, Source::Live | Source::Replay { live: true })
    }

    /// What an answer of a person hangs on besides its question: the component of that digest, and the Unity that it is for.
    pub fn basis(one: Option<&Self>, digest: &str) -> String {
        match one {
            Some(one) => format!("{digest} for {}", one.target.unity),
            None => digest.to_owned(),
        }
    }
}

impl fmt::Debug for OneUnity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OneUnity({:?})", self.target)
    }
}
