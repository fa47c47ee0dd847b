//! Implements the WIT interface `unity-tools:unity/members-edit`: sets fields of components.

use crate::bindings::current::unity_tools::unity::members_edit::Host;
use crate::fault::Fault;
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Function, ResolvedMember};

impl Host for CallState {
    async fn set(&mut self, object: String, component: String, member: String, value: String) -> Result<(), Fault> {
        let bytes = object.len() + component.len() + member.len() + value.len();
        let as_given = |object| {
            Some(Command::SetMember {
                object,
                member: ResolvedMember {
                    component: 0,
                    type_name: component.clone(),
                    member: member.clone(),
                    csharp_name: None,
                    rest: String::new(),
                },
                value: String::new(),
            })
        };
        let object = page::object("object", &object);
        let (object, member) = self
            .resolve_member(Function::SetMember, object, &component, Some(&member), bytes, as_given)
            .await?;
        let command = Command::SetMember { object, member, value };
        self.unity(0, command).await
    }
}
