//! A small host: the opening and the session of `bridge-live` behind a WebSocket of its own, and the file by which a Unity finds it.
//!
//! Belongs here: driving those machines, and what a test may do to a link. Does not: what the machines decide.

use anyhow::{Context, Result};
use futures_util::{SinkExt, StreamExt};
use host_api::CallId;
use host_bridge::{BridgeError, BridgeId, CallKey, Command, CommandKey, Fate, Replied, Reply};
use host_bridge_live::frames::Hello;
use host_bridge_live::opening::{Close, Opening, Step};
use host_bridge_live::session::{Asked, Notice, Send, Session, Wanted};
use host_bridge_live::trust::{self, Secret};
use serde_json::json;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tests_unity_peer::Cutting;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::tungstenite::handshake::server::{Request, Response};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Message, http::HeaderValue};
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};
use tokio_util::sync::CancellationToken;

/// Longer than anything here takes.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// What a call came to.
pub(crate) type Outcome = Result<Replied, BridgeError>;

/// How many bytes a connection of that number (from 0) may carry; `None` for all.
pub(crate) type Cuts = Box<dyn Fn(usize) -> Option<usize> + std::marker::Send + Sync>;

pub(crate) struct TestHost {
    inner: Arc<Inner>,
    /// The host's data folder; `hosts` in it holds the file.
    pub(crate) data: tempfile::TempDir,
}

struct Inner {
    session: Mutex<Session>,
    /// Something is to be sent.
    pending: Notify,
    notices: watch::Sender<Vec<Notice>>,
    /// Why each connection ended, in order; `None` where it broke.
    ends: watch::Sender<Vec<Option<Close>>>,
    secret: Secret,
    cuts: Cuts,
}

impl TestHost {
    /// Listens, and has written its file.
    pub(crate) async fn start() -> Result<Self> {
        Self::cutting(Box::new(|_| None)).await
    }

    /// One whose connections break.
    pub(crate) async fn cutting(cuts: Cuts) -> Result<Self> {
        let secret = Secret::draw()?;
        let said = secret.reveal().to_owned();
        Self::saying(secret, &said, cuts).await
    }

    /// One whose file holds another secret than its own: a process that took a dead host's port.
    pub(crate) async fn stranger() -> Result<Self> {
        let said = Secret::draw()?.reveal().to_owned();
        Self::saying(Secret::draw()?, &said, Box::new(|_| None)).await
    }

    async fn saying(secret: Secret, said: &str, cuts: Cuts) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        // Its secret is its own, and so is this.
        let run = trust::nonce()?[..16].to_owned();
        let session = Session::new("0.1.0", run, BridgeId::new("Test", 1), Instant::now());
        let inner = Arc::new(Inner {
            session: Mutex::new(session),
            pending: Notify::new(),
            notices: watch::Sender::new(Vec::new()),
            ends: watch::Sender::new(Vec::new()),
            secret,
            cuts,
        });
        let data = announce_host(address, said)?;
        tokio::spawn(listen(Arc::clone(&inner), listener));
        Ok(Self { inner, data })
    }

    /// The folder with the host's file.
    pub(crate) fn hosts(&self) -> String {
        self.data.path().join("hosts").display().to_string()
    }

    /// Hands a command over; its answer comes out of the channel.
    pub(crate) fn ask(&self, command: Command, key: CallKey, within: Duration) -> oneshot::Receiver<Outcome> {
        let (reply, answer) = oneshot::channel();
        let effect = command.access().effect.into();
        let now = Instant::now();
        let asked = Asked {
            wanted: Wanted::Command(command.checked().expect("a sound command"), reply),
            effect,
            key: CommandKey {
                call: Arc::new(key),
                number: 1,
            },
            tool: Some("Test".into()),
            deadline: host_api::Deadline::fixed(now + within),
            cancel: CancellationToken::new(),
            fate: Arc::new(Fate::default()),
            progress: None,
        };
        self.inner.session().submit(asked, now);
        self.inner.pending.notify_one();
        answer
    }

    /// Makes this host's file stand in another host's folder, too, under another name.
    pub(crate) fn join(&self, other: &Self) -> Result<()> {
        let own = self.data.path().join("hosts/host.json");
        place(&own, &other.data.path().join("hosts/second.json"))
    }

    /// Asks under a key of its own and waits.
    pub(crate) async fn call(&self, command: Command) -> Outcome {
        let answer = self.ask(command, CallKey::for_host(CallId::next()), LONG);
        answer.await.expect("each call is answered")
    }

    /// Asks and wants a value.
    pub(crate) async fn value(&self, command: Command) -> Result<Reply> {
        let function = command.function();
        let replied = self.call(command).await.with_context(|| format!("{function} failed"))?;
        Ok(replied.reply)
    }

    /// What the Unity said of itself, once it is linked.
    pub(crate) async fn wait_for_link(&self) -> Result<Hello> {
        let mut notices = self.inner.notices.subscribe();
        let linked = notices.wait_for(|_| self.inner.session().peer().is_some());
        timeout(LONG, linked).await.context("no Unity linked itself")??;
        let peer = self.inner.session().peer().map(|peer| Hello::clone(peer));
        peer.context("the session has a peer")
    }

    /// Whether a Unity ever linked itself.
    pub(crate) fn was_linked(&self) -> bool {
        self.inner.session().peer().is_some()
    }

    /// All that was reported, once `enough` holds for it.
    pub(crate) async fn wait_for_notices(&self, enough: impl FnMut(&Vec<Notice>) -> bool) -> Result<Vec<Notice>> {
        let mut notices = self.inner.notices.subscribe();
        let told = timeout(LONG, notices.wait_for(enough)).await;
        Ok(told.context("it was not reported")??.clone())
    }

    /// Why connections ended, once there are so many.
    pub(crate) async fn wait_for_closes(&self, count: usize) -> Result<Vec<Option<Close>>> {
        let mut ends = self.inner.ends.subscribe();
        let ended = timeout(LONG, ends.wait_for(|ends| ends.len() >= count)).await;
        Ok(ended.context("connections did not end")??.clone())
    }

    /// Connections that ended so far.
    pub(crate) fn closed_count(&self) -> usize {
        self.inner.ends.borrow().len()
    }
}

impl Inner {
    fn session(&self) -> MutexGuard<'_, Session> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When the session has to be looked at.
    fn wake(&self) -> Instant {
        self.session().wake().unwrap_or_else(|| Instant::now() + LONG)
    }

    fn collect(&self, session: &mut Session) {
        let mut new = Vec::new();
        while let Some(notice) = session.notice() {
            new.push(notice);
        }
        if !new.is_empty() {
            self.notices.send_modify(|notices| notices.extend(new));
        }
    }
}

async fn listen(inner: Arc<Inner>, listener: TcpListener) {
    for number in 0.. {
        let Ok(stream) = accepted(&inner, &listener).await else {
            return;
        };
        // One at a time: a Unity has one link to a host.
        let end = serve(&inner, stream, number).await;
        {
            let mut session = inner.session();
            session.unlinked(Instant::now());
            inner.collect(&mut session);
        }
        inner.ends.send_modify(|ends| ends.push(end.ok().flatten()));
    }
}

/// The next connection; meanwhile pending calls are settled in time.
async fn accepted(inner: &Inner, listener: &TcpListener) -> Result<TcpStream> {
    loop {
        let wake = inner.wake();
        tokio::select! {
            accepted = listener.accept() => return Ok(accepted?.0),
            () = inner.pending.notified() => {}
            () = sleep_until(wake.into()) => {
                inner.session().tick(Instant::now());
            }
        }
    }
}

#[expect(clippy::result_large_err, reason = "the library's own signature")]
pub(crate) fn check_greeting(
    request: &Request,
    mut response: Response,
) -> Result<Response, tokio_tungstenite::tungstenite::handshake::server::ErrorResponse> {
    assert_eq!(request.uri().path(), "/bridge");
    assert!(!request.headers().contains_key("origin"), "a Unity is no page");
    assert_eq!(request.headers()["sec-websocket-protocol"], "unity-tools-bridge.v1");
    let chosen = HeaderValue::from_static("unity-tools-bridge.v1");
    response.headers_mut().insert("sec-websocket-protocol", chosen);
    Ok(response)
}

/// One connection to its end: the peer's close, or our own; an error where it broke.
async fn serve(inner: &Inner, stream: TcpStream, number: usize) -> Result<Option<Close>> {
    stream.set_nodelay(true)?;
    let stream = Cutting::new(stream, (inner.cuts)(number));
    let mut socket = accept_hdr_async(stream, check_greeting).await?;
    let mut opening = Opening::new(inner.secret.clone(), trust::nonce()?, Instant::now());
    loop {
        let received = socket.next().await.context("it closed while it opened")??;
        let step = match received {
            Message::Text(text) => opening.text(&text, Instant::now()),
            Message::Close(frame) => {
                return Ok(frame.map(|frame| Close::new(frame.code.into(), frame.reason.to_string())));
            }
            _ => continue,
        };
        match step {
            Step::Send(frame) => socket.send(Message::text(frame.text())).await?,
            Step::Proved(hello) => {
                inner.session().attach_link(*hello, Instant::now());
                break;
            }
            Step::Close(end) => return close(&mut socket, end).await,
            Step::Refuse(frame, end) => {
                socket.send(Message::text(frame.text())).await?;
                return close(&mut socket, end).await;
            }
        }
    }
    serve_link(inner, &mut socket).await
}

async fn serve_link(inner: &Inner, socket: &mut WebSocketStream<Cutting>) -> Result<Option<Close>> {
    loop {
        loop {
            let sending = {
                let mut session = inner.session();
                inner.collect(&mut session);
                session.transmit(Instant::now())
            };
            match sending {
                Some(Send::Text(text)) => socket.send(Message::text(text)).await?,
                Some(Send::Binary(bytes)) => socket.send(Message::binary(bytes)).await?,
                Some(Send::Ping) => socket.send(Message::Ping(Vec::new().into())).await?,
                None => break,
            }
        }
        let wake = inner.wake();
        let ended = tokio::select! {
            received = socket.next() => match received.context("the connection ended")?? {
                Message::Text(text) => inner.session().text(&text, Instant::now()),
                Message::Binary(bytes) => inner.session().binary(&bytes, Instant::now()),
                Message::Pong(_) => { inner.session().pong(Instant::now()); None }
                Message::Close(frame) => return Ok(frame.map(|frame| Close::new(frame.code.into(), frame.reason.to_string()))),
                _ => None,
            },
            () = inner.pending.notified() => None,
            () = sleep_until(wake.into()) => inner.session().tick(Instant::now()),
        };
        if let Some(end) = ended {
            return close(socket, end).await;
        }
    }
}

async fn close(socket: &mut WebSocketStream<Cutting>, end: Close) -> Result<Option<Close>> {
    let frame = CloseFrame {
        code: end.code.into(),
        reason: end.reason.clone().into(),
    };
    socket.close(Some(frame)).await?;
    Ok(Some(end))
}

/// A data folder with the file of a host that listens there.
pub(crate) fn announce_host(address: SocketAddr, secret: &str) -> Result<tempfile::TempDir> {
    let data = tempfile::tempdir()?;
    let hosts = data.path().join("hosts");
    std::fs::create_dir(&hosts)?;
    let file = json!({
        "version": 1,
        "address": format!("ws://{address}/bridge"),
        "run": "run",
        "pid": std::process::id(),
        "started": "",
        "protocol": [1, 1],
        "secret": secret,
    });
    std::fs::write(hosts.join("host.json"), file.to_string())?;
    Ok(data)
}

/// Puts a file into a host's folder, or another one in its place.
pub(crate) fn place(from: &Path, to: &Path) -> Result<()> {
    let fresh = to.with_extension("new");
    std::fs::copy(from, &fresh)?;
    std::fs::rename(fresh, to)?;
    Ok(())
}
