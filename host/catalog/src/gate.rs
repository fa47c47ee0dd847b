//! Hop 4: gate 1 with its question to a person and its audit line.
//!
//! Belongs here: how a decision is carried out. Does not: the rules (`policy`).

mod approvals;
mod form;
mod let_through;
mod line;
mod misfit;
mod refusals;

pub(crate) use approvals::{Approvals, KeyedCall};
pub(crate) use let_through::LetThrough;
pub(crate) use misfit::wrong_as_well;

use crate::counters::Gauge;
use crate::question;
use form::{QUESTION, form, says_yes};
use host_api::{
    AskError, AskRequest, AuditSink, AuditWriteError, BoxFuture, CallContext, CallError, CallId, Caller, Effect,
    ErrorKind, Question, QuestionKind,
};
use host_bridge::{BridgeError, OneUnity, UnityBridge};
use host_policy::{Agreed, Confirmation, Decision, Permit, Policy, PolicyCell, ToolFacts, decide};
use host_runtime::DryRunReport;
use line::Line;
use refusals::{CAPABILITY, impossible, never_still, said};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often one call asks because what was shown changed meanwhile.
const MOST_ASKED: u32 = 3;

/// What gate 1 works with.
pub(crate) struct Gate {
    pub(crate) policy: Arc<PolicyCell>,
    pub(crate) audit: Arc<dyn AuditSink>,
    /// Names the objects that a question is about.
    pub(crate) bridge: Arc<dyn UnityBridge>,
    /// Calls that wait for a person's answer here.
    pub(crate) parked: Gauge,
    /// Of calls that may come again.
    pub(crate) approvals: Approvals,
}

/// The call in question.
pub(crate) struct Subject<'a> {
    pub(crate) facts: ToolFacts<'a>,
    /// It needs what only a running Unity has, and the one it goes to has it not.
    pub(crate) lacks_unity: bool,
    /// Its bundle is made for a protocol with clients of its own, which rely on how it is refused.
    pub(crate) of_protocol: bool,
    /// Of the call; it also names the objects that a question is about.
    pub(crate) unity: Option<&'a OneUnity>,
    /// Why the Unity that is there could not do it, whatever the policy says.
    pub(crate) cannot: Option<BridgeError>,
    pub(crate) digest: &'a str,
    pub(crate) caller: &'a Caller,
    /// JSON text without `confirm`.
    pub(crate) arguments: &'a str,
    pub(crate) confirm: Option<bool>,
    pub(crate) accepted_at: Instant,
    /// The call's dry run, where its tool has one: what it would change.
    pub(crate) rehearse: Option<&'a Rehearse<'a>>,
    /// `None` if it cannot come again.
    pub(crate) keyed: Option<&'a KeyedCall>,
}

/// Runs with the permit that it is given, which only reads.
pub(crate) type Rehearse<'a> = dyn Fn(Permit) -> BoxFuture<'a, Result<DryRunReport, CallError>> + Send + Sync + 'a;

/// A permit, and how long a person was waited for: that time is outside the call's deadline.
#[derive(Debug)]
pub(crate) struct Passed {
    pub(crate) permit: Permit,
    pub(crate) waited: Duration,
    pub(crate) by: LetThrough,
}

/// Why a person's yes did not come.
enum NoAnswer {
    /// The client turned out not to be able to ask.
    CannotAsk,
    Refused(CallError, &'static str),
}

impl Gate {
    /// Decides, asks where the policy wants it and the client can, and records every attempt to change something.
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
            // Apart, so that a call that nobody is asked about, as most are, has no room for it in its state.
            other => Box::pin(self.denied_or_asked(subject, context, confirmation, (policy, other))).await,
        }
    }

    /// The same for what `first`, decided under that policy, does not let through.
    async fn denied_or_asked(
        &self,
        subject: &Subject<'_>,
        context: &CallContext,
        mut confirmation: Confirmation,
        first: (Arc<Policy>, Decision),
    ) -> Result<Passed, CallError> {
        let mut waited = Duration::ZERO;
        let mut asked = 0;
        let mut by = LetThrough::Policy;
        let call = (&subject.facts, subject.arguments);
        let mut first = Some(first);
        loop {
            let (policy, decision) = first.take().unwrap_or_else(|| {
                // The policy of this moment: it may have changed while a person was asked.
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
                    // Where a confirmation is all that it lacks, first what would be refused in spite of one.
                    if refusal.kind == ErrorKind::ConfirmationRequired && impossible(subject).is_none() {
                        self.rehearsed(subject, &policy, context.id).await?;
                    }
                    let (rule, error) = said(subject, refusal);
                    return Err(self.denied(subject, context.id, rule, error).await);
                }
                Decision::Ask(ask) => {
                    // No yes of a person would help.
                    if let Some(error) = impossible(subject) {
                        return Err(self.denied(subject, context.id, CAPABILITY, error).await);
                    }
                    if let Some(agreed) = self.approved_before(subject, context.id).await? {
                        by = LetThrough::ApprovedBefore;
                        confirmation.person = Some(agreed);
                        continue;
                    }
                    let asked_at = Instant::now();
                    let told = self.rehearsed(subject, &policy, context.id).await?;
                    if told.changes_nothing() {
                        // Nobody is asked for nothing, and it gets the bounds of a yes to that.
                        by = LetThrough::ChangesNothing;
                        confirmation.person = Some(question::to_nothing(&told));
                        continue;
                    }
                    let asking = question::of_call(&ask.sentence, call, &told, self.unity_of(subject)).await;
                    let shown = asking.message.clone();
                    let answer = self
                        .ask(
                            context,
                            asking.message,
                            &OneUnity::basis(subject.unity, subject.digest),
                            policy.revision,
                        )
                        .await;
                    asked += 1;
                    // What was shown may have become something else while the person thought.
                    let stands = match &answer {
                        // Plans hold the call to what was shown by their digests.
                        Ok(()) if told.plans.is_empty() => {
                            let now = self.tried(subject, &policy).await.unwrap_or_default();
                            let again = question::of_call(&ask.sentence, call, &now, self.unity_of(subject));
                            now.files == told.files && again.await.message == shown
                        }
                        Ok(()) | Err(_) => true,
                    };
                    waited += asked_at.elapsed();
                    match answer {
                        Ok(()) if stands => {
                            // The same call may have been approved, and done, while this one waited.
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
                            return Err(self
                                .denied(subject, context.id, "person.not-as-shown", never_still())
                                .await);
                        }
                        Err(NoAnswer::CannotAsk) => confirmation.can_ask = false,
                        Err(NoAnswer::Refused(error, rule)) => {
                            return Err(self.denied(subject, context.id, rule, error).await);
                        }
                    }
                }
            }
        }
    }

    /// What the user approved when the same call came before.
    async fn approved_before(&self, subject: &Subject<'_>, call: CallId) -> Result<Option<Agreed>, CallError> {
        let Some(keyed) = subject.keyed else { return Ok(None) };
        match self.approvals.of(keyed, subject.arguments) {
            Ok(agreed) => Ok(agreed),
            Err(other) => Err(self.denied(subject, call, "call.idempotency-key", other.into()).await),
        }
    }

    /// A call that was let through failed with `failed`, or did not begin. If it changed nothing, its next try is a first one.
    pub(crate) fn failed(&self, keyed: Option<&KeyedCall>, by: LetThrough, failed: Option<ErrorKind>) {
        if let Some(keyed) = keyed
            && by.ends_approval(failed)
        {
            self.approvals.forget(keyed);
        }
    }

    fn unity_of<'a>(&'a self, subject: &'a Subject<'_>) -> (Option<&'a OneUnity>, &'a dyn UnityBridge) {
        let bridge = subject.unity.map_or(&*self.bridge, |one| &*one.bridge);
        (subject.unity, bridge)
    }

    /// What the call would change. What can't even be tried, and what an allowlist does not hold, is refused here: nobody is
    /// asked for a yes that would not help.
    async fn rehearsed(&self, subject: &Subject<'_>, policy: &Policy, call: CallId) -> Result<DryRunReport, CallError> {
        let told = match self.tried(subject, policy).await {
            Ok(told) => told,
            Err(error) => return Err(self.denied(subject, call, "tool.dry-run", error).await),
        };
        match told.allowlisted(policy) {
            Ok(()) => Ok(told),
            Err(refusal) => {
                let rule = refusal.rule;
                Err(self.denied(subject, call, rule, refusal.into()).await)
            }
        }
    }

    /// What the call would change, where its tool tells that by plans or by lines of files.
    async fn tried(&self, subject: &Subject<'_>, policy: &Policy) -> Result<DryRunReport, CallError> {
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
            Ok(_) => Err(NoAnswer::Refused(
                CallError::new(ErrorKind::PermissionDenied, "The person asked did not agree")
                    .with_hint("nothing was changed; ask them what they want instead of calling again"),
                "person.declined",
            )),
            Err(AskError::Unsupported { .. }) => Err(NoAnswer::CannotAsk),
            Err(AskError::Cancelled) => Err(NoAnswer::Refused(
                CallError::new(
                    ErrorKind::Cancelled,
                    "The call was cancelled while it waited for a person's answer",
                ),
                "person.cancelled",
            )),
            Err(error @ (AskError::TimedOut | AskError::Refused { .. })) => Err(NoAnswer::Refused(
                CallError::new(ErrorKind::ConfirmationRequired, "Confirmation required")
                    .with_hint("nothing was changed; call again when a person can answer")
                    .with_detail(error.to_string()),
                "person.no-answer",
            )),
        }
    }

    /// A denial stands even where its line can't be written.
    pub(crate) async fn denied(
        &self,
        subject: &Subject<'_>,
        call: CallId,
        rule: &'static str,
        error: CallError,
    ) -> CallError {
        let _ = self.record(subject, call, rule, "denied").await;
        error
    }

    /// One line for each attempt to change something; reads leave none. An attempt whose line can't be written is refused.
    async fn record(
        &self,
        subject: &Subject<'_>,
        call: CallId,
        rule: &'static str,
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
        // The sink blocks, so it runs beside the async workers.
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

/// Decides, and says so in the log.
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
        Decision::Denied(refusal) => refusal.rule,
        Decision::Ask(_) => "ask",
    }
}

#[cfg(test)]
pub(crate) mod tests;
