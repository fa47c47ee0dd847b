//! Implements the WIT interface `unity-tools:unity/members`: reads fields of components.

use crate::bindings::current::unity_tools::unity::members::{Host, Member};
use crate::bindings::current::unity_tools::unity::types::{PageInfo, PageRequest};
use crate::fault::Fault;
use crate::imports::convert::{Convert, records};
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Function};

impl Host for CallState {
    async fn list_members(
        &mut self,
        object: String,
        component: String,
        page: PageRequest,
    ) -> Result<(Vec<Member>, PageInfo), Fault> {
        let bytes = object.len() + component.len();
        let page = page::request(page, self.page_bytes());
        let command = page::object("object", &object).map(|object| Command::ListMembers {
            object,
            component,
            page,
        });
        let page: host_bridge::Page<host_bridge::Member> = self.unity_if(Function::ListMembers, bytes, command).await?;
        Ok(page::answer(page))
    }

    async fn get(&mut self, object: String, component: String, member: String) -> Result<Member, Fault> {
        let bytes = object.len() + component.len() + member.len();
        let command = page::object("object", &object).map(|object| Command::GetMember {
            object,
            component,
            member,
        });
        let member: host_bridge::Member = self.unity_if(Function::GetMember, bytes, command).await?;
        Ok(member.convert())
    }
}

records! {
    host_bridge::Member => Member { name csharp_name type_name value }
}
