//! Questions from a tool to the MCP client, its language model or its user.
//!
//! Belongs here: creating questions and parsing answers. Does not: sending questions (`Cx::ask`).

use crate::host::client;
use crate::schema::{self, SchemaError};
use crate::{ErrorKind, ToolError};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A question from a tool to the client. The tool chooses its key, which identifies the answer if the call is repeated.
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
    /// Creates a question with a form that has the fields of `T`. They can be only text, numbers, booleans and enums,
    /// because clients can show no other types.
    ///
    /// # Errors
    /// If no JSON Schema that all clients understand can be written for `T`.
    pub fn form<T: JsonSchema>(key: impl Into<String>, message: impl Into<String>) -> Result<Self, SchemaError> {
        let mut form = schema::input::<T>()?;
        if let Some(object) = form.as_object_mut() {
            object.remove("additionalProperties");
        }
        Ok(Self::form_with(key, message, &form))
    }

    /// Creates a question with a form for a JSON Schema in the restricted form that MCP allows.
    pub fn form_with(key: impl Into<String>, message: impl Into<String>, schema: &Value) -> Self {
        Self {
            key: key.into(),
            kind: client::QuestionKind::ElicitForm(client::Form {
                message: message.into(),
                schema: schema.to_string(),
            }),
        }
    }

    /// Creates a request to open a web page: `https`, or `http` on loopback. The tool chooses `id` for this request.
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

    /// Creates a request for a text or image from the client's language model. `parameters` are those of MCP's method
    /// `sampling/createMessage`.
    pub fn sample(key: impl Into<String>, parameters: &Value) -> Self {
        Self {
            key: key.into(),
            kind: client::QuestionKind::Sample(parameters.to_string()),
        }
    }

    /// Creates a request for the client's root folders (MCP's `roots/list`).
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

/// The user's reaction to a form or a page.
#[derive(Clone, Debug, PartialEq)]
pub enum Elicited<T> {
    /// The user filled in the form and sent it; contains the values.
    Accepted(T),
    /// The user declined to answer.
    Declined,
    /// The user closed the form or page without an answer.
    Cancelled,
}

/// The client's answers to all questions that one call of `Cx::ask` sent; each answer is found by its question's key.
#[derive(Clone, Debug)]
pub struct Answers {
    given: Vec<client::Answer>,
}

impl Answers {
    pub(crate) fn new(given: Vec<client::Answer>) -> Self {
        Self { given }
    }

    /// Returns the client's answer to the question with this key as unparsed JSON, in the form of MCP's result object.
    ///
    /// # Errors
    /// If there is no answer with this key, or if it is not JSON.
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
    /// If there is no answer with this key, or if the form's values do not fit `T`.
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
    fn form_returns_accept_decline_or_cancel() {
        let form = |text: &str| answers(text).form::<Value>("k").unwrap();
        assert_eq!(
            form(r#"{"action":"accept","content":{"n":1}}"#),
            Elicited::Accepted(serde_json::json!({"n":1}))
        );
        assert_eq!(form(r#"{"action":"decline"}"#), Elicited::Declined);
        assert_eq!(form(r#"{"action":"cancel"}"#), Elicited::Cancelled);
    }

    #[test]
    fn reports_invalid_answer_as_client_error_missing_as_internal() {
        assert_eq!(
            answers("{}").form::<Value>("k").unwrap_err().kind,
            ErrorKind::InvalidArgument
        );
        assert_eq!(answers("nope").raw("k").unwrap_err().kind, ErrorKind::InvalidArgument);
        assert_eq!(answers("{}").raw("other").unwrap_err().kind, ErrorKind::Internal);
    }
}
