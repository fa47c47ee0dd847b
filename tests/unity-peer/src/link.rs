//! The peer's links, one after the other: the host's file, the opening, frames to and from the main thread.

use crate::main_thread::{Job, Out};
use crate::{Cutting, OwnMessage, Shared, WAITING};
use anyhow::{Context, Result, bail, ensure};
use futures_util::{SinkExt, StreamExt};
use host_bridge::{Activity, Event};
use host_bridge_live::frames::{
    Challenge, FromHost, FromUnity, Happened, LogEntry, Logs, NumberedEvent, Proof, Pulse, binary,
};
use host_bridge_live::trust::{Secret, Side, nonce};
use serde_json::Value;
use std::collections::HashSet;
use std::path::Path;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

type Socket = WebSocketStream<Cutting>;

/// Between two tries; the package waits longer.
const AGAIN: Duration = Duration::from_millis(20);

pub(crate) async fn run(shared: Arc<Shared>, hosts: PathBuf, jobs: mpsc::Sender<Job>) {
    loop {
        // A host that was killed leaves its file behind: one of them is the living one's.
        for file in files(&hosts) {
            // Why a link ended is the host's to tell; there is always another try.
            let _ = run_link(&shared, &file, &jobs).await;
        }
        tokio::time::sleep(AGAIN).await;
    }
}

fn files(hosts: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(hosts).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_some_and(|kind| kind == "json"))
        .collect()
}

async fn run_link(shared: &Arc<Shared>, file: &Path, jobs: &mpsc::Sender<Job>) -> Result<()> {
    let file: Value = serde_json::from_slice(&std::fs::read(file)?)?;
    let text = |name: &str| file[name].as_str().context("a text");
    let mut request = text("address")?.into_client_request()?;
    let chosen = "unity-tools-bridge.v1".parse()?;
    request.headers_mut().insert("sec-websocket-protocol", chosen);
    let authority = request.uri().authority().context("an address")?.to_string();
    let stream = TcpStream::connect(authority).await?;
    stream.set_nodelay(true)?;
    let mut number = 0;
    shared.dialled.send_modify(|dialled| {
        number = *dialled;
        *dialled += 1;
    });
    let stream = Cutting::new(stream, (shared.cuts)(number));
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await?;
    open(shared, &mut socket, &Secret::from_text(text("secret")?)?).await?;
    serve(shared, socket, jobs).await
}

async fn open(shared: &Shared, socket: &mut Socket, secret: &Secret) -> Result<()> {
    let own = nonce()?;
    let hello = FromUnity::Hello(Box::new(shared.hello(own.clone())));
    socket.send(Message::text(hello.text())).await?;
    let FromHost::Challenge(Challenge { nonce, proof, .. }) = hear(socket).await? else {
        bail!("no challenge")
    };
    ensure!(secret.verify_proof(&proof, Side::Host, &own, &nonce), "a stranger");
    let proof = secret.proof(Side::Unity, &own, &nonce);
    socket
        .send(Message::text(FromUnity::Proof(Proof { proof }).text()))
        .await?;
    ensure!(matches!(hear(socket).await?, FromHost::Welcome(_)), "no welcome");
    let seq = {
        let mut memory = shared.memory();
        memory.seq += 1;
        memory.seq
    };
    let event = Happened::Known(Event::Resync);
    let resync = FromUnity::Event(NumberedEvent { seq, event });
    socket.send(Message::text(resync.text())).await?;
    Ok(())
}

async fn hear(socket: &mut Socket) -> Result<FromHost> {
    loop {
        match socket.next().await.context("it ended")?? {
            Message::Text(text) => return Ok(FromHost::read(&text)?),
            // Code comes behind its call, and is only counted.
            Message::Ping(_) | Message::Pong(_) | Message::Binary(_) => {}
            other => bail!("{other:?}"),
        }
    }
}

async fn serve(shared: &Arc<Shared>, mut socket: Socket, jobs: &mpsc::Sender<Job>) -> Result<()> {
    let (link, mut out) = mpsc::channel(WAITING);
    let cancelled: Arc<Mutex<HashSet<u64>>> = Arc::default();
    let mut pulses = tokio::time::interval(Duration::from_secs(1));
    let mut says = shared.says.subscribe();
    let mut lines = 0;
    shared.links.send_modify(|links| *links += 1);
    loop {
        tokio::select! {
            biased;
            said = out.recv() => match said.context("it has a sender here")? {
                Out::Frame(text) => socket.send(Message::text(text)).await?,
                Out::Bytes(id, bytes) => socket.send(Message::binary(binary(id, &bytes))).await?,
                Out::Cut(part) => return cut(socket, part).await,
            },
            _ = pulses.tick() => {
                let assemblies = shared.memory().assemblies;
                socket.send(Message::text(pulse(assemblies))).await?;
            }
            Ok(said) = says.recv() => socket.send(Message::text(by_itself(shared, said, &mut lines))).await?,
            heard = hear(&mut socket) => match heard? {
                FromHost::Call(call) => {
                    let (link, cancelled) = (link.clone(), Arc::clone(&cancelled));
                    jobs.send(Job { call, link, cancelled }).await.ok().context("the main thread ended")?;
                }
                FromHost::Cancel { id } => {
                    cancelled.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
                }
                FromHost::Settled { keys } => shared.memory().settle(&keys),
                other => bail!("not now: {other:?}"),
            },
        }
    }
}

fn by_itself(shared: &Shared, said: OwnMessage, lines: &mut u64) -> String {
    let frame = match said {
        OwnMessage::Event(event) => {
            let mut memory = shared.memory();
            memory.seq += 1;
            FromUnity::Event(NumberedEvent {
                seq: memory.seq,
                event: Happened::Known(event),
            })
        }
        OwnMessage::Line(text) => {
            *lines += 1;
            FromUnity::Logs(Logs {
                first: *lines,
                dropped: 0,
                lines: vec![LogEntry {
                    level: "info".to_owned(),
                    text,
                    stack: None,
                    time_ms: 1_763_890_000_000,
                    thread: None,
                }],
            })
        }
    };
    frame.text()
}

fn pulse(assemblies: u64) -> String {
    let pulse = Pulse {
        state: Activity::Playing,
        frame: 1,
        main_ms: 0,
        dialog: None,
        last_ms: None,
        assemblies,
    };
    FromUnity::Pulse(pulse).text()
}

/// Without a word, behind the first half of a frame.
async fn cut(mut socket: Socket, part: Option<String>) -> Result<()> {
    if let Some(text) = part {
        // A text frame of that length, its mask zero: its letters are themselves.
        let mut frame = vec![0x81, 0x80 | 127];
        frame.extend_from_slice(&(text.len() as u64).to_be_bytes());
        frame.extend_from_slice(&[0; 4]);
        frame.extend_from_slice(&text.as_bytes()[..text.len() / 2]);
        socket.get_mut().write_all(&frame).await?;
    }
    Ok(())
}
