//! Each row of the table, with all protocols enabled and with each one disabled.

use super::*;
use crate::budget::Budget;
use crate::http::{enter, route};
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
use http::StatusCode;
use http::request::Builder;
use http_body_util::BodyExt;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::sync::{broadcast, watch};

type Change = fn(&mut WireOptions);

/// The operator's keys, and the change that disables each protocol.
const KEYS: [(&str, Change); 6] = [
    ("dialects.sse.enabled", |options| options.sse.enabled = false),
    ("dialects.explorer.enabled", |options| options.explorer.enabled = false),
    ("dialects.editor.enabled", |options| options.editor.enabled = false),
    ("dialects.command.enabled", |options| options.command.enabled = false),
    ("dialects.toy.enabled", |options| options.toy = false),
    ("unity.live", |options| options.unitys = None),
];

/// A core with one tool, `greet`.
struct Greeter {
    revision: watch::Sender<u64>,
    events: broadcast::Sender<HostEvent>,
    lines: broadcast::Sender<Announced<HostLine>>,
}

fn nothing() -> CallError {
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
        Box::pin(async move { (request.tool == "greet").then_some(greeting).ok_or_else(nothing) })
    }

    fn read_resource(&self, _: ResourceRequest, _: CallContext) -> BoxFuture<'_, ResourceOutcome> {
        Box::pin(async { Err(nothing()) })
    }

    fn find_resources<'a>(&'a self, _: Vec<&'a str>) -> BoxFuture<'a, Result<(), (usize, CallError)>> {
        Box::pin(async { Err((0, nothing())) })
    }

    fn get_prompt(&self, _: PromptRequest, _: CallContext) -> BoxFuture<'_, PromptOutcome> {
        Box::pin(async { Err(nothing()) })
    }

    fn complete(&self, _: CompletionRequest, _: CallContext) -> BoxFuture<'_, Result<Completion, CallError>> {
        Box::pin(async { Err(nothing()) })
    }

    fn append_log(&self, _: LogLevel, _: String, _: Option<String>) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn settled(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn health(&self) -> Health {
        Health::default()
    }

    fn metrics(&self) -> CoreMetrics {
        CoreMetrics::default()
    }
}

/// Accepts Unity instances, of which none connects.
#[derive(Debug)]
struct Nobody;

impl LinkService for Nobody {
    fn serve(&self, _: Link) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}

fn wire_with(change: Change) -> Arc<Wire> {
    let mut options = WireOptions {
        unitys: Some(Arc::new(Nobody)),
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
    Wire::new(service, options, budget, sessions).0
}

async fn send(wire: &Arc<Wire>, request: Builder, body: Body) -> Response {
    let request = request.header("host", "localhost").body(body).unwrap();
    let peer = SocketAddr::from((Ipv4Addr::LOCALHOST, 1));
    enter(Arc::clone(wire), peer, request).await.unwrap()
}

async fn text(response: Response) -> String {
    let body = response.into_body().collect().await.unwrap();
    String::from_utf8(body.to_bytes().to_vec()).unwrap()
}

/// The status, and the message of a refusal: other bodies may be streams.
async fn ask(wire: &Arc<Wire>, method: &Method, path: &str, upgrade: bool) -> (StatusCode, String) {
    let mut request = Request::builder().method(method).uri(path);
    if upgrade {
        request = request.header("connection", "upgrade").header("upgrade", "websocket");
    }
    let response = send(wire, request, Body::empty()).await;
    match response.status() {
        status if status.is_success() => (status, String::new()),
        status => (status, text(response).await),
    }
}

#[tokio::test]
async fn what_is_switched_off_says_so_on_its_rows_and_changes_no_other() {
    let (get, patch) = (Method::GET, Method::PATCH);
    let all = wire_with(|_| {});
    for (key, switch_off) in KEYS {
        let without = wire_with(switch_off);
        let mut is_told = false;
        for route in ROUTES {
            let served = route
                .methods
                .iter()
                .map(|(method, _)| (method, route.switch.as_ref(), false));
            let other = (&patch, route.switch.as_ref(), false);
            let upgrade = match &route.upgrade {
                Some((switch, _)) => (&get, Some(switch), true),
                None => (&get, route.switch.as_ref(), true),
            };
            for (method, switch, upgrade) in served.chain([other, upgrade]) {
                let what = format!("{method} {} upgrade {upgrade} without `{key}`", route.path);
                let (status, told) = ask(&without, method, route.path, upgrade).await;
                if switch.is_some_and(|switch| switch.key == key) {
                    assert_eq!(status, StatusCode::NOT_FOUND, "{what}: {told}");
                    assert!(
                        told.contains(&format!("is switched off here by `{key}`")),
                        "{what}: {told}"
                    );
                    is_told = true;
                } else {
                    assert_eq!((status, told), ask(&all, method, route.path, upgrade).await, "{what}");
                    assert_ne!(status, StatusCode::NOT_FOUND, "{what}");
                }
            }
            let is_off = route.switch.as_ref().is_some_and(|switch| switch.key == key);
            for line in route.shown {
                assert_eq!(
                    route::shown(ROUTES, &without.options).any(|shown| shown == *line),
                    !is_off,
                    "{line:?} without `{key}`"
                );
            }
        }
        assert!(is_told, "no row has the switch `{key}`");
    }
}

#[test]
fn every_switch_of_a_row_is_one_of_the_operators_keys() {
    for route in ROUTES {
        let upgrade = route.upgrade.as_ref().map(|(switch, _)| switch);
        for switch in route.switch.iter().chain(upgrade) {
            assert!(
                KEYS.iter().any(|(key, _)| *key == switch.key),
                "{} by {}",
                route.path,
                switch.key
            );
        }
    }
}

/// The parts of a new dialect: `dialects/toy.rs`, its line in `dialects.rs`, its row and its option.
#[tokio::test]
async fn a_dialect_of_one_file_and_one_row_is_served_as_all_are() {
    let wire = wire_with(|options| options.max_body = 64);
    let post = async |body: &str| {
        let request = Request::builder().method(Method::POST).uri("/toy");
        let response = send(&wire, request, Body::from(body.to_owned())).await;
        (response.status().as_u16(), text(response).await)
    };
    let served = post(r#"{"tool": "greet"}"#).await;
    assert_eq!(served, (200, r#"{"said":"hello"}"#.to_owned()));
    let failed = post(r#"{"tool": "other"}"#).await;
    assert_eq!(failed, (200, r#"{"wrong":"there is nothing here"}"#.to_owned()));
    for (body, status, why) in [("{}", 400, "missing field `tool`"), (&"x".repeat(65), 413, "64 bytes")] {
        let (got, told) = post(body).await;
        assert_eq!(got, status, "{told}");
        assert!(told.starts_with(r#"{"wrong":""#) && told.contains(why), "{told}");
    }
    let get = send(&wire, Request::builder().uri("/toy"), Body::empty()).await;
    assert_eq!(
        (get.status().as_u16(), &get.headers()["allow"]),
        (405, &"POST, OPTIONS".parse().unwrap())
    );
    let page = send(&wire, Request::builder().uri("/"), Body::empty()).await;
    assert!(text(page).await.contains("POST /toy"));
    wire.closing.cancel();
    let late = post(r#"{"tool": "greet"}"#).await;
    let why = "the host is shutting down: call again once the host has been started again";
    assert_eq!(late, (503, format!(r#"{{"wrong":"{why}"}}"#)));
}
