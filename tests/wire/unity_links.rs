//! `/bridge`: accepted clients, transported messages, and the end.

use crate::client::{Host, wait_within};
use crate::command::parts::frame;
use futures_util::{SinkExt, StreamExt};
use host_api::{Arrived, BoxFuture, Link, LinkService, Sent};
use reqwest::Method;
use std::sync::Arc;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};

/// Echoes its messages; closes at the word `bye`, and drops the connection without a close at `drop`.
#[derive(Debug)]
struct Echo;

impl LinkService for Echo {
    fn serve(&self, mut link: Link) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            while let Some(arrived) = link.incoming.recv().await {
                let sent = match arrived {
                    Arrived::Text(text) if text == "drop" => return,
                    Arrived::Text(text) if text == "bye" => Sent::Close(4001, "as you wish".to_owned()),
                    Arrived::Text(text) => Sent::Text(text),
                    Arrived::Binary(bytes) => Sent::Binary(bytes),
                    Arrived::Alive => Sent::Ping,
                };
                if link.outgoing.send(sent).await.is_err() {
                    return;
                }
            }
        })
    }
}

type Socket = WebSocketStream<TcpStream>;

const PROTOCOL: (&str, &str) = ("sec-websocket-protocol", "unity-tools-bridge.v1");

async fn host() -> Host {
    Host::start_with(|options| options.targets = Some(Arc::new(Echo))).await
}

/// A connection, or the status of the refusal and its message.
async fn dial(host: &Host, headers: &[(&'static str, &str)]) -> Result<Socket, (u16, String)> {
    let mut request = format!("ws://{}/bridge", host.address).into_client_request().unwrap();
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    let stream = TcpStream::connect(host.address).await.unwrap();
    match wait_within("a handshake", tokio_tungstenite::client_async(request, stream)).await {
        Ok((socket, _)) => Ok(socket),
        Err(Error::Http(response)) => {
            let words = String::from_utf8_lossy(response.body().as_deref().unwrap_or_default()).into_owned();
            Err((response.status().as_u16(), words))
        }
        Err(error) => panic!("{error}"),
    }
}

async fn hear(socket: &mut Socket) -> Message {
    wait_within("a message", socket.next()).await.expect("open").unwrap()
}

async fn say(socket: &mut Socket, message: Message) {
    wait_within("sending", socket.send(message)).await.unwrap();
}

/// The code and the reason of the close.
async fn end(socket: &mut Socket) -> (CloseCode, String) {
    loop {
        if let Message::Close(frame) = hear(socket).await {
            let frame = frame.expect("a reason");
            return (frame.code, frame.reason.to_string());
        }
    }
}

#[tokio::test]
async fn relays_messages_of_unity_in_both_directions() {
    let host = host().await;
    let mut socket = dial(&host, &[PROTOCOL]).await.unwrap();
    for message in [
        Message::text("é"),
        Message::binary(vec![0, 255]),
        Message::text("x".repeat(3 << 20)),
    ] {
        say(&mut socket, message.clone()).await;
        assert_eq!(hear(&mut socket).await, message);
    }
    say(&mut socket, Message::Ping(Vec::new().into())).await;
    let mut heard = [hear(&mut socket).await, hear(&mut socket).await];
    heard.sort_by_key(Message::is_pong);
    assert!(heard[0].is_ping() && heard[1].is_pong(), "{heard:?}");
    say(&mut socket, Message::text("bye")).await;
    assert_eq!(
        end(&mut socket).await,
        (CloseCode::from(4001), "as you wish".to_owned())
    );
}

#[tokio::test]
async fn rejects_web_pages_other_protocols_and_plain_requests() {
    let host = host().await;
    for (headers, status, words) in [
        (
            &[PROTOCOL, ("origin", "http://localhost:3000")][..],
            403,
            "no page may speak",
        ),
        (&[][..], 400, "unity-tools-bridge.v1"),
        (&[("sec-websocket-protocol", "mqtt")][..], 400, "unity-tools-bridge.v1"),
        (&[PROTOCOL, ("host", "evil.example")][..], 403, ""),
    ] {
        let (got, said) = dial(&host, headers).await.expect_err("a refusal");
        assert_eq!(got, status, "{headers:?} {said}");
        assert!(said.is_empty() || said.contains(words), "{said}");
    }
    let plain = host.request(Method::GET, "/bridge").send().await.unwrap();
    assert_eq!(plain.status(), 426);
    let off = Host::start().await;
    let (status, said) = dial(&off, &[PROTOCOL]).await.expect_err("a refusal");
    assert!(
        status == 404 && (said.is_empty() || said.contains("unity.live")),
        "{status} {said}"
    );
}

#[tokio::test]
async fn unity_connects_without_token_but_metrics_require_it() {
    let token = host_wire::Token::new("secret");
    let host = Host::start_with(|options| {
        options.targets = Some(Arc::new(Echo));
        options.token = Some(token);
    })
    .await;
    let mut socket = dial(&host, &[PROTOCOL]).await.unwrap();
    say(&mut socket, Message::text("a")).await;
    assert_eq!(hear(&mut socket).await, Message::text("a"));
    let other = host.request(Method::GET, "/metrics").send().await.unwrap();
    assert_eq!(other.status(), 401);
}

#[tokio::test]
async fn closes_link_on_server_end_oversized_frame_or_shutdown() {
    let mut host = host().await;
    let mut dropped = dial(&host, &[PROTOCOL]).await.unwrap();
    say(&mut dropped, Message::text("drop")).await;
    assert_eq!(end(&mut dropped).await.0, CloseCode::Normal);

    let mut large = dial(&host, &[PROTOCOL]).await.unwrap();
    // Its last bytes may reach a closed connection.
    let _ = large.send(Message::binary(vec![0; (8 << 20) + 1])).await;
    assert_eq!(end(&mut large).await.0, CloseCode::Size);

    let mut last = dial(&host, &[PROTOCOL]).await.unwrap();
    say(&mut last, Message::text("a")).await;
    hear(&mut last).await;
    host.shutdown.cancel();
    assert_eq!(end(&mut last).await, (CloseCode::Normal, "the host ends".to_owned()));
    wait_within("the end of the host", &mut host.server)
        .await
        .unwrap()
        .unwrap();
}

#[tokio::test]
async fn rejects_connections_from_another_machine() {
    let Some(own) = crate::remote_access::own_address() else {
        return;
    };
    let host = Host::start_on(own, |options| {
        options.allowed_hosts = vec![own.to_string()];
        options.targets = Some(Arc::new(Echo));
    })
    .await;
    let (status, said) = dial(&host, &[PROTOCOL]).await.expect_err("a refusal");
    assert!(
        status == 403 && (said.is_empty() || said.contains("this machine alone")),
        "{status} {said}"
    );
}

#[tokio::test]
async fn keeps_partial_message_across_pings() {
    const HELD: &str = "memory_bytes{share=\"commands\"}";
    let host = host().await;
    let mut unity = dial(&host, &[PROTOCOL]).await.unwrap();
    let before = host.metric(HELD).await;
    let begun = [frame(2, &[7; 700_000]), frame(0x89, b"all read?")].concat();
    wait_within("bytes", unity.get_mut().write_all(&begun)).await.unwrap();
    // The pong of the socket, then the reply of `Echo` to a sign of life.
    for _ in 0..2 {
        let heard = hear(&mut unity).await;
        assert!(matches!(heard, Message::Ping(_) | Message::Pong(_)), "{heard:?}");
    }
    assert_eq!(host.metric(HELD).await, before + 700_000);
    wait_within("bytes", unity.get_mut().write_all(&frame(0x80, &[7; 300_000])))
        .await
        .unwrap();
    assert_eq!(hear(&mut unity).await, Message::binary(vec![7; 1_000_000]));
    host.until_metric(HELD, before).await;
}
