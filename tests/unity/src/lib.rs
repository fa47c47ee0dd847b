//! A simulated Unity for tests: it answers as configured and records its commands.
//!
//! Belongs here: the one bridge that is none. Does not: what a project folder answers (`tests-projects`), what a test asserts.

use host_api::{Access, Announced, BoxFuture};
use host_bridge::{
    BridgeCall, BridgeError, BridgeId, BridgeState, CallKey, Capability, CheckedCommand, Command, CommandKey, Event,
    Function, LogBuffer, ProjectInfo, Replied, SelectedTarget, Several, UnityBridge, Wish, of_call_alone,
};
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use tokio::sync::broadcast;

/// What it says to a command; `None` where it never answers.
pub type Answer = Option<Result<Replied, BridgeError>>;

/// Ready at once, without a project and without events.
pub struct FakeUnity {
    capabilities: BTreeSet<Capability>,
    lacks: BTreeSet<Function>,
    access: fn(&Command) -> Access,
    answer: Box<dyn Fn(Command) -> Answer + Send + Sync>,
    project: ProjectInfo,
    seen: Mutex<Vec<(Command, CommandKey)>>,
    events: broadcast::Sender<Announced<Event>>,
    log: LogBuffer,
}

impl FakeUnity {
    /// With that answer to each command, and no capabilities.
    pub fn with_answer(answer: impl Fn(Command) -> Answer + Send + Sync + 'static) -> Self {
        Self {
            capabilities: BTreeSet::new(),
            lacks: BTreeSet::new(),
            access: Command::access,
            answer: Box::new(answer),
            project: ProjectInfo::default(),
            seen: Mutex::default(),
            events: broadcast::Sender::new(1),
            log: LogBuffer::new(1),
        }
    }

    /// With these capabilities.
    #[must_use]
    pub fn with_capabilities(mut self, capabilities: impl IntoIterator<Item = Capability>) -> Self {
        self.capabilities = capabilities.into_iter().collect();
        self
    }

    /// With these facts about its project.
    #[must_use]
    pub fn with_project(mut self, project: ProjectInfo) -> Self {
        self.project = project;
        self
    }

    /// Without these functions, whatever it is able to.
    #[must_use]
    pub fn without_functions(mut self, functions: impl IntoIterator<Item = Function>) -> Self {
        self.lacks = functions.into_iter().collect();
        self
    }

    /// With another word about what a command does.
    #[must_use]
    pub fn saying_of_access(mut self, access: fn(&Command) -> Access) -> Self {
        self.access = access;
        self
    }

    /// Announces an event to all listeners; a late listener gets the last one only.
    pub fn say(&self, event: Event) {
        let _ = self.events.send(event.into());
    }

    /// What it was asked, in order.
    pub fn commands(&self) -> Vec<(Command, CommandKey)> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl UnityBridge for FakeUnity {
    fn name(&self) -> &'static str {
        "fake"
    }

    fn capabilities(&self) -> BTreeSet<Capability> {
        self.capabilities.clone()
    }

    fn state(&self) -> BridgeState {
        BridgeState::Ready
    }

    fn project(&self) -> ProjectInfo {
        self.project.clone()
    }

    fn has_executed(&self, _: &CallKey) -> bool {
        false
    }

    fn queue_depth(&self) -> usize {
        0
    }

    fn id(&self) -> BridgeId {
        BridgeId::new(self.name(), 0)
    }

    fn target_set(&self) -> Option<&dyn Several> {
        None
    }

    fn resolve_target(&self, wish: &Wish) -> Result<Option<SelectedTarget>, BridgeError> {
        of_call_alone(self, None, wish)
    }

    fn functions(&self) -> BTreeSet<Function> {
        &Function::supported_by(&self.capabilities) - &self.lacks
    }

    fn refuses(&self, _: Function) -> Option<BridgeError> {
        None
    }

    fn access(&self, command: &Command) -> Access {
        (self.access)(command)
    }

    fn events(&self) -> broadcast::Receiver<Announced<Event>> {
        self.events.subscribe()
    }

    fn log(&self) -> &LogBuffer {
        &self.log
    }

    fn execute(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>> {
        let command = command.into_inner();
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        seen.push((command.clone(), call.key));
        drop(seen);
        match (self.answer)(command) {
            Some(answer) => Box::pin(async move { answer }),
            None => Box::pin(std::future::pending()),
        }
    }
}
