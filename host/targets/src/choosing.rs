//! The functions that list the targets and that choose a target for a session. The host answers them without Unity.
//!
//! `choice` implements the effects of a choice on later calls.

use crate::ambiguous_target::by_request;
use crate::inner::Inner;
use crate::target::Target;
use host_api::{Announced, Whose};
use host_bridge::{BridgeError, BridgeErrorKind, Command, Event, Function, Replied, Reply, TargetRow, Wish};
use std::sync::Arc;

pub(crate) const ITS_OWN: [Function; 2] = [Function::ListTargets, Function::ChooseTarget];

impl Inner {
    /// Returns the list of projects and Unity instances that a client can choose from. The row of `chosen` is first.
    pub(crate) fn rows(&self, chosen: Option<&Target>) -> Vec<TargetRow> {
        let chosen = chosen.map(|target| target.id().to_string());
        let row = |target: &Target| {
            self.noticed(target);
            let row = target.row();
            let chosen = Some(&row.id) == chosen.as_ref();
            TargetRow { chosen, ..row }
        };
        let mut rows: Vec<TargetRow> = self.all_targets().iter().map(row).collect();
        rows.sort_by_key(|row| !row.chosen);
        rows
    }

    /// Answers `command` if it lists the Unity projects and instances, or chooses one; `None` for other commands.
    /// `chosen` is the target of this call: a list marks it as chosen and begins with it.
    pub(crate) fn answer_itself(
        &self,
        command: &Command,
        wish: &Wish,
        chosen: Option<&Target>,
    ) -> Option<Result<Replied, BridgeError>> {
        match command {
            Command::ListTargets => Some(Ok(Reply::Targets(self.rows(chosen)).into())),
            Command::ChooseTarget { unity } => Some(self.choose_for(wish, unity)),
            _ => None,
        }
    }

    /// Sets the Unity project or instance `named` (an id, path or name) for all later calls of the session of `wish`.
    fn choose_for(&self, wish: &Wish, named: &str) -> Result<Replied, BridgeError> {
        let Some(session) = &wish.session else {
            let message = "this protocol has no sessions, so a choice cannot be stored; nothing was chosen";
            return Err(BridgeError::new(BridgeErrorKind::Unsupported, message)
                .with_hint(format!("name the target in each request: {}", by_request())));
        };
        let target = self.find_target(named)?;
        let chose = target.id_as(named);
        tracing::debug!(session = &**session, unity = %chose, "a session chose its target");
        let is_folder_meant = target.is_folder_id(named);
        self.sessions().change(wish, |habits| {
            habits.chose = Some(chose);
            // A session that explicitly chooses the folder may change it, even after it worked in the editor.
            habits.used_live &= !is_folder_meant;
        });
        // The session now receives events of another target, and its tools may have other capabilities.
        let whose = Whose::Session(Arc::clone(session));
        let _ = self.events.send(Announced {
            whose,
            what: Event::Resync,
        });
        let row = TargetRow {
            chosen: true,
            ..target.row()
        };
        let mut replied = Replied::from(Reply::Unity(Box::new(row)));
        if let Some(always) = wish.named.as_deref().filter(|always| self.is_another(always, &target)) {
            let always: String = always.chars().take(100).collect();
            replied.diagnostics.push(format!(
                "this request names {always:?} in its address, its header or `_meta`; such requests go to that target, whatever was chosen"
            ));
        }
        Ok(replied)
    }

    fn is_another(&self, named: &str, target: &Target) -> bool {
        self.find_target(named).is_ok_and(|other| other.id() != target.id())
    }
}
