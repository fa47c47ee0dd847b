//! `unity-tools:host/client`.

use crate::bindings::unity_tools::host::client::{Answer, AskError, Feature, Host, Question, QuestionKind};
use crate::fault::{AskFault, Fault};
use crate::store::CallState;
use host_api::{AskError as ChannelError, Json};
use std::collections::BTreeSet;

const CLIENT: &str = "unity-tools:host/client";
/// Questions at once, at most.
const MOST: usize = 16;

impl Host for CallState {
    async fn supports(&mut self, feature: Feature) -> wasmtime::Result<bool> {
        self.enter(CLIENT, "supports", 0)?;
        Ok(self.client_has(feature))
    }

    async fn ask(&mut self, questions: Vec<Question>) -> Result<Vec<Answer>, AskFault> {
        let bytes = questions
            .iter()
            .map(|question| question.key.len() + size(&question.kind))
            .sum();
        self.enter(CLIENT, "ask", bytes)?;
        let questions = Self::checked(questions).map_err(Fault::Answer)?;
        let Some(channel) = self.host.context.ask.clone() else {
            let feature = questions
                .first()
                .map_or(Feature::ElicitForm, |question| feature_of(&question.kind));
            return Err(Fault::Answer(AskError::Unsupported(feature)));
        };
        let request = self.gate.ask_request(questions);
        let cancel = self.host.context.cancel.clone();
        let answered = {
            let _stands_still = self.clock.asking();
            let Some(_parked) = self.host.services.park() else {
                let most = self.host.services.max_parked;
                let text = format!("{most} calls wait for an answer already, as many as may: call again later");
                return Err(Fault::Answer(AskError::Other(text)));
            };
            tokio::select! {
                biased;
                () = cancel.cancelled() => Err(ChannelError::Cancelled),
                answered = channel.ask(request) => answered,
            }
        };
        let answers = answered.map_err(|error| Fault::Answer(refused(error)))?;
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
                extra: Vec::new(),
            })
            .collect())
    }

    fn convert_ask_error(&mut self, fault: AskFault) -> wasmtime::Result<AskError> {
        Self::ask_answer(fault)
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
        }
    }

    /// Whether the client can be asked at all is the channel's to say: it knows, and tells the client what it lacked.
    fn checked(questions: Vec<Question>) -> Result<Vec<host_api::Question>, AskError> {
        if questions.is_empty() || questions.len() > MOST {
            let count = questions.len();
            return Err(AskError::Invalid(format!(
                "`questions` has {count} items; it must have 1 to {MOST}"
            )));
        }
        let mut keys = BTreeSet::new();
        let mut checked = Vec::with_capacity(questions.len());
        for question in questions {
            if !keys.insert(question.key.clone()) {
                return Err(AskError::Invalid(format!(
                    "`key` {:?} stands twice; keys must differ",
                    question.key
                )));
            }
            let kind = kind_of(&question.key, question.kind)?;
            checked.push(host_api::Question {
                key: question.key,
                kind,
            });
        }
        Ok(checked)
    }

    /// Host facts, for `project` and `policy-view`.
    pub(crate) fn host_facts(&self) -> crate::options::HostFacts {
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

fn kind_of(key: &str, kind: QuestionKind) -> Result<host_api::QuestionKind, AskError> {
    let json = |field: &str, text: String| match Json::parse(text) {
        Ok(json) if json.is_object() => Ok(json),
        Ok(_) => Err(AskError::Invalid(format!(
            "`{field}` of question {key:?} is no JSON object"
        ))),
        Err(error) => Err(AskError::Invalid(format!(
            "`{field}` of question {key:?} is no JSON: {error}"
        ))),
    };
    Ok(match kind {
        QuestionKind::ElicitForm(form) => host_api::QuestionKind::Form {
            message: form.message,
            schema: json("schema", form.schema)?,
        },
        QuestionKind::ElicitUrl(page) => host_api::QuestionKind::Url {
            url: checked_url(key, page.url)?,
            message: page.message,
            id: page.id,
        },
        QuestionKind::Sample(params) => host_api::QuestionKind::Sampling {
            params: json("sample", params)?,
        },
        QuestionKind::Roots => host_api::QuestionKind::Roots,
        QuestionKind::Other(_) => {
            return Err(AskError::Invalid(format!(
                "question {key:?} is of a kind that this host version does not know"
            )));
        }
    })
}

/// `https`, or `http` on loopback: a guest must not send a person elsewhere in clear text.
fn checked_url(key: &str, url: String) -> Result<String, AskError> {
    let loopback = ["http://127.0.0.1", "http://localhost", "http://[::1]"];
    let ends_host = |rest: &str| rest.is_empty() || rest.starts_with([':', '/', '?', '#']);
    let good = url.starts_with("https://")
        || loopback
            .iter()
            .any(|start| url.strip_prefix(start).is_some_and(ends_host));
    if good {
        Ok(url)
    } else {
        Err(AskError::Invalid(format!(
            "`url` of question {key:?} must be https, or http on loopback"
        )))
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

fn refused(error: ChannelError) -> AskError {
    match error {
        ChannelError::Unsupported { capability } => AskError::Unsupported(match capability {
            "roots" => Feature::Roots,
            text if text.starts_with("sampling") => Feature::Sample,
            text if text.contains("url") => Feature::ElicitUrl,
            _ => Feature::ElicitForm,
        }),
        ChannelError::TimedOut => AskError::TimedOut,
        ChannelError::Cancelled => AskError::Cancelled,
        ChannelError::Refused { reason } => AskError::Refused(reason),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_loopback_pages_are_opened() {
        for good in [
            "https://example.org/a",
            "http://127.0.0.1:80/x",
            "http://localhost",
            "http://[::1]/",
        ] {
            assert!(checked_url("k", good.to_owned()).is_ok(), "{good}");
        }
        for bad in [
            "http://example.org",
            "http://localhost.example.org",
            "file:///etc/passwd",
            "javascript:1",
        ] {
            assert!(checked_url("k", bad.to_owned()).is_err(), "{bad}");
        }
    }
}
