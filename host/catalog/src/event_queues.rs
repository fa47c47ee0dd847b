//! One bounded event queue and one task for each listener (a bundle), so that a slow listener delays only itself.
//!
//! This module handles queues, tasks and dropped events; `guest_events` selects listeners and delivers events.

use std::collections::{BTreeSet, HashMap};
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio::task::JoinSet;

/// Maximum number of events that wait for one bundle. Further events for this bundle are dropped.
const WAITING: usize = 64;

/// The event queue of each bundle that receives events (listener), by bundle id. Dropping this value ends the tasks
/// that deliver the events.
pub(crate) struct Queues<E> {
    queues: HashMap<String, Queue<E>>,
    tasks: JoinSet<()>,
}

struct Queue<E> {
    events: mpsc::Sender<E>,
    /// True if the host already logged that this bundle handles its events too slowly.
    said: bool,
}

impl<E> Default for Queues<E> {
    fn default() -> Self {
        Self {
            queues: HashMap::new(),
            tasks: JoinSet::new(),
        }
    }
}

impl<E: Clone> Queues<E> {
    /// Queues `event` for each of the bundles `listeners`. `hear` creates a bundle's task at its first event. The task
    /// of a removed bundle ends after it handled the queued events. Returns the number of bundles with a full queue.
    pub(crate) fn hand<T: Future<Output = ()> + Send + 'static>(
        &mut self,
        listeners: &BTreeSet<&str>,
        event: &E,
        hear: impl Fn(String, mpsc::Receiver<E>) -> T,
    ) -> u64 {
        while self.tasks.try_join_next().is_some() {}
        // A task that ended early closed its queue, so both are recreated.
        self.queues
            .retain(|id, queue| listeners.contains(id.as_str()) && !queue.events.is_closed());
        let mut dropped = 0;
        for &id in listeners {
            let tasks = &mut self.tasks;
            let queue = self.queues.entry(id.to_owned()).or_insert_with(|| {
                let (events, waiting) = mpsc::channel(WAITING);
                tasks.spawn(hear(id.to_owned(), waiting));
                Queue { events, said: false }
            });
            match queue.events.try_send(event.clone()) {
                Ok(()) => queue.said = false,
                Err(TrySendError::Full(_) | TrySendError::Closed(_)) => {
                    dropped += 1;
                    if !std::mem::replace(&mut queue.said, true) {
                        tracing::warn!(
                            bundle = id,
                            waiting = WAITING,
                            "the bundle does not keep up with its events; dropping the newest"
                        );
                    }
                }
            }
        }
        dropped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A test listener: `slow` receives one event and never finishes it; other listeners forward each event.
    async fn hear(id: String, mut events: mpsc::Receiver<u32>, heard: mpsc::Sender<(String, u32)>) {
        while let Some(event) = events.recv().await {
            heard.send((id.clone(), event)).await.expect("the test waits");
            if id == "slow" {
                std::future::pending::<()>().await;
            }
        }
    }

    #[tokio::test]
    async fn blocked_listener_delays_no_other_and_counts_dropped_events() {
        let (heard, mut told) = mpsc::channel(1024);
        let mut queues = Queues::default();
        let listeners = BTreeSet::from(["fast", "slow"]);
        let rounds = WAITING as u32 * 3;
        let (mut dropped, mut fast) = (0, Vec::new());
        for event in 0..rounds {
            dropped += queues.hand(&listeners, &event, |id, events| hear(id, events, heard.clone()));
            // Wait until `fast` received this event before the next is queued.
            loop {
                let (id, event) = told.recv().await.expect("a listener");
                if id == "fast" {
                    fast.push(event);
                    break;
                }
            }
        }
        assert_eq!(fast, (0..rounds).collect::<Vec<_>>());
        // One event that it handles, and the events that wait.
        assert_eq!(dropped, u64::from(rounds) - WAITING as u64 - 1);
    }

    #[tokio::test]
    async fn ends_the_task_of_a_removed_listener() {
        let (heard, mut told) = mpsc::channel(1024);
        let mut queues = Queues::default();
        let both = BTreeSet::from(["a", "b"]);
        assert_eq!(queues.hand(&both, &1, |id, events| hear(id, events, heard.clone())), 0);
        assert_eq!(
            queues.hand(&BTreeSet::from(["b"]), &2, |id, events| hear(id, events, heard.clone())),
            0
        );
        drop(heard);
        let mut all = Vec::new();
        for _ in 0..3 {
            all.push(told.recv().await.expect("heard"));
        }
        all.sort();
        assert_eq!(all, [("a".to_owned(), 1), ("b".to_owned(), 1), ("b".to_owned(), 2)]);
        assert!(queues.tasks.join_next().await.is_some(), "the task of `a` ended");
        assert_eq!(queues.tasks.len(), 1);
    }
}
