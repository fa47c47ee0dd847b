//! The trait that every bridge implements.

use crate::capability::Capability;
use crate::command::{CheckedCommand, Command, Function};
use crate::command_key::{CallKey, CommandKey};
use crate::error::BridgeError;
use crate::event::Event;
use crate::fate::Fate;
use crate::log_buffer::LogBuffer;
use crate::model::ProjectInfo;
use crate::reply::Replied;
use crate::several::Several;
use crate::state::{BridgeId, BridgeState};
use crate::wish::Wish;
use host_api::{Access, Announced, BoxFuture, CallId, Caller, Dialect, Effect, Proof, Source, Target};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::broadcast;
use tokio_util::sync::CancellationToken;

/// Reports what a call waits for, and how far that has come.
pub type LoadProgress = Arc<dyn Fn(Waits) + Send + Sync>;

/// One report of a call that waits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Waits {
    /// How many of all.
    Counted(WaitsFor, u32, u32),
    /// A running Unity that does not serve: for so many seconds, and what it does, in words.
    Unity(u32, String),
    /// A running Unity at the command: how much of how much is done, and its own words for that. Bounded by the bridge.
    Done(u64, Option<u64>, Option<String>),
}

/// What a call waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum WaitsFor {
    /// Scenes, as the project is opened.
    Scenes,
    /// Files, looked through for who refers to what.
    References,
}

/// Whose call a command belongs to: what the audit wrapper writes beside it.
#[derive(Clone, Debug)]
pub struct Origin {
    pub caller: Caller,
    pub bundle: Arc<str>,
    /// Hex SHA-256 of the component.
    pub digest: Arc<str>,
    pub tool: Arc<str>,
    pub effect: Effect,
    /// Arguments as JSON text.
    pub arguments: Arc<str>,
}

impl Origin {
    /// Of the host's own commands.
    pub fn of_host(effect: Effect) -> Self {
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

/// What a bridge gets to know about the call that a command belongs to.
#[derive(Clone)]
pub struct BridgeCall {
    pub id: CallId,
    /// `None` for the host's own commands.
    pub origin: Option<Arc<Origin>>,
    pub cancel: CancellationToken,
    /// Past it nobody waits for the answer; `None` for the host's own commands. It moves on while a person is asked.
    pub deadline: Option<Instant>,
    /// A command whose key came before is not done again: it gets the first one's result, or `Conflict` where it is
    /// another command. Only what was done, or may have been, is remembered.
    pub key: CommandKey,
    /// Who was first, where the caller leaves.
    pub fate: Arc<Fate>,
    /// Told while the call waits for the project to be loaded, or for a running Unity.
    pub progress: Option<LoadProgress>,
}

impl BridgeCall {
    /// For the host's own commands, which nobody cancels.
    pub fn internal() -> Self {
        let id = CallId::next();
        Self {
            id,
            origin: None,
            cancel: CancellationToken::new(),
            deadline: None,
            key: CommandKey {
                call: Arc::new(CallKey::of_host(id)),
                number: 1,
            },
            fate: Arc::default(),
            progress: None,
        }
    }
}

/// One Unity: a project folder played headless, or a running editor or player.
///
/// Writes are done one at a time in arrival order; each read sees one consistent state.
///
/// What is asked here has no answer that would hold for a bridge around another one: all of it is required, but for what follows from
/// the rest, so that the compiler finds whoever does not pass a question on.
pub trait UnityBridge: Send + Sync + 'static {
    /// `project` or `live`.
    fn name(&self) -> &'static str;

    fn capabilities(&self) -> BTreeSet<Capability>;

    fn state(&self) -> BridgeState;

    /// What is known now, without waiting; empty fields while loading.
    fn project(&self) -> ProjectInfo;

    /// Commands waiting for the main thread.
    fn queue_depth(&self) -> usize;

    /// Which Unity it stands for.
    fn id(&self) -> BridgeId;

    /// Those that it stands for, so that each call has to be given one; `None` where it is one.
    fn several(&self) -> Option<&dyn Several>;

    /// The one Unity that a call goes to, chosen once for all that it asks; `None` where this bridge is one, which says so by
    /// `of_call_alone`.
    ///
    /// # Errors
    /// Nobody is called so, or several are.
    fn of_call(&self, wish: &Wish) -> Result<Option<OneUnity>, BridgeError>;

    /// The functions that it serves; asked before the policy and before a person is, so that nobody loosens or allows what
    /// cannot be done.
    fn functions(&self) -> BTreeSet<Function>;

    /// Whether it serves `function`, as `functions` says.
    fn serves(&self, function: Function) -> bool {
        self.functions().contains(&function)
    }

    /// Why it would do nothing of `function` now, whatever the values: a switch of its own that is off. Asked where a call stops
    /// before that command, so that nobody is asked for a yes that would not help.
    fn refuses(&self, function: Function) -> Option<BridgeError>;

    /// What gate 2 has to decide on for `command` here. The same function may do more to a running game than to a folder that
    /// is only looked at: `OpenScene` throws away what the game had loaded.
    fn access(&self, command: &Command) -> Access;

    fn events(&self) -> broadcast::Receiver<Announced<Event>>;

    /// Its log: the host's own lines enter it without asking Unity, and `TailLogs` is answered from it.
    fn log(&self) -> &LogBuffer;

    /// Runs one command. Waits until the bridge is ready (the caller's deadline cuts the wait), never answers from half
    /// of a project.
    ///
    /// A caller that drops the future, or cancels, takes the command back where it has not begun; nothing is done then. What has
    /// begun is carried out, and nobody may say that it was not: `OutcomeUnknown`. The bridge keeps `BridgeCall::fate` for that:
    /// `queued` as it takes the command, `begin` before it acts, `ended` before it answers. One that has handed the command to
    /// somebody who cannot be asked says `begin` as it does.
    fn execute(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>>;
}

/// The one Unity of a call: all that the call asks goes there, and nowhere else, whatever comes or goes meanwhile.
#[derive(Clone)]
pub struct OneUnity {
    pub bridge: Arc<dyn UnityBridge>,
    pub target: Target,
}

impl OneUnity {
    /// A game or an editor runs behind it, or ran when it was recorded; false for a folder.
    pub fn is_running(&self) -> bool {
        matches!(self.target.source, Source::Live | Source::Replay { live: true })
    }

    /// What an answer of a person hangs on besides its question: the component of that digest, and the Unity that it is for.
    pub fn basis(one: Option<&Self>, digest: &str) -> String {
        match one {
            Some(one) => format!("{digest} for {}", one.target.unity),
            None => digest.to_owned(),
        }
    }
}

impl fmt::Debug for OneUnity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "OneUnity({:?})", self.target)
    }
}
