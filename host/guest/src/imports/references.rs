//! Implements the WIT interface `unity-tools:unity/references`: finds the users of an asset, a type or an object.

use crate::bindings::current::unity_tools::unity::references as wit;
use crate::fault::{BadValue, Fault};
use crate::imports::convert::{Convert, records, variants};
use crate::imports::page::object;
use crate::imports::rows;
use crate::store::CallState;
use host_bridge::{Command, Function, ReferencePlace, ReferenceTarget, ReferenceUser, UsersAnswer, UsersRequest};

impl wit::Host for CallState {
    async fn find_users(&mut self, request: wit::Request) -> Result<wit::Answer, Fault> {
        let target = match &request.target {
            wit::Target::Asset(text)
            | wit::Target::Guid(text)
            | wit::Target::TypeName(text)
            | wit::Target::Object(text)
            | wit::Target::Other(text) => text.len(),
        };
        let bytes = target + 16 * request.places.len() + request.page.cursor.as_ref().map_or(0, String::len);
        let page = rows::page(request.page, self.page_bytes());
        let command = page.and_then(|page| {
            let request = UsersRequest {
                target: to_target(request.target)?,
                places: request.places.convert(),
                page,
            };
            Ok(Command::FindUsers { request })
        });
        let answer: UsersAnswer = self.unity_if(Function::FindUsers, bytes, command).await?;
        Ok(answer.convert())
    }
}

fn to_target(target: wit::Target) -> Result<ReferenceTarget, BadValue> {
    Ok(match target {
        wit::Target::Asset(path) => ReferenceTarget::Asset(path),
        wit::Target::Guid(guid) => ReferenceTarget::Guid(guid),
        wit::Target::TypeName(name) => ReferenceTarget::TypeName(name),
        wit::Target::Object(id) => ReferenceTarget::Object(object("target.object", &id)?),
        wit::Target::Other(name) => ReferenceTarget::Other(name),
    })
}

records! {
    UsersAnswer => wit::Answer { total complete rows next not_searched not_searched_total }
    ReferenceUser => wit::User { file object path component field }
}

variants! {
    wit::Place => ReferencePlace { Scenes Prefabs Assets Scripts Other(name) }
}
