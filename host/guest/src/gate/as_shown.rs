//! Whether what a person was shown is still that.
//!
//! Belongs here: looking objects up for a yes. Does not: what a yes covers (`policy`).

use crate::store::CallState;
use host_bridge::{BridgeCall, Command, ObjectCard, ObjectId, Reply};
use host_policy::{Agreed, Refusal};
use std::sync::Arc;

impl CallState {
    /// Before the first step: each object that the person was shown with its path still has it.
    pub(super) async fn as_shown(&mut self, agreed: &Agreed) -> Result<(), Refusal> {
        // What the call did first, in this try or in one before, may have moved them.
        if self.gate.is_as_shown || agreed.has_acted() {
            return Ok(());
        }
        for (id, shown) in agreed.told_paths() {
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

    /// The object of this moment; `None` where that cannot be told.
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
