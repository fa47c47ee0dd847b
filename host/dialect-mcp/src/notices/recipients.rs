//! The recipients of a notification: all clients, or the clients whose target it concerns.
//!
//! This module selects the recipients and sends the notification. `notices` creates it.

use super::notice::Notice;
use crate::Mcp;
use host_api::Whose;
use host_wire::pipe::Pipe;
use host_wire::sessions::Session;
use std::sync::Arc;

pub(crate) fn tell(mcp: &Mcp, notice: &Notice) {
    tell_those(mcp, &Whose::All, notice);
}

/// True if an event for `whose` concerns a client with this session, or with this Unity project or instance in its URL.
fn is_recipient(mcp: &Mcp, whose: &Whose, session: Option<&str>, named: Option<&str>) -> bool {
    match whose {
        Whose::All => true,
        Whose::Session(id) => session == Some(&**id),
        Whose::Unity(id) => mcp
            .wire
            .service
            .event_target(session, named)
            .is_none_or(|heard| heard == *id),
    }
}

/// Returns the sessions that an event for `whose` concerns, each with the pipe for its notifications, if it has one.
fn recipients(mcp: &Mcp, whose: &Whose) -> impl Iterator<Item = (Arc<Session>, Option<Arc<Pipe>>)> {
    let of_store = mcp.wire.sessions.all().into_iter().map(|session| (session, None));
    let piped = mcp.wire.pipes.all().into_iter();
    let of_pipes = piped.filter_map(|pipe| pipe.session().map(|session| (session, Some(pipe))));
    let all = of_store.chain(of_pipes);
    all.filter(move |(session, _)| is_recipient(mcp, whose, Some(&session.id), session.unity().as_deref()))
}

pub(super) fn tell_those(mcp: &Mcp, whose: &Whose, notice: &Notice) {
    let names_it = |named: Option<&str>| is_recipient(mcp, whose, None, named);
    mcp.subscribers.tell(notice, names_it);
    let json = notice.to_json(None);
    for (session, pipe) in recipients(mcp, whose) {
        if notice.is_for(&session) {
            say(&session, pipe.as_ref(), &json);
        }
    }
}

fn say(session: &Session, pipe: Option<&Arc<Pipe>>, json: &[u8]) {
    match pipe {
        Some(pipe) => _ = pipe.mention(json),
        None => session.announce(json),
    }
}

/// Notifies clients to read their subscribed resources again, because change events may have been lost. If a session
/// has chosen another target, its tools and prompts may have changed too.
pub(super) fn read_again(mcp: &Mcp, whose: &Whose) {
    if let Whose::Session(_) = whose {
        tell_those(mcp, whose, &Notice::ToolsChanged);
        tell_those(mcp, whose, &Notice::PromptsChanged);
    }
    tell_those(mcp, whose, &Notice::ResourcesChanged);
    mcp.subscribers
        .read_again(|named| is_recipient(mcp, whose, None, named));
    let updated = |uri: &str| Notice::ResourceUpdated { uri: uri.to_owned() }.to_json(None);
    for (session, pipe) in recipients(mcp, whose) {
        for uri in session.watched() {
            say(&session, pipe.as_ref(), &updated(&uri));
        }
    }
}
