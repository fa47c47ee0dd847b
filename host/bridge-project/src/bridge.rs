//! The bridge as the host sees it: a handle on the owner's bounded queue.

use crate::options::ProjectOptions;
use crate::owner::{self, Answer, Message, Shared};
use crate::save_switch::{self, SaveSwitch};
use crate::session::{Concerns, Making, Patience};
use host_api::{Access, Announced, BoxFuture};
use host_bridge::{
    BridgeCall, BridgeError, BridgeErrorKind, BridgeId, BridgeState, Capability, CheckedCommand, Command, CommandKey,
    CommandQueue, Event, Fate, Function, LoadProgress, LogBuffer, OneUnity, Origin, ProjectInfo, Replied, Several,
    UnityBridge, Waits, WaitsFor, Wish, answer_alone, of_call_alone, withdrawn,
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

/// Events that a slow subscriber may lag behind.
const EVENTS: usize = 1_024;

/// A call goes on so long, in steps or while the index of references is made; then it is answered with what is known.
const PATIENCE: Duration = Duration::from_secs(3);

/// A call without a deadline waits so long for C# sources.
const LONGEST: Duration = Duration::from_secs(30);

/// A call that has waited for C# sources is answered so long before its deadline.
const MARGIN: Duration = Duration::from_millis(500);

/// Prefab nesting and deep trees recurse; the default of some systems is small.
const STACK_BYTES: usize = 16 * 1024 * 1024;

/// How long whoever drops the bridge waits for its thread; one that hangs on a disk is left behind.
const LAST_WORK: Duration = Duration::from_secs(3);

/// A Unity project folder, played headless.
pub struct ProjectBridge {
    id: BridgeId,
    /// Of the project, as it was given.
    root: String,
    saves: SaveSwitch,
    queue: Option<CommandQueue<Message>>,
    shared: Arc<Shared>,
    owner: Option<JoinHandle<()>>,
    /// Closed when the owner has ended.
    ended: Mutex<Receiver<()>>,
}

impl ProjectBridge {
    /// Returns at once; the folder is read on the bridge's own thread and commands wait for it. A folder that is no
    /// project shows as `BridgeState::Failed`.
    ///
    /// # Errors
    /// Where the system gives no thread.
    pub fn open(options: ProjectOptions) -> std::io::Result<Self> {
        let (id, saves) = (id_of(&options.root), SaveSwitch::of(&options));
        let root = options.root.display().to_string();
        let (queue, receiver) = CommandQueue::new();
        let shared = Arc::new(Shared::new(EVENTS));
        let (weak, for_owner) = (queue.downgrade(), Arc::clone(&shared));
        let (ends, ended) = sync_channel::<()>(0);
        let owner = std::thread::Builder::new()
            .name("project-session".to_owned())
            .stack_size(STACK_BYTES)
            .spawn(move || {
                // Dropped last, also where the owner panics.
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

    /// Waits until loading has ended, well or not, telling `progress` of each step.
    pub async fn loaded(&self, progress: &(dyn Fn(u32, u32) + Send + Sync)) -> BridgeState {
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

    /// Has unsaved changes logged, and clients notified of them: the host is about to end. Gives the line, if there are any.
    pub async fn ends(&self) -> Option<String> {
        // Nothing was changed before a project is loaded, and loading may take longer than an end may.
        if *self.shared.state.borrow() != BridgeState::Ready {
            return None;
        }
        let (reply, line) = oneshot::channel();
        self.queue.as_ref()?.put(Message::Ends(reply)).ok()?;
        match tokio::time::timeout(LAST_WORK, line).await {
            Ok(line) => line.ok().flatten(),
            Err(_) => Some("the project is busy: how many changes are unsaved cannot be said".to_owned()),
        }
    }

    /// What the operator has to mend although the project is served, by part; each change of it.
    pub fn concerns(&self) -> watch::Receiver<Concerns> {
        self.shared.concerns.subscribe()
    }

    /// Has the edit journal written again if that failed: while edits are refused, no edit does.
    pub fn try_journal_again(&self) {
        // A full queue has edits that try it, too.
        let _ = self.queue.as_ref().map(|queue| queue.put(Message::TryJournal));
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
            return Err(ended());
        };
        queue.put(message).map(|()| answer)
    }

    async fn run(&self, command: CheckedCommand, call: BridgeCall) -> Result<Replied, BridgeError> {
        if let Some(answer) = answer_alone(self, Some(&self.root), &command) {
            return answer;
        }
        if call
            .deadline
            .is_some_and(|deadline| deadline <= std::time::Instant::now())
        {
            let message = "the call's deadline had passed before its command was sent; nothing was changed";
            return Err(BridgeError::new(BridgeErrorKind::Timeout, message));
        }
        if call.cancel.is_cancelled() {
            return Err(withdrawn());
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
                // The queue is full; what was found so far is an answer.
                (Err(_), Some(told)) => return ended_with(&call.fate, told),
                (Err(full), None) => return Err(full),
            };
            let wait = async {
                if let Some(progress) = &call.progress
                    && matches!(*self.shared.state.borrow(), BridgeState::Loading { .. })
                {
                    let tell = |done, total| progress(Waits::Counted(WaitsFor::Scenes, done, total));
                    self.loaded(&tell).await;
                }
                answer.await
            };
            let answer = tokio::select! {
                biased;
                answer = wait => answer.map_err(|_| ended())?,
                () = call.cancel.cancelled() => return Err(given_up(is_write, &call.fate)),
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
                // Its end is told elsewhere.
                std::future::pending::<()>().await;
            };
            let Some(next) = again else {
                return ended_with(&call.fate, told);
            };
            let until = match patience {
                Patience::Short => *short.get_or_insert_with(|| Instant::now() + PATIENCE),
                Patience::OfCall => match call.deadline {
                    Some(deadline) => Instant::from_std(deadline)
                        .checked_sub(MARGIN)
                        .unwrap_or_else(Instant::now),
                    None => *of_call.get_or_insert_with(|| Instant::now() + LONGEST),
                },
            };
            // The session holds nothing of the command meanwhile and serves others.
            tokio::select! {
                biased;
                () = call.cancel.cancelled() => return Err(given_up(false, &call.fate)),
                // Before the end, which may be there already: whoever waited is told at least that all was looked at.
                () = telling => {}
                () = tokio::time::sleep_until(until) => return ended_with(&call.fate, told),
                _ = ended.wait_for(|ended| *ended) => {}
            }
            last = Some(told);
            command = next;
        }
    }
}

/// Whoever stops waiting takes the command back where it has not begun.
struct Left(Arc<Fate>);

impl Drop for Left {
    fn drop(&mut self) {
        self.0.withdraw();
    }
}

/// As much as there is to say of a command that the session came to no end with.
fn ended_with(fate: &Fate, told: Result<Replied, BridgeError>) -> Result<Replied, BridgeError> {
    fate.ended(&told);
    told
}

/// Tells how many files of all were looked at, first as it is now, until nobody counts them any more.
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

/// The folder's name, and a number that its path gives wherever the host is started.
fn id_of(root: &Path) -> BridgeId {
    let whole = std::path::absolute(root).unwrap_or_else(|_| root.to_path_buf());
    let name = whole.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    // FNV-1a: the same in every build, unlike the standard library's hashes.
    let bytes = whole.as_os_str().as_encoded_bytes().iter();
    let number = bytes.fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    });
    BridgeId::new(&name, number)
}

/// Whether the command may need C# sources, an index or more than one step. Most that may not are asked often, or are long.
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

fn ended() -> BridgeError {
    CommandQueue::<Message>::ended()
}

fn given_up(is_write: bool, fate: &Fate) -> BridgeError {
    let is_withdrawn = fate.withdraw();
    if is_withdrawn {
        return withdrawn();
    }
    if is_write {
        return BridgeError::new(
            BridgeErrorKind::OutcomeUnknown,
            "the call was cancelled while its change was under way; it is carried out",
        )
        .with_hint("read the object or the value to see whether it has been done");
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

    fn queue_depth(&self) -> usize {
        self.queue.as_ref().map_or(0, CommandQueue::depth)
    }

    fn id(&self) -> BridgeId {
        self.id.clone()
    }

    fn several(&self) -> Option<&dyn Several> {
        None
    }

    fn of_call(&self, wish: &Wish) -> Result<Option<OneUnity>, BridgeError> {
        of_call_alone(self, Some(&self.root), wish)
    }

    fn functions(&self) -> BTreeSet<Function> {
        Function::within(&self.capabilities())
    }

    fn serves(&self, function: Function) -> bool {
        self.capabilities().contains(&function.needs())
    }

    fn refuses(&self, function: Function) -> Option<BridgeError> {
        (function == Function::SaveFiles && !self.saves.is_on()).then(save_switch::off)
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
        // The owner ends after what it is doing now: mostly at once, but a disk may keep it for minutes.
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
