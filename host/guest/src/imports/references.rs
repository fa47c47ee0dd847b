//! `unity-tools:unity/references`.

use crate::bindings::current::unity_tools::unity::references as wit;
use crate::fault::{BadValue, Fault};
use crate::imports::page::{count, object};
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
                places: request.places.into_iter().map(ReferencePlace::from).collect(),
                page,
            };
            Ok(Command::FindUsers { request })
        });
        let answer: UsersAnswer = self.unity_if(Function::FindUsers, bytes, command).await?;
        Ok(answer.into())
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

impl From<wit::Place> for ReferencePlace {
    fn from(place: wit::Place) -> Self {
        match place {
            wit::Place::Scenes => Self::Scenes,
            wit::Place::Prefabs => Self::Prefabs,
            wit::Place::Assets => Self::Assets,
            wit::Place::Scripts => Self::Scripts,
            wit::Place::Other(name) => Self::Other(name),
        }
    }
}

impl From<UsersAnswer> for wit::Answer {
    fn from(answer: UsersAnswer) -> Self {
        Self {
            total: count(answer.total),
            complete: answer.complete,
            rows: answer.rows.into_iter().map(wit::User::from).collect(),
            next: answer.next,
            not_searched: answer.not_searched.into_iter().map(wit::Skipped::from).collect(),
            not_searched_total: count(answer.not_searched_total),
        }
    }
}

impl From<ReferenceUser> for wit::User {
    fn from(user: ReferenceUser) -> Self {
        Self {
            file: user.file,
            object: user.object.map(|id| id.to_string()),
            path: user.path,
            component: user.component,
            field: user.field,
        }
    }
}
