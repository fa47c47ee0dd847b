//! The trait that every bridge implements, and the data of a call that it receives.

use crate::capability::Capability;
use crate::command::{CheckedCommand, Command, Function};
use crate::command_key::{CallKey, CommandKey};
use crate::error::BridgeError;
use crate::event::Event;
use crate::fate::Fate;
use crate::log_buffer::LogBuffer;
use crate::model::ProjectInfo;
use crate::reply::Replied;
use crate::state::{BridgeId, BridgeState};
use crate::target_set::Several;
use crate::wish::Wish;
use host_api::{Access, Announced, BoxFuture, CallId, Caller, Deadline, Dialect, Effect, Proof, Source, Target};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// A callback that receives each progress report of a call that waits.
pub type LoadProgress = Arc<dyn Fn(Waits) + Send + Sync>;

/// A progress report about a call that waits for the host to read files, or for a running Unity instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waits {
    /// The host reads files: the reason for the wait, the number of read items, and the number of all items.
    Counted(WaitsFor, u32, u32),
    /// A running instance cannot serve the call yet: the waiting time in seconds, and the instance's state as text.
    Unity(u32, String),
    /// A running instance executes the command: finished amount, total amount, and a description of limited length.
    Done(u64, Option<u64>, Option<String>),
}

/// The reason why a call waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaitsFor {
    /// Scenes that the host reads while it opens the project.
    Scenes,
    /// Files that the host searches for references.
    References,
}

/// The call to which a command belongs, as recorded in the audit line of the command.
#[derive(Clone, Debug)]
pub struct Origin {
    pub caller: Caller,
    pub bundle: Arc<str>,
    /// Hexadecimal SHA-256 of the WebAssembly component of the tool.
    pub digest: Arc<str>,
    pub tool: Arc<str>,
    pub effect: Effect,
    /// Arguments of the call as JSON text.
    pub arguments: Arc<str>,
}

impl Origin {
    /// Returns the origin of a command that the host itself sends, not a tool.
    pub fn for_host(effect: Effect) -> Self {
        Self {
            caller: Caller {
                dialect: Dialect::CommandLine,
                client: "unity-tool-host".into(),
                address: "local".into(),
                session: None,
                proof: Some(Proof::Connection("host".into())),
            },
            bundle: Arc::default(),
            digest: Arc::default(),
            tool: Arc::default(),
            effect,
            arguments: "{}".into(),
        }
    }
}

/// The facts about a call that a bridge receives with each command.
#[derive(Clone)]
pub struct BridgeCall {
    pub id: CallId,
    /// The origin of the call; `None` for the host's own commands.
    pub origin: Option<Arc<Origin>>,
    pub cancel: CancellationToken,
    /// The time after which the caller no longer waits for the answer; `None` for commands of the host itself. The bridge
    /// extends it at each progress of the target, also if the caller displays no progress.
    pub deadline: Option<Deadline>,
    /// The idempotency key. A repeated command with this key is not executed again. It gets the first result, or
    /// `Conflict` if the command differs. Only commands that were executed, or may have been, are remembered.
    pub key: CommandKey,
    /// The execution state of the command, which shows whether the caller left before the command began.
    pub fate: Arc<Fate>,
    /// Called with progress while the call waits for the project or the running instance; `None` for no reports.
    pub progress: Option<LoadProgress>,
}

impl BridgeCall {
    /// Returns the facts for a command of the host itself, which is never cancelled.
    pub fn internal() -> Self {
        let id = CallId::next();
        Self {
            id,
            origin: None,
            cancel: CancellationToken::new(),
            deadline: None,
            key: CommandKey {
                call: Arc::new(CallKey::for_host(id)),
                number: 1,
            },
            fate: Arc::default(),
            progress: None,
        }
    }
}

/// One target: a project folder, or a running editor or player. Writes are executed one at a time in arrival order;
/// each read sees one consistent state.
///
/// Methods have no default if a wrapper around another bridge would need a different answer. So the compiler reports
/// every wrapper that does not forward a method.
pub trait UnityBridge: Send + Sync + 'static {
    /// Returns the name of the kind of bridge, such as `project` or `live`.
    fn name(&self) -> &'static str;

    fn capabilities(&self) -> BTreeSet<Capability>;

    fn state(&self) -> BridgeState;

    /// Returns the facts about the project that are known now, without waiting; fields are empty while it is loading.
    fn project(&self) -> ProjectInfo;

    /// Returns the number of commands that wait in the queue of the target.
    fn queue_depth(&self) -> usize;

    fn id(&self) -> BridgeId;

    /// Returns the interface for several targets; `None` if the bridge has one target.
    fn target_set(&self) -> Option<&dyn Several>;

    /// Selects the target of a call, once for the whole call. `None` if this bridge has one target; such a bridge
    /// implements the method with `of_call_alone`.
    ///
    /// # Errors
    /// The name matches no target, or several.
    fn resolve_target(&self, wish: &Wish) -> Result<Option<SelectedTarget>, BridgeError>;

    /// Returns the functions that this bridge serves. The host checks them before the policy and before it prompts the
    /// user, so that no user changes a rule or approves a call that is impossible.
    fn functions(&self) -> BTreeSet<Function>;

    /// Returns true if `functions` contains `function`.
    fn supports(&self, function: Function) -> bool {
        self.functions().contains(&function)
    }

    /// Returns the error with which the bridge would reject every call of `function` now, for example because saving is
    /// switched off. The host checks it before the command, so that the user does not approve in vain.
    fn refuses(&self, function: Function) -> Option<BridgeError>;

    /// Returns the access of `command` on this target, which the permission check (gate 2) examines. A function may
    /// change more in a running game than in a folder: `OpenScene` discards the loaded scenes of the game.
    fn access(&self, command: &Command) -> Access;

    fn events(&self) -> broadcast::Receiver<Announced<Event>>;

    /// Returns the log of the target. The host adds lines to it without a command, and answers `TailLogs` from it.
    fn log(&self) -> &LogBuffer;

    /// Returns true if the target has executed a change of a call with this key, as far as it says when it connects. A host
    /// that ended can have sent it.
    fn has_executed(&self, key: &CallKey) -> bool;

    /// Runs one command. Waits until the bridge is ready, at most until the deadline of the caller. Never answers from
    /// a partly loaded project.
    ///
    /// A caller that drops the future, or cancels, withdraws the command if it has not begun; then nothing is done. A
    /// command that has begun is executed, and the answer must not claim otherwise: `OutcomeUnknown`. For this the
    /// bridge updates `BridgeCall::fate`: `queued` when it accepts the command, `begin` before it acts, `finish` before
    /// it answers. A bridge that hands the command to a component that cannot be queried calls `begin` at that moment.
    fn execute(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>>;
}

/// The target of one call: all commands of the call go to it, even if other targets connect or disconnect meanwhile.
#[derive(Clone)]
pub struct SelectedTarget {
    pub bridge: Arc<dyn UnityBridge>,
    pub target: Target,
}

impl SelectedTarget {
    /// Returns true if the target is a running game or editor, or a recording of one; false for a project folder.
    pub fn is_running(&self) -> bool {
        matches!(self.target.source, Source::Live | Source::Replay { live: true })
    }

    /// Returns a text that contains the digest of the tool's component, and the target `one` if there is one. A user's
    /// answer to a permission prompt remains valid as long as this text stays the same.
    pub fn basis(one: Option<&Self>, digest: &str) -> String {
        match one {
            Some(one) => format!("{digest} for {}", one.target.unity),
            None => digest.to_owned(),
        }
    }
}

impl fmt::Debug for SelectedTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SelectedTarget({:?})", self.target)
    }
}
