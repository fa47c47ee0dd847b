//! All running Unity instances of the host as one bridge.
//!
//! This module implements the functions of a bridge. `inner` and `choice` select the instance for a call, `table`
//! contains the instances, and the crate `bridge-live` runs the call.

use crate::chosen_target::One;
use crate::folder::Folder;
use crate::hearing::hear_folder;
use crate::inner::Inner;
use host_api::{Access, Announced, BoxFuture, Link, LinkService, SessionNews, Target};
use host_bridge::{
    Activity, BridgeCall, BridgeError, BridgeId, BridgeState, CallKey, Capability, CheckedCommand, Command, Event,
    Function, LogBuffer, LogTail, ProjectInfo, Replied, SelectedTarget, Several, TargetRow, UnityBridge, UnityState,
    Wish,
};
use host_bridge_live::trust::Secret;
use host_bridge_live::{HostName, HostSide};
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// The access to Unity of this host: the running instances, and the project folder if there is one. Cheap to clone.
#[derive(Clone)]
pub struct Targets(pub(crate) Arc<Inner>);

impl Targets {
    /// Creates the access to Unity, with the project folder if `folder` is `Some`. Instances that connect later must
    /// prove that they know `secret`. Object ids are stored in the folder `ids`, so that they outlive the host; with `None`
    /// they end with it. Tasks of instances run in `tasks` and end when `over` is cancelled.
    pub fn new(
        host: HostName,
        secret: Secret,
        folder: Option<Folder>,
        ids: Option<&Path>,
        tasks: TaskTracker,
        over: CancellationToken,
    ) -> Self {
        let targets = Self(Arc::new(Inner::new(host, secret, folder, ids, tasks, over)));
        if let Some(folder) = &targets.0.folder {
            hear_folder(&targets.0, folder);
            if let Some(pipeline) = &folder.pipeline {
                let (over, events) = (targets.0.over.clone(), targets.0.events.clone());
                targets.0.tasks.spawn(pipeline.presence().watch(over, events));
            }
        }
        targets
    }

    /// Sets the compiler, scripts and exports folder that the host offers to connecting instances. Call it only once.
    pub fn help_with(&self, host_side: HostSide) {
        // A second value would not reach the connected instances.
        let _ = self.0.host_side.set(Arc::new(host_side));
    }

    /// Returns the secret that instances must know, so that the host can write it to a file.
    pub fn secret(&self) -> &Secret {
        &self.0.secret
    }

    /// Returns the name of this host, which Unity instances receive when they connect.
    pub fn host(&self) -> &HostName {
        &self.0.host
    }
}

impl UnityBridge for Targets {
    fn name(&self) -> &'static str {
        "live"
    }

    /// Returns the capabilities of the default instance or folder. If none is available, returns all capabilities, so
    /// that the error of a call reports the missing instance.
    fn capabilities(&self) -> BTreeSet<Capability> {
        let mut capabilities = self.0.with_first(|one| one.capabilities(), || Capability::ALL.into());
        if self.0.has_first_pipeline() {
            capabilities.insert(Capability::Commands);
        }
        capabilities
    }

    fn state(&self) -> BridgeState {
        self.0.with_first(
            |one| one.state(),
            || {
                BridgeState::Unity(UnityState {
                    activity: Activity::Away,
                    since: self.0.since.elapsed(),
                    last_time: None,
                    dialog: None,
                    command: None,
                    has_ended: false,
                    is_gone: false,
                })
            },
        )
    }

    fn project(&self) -> ProjectInfo {
        self.0.with_first(|one| one.project(), ProjectInfo::default)
    }

    fn has_executed(&self, key: &CallKey) -> bool {
        self.0.with_first(|one| one.has_executed(key), || false)
    }

    fn queue_depth(&self) -> usize {
        let here = self.0.table().linked_bridges();
        here.iter().map(|bridge| bridge.queue_depth()).sum()
    }

    fn id(&self) -> BridgeId {
        self.0.with_first(|one| one.id(), || BridgeId::new(self.name(), 0))
    }

    fn target_set(&self) -> Option<&dyn Several> {
        Some(self)
    }

    fn resolve_target(&self, wish: &Wish) -> Result<Option<SelectedTarget>, BridgeError> {
        let choice = self.0.choose(wish)?;
        let everyone = Arc::new(self.clone());
        let one = One::new(&self.0, everyone, choice, wish.clone());
        let target = Target {
            unity: one.id().to_string(),
            source: one.source(),
        };
        Ok(Some(SelectedTarget {
            bridge: Arc::new(one),
            target,
        }))
    }

    fn functions(&self) -> BTreeSet<Function> {
        self.0
            .with_first(|one| one.functions(), || Function::ALL.iter().copied().collect())
    }

    fn refuses(&self, function: Function) -> Option<BridgeError> {
        self.0.with_first(|bridge| bridge.refuses(function), || None)
    }

    fn access(&self, command: &Command) -> Access {
        command.access_in_running()
    }

    fn events(&self) -> broadcast::Receiver<Announced<Event>> {
        self.0.events.subscribe()
    }

    fn log(&self) -> &LogBuffer {
        &self.0.log
    }

    fn execute(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>> {
        Box::pin(async move {
            if let Some(wanted) = LogTail::from_command(&command) {
                return Ok(self.0.log.tail(&wanted));
            }
            // Commands of the host itself have no session and name no target.
            if let Some(answer) = self.0.answer_itself(&command, &Wish::default(), None) {
                return answer;
            }
            if let Some(scripts) = self.0.scripts(command.function()) {
                return scripts.answer(command, call).await;
            }
            let is_empty = self.0.table().linked_bridges().is_empty();
            if let (Some(folder), true) = (&self.0.folder, is_empty) {
                return folder.bridge.execute(command, call).await;
            }
            let bridge = self.0.choose_bridge(&command, &call).await?;
            bridge.execute(command, call).await
        })
    }
}

impl Several for Targets {
    fn targets(&self) -> Vec<TargetRow> {
        self.0.rows(None)
    }

    fn heard_by(&self, wish: &Wish) -> Option<Arc<str>> {
        self.0.heard_by(wish)
    }

    fn wants_roots(&self, wish: &Wish) -> bool {
        self.0.wants_roots(wish)
    }

    fn has_roots(&self, wish: &Wish, roots: &[PathBuf]) {
        self.0.has_roots(wish, roots);
    }

    fn unsettled(&self, wish: &Wish) -> Option<&'static str> {
        let choice = self.0.choose(wish).ok()?;
        choice.unsettled(&self.0)
    }

    fn session_news(&self, session: &str, news: SessionNews) {
        match news {
            SessionNews::RootsChanged => self.0.sessions().forget_roots(session),
            SessionNews::Ended => self.0.sessions().forget(session),
        }
    }

    fn switches(&self) -> Vec<String> {
        self.0.switches().lines()
    }
}

impl LinkService for Targets {
    fn serve(&self, link: Link) -> BoxFuture<'_, ()> {
        Box::pin(self.0.let_in(link))
    }
}

impl fmt::Debug for Targets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Targets")
    }
}
