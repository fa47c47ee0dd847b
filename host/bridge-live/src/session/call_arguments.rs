//! The arguments of a call in the form in which the connected process receives them.

use super::Session;
use super::pending::{Arguments, Asked, Wanted};
use crate::keys;
use host_bridge::naming::{self, ExecutedBefore};
use host_bridge::{BridgeError, Command, ObjectNumbers};
use serde_json::value::RawValue;
use std::sync::Arc;

impl Session {
    /// Returns the arguments of the command in `asked` as they are sent. Object ids are replaced by the names of the
    /// objects in the connected process, or in the last one.
    pub(super) fn arguments(&self, asked: &Asked) -> Result<Arguments, BridgeError> {
        let command = match &asked.wanted {
            Wanted::Command(command, _) => command,
            Wanted::Link(_, only, _) => {
                return Ok(Arguments {
                    json: RawValue::NULL.to_owned(),
                    identity: None,
                    only: only.clone(),
                });
            }
        };
        // The answer is in the journal, also if the objects that the call names are gone.
        let is_executed = asked.key.call.may_come_again()
            && self
                .link
                .as_ref()
                .is_some_and(|link| link.has_key(&keys::key(&asked.key)));
        let (json, only) = self.written(command, is_executed)?;
        // A host that was restarted can plan other changes for the same call of a client.
        let bare = asked
            .key
            .call
            .may_come_again()
            .then(|| command.without_plan())
            .flatten();
        let identity = match bare {
            Some(bare) => Some(self.written(&bare, is_executed)?.0),
            None => None,
        };
        Ok(Arguments { json, identity, only })
    }

    /// Returns the arguments of a command as text, and the only process that may receive them.
    /// `is_executed`: the process has executed it already.
    fn written(&self, command: &Command, is_executed: bool) -> Result<(Box<RawValue>, Option<String>), BridgeError> {
        let write = || command.arguments();
        let Some(numbers) = &self.numbers else {
            return Ok((write(), None));
        };
        let executed: Arc<dyn ObjectNumbers>;
        let numbers = match is_executed {
            true => {
                executed = Arc::new(ExecutedBefore(Arc::clone(numbers)));
                &executed
            }
            false => numbers,
        };
        let instance = self.peer.as_ref().map(|peer| peer.instance.as_str());
        let (json, any) = naming::outgoing(numbers, instance.unwrap_or_default(), write)?;
        Ok((json, instance.filter(|_| any).map(str::to_owned)))
    }
}
