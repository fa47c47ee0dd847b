//! Whether the server is available, which a task checks at intervals so that no call waits for a disk.

use crate::pipeline::Pipeline;
use host_api::Announced;
use host_bridge::Event;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::broadcast;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

/// The time between two checks of the descriptor.
const EACH: Duration = Duration::from_secs(2);

/// The last known answer to the question whether an editor with the package has the project open.
#[derive(Debug)]
pub struct Presence {
    pipeline: Arc<Pipeline>,
    is_there: Arc<AtomicBool>,
}

impl Presence {
    pub(crate) fn new(pipeline: Arc<Pipeline>) -> Self {
        Self {
            pipeline,
            is_there: Arc::default(),
        }
    }

    /// Returns true if the last check found a valid descriptor. Does not block.
    pub fn is_there(&self) -> bool {
        self.is_there.load(Ordering::Relaxed)
    }

    /// Returns the future that checks the descriptor until `over` is cancelled, and announces each change to `events`.
    pub fn watch(
        &self,
        over: CancellationToken,
        events: broadcast::Sender<Announced<Event>>,
    ) -> impl Future<Output = ()> + Send + use<> {
        let (pipeline, is_there) = (Arc::clone(&self.pipeline), Arc::clone(&self.is_there));
        async move {
            let mut ticks = tokio::time::interval(EACH);
            ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                tokio::select! {
                    () = over.cancelled() => return,
                    _ = ticks.tick() => {}
                }
                let checked = Arc::clone(&pipeline);
                let now = tokio::task::spawn_blocking(move || checked.is_there()).await;
                let now = now.unwrap_or(false);
                if is_there.swap(now, Ordering::Relaxed) == now {
                    continue;
                }
                match now {
                    true => tracing::info!(
                        "an editor with com.unity.pipeline has the project open; its commands are listed"
                    ),
                    false => tracing::info!(
                        "no editor with com.unity.pipeline has the project open; its commands are not listed"
                    ),
                }
                for event in [Event::StateChanged, Event::CommandsChanged] {
                    // An error only means that there is no subscriber.
                    let _ = events.send(event.into());
                }
            }
        }
    }
}
