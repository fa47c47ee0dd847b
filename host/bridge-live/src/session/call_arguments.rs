//! The arguments of a call in the form in which the connected process receives them.

use super::Session;
use super::answers;
use super::pending::{Arguments, Asked, Asks, Wanted};
use crate::frames::WireEffect;
use crate::keys;
use host_bridge::{BridgeError, Command, naming};
use serde_json::value::RawValue;

impl Session {
    /// Returns the error for a write whose ids are unknown to this host, but whose key the instance has: a host that ended
    /// had sent it. `None` if the instance does not have the key.
    pub(super) fn begun_before(&self, asked: &Asked) -> Option<BridgeError> {
        let Wanted::Command(command, _) = &asked.wanted else {
            return None;
        };
        let is_write = asked.effect != WireEffect::Read;
        let is_known = is_write && self.link.as_ref()?.has_key(&keys::key(&asked.key));
        let why = "a host that ended had sent a call with this idempotency key, and the object ids of the call were those of that host";
        is_known.then(|| answers::unknown(Asks::Function(command.function()), why))
    }

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
        let (json, only) = self.written(command)?;
        // A host that was restarted can plan other changes for the same call of a client.
        let bare = asked
            .key
            .call
            .may_come_again()
            .then(|| command.without_plan())
            .flatten();
        let identity = match bare {
            Some(bare) => Some(self.written(&bare)?.0),
            None => None,
        };
        Ok(Arguments { json, identity, only })
    }

    /// Returns the arguments of a command as text, and the only process that may receive them.
    fn written(&self, command: &Command) -> Result<(Box<RawValue>, Option<String>), BridgeError> {
        let write = || command.arguments();
        let Some(numbers) = &self.numbers else {
            return Ok((write(), None));
        };
        let instance = self.peer.as_ref().map(|peer| peer.instance.as_str());
        let (json, any) = naming::outgoing(numbers, instance.unwrap_or_default(), write)?;
        Ok((json, instance.filter(|_| any).map(str::to_owned)))
    }
}
