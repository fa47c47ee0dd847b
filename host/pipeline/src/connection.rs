//! One HTTP request to the server of an editor, on a connection of its own to a port of this machine.
//!
//! This module limits the time and the size of an answer. `errors` describes a failure to the caller.

use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONNECTION, CONTENT_TYPE, HOST};
use http::{HeaderValue, Method, Request};
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::client::conn::http1::{Builder, Connection, SendRequest};
use hyper_util::rt::TokioIo;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::timeout_at;

/// Maximum bytes of an answer; a larger answer is an error.
pub(crate) const MOST_ANSWER: usize = 8 << 20;

/// Maximum bytes of the head of an answer, and of the read buffer.
const MOST_HEAD: usize = 64 * 1024;

/// The time limit for opening a connection. The server is on this machine.
const CONNECTING: Duration = Duration::from_secs(1);

/// A request to the server: a GET, or a POST with a JSON body.
pub(crate) struct Question {
    pub(crate) path: String,
    /// The JSON body of a POST; `None` for a GET.
    pub(crate) body: Option<Bytes>,
}

/// The complete answer to a request.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) body: Bytes,
}

/// The reason why a request has no answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// There is no connection, so the request was not sent.
    NotConnected(String),
    /// The deadline passed before the request was sent.
    LateBefore,
    /// The deadline passed after the request was sent.
    LateAfter,
    /// The request was sent, or a part of it, and the connection failed.
    Broken(String),
    /// The answer is larger than [`MOST_ANSWER`].
    TooLarge,
}

/// An open connection, which carries one request.
pub(crate) struct Opened {
    sender: SendRequest<Full<Bytes>>,
    driver: Connection<TokioIo<TcpStream>, Full<Bytes>>,
    port: u16,
}

/// Opens a connection to `port` of this machine. Nothing is sent.
pub(crate) async fn open(port: u16, deadline: Instant) -> Result<Opened, Failure> {
    let now = Instant::now();
    if deadline <= now {
        return Err(Failure::LateBefore);
    }
    let until = deadline.min(now + CONNECTING);
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let stream = match timeout_at(until.into(), TcpStream::connect(address)).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => return Err(Failure::NotConnected(error.to_string())),
        Err(_) => {
            return Err(Failure::NotConnected(
                "the connection was not accepted in time".to_owned(),
            ));
        }
    };
    let handshake = Builder::new()
        .max_buf_size(MOST_HEAD)
        .handshake(TokioIo::new(stream))
        .await;
    let (sender, driver) = handshake.map_err(|error| Failure::NotConnected(error.to_string()))?;
    Ok(Opened { sender, driver, port })
}

impl Opened {
    /// Sends the request and returns the answer. Redirects are not followed.
    pub(crate) async fn ask(
        self,
        question: &Question,
        authorization: &HeaderValue,
        deadline: Instant,
    ) -> Result<Answer, Failure> {
        let request =
            request(question, authorization, self.port).map_err(|error| Failure::NotConnected(error.to_string()))?;
        let answer = timeout_at(deadline.into(), exchange(self.sender, self.driver, request)).await;
        answer.unwrap_or(Err(Failure::LateAfter))
    }
}

fn request(question: &Question, authorization: &HeaderValue, port: u16) -> http::Result<Request<Full<Bytes>>> {
    let method = match question.body {
        Some(_) => Method::POST,
        None => Method::GET,
    };
    let mut request = Request::builder()
        .method(method)
        .uri(&question.path)
        .header(HOST, format!("{}:{port}", Ipv4Addr::LOCALHOST))
        .header(AUTHORIZATION, authorization)
        .header(ACCEPT, "application/json")
        .header(CONNECTION, "close");
    if question.body.is_some() {
        request = request.header(CONTENT_TYPE, "application/json");
    }
    request.body(Full::new(question.body.clone().unwrap_or_default()))
}

/// Drives the connection until the answer is complete. No task outlives this future.
async fn exchange(
    mut sender: SendRequest<Full<Bytes>>,
    driver: Connection<TokioIo<TcpStream>, Full<Bytes>>,
    request: Request<Full<Bytes>>,
) -> Result<Answer, Failure> {
    let answer = async move {
        let response = sender.send_request(request).await;
        let response = response.map_err(|error| Failure::Broken(error.to_string()))?;
        let status = response.status().as_u16();
        let body = Limited::new(response.into_body(), MOST_ANSWER).collect().await;
        match body {
            Ok(body) => Ok(Answer {
                status,
                body: body.to_bytes(),
            }),
            Err(error) if error.is::<LengthLimitError>() => Err(Failure::TooLarge),
            Err(error) => Err(Failure::Broken(error.to_string())),
        }
    };
    let (mut answer, mut driver) = (pin!(answer), pin!(driver));
    let mut is_driven = true;
    loop {
        tokio::select! {
            biased;
            answer = &mut answer => return answer,
            // The last bytes of the answer may still be buffered, so this is not the end of the answer.
            _ = &mut driver, if is_driven => is_driven = false,
        }
    }
}
