//! A host that says what it likes behind a sound opening, and hears every frame as it comes.
//!
//! Belongs here: frames by hand. Does not: what the package should make of them.

use crate::host::{LONG, announce_host, check_greeting};
use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use host_bridge_live::frames::{FromHost, Hello, Limits, Welcome, binary};
use host_bridge_live::opening::{Opening, Step};
use host_bridge_live::trust::{self, Secret};
use serde_json::{Value, json};
use std::time::Instant;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};

pub(crate) struct RawHost {
    listener: TcpListener,
    secret: Secret,
    /// As a host's data folder.
    pub(crate) data: tempfile::TempDir,
}

pub(crate) struct RawLink {
    pub(crate) socket: WebSocketStream<TcpStream>,
    pub(crate) hello: Hello,
}

impl RawHost {
    pub(crate) async fn start() -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let secret = Secret::draw()?;
        let data = announce_host(listener.local_addr()?, secret.reveal())?;
        Ok(Self { listener, secret, data })
    }

    pub(crate) fn hosts(&self) -> String {
        self.data.path().join("hosts").display().to_string()
    }

    /// The next connection before its first frame.
    pub(crate) async fn connected(&self) -> Result<WebSocketStream<TcpStream>> {
        let (stream, _) = timeout(LONG, self.listener.accept()).await.context("nobody came")??;
        Ok(accept_hdr_async(stream, check_greeting).await?)
    }

    /// The next link, past its welcome.
    pub(crate) async fn next_link(&self) -> Result<RawLink> {
        let mut socket = self.connected().await?;
        let mut opening = Opening::new(self.secret.clone(), trust::nonce()?, Instant::now());
        let hello = loop {
            let text = next_message(&mut socket).await?.into_text()?;
            match opening.text(&text, Instant::now()) {
                Step::Send(frame) => socket.send(Message::text(frame.text())).await?,
                Step::Proved(hello) => break *hello,
                other => bail!("the opening ended: {other:?}"),
            }
        };
        let welcome = FromHost::Welcome(Welcome {
            host: "0.1.0".to_owned(),
            run: "run".to_owned(),
            id: "Test@00000001".to_owned(),
            limits: Limits {
                frame_bytes: 8 << 20,
                calls: 64,
                journal: 1024,
            },
            acknowledged: 7,
        });
        socket.send(Message::text(welcome.text())).await?;
        Ok(RawLink { socket, hello })
    }
}

impl RawLink {
    pub(crate) async fn say(&mut self, frame: Value) -> Result<()> {
        self.say_text(frame.to_string()).await
    }

    pub(crate) async fn say_text(&mut self, text: String) -> Result<()> {
        Ok(self.socket.send(Message::text(text)).await?)
    }

    pub(crate) async fn say_bytes(&mut self, id: u64, bytes: &[u8]) -> Result<()> {
        Ok(self.socket.send(Message::binary(binary(id, bytes))).await?)
    }

    /// Asks for a read, or for a write under a key made of its id.
    pub(crate) async fn call(
        &mut self,
        id: u64,
        function: &str,
        args: Value,
        effect: &str,
        bytes: Option<&[u8]>,
    ) -> Result<()> {
        let mut call =
            json!({"type": "call", "id": id, "fn": function, "args": args, "deadline-ms": 30_000, "effect": effect});
        if effect != "read" {
            call["key"] = json!(format!("k{id}"));
            call["digest"] = json!("ab".repeat(32));
        }
        call["bytes"] = json!(bytes.map(<[u8]>::len));
        self.say(call).await?;
        match bytes {
            Some(bytes) => self.say_bytes(id, bytes).await,
            None => Ok(()),
        }
    }

    /// The next frame of that type.
    pub(crate) async fn hear(&mut self, kind: &str) -> Result<Value> {
        loop {
            if let Message::Text(text) = next_message(&mut self.socket).await? {
                let frame: Value = serde_json::from_str(&text)?;
                if frame["type"] == kind {
                    return Ok(frame);
                }
            }
        }
    }

    /// The bytes of the next binary frame.
    pub(crate) async fn hear_bytes(&mut self) -> Result<Vec<u8>> {
        loop {
            if let Message::Binary(bytes) = next_message(&mut self.socket).await? {
                return Ok(bytes.to_vec());
            }
        }
    }

    /// The code and reason by which Unity ends it.
    pub(crate) async fn end(&mut self) -> Result<(u16, String)> {
        loop {
            if let Message::Close(frame) = next_message(&mut self.socket).await? {
                let frame = frame.context("a close without a reason")?;
                return Ok((frame.code.into(), frame.reason.to_string()));
            }
        }
    }
}

async fn next_message(socket: &mut WebSocketStream<TcpStream>) -> Result<Message> {
    let heard = timeout(LONG, socket.next()).await.context("nothing was said")?;
    Ok(heard.context("the connection ended")??)
}
