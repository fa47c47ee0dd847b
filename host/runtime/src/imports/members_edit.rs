//! `unity-tools:unity/members-edit`.

use crate::bindings::v0_1::unity_tools::unity::members_edit::Host;
use crate::fault::{BadValue, Fault, UnityFault, unexpected};
use crate::imports::page;
use crate::store::CallState;
use host_api::Interface;
use host_bridge::{Command, ObjectId, Reply, ResolvedMember};

impl CallState {
    /// On behalf of `import`: what the names stand for, so that the allowlist is asked about the resolved ones. Where they stand for nothing, an
    /// allowlist that does not hold them as given speaks first.
    pub(super) async fn resolved(
        &mut self,
        import: (Interface, &'static str),
        object: Result<ObjectId, BadValue>,
        component: &str,
        member: Option<&str>,
        bytes: usize,
        as_given: impl FnOnce(ObjectId) -> Command + Send,
    ) -> Result<(ObjectId, ResolvedMember), UnityFault> {
        let known = object.as_ref().ok().copied();
        let command = object.map(|object| Command::ResolveMember {
            object,
            component: component.to_owned(),
            member: member.map(str::to_owned),
        });
        match (self.unity_for(import, bytes, command).await, known) {
            (Ok(Reply::Resolved(resolved)), Some(object)) => Ok((object, resolved)),
            (Ok(_), _) => Err(unexpected("members.resolve")),
            (Err(Fault::Answer(error)), Some(object)) => {
                let as_given = as_given(object);
                let refusal = self.refused_as_given(&as_given.access(), &as_given);
                Err(refusal.unwrap_or(Fault::Answer(error)))
            }
            (Err(fault), _) => Err(fault),
        }
    }
}

impl Host for CallState {
    async fn set(
        &mut self,
        object: String,
        component: String,
        member: String,
        value: String,
    ) -> Result<(), UnityFault> {
        let bytes = object.len() + component.len() + member.len() + value.len();
        let as_given = |object| Command::SetMember {
            object,
            member: ResolvedMember {
                component: 0,
                type_name: component.clone(),
                member: member.clone(),
                csharp_name: None,
                rest: String::new(),
            },
            value: String::new(),
        };
        let object = page::object("object", &object);
        let (object, member) = self
            .resolved(
                (Interface::MembersEdit, "set"),
                object,
                &component,
                Some(&member),
                bytes,
                as_given,
            )
            .await?;
        let command = Command::SetMember { object, member, value };
        match self.unity(Interface::MembersEdit, "set", 0, Ok(command)).await? {
            Reply::Done => Ok(()),
            _ => Err(unexpected("members-edit.set")),
        }
    }
}
