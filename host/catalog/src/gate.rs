//! Gate 1 of a call (hop 4), with its question to the user and its audit line.
//!
//! This module executes a decision of the policy. The crate `policy` contains the rules.

mod approvals;
mod form;
mod line;
mod misfit;
mod permission_reason;
mod refusals;

pub(crate) use approvals::{Approvals, KeyedCall};
pub(crate) use misfit::wrong_as_well;
pub(crate) use permission_reason::LetThrough;

use crate::counters::Gauge;
use crate::question::{self, Asking};
use form::{QUESTION, form, says_yes};
use host_api::{
    AskError, AskRequest, AuditSink, AuditWriteError, BoxFuture, CallContext, CallError, CallId, Caller, Effect,
    ErrorKind, Question, QuestionKind, Refusal, Rule,
};
use host_bridge::{BridgeError, SelectedTarget, UnityBridge};
use host_policy::{Agreed, Confirmation, Decision, Permit, Policy, PolicyCell, ToolFacts, decide};
use host_runtime::DryRunReport;
use line::Line;
use refusals::{describe_refusal, impossible};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Maximum number of questions to the user about one call: the host asks again if the objects change in the meantime.
const MOST_ASKED: u32 = 3;

pub(crate) struct Gate {
    pub(crate) policy: Arc<PolicyCell>,
    pub(crate) audit: Arc<dyn AuditSink>,
    /// The bridge that resolves the names of objects for questions.
    pub(crate) bridge: Arc<dyn UnityBridge>,
    /// Number of calls that are waiting for the user to approve or decline them.
    pub(crate) parked: Gauge,
    pub(crate) approvals: Approvals,
}

/// The input of the policy check before a call (gate 1): one call with all facts that the decision needs.
pub(crate) struct Subject<'a> {
    pub(crate) facts: ToolFacts<'a>,
    /// True if the call needs a running Unity instance, and the target is not one or lacks a required capability.
    pub(crate) lacks_unity: bool,
    /// True if the bundle serves a client protocol whose clients depend on the exact error messages.
    pub(crate) of_protocol: bool,
    /// The project or Unity instance for object names in questions to the user; `None` if the host has only one.
    pub(crate) unity: Option<&'a SelectedTarget>,
    /// The error if the target cannot execute the call under any policy; `None` if it can.
    pub(crate) cannot: Option<BridgeError>,
    pub(crate) digest: &'a str,
    pub(crate) caller: &'a Caller,
    /// The JSON text of the arguments without `confirm`.
    pub(crate) arguments: &'a str,
    pub(crate) confirm: Option<bool>,
    pub(crate) accepted_at: Instant,
    /// The dry run of the call, which reports what the call would change; `None` if the tool has none.
    pub(crate) rehearse: Option<&'a Rehearse<'a>>,
    /// The idempotency key of the call; `None` if the call cannot be repeated.
    pub(crate) keyed: Option<&'a KeyedCall>,
}

/// Runs the dry run of a call with the given permit, which allows only reading.
pub(crate) type Rehearse<'a> = dyn Fn(Permit) -> BoxFuture<'a, Result<DryRunReport, CallError>> + Send + Sync + 'a;

/// A call that the policy check accepted, with its permit. The time `waited` for the user is not part of the deadline.
#[derive(Debug)]
pub(crate) struct Passed {
    pub(crate) permit: Permit,
    pub(crate) waited: Duration,
    pub(crate) by: LetThrough,
}

enum NoAnswer {
    /// The user cannot be asked: the client does not support questions. The client may report this only in its answer.
    CannotAsk,
    Refused(Rule, CallError),
}

impl From<Refusal> for NoAnswer {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal.rule, refusal.without_rule())
    }
}

impl Gate {
    /// Checks a call against the policy, and asks the user if necessary. Writes an audit line for each write attempt.
    pub(crate) async fn pass(&self, subject: &Subject<'_>, context: &CallContext) -> Result<Passed, CallError> {
        let confirmation = Confirmation {
            argument: subject.confirm,
            person: None,
            can_ask: context.ask.is_some() && context.client.elicitation_form,
        };
        let policy = self.policy.load();
        match decided(&policy, subject, &confirmation, context.id) {
            Decision::Permit(permit) => {
                let (waited, by) = (Duration::ZERO, LetThrough::Policy);
                self.record(subject, context.id, by.rule(&confirmation), "allowed")
                    .await?;
                Ok(Passed { permit, waited, by })
            }
            // In a separate boxed future, so that calls without a question (most calls) do not carry its state.
            other => Box::pin(self.denied_or_asked(subject, context, confirmation, policy, other)).await,
        }
    }

    async fn denied_or_asked(
        &self,
        subject: &Subject<'_>,
        context: &CallContext,
        mut confirmation: Confirmation,
        policy: Arc<Policy>,
        decision: Decision,
    ) -> Result<Passed, CallError> {
        let mut waited = Duration::ZERO;
        let mut asked = 0;
        let mut by = LetThrough::Policy;
        let mut first = Some((policy, decision));
        loop {
            let (policy, decision) = first.take().unwrap_or_else(|| {
                // Load the current policy: it may have changed while the user was asked.
                let policy = self.policy.load();
                let decision = decided(&policy, subject, &confirmation, context.id);
                (policy, decision)
            });
            match decision {
                Decision::Permit(permit) => {
                    let recorded = self.record(subject, context.id, by.rule(&confirmation), "allowed");
                    recorded.await.inspect_err(|_| self.failed(subject.keyed, by, None))?;
                    return Ok(Passed { permit, waited, by });
                }
                Decision::Denied(refusal) => {
                    self.failed(subject.keyed, by, None);
                    // If only a confirmation is missing, first report errors that a confirmation would not prevent.
                    if refusal.kind == ErrorKind::ConfirmationRequired && impossible(subject).is_none() {
                        self.rehearsed(subject, &policy, context.id).await?;
                    }
                    let (rule, error) = describe_refusal(subject, refusal);
                    return Err(self.denied(subject, context.id, rule, error).await);
                }
                Decision::Ask(ask) => {
                    // Approval by the user would not help.
                    if let Some(error) = impossible(subject) {
                        return Err(self.denied(subject, context.id, Rule::BridgeCapability, error).await);
                    }
                    if let Some(agreed) = self.approved_before(subject, context.id).await? {
                        by = LetThrough::ApprovedBefore;
                        confirmation.person = Some(agreed);
                        continue;
                    }
                    let asked_at = Instant::now();
                    let told = self.rehearsed(subject, &policy, context.id).await?;
                    if told.changes_nothing() {
                        // Without changes there is nothing to ask, so the call gets an approval of no changes.
                        by = LetThrough::ChangesNothing;
                        confirmation.person = Some(question::approve_nothing(&told));
                        continue;
                    }
                    let asking = self.question_of(subject, &ask.sentence, &told).await;
                    let shown = asking.message.clone();
                    let answer = self
                        .ask(
                            context,
                            asking.message,
                            &SelectedTarget::basis(subject.unity, subject.digest),
                            policy.revision,
                        )
                        .await;
                    asked += 1;
                    // The shown objects may have changed while the user decided. With plans, the digest of each binds
                    // the call to what was shown.
                    let stands = answer.is_err() || !told.plans.is_empty() || {
                        let now = self.dry_run_report(subject, &policy).await.unwrap_or_default();
                        let again = self.question_of(subject, &ask.sentence, &now);
                        now.files == told.files && again.await.message == shown
                    };
                    waited += asked_at.elapsed();
                    match answer {
                        Ok(()) if stands => {
                            // The same call may have been approved and executed while this one waited.
                            let before = self.approved_before(subject, context.id).await?;
                            by = match before {
                                Some(_) => LetThrough::ApprovedBefore,
                                None => LetThrough::Approved,
                            };
                            confirmation.person = Some(before.unwrap_or_else(|| asking.agreed.clone()));
                            if let (Some(call), LetThrough::Approved) = (subject.keyed, by) {
                                self.approvals.keep(call, subject.arguments, asking.agreed);
                            }
                        }
                        Ok(()) if asked < MOST_ASKED => {}
                        Ok(()) => {
                            let refusal = Refusal::never_as_shown();
                            let (rule, error) = (refusal.rule, refusal.without_rule());
                            return Err(self.denied(subject, context.id, rule, error).await);
                        }
                        Err(NoAnswer::CannotAsk) => confirmation.can_ask = false,
                        Err(NoAnswer::Refused(rule, error)) => {
                            return Err(self.denied(subject, context.id, rule, error).await);
                        }
                    }
                }
            }
        }
    }

    async fn approved_before(&self, subject: &Subject<'_>, call: CallId) -> Result<Option<Agreed>, CallError> {
        let Some(keyed) = subject.keyed else { return Ok(None) };
        match self.approvals.find(keyed, subject.arguments) {
            Ok(agreed) => Ok(agreed),
            Err(other) => Err(self.denied(subject, call, Rule::CallIdempotencyKey, other.into()).await),
        }
    }

    /// Handles the failure of a call that the policy check accepted; `failed` is `None` if the call did not begin.
    /// Removes the user's approval if the call changed nothing, so that a retry counts as a new call.
    pub(crate) fn failed(&self, keyed: Option<&KeyedCall>, by: LetThrough, failed: Option<ErrorKind>) {
        if let Some(keyed) = keyed
            && by.ends_approval(failed)
        {
            self.approvals.forget(keyed);
        }
    }

    async fn question_of(&self, subject: &Subject<'_>, sentence: &str, told: &DryRunReport) -> Asking {
        let bridge = subject.unity.map_or(&*self.bridge, |one| &*one.bridge);
        let (tool, arguments) = (&subject.facts, subject.arguments);
        question::ask_about_call(sentence, tool, arguments, told, subject.unity, bridge).await
    }

    /// Executes a call's dry run and returns its report. Rejects the call if it fails or an allowlist forbids its
    /// changes.
    async fn rehearsed(&self, subject: &Subject<'_>, policy: &Policy, call: CallId) -> Result<DryRunReport, CallError> {
        let told = match self.dry_run_report(subject, policy).await {
            Ok(told) => told,
            Err(error) => return Err(self.denied(subject, call, Rule::ToolDryRun, error).await),
        };
        match told.allowlisted(policy) {
            Ok(()) => Ok(told),
            Err(refusal) => {
                let rule = refusal.rule;
                Err(self.denied(subject, call, rule, refusal.into()).await)
            }
        }
    }

    /// Executes the dry run and returns its report; the report is empty if the tool has no dry run.
    async fn dry_run_report(&self, subject: &Subject<'_>, policy: &Policy) -> Result<DryRunReport, CallError> {
        let Some(rehearse) = subject.rehearse else {
            return Ok(DryRunReport::default());
        };
        let facts = ToolFacts {
            effect: Effect::Read,
            ..subject.facts
        };
        match decide(policy, &facts, &Confirmation::default()) {
            Decision::Permit(permit) => rehearse(permit).await,
            Decision::Denied(refusal) => Err(refusal.into()),
            Decision::Ask(_) => Ok(DryRunReport::default()),
        }
    }

    async fn ask(
        &self,
        context: &CallContext,
        message: String,
        digest: &str,
        policy_revision: u64,
    ) -> Result<(), NoAnswer> {
        let Some(channel) = &context.ask else {
            return Err(NoAnswer::CannotAsk);
        };
        let _parked = self.parked.enter();
        let question = Question {
            key: QUESTION.to_owned(),
            kind: QuestionKind::Form {
                message,
                schema: form(),
            },
        };
        let request = AskRequest {
            questions: vec![question],
            digest: digest.to_owned(),
            policy_revision,
            has_written: false,
        };
        let answered = tokio::select! {
            answered = channel.ask(request) => answered,
            () = context.cancel.cancelled() => Err(AskError::Cancelled),
        };
        match answered {
            Ok(answers) if says_yes(&answers) => Ok(()),
            Ok(_) => Err(Refusal::declined().into()),
            Err(AskError::Unsupported { .. }) => Err(NoAnswer::CannotAsk),
            Err(AskError::Cancelled) => Err(Refusal::cancelled().into()),
            Err(error @ (AskError::TimedOut | AskError::Refused { .. })) => {
                let refusal = Refusal::no_answer();
                let rule = refusal.rule;
                let error = refusal.without_rule().with_detail(error.to_string());
                Err(NoAnswer::Refused(rule, error))
            }
        }
    }

    /// Writes the audit line of a denied call and returns `error`, even if the line cannot be written.
    pub(crate) async fn denied(&self, subject: &Subject<'_>, call: CallId, rule: Rule, error: CallError) -> CallError {
        let _ = self.record(subject, call, rule, "denied").await;
        error
    }

    /// Writes an audit line for a write attempt, which is rejected if the line cannot be written. Reads have no line.
    async fn record(
        &self,
        subject: &Subject<'_>,
        call: CallId,
        rule: Rule,
        outcome: &'static str,
    ) -> Result<(), CallError> {
        if !subject.facts.effect.changes_something() {
            return Ok(());
        }
        let line = Line {
            call,
            caller: subject.caller.clone(),
            bundle: subject.facts.bundle.to_owned(),
            digest: subject.digest.to_owned(),
            tool: subject.facts.tool.to_owned(),
            effect: subject.facts.effect,
            arguments: subject.arguments.to_owned(),
            rule,
            outcome,
            elapsed: subject.accepted_at.elapsed(),
        };
        let sink = Arc::clone(&self.audit);
        let written = tokio::task::spawn_blocking(move || line.write(&*sink))
            .await
            .unwrap_or_else(|panicked| Err(AuditWriteError(std::io::Error::other(panicked))));
        written.map_err(|error| {
            tracing::error!(call = %call, tool = subject.facts.tool, reason = %error.0, "an audit line could not be written");
            CallError::new(ErrorKind::NotReady, "Nothing was changed: the audit line of this call could not be written")
                .with_hint("the operator has to make `[audit] file` writable and free disk space; then call again")
        })
    }
}

fn decided(policy: &Policy, subject: &Subject<'_>, confirmation: &Confirmation, call: CallId) -> Decision {
    let decision = decide(policy, &subject.facts, confirmation);
    tracing::debug!(
        target: "hop",
        %call,
        hop = "policy.decide",
        tool = subject.facts.tool,
        effect = subject.facts.effect.as_str(),
        decision = word(&decision),
        revision = policy.revision,
    );
    decision
}

fn word(decision: &Decision) -> &'static str {
    match decision {
        Decision::Permit(_) => "permit",
        Decision::Denied(refusal) => refusal.rule.id(),
        Decision::Ask(_) => "ask",
    }
}

#[cfg(test)]
pub(crate) mod tests;
