//! Runs a tool call up to the guest: pins one snapshot, finds the tool, checks the arguments, and passes gate 1. These
//! are hops 3 and 4 of a call.

mod rehearsal;

use crate::arguments;
use crate::catalog::Catalog;
use crate::gate::{KeyedCall, Subject, wrong_as_well};
use crate::listing;
use crate::result;
use crate::shared::Shared;
use crate::snapshot::{PublishedTool, Snapshot};
use crate::withdrawn_tools::WithdrawnTool;
use host_api::similar_names::did_you_mean;
use host_api::{CallContext, CallError, CallOutcome, CallRequest, Caller, Dialect, Effect, ErrorKind, Refusal, Rule};
use host_bridge::{BridgeError, CallKey, Function, SelectedTarget, cannot_do};
use host_policy::ToolFacts;
use host_runtime::{Invocation, InvocationBase, PreparedBundle};
use rehearsal::Rehearsal;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

impl Catalog {
    pub(crate) async fn dispatch(&self, request: CallRequest, context: CallContext) -> CallOutcome {
        let _in_flight = self.shared.counters.in_flight.enter();
        let accepted_at = Instant::now();
        let served = |snapshot: &Snapshot<_>| snapshot.tool(&request.tool).is_some();
        let snapshot = self.pin(request.deadline, &context.cancel, accepted_at, served).await?;
        let Some(tool) = snapshot.tool(&request.tool) else {
            return Err(Box::pin(self.not_served(&snapshot, request, &context, accepted_at)).await);
        };
        let outcome = self.run(tool, request, context, accepted_at).await;
        tool.counter.count(&outcome, accepted_at.elapsed());
        let home = &tool.home;
        self.shared.crashes.see(&home.id, &home.digest, &tool.name, &outcome);
        if tool.descriptor.effect == Effect::Config {
            // The call may have changed the list.
            self.refresh();
        }
        outcome
    }

    /// Returns the error for a tool name that no bundle serves. If the tool is known but not served now (withdrawn),
    /// the call is recorded as a write attempt.
    async fn not_served(
        &self,
        snapshot: &Snapshot<PreparedBundle>,
        request: CallRequest,
        context: &CallContext,
        accepted_at: Instant,
    ) -> CallError {
        let error = unknown(&request.tool);
        // A caller on the command line has no server with a `/health` page.
        let is_typed = request.caller.dialect == Dialect::CommandLine;
        let Some(tool) = snapshot.find_withdrawn(&request.tool) else {
            let meant = did_you_mean(snapshot.nearest_tool(&request.tool));
            let list = match is_typed {
                true => {
                    "`unity-tool-host list` with the same flags prints the tools that are served, and which bundles were refused"
                }
                false => {
                    "list the tools to see which are served; if this tool is missing, /health shows the operator which \
                     bundles were rejected, and why (a bundle that was switched off at the start is in the configuration only)"
                }
            };
            return error.with_hint(match meant {
                None => list.to_owned(),
                Some(meant) if is_typed => format!("{meant} {list}"),
                Some(meant) => meant,
            });
        };
        let mut error = match &tool.remedy {
            Some(reason) if tool.rule == Rule::BundleBroken => match is_typed {
                true => Refusal::bundle_broken_here(tool.name(), reason),
                false => Refusal::bundle_broken(tool.name(), reason),
            }
            .without_rule(),
            Some(remedy) => error.with_hint(format!(
                "the host has this tool, but the operator has not enabled it: {remedy}"
            )),
            None => error.with_hint(match is_typed {
                true => "the configuration withdraws this tool; `unity-tool-host serve --check` with the same flags prints it",
                false => "the operator has withdrawn this tool: ask the operator, who sees the reason at /health",
            }),
        };
        if is_typed && tool.rule != Rule::BundleBroken {
            error = self.misfit_of_withdrawn(tool, &request, error).await;
        }
        if !tool.effect().changes_something() {
            return error;
        }
        let arguments = arguments::text(request.arguments);
        let subject = Subject {
            facts: tool.facts(),
            lacks_unity: false,
            of_protocol: false,
            unity: None,
            cannot: None,
            digest: &tool.digest,
            caller: &request.caller,
            arguments: &arguments,
            confirm: None,
            accepted_at,
            rehearse: None,
            keyed: None,
        };
        self.gate.denied(&subject, context.id, tool.rule, error).await
    }

    /// Checks the arguments of a call of a known tool that is not served (withdrawn), and adds the problems to `error`.
    /// For an operator on the command line.
    async fn misfit_of_withdrawn(&self, tool: &WithdrawnTool, request: &CallRequest, error: CallError) -> CallError {
        let (arguments, lenient) = (request.arguments.clone(), request.lenient_arguments);
        let limit = self.shared.settings.load().limits.arguments;
        let (schema, takes_confirm) = (&tool.checked.input, tool.checked.strongest_effect().takes_confirm());
        match arguments::check(schema, arguments, takes_confirm, lenient, limit).await {
            Ok(_) => error,
            Err(misfit) => wrong_as_well(error, &misfit),
        }
    }

    async fn run(
        &self,
        tool: &PublishedTool<PreparedBundle>,
        request: CallRequest,
        context: CallContext,
        accepted_at: Instant,
    ) -> CallOutcome {
        let descriptor = &tool.descriptor;
        tracing::debug!(
            target: "hop",
            call = %context.id,
            hop = "catalog.dispatch",
            tool = %descriptor.name,
            bundle = %tool.home.id,
            digest = %tool.home.digest,
        );
        if context.ask.is_some() {
            Box::pin(self.learn_roots(&request.caller, request.target.as_deref(), &context)).await;
        }
        let limits = tool.home.limits.with_deadline(request.deadline);
        if tool.most.changes_something() {
            let until = accepted_at + limits.deadline;
            Box::pin(self.settle_target(&request.caller, request.target.as_deref(), &context, until)).await;
        }
        let unity = self.choose_target(&request.caller, request.target.as_deref(), &context)?;
        let mut subject = self.subject(tool, &request.caller, unity.as_ref(), accepted_at);
        let is_dry_run = tool.schema.is_dry_run(&request.arguments);
        let checked = arguments::check(
            &tool.schema,
            request.arguments,
            tool.most.takes_confirm(),
            request.lenient_arguments,
            limits.arguments,
        )
        .await;
        let checked = match checked {
            Ok(checked) => checked,
            Err(error) => {
                if is_dry_run {
                    subject.facts.effect = Effect::Read;
                }
                return Err(Box::pin(self.gate.misfit(&subject, context.id, error)).await);
            }
        };
        subject.arguments = &checked.text;
        subject.confirm = checked.confirm;
        if checked.dry_run {
            // The permit is created from this effect, so that gate 2 limits the guest to reading.
            subject.facts.effect = Effect::Read;
        }
        let effect = subject.facts.effect;
        let dry = tool.schema.as_dry_run(&checked.text).filter(|_| !checked.dry_run);
        let rehearse = |permit| {
            let rehearsal = Rehearsal {
                dry: dry.clone().unwrap_or_default(),
                given: checked.text.clone(),
                caller: request.caller.clone(),
                unity: unity.clone(),
                context: context.clone(),
                limits,
            };
            self.rehearse(tool, permit, rehearsal)
        };
        if dry.is_some() {
            subject.rehearse = Some(&rehearse);
        }
        let keyed = request.idempotency_key.as_ref().and_then(|given| {
            let given = Some(given.clone());
            let key = CallKey::new(&request.caller, &descriptor.bundle, &descriptor.name, given, context.id);
            KeyedCall::new(key, SelectedTarget::basis(unity.as_ref(), &tool.home.digest))
        });
        subject.keyed = keyed.as_ref();
        let passed = self.gate.pass(&subject, &context).await?;
        let invocation = Invocation {
            tool: Arc::clone(&tool.name),
            arguments: Arc::from(checked.text),
            base: InvocationBase {
                context,
                caller: request.caller,
                limits,
                // Time spent waiting for the user does not count against the deadline.
                accepted_at: accepted_at + passed.waited,
                idempotency_key: request.idempotency_key,
                own: tool.home.own.clone(),
                plans: None,
                unity: unity.clone(),
            },
        };
        let mut outcome = self
            .runtime
            .call_tool(&tool.home.code, passed.permit, invocation)
            .await
            .inspect_err(|error| self.gate.failed(keyed.as_ref(), passed.by, Some(error.kind)))?;
        outcome.diagnostics.extend(checked.note);
        match &tool.output {
            Some(schema) => result::check(schema, &descriptor.name, effect, outcome).await,
            None => Ok(outcome),
        }
    }

    /// Creates the input of the policy check (gate 1) of this call, with empty arguments; the caller sets them later.
    fn subject<'a>(
        &self,
        tool: &'a PublishedTool<PreparedBundle>,
        caller: &'a Caller,
        unity: Option<&'a SelectedTarget>,
        accepted_at: Instant,
    ) -> Subject<'a> {
        let descriptor = &tool.descriptor;
        let is_running = unity.is_some_and(SelectedTarget::is_running);
        let effect = match tool.on_running_unity {
            Some(on_running) if is_running => on_running,
            _ => descriptor.effect,
        };
        let lacks_unity = listing::needs_running_unity(&match unity {
            Some(one) => listing::missing(&descriptor.needs, &one.bridge.capabilities()),
            None => descriptor.missing.clone(),
        });
        Subject {
            facts: ToolFacts {
                bundle: &descriptor.bundle,
                tool: &descriptor.name,
                effect,
                category: &descriptor.category,
                tier: &descriptor.tier,
                allowed_here: tool.allowed_here,
            },
            lacks_unity,
            of_protocol: tool.home.of_protocol,
            unity,
            cannot: self.cannot(tool, effect, lacks_unity, unity),
            digest: &tool.home.digest,
            caller,
            arguments: "{}",
            confirm: None,
            accepted_at,
            rehearse: None,
            keyed: None,
        }
    }

    /// Returns the reason why the target can execute no change of this tool, under any policy; `None` if it can.
    fn cannot(
        &self,
        tool: &PublishedTool<PreparedBundle>,
        effect: Effect,
        lacks_unity: bool,
        unity: Option<&SelectedTarget>,
    ) -> Option<BridgeError> {
        let bridge = unity.map_or(&self.shared.bridge, |one| &one.bridge);
        if tool.home.evaluates && tool.descriptor.effect == Effect::Code {
            return bridge.refuses(Function::Evaluate);
        }
        let changes = &tool.home.changes;
        // If `lacks_unity` already says so, the bridge is not queried.
        let is_lost = effect.changes_something() && !lacks_unity && !changes.is_empty();
        (is_lost && !changes.iter().any(|function| bridge.supports(*function)))
            .then(|| cannot_do(&tool.descriptor.name, unity))
    }

    /// Returns the currently published bundles, which the call uses until its end. While bundles found at start are
    /// still being prepared, waits for the first snapshot for which `serves` returns true, within the deadline.
    pub(crate) async fn pin(
        &self,
        deadline: Option<Duration>,
        cancel: &CancellationToken,
        accepted_at: Instant,
        serves: impl Fn(&Snapshot<PreparedBundle>) -> bool,
    ) -> Result<Arc<Snapshot<PreparedBundle>>, CallError> {
        if *self.shared.loaded.borrow() {
            return Ok(self.shared.published.load_full());
        }
        let general = self.shared.settings.load().limits;
        let until = accepted_at + general.with_deadline(deadline).deadline;
        let (mut loaded, mut revision) = (self.shared.loaded.subscribe(), self.shared.revision.subscribe());
        loop {
            // Both are read before the snapshot, so that a later change wakes this loop.
            let all_are_there = *loaded.borrow_and_update();
            let is_open = *revision.borrow_and_update() > 0;
            let snapshot = self.shared.published.load_full();
            if all_are_there || is_open && serves(&snapshot) {
                return Ok(snapshot);
            }
            tokio::select! {
                // `shared` owns the senders: `changed` cannot fail.
                _ = loaded.changed() => {}
                _ = revision.changed() => {}
                () = tokio::time::sleep_until(until.into()) => return Err(still_loading(&self.shared)),
                () = cancel.cancelled() => {
                    return Err(CallError::new(ErrorKind::Cancelled, "The call was cancelled"));
                }
            }
        }
    }
}

fn still_loading(shared: &Shared) -> CallError {
    let waiting: Vec<String> = shared
        .health
        .load()
        .iter()
        .filter(|bundle| bundle.state == "publishing")
        .map(|bundle| format!("`{}`", bundle.id))
        .collect();
    let message = "The host is still preparing its tools, and none that is ready has this name";
    CallError::new(ErrorKind::NotReady, message).with_hint(format!(
        "call again in a few seconds; being compiled: {}",
        waiting.join(", ")
    ))
}

fn unknown(name: &str) -> CallError {
    let shown: String = name.chars().take(100).collect();
    CallError::new(ErrorKind::UnknownName, format!("Tool not found: {shown}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_tool_error_names_and_truncates_the_tool() {
        let error = unknown(&"x".repeat(10_000));
        assert_eq!(error.kind, ErrorKind::UnknownName);
        assert!(error.message.starts_with("Tool not found: xxx") && error.message.len() < 200);
    }
}
