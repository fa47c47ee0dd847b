//! The recipients of events: events and log lines of a target go to the sessions that work with it.
//!
//! This module forwards the events of the project folder, and selects the target whose events a caller receives. The
//! crate `wire` notifies the clients.

use crate::folder::Folder;
use crate::inner::Inner;
use host_api::{Announced, Whose};
use host_bridge::{Event, Wish};
use std::sync::Arc;
use tokio::sync::broadcast::error::RecvError;

pub(crate) fn hear_folder(inner: &Arc<Inner>, folder: &Folder) {
    let whose = Whose::Unity(folder.bridge.id().as_str().into());
    let (mut events, mut lines) = (folder.bridge.events(), folder.bridge.log().subscribe());
    let (hearing, of_folder) = (Arc::clone(inner), whose.clone());
    inner.tasks.spawn(async move {
        loop {
            let event = tokio::select! {
                () = hearing.over.cancelled() => return,
                event = events.recv() => event,
            };
            let what = match event {
                Ok(announced) => announced.what,
                Err(RecvError::Lagged(_)) => Event::Resync,
                Err(RecvError::Closed) => return,
            };
            let whose = of_folder.clone();
            // An error only means that there is no subscriber.
            let _ = hearing.events.send(Announced { whose, what });
        }
    });
    let (hearing, log) = (Arc::clone(inner), inner.log.for_target(&folder.bridge.id()));
    inner.tasks.spawn(async move {
        loop {
            let line = tokio::select! {
                () = hearing.over.cancelled() => return,
                line = lines.recv() => line,
            };
            match line {
                Ok(announced) => log.announce(announced.what),
                // The log buffer of the folder still has the lines.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    });
}

impl Inner {
    /// Returns the id of the Unity project or instance whose events the caller of `wish` receives. `None` if none is
    /// available yet; an empty text if the one that `wish` names or its session chose is not available.
    pub(crate) fn heard_by(&self, wish: &Wish) -> Option<Arc<str>> {
        let id = match self.choose(wish) {
            Ok(choice) if choice.gone.is_none() => choice.target?.answering_bridge().0.id().to_string(),
            Ok(_) | Err(_) => String::new(),
        };
        Some(id.into())
    }
}
