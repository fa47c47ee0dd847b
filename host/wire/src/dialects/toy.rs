//! A minimal dialect that exists only in tests: it uses the table of routes and the common runner, so that the
//! documentation on adding a dialect stays correct.
//!
//! `POST /toy` with `{"tool": "…"}` is answered with `{"said": "…"}` or `{"wrong": "…"}`.

use crate::dialects::bare_requests;
use crate::dialects::one_answer;
use crate::http::refusal::Refusal;
use crate::http::switch::Switch;
use crate::http::{Exchange, answer};
use axum_core::response::Response;
use host_api::{CallContext, ContentBlock, Dialect, ToolOutcome};
use http::StatusCode;
use serde::Deserialize;
use serde_json::{Map, json};
use std::sync::Arc;

pub(crate) const SWITCH: Switch = Switch {
    is_on: |options| options.toy,
    protocol: "the toy's protocol",
    key: "dialects.toy.enabled",
};

pub(crate) async fn post(exchange: Exchange) -> Response {
    #[derive(Deserialize)]
    struct Wanted {
        tool: String,
    }
    let tool = match serde_json::from_slice(&exchange.body) {
        Ok(Wanted { tool }) => tool,
        Err(error) => return answer::json(StatusCode::BAD_REQUEST, wrong(&error.to_string())),
    };
    // A real dialect has its own name there.
    let caller = bare_requests::caller(Dialect::Sessionless, exchange.peer);
    let request = bare_requests::call_request(tool.clone(), Map::new(), caller.clone());
    let called = exchange.called(&caller, "tool", &tool);
    let service = Arc::clone(&exchange.wire.service);
    let ran = one_answer::respond(&exchange, called, wrong, move |context: CallContext| async move {
        match service.call(request, context).await {
            Ok(outcome) => said(&outcome),
            Err(error) => wrong(&error.message),
        }
    });
    ran.await
        .unwrap_or_else(|refused| answer::json(StatusCode::SERVICE_UNAVAILABLE, wrong(&refused.sentence())))
}

/// Answers a request that did not arrive completely.
pub(crate) fn refuse(refusal: &Refusal) -> Response {
    answer::json(refusal.status, wrong(&refusal.fault.message))
}

fn said(outcome: &ToolOutcome) -> Vec<u8> {
    let texts = outcome.content.iter().filter_map(|block| match block {
        ContentBlock::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    json!({ "said": texts.collect::<String>() }).to_string().into_bytes()
}

fn wrong(why: &str) -> Vec<u8> {
    json!({ "wrong": why }).to_string().into_bytes()
}
