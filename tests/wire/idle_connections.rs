//! Connections that keep their slot and send no request, in every protocol of the port.

use crate::client::{Events, Host, wait_within};
use reqwest::Method;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// An HTTP/2 SETTINGS frame that sets nothing.
const SETTINGS: [u8; 9] = [0, 0, 0, 4, 0, 0, 0, 0, 0];
/// Far longer than a test takes.
const NEVER: Duration = Duration::from_secs(3600);
const SOON: Duration = Duration::from_millis(50);

/// An HTTP/2 HEADERS frame that requests `path`, and a stream if `accept` requests one; fields in HPACK's plain form.
fn asks_for(path: &str, accept: &str) -> Vec<u8> {
    let text = |out: &mut Vec<u8>, text: &str| {
        out.push(u8::try_from(text.len()).unwrap());
        out.extend_from_slice(text.as_bytes());
    };
    // `:method GET`, `:scheme http`.
    let mut fields = vec![0x82, 0x86];
    // `:path`, `:authority`, `accept` by their numbers in the static table.
    for (name, value) in [(&[0x04_u8][..], path), (&[0x01], "localhost"), (&[0x0f, 0x04], accept)] {
        fields.extend_from_slice(name);
        text(&mut fields, value);
    }
    let length = u32::try_from(fields.len()).unwrap().to_be_bytes();
    // HEADERS, END_STREAM and END_HEADERS, stream 1.
    let mut frame = vec![length[1], length[2], length[3], 1, 0x05, 0, 0, 0, 1];
    frame.append(&mut fields);
    frame
}

async fn open(host: &Host, parts: &[&[u8]]) -> TcpStream {
    let mut stream = TcpStream::connect(host.address).await.unwrap();
    for part in parts {
        stream.write_all(part).await.unwrap();
    }
    stream
}

/// Reads until the host ends the connection.
async fn read_to_end(stream: &mut TcpStream) -> Vec<u8> {
    let mut heard = Vec::new();
    // A reset means the same as an end.
    let _ = wait_within("the end of a connection", stream.read_to_end(&mut heard)).await;
    heard
}

#[tokio::test]
async fn closes_connection_with_incomplete_head_after_timeout() {
    let host = Host::start_with(|options| {
        options.head_timeout = Duration::from_millis(100);
        options.idle_timeout = NEVER;
    })
    .await;
    let begun: [&[&[u8]]; 8] = [
        &[],
        // Could become HTTP/1 or HTTP/2.
        &[b"P"],
        &[b"PRI * HTTP/2.0\r\n"],
        &[b"GET /health HTTP/1.1\r\nHost: local"],
        &[b"POST / HTTP/1.1\r\n"],
        &[PREFACE],
        &[PREFACE, &SETTINGS],
        // The head of a HEADERS frame without content.
        &[PREFACE, &SETTINGS, &[0, 0, 20, 1, 5, 0, 0, 0, 1]],
    ];
    for parts in begun {
        let mut held = open(&host, parts).await;
        let heard = read_to_end(&mut held).await;
        assert!(!String::from_utf8_lossy(&heard).contains("200 OK"), "{parts:?}");
    }
    host.until_metric("connections", 1).await;
}

#[tokio::test]
async fn closes_idle_http1_and_http2_connections_but_keeps_streams() {
    let host = Host::start_with(|options| options.idle_timeout = Duration::from_millis(100)).await;
    let mut one = open(&host, &[b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"]).await;
    let heard = read_to_end(&mut one).await;
    assert!(heard.starts_with(b"HTTP/1.1 200"), "{heard:?}");
    let mut two = open(&host, &[PREFACE, &SETTINGS, &asks_for("/health", "*/*")]).await;
    let heard = String::from_utf8_lossy(&read_to_end(&mut two).await).into_owned();
    assert!(heard.contains("uptime_seconds"), "{heard}");
    // A stream is a request as long as it lasts.
    let mirror = host.request(Method::GET, "/").header("accept", "text/event-stream");
    let mut mirror = Events::new(mirror.send().await.unwrap());
    let mut other = open(&host, &[b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"]).await;
    read_to_end(&mut other).await;
    host.explorer(&crate::client::request("seen", "ping", serde_json::json!({})))
        .await;
    assert_eq!(mirror.next_json().await["id"], "seen");
}

#[tokio::test]
async fn closes_http2_connection_without_pong_despite_open_stream() {
    let host = Host::start_with(|options| {
        options.idle_timeout = NEVER;
        (options.ping_interval, options.ping_timeout) = (SOON, SOON);
    })
    .await;
    let mut held = open(&host, &[PREFACE, &SETTINGS, &asks_for("/sse", "text/event-stream")]).await;
    let heard = String::from_utf8_lossy(&read_to_end(&mut held).await).into_owned();
    assert!(heard.contains("endpoint"), "{heard}");
    host.until_metric("streams", 0).await;
    host.until_metric("pipes", 0).await;
}

#[tokio::test]
async fn closes_connection_of_client_that_reads_no_answers() {
    let host = Host::start_with(|options| {
        options.write_timeout = SOON;
        options.idle_timeout = NEVER;
    })
    .await;
    let ask = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
    let mut held = TcpStream::connect(host.address).await.unwrap();
    // Sends requests and reads no answer: first the buffers become full, then the writes of the host block.
    let asking = async { while held.write_all(ask).await.is_ok() {} };
    wait_within("the host to give up", asking).await;
    host.until_metric("connections", 1).await;
}

#[tokio::test]
async fn counts_refused_connections_without_using_a_slot() {
    let host = Host::start_with(|options| options.max_connections = 2).await;
    // The client's own connection, which it keeps.
    assert_eq!(host.metric("connections").await, 1);
    let _held = open(&host, &[]).await;
    for _ in 0..20 {
        let mut refused = open(&host, &[]).await;
        assert!(read_to_end(&mut refused).await.starts_with(b"HTTP/1.1 503"));
    }
    assert_eq!(host.metric("connections_refused").await, 20);
    assert_eq!(host.metric("connections").await, 2);
}
