//! `ProjectBridge`: a handle that sends commands to the owner thread of a project over a bounded queue.

use crate::options::ProjectOptions;
use crate::owner::{self, Answer, Message, Shared};
use crate::save_switch::{self, SaveSwitch};
use crate::session::{Concerns, Making, Patience};
use host_api::{Access, Announced, BoxFuture};
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, BridgeId, BridgeState, CallKey, Capability, CheckedCommand, Command,
    CommandKey, CommandQueue, Event, Fate, Function, LoadProgress, LogBuffer, Origin, ProjectInfo, Replied,
    SelectedTarget, Several, UnityBridge, Waits, WaitsFor, Wish, answer_alone, of_call_alone, withdrawn_error,
};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{broadcast, oneshot, watch};
use tokio::time::Instant;

/// Maximum number of the bridge's events that wait for a slow subscriber. Beyond it, the subscriber loses the oldest.
const EVENTS: usize = 1_024;

/// Maximum time that a call with partial results waits for more data. It then returns them; the next page continues.
const PATIENCE: Duration = Duration::from_secs(3);
/// Maximum time that a call without a deadline waits for C# sources to be parsed.
const LONGEST: Duration = Duration::from_secs(30);
/// Time before its deadline at which a call that still waits for C# sources is answered without them.
const MARGIN: Duration = Duration::from_millis(500);
/// Stack size of the owner thread in bytes. Nested prefabs and deep hierarchies are processed recursively.
const STACK_BYTES: usize = 16 * 1024 * 1024;
/// Maximum time that dropping the bridge waits for the owner thread. A thread that is blocked by a disk keeps running.
const LAST_WORK: Duration = Duration::from_secs(3);

/// A bridge (executor of the host's commands) for a Unity project folder on disk. It needs no running Unity.
pub struct ProjectBridge {
    id: BridgeId,
    /// The path of the project as the operator configured it.
    root: String,
    saves: SaveSwitch,
    queue: Option<CommandQueue<Message>>,
    shared: Arc<Shared>,
    owner: Option<JoinHandle<()>>,
    /// A channel that closes when the owner thread, which runs all commands on the project, has ended.
    ended: Mutex<Receiver<()>>,
}

impl ProjectBridge {
    /// Starts the owner thread and returns immediately. The thread first reads the folder, and commands wait until it
    /// has. If the folder is not a Unity project, the state becomes `BridgeState::Failed`.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn open(options: ProjectOptions) -> std::io::Result<Self> {
        let (id, saves) = (id_of(&options.root), SaveSwitch::from_options(&options));
        let root = options.root.display().to_string();
        let (queue, receiver) = CommandQueue::new();
        let shared = Arc::new(Shared::new(EVENTS));
        let (weak, for_owner) = (queue.downgrade(), Arc::clone(&shared));
        let (ends, ended) = sync_channel::<()>(0);
        let owner = std::thread::Builder::new()
            .name("project-session".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                // Dropped last, even if the owner thread panics.
                let _ends = ends;
                owner::run(&options, receiver, weak, &for_owner);
            })?;
        Ok(Self {
            id,
            root,
            saves,
            queue: Some(queue),
            shared,
            owner: Some(owner),
            ended: Mutex::new(ended),
        })
    }

    /// Waits until loading has ended. Calls `progress` with the number of loaded scenes and the total number.
    pub async fn wait_until_loaded(&self, progress: &(dyn Fn(u32, u32) + Send + Sync)) -> BridgeState {
        let mut state = self.shared.state.subscribe();
        loop {
            let now = state.borrow_and_update().clone();
            match now {
                BridgeState::Loading { done, total } => progress(done, total),
                other => return other,
            }
            if state.changed().await.is_err() {
                return state.borrow().clone();
            }
        }
    }

    /// Before the host exits: logs, announces and returns a line about the unsaved edits; `None` if there are none.
    pub async fn report_unsaved(&self) -> Option<String> {
        // Before a project is loaded there are no edits. Loading may take longer than the host may take to exit.
        if *self.shared.state.borrow() != BridgeState::Ready {
            return None;
        }
        let (reply, line) = oneshot::channel();
        self.queue.as_ref()?.put(Message::Ends(reply)).ok()?;
        match tokio::time::timeout(LAST_WORK, line).await {
            Ok(line) => line.ok().flatten(),
            Err(_) => Some("the project is busy: cannot count the unsaved edits".to_owned()),
        }
    }

    /// Watches the problems that the operator must fix. The key of each is the name of the affected part.
    pub fn watch_concerns(&self) -> watch::Receiver<Concerns> {
        self.shared.concerns.subscribe()
    }

    /// Writes the edit journal again if its last write failed. Until a write succeeds, new edits are rejected.
    pub fn try_journal_again(&self) {
        // If the queue is full, the commands in it attempt the write too.
        let _ = self.queue.as_ref().map(|queue| queue.put(Message::TryJournal));
    }

    /// Makes the session look for files that were created, moved or removed, before the next command.
    pub fn look_again(&self) {
        // If the queue is full, the watch of the folder reports the files a moment later.
        let _ = self.queue.as_ref().map(|queue| queue.put(Message::LookAgain));
    }

    fn enqueue(
        &self,
        command: CheckedCommand,
        key: CommandKey,
        by: Option<Arc<Origin>>,
        fate: &Arc<Fate>,
    ) -> Result<oneshot::Receiver<Answer>, BridgeError> {
        let (reply, answer) = oneshot::channel();
        let message = Message::Run {
            command: Box::new(command),
            key,
            by,
            fate: Arc::clone(fate),
            reply,
        };
        fate.queued();
        let Some(queue) = &self.queue else {
            return Err(queue_ended());
        };
        queue.put(message).map(|()| answer)
    }

    async fn run(&self, command: CheckedCommand, call: BridgeCall) -> Result<Replied, BridgeError> {
        if let Some(answer) = answer_alone(self, Some(&self.root), &command) {
            return answer;
        }
        if call
            .deadline
            .as_ref()
            .is_some_and(|deadline| deadline.is_over(std::time::Instant::now()))
        {
            let message = "the call's deadline had passed before its command was sent; nothing was changed";
            return Err(BridgeError::new(BridgeErrorKind::Timeout, message));
        }
        if call.cancel.is_cancelled() {
            return Err(withdrawn_error());
        }
        let _left = Left(Arc::clone(&call.fate));
        let is_write = command.is_write_in_folder();
        let mut command = command;
        let (mut short, mut of_call) = (None, None);
        let mut last: Option<Result<Replied, BridgeError>> = None;
        loop {
            let again = may_wait(&command).then(|| command.clone());
            let answer = match (
                self.enqueue(command, call.key.clone(), call.origin.clone(), &call.fate),
                last,
            ) {
                (Ok(answer), _) => answer,
                // The queue is full, so the partial result is the answer.
                (Err(_), Some(told)) => return ended_with(&call.fate, told),
                (Err(full), None) => return Err(full),
            };
            let wait = async {
                if let Some(progress) = &call.progress
                    && matches!(*self.shared.state.borrow(), BridgeState::Loading { .. })
                {
                    let tell = |done, total| progress(Waits::Counted(WaitsFor::Scenes, done, total));
                    self.wait_until_loaded(&tell).await;
                }
                answer.await
            };
            let answer = tokio::select! {
                biased;
                answer = wait => answer.map_err(|_| queue_ended())?,
                () = call.cancel.cancelled() => return Err(abandon(is_write, &call.fate)),
            };
            let (making, told) = match answer {
                Answer::Done(outcome) => return outcome,
                Answer::Wait(making, told) => (making, told),
            };
            let Making {
                mut ended,
                files,
                patience,
            } = making;
            let telling = async {
                if let (Some(progress), Some(files)) = (&call.progress, files) {
                    tell_files(progress, files).await;
                }
                // Progress reports never complete this `select!`; `ended` does.
                std::future::pending::<()>().await;
            };
            let Some(next) = again else {
                return ended_with(&call.fate, told);
            };
            let until = match patience {
                Patience::Short => *short.get_or_insert_with(|| Instant::now() + PATIENCE),
                Patience::OfCall => match &call.deadline {
                    Some(deadline) => Instant::from_std(deadline.at())
                        .checked_sub(MARGIN)
                        .unwrap_or_else(Instant::now),
                    None => *of_call.get_or_insert_with(|| Instant::now() + LONGEST),
                },
            };
            // During this wait, the session keeps no state of this command and runs other commands.
            tokio::select! {
                biased;
                () = call.cancel.cancelled() => return Err(abandon(false, &call.fate)),
                // Polled before `ended`, so that the caller receives at least the report that all files were checked.
                () = telling => {}
                () = tokio::time::sleep_until(until) => return ended_with(&call.fate, told),
                _ = ended.wait_for(|ended| *ended) => {}
            }
            last = Some(told);
            command = next;
        }
    }
}

/// A guard that withdraws a queued command if it is dropped (the caller stopped waiting) before the command begins.
struct Left(Arc<Fate>);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

/// Ends a command that still waits for data. Returns `told`: a partial result, or an error that names the missing data.
fn ended_with(fate: &Fate, told: Result<Replied, BridgeError>) -> Result<Replied, BridgeError> {
    fate.finish(&told);
    told
}

async fn tell_files(progress: &LoadProgress, mut files: watch::Receiver<(u32, u32)>) {
    loop {
        let (done, total) = *files.borrow_and_update();
        if total > 0 {
            progress(Waits::Counted(WaitsFor::References, done, total));
        }
        if files.changed().await.is_err() {
            return;
        }
    }
}

/// Returns the id of the bridge for this project folder. It depends only on the folder's absolute path.
fn id_of(root: &Path) -> BridgeId {
    let whole = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
    let name = whole.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    // The hash is FNV-1a, which gives the same value in every build, unlike the standard library's hashes.
    let bytes = whole.as_os_str().as_encoded_bytes().iter();
    let number = bytes.fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    });
    BridgeId::new(&name, number)
}

/// True if the command may need C# sources, an index or several steps, so that the bridge keeps a copy to run it again.
/// False for commands that run often or have large arguments.
fn may_wait(command: &Command) -> bool {
    !matches!(
        command,
        Command::GetTimeScale
            | Command::SetTimeScale { .. }
            | Command::ProjectInfo
            | Command::ListScenes { .. }
            | Command::GetSelection
            | Command::TailLogs { .. }
            | Command::SaveFiles { .. }
            | Command::ReadScript { .. }
            | Command::WriteScript { .. }
            | Command::WriteStartupScript { .. }
    )
}

fn queue_ended() -> BridgeError {
    CommandQueue::<Message>::ended_error()
}

fn abandon(is_write: bool, fate: &Fate) -> BridgeError {
    let is_withdrawn = fate.withdraw();
    if is_withdrawn {
        return withdrawn_error();
    }
    if is_write {
        return BridgeError::new(
            BridgeErrorKind::OutcomeUnknown,
            "the call was cancelled while its change was running; the host completes the change",
        )
        .with_hint("read the object or the value to check whether the change was made");
    }
    BridgeError::new(
        BridgeErrorKind::Cancelled,
        "the call was cancelled while it waited for the project; nothing was changed",
    )
}

impl UnityBridge for ProjectBridge {
    fn name(&self) -> &'static str {
        "project"
    }

    fn capabilities(&self) -> BTreeSet<Capability> {
        BTreeSet::from([Capability::Scene, Capability::SceneEdit])
    }

    fn state(&self) -> BridgeState {
        self.shared.state.borrow().clone()
    }

    fn project(&self) -> ProjectInfo {
        self.shared.info()
    }

    fn has_executed(&self, _: &CallKey) -> bool {
        false
    }

    fn queue_depth(&self) -> usize {
        self.queue.as_ref().map_or(0, CommandQueue::depth)
    }

    fn id(&self) -> BridgeId {
        self.id.clone()
    }

    fn target_set(&self) -> Option<&dyn Several> {
        None
    }

    fn resolve_target(&self, wish: &Wish) -> Result<Option<SelectedTarget>, BridgeError> {
        of_call_alone(self, Some(&self.root), wish)
    }

    fn functions(&self) -> BTreeSet<Function> {
        Function::supported_by(&self.capabilities())
    }

    fn supports(&self, function: Function) -> bool {
        self.capabilities().contains(&function.required_capability())
    }

    fn refuses(&self, function: Function) -> Option<BridgeError> {
        (function == Function::SaveFiles && !self.saves.is_on()).then(save_switch::disabled_error)
    }

    fn access(&self, command: &Command) -> Access {
        command.access()
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

impl Drop for ProjectBridge {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        drop(self.queue.take());
        // The owner ends after its current work. Usually that is immediately, but a slow disk may take minutes.
        let ended = self
            .ended
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner)
            .recv_timeout(LAST_WORK);
        if let Some(owner) = self.owner.take().filter(|_| ended != Err(RecvTimeoutError::Timeout)) {
            let _ = owner.join();
        }
    }
}

#[cfg(test)]
mod tests;
