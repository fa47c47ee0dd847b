//! Implements the WIT interface `unity-tools:host/client`: asks the client, its model or its user questions.

use crate::bindings::current::unity_tools::host::client::{Answer, Feature, Host, Question, QuestionKind};
use crate::bindings::current::unity_tools::shared::types::ErrorKind;
use crate::fault::Fault;
use crate::questions::{self, Malformed};
use crate::store::CallState;
use host_api::AskError as ChannelError;
use host_api::Interface;
use std::sync::Arc;

impl Host for CallState {
    async fn supports(&mut self, feature: Feature) -> wasmtime::Result<bool> {
        self.enter(Interface::Client, "supports", 0)?;
        Ok(self.client_has(feature))
    }

    async fn ask(&mut self, questions: Vec<Question>) -> Result<Vec<Answer>, Fault> {
        let bytes = questions
            .iter()
            .map(|question| question.key.len() + size(&question.kind))
            .sum();
        self.enter(Interface::Client, "ask", bytes)?;
        let bundle = self.gate.bundle();
        let questions = questions::checked(bundle, questions).map_err(malformed)?;
        let Some(channel) = self.host.context.ask.clone() else {
            let feature = questions
                .first()
                .map_or(Feature::ElicitForm, |question| feature_of(&question.kind));
            return Err(unsupported_feature(feature));
        };
        let services = Arc::clone(&self.host.services);
        self.host
            .asked
            .take(questions.len())
            .and_then(|()| services.ask_rate.take(bundle, questions.len()))
            .map_err(|reason| Fault::new(ErrorKind::Busy, reason))?;
        let request = self.gate.ask_request(questions);
        let cancel = self.host.context.cancel.clone();
        let answered = {
            let _stands_still = self.clock.pause_wall();
            let Some(_parked) = self.host.services.park() else {
                let most = self.host.services.max_parked;
                let text = format!("{most} calls already wait for an answer, which is the maximum: call again later");
                return Err(Fault::new(ErrorKind::Busy, text));
            };
            let is_detached = self.gate.is_stateless();
            let _may_be_ended = services.memory.may_be_ended(&self.host.gave_way, is_detached);
            tokio::select! {
                biased;
                () = cancel.cancelled() => Err(ChannelError::Cancelled),
                answered = channel.ask(request) => answered,
            }
        };
        let answers = answered.map_err(channel_fault)?;
        self.count(
            0,
            answers
                .iter()
                .map(|answer| answer.key.len() + answer.value.get().len())
                .sum(),
        )?;
        Ok(answers
            .into_iter()
            .map(|answer| Answer {
                key: answer.key,
                value: answer.value.get().to_owned(),
            })
            .collect())
    }
}

impl CallState {
    fn client_has(&self, feature: Feature) -> bool {
        let client = &self.host.context.client;
        let can_ask = self.host.context.ask.is_some();
        match feature {
            Feature::ElicitForm => can_ask && client.elicitation_form,
            Feature::ElicitUrl => can_ask && client.elicitation_url,
            Feature::Sample => can_ask && client.sampling,
            Feature::SampleTools => can_ask && client.sampling_tools,
            Feature::Roots => can_ask && client.roots,
            Feature::Progress => client.progress,
            Feature::Other(_) => false,
        }
    }

    /// Returns facts about the host, for the interfaces `project` and `policy-view`.
    pub(crate) fn host_facts(&self) -> crate::parts::HostFacts {
        let facts = self.host.services.facts.read();
        facts.unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

fn feature_of(kind: &host_api::QuestionKind) -> Feature {
    match kind {
        host_api::QuestionKind::Form { .. } => Feature::ElicitForm,
        host_api::QuestionKind::Url { .. } => Feature::ElicitUrl,
        host_api::QuestionKind::Sampling { .. } => Feature::Sample,
        host_api::QuestionKind::Roots => Feature::Roots,
    }
}

fn size(kind: &QuestionKind) -> usize {
    match kind {
        QuestionKind::ElicitForm(form) => form.message.len() + form.schema.len(),
        QuestionKind::ElicitUrl(page) => page.message.len() + page.url.len(),
        QuestionKind::Sample(text) | QuestionKind::Other(text) => text.len(),
        QuestionKind::Roots => 0,
    }
}

/// Creates the error for a malformed question, which is an error of the tool and not of its caller.
fn malformed(question: Malformed) -> Fault {
    let Malformed(why) = question;
    Fault::new(
        ErrorKind::Internal,
        format!("the tool asked a malformed question: {why}"),
    )
}

fn unsupported_feature(feature: Feature) -> Fault {
    let (name, what, capability) = match &feature {
        Feature::ElicitForm => ("elicit-form", "a form to fill in", "elicitation"),
        Feature::ElicitUrl => ("elicit-url", "a page to open", "elicitation.url"),
        Feature::Sample => ("sample", "a completion by its model", "sampling"),
        Feature::SampleTools => (
            "sample-tools",
            "a completion in which its model calls tools",
            "sampling.tools",
        ),
        Feature::Roots => ("roots", "its root folders", "roots"),
        Feature::Progress => ("progress", "progress", "progress"),
        Feature::Other(other) => (other.as_str(), "what this host does not know", other.as_str()),
    };
    Fault::new(ErrorKind::Unsupported, format!("the client cannot be asked for {what}"))
        .hint(format!("use a client that declares the capability {capability}"))
        .data(&serde_json::json!({ "feature": name }))
}

fn channel_fault(error: ChannelError) -> Fault {
    match error {
        ChannelError::Unsupported { capability } => unsupported_feature(match capability {
            "roots" => Feature::Roots,
            text if text.starts_with("sampling") => Feature::Sample,
            text if text.contains("url") => Feature::ElicitUrl,
            _ => Feature::ElicitForm,
        }),
        ChannelError::TimedOut => Fault::new(ErrorKind::Timeout, "no answer to the question arrived in time"),
        ChannelError::Cancelled => Fault::new(ErrorKind::Cancelled, "the call was cancelled while a question was open"),
        ChannelError::Refused { reason } => Fault::new(
            ErrorKind::PermissionDenied,
            format!("the client refused the question: {reason}"),
        ),
    }
}
