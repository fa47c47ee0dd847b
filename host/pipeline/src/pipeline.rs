//! The client for the editor that has one project folder open: its list of commands, and the permission to run one.
//!
//! `server` sends the requests, and `slot` runs a command.

use crate::announced::CommandList;
use crate::connection::Question;
use crate::errors::Purpose;
use crate::server::Server;
use crate::slot::Slot;
use host_bridge::{AnnouncedCommand, BridgeError, BridgeErrorKind};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::sync::Semaphore;
use tokio::time::timeout_at;

/// The ports of servers in editors. The host sends nothing to another port.
const PORTS: RangeInclusive<u16> = 7800..=7899;

/// Number of commands that the host requests with one page of the list.
const PAGE: usize = 100;

/// The time limit for reading the whole list of commands.
const LISTING: Duration = Duration::from_secs(5);

/// The client of the server that the package `com.unity.pipeline` runs in the editor of one project folder.
#[derive(Debug)]
pub struct Pipeline {
    server: Server,
    turns: Semaphore,
}

impl Pipeline {
    /// Creates the client for the project folder `root`. It reads and sends nothing.
    pub fn new(root: PathBuf) -> Self {
        Self::with_ports(root, PORTS)
    }

    pub(crate) fn with_ports(root: PathBuf, ports: RangeInclusive<u16>) -> Self {
        Self {
            server: Server::new(root, ports),
            turns: Semaphore::new(1),
        }
    }

    /// Returns true if a valid descriptor says that an editor has the project open. Sends nothing. Reads one small file,
    /// which blocks the thread.
    pub fn is_there(&self) -> bool {
        self.server.is_announced()
    }

    /// Returns the announced commands, with their names as the server announces them. Waits at most 5 s, and not longer
    /// than until `deadline`.
    ///
    /// # Errors
    /// No editor answers, or its list is not valid.
    pub async fn list(&self, deadline: Instant) -> Result<Vec<AnnouncedCommand>, BridgeError> {
        let deadline = deadline.min(Instant::now() + LISTING);
        let mut list = CommandList::default();
        loop {
            let question = Question {
                path: format!("/api/commands?detail=full&offset={}&limit={PAGE}", list.read),
                body: None,
            };
            let body = self.server.ask(&question, &Purpose::List, deadline, None).await?;
            if !list.add(&body)? {
                return Ok(list.commands);
            }
        }
    }

    /// Waits until no other command of this client runs, and returns the permission to run one.
    ///
    /// # Errors
    /// `Busy` if another command still runs at `deadline`.
    pub async fn slot(&self, deadline: Instant) -> Result<Slot<'_>, BridgeError> {
        match timeout_at(deadline.into(), self.turns.acquire()).await {
            Ok(Ok(permit)) => Ok(Slot {
                server: &self.server,
                _permit: permit,
            }),
            // The semaphore is never closed.
            Ok(Err(_)) | Err(_) => {
                let message =
                    "another command of Pipeline was running until the deadline of the call; nothing was sent";
                Err(BridgeError::new(BridgeErrorKind::Busy, message)
                    .with_hint("repeat the call when the other command has ended"))
            }
        }
    }
}
