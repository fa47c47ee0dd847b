//! Access from other machines: connections from a non-loopback address of this machine.
//!
//! On a machine without such an address, these tests check nothing.

use crate::client::{Events, Host, wait_within};
use reqwest::Method;
use serde_json::Value;
use std::net::{IpAddr, UdpSocket};
use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

/// The address under which other machines would reach this one. Nothing is sent.
pub(crate) fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    socket.connect("192.0.2.254:9").ok()?;
    let own = socket.local_addr().ok()?.ip();
    (!own.is_loopback() && !own.is_unspecified()).then_some(own)
}

#[tokio::test]
async fn serves_mirror_beyond_loopback_only_if_enabled() {
    let Some(own) = own_address() else { return };
    for is_open in [false, true] {
        let host = Host::start_on(own, |options| {
            options.allowed_hosts = vec![own.to_string()];
            options.explorer.mirror_beyond_loopback = is_open;
        })
        .await;
        for (path, refused) in [("/", 403), ("/mcp", 400)] {
            let mirror = host.request(Method::GET, path).header("accept", "text/event-stream");
            let mirror = mirror.send().await.unwrap();
            assert_eq!(mirror.status(), if is_open { 200 } else { refused }, "{path}");
            if is_open {
                let mut mirror = Events::new(mirror);
                host.explorer(&crate::client::request("seen", "ping", serde_json::json!({})))
                    .await;
                assert_eq!(mirror.next_json().await["id"], "seen", "{path}");
            } else if path == "/" {
                let told = mirror.text().await.unwrap();
                assert!(told.contains("dialects.explorer.mirror-beyond-loopback"), "{told}");
            }
        }
    }
}

#[tokio::test]
async fn limits_connections_per_remote_address() {
    let Some(own) = own_address() else { return };
    let host = Host::start_on(own, |options| options.max_connections = 8).await;
    let _held = [
        TcpStream::connect(host.address).await.unwrap(),
        TcpStream::connect(host.address).await.unwrap(),
    ];
    let mut third = TcpStream::connect(host.address).await.unwrap();
    let mut told = String::new();
    wait_within("the end", third.read_to_string(&mut told)).await.unwrap();
    assert!(told.starts_with("HTTP/1.1 503"), "{told}");
}

#[tokio::test]
async fn health_and_ready_by_address_return_only_the_status() {
    let Some(own) = own_address() else { return };
    for token in [None, Some(host_wire::Token::new("s3cret"))] {
        let host = Host::start_on(own, |options| options.token = token).await;
        host.fake.not_ready.lock().unwrap().push("3 of 12 scenes".to_owned());
        let ready = host.request(Method::GET, "/ready").send().await.unwrap();
        assert_eq!(ready.status(), 503);
        assert_eq!(
            ready.json::<Value>().await.unwrap(),
            serde_json::json!({ "ready": false })
        );
        let health = host.request(Method::GET, "/health").send().await.unwrap();
        assert_eq!(health.status(), 200);
        let health: Value = health.json().await.unwrap();
        let mut told: Vec<_> = health.as_object().unwrap().keys().cloned().collect();
        told.sort_unstable();
        assert_eq!(told, ["status"]);
        for path in ["/metrics", "/", "/mcp"] {
            assert_eq!(
                host.request(Method::GET, path).send().await.unwrap().status(),
                403,
                "{path}"
            );
        }
    }
}
