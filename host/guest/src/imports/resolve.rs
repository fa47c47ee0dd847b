//! Resolves the names in a write, so that gate 2 checks the allowlists for the resolved names.
//!
//! Belongs here: resolving names before a write, and the choice of the error for unknown names. Does not: the
//! allowlists (`host_policy`), the writes (each import's file).

use crate::fault::{BadValue, Fault, denied_unknown, unexpected};
use crate::store::CallState;
use host_bridge::{Command, Function, ObjectId, ResolvedMember};

impl CallState {
    /// Asks Unity for the full name of a component type and, if given, of its member, for the guest's call of `import`.
    /// If a name is unknown, `as_given` creates the write with the guest's own names (`None` without names), so that a
    /// missing allowlist entry is reported first.
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
            // Without a valid object id, no command was sent, so no reply is possible.
            (Ok(_), None) => Err(unexpected("members/resolve")),
            (Err(fault), Some(object)) => Err(self.unresolved(fault, as_given(object))),
            (Err(fault), None) => Err(fault),
        }
    }

    /// Asks Unity for the full name of a component type that the guest wants to add. If the name is unknown, `as_given`
    /// creates the write with it, so that a missing allowlist entry is reported first.
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
            // Even the correct name would not help, so the hint also names the missing capability.
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
