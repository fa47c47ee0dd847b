//! Asking a Unity as the imports do: one command, or a name looked up and then the command.
//!
//! Belongs here: commands with their answers unpacked. Does not: what an answer should be.

use crate::host::TestHost;
use anyhow::{Context, Result, bail};
use host_bridge::{
    Command, NewObject, ObjectCard, ObjectFilter, ObjectId, PageRequest, Reply, ResolvedMember, Vector3,
};
use serde_json::Value;

pub(crate) fn page(limit: u32) -> PageRequest {
    PageRequest {
        offset: 0,
        limit,
        max_bytes: 1 << 20,
        cursor: None,
    }
}

pub(crate) async fn objects(host: &TestHost, filter: ObjectFilter) -> Result<Vec<ObjectCard>> {
    let page = page(500);
    match host.value(Command::ListObjects { filter, page }).await? {
        Reply::Objects(page) => {
            assert_eq!(page.total, page.items.len() as u64);
            Ok(page.items)
        }
        other => bail!("no objects: {other:?}"),
    }
}

pub(crate) async fn member(host: &TestHost, object: ObjectId, component: &str, member: &str) -> Result<Value> {
    let (component, member) = (component.to_owned(), member.to_owned());
    match host
        .value(Command::GetMember {
            object,
            component,
            member,
        })
        .await?
    {
        Reply::Member(member) => Ok(serde_json::from_str(&member.value)?),
        other => bail!("no member: {other:?}"),
    }
}

/// As an import does it: what the names stand for first, then the write.
pub(crate) async fn set(
    host: &TestHost,
    object: ObjectId,
    component: &str,
    member: &str,
    value: Value,
) -> Result<Reply> {
    let member = resolve_member(host, object, component, Some(member)).await?;
    let value = value.to_string();
    host.value(Command::SetMember { object, member, value }).await
}

pub(crate) async fn resolve_member(
    host: &TestHost,
    object: ObjectId,
    component: &str,
    member: Option<&str>,
) -> Result<ResolvedMember> {
    let (component, member) = (component.to_owned(), member.map(str::to_owned));
    match host
        .value(Command::ResolveMember {
            object,
            component,
            member,
        })
        .await?
    {
        Reply::Resolved(resolved) => Ok(resolved),
        other => bail!("nothing resolved: {other:?}"),
    }
}

pub(crate) async fn create_object(
    host: &TestHost,
    name: &str,
    position: [f64; 3],
    components: &[&str],
) -> Result<ObjectId> {
    let [x, y, z] = position;
    let object = NewObject {
        name: name.to_owned(),
        parent: None,
        scene: None,
        position: Vector3 { x, y, z },
        components: components.iter().map(|&name| name.to_owned()).collect(),
    };
    match host.value(Command::CreateObject { object }).await? {
        Reply::Created(id) => Ok(id),
        other => bail!("nothing made: {other:?}"),
    }
}

pub(crate) async fn invoke(host: &TestHost, object: ObjectId, method: &str, arguments: Value) -> Result<Reply> {
    let door = resolve_member(host, object, "Door", None).await?;
    let command = Command::CallMethod {
        object,
        component: door.component,
        type_name: door.type_name,
        method: method.to_owned(),
        arguments: arguments.to_string(),
    };
    host.value(command).await
}

pub(crate) async fn height(host: &TestHost, object: ObjectId) -> Result<f64> {
    let value = member(host, object, "Transform", "m_LocalPosition.y").await?;
    value.as_f64().context("a number")
}
