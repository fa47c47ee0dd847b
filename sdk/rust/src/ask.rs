//! Questions to the client, its model or the user.
//!
//! Belongs here: creating questions and parsing answers. `Cx::ask` sends them.

use crate::host::client;
use crate::schema::{self, SchemaError};
use crate::{ErrorKind, ToolError};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// One question under a key that the tool chooses; when a call is repeated, the key identifies the answer.
///
/// ```
/// # use unity_tools::prelude::*;
/// use unity_tools::ask::{Elicited, Question};
///
/// #[input]
/// struct Choice {
///     /// The name of the new scene.
///     name: String,
/// }
///
/// fn name_of_scene(cx: &Cx) -> Result<Option<String>> {
///     let question = Question::form::<Choice>("name", "How should the scene be called?")?;
///     Ok(match cx.ask(vec![question])?.form::<Choice>("name")? {
///         Elicited::Accepted(choice) => Some(choice.name),
///         Elicited::Declined | Elicited::Cancelled => None,
///     })
/// }
///
/// let unity = unity_tools::fake::FakeUnity::new();
/// unity.accepts("name", unity_tools::serde_json::json!({"name": "Town"}));
/// assert_eq!(name_of_scene(&Cx::new()).unwrap().as_deref(), Some("Town"));
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    key: String,
    kind: client::QuestionKind,
}

impl Question {
    /// A question with a form that has the fields of `T`: only text, numbers, booleans and enums, because clients can
    /// show no other types.
    ///
    /// # Errors
    ///
    /// If `T` has no portable schema.
    pub fn form<T: JsonSchema>(key: impl Into<String>, message: impl Into<String>) -> Result<Self, SchemaError> {
        let mut form = schema::input::<T>()?;
        if let Some(object) = form.as_object_mut() {
            object.remove("additionalProperties");
        }
        Ok(Self::form_with(key, message, &form))
    }

    /// A question with a form whose JSON Schema is `schema`, in the restricted form that MCP allows.
    pub fn form_with(key: impl Into<String>, message: impl Into<String>, schema: &Value) -> Self {
        Self {
            key: key.into(),
            kind: client::QuestionKind::ElicitForm(client::Form {
                message: message.into(),
                schema: schema.to_string(),
            }),
        }
    }

    /// A request to open a page: `https`, or `http` on loopback. `id` is the tool's own name for this visit.
    pub fn page(
        key: impl Into<String>,
        message: impl Into<String>,
        url: impl Into<String>,
        id: impl Into<String>,
    ) -> Self {
        Self {
            key: key.into(),
            kind: client::QuestionKind::ElicitUrl(client::Page {
                message: message.into(),
                url: url.into(),
                id: id.into(),
            }),
        }
    }

    /// A request for a completion by the client's model. `parameters` are those of MCP's `sampling/createMessage`.
    pub fn sample(key: impl Into<String>, parameters: &Value) -> Self {
        Self {
            key: key.into(),
            kind: client::QuestionKind::Sample(parameters.to_string()),
        }
    }

    /// A request for the client's root folders.
    pub fn roots(key: impl Into<String>) -> Self {
        Self {
            key: key.into(),
            kind: client::QuestionKind::Roots,
        }
    }

    pub(crate) fn into_wit(self) -> client::Question {
        client::Question {
            key: self.key,
            kind: self.kind,
        }
    }
}

/// The reaction of the user to a form or a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Elicited<T> {
    /// The user filled it in and sent it.
    Accepted(T),
    /// The user declined.
    Declined,
    /// The user closed the form or page without an answer.
    Cancelled,
}

/// The answers of the client to the questions of one `Cx::ask`, by key.
#[derive(Clone, Debug)]
pub struct Answers {
    given: Vec<client::Answer>,
}

impl Answers {
    pub(crate) fn new(given: Vec<client::Answer>) -> Self {
        Self { given }
    }

    /// Returns MCP's result object for the question with this key.
    ///
    /// # Errors
    ///
    /// If there is no such answer, or if it is not JSON.
    pub fn raw(&self, key: &str) -> Result<Value, ToolError> {
        let answer = self
            .given
            .iter()
            .find(|answer| answer.key == key)
            .ok_or_else(|| ToolError::internal(format!("the question {key} was not answered")))?;
        serde_json::from_str(&answer.value).map_err(|problem| malformed(key, &problem.to_string()))
    }

    /// Returns the reaction of the user to the form with this key.
    ///
    /// # Errors
    ///
    /// If there is no such answer, or if the input does not fit `T`.
    pub fn form<T: DeserializeOwned>(&self, key: &str) -> Result<Elicited<T>, ToolError> {
        let mut answer = self.raw(key)?;
        match answer["action"].as_str() {
            Some("accept") => serde_json::from_value(answer["content"].take())
                .map(Elicited::Accepted)
                .map_err(|problem| malformed(key, &problem.to_string())),
            Some("decline") => Ok(Elicited::Declined),
            Some("cancel") => Ok(Elicited::Cancelled),
            _ => Err(malformed(key, "action is not one of accept, decline, cancel")),
        }
    }
}

fn malformed(key: &str, why: &str) -> ToolError {
    ToolError::new(
        ErrorKind::InvalidArgument,
        format!("the client's answer to the question {key} does not fit: {why}"),
    )
}

#[cfg(test)]
mod tests {
    use super::{Answers, Elicited};
    use crate::ErrorKind;
    use crate::host::client::Answer;
    use serde_json::Value;

    fn answers(value: &str) -> Answers {
        Answers::new(vec![Answer {
            key: "k".to_owned(),
            value: value.to_owned(),
        }])
    }

    #[test]
    fn tells_what_the_person_did() {
        let form = |text: &str| answers(text).form::<Value>("k").unwrap();
        assert_eq!(
            form(r#"{"action":"accept","content":{"n":1}}"#),
            Elicited::Accepted(serde_json::json!({"n":1}))
        );
        assert_eq!(form(r#"{"action":"decline"}"#), Elicited::Declined);
        assert_eq!(form(r#"{"action":"cancel"}"#), Elicited::Cancelled);
    }

    #[test]
    fn a_wrong_answer_is_the_clients_fault_and_a_missing_one_is_ours() {
        assert_eq!(
            answers("{}").form::<Value>("k").unwrap_err().kind,
            ErrorKind::InvalidArgument
        );
        assert_eq!(answers("nope").raw("k").unwrap_err().kind, ErrorKind::InvalidArgument);
        assert_eq!(answers("{}").raw("other").unwrap_err().kind, ErrorKind::Internal);
    }
}
