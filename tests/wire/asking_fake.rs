//! A tool, a prompt and a resource that ask as a guest does: round after round, until they are answered or rejected.

use crate::fake::Fake;
use host_api::{
    Answer, AskError, AskRequest, CallContext, CallError, CallOutcome, ContentBlock, ErrorKind, Json, Question,
    QuestionKind, ToolOutcome,
};
use serde_json::{Map, Value, json};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The basis of the answers, and the outcomes of the questions.
pub(crate) struct Asked {
    pub(crate) revision: AtomicU64,
    pub(crate) digest: Mutex<String>,
    /// The beginning of each form and page.
    pub(crate) words: Mutex<String>,
    pub(crate) errors: Mutex<Vec<AskError>>,
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            revision: AtomicU64::new(1),
            digest: Mutex::new("d1".to_owned()),
            words: Mutex::new("What about".to_owned()),
            errors: Mutex::default(),
        }
    }
}

/// `kind:key`; the kind is form, url, sampling, tools or roots.
fn question(text: &str, words: &str) -> Question {
    let (kind, key) = text.split_once(':').expect("kind:key");
    let message = format!("{words} {key}?");
    let kind = match kind {
        "form" => QuestionKind::Form {
            message,
            schema: Json::from_value(&json!({ "type": "object", "properties": { "name": { "type": "string" } } })),
        },
        "url" => QuestionKind::Url {
            message,
            url: "https://example.org/".to_owned(),
            id: format!("visit-{key}"),
        },
        "sampling" => QuestionKind::Sampling {
            params: Json::from_value(&json!({ "messages": [], "maxTokens": 5 })),
        },
        "roots" => QuestionKind::Roots,
        other => panic!("no kind of question: {other}"),
    };
    Question {
        key: key.to_owned(),
        kind,
    }
}

/// Asks as the runtime does: a cancel ends the question.
pub(crate) async fn ask(
    fake: &Fake,
    context: &CallContext,
    questions: &[&str],
    has_written: bool,
) -> Result<Vec<Answer>, AskError> {
    let Some(channel) = &context.ask else {
        return Err(AskError::Unsupported { capability: "none" });
    };
    let words = fake.asked.words.lock().unwrap().clone();
    let request = AskRequest {
        questions: questions.iter().map(|text| question(text, &words)).collect(),
        digest: fake.asked.digest.lock().unwrap().clone(),
        policy_revision: fake.asked.revision.load(Ordering::Relaxed),
        has_written,
    };
    let answered = tokio::select! {
        biased;
        () = context.cancel.cancelled() => Err(AskError::Cancelled),
        answered = channel.ask(request) => answered,
    };
    if let Err(error) = &answered {
        fake.asked.errors.lock().unwrap().push(error.clone());
    }
    answered
}

/// The tool `ask {rounds: [["form:name", …], …], written?, cope?, linger?, late?}`: all answers by key, or the error. With
/// `linger` it waits at the gate before its result, with `late` between its first and its second round.
pub(crate) async fn run(fake: &Fake, arguments: &Value, context: &CallContext) -> CallOutcome {
    let mut all = Map::new();
    let flag = |name: &str| arguments[name] == json!(true);
    for round in arguments["rounds"].as_array().expect("rounds") {
        let questions: Vec<_> = round
            .as_array()
            .expect("questions")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        if flag("late") && !all.is_empty() {
            fake.wait(context).await?;
        }
        match ask(fake, context, &questions, flag("written")).await {
            Ok(answers) => {
                let keys: Vec<_> = answers.iter().map(|answer| answer.key.as_str()).collect();
                let asked: Vec<_> = questions
                    .iter()
                    .filter_map(|text| Some(text.split_once(':')?.1))
                    .collect();
                assert_eq!(keys, asked, "answers come in the questions' order");
                all.extend(answers.into_iter().map(|answer| (answer.key, answer.value.to_value())));
            }
            Err(error) if flag("cope") => {
                return Ok(ToolOutcome {
                    content: vec![ContentBlock::text(format!("did without: {error}"))],
                    ..ToolOutcome::default()
                });
            }
            Err(error) => return Err(CallError::new(ErrorKind::ToolFailed, error.to_string())),
        }
    }
    if flag("linger") {
        fake.lingering.send_modify(|count| *count += 1);
        fake.wait(context).await?;
    }
    Ok(ToolOutcome {
        structured: Some(Json::from_value(&Value::Object(all))),
        ..ToolOutcome::default()
    })
}
