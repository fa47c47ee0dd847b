//! The bridge to one running Unity instance, for the other crates of the host.
//!
//! Belongs here: the implementation of `UnityBridge` with a session. Does not: links (`driver`), the selection of the
//! instance for a call.

use crate::authors::Authors;
use crate::code::scripts::Scripts;
use crate::code::sessions::Snippets;
use crate::code::startup_memory::Startup;
use crate::driver::{self, Proved, Shared};
use crate::frames::{Hello, WireEffect};
use crate::host_side::{Compiling, HostSide};
use crate::id_columns::IdColumns;
use crate::keys;
use crate::peer_project::project_info;
use crate::saved_pictures::SavedPictures;
use crate::session::{Asked, LinkCall, LinkReply, Session, Wanted};
use crate::source_check::check_source;
use host_api::{Access, Announced, BoxFuture, Deadline, Link};
use host_bridge::{
    Activity, BridgeCall, BridgeError, BridgeErrorKind, BridgeId, BridgeState, CallKey, Capability, CheckedCommand,
    Command, CommandQueue, Event, Fate, Function, LoadProgress, LogBuffer, LogTail, ObjectNumbers, ProjectInfo,
    Replied, Reply, SelectedTarget, Several, UnityBridge, Waits, Wish, of_call_alone,
};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// The interval at which a waiting caller receives the reason why it waits.
const EACH: Duration = Duration::from_secs(1);

/// The time limit for a command without a deadline, such as one that the host itself sends.
const OWN: Duration = Duration::from_secs(30);

/// The facts about the host that the `welcome` frame contains.
#[derive(Clone, Debug)]
pub struct HostName {
    pub version: String,
    /// A random id of the host process.
    pub run: String,
}

/// The bridge to one Unity instance. A clone is cheap and refers to the same instance.
#[derive(Clone)]
pub struct LiveBridge {
    id: BridgeId,
    shared: Arc<Shared>,
    links: mpsc::Sender<Proved>,
    /// The token that is cancelled when the task of this instance must end or has ended.
    over: CancellationToken,
    pub(crate) authors: Arc<Mutex<Authors>>,
    host_side: Option<Arc<HostSide>>,
    snippets: Arc<Snippets>,
    startup: Arc<Startup>,
    pictures: Arc<SavedPictures>,
    /// The id of the only process that may receive the calls of this handle; `None` if any process may.
    pub(crate) pinned: Option<Arc<str>>,
}

impl LiveBridge {
    /// Creates the bridge to an instance that has no link yet, and the future that handles its links until `over` is
    /// cancelled. Events go to `events` and log lines to `log`. `numbers` assigns object ids; `None` keeps Unity's
    /// object names.
    pub fn new(
        host: &HostName,
        id: BridgeId,
        events: broadcast::Sender<Announced<Event>>,
        log: Arc<LogBuffer>,
        numbers: Option<Arc<dyn ObjectNumbers>>,
        over: CancellationToken,
    ) -> (Self, impl Future<Output = ()> + Send + use<>) {
        let session = Session::new(&host.version, &host.run, id.clone(), Instant::now());
        let session = match numbers {
            Some(numbers) => session.numbered(numbers),
            None => session,
        };
        let shared = Arc::new(Shared::new(session, &id, events, log));
        let (links, proved) = mpsc::channel(1);
        let task = driver::run(Arc::clone(&shared), proved, over.clone());
        let bridge = Self {
            id,
            shared,
            links,
            over,
            authors: Arc::default(),
            host_side: None,
            snippets: Arc::default(),
            startup: Arc::default(),
            pictures: Arc::default(),
            pinned: None,
        };
        (bridge, task)
    }

    /// Returns this bridge with the compiler, scripts folder and exports folder of the host.
    #[must_use]
    pub fn helped_by(self, host_side: Option<Arc<HostSide>>) -> Self {
        Self { host_side, ..self }
    }

    pub(crate) fn host_side(&self) -> Option<&HostSide> {
        self.host_side.as_deref()
    }

    pub(crate) fn compiling(&self) -> Option<&Compiling> {
        Some(&self.host_side()?.compiling)
    }

    pub(crate) fn scripts(&self) -> Option<&Arc<Scripts>> {
        self.host_side().map(|side| &side.scripts)
    }

    pub(crate) fn session(&self) -> MutexGuard<'_, Session> {
        self.shared.session()
    }

    pub(crate) fn snippets(&self) -> &Snippets {
        &self.snippets
    }

    pub(crate) fn startup(&self) -> &Startup {
        &self.startup
    }

    pub(crate) fn name_of(&self) -> &BridgeId {
        &self.id
    }

    /// Replaces the connection to the instance by `link`, on which both sides proved their identity. Returns when the
    /// new link is in use; the old one is closed.
    pub async fn link(&self, hello: Box<Hello>, link: Link) {
        let (taken, is_taken) = oneshot::channel();
        let proved = Proved { hello, link, taken };
        // If its task ended with the host, the link ends, too.
        if self.links.send(proved).await.is_ok() {
            let _ = is_taken.await;
            self.start();
        }
    }

    /// Returns the facts (`hello` frame) about the instance from the current or last link; `None` if there was none.
    pub fn peer(&self) -> Option<Arc<Hello>> {
        self.shared.session().peer().cloned()
    }

    /// Returns true if a link to the instance is open.
    pub fn is_linked(&self) -> bool {
        self.activity() != Activity::Away
    }

    fn activity(&self) -> Activity {
        self.shared.state().activity
    }

    pub(crate) async fn run(&self, command: CheckedCommand, call: BridgeCall) -> Result<Replied, BridgeError> {
        if let Some(wanted) = LogTail::from_command(&command) {
            return Ok(self.shared.log.tail(&wanted));
        }
        let function = command.function();
        if let (
            Some(side),
            Command::Screenshot {
                output_path: Some(_), ..
            },
        ) = (self.host_side(), &*command)
        {
            let taken_by = Arc::new(self.clone());
            return self.pictures.save(taken_by, &side.exports, command, call).await;
        }
        check_source(&command).await?;
        if Self::begins_job(function) {
            // Its journal entry exists even if the caller leaves before the job ends.
            self.note_author(&mut Reply::Done, Some(keys::key(&call.key)), call.origin.as_deref());
            return self.run_job(command, call).await;
        }
        if self.compiles(function) {
            return match function {
                Function::Evaluate => {
                    let evaluated = self.evaluate((*command).clone(), call).await?;
                    Ok(Reply::Evaluated(evaluated).into())
                }
                Function::SetHookSource => self.carry_out((*command).clone(), call).await,
                _ => self.print((*command).clone(), call).await,
            };
        }
        let (reply, answer) = oneshot::channel();
        let effect = command.access_in_running().effect.into();
        let method = command.function().method();
        let origin = call.origin.clone();
        let key = (effect != WireEffect::Read).then(|| keys::key(&call.key));
        let ids = IdColumns::from_command(&command);
        let mut replied = self
            .ask(Wanted::Command(command, reply), method, effect, call, answer)
            .await?;
        ids.fill(&mut replied.reply);
        if let Reply::Picture(picture) = &mut replied.reply {
            // Unity sends the bytes and never a path: a path in an answer always belongs to the host.
            picture.file_path = None;
        }
        if let Reply::Project(info) = &mut replied.reply {
            let instance = self.peer().map(|peer| peer.instance.clone()).unwrap_or_default();
            replied.diagnostics.extend(self.startup.add(info, &instance));
            replied.diagnostics.extend(self.session().loaded_code_note());
        }
        self.note_author(&mut replied.reply, key, origin.as_deref());
        Ok(replied)
    }

    /// Sends a `link/…` call to the instance. Guests cannot send such calls.
    ///
    /// # Errors
    /// The instance does not serve the call, or the call failed.
    pub async fn ask_link(&self, asked: LinkCall, call: BridgeCall) -> Result<LinkReply, BridgeError> {
        self.ask_process(asked, None, call).await
    }

    /// Sends a `link/…` call like `ask_link`. If `instance` is a process id, only this process may receive the call.
    ///
    /// # Errors
    /// Those of `ask_link`, and an error if another process is connected.
    pub async fn ask_process(
        &self,
        asked: LinkCall,
        instance: Option<String>,
        call: BridgeCall,
    ) -> Result<LinkReply, BridgeError> {
        let (reply, answer) = oneshot::channel();
        let (method, effect) = (asked.method(), asked.effect());
        let wanted = Wanted::Link(asked, instance, reply);
        self.ask(wanted, method, effect, call, answer).await
    }

    /// While the instance accepts no commands, extends the deadline of a waiting caller every second if the instance
    /// announced the reason, and reports the reason if the caller displays progress. This future never completes.
    async fn wait_with_reason(&self, deadline: &Deadline, progress: Option<LoadProgress>) {
        let mut ticks = tokio::time::interval(EACH);
        // Clients show a progress value only if it grows, so the first report begins at 1.
        for seconds in 1.. {
            ticks.tick().await;
            let (now, state) = (Instant::now(), self.shared.state());
            if self.shared.session().is_announced_wait(now) {
                deadline.extend(now);
            }
            if let Some(progress) = progress.as_ref().filter(|_| !state.activity.accepts_commands()) {
                progress(Waits::Unity(seconds, state.to_string()));
            }
        }
    }

    async fn ask<T>(
        &self,
        wanted: Wanted,
        method: &'static str,
        effect: WireEffect,
        call: BridgeCall,
        mut answer: oneshot::Receiver<Result<T, BridgeError>>,
    ) -> Result<T, BridgeError> {
        let now = Instant::now();
        let fate = Arc::clone(&call.fate);
        let deadline = call.deadline.unwrap_or_else(|| Deadline::fixed(now + OWN));
        let asked = Asked {
            wanted,
            effect,
            key: call.key,
            tool: call.origin.as_ref().map(|origin| Arc::clone(&origin.tool)),
            deadline: deadline.clone(),
            cancel: call.cancel.clone(),
            fate: call.fate,
            progress: call.progress.clone(),
        };
        self.shared.session().submit(asked, now);
        self.shared.look();
        let _going = Going(&self.shared);
        let answered = async {
            tokio::select! {
                biased;
                answered = &mut answer => return answered,
                () = call.cancel.cancelled() => self.shared.look(),
            }
            answer.await
        };
        let answered = tokio::select! {
            biased;
            answered = answered => answered.ok(),
            () = self.over.cancelled() => None,
            () = self.wait_with_reason(&deadline, call.progress) => None,
        };
        answered.unwrap_or_else(|| Err(host_ended_error(method, effect, &fate)))
    }
}

fn host_ended_error(function: &str, effect: WireEffect, fate: &Fate) -> BridgeError {
    if fate.withdraw() || effect == WireEffect::Read {
        return CommandQueue::<()>::ended_error();
    }
    let message = format!("the host ended before Unity said what came of `{function}`");
    BridgeError::new(BridgeErrorKind::OutcomeUnknown, message)
}

/// A drop guard of a waiting caller. When the caller is dropped, the guard makes the session check its callers.
struct Going<'a>(&'a Shared);

impl Drop for Going<'_> {
    fn drop(&mut self) {
        self.0.look();
    }
}

impl UnityBridge for LiveBridge {
    fn name(&self) -> &'static str {
        "live"
    }

    fn capabilities(&self) -> BTreeSet<Capability> {
        let session = self.shared.session();
        let words = session.peer().into_iter().flat_map(|peer| &peer.capabilities);
        words.filter_map(|word| Capability::parse(word)).collect()
    }

    fn state(&self) -> BridgeState {
        BridgeState::Unity(self.shared.state())
    }

    fn project(&self) -> ProjectInfo {
        let session = self.shared.session();
        let activity = session.state(Instant::now()).activity;
        session
            .peer()
            .map(|peer| project_info(peer, activity))
            .unwrap_or_default()
    }

    fn has_executed(&self, key: &CallKey) -> bool {
        self.peer().is_some_and(|peer| keys::has_write(&peer.journal, key))
    }

    fn queue_depth(&self) -> usize {
        self.shared.session().depth()
    }

    fn id(&self) -> BridgeId {
        self.id.clone()
    }

    fn target_set(&self) -> Option<&dyn Several> {
        None
    }

    fn resolve_target(&self, wish: &Wish) -> Result<Option<SelectedTarget>, BridgeError> {
        of_call_alone(self, None, wish)
    }

    fn functions(&self) -> BTreeSet<Function> {
        let mut functions = self.session().functions().clone();
        // The host keeps the log.
        functions.insert(Function::TailLogs);
        let has_scripts = self.scripts().is_some();
        if has_scripts {
            functions.extend(host_scripts_folder::FUNCTIONS);
        }
        if self.compiles(Function::SetHookSource) && self.no_hook_code().is_none() {
            functions.insert(Function::SetHookSource);
        }
        if self.no_code().is_none() {
            functions.insert(Function::Evaluate);
            if has_scripts {
                functions.extend([Function::RunScript, Function::RunStartupScript]);
            }
        }
        functions
    }

    fn refuses(&self, function: Function) -> Option<BridgeError> {
        if !self.compiles(function) {
            return None;
        }
        self.cannot_compile(function)
    }

    fn access(&self, command: &Command) -> Access {
        command.access_in_running()
    }

    fn events(&self) -> broadcast::Receiver<Announced<Event>> {
        self.shared.events.subscribe()
    }

    fn log(&self) -> &LogBuffer {
        &self.shared.log
    }

    fn execute(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>> {
        Box::pin(self.run(command, call))
    }
}

#[cfg(test)]
mod tests;
