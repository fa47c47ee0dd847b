//! An entry of a set of sessions that is searched by id. The id is stored only once, in the session.

use super::Session;
use std::borrow::Borrow;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A session as an entry of a set or map, which is looked up by the session id.
#[derive(Debug)]
pub(super) struct ById(pub(super) Arc<Session>);

impl Borrow<str> for ById {
    fn borrow(&self) -> &str {
        &self.0.id
    }
}

impl Hash for ById {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl PartialEq for ById {
    fn eq(&self, other: &Self) -> bool {
        self.0.id == other.0.id
    }
}

impl Eq for ById {}
