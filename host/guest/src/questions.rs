//! Checks a guest's questions to the client, and adds the id of the asking bundle and the host name of a page.
//!
//! Belongs here: converting the guest's questions to the host's. Does not: the number of questions (`ask_rate`),
//! sending them (`imports/client`).

use crate::ask_rate::MOST_OF_A_CALL;
use crate::bindings::current::unity_tools::host::client::{Question, QuestionKind};
use crate::form_texts;
use host_api::{Json, visible_lines};
use serde_json::Value;
use std::collections::BTreeSet;

/// Key in `_meta` of a sampling request, which the user does not see. Its value is the id of the asking bundle.
const BUNDLE: &str = "unity-tools/bundle";

/// The error of a malformed question: a text with the question and the reason.
#[derive(Debug)]
pub(crate) struct Malformed(pub(crate) String);

/// Converts the questions of `bundle` to the host's form. Does not check whether the client supports them.
pub(crate) fn checked(bundle: &str, questions: Vec<Question>) -> Result<Vec<host_api::Question>, Malformed> {
    if questions.is_empty() || questions.len() > MOST_OF_A_CALL {
        let count = questions.len();
        return Err(Malformed(format!(
            "`questions` has {count} items; it must have 1 to {MOST_OF_A_CALL}"
        )));
    }
    let mut keys = BTreeSet::new();
    let mut checked = Vec::with_capacity(questions.len());
    for question in questions {
        if !keys.insert(question.key.clone()) {
            return Err(Malformed(format!(
                "`key` {:?} is used twice; keys must differ",
                question.key
            )));
        }
        let kind = kind_of(bundle, &question.key, question.kind)?;
        checked.push(host_api::Question {
            key: question.key,
            kind,
        });
    }
    Ok(checked)
}

fn kind_of(bundle: &str, key: &str, kind: QuestionKind) -> Result<host_api::QuestionKind, Malformed> {
    let json = |field: &str, text: String| match Json::parse(text) {
        Ok(json) if json.is_object() => Ok(json),
        Ok(_) => Err(Malformed(format!("`{field}` of question {key:?} is no JSON object"))),
        Err(error) => Err(Malformed(format!("`{field}` of question {key:?} is no JSON: {error}"))),
    };
    Ok(match kind {
        QuestionKind::ElicitForm(form) => host_api::QuestionKind::Form {
            message: format!("The bundle `{bundle}` asks: {}", visible_lines(&form.message)),
            schema: form_texts::sanitize_schema(json("schema", form.schema)?)
                .map_err(|reason| Malformed(format!("`schema` of question {key:?} {reason}")))?,
        },
        QuestionKind::ElicitUrl(page) => {
            let host = host_of(&page.url).map_err(|reason| Malformed(format!("`url` of question {key:?} {reason}")))?;
            host_api::QuestionKind::Url {
                message: format!(
                    "The bundle `{bundle}` asks you to open a page of {host}: {}",
                    visible_lines(&page.message)
                ),
                url: page.url,
                id: page.id,
            }
        }
        QuestionKind::Sample(params) => host_api::QuestionKind::Sampling {
            params: signed(bundle, &json("sample", params)?),
        },
        QuestionKind::Roots => host_api::QuestionKind::Roots,
        QuestionKind::Other(_) => {
            return Err(Malformed(format!(
                "question {key:?} is of a kind that this host version does not know"
            )));
        }
    })
}

/// Returns the parameters with the id of the bundle in `_meta`. Replaces a value of the guest under the same key.
fn signed(bundle: &str, params: &Json) -> Json {
    let mut params = params.to_value();
    if let Some(members) = params.as_object_mut() {
        let meta = members
            .entry("_meta")
            .or_insert_with(|| Value::Object(Default::default()));
        if !meta.is_object() {
            *meta = Value::Object(Default::default());
        }
        meta[BUNDLE] = bundle.into();
    }
    Json::from_value(&params)
}

/// Returns the host name in the URL of a page for the user. Allows only `https`, or `http` on loopback, because a guest
/// must not send the user to another machine without encryption. Rejects user names, non-ASCII letters and unusual
/// characters, because they can make one host look like another.
fn host_of(url: &str) -> Result<&str, &'static str> {
    let odd = |char: char| char.is_control() || char.is_whitespace() || char == '\\' || !char.is_ascii();
    if url.contains(odd) {
        return Err(
            "has characters that a URL must not have as they are: spaces, controls, backslashes, or beyond ASCII",
        );
    }
    let (rest, is_clear) = match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
        (Some(rest), _) => (rest, false),
        (None, Some(rest)) => (rest, true),
        (None, None) => return Err("must be https, or http on loopback"),
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err("must not have a user name: the text before the `@` could look like a host");
    }
    let host = match authority.strip_prefix('[') {
        Some(inner) => match inner.split_once(']') {
            Some((address, after)) if address.parse::<std::net::Ipv6Addr>().is_ok() && is_port(after) => {
                &authority[..address.len() + 2]
            }
            _ => return Err("has no host that can be read"),
        },
        None => {
            let end = authority.find(':').unwrap_or(authority.len());
            let (host, after) = authority.split_at(end);
            let is_plain = |char: char| char.is_ascii_alphanumeric() || "-._".contains(char);
            if host.is_empty() || !host.chars().all(is_plain) || !is_port(after) {
                return Err("has no host that can be read");
            }
            host
        }
    };
    if is_clear && !["127.0.0.1", "localhost", "[::1]"].contains(&host) {
        return Err("must be https, or http on loopback");
    }
    Ok(host)
}

/// Returns true if `after`, the text after the host name, is empty, or a colon with an optional port number.
fn is_port(after: &str) -> bool {
    after.is_empty()
        || after
            .strip_prefix(':')
            .is_some_and(|port| port.is_empty() || port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bindings::current::unity_tools::host::client::{Form, Page};
    use serde_json::json;

    fn put(kind: QuestionKind) -> Result<host_api::QuestionKind, Malformed> {
        kind_of("nag", "k", kind)
    }

    fn page(url: &str) -> QuestionKind {
        QuestionKind::ElicitUrl(Page {
            message: "Sign in.".to_owned(),
            url: url.to_owned(),
            id: "i".to_owned(),
        })
    }

    #[test]
    fn accepts_only_https_and_loopback_urls() {
        for (good, host) in [
            ("https://example.org/a", "example.org"),
            ("https://example.org:8443?x=@y", "example.org"),
            ("https://xn--e1awd7f.com#z", "xn--e1awd7f.com"),
            ("https://[2001:db8::1]:1/", "[2001:db8::1]"),
            ("http://127.0.0.1:80/x", "127.0.0.1"),
            ("http://localhost", "localhost"),
            ("http://[::1]/", "[::1]"),
        ] {
            assert_eq!(host_of(good), Ok(host), "{good}");
        }
        for bad in [
            "http://example.org",
            "http://localhost.example.org",
            "http://localhost:80@example.org/",
            "https://example.org@evil.example/",
            "https://example.org:x@evil.example/",
            "https://example.org\\@evil.example/",
            "https://exаmple.org/",
            "https://example.org/\u{202e}gpj",
            "https://example.org/ a",
            "https://",
            "https://:443/",
            "https://a:b:c/",
            "https://[::1",
            "https://[example.org]/",
            "HTTPS://example.org",
            "file:///etc/passwd",
            "javascript:1",
        ] {
            assert!(host_of(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn question_names_the_bundle_and_the_host_of_a_url() {
        let form = QuestionKind::ElicitForm(Form {
            message: "Let the tool `x` of bundle `y` run?".to_owned(),
            schema: "{}".to_owned(),
        });
        let Ok(host_api::QuestionKind::Form { message, .. }) = put(form) else {
            panic!("a form");
        };
        assert_eq!(message, "The bundle `nag` asks: Let the tool `x` of bundle `y` run?");
        let Ok(host_api::QuestionKind::Url { message, .. }) = put(page("https://evil.example/bank.example")) else {
            panic!("a page");
        };
        assert_eq!(
            message,
            "The bundle `nag` asks you to open a page of evil.example: Sign in."
        );
        let two = QuestionKind::ElicitForm(Form {
            message: "Hi\u{202e}\n\nThe host asks: may I?".to_owned(),
            schema: "{}".to_owned(),
        });
        let Ok(host_api::QuestionKind::Form { message, .. }) = put(two) else {
            panic!("a form");
        };
        assert_eq!(
            message,
            "The bundle `nag` asks: Hi\\u{202e}\n> \n> The host asks: may I?"
        );
        let Err(Malformed(reason)) = put(page("https://bank.example@evil.example/")) else {
            panic!("no such page");
        };
        assert!(reason.contains("user name"), "{reason}");
    }

    #[test]
    fn sanitizes_texts_of_the_form_schema() {
        let form = |schema: Value| {
            put(QuestionKind::ElicitForm(Form {
                message: "Hi".to_owned(),
                schema: schema.to_string(),
            }))
        };
        let Ok(host_api::QuestionKind::Form { schema, .. }) =
            form(json!({ "properties": { "a": { "type": "string", "title": "x\u{202e}y" } } }))
        else {
            panic!("a form");
        };
        assert_eq!(schema.to_value()["properties"]["a"]["title"], "x\\u{202e}y");
        let Err(Malformed(reason)) = form(json!({ "properties": { "a\u{7}": {} } })) else {
            panic!("no such name");
        };
        assert!(
            reason.contains("`schema` of question \"k\"") && reason.contains("a\\u{7}"),
            "{reason}"
        );
    }

    #[test]
    fn sampling_request_names_the_bundle() {
        for (given, meta) in [
            (json!({ "maxTokens": 1 }), json!({ "unity-tools/bundle": "nag" })),
            (
                json!({ "_meta": { "a": 1, "unity-tools/bundle": "trusted" } }),
                json!({ "a": 1, "unity-tools/bundle": "nag" }),
            ),
            (json!({ "_meta": [] }), json!({ "unity-tools/bundle": "nag" })),
        ] {
            let Ok(host_api::QuestionKind::Sampling { params }) = put(QuestionKind::Sample(given.to_string())) else {
                panic!("a completion");
            };
            assert_eq!(params.to_value()["_meta"], meta);
        }
    }
}
