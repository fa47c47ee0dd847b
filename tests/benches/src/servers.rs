//! Servers to compare the host with, each as a process of its own so that its CPU time is its own.
//!
//! Belongs here: which there are and how a figure starts one. Does not: the figures.

pub(crate) mod bare_server;
pub(crate) mod native;

use anyhow::{Context, Result};
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A running peer; killed when dropped.
pub(crate) struct Peer {
    child: Child,
    pub(crate) url: String,
}

impl Peer {
    /// Starts this program again as the server `name`.
    pub(crate) async fn start(name: &str) -> Result<Self> {
        let mut child = Command::new(std::env::current_exe()?)
            .arg(name)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("{name} could not be started"))?;
        let mut lines = BufReader::new(child.stdout.take().context("stdout is piped")?).lines();
        let line = lines
            .next_line()
            .await?
            .with_context(|| format!("{name} said nothing"))?;
        let url = line
            .strip_prefix("listening on ")
            .with_context(|| format!("{name} said {line}"))?;
        Ok(Self {
            url: url.to_owned(),
            child,
        })
    }

    pub(crate) fn pid(&self) -> Result<u32> {
        self.child.id().context("the peer has ended")
    }
}
