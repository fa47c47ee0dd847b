//! Each path, with all protocols enabled and with each one disabled.

use crate::client::Host;
use crate::fake::Fake;
use crate::options::Options;
use host_api::{BoxFuture, Link, LinkService};
use host_wire::budget::Budget;
use host_wire::sessions::Sessions;
use host_wire::{Wire, WireOptions};
use reqwest::Method;
use std::collections::BTreeSet;
use std::sync::Arc;

type Change = fn(&mut Options);

/// The operator's keys, and the change that disables each protocol.
const KEYS: [(&str, Change); 5] = [
    ("dialects.sse.enabled", |options| options.mcp.sse = false),
    ("dialects.explorer.enabled", |options| options.explorer.enabled = false),
    ("dialects.editor.enabled", |options| options.editor.enabled = false),
    ("dialects.command.enabled", |options| options.command.enabled = false),
    ("unity.live", |options| options.targets = None),
];

/// Each path with the key that disables it, and with the key that disables its upgrades.
const PATHS: [(&str, Option<&str>, Option<&str>); 12] = [
    ("/mcp", None, None),
    ("/sse", Some("dialects.sse.enabled"), Some("dialects.sse.enabled")),
    ("/messages", Some("dialects.sse.enabled"), Some("dialects.sse.enabled")),
    (
        "/message",
        Some("dialects.explorer.enabled"),
        Some("dialects.explorer.enabled"),
    ),
    (
        "/read",
        Some("dialects.explorer.enabled"),
        Some("dialects.explorer.enabled"),
    ),
    (
        "/editor",
        Some("dialects.editor.enabled"),
        Some("dialects.editor.enabled"),
    ),
    (
        "/ws",
        Some("dialects.command.enabled"),
        Some("dialects.command.enabled"),
    ),
    ("/bridge", Some("unity.live"), Some("unity.live")),
    ("/", None, Some("dialects.command.enabled")),
    ("/health", None, None),
    ("/ready", None, None),
    ("/metrics", None, None),
];

/// The words on the page at `/` for a key.
const LINES: [(&str, &str); 4] = [
    ("dialects.sse.enabled", "/sse"),
    ("dialects.explorer.enabled", "POST /message, GET /read"),
    ("dialects.editor.enabled", "POST /editor"),
    ("dialects.command.enabled", "/ws, one JSON text frame each"),
];

/// Accepts Unity instances, of which none connects.
#[derive(Debug)]
struct NoUnity;

impl LinkService for NoUnity {
    fn serve(&self, _: Link) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }
}

async fn host(change: Change) -> Host {
    Host::start_with(|options| {
        options.targets = Some(Arc::new(NoUnity));
        change(options);
    })
    .await
}

/// The status, and the message of a refusal: other bodies may be streams.
async fn ask(host: &Host, method: &Method, path: &str, upgrade: bool) -> (u16, String) {
    let mut request = host.request(method.clone(), path);
    if upgrade {
        request = request.header("connection", "upgrade").header("upgrade", "websocket");
    }
    let response = request.send().await.unwrap();
    match response.status() {
        status if status.is_success() => (status.as_u16(), String::new()),
        status => (status.as_u16(), response.text().await.unwrap()),
    }
}

#[tokio::test]
async fn switch_disables_only_its_paths_with_404_and_its_key() {
    let all = host(|_| {}).await;
    for (key, switch_off) in KEYS {
        let without = host(switch_off).await;
        for (path, of_methods, of_upgrades) in PATHS {
            let methods = [Method::GET, Method::HEAD, Method::POST, Method::DELETE, Method::PATCH];
            let plain = methods.iter().map(|method| (method, of_methods, false));
            for (method, switch, upgrade) in plain.chain([(&Method::GET, of_upgrades, true)]) {
                let what = format!("{method} {path} upgrade {upgrade} without `{key}`");
                let (status, told) = ask(&without, method, path, upgrade).await;
                if switch != Some(key) {
                    assert_eq!((status, told), ask(&all, method, path, upgrade).await, "{what}");
                    assert_ne!(status, 404, "{what}");
                    continue;
                }
                assert_eq!(status, 404, "{what}: {told}");
                let is_told = told.contains(&format!("is switched off here by `{key}`"));
                assert!(is_told || method == Method::HEAD, "{what}: {told}");
            }
        }
        let page = without.request(Method::GET, "/").send().await.unwrap();
        let page = page.text().await.unwrap();
        for (of_line, words) in LINES {
            assert_eq!(page.contains(words), of_line != key, "{words} without `{key}`");
        }
    }
}

/// All keys of the configuration, one a line, each with its description.
const KEY_LINES: &str = include_str!("../../host/server/src/config/keys.txt");

#[tokio::test]
async fn every_route_switch_is_a_known_config_key() {
    let options = WireOptions::default();
    let budget = Budget::new(options.memory);
    let sessions = Sessions::new(options.max_sessions, options.session_idle, &budget);
    let wire = Wire::new(Fake::new(), options, budget, sessions);
    let dialects = Options::default().dialects().into_iter();
    let routes = dialects.flat_map(|dialect| dialect(&wire).routes());
    let mut switches: BTreeSet<&str> = routes
        .flat_map(|route| route.switch_keys().collect::<Vec<_>>())
        .collect();
    // The path for Unity instances belongs to no dialect.
    switches.insert("unity.live");
    assert_eq!(switches, KEYS.map(|(key, _)| key).into());
    for key in switches {
        let line = format!("{key}: ");
        assert!(KEY_LINES.lines().any(|known| known.starts_with(&line)), "{key}");
    }
}
