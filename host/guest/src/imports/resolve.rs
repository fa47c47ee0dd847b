//! What the names in a write stand for, so that the allowlists are asked about the resolved ones.
//!
//! Belongs here: the question before the write, and who speaks first where the names stand for nothing. Does not: the lists
//! themselves (`host_policy`), the writes (each import's own file).

use crate::fault::{BadValue, Fault, denied_unknown, unexpected};
use crate::store::CallState;
use host_bridge::{Command, Function, ObjectId, ResolvedMember};

impl CallState {
    /// The component and, where one is given, its member, on behalf of `import`. `as_given` is the write with the guest's own
    /// words, `None` where those hold no name: an allowlist that does not hold it speaks before any other fault.
    pub(super) async fn resolved(
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
            // Without an object there was no command that could be answered.
            (Ok(_), None) => Err(unexpected("members/resolve")),
            (Err(fault), Some(object)) => Err(self.unresolved(fault, as_given(object))),
            (Err(fault), None) => Err(fault),
        }
    }

    /// The full name of a type that is to be added: the one rule for every import that adds one. `as_given` is the write with
    /// the guest's own words.
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
            // The right name would not help either.
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
