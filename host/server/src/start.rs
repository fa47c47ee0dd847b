//! A serving host: the core behind listeners.
//!
//! Belongs here: starting to serve, and ending in the right order. Does not: what is served.

use crate::bundle_folders::empty_folders;
use crate::config::{self, Configuration, Settings, Sources};
use crate::core::{Core, Tools};
use crate::discovery::Announced;
use crate::host_file::HostFile;
use crate::shutdown::{Signals, leave_at_the_next};
use crate::{bridge_state, listen, loading, reload, serving, state_key, token, token_watch};
use anyhow::{Context, Result};
use host_api::{LinkService, ToolService};
use host_runtime::HostFacts;
use host_wire::{CommandOptions, EditorOptions, ExplorerOptions, SseOptions, Token, WireError, WireOptions};
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// How often the discovery file is looked after.
const DISCOVERY_LOOK: Duration = Duration::from_secs(2);

/// A host that serves.
pub struct Running {
    /// The first is the one that was asked for; its `::1` pair follows.
    pub addresses: Vec<SocketAddr>,
    pub core: Core,
    /// Cancelled: the listeners close and calls in flight drain.
    stop: CancellationToken,
    wire: JoinHandle<Result<(), WireError>>,
    /// Gone as soon as no new connection is taken.
    announced: Notice,
    /// The same for Unitys.
    told: Option<HostFile>,
}

/// Shared with who looks after it; empty once no new connection is taken.
type Notice = Arc<Mutex<Option<Announced>>>;

/// Starts a host as `unity-tool-host serve` does, in this process. It is ended with `Running::stop`.
pub async fn start(sources: &Sources, tools: Tools) -> Result<Running> {
    let read = Configuration::read(sources)?;
    Running::start(read, sources.clone(), tools).await
}

impl Running {
    pub(crate) async fn start(read: Configuration, sources: Sources, tools: Tools) -> Result<Self> {
        let settings = read.settings.clone();
        let max_connections = crate::file_limit::room_for(settings.server.max_connections);
        // Listening comes first: whoever is told the address may connect at once, and a taken port costs no opening.
        let listeners = listen::bind(&settings.server.listen).await?;
        let token_file = settings.server.token_file.clone();
        let token = match token_file.clone() {
            Some(file) => Some(
                tokio::task::spawn_blocking(move || token::read_or_create(&file))
                    .await
                    .context("reading the token was cut off")??,
            ),
            None => None,
        };
        let addresses = addresses(&listeners)?;
        let (core, options) = open(&read, &sources, &tools, addresses.first(), token.clone()).await?;
        if let (Some(file), Some(token)) = (token_file, token) {
            let (problems, end) = (core.problems.clone(), core.shutdown.clone());
            core.tracker.spawn(token_watch::follow(file, token, problems, end));
        }
        let stop = CancellationToken::new();
        let service: Arc<dyn ToolService> = core.catalog.clone();
        let options = WireOptions {
            max_connections,
            // Only where clients can come back: a pipe ends with its one client.
            sessions_dir: Some(settings.server.data_dir.join("sessions")),
            ..options
        };
        let wire = tokio::spawn(host_wire::serve(listeners, service, options, stop.clone()));
        let announced: Notice = Arc::new(Mutex::new(announce(&settings, addresses.first().copied()).await));
        core.tracker
            .spawn(keep_announced(Arc::clone(&announced), core.shutdown.clone()));
        let told = tell_unitys(&core, &settings.server.data_dir, addresses.clone()).await;
        for address in &addresses {
            tracing::info!(%address, "listening");
        }
        serving::report(&core, &settings);
        Ok(Self {
            addresses,
            core,
            stop,
            wire,
            announced,
            told,
        })
    }

    /// Base address, without a slash at its end.
    pub fn url(&self) -> String {
        match self.addresses.first() {
            Some(address) => format!("http://{address}"),
            None => String::new(),
        }
    }

    /// Ends: no new call, calls in flight drain, then the port closes and background tasks end.
    ///
    /// # Errors
    /// A listener had failed before.
    pub async fn stop(self) -> Result<()> {
        self.core.tell_unsaved().await;
        withdraw(self.announced, self.told).await;
        self.stop.cancel();
        let served = self.wire.await.context("serving was cut off")?;
        self.core.close().await;
        served.context("serving failed")
    }

    /// Serves until the first signal to end, then as `stop`; a second one ends the process at once.
    pub(crate) async fn until_shutdown(mut self, mut signals: Signals) -> Result<()> {
        tokio::select! {
            name = signals.end(&self.core.operator) => tracing::info!(signal = name, "ending; a second signal ends at once"),
            ended = &mut self.wire => {
                withdraw(self.announced, self.told).await;
                self.core.close().await;
                return ended.context("serving was cut off")?.context("serving failed");
            }
        }
        leave_at_the_next(signals, Arc::clone(&self.core.catalog));
        self.stop().await
    }
}

/// The core with what watches over it, and how the wire serves it; `address` is the first listener's, where there is one.
pub(crate) async fn open(
    read: &Configuration,
    sources: &Sources,
    tools: &Tools,
    address: Option<&SocketAddr>,
    token: Option<Token>,
) -> Result<(Core, WireOptions)> {
    let settings = &read.settings;
    let core = Core::open(read, sources, tools).await?;
    core.runtime.set_host_facts(facts(settings, address));
    core.tracker
        .spawn(loading::show(Arc::clone(&core.bridge), core.shutdown.clone()));
    core.tracker
        .spawn(bridge_state::tell(Arc::clone(&core.bridge), core.shutdown.clone()));
    core.tracker
        .spawn(reload::watch(Arc::clone(&core.operator), core.shutdown.clone()));
    let (operator, data_dir) = (Arc::clone(&core.operator), settings.server.data_dir.clone());
    tokio::task::spawn_blocking(move || operator.begins(&data_dir))
        .await
        .context("comparing with what was in force before was cut off")?;
    let data_dir = settings.server.data_dir.clone();
    let state_key = tokio::task::spawn_blocking(move || state_key::read_or_create(&data_dir))
        .await
        .context("reading the key of parked calls was cut off")?;
    let options = WireOptions {
        state_key,
        used_states_file: Some(state_key::used_file(&settings.server.data_dir)),
        problems: core.problems.clone(),
        unitys: core
            .unitys
            .clone()
            .map(|unitys| Arc::new(unitys) as Arc<dyn LinkService>),
        ..wire_options(settings, token)
    };
    for empty in empty_folders(tools) {
        tracing::warn!("{empty}");
    }
    Ok((core, options))
}

/// Tells clients of this machine where the host is. A place that cannot be written is a warning and no failure: whoever
/// knows the address connects as well.
async fn announce(settings: &Settings, address: Option<SocketAddr>) -> Option<Announced> {
    // It leads clients of the Explorer dialect here.
    let file = settings
        .server
        .discovery_file
        .clone()
        .filter(|_| settings.explorer.enabled)?;
    let address = address?;
    tokio::task::spawn_blocking(move || {
        Announced::write(&file, address)
            .inspect_err(|error| {
                tracing::warn!(
                    file = %file.display(),
                    "the discovery file cannot be written, so clients have to be told the address: {error:#}; set \
                     `server.discovery-file` to another place, or to \"off\""
                );
            })
            .ok()
    })
    .await
    .ok()
    .flatten()
}

/// Tells Unitys of this machine where the host is, where they may link themselves.
pub(crate) async fn tell_unitys(core: &Core, data_dir: &Path, addresses: Vec<SocketAddr>) -> Option<HostFile> {
    let unitys = core.unitys.clone()?;
    let data_dir = data_dir.to_owned();
    let write = move || HostFile::write(&data_dir, &addresses, unitys.host(), unitys.secret());
    let written = tokio::task::spawn_blocking(write).await;
    let written = written.context("writing it was cut off").and_then(|written| written);
    written
        .inspect_err(|error| tracing::error!("no Unity finds this host: its file cannot be written: {error:#}"))
        .ok()
}

/// The host that came last is the one that clients find; when it ends and takes its file away, this one is told of again.
async fn keep_announced(announced: Notice, end: CancellationToken) {
    while tokio::time::timeout(DISCOVERY_LOOK, end.cancelled()).await.is_err() {
        let announced = Arc::clone(&announced);
        let looked = tokio::task::spawn_blocking(move || {
            if let Some(announced) = &*announced.lock().unwrap_or_else(PoisonError::into_inner) {
                announced.restore();
            }
        });
        if let Err(error) = looked.await {
            tracing::warn!(%error, "looking after the discovery file broke off");
            return;
        }
    }
}

async fn withdraw(announced: Notice, told: Option<HostFile>) {
    let taken = move || {
        drop(announced.lock().unwrap_or_else(PoisonError::into_inner).take());
        drop(told);
    };
    if let Err(error) = tokio::task::spawn_blocking(taken).await {
        tracing::warn!(%error, "removing the files that tell of this host broke off");
    }
}

pub(crate) fn addresses(listeners: &[TcpListener]) -> Result<Vec<SocketAddr>> {
    listeners
        .iter()
        .map(|listener| listener.local_addr().context("a listener has no address"))
        .collect()
}

fn facts(settings: &Settings, address: Option<&SocketAddr>) -> HostFacts {
    HostFacts {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        bind_address: address.map(|address| address.ip().to_string()).unwrap_or_default(),
        port: address.map_or(0, SocketAddr::port),
        export_root: settings.server.data_dir.display().to_string(),
        log_level: settings.log.level.clone(),
    }
}

fn wire_options(settings: &Settings, token: Option<Token>) -> WireOptions {
    let server = &settings.server;
    let usual = WireOptions::default();
    WireOptions {
        token,
        allowed_origins: server.allowed_origins.clone(),
        allowed_hosts: server.allowed_hosts.clone(),
        max_in_flight: server.max_in_flight,
        client_share: settings.client_share,
        max_sessions: server.max_sessions,
        max_streams: server.max_streams,
        max_connections: server.max_connections,
        head_timeout: server.head_timeout,
        memory: server.memory,
        drain: server.drain,
        ask_limit: server.answer_limit,
        output_schemas: settings.output_schemas,
        text: settings.text,
        editor: EditorOptions {
            enabled: settings.editor,
        },
        command: CommandOptions {
            enabled: settings.command,
            ..usual.command
        },
        sse: SseOptions { enabled: settings.sse },
        explorer: ExplorerOptions {
            enabled: settings.explorer.enabled,
            max_in_flight: settings.explorer.max_in_flight,
            mirror_beyond_loopback: settings.explorer.mirror_beyond_loopback,
            ..usual.explorer
        },
        max_body: config::largest_body(&settings.limits),
        ..usual
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Flag, Written};

    fn sources(folder: &Path, more: &[(&str, &str)]) -> Sources {
        let inside = |name: &str| toml::Value::String(folder.join(name).display().to_string());
        let own = [
            ("server.data-dir", inside("data")),
            ("server.cache-dir", inside("cache")),
            ("server.discovery-file", inside("found.json")),
        ];
        let mut sources = Sources::of_flags(folder, more.iter().copied());
        sources.flags.extend(own.map(|(key, value)| Flag {
            key: key.to_owned(),
            shown: format!("--set {key}"),
            written: Written::Value(value),
        }));
        sources
    }

    /// Defaults stand in the table of keys, and again for who uses the wire without this program.
    #[test]
    fn what_is_not_set_is_as_the_wire_has_it_by_itself() {
        let folder = tempfile::tempdir().unwrap();
        let settings = Configuration::read(&sources(folder.path(), &[])).unwrap().settings;
        let (set, own) = (wire_options(&settings, None), WireOptions::default());
        let (set, own) = (format!("{set:#?}"), format!("{own:#?}"));
        assert_eq!(set.lines().count(), own.lines().count());
        for (set, own) in set.lines().zip(own.lines()) {
            assert_eq!(set, own);
        }
    }

    fn no_tools() -> Tools {
        Tools {
            no_bundled: true,
            ..Tools::default()
        }
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_discovery_file_is_there_while_the_host_serves() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("found.json");
        let sources = sources(folder.path(), &[("server.listen", "127.0.0.1:0")]);
        let running = start(&sources, no_tools()).await.unwrap();
        let found: serde_json::Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        assert_eq!(found["baseUrl"], format!("{}/", running.url()));
        assert_eq!(found["port"], running.addresses[0].port());
        running.stop().await.unwrap();
        assert!(!file.exists());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn without_the_explorer_dialect_nobody_is_led_here() {
        let folder = tempfile::tempdir().unwrap();
        let more = [("server.listen", "127.0.0.1:0"), ("dialects.explorer.enabled", "false")];
        let running = start(&sources(folder.path(), &more), no_tools()).await.unwrap();
        assert!(!folder.path().join("found.json").exists());
        running.stop().await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn a_discovery_file_that_cannot_be_written_is_no_failure() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir_all(folder.path().join("found.json").join("inside")).unwrap();
        let sources = sources(folder.path(), &[("server.listen", "127.0.0.1:0")]);
        start(&sources, no_tools()).await.unwrap().stop().await.unwrap();
    }
}
