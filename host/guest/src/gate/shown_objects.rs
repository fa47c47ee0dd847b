//! Checks that objects did not change since the user saw them in a question.
//!
//! Belongs here: reading these objects. Does not: the extent of an approval (`policy`).

use crate::store::CallState;
use host_api::Refusal;
use host_bridge::{BridgeCall, Command, ObjectCard, ObjectId, Reply};
use host_policy::Agreed;
use std::sync::Arc;

impl CallState {
    /// Checks, before a call's first change, that each object that the user approved still has the path that was shown.
    pub(super) async fn as_shown(&mut self, agreed: &Agreed) -> Result<(), Refusal> {
        // Earlier changes of the call, also in an earlier attempt, may have moved the objects.
        if self.gate.is_as_shown || agreed.has_acted() {
            return Ok(());
        }
        for (id, shown) in agreed.shown_paths() {
            let card = match ObjectId::parse(id) {
                Some(object) => self.card(object).await,
                None => None,
            };
            let now = card.as_ref().map(|card| card.path.as_str());
            if now != Some(shown) {
                return Err(agreed.not_as_shown(id, shown, now));
            }
        }
        self.gate.is_as_shown = true;
        Ok(())
    }

    /// Reads the current name, path and state of an object in Unity; `None` if it does not exist or cannot be read.
    pub(super) async fn card(&mut self, object: ObjectId) -> Option<ObjectCard> {
        let bridge = Arc::clone(&self.gate.bridge);
        let command = Command::GetObject { object }.checked().ok()?;
        let asked = bridge.execute(command, BridgeCall::internal());
        match self.clock.host_work(asked).await.ok()?.reply {
            Reply::Object(card) => Some(card),
            _ => None,
        }
    }
}
