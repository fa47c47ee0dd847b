//! A client as the command protocol's own: one WebSocket, text frames, none over 1 MiB taken.

use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tests_support::{PATIENCE, TestHost};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

/// One connection.
pub(crate) struct Link {
    pub(super) socket: WebSocketStream<TcpStream>,
    next: u64,
}

impl Link {
    pub(crate) async fn open(host: &TestHost, path: &str) -> Result<Self> {
        Self::open_at(&Self::address(host)?, path).await
    }

    /// `127.0.0.1:PORT`.
    pub(super) fn address(host: &TestHost) -> Result<String> {
        let base = host.url("");
        Ok(base.strip_prefix("http://").context("a plain address")?.to_owned())
    }

    pub(super) async fn open_at(address: &str, path: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        let limits = WebSocketConfig::default().max_message_size(Some(1 << 20));
        let url = format!("ws://{address}{path}");
        let shaken = tokio_tungstenite::client_async_with_config(url, stream, Some(limits));
        let (socket, response) = wait_within(shaken).await??;
        ensure!(response.status() == 101, "{}", response.status());
        Ok(Self { socket, next: 0 })
    }

    /// Sends a frame unchanged.
    pub(super) async fn say(&mut self, frame: impl Into<String>) -> Result<()> {
        let frame: String = frame.into();
        Ok(wait_within(self.socket.send(Message::text(frame))).await??)
    }

    /// Sends a command; its id.
    pub(super) async fn command(&mut self, command: &str, parameters: Value) -> Result<String> {
        self.next += 1;
        let id = format!("req_{}", self.next);
        let frame = json!({ "id": id, "command": command, "parameters": parameters, "client_timestamp": 1 });
        self.say(frame.to_string()).await?;
        Ok(id)
    }

    /// The next reply.
    pub(super) async fn reply(&mut self) -> Result<Value> {
        loop {
            match wait_within(self.socket.next()).await?.context("the link ended")?? {
                Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                Message::Ping(_) | Message::Pong(_) => {}
                other => bail!("{other:?} came instead of a reply"),
            }
        }
    }

    /// A command and its reply.
    pub(crate) async fn ask(&mut self, command: &str, parameters: Value) -> Result<Value> {
        let id = self.command(command, parameters).await?;
        let reply = self.reply().await?;
        ensure!(reply["id"] == id, "{reply}");
        Ok(reply)
    }

    /// Reads to the end; the close code, where there was one.
    pub(super) async fn end(mut self) -> Result<Option<CloseCode>> {
        let mut code = None;
        while let Some(Ok(message)) = wait_within(self.socket.next()).await? {
            if let Message::Close(Some(frame)) = message {
                code = Some(frame.code);
            }
        }
        Ok(code)
    }
}

async fn wait_within<T>(wait: impl Future<Output = T>) -> Result<T> {
    tokio::time::timeout(PATIENCE, wait)
        .await
        .context("waited in vain for the link")
}
