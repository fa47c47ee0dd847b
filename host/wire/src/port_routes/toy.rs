//! A minimal dialect: `POST /toy` with `{"tool": "…"}` is answered with `{"said": "…"}` or `{"wrong": "…"}`.
//!
//! Only tests use it. It does what every dialect must do: it checks the content type, and it encodes failed tools,
//! refused calls and incomplete bodies in its own format.

use crate::bare_requests;
use crate::dialect::{Dialect, NewDialect};
use crate::http::refusal::Refusal;
use crate::http::route::Route;
use crate::http::switch::Switch;
use crate::http::{Exchange, answer, content_type};
use crate::single_answer;
use axum_core::response::Response;
use host_api::{CallContext, ContentBlock};
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, json};
use std::future::ready;
use std::sync::Arc;

pub(super) fn dialect(is_on: bool) -> NewDialect {
    Box::new(move |_| Arc::new(Toy { is_on }))
}

struct Toy {
    is_on: bool,
}

impl Dialect for Toy {
    fn routes(self: Arc<Self>) -> Vec<Route> {
        let toy = Route::new("/toy")
            .switch(Switch {
                is_on: self.is_on,
                protocol: "the toy's protocol",
                key: "dialects.toy.enabled",
            })
            .post(post)
            .refuse(|_, refusal| Box::pin(ready(reject(&refusal))))
            .show(&[("A toy", "POST /toy")]);
        vec![toy]
    }
}

async fn post(exchange: Exchange) -> Response {
    #[derive(Deserialize)]
    struct Wanted {
        tool: String,
    }
    if let Err(refusal) = content_type::json_or_undeclared(&exchange.headers) {
        return reject(&refusal);
    }
    let tool = match serde_json::from_slice(&exchange.body) {
        Ok(Wanted { tool }) => tool,
        Err(error) => return answer::json(StatusCode::BAD_REQUEST, error_json(&error.to_string())),
    };
    // A real dialect passes its own name here.
    let caller = bare_requests::caller(host_api::Dialect::Sessionless, exchange.peer);
    let request = bare_requests::call_request(tool.clone(), Map::new(), caller.clone());
    let called = exchange.call_subject(&caller, "tool", &tool);
    let service = Arc::clone(&exchange.wire.service);
    let ran = single_answer::respond(&exchange, called, error_json, move |context: CallContext| async move {
        match service.call(request, context).await {
            Ok(outcome) if outcome.is_error => error_json(&text_of(&outcome.content)),
            Ok(outcome) => json!({ "said": text_of(&outcome.content) }).to_string().into_bytes(),
            Err(error) => error_json(&error.message),
        }
    });
    ran.await.unwrap_or_else(|refused| {
        let status = match refused.is_of_client {
            true => StatusCode::TOO_MANY_REQUESTS,
            false => StatusCode::SERVICE_UNAVAILABLE,
        };
        answer::json(status, error_json(&refused.sentence()))
    })
}

fn reject(refusal: &Refusal) -> Response {
    answer::json(refusal.status, error_json(&refusal.fault.message))
}

fn text_of(content: &[ContentBlock]) -> String {
    let texts = content.iter().filter_map(|block| match block {
        ContentBlock::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

fn error_json(why: &str) -> Vec<u8> {
    json!({ "wrong": why }).to_string().into_bytes()
}
