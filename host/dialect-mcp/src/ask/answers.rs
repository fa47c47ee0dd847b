//! The answers of the client during one call. Each answer belongs to exactly one question.
//!
//! This module identifies questions and stores answers. `ask::request_state` signs them, and `ask` checks them.

use data_encoding::HEXLOWER;
use host_api::{Json, Question, QuestionKind};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, HashMap};

/// The identity of a question of a call: a hexadecimal SHA-256 of its key, of everything that the client is shown, and
/// of the number of earlier answers to this key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Asked(Box<str>);

#[derive(Default)]
pub(crate) struct Answers {
    given: BTreeMap<Asked, Json>,
    /// For each key of a question, the number of times that it was answered. A call may ask few questions.
    rounds: HashMap<String, u32>,
}

impl Answers {
    /// Returns the identity that the question has if it is asked now.
    pub(crate) fn name(&self, question: &Question) -> Asked {
        Asked::from_question(question, self.rounds.get(&question.key).copied().unwrap_or(0))
    }

    pub(crate) fn add(&mut self, answers: BTreeMap<Asked, Json>) {
        self.given.extend(answers);
    }

    pub(crate) fn find(&self, asked: &Asked) -> Option<&Json> {
        self.given.get(asked)
    }

    pub(crate) fn drop_one(&mut self, asked: &Asked) {
        self.given.remove(asked);
    }

    pub(crate) fn clear(&mut self) {
        self.given.clear();
    }

    /// Counts each of these questions as answered. A later question with the same key then has a different identity.
    pub(crate) fn serve(&mut self, questions: &[Question]) {
        for question in questions {
            *self.rounds.entry(question.key.clone()).or_default() += 1;
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Asked, &Json)> {
        self.given.iter()
    }
}

impl Asked {
    fn from_question(question: &Question, round: u32) -> Self {
        let mut hash = Sha256::new();
        let mut part = |bytes: &[u8]| {
            hash.update((bytes.len() as u64).to_le_bytes());
            hash.update(bytes);
        };
        part(question.key.as_bytes());
        part(&round.to_le_bytes());
        let (kind, parts): (&str, [&str; 3]) = match &question.kind {
            QuestionKind::Form { message, schema } => ("form", [message, schema.get(), ""]),
            QuestionKind::Url { message, url, id } => ("url", [message, url, id]),
            QuestionKind::Sampling { params } => ("sampling", [params.get(), "", ""]),
            QuestionKind::Roots => ("roots", [""; 3]),
        };
        part(kind.as_bytes());
        parts.iter().for_each(|text| part(text.as_bytes()));
        Self(HEXLOWER.encode(&hash.finalize()).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn question(key: &str, kind: QuestionKind) -> Question {
        Question {
            key: key.to_owned(),
            kind,
        }
    }

    fn form(message: &str, schema: &serde_json::Value) -> QuestionKind {
        QuestionKind::Form {
            message: message.to_owned(),
            schema: Json::from_value(schema),
        }
    }

    fn url(message: &str, url: &str, id: &str) -> QuestionKind {
        QuestionKind::Url {
            message: message.to_owned(),
            url: url.to_owned(),
            id: id.to_owned(),
        }
    }

    #[test]
    fn questions_with_any_difference_are_not_equal() {
        let sampling = |text: &str| QuestionKind::Sampling {
            params: Json::from_value(&json!({ "messages": [text] })),
        };
        let all = [
            question("a", form("m", &json!({}))),
            question("b", form("m", &json!({}))),
            question("a", form("n", &json!({}))),
            question("a", form("m", &json!({ "type": "object" }))),
            question("a", url("m", "u", "i")),
            question("a", url("m", "u", "j")),
            question("a", url("m", "ui", "")),
            question("a", sampling("x")),
            question("a", sampling("y")),
            question("a", QuestionKind::Roots),
            question("am", form("", &json!({}))),
        ];
        for (at, one) in all.iter().enumerate() {
            assert_eq!(Asked::from_question(one, 0), Asked::from_question(&one.clone(), 0));
            assert_ne!(Asked::from_question(one, 0), Asked::from_question(one, 1), "{one:?}");
            for other in &all[at + 1..] {
                assert_ne!(
                    Asked::from_question(one, 0),
                    Asked::from_question(other, 0),
                    "{one:?} {other:?}"
                );
            }
        }
    }

    #[test]
    fn answer_serves_its_question_only_once() {
        let asked = [question("a", form("Delete it?", &json!({})))];
        let mut answers = Answers::default();
        let name = answers.name(&asked[0]);
        answers.add([(name.clone(), Json::from_value(&json!({})))].into());
        assert!(answers.find(&name).is_some());
        assert!(
            answers
                .find(&answers.name(&question("a", form("Delete all?", &json!({})))))
                .is_none()
        );
        answers.serve(&asked);
        assert!(
            answers.find(&answers.name(&asked[0])).is_none(),
            "the same words, put again"
        );
    }
}
