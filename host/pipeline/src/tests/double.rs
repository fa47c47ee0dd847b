//! The double of the server: a small HTTP server whose answers each test chooses, and a project folder beside it.
//!
//! Its usual answers are in `tests/fixtures/pipeline/answers.json`. Nothing in them was recorded from the real package.

use crate::Pipeline;
use serde_json::{Value, json};
use std::net::Ipv4Addr;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A request that the double received.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) method: String,
    /// Path with query.
    pub(super) path: String,
    /// The head of the request, in lower case.
    pub(super) head: String,
    pub(super) token: String,
    pub(super) body: Value,
}

/// What the double does with a request.
pub(super) enum Does {
    Answers(u16, String),
    /// Sends these bytes and closes the connection.
    Sends(Vec<u8>),
    Stalls,
}

impl Does {
    pub(super) fn json(status: u16, body: &Value) -> Self {
        Self::Answers(status, body.to_string())
    }

    /// The answer with this name among the errors of the fixture.
    pub(super) fn error(name: &str) -> Self {
        Self::fixed(&fixture()["errors"][name])
    }

    fn fixed(answer: &Value) -> Self {
        let status = answer["status"].as_u64().expect("a status");
        Self::json(u16::try_from(status).expect("a status"), &answer["body"])
    }
}

pub(super) fn fixture() -> Value {
    serde_json::from_str(include_str!("../../../../tests/fixtures/pipeline/answers.json")).expect("JSON")
}

pub(super) fn token() -> String {
    fixture()["token"].as_str().expect("a token").to_owned()
}

/// Answers a request as the fixture says.
pub(super) fn usual(asked: &Asked) -> Does {
    let fixture = fixture();
    if asked.token != token() {
        return Does::error("stale_token");
    }
    let (path, query) = asked.path.split_once('?').unwrap_or((&asked.path, ""));
    match path {
        "/api/commands" => Does::json(200, &page(fixture["commands"].as_array().expect("a list"), query)),
        "/api/exec" => match asked.body["command"]
            .as_str()
            .and_then(|name| fixture["exec"].get(name))
        {
            Some(answer) => Does::fixed(answer),
            None => Does::error("unknown_command"),
        },
        _ => Does::json(404, &json!({"error": "not_found"})),
    }
}

/// Returns the page of `commands` that the query requests.
pub(super) fn page(commands: &[Value], query: &str) -> Value {
    let number = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let value = pairs.find(|(key, _)| *key == name).map(|(_, value)| value);
        value
            .and_then(|value| value.parse::<usize>().ok())
            .expect("a number in the query")
    };
    let shown: Vec<&Value> = commands.iter().skip(number("offset")).take(number("limit")).collect();
    json!({"commands": shown, "count": shown.len(), "server": {"name": "double"}})
}

pub(super) struct Double {
    pub(super) port: u16,
    pub(super) project: TempDir,
    asked: Arc<Mutex<Vec<Asked>>>,
}

impl Double {
    /// Starts a server that does what `answer` returns, and writes its descriptor into a new project folder.
    pub(super) async fn start(answer: impl Fn(&Asked) -> Does + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let (answer, seen) = (Arc::new(answer), Arc::clone(&asked));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (answer, seen) = (Arc::clone(&answer), Arc::clone(&seen));
                tokio::spawn(serve(stream, answer, seen));
            }
        });
        let double = Self {
            port,
            project: project(),
            asked,
        };
        double.write(&double.descriptor());
        double
    }

    pub(super) fn descriptor(&self) -> Value {
        descriptor(self.project.path(), self.port)
    }

    pub(super) fn write(&self, descriptor: &Value) {
        write(self.project.path(), descriptor.to_string().as_bytes());
    }

    /// Creates a client that may reach only the port of this double.
    pub(super) fn pipeline(&self) -> Pipeline {
        Pipeline::with_ports(self.project.path().to_path_buf(), self.port..=self.port)
    }

    pub(super) fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("no panic").clone()
    }
}

/// Creates a project folder with the folder of the descriptor.
pub(super) fn project() -> TempDir {
    let project = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(project.path().join("Library/Pipeline")).expect("made");
    project
}

pub(super) fn write(project: &Path, descriptor: &[u8]) {
    std::fs::write(crate::descriptor::path(project), descriptor).expect("written");
}

pub(super) fn descriptor(project: &Path, port: u16) -> Value {
    json!({
        "pid": 4242,
        "port": port,
        "projectPath": project,
        "lastHeartbeat": "2026-01-15T10:00:00.000Z",
        "evalToken": token(),
        "capabilities": ["commands", "jobs"],
    })
}

/// The deadline of calls that end by themselves.
pub(super) fn soon() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

async fn serve(
    mut stream: TcpStream,
    answer: Arc<impl Fn(&Asked) -> Does + Send + Sync>,
    seen: Arc<Mutex<Vec<Asked>>>,
) {
    let Some(asked) = receive(&mut stream).await else {
        return;
    };
    let does = answer(&asked);
    seen.lock().expect("no panic").push(asked);
    let bytes = match does {
        Does::Answers(status, body) => {
            let length = body.len();
            format!("HTTP/1.1 {status} x\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}")
                .into_bytes()
        }
        Does::Sends(bytes) => bytes,
        Does::Stalls => {
            // Holds the connection until the client closes it.
            let _ = stream.read(&mut [0]).await;
            return;
        }
    };
    // The client may have left.
    let _ = stream.write_all(&bytes).await;
    let _ = stream.shutdown().await;
    // Closing with unread bytes would reset the connection, and the client would lose the answer.
    while stream.read(&mut [0; 1024]).await.is_ok_and(|read| read > 0) {}
}

async fn receive(stream: &mut TcpStream) -> Option<Asked> {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        let read = stream.read(&mut part).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&part[..read]);
    };
    let text = String::from_utf8(bytes[..head].to_vec()).expect("a head in UTF-8");
    let header = |name: &str| {
        let mut lines = text.lines().skip(1).filter_map(|line| line.split_once(": "));
        let found = lines.find(|(key, _)| key.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.to_owned())
    };
    let length: usize = header("content-length").map_or(0, |length| length.parse().expect("a length"));
    while bytes.len() < head + 4 + length {
        let read = stream.read(&mut part).await.ok().filter(|read| *read > 0)?;
        bytes.extend_from_slice(&part[..read]);
    }
    let mut first = text.split(' ').map(str::to_owned);
    let (method, path) = (first.next()?, first.next()?);
    let authorization = header("authorization").unwrap_or_default();
    Some(Asked {
        method,
        path,
        token: authorization.strip_prefix("Bearer ").unwrap_or_default().to_owned(),
        head: text.to_ascii_lowercase(),
        body: serde_json::from_slice(&bytes[head + 4..]).unwrap_or_default(),
    })
}
