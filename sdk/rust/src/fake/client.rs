//! A fake MCP client with a user. The test sets their answers.
//! Belongs here: answers to `Cx::ask`. Does not: answers of Unity.

use super::FakeUnity;
use crate::host::client::{self, Answer, QuestionKind};
use crate::{ErrorKind, ToolError};
use serde::Serialize;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The fake client's answers: MCP result objects, by the key of the question.
#[derive(Debug, Default)]
pub(super) struct Client {
    answers: BTreeMap<String, Value>,
}

pub(super) fn answer(unity: &FakeUnity, client: &Rc<RefCell<Client>>) {
    let at = Rc::clone(client);
    unity.on::<client::supports>(move |_| !at.borrow().answers.is_empty());
    let at = Rc::clone(client);
    unity.on::<client::ask>(move |(questions,)| {
        let answers = &at.borrow().answers;
        if answers.is_empty() {
            return Err(ToolError::unsupported("the client of this call cannot be asked"));
        }
        let answered = questions.into_iter().map(|question| match answers.get(&question.key) {
            Some(value) => Ok(Answer {
                value: value.to_string(),
                key: question.key,
            }),
            None => Err(ToolError::new(
                ErrorKind::Timeout,
                format!(
                    "the question {} has no answer; set it with unity.accepts(…) or a similar method",
                    question.key
                ),
            )),
        });
        answered.collect()
    });
}

impl FakeUnity {
    /// Sets the fake user's answer to the form with this key: the user fills it in with `content` and sends it.
    pub fn accepts(&self, key: &str, content: impl Serialize) {
        self.responds(key, json!({"action": "accept", "content": content}));
    }

    /// Sets the fake user's answer to the question with this key: the user declines to answer.
    pub fn declines(&self, key: &str) {
        self.responds(key, json!({"action": "decline"}));
    }

    /// Sets the fake user's answer to the question with this key: the user closes it without an answer.
    pub fn closes(&self, key: &str) {
        self.responds(key, json!({"action": "cancel"}));
    }

    /// Sets the fake client's answer to the question with this key, as MCP's result object.
    pub fn responds(&self, key: &str, result: Value) {
        self.client.borrow_mut().answers.insert(key.to_owned(), result);
    }

    /// Returns the questions that the client received: for a form or page its message, otherwise the kind of question.
    pub fn questions(&self) -> Vec<String> {
        let asked = self
            .calls::<client::ask>()
            .into_iter()
            .flat_map(|(questions,)| questions);
        asked
            .map(|question| match question.kind {
                QuestionKind::ElicitForm(form) => form.message,
                QuestionKind::ElicitUrl(page) => page.message,
                kind => format!("{kind:?}"),
            })
            .collect()
    }
}
