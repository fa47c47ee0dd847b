//! Resolves the names in a write to full names, which are then compared with the policy's allowlists.
//!
//! Belongs here: the resolution before a write, and the selection of the error if names do not exist. Does not: the
//! allowlists (`host_policy`), the writes (the file of each interface).

use crate::fault::{BadValue, Fault, denied_unknown, unexpected};
use crate::store::CallState;
use host_bridge::{Command, Function, ObjectId, ResolvedMember};

impl CallState {
    /// Resolves a component and optionally its member. `import` is the function that the guest has called. `as_given`
    /// creates the write with the guest's own names (`None` without names), so that a missing allowlist entry is
    /// reported before any other error.
    pub(super) async fn resolve_member(
        &mut self,
        import: Function,
        object: Result<ObjectId, BadValue>,
        component: &str,
        member: Option<&str>,
        bytes: usize,
        as_given: impl FnOnce(ObjectId) -> Option<Command> + Send,
    ) -> Result<(ObjectId, ResolvedMember), Fault> {
        let known = object.as_ref().ok().copied();
        let command = object.map(|object| Command::ResolveMember {
            object,
            component: component.to_owned(),
            member: member.map(str::to_owned),
        });
        match (self.unity_for(import, bytes, command).await, known) {
            (Ok(resolved), Some(object)) => Ok((object, resolved)),
            // Without an object there was no valid command, so no reply is possible.
            (Ok(_), None) => Err(unexpected("members/resolve")),
            (Err(fault), Some(object)) => Err(self.unresolved(fault, as_given(object))),
            (Err(fault), None) => Err(fault),
        }
    }

    /// Resolves the full name of a component type to be added. `as_given` creates the write with the guest's own name,
    /// so that a missing allowlist entry is reported before any other error.
    pub(super) async fn resolved_type(
        &mut self,
        import: Function,
        type_name: String,
        bytes: usize,
        as_given: impl FnOnce(String) -> Command + Send,
    ) -> Result<String, Fault> {
        let command = Command::ResolveComponentType {
            type_name: type_name.clone(),
        };
        match self.unity_for(import, bytes, Ok(command)).await {
            Ok(full) => Ok(full),
            Err(fault) => Err(self.unresolved(fault, Some(as_given(type_name)))),
        }
    }

    fn unresolved(&self, fault: Fault, as_given: Option<Command>) -> Fault {
        let Some(as_given) = as_given else { return fault };
        match (fault, self.refused_as_given(&as_given.access(), &as_given)) {
            (Fault::Answer(error), Some(Ok(refusal))) => denied_unknown(refusal, &error),
            (Fault::Answer(_), Some(Err(needed))) => needed,
            // The correct name would not help either, so the missing capability is added.
            (Fault::Answer(mut error), None) => {
                if let Some(lacks) = self.lacks_unity(as_given.function()) {
                    let hint = error.hint.take().map(|hint| format!("{hint}; ")).unwrap_or_default();
                    error.hint = Some(hint + &lacks);
                }
                Fault::Answer(error)
            }
            (fault, _) => fault,
        }
    }
}
