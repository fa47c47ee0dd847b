//! Tests of the routes of a dialect and of the host, with the dialect enabled and disabled.

use super::*;
use crate::bare_requests;
use crate::budget::Budget;
use crate::http::enter;
use crate::options::WireOptions;
use crate::sessions::Sessions;
use crate::state::Wire;
use axum_core::body::Body;
use axum_core::extract::Request;
use axum_core::response::Response;
use host_api::{
    Announced, Audience, BoxFuture, CallContext, CallError, CallOutcome, CallRequest, CatalogView, Completion,
    CompletionRequest, ContentBlock, CoreMetrics, ErrorKind, Health, HostEvent, HostLine, Link, LinkService, LogLevel,
    PromptOutcome, PromptRequest, ResourceOutcome, ResourceRequest, ToolOutcome, ToolService,
};
use http::request::Builder;
use http::{Method, StatusCode};
use http_body_util::BodyExt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::sync::{broadcast, watch};

/// A tool service with two tools: `greet`, and `fail`, which reports a failure.
struct Greeter {
    revision: watch::Sender<u64>,
    events: broadcast::Sender<HostEvent>,
    lines: broadcast::Sender<Announced<HostLine>>,
}

fn not_found_error() -> CallError {
    CallError::new(ErrorKind::UnknownName, "there is nothing here")
}

impl ToolService for Greeter {
    fn catalog(&self, _: &Audience) -> Arc<CatalogView> {
        Arc::new(CatalogView {
            revision: 1,
            ..CatalogView::default()
        })
    }

    fn revision(&self) -> watch::Receiver<u64> {
        self.revision.subscribe()
    }

    fn events(&self) -> broadcast::Receiver<HostEvent> {
        self.events.subscribe()
    }

    fn logs(&self) -> broadcast::Receiver<Announced<HostLine>> {
        self.lines.subscribe()
    }

    fn call(&self, request: CallRequest, _: CallContext) -> BoxFuture<'_, CallOutcome> {
        let greeting = ToolOutcome {
            content: vec![ContentBlock::text("hello")],
            ..ToolOutcome::default()
        };
        Box::pin(async move {
            match request.tool.as_str() {
                "greet" => Ok(greeting),
                "fail" => Ok(ToolOutcome {
                    is_error: true,
                    ..greeting
                }),
                _ => Err(not_found_error()),
            }
        })
    }

    fn read_resource(&self, _: ResourceRequest, _: CallContext) -> BoxFuture<'_, ResourceOutcome> {
        Box::pin(async { Err(not_found_error()) })
    }

    fn find_resources<'a>(&'a self, _: Vec<&'a str>) -> BoxFuture<'a, Result<(), (usize, CallError)>> {
        Box::pin(async { Err((0, not_found_error())) })
    }

    fn get_prompt(&self, _: PromptRequest, _: CallContext) -> BoxFuture<'_, PromptOutcome> {
        Box::pin(async { Err(not_found_error()) })
    }

    fn complete(&self, _: CompletionRequest, _: CallContext) -> BoxFuture<'_, Result<Completion, CallError>> {
        Box::pin(async { Err(not_found_error()) })
    }

    fn append_log(&self, _: LogLevel, _: String, _: Option<String>) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn wait_until_settled(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn health(&self) -> Health {
        Health::default()
    }

    fn metrics(&self) -> CoreMetrics {
        CoreMetrics::default()
    }
}

/// A service for Unity instances to which no instance connects.
#[derive(Debug)]
struct NoUnity;

impl LinkService for NoUnity {
    fn serve(&self, _: Link) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}

/// Creates a port with the test dialect, enabled if `toy` is true; Unity instances may connect.
fn port(toy: bool, change: impl FnOnce(&mut WireOptions)) -> Arc<Served> {
    let mut options = WireOptions {
        targets: Some(Arc::new(NoUnity)),
        ..WireOptions::default()
    };
    change(&mut options);
    let service = Arc::new(Greeter {
        revision: watch::Sender::new(1),
        events: broadcast::Sender::new(1),
        lines: broadcast::Sender::new(1),
    });
    let budget = Budget::new(options.memory);
    let sessions = Sessions::new(options.max_sessions, options.session_idle, &budget);
    Served::new(Wire::new(service, options, budget, sessions), vec![toy::dialect(toy)])
}

fn peer() -> SocketAddr {
    SocketAddr::from((Ipv4Addr::LOCALHOST, 1))
}

async fn send(port: &Served, request: Builder, body: Body) -> Response {
    let request = request.header("host", "localhost").body(body).unwrap();
    enter(&port.wire, &port.places, peer(), request).await.unwrap()
}

async fn text(response: Response) -> String {
    let body = response.into_body().collect().await.unwrap();
    String::from_utf8(body.to_bytes().to_vec()).unwrap()
}

/// Sends a request; returns the status and the text of the response.
async fn ask(port: &Served, method: &Method, path: &str) -> (u16, String) {
    let request = Request::builder().method(method).uri(path);
    let response = send(port, request, Body::empty()).await;
    (response.status().as_u16(), text(response).await)
}

#[tokio::test]
async fn reports_disabled_route_for_every_method_and_hides_it() {
    let (on, off) = (port(true, |_| {}), port(false, |options| options.targets = None));
    for (path, key) in [("/toy", "dialects.toy.enabled"), ("/bridge", "unity.live")] {
        for method in [Method::GET, Method::POST, Method::PATCH] {
            let (status, told) = ask(&off, &method, path).await;
            assert_eq!(status, 404, "{method} {path}: {told}");
            assert!(told.contains(&format!("is switched off here by `{key}`")), "{told}");
            assert_ne!(ask(&on, &method, path).await.0, 404, "{method} {path}");
        }
    }
    for path in ["/", "/health", "/ready", "/metrics"] {
        assert_eq!(ask(&off, &Method::HEAD, path).await.0, 200, "{path}");
    }
    for (port, is_shown) in [(&on, true), (&off, false)] {
        assert_eq!(ask(port, &Method::GET, "/").await.1.contains("POST /toy"), is_shown);
    }
}

#[tokio::test]
async fn serves_only_the_bridge_path_if_links_only() {
    let alone = port(true, |options| options.links_only = true);
    for path in ["/toy", "/", "/health", "/metrics"] {
        assert_eq!(ask(&alone, &Method::GET, path).await.0, 404, "{path}");
    }
    assert_eq!(ask(&alone, &Method::GET, "/bridge").await.0, 426);
}

#[tokio::test]
async fn serves_single_file_dialect_with_standard_status_codes() {
    let port = port(true, |options| options.max_body = 64);
    let send_as = async |kind: &str, body: &str| {
        let request = Request::builder().method(Method::POST).uri("/toy");
        let request = request.header("content-type", kind);
        let response = send(&port, request, Body::from(body.to_owned())).await;
        (response.status().as_u16(), text(response).await)
    };
    let post = async |body: &str| send_as("application/json", body).await;
    let served = post(r#"{"tool": "greet"}"#).await;
    assert_eq!(served, (200, r#"{"said":"hello"}"#.to_owned()));
    for (tool, why) in [("other", "there is nothing here"), ("fail", "hello")] {
        let failed = post(&format!(r#"{{"tool": "{tool}"}}"#)).await;
        assert_eq!(failed, (200, format!(r#"{{"wrong":"{why}"}}"#)));
    }
    for (body, status, why) in [("{}", 400, "missing field `tool`"), (&"x".repeat(65), 413, "64 bytes")] {
        let (got, told) = post(body).await;
        assert_eq!(got, status, "{told}");
        assert!(told.starts_with(r#"{"wrong":""#) && told.contains(why), "{told}");
    }
    let (got, told) = send_as("text/plain", r#"{"tool": "greet"}"#).await;
    assert!(got == 415 && told.starts_with(r#"{"wrong":""#), "{told}");
    let get = send(&port, Request::builder().uri("/toy"), Body::empty()).await;
    assert_eq!(
        (get.status().as_u16(), &get.headers()["allow"]),
        (405, &"POST, OPTIONS".parse().unwrap())
    );
    port.wire.closing.cancel();
    let late = post(r#"{"tool": "greet"}"#).await;
    let why = "the host is shutting down: call again once the host has been started again";
    assert_eq!(late, (503, format!(r#"{{"wrong":"{why}"}}"#)));
}

#[tokio::test]
async fn rejects_call_beyond_client_share_with_429() {
    let port = port(true, |options| (options.max_in_flight, options.client_share) = (2, 50));
    let caller = bare_requests::caller(host_api::Dialect::Sessionless, peer());
    let _held = port.wire.in_flight.take(&caller).unwrap();
    let request = Request::builder().method(Method::POST).uri("/toy");
    let response = send(&port, request, Body::from(r#"{"tool": "greet"}"#)).await;
    assert_eq!(response.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(
        text(response)
            .await
            .starts_with(r#"{"wrong":"this client has 1 calls in flight"#)
    );
}
