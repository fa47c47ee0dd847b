//! Applies a policy change by a call: checks it, records it, writes it to the file if configured, and publishes it.
//!
//! This module defines the order of these steps. `host_policy` checks the ceiling; `persist` edits the file's text.

use super::{Looked, Operator, OperatorState, Read, change_lines};
use crate::config::Configuration;
use crate::persist;
use host_api::{
    Access, AccessTarget, AuditRecord, AuditStage, AuditWriteError, BoxFuture, Effect, Interface, PolicySource, Rule,
};
use host_policy::{ChangeOrigin, Policy, PolicyChange, PolicyEditError, PolicyEditor};
use std::sync::Arc;
use std::time::Instant;

const ACCESS: Access = Access {
    interface: Interface::PolicyEdit,
    function: "apply",
    effect: Effect::Config,
    target: AccessTarget::None,
};

#[derive(Clone)]
pub(crate) struct Editor(pub(crate) Arc<Operator>);

impl PolicyEditor for Editor {
    fn apply(
        &self,
        change: PolicyChange,
        restart: bool,
        origin: ChangeOrigin,
    ) -> BoxFuture<'_, Result<u64, PolicyEditError>> {
        let operator = Arc::clone(&self.0);
        Box::pin(async move {
            // Runs to its end even if the caller stops waiting: a change is both made and recorded, or neither.
            tokio::task::spawn_blocking(move || operator.edit(&change, restart, &origin))
                .await
                .unwrap_or_else(|_| Err(PolicyEditError::Other("changing the policy was interrupted".to_owned())))
        })
    }
}

struct Accepted {
    proposed: Policy,
    /// The configuration that was read again, because the call requested a restart; `None` if the call did not.
    read: Option<Configuration>,
    /// The new version of the configuration file; `None` if the file is not written.
    file: Option<persist::Fresh>,
}

impl Operator {
    pub(crate) fn edit(
        &self,
        change: &PolicyChange,
        restart: bool,
        origin: &ChangeOrigin,
    ) -> Result<u64, PolicyEditError> {
        let line = Line::new(change, restart, origin);
        let mut state = self.lock();
        let accepted = self.judge(&mut state, change, restart).inspect_err(|error| {
            if let Err(unwritten) = self.record(&line, outcome(error)) {
                // The change is rejected in both cases.
                tracing::error!(call = %origin.call, error = %unwritten, "a refused change of the policy left no audit line");
            }
        })?;
        self.record(&line, "allowed").map_err(|error| {
            tracing::error!(call = %origin.call, %error, "a change of the policy was refused");
            PolicyEditError::NotWritten(
                "the policy was not changed, because its audit line could not be written; make `[audit] file` \
                 writable and free disk space, then call again"
                    .to_owned(),
            )
        })?;
        let Accepted { proposed, read, file } = accepted;
        let (before, configured) = (self.policy.load(), state.configuration.clone());
        let written = match file {
            Some(file) => self.write_back(&mut state, file, change, &line)?,
            None => None,
        };
        let mut saving = None;
        if let Some(next) = written.or(read) {
            saving = self.take_saving(&state, &next);
            self.replace(&mut state, next);
        }
        let revision = if restart {
            let revision = self.policy.publish(proposed);
            let settings = &state.configuration.settings;
            self.tell(|follower| follower.settings_changed(settings.bundles.clone(), settings.limits));
            revision
        } else if proposed == *before {
            self.note(line.source(), saving.as_slice());
            return Ok(proposed.revision);
        } else {
            self.policy.publish(proposed)
        };
        self.tell(|follower| follower.policy_changed());
        let read = restart.then_some((&configured, &state.configuration));
        let mut changes = change_lines::changes(&before, &self.policy.load(), read);
        changes.extend(saving);
        self.note(line.source(), &changes);
        Ok(revision)
    }

    fn judge(
        &self,
        state: &mut OperatorState,
        change: &PolicyChange,
        restart: bool,
    ) -> Result<Accepted, PolicyEditError> {
        let persist = state.configuration.settings.persist && !change.is_empty();
        let changing = "the policy was not changed, because the configuration file changed a moment ago and may be \
                        incomplete; call again in 2 s";
        let read = if restart {
            if self.is_settling(state) {
                return Err(PolicyEditError::NotWritten(changing.to_owned()));
            }
            let read = self.read(&self.sources(), state).map_err(|error| {
                PolicyEditError::Other(format!(
                    "nothing was changed, because the configuration is wrong; correct it, then call again: {error}"
                ))
            })?;
            Some(read)
        } else {
            if persist {
                // Writing would hide a change of the file that was not read yet.
                let looked = self.look_again(state, Read::Changed, Instant::now()).map_err(|error| {
                    PolicyEditError::NotWritten(format!(
                        "the policy was not changed, because the configuration file is wrong; correct it, then call \
                         again: {error}"
                    ))
                })?;
                if matches!(looked, Looked::Settling(_)) {
                    return Err(PolicyEditError::NotWritten(changing.to_owned()));
                }
            }
            None
        };
        let configuration = read.as_ref().unwrap_or(&state.configuration);
        let settings = &configuration.settings;
        let in_force = self.policy.load();
        let from = if restart { &settings.policy } else { &*in_force };
        let proposed = change.apply_to(from)?;
        settings
            .ceiling
            .check(from, &proposed)
            .map_err(PolicyEditError::AboveCeiling)?;
        let file = if settings.persist && !change.is_empty() {
            self.prepare(configuration, change, &proposed)?
        } else {
            None
        };
        Ok(Accepted { proposed, read, file })
    }

    fn prepare(
        &self,
        configuration: &Configuration,
        change: &PolicyChange,
        proposed: &Policy,
    ) -> Result<Option<persist::Fresh>, PolicyEditError> {
        let Some(file) = self.file() else {
            return Err(PolicyEditError::Other(
                "the policy was not changed: `policy.persist` is true, but no configuration file is in use to write it \
                 into; start with `--config FILE`, or set `policy.persist` to false"
                    .to_owned(),
            ));
        };
        persist::prepare(&self.sources(), file, configuration, change, proposed)
            .map_err(|problem| PolicyEditError::NotWritten(format!("the policy was not changed: {problem}")))
    }

    /// Replaces the configuration file and reads it again, so that a later check does not treat this change as one by
    /// the operator. Returns `None` if another program changed the file at the same time.
    fn write_back(
        &self,
        state: &mut OperatorState,
        file: persist::Fresh,
        change: &PolicyChange,
        line: &Line<'_>,
    ) -> Result<Option<Configuration>, PolicyEditError> {
        let ours = file.digest;
        if let Err(error) = file.replace() {
            if let Err(unwritten) = self.record(line, "failed: NotReady") {
                tracing::error!(error = %unwritten, "a failed change of the policy left no second audit line");
            }
            return Err(PolicyEditError::NotWritten(format!(
                "the policy was not changed: cannot replace the configuration file: {error}"
            )));
        }
        let next = Configuration::read(&self.sources())
            .ok()
            .filter(|next| next.file_digest() == Some(ours));
        match &next {
            Some(next) => {
                let policy = &next.settings.policy;
                if change.apply_to(policy).is_ok_and(|with| with != *policy) {
                    tracing::warn!(
                        keys = %line.keys,
                        "the change is in the configuration file, but a flag or an environment variable sets the same \
                         key and overrides it at the next start"
                    );
                }
            }
            None => state.seen = None,
        }
        Ok(next)
    }

    fn record(&self, line: &Line<'_>, outcome: &str) -> Result<(), AuditWriteError> {
        let origin = line.origin;
        self.audit.write(&AuditRecord {
            stage: AuditStage::Gate2,
            call: origin.call,
            caller: &origin.caller,
            bundle: &origin.bundle,
            digest: &origin.digest,
            tool: &origin.tool,
            effect: Effect::Config,
            arguments: &origin.arguments,
            access: Some(&ACCESS),
            object: Some(&line.keys),
            rule: Rule::PolicyCeiling,
            outcome,
            elapsed: line.since.elapsed(),
        })
    }
}

/// The fields that all audit lines of one policy change have in common; a call made the change.
struct Line<'a> {
    origin: &'a ChangeOrigin,
    /// The keys of the change, e.g. `allow-writes require-confirm`.
    keys: String,
    since: Instant,
}

impl<'a> Line<'a> {
    fn source(&self) -> PolicySource<'a> {
        let origin = self.origin;
        PolicySource::Call {
            call: origin.call,
            caller: &origin.caller,
            bundle: &origin.bundle,
            digest: &origin.digest,
            tool: &origin.tool,
        }
    }

    fn new(change: &PolicyChange, restart: bool, origin: &'a ChangeOrigin) -> Self {
        let named = [
            ("restart", restart),
            ("allow-writes", change.allow_writes.is_some()),
            ("require-confirm", change.require_confirm.is_some()),
            ("enable-console-eval", change.enable_console_eval.is_some()),
            ("component-allowlist", change.component_allowlist.is_some()),
            (
                "reflection-allowlist-members",
                change.reflection_allowlist_members.is_some(),
            ),
            ("hook-allowlist-signatures", change.hook_allowlist_signatures.is_some()),
        ];
        let keys: Vec<&str> = named.iter().filter(|(_, named)| *named).map(|(key, _)| *key).collect();
        Self {
            origin,
            keys: keys.join(" "),
            since: Instant::now(),
        }
    }
}

fn outcome(error: &PolicyEditError) -> &'static str {
    match error {
        PolicyEditError::AboveCeiling(_) => "denied",
        PolicyEditError::Invalid(_) => "failed: InvalidArgument",
        PolicyEditError::NotWritten(_) | PolicyEditError::Other(_) => "failed: NotReady",
    }
}
