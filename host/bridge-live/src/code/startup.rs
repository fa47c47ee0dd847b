//! The startup script: C# code that runs once in each Unity process, if it is enabled and the policy allows it.
//!
//! Belongs here: when the script runs, and the message about the run. Does not: the list of processes that ran it
//! (`startup_memory`), the script file (`host_scripts_folder`), the execution of code (`code`).

use super::scripts::{Forbidden, Scripts};
use super::waiting::blocking;
use crate::live_bridge::LiveBridge;
use host_api::{AuditRecord, AuditStage, Deadline, Effect, Rule};
use host_bridge::{
    AuditedBridge, BridgeCall, BridgeError, BridgeErrorKind, CheckedCommand, Command, Origin, UnityBridge,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time limit for all steps of one startup script run together. The run fails when it has passed.
const TIME: Duration = Duration::from_secs(60);

impl LiveBridge {
    /// Starts the startup script in a separate task, unless it already ran in the connected Unity process. Called when
    /// a Unity instance has connected.
    pub(crate) fn start(&self) {
        let (Some(scripts), Some(peer)) = (self.scripts().cloned(), self.peer()) else {
            return;
        };
        if !scripts.started.mark_first_link(&peer.instance) {
            return;
        }
        let bridge = self.clone();
        tokio::spawn(async move {
            let Some(line) = bridge.run_startup(scripts, &peer.instance).await else {
                return;
            };
            let unity = bridge.name_of();
            bridge.startup().tell(&peer.instance, line.clone());
            match line {
                Ok(line) => tracing::info!(%unity, "{line}"),
                Err(problem) => tracing::warn!(%unity, "{problem}"),
            }
        });
    }

    /// Runs the startup script if it is enabled and did not run in this Unity process yet. Returns a message if it ran,
    /// as `Err` for a problem.
    async fn run_startup(&self, scripts: Arc<Scripts>, instance: &str) -> Option<Result<String, String>> {
        let is_wanted = {
            let (scripts, instance) = (Arc::clone(&scripts), instance.to_owned());
            blocking(move || {
                let startup = scripts.folder.startup()?;
                Ok(startup.enabled && startup.script.is_some() && !scripts.started.is_known(&instance))
            })
        };
        match is_wanted.await.ok()? {
            Ok(true) => {}
            Ok(false) => return None,
            Err::<_, host_scripts_folder::ScriptProblem>(problem) => return Some(Err(not_run_message(problem))),
        }
        if let Some(error) = self.no_code() {
            return Some(Err(not_run_message(error.message)));
        }
        if let Err(Forbidden { rule, why }) = (scripts.may_start)() {
            audit_rejection(&scripts, rule);
            return Some(Err(not_run_message(why)));
        }
        let claimed = {
            let (scripts, instance) = (Arc::clone(&scripts), instance.to_owned());
            blocking(move || scripts.started.claim(&instance))
        };
        match claimed.await.ok()? {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => {
                let why = format!("cannot record that it ran: {error}");
                return Some(Err(not_run_message(why)));
            }
        }
        let audited = AuditedBridge::new(Arc::new(self.pinned(instance)), Arc::clone(&scripts.audit));
        let call = BridgeCall {
            deadline: Some(Deadline::fixed(Instant::now() + TIME)),
            ..BridgeCall::internal()
        };
        let ran = match command() {
            Ok(command) => audited.execute(command, call).await,
            Err(error) => Err(error),
        };
        Some(match ran {
            // The main thread did not begin it, for example because a game loads for a minute.
            Err(error) if matches!(error.kind, BridgeErrorKind::NotReady | BridgeErrorKind::Busy) => {
                let instance = instance.to_owned();
                blocking(move || scripts.started.forget(&instance)).await.ok()?;
                Err(format!(
                    "{}; the host tries again when this instance reconnects",
                    not_run_message(error.message)
                ))
            }
            Ok(_) => Ok("the startup script was run when this instance connected".to_owned()),
            Err(error) if error.kind == BridgeErrorKind::OutcomeUnknown => Err(format!(
                "it is unknown whether the startup script was run: {}",
                error.message
            )),
            Err(error) => Err(format!("the startup script failed: {}", error.message)),
        })
    }
}

fn command() -> Result<CheckedCommand, BridgeError> {
    Command::RunStartupScript.checked()
}

fn not_run_message(why: impl std::fmt::Display) -> String {
    format!("the startup script is enabled and was not run: {why}")
}

fn audit_rejection(scripts: &Scripts, rule: Rule) {
    let (origin, call) = (Origin::for_host(Effect::Code), BridgeCall::internal());
    let record = AuditRecord {
        stage: AuditStage::Gate1,
        call: call.id,
        caller: &origin.caller,
        bundle: &origin.bundle,
        digest: &origin.digest,
        tool: &origin.tool,
        effect: origin.effect,
        arguments: &origin.arguments,
        access: Some(&Command::RunStartupScript.access()),
        object: None,
        rule,
        outcome: "denied",
        elapsed: Duration::ZERO,
    };
    if let Err(error) = scripts.audit.write(&record) {
        tracing::error!("cannot write the audit line of a rejected startup script: {}", error.0);
    }
}
