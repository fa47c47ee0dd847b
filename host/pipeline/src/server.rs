//! Requests to the server of the editor that has one project folder open.
//!
//! This module reads the descriptor for each request, because an editor replaces it when it starts or reloads its code.

use crate::connection::{self, Question};
use crate::descriptor::{self, Descriptor, Unusable};
use crate::errors::{Purpose, descriptor_error, failure_error, late_error, status_error};
use bytes::Bytes;
use host_bridge::{BridgeError, Fate, withdrawn_error};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tokio::time::timeout_at;

/// Number of attempts to read the descriptor while the editor may be writing it.
const READS: u32 = 3;

/// The time between two attempts to read the descriptor.
const BETWEEN_READS: Duration = Duration::from_millis(50);

/// The status of a complete answer.
const OK: u16 = 200;

/// The status of an answer to an invalid token.
const UNAUTHORIZED: u16 = 401;

/// The server of the editor that has the folder `root` open, if there is one.
#[derive(Debug)]
pub(crate) struct Server {
    root: PathBuf,
    /// The ports to which the host may send requests.
    ports: RangeInclusive<u16>,
}

impl Server {
    pub(crate) fn new(root: PathBuf, ports: RangeInclusive<u16>) -> Self {
        Self { root, ports }
    }

    /// Returns true if the descriptor is valid. Sends nothing. Blocks the thread.
    pub(crate) fn is_announced(&self) -> bool {
        descriptor::read(&self.root, &self.ports).is_ok()
    }

    /// Sends one request and returns the body of an answer with the status 200. If the token is not valid, reads the
    /// descriptor again and repeats the request once. `fate` is the fate of a command that the request runs.
    pub(crate) async fn ask(
        &self,
        question: &Question,
        purpose: &Purpose<'_>,
        deadline: Instant,
        fate: Option<&Fate>,
    ) -> Result<Bytes, BridgeError> {
        let mut may_repeat = true;
        loop {
            let descriptor = timeout_at(deadline.into(), self.descriptor()).await;
            let descriptor = descriptor.unwrap_or_else(|_| Err(late_error()))?;
            let opened = connection::open(descriptor.port, deadline).await;
            let opened = opened.map_err(|failure| failure_error(failure, purpose))?;
            if fate.is_some_and(|fate| !fate.begin()) {
                return Err(withdrawn_error());
            }
            let answer = opened.ask(question, &descriptor.authorization, deadline).await;
            let answer = answer.map_err(|failure| failure_error(failure, purpose))?;
            match answer.status {
                OK => return Ok(answer.body),
                UNAUTHORIZED if may_repeat => may_repeat = false,
                _ => return Err(status_error(&answer, purpose)),
            }
        }
    }

    /// Reads the descriptor, and again after a short time if the editor may be writing it.
    async fn descriptor(&self) -> Result<Descriptor, BridgeError> {
        let mut attempt = 1;
        loop {
            let (root, ports) = (self.root.clone(), self.ports.clone());
            let read = tokio::task::spawn_blocking(move || descriptor::read(&root, &ports)).await;
            let read = read.unwrap_or_else(|error| Err(Unusable::Rejected(error.to_string())));
            match read {
                Ok(descriptor) => return Ok(descriptor),
                Err(Unusable::Incomplete(_)) if attempt < READS => attempt += 1,
                Err(why) => return Err(descriptor_error(&self.root, &why)),
            }
            tokio::time::sleep(BETWEEN_READS).await;
        }
    }
}
