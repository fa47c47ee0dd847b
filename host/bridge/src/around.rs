//! A bridge around another one: it answers as that does in all but what it is there for.
//!
//! Belongs here: passing questions on. Does not: what a wrapper does to commands (`audited`, and those of other crates).

use crate::capability::Capability;
use crate::command::{CheckedCommand, Command, Function};
use crate::error::BridgeError;
use crate::event::Event;
use crate::log_buffer::LogBuffer;
use crate::model::ProjectInfo;
use crate::reply::Replied;
use crate::several::Several;
use crate::state::{BridgeId, BridgeState};
use crate::unity_bridge::{BridgeCall, OneUnity, UnityBridge};
use crate::wish::Wish;
use host_api::{Access, Announced, BoxFuture};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::broadcast;

/// What a wrapper has of its own; all else a bridge is asked goes to the one inside.
pub trait Around: Send + Sync + 'static {
    /// The bridge inside.
    fn inside(&self) -> &Arc<dyn UnityBridge>;

    /// What the bridge inside chose for a call of `wish`, which it is told of as well.
    fn chosen(&self, wish: &Wish, found: &Result<Option<OneUnity>, BridgeError>);

    /// The same wrapper around the one Unity of a call: what that is asked goes through it as well.
    fn around(&self, one: Arc<dyn UnityBridge>) -> Arc<dyn UnityBridge>;

    /// As `UnityBridge::execute`.
    fn carry_out(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>>;
}

impl<W: Around> UnityBridge for W {
    fn name(&self) -> &'static str {
        self.inside().name()
    }

    fn capabilities(&self) -> BTreeSet<Capability> {
        self.inside().capabilities()
    }

    fn state(&self) -> BridgeState {
        self.inside().state()
    }

    fn project(&self) -> ProjectInfo {
        self.inside().project()
    }

    fn queue_depth(&self) -> usize {
        self.inside().queue_depth()
    }

    fn id(&self) -> BridgeId {
        self.inside().id()
    }

    fn several(&self) -> Option<&dyn Several> {
        self.inside().several()
    }

    fn of_call(&self, wish: &Wish) -> Result<Option<OneUnity>, BridgeError> {
        let found = self.inside().of_call(wish);
        self.chosen(wish, &found);
        Ok(found?.map(|one| OneUnity {
            bridge: self.around(one.bridge),
            target: one.target,
        }))
    }

    fn functions(&self) -> BTreeSet<Function> {
        self.inside().functions()
    }

    fn serves(&self, function: Function) -> bool {
        self.inside().serves(function)
    }

    fn refuses(&self, function: Function) -> Option<BridgeError> {
        self.inside().refuses(function)
    }

    fn access(&self, command: &Command) -> Access {
        self.inside().access(command)
    }

    fn events(&self) -> broadcast::Receiver<Announced<Event>> {
        self.inside().events()
    }

    fn log(&self) -> &LogBuffer {
        self.inside().log()
    }

    fn execute(&self, command: CheckedCommand, call: BridgeCall) -> BoxFuture<'_, Result<Replied, BridgeError>> {
        self.carry_out(command, call)
    }
}
