//! The clients with an open `subscriptions/listen` request, and their subscriptions.
//!
//! This module stores the subscribers and sends each notification to those who subscribed to it. `v2026_07_28::listen`
//! opens a subscription, and `recipients` selects the clients that a notification concerns.

use super::notice::Notice;
use host_wire::budget::Reservation;
use host_wire::jsonrpc::RequestId;
use host_wire::pipe::Pipe;
use host_wire::request_ids::IdInUse;
use host_wire::slots::Slot;
use host_wire::streams::StreamLog;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

/// The kinds of notifications that a `subscriptions/listen` request subscribes to.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Filter {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) tools_list_changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) prompts_list_changed: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) resources_list_changed: bool,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub(crate) resource_subscriptions: BTreeSet<String>,
}

/// The content of a `subscriptions/listen` request, with its first message and its final response.
pub(crate) struct Subscription {
    pub(crate) filter: Filter,
    /// The Unity project or instance in the request, whose events the client receives; `None` if it names none.
    pub(crate) unity: Option<String>,
    pub(crate) acknowledged: Vec<u8>,
    pub(crate) goodbye: Vec<u8>,
    pub(crate) room: Reservation,
}

/// Bytes that a subscription reserves in addition to its subscribed resources.
pub(crate) const SUBSCRIBER: usize = 1024;

#[derive(Default)]
pub(crate) struct Subscribers {
    open: Mutex<Vec<Subscriber>>,
    last: AtomicU64,
}

/// The channel on which a subscriber receives its notifications.
pub(crate) enum Channel {
    Stream(Arc<StreamLog>),
    Pipe {
        pipe: Arc<Pipe>,
        _id: IdInUse,
        _place: Slot,
    },
}

struct Subscriber {
    number: u64,
    id: RequestId,
    filter: Filter,
    unity: Option<String>,
    channel: Channel,
    gone: CancellationToken,
    /// The successful response to the `subscriptions/listen` request, which is sent when the host ends the
    /// subscription.
    goodbye: Vec<u8>,
    _room: Reservation,
}

/// The entry of a stream among the subscribers, which is removed on drop.
pub(crate) struct Subscribed {
    subscribers: Arc<Subscribers>,
    number: u64,
}

impl Drop for Subscribed {
    fn drop(&mut self) {
        let mut open = self.subscribers.open();
        let at = open.iter().position(|subscriber| subscriber.number == self.number);
        // Dropped after the lock is released.
        let left = at.map(|at| open.swap_remove(at));
        drop(open);
        drop(left);
    }
}

impl Subscribers {
    /// Adds a subscription whose notifications go to a stream. The stream already contains the acknowledgement.
    pub(crate) fn follow(
        self: &Arc<Self>,
        id: &RequestId,
        subscription: Subscription,
        log: &Arc<StreamLog>,
    ) -> Subscribed {
        let channel = Channel::Stream(Arc::clone(log));
        let number = self.add(id, subscription, channel, CancellationToken::new());
        Subscribed {
            subscribers: Arc::clone(self),
            number,
        }
    }

    /// Adds a subscription that lasts until `gone` is cancelled, and returns its number.
    pub(crate) fn add(
        &self,
        id: &RequestId,
        subscription: Subscription,
        channel: Channel,
        gone: CancellationToken,
    ) -> u64 {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let mut open = self.open();
        open.retain(|subscriber| !subscriber.gone.is_cancelled());
        open.push(Subscriber {
            number,
            id: id.clone(),
            filter: subscription.filter,
            unity: subscription.unity,
            channel,
            gone,
            goodbye: subscription.goodbye,
            _room: subscription.room,
        });
        number
    }

    /// Sends a notification to its subscribers, if `concerns` returns true for the project or instance they named.
    pub(super) fn tell(&self, notice: &Notice, concerns: impl Fn(Option<&str>) -> bool) {
        let mut subscribers = self.open();
        subscribers.retain(|subscriber| !subscriber.gone.is_cancelled());
        let wanting = subscribers
            .iter()
            .filter(|subscriber| subscriber.is_subscribed_to(notice));
        for subscriber in wanting.filter(|subscriber| concerns(subscriber.unity.as_deref())) {
            subscriber.hear(notice);
        }
    }

    /// Sends an update of each subscribed resource to the subscribers for whose project or instance `concerns` is true.
    pub(super) fn read_again(&self, concerns: impl Fn(Option<&str>) -> bool) {
        let subscribers = self.open();
        let listening = subscribers.iter().filter(|subscriber| !subscriber.gone.is_cancelled());
        for subscriber in listening.filter(|subscriber| concerns(subscriber.unity.as_deref())) {
            for uri in &subscriber.filter.resource_subscriptions {
                subscriber.hear(&Notice::ResourceUpdated { uri: uri.clone() });
            }
        }
    }

    /// Removes subscriptions that clients have cancelled, so that their request ids can be used again.
    pub(crate) fn forget_gone(&self) {
        self.open().retain(|subscriber| !subscriber.gone.is_cancelled());
    }

    fn open(&self) -> MutexGuard<'_, Vec<Subscriber>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all subscriptions at the shutdown: sends each client the successful response to its subscription request.
    pub(super) fn end(&self) {
        let subscribers = std::mem::take(&mut *self.open());
        for subscriber in subscribers {
            match &subscriber.channel {
                Channel::Stream(log) => log.finish_with_last_words(&subscriber.goodbye),
                Channel::Pipe { .. } if subscriber.gone.is_cancelled() => {}
                Channel::Pipe { pipe, .. } => {
                    pipe.say_last_words(&subscriber.goodbye);
                }
            }
        }
    }
}

impl Subscriber {
    fn hear(&self, notice: &Notice) {
        let json = notice.to_json(Some(&self.id));
        match &self.channel {
            Channel::Stream(log) => log.push(&json),
            Channel::Pipe { pipe, .. } => pipe.mention(&json),
        };
    }

    fn is_subscribed_to(&self, notice: &Notice) -> bool {
        match notice {
            Notice::ToolsChanged => self.filter.tools_list_changed,
            Notice::PromptsChanged => self.filter.prompts_list_changed,
            Notice::ResourcesChanged => self.filter.resources_list_changed,
            Notice::ResourceUpdated { uri } => self.filter.resource_subscriptions.contains(uri),
            Notice::Log { .. } => false,
        }
    }
}
