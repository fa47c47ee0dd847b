//! The method `subscriptions/listen`: requested notifications on a separate stream or on the client's pipe.
//!
//! This module parses requests and opens subscriptions. `notices` sends the notifications.

use crate::Mcp;
use crate::ask::calls;
use crate::codes;
use crate::methods;
use crate::notices::{Channel, Filter, SUBSCRIBER, Subscription, SubscriptionMeta};
use crate::peer::{AboutClient, Peer};
use host_mcp_shapes::versions::Version;
use host_wire::Wire;
use host_wire::budget::Share;
use host_wire::calls::Answer;
use host_wire::in_flight::NoSlot;
use host_wire::jsonrpc::{self, Fault, RequestId};
use host_wire::pipe::Pipe;
use host_wire::sessions::{OpenStream, SUBSCRIPTION};
use host_wire::slots::Slot;
use host_wire::streams::{self, STREAM, StreamLog};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Maximum number of resources in one `subscriptions/listen` request; a request with more is rejected.
const MAX_SUBSCRIPTIONS: usize = 1024;
/// Maximum total bytes of the URIs in one `subscriptions/listen` request; over it, the request is rejected.
const SUBSCRIPTION_BYTES: usize = 256 << 10;

async fn subscription(wire: &Wire, id: &RequestId, params: Option<&RawValue>) -> Result<Subscription, Fault> {
    #[derive(Deserialize)]
    struct Params {
        notifications: Filter,
    }
    #[derive(Serialize)]
    struct Acknowledged<'a> {
        #[serde(rename = "_meta")]
        meta: SubscriptionMeta,
        notifications: &'a Filter,
    }
    #[derive(Serialize)]
    struct Ended {
        #[serde(rename = "resultType")]
        result_type: &'static str,
        #[serde(rename = "_meta")]
        meta: SubscriptionMeta,
    }
    let Params { notifications: filter } = jsonrpc::read(params)?;
    if filter.resource_subscriptions.len() > MAX_SUBSCRIPTIONS {
        return Err(Fault::invalid_params(format!(
            "`notifications.resourceSubscriptions` names more than {MAX_SUBSCRIPTIONS} resources"
        )));
    }
    let uris = filter.resource_subscriptions.iter().map(String::len);
    let bytes: usize = uris.sum();
    if bytes > SUBSCRIPTION_BYTES {
        return Err(Fault::invalid_params(format!(
            "the URIs in `notifications.resourceSubscriptions` have {bytes} bytes; at most {SUBSCRIPTION_BYTES} are watched by one stream"
        )));
    }
    let uris = filter.resource_subscriptions.iter().map(String::as_str).collect();
    methods::served(wire, uris, Version::STATELESS).await?;
    let entries = filter.resource_subscriptions.len() * SUBSCRIPTION;
    let room = wire
        .budget
        .reserve(Share::Subscriptions, SUBSCRIBER + bytes + entries)?;
    let acknowledged = Acknowledged {
        meta: SubscriptionMeta::for_request(id),
        notifications: &filter,
    };
    let acknowledged = jsonrpc::notification("notifications/subscriptions/acknowledged", Some(&acknowledged));
    let ended = Ended {
        result_type: "complete",
        meta: SubscriptionMeta::for_request(id),
    };
    Ok(Subscription {
        acknowledged,
        goodbye: jsonrpc::success(id, &ended),
        filter,
        room,
        unity: None,
    })
}

/// Allocates a slot of `server.max-streams` for a new stream. Fails if all are in use, or during a shutdown.
pub(crate) fn place(wire: &Wire) -> Result<Slot, Fault> {
    if wire.is_draining() {
        return Err(NoSlot::ShuttingDown.into());
    }
    wire.streams.take().ok_or_else(|| {
        let max = wire.streams.max();
        Fault::busy(format!("{max} streams are open, the maximum of `server.max-streams`"))
    })
}

/// Rejects a request for notifications about tasks of a client that cannot handle tasks. The host sends no such
/// notifications: the acknowledgement names no task.
fn check_tasks(mcp: &Mcp, about: &AboutClient, params: Option<&RawValue>) -> Result<(), Fault> {
    #[derive(Deserialize)]
    struct Params {
        #[serde(default)]
        notifications: Wanted,
    }
    #[derive(Default, Deserialize)]
    struct Wanted {
        #[serde(default, rename = "taskIds")]
        task_ids: Option<IgnoredAny>,
    }
    if about.handles_tasks || !mcp.offers_tasks() {
        return Ok(());
    }
    match jsonrpc::read::<Params>(params)?.notifications.task_ids {
        Some(_) => Err(codes::missing_tasks()),
        None => Ok(()),
    }
}

/// Opens the requested subscription. Its first message lists the subscribed notifications.
pub(crate) async fn listen(
    mcp: &Arc<Mcp>,
    peer: &Peer,
    about: &AboutClient,
    id: &RequestId,
    params: Option<&RawValue>,
) -> Result<Answer, Fault> {
    check_tasks(mcp, about, params)?;
    let subscription = Subscription {
        unity: peer.unity.clone(),
        ..subscription(&mcp.wire, id, params).await?
    };
    match &peer.pipe {
        Some(end) => on_pipe(mcp, &end.pipe, id, subscription),
        None => on_stream(mcp, id, subscription),
    }
}

fn on_stream(mcp: &Mcp, id: &RequestId, subscription: Subscription) -> Result<Answer, Fault> {
    let wire = &mcp.wire;
    let slot = place(wire)?;
    let room = wire.budget.reserve(Share::Streams, STREAM)?;
    let log = StreamLog::new(0, wire.bounds(), Arc::clone(&wire.dropped), &wire.budget, Some(room));
    log.offer(&subscription.acknowledged)?;
    let open = OpenStream { slot, hold: None };
    let reader = open
        .follow(&log, None, wire.options.keep_alive)
        .with_preface(streams::OPENING)
        .with_listener(mcp.subscribers.follow(id, subscription, &log));
    // If a shutdown began in between, it has ended the subscriber, or this check detects it.
    if wire.is_draining() {
        log.close();
    }
    Ok(Answer::Stream(reader))
}

/// Opens a subscription on a pipe. It ends when `notifications/cancelled` contains the id of its request.
fn on_pipe(mcp: &Mcp, pipe: &Arc<Pipe>, id: &RequestId, subscription: Subscription) -> Result<Answer, Fault> {
    let place = place(&mcp.wire)?;
    let gone = CancellationToken::new();
    let taken = pipe
        .ids
        .take(id.as_json(), &gone)
        .map_err(|why| calls::id_refused(id, why))?;
    pipe.say(&subscription.acknowledged)?;
    let channel = Channel::Pipe {
        pipe: Arc::clone(pipe),
        _id: taken,
        _place: place,
    };
    mcp.subscribers.add(id, subscription, channel, gone);
    Ok(Answer::Silence)
}
