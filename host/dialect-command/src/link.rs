//! One connection of the command protocol. Its commands run concurrently, and each reply is sent when its command ends.
//!
//! The host reads while commands run, so that it can cancel the commands of a client that disconnects. If a client
//! receives no replies, the host stops reading from it, and closes the connection after a timeout.

use crate::Commands;
use crate::calls::{self, CommandSender, Frame, error_frame, no_room};
use crate::counts::Counts;
use crate::options::Options;
use crate::shapes::{self, Echo, invalid};
use futures_util::stream::{FuturesUnordered, SplitSink, SplitStream};
use futures_util::{FutureExt, SinkExt, StreamExt};
use host_api::{BoxFuture, CallError, ErrorKind};
use host_wire::budget::{Reservation, Share};
use host_wire::websocket::{self, Arriving, LAST_WORDS, Socket};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Bytes, Error, Message, Utf8Bytes};

/// Maximum number of replies that wait for the socket. With more, a command waits before it adds its reply.
const OUTBOX: usize = 8;
/// Maximum number of bytes of the reason in a close frame.
const MAX_REASON: usize = 120;

enum Ending {
    /// The client closed the connection with a close frame.
    Left,
    /// The connection is lost, or the client does not receive the data that is sent to it.
    Gone,
    Silent,
    ShutDown,
    /// A received frame is invalid. The fields are the close code and the reason as text.
    Broken(CloseCode, String),
}

pub(crate) async fn run(
    commands: &Arc<Commands>,
    asker: CommandSender,
    socket: Socket,
    arriving: &Arriving,
    counts: &mut Counts,
) {
    let (mut sink, mut stream) = socket.split();
    let (out, outbox) = mpsc::channel(OUTBOX);
    let ending = {
        let link = Link {
            commands,
            options: &commands.options,
            asker,
            running: FuturesUnordered::new(),
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            arriving,
            counts: &mut *counts,
        };
        let reading = link.serve(&mut stream, out);
        let writing = write(&mut sink, outbox, commands.options.send_timeout);
        tokio::pin!(reading, writing);
        tokio::select! {
            // A reply that reading creates is then written in the same iteration.
            biased;
            ending = &mut reading => {
                // Replies that are ready are sent first.
                if matches!(ending, Ending::ShutDown | Ending::Broken(..)) {
                    writing.await;
                }
                ending
            }
            () = &mut writing => Ending::Gone,
        }
    };
    counts.end(ending.words());
    match ending {
        Ending::Gone => {}
        // The response to the client's close frame is sent while the end is read.
        Ending::Left => read_to_end(&mut stream).await,
        Ending::ShutDown => {
            if say_goodbye(&mut sink, CloseCode::Away, "the host is shutting down".to_owned()).await {
                read_to_end(&mut stream).await;
            }
        }
        Ending::Silent => {
            let reason = "no data for too long, not even an answer to a ping";
            if say_goodbye(&mut sink, CloseCode::Policy, reason.to_owned()).await {
                read_to_end(&mut stream).await;
            }
        }
        Ending::Broken(code, reason) => {
            if say_goodbye(&mut sink, code, reason).await
                && let Ok(mut socket) = sink.reunite(stream)
            {
                websocket::hang_up(&mut socket).await;
            }
        }
    }
}

impl Ending {
    fn words(&self) -> &'static str {
        match self {
            Self::Left => "the client closed it",
            Self::Gone => "the connection broke",
            Self::Silent => "the client was silent for too long",
            Self::ShutDown => "the host shut down",
            Self::Broken(..) => "a frame could not be read",
        }
    }

    fn from_error(error: &Error, max_message: usize) -> Self {
        let Some(code) = websocket::close_code(error) else {
            return Self::Gone;
        };
        let mut reason = match code {
            CloseCode::Size => format!("a message can have at most {max_message} bytes"),
            CloseCode::Again => "no memory for this frame: `server.memory` is in use (try again shortly)".to_owned(),
            _ => websocket::reason(error),
        };
        reason.truncate(reason.floor_char_boundary(MAX_REASON));
        Self::Broken(code, reason)
    }
}

async fn say_goodbye(sink: &mut SplitSink<Socket, Message>, code: CloseCode, reason: String) -> bool {
    let reason = reason.into();
    let said = sink.send(Message::Close(Some(CloseFrame { code, reason })));
    matches!(tokio::time::timeout(LAST_WORDS, said).await, Ok(Ok(())))
}

/// Reads and discards what a client still sends after the host's close frame, for a limited time.
async fn read_to_end(stream: &mut SplitStream<Socket>) {
    let end = async { while let Some(Ok(_)) = stream.next().await {} };
    // A client that does not close its side in time is disconnected.
    let _ = tokio::time::timeout(LAST_WORDS, end).await;
}

/// Writes the messages of `outbox` to the client. Ends when `outbox` is closed, or a write fails or exceeds `patience`.
async fn write(sink: &mut SplitSink<Socket, Message>, mut outbox: mpsc::Receiver<Message>, patience: Duration) {
    while let Some(message) = outbox.recv().await {
        // The socket copies the message; its memory stays reserved until the copy was written.
        let _held = message.clone();
        let has_more = !outbox.is_empty();
        let sent = async {
            if has_more {
                sink.feed(message).await
            } else {
                sink.send(message).await
            }
        };
        if !matches!(tokio::time::timeout(patience, sent).await, Ok(Ok(()))) {
            return;
        }
    }
}

/// An ended command, with the time of its arrival.
struct Done {
    /// The reply to the command; `None` if the command was cancelled.
    frame: Option<Frame>,
    arrived: Instant,
}

struct Link<'c> {
    commands: &'c Arc<Commands>,
    options: &'c Options,
    asker: CommandSender,
    running: FuturesUnordered<BoxFuture<'static, Done>>,
    /// Commands that wait because the maximum number is running, each with its reservation and time of arrival.
    waiting: VecDeque<(Utf8Bytes, Reservation, Instant)>,
    waiting_bytes: usize,
    arriving: &'c Arriving,
    counts: &'c mut Counts,
}

impl Link<'_> {
    async fn serve(mut self, stream: &mut SplitStream<Socket>, out: mpsc::Sender<Message>) -> Ending {
        let wire = &self.commands.wire;
        // One future for all iterations: a new one each time would wait for a lock that all connections share.
        let closing = wire.closing.cancelled();
        tokio::pin!(closing);
        let mut is_closing = false;
        let mut heard = Instant::now();
        let mut ticks = tokio::time::interval(wire.options.keep_alive.max(Duration::from_millis(1)));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            self.start_waiting();
            if is_closing && self.running.is_empty() {
                return Ending::ShutDown;
            }
            // Each iteration sends at most one message, so every message fits into the queue.
            let has_room = out.capacity() > 0;
            let message = tokio::select! {
                biased;
                () = &mut closing, if !is_closing => {
                    is_closing = true;
                    None
                }
                room = out.reserve(), if !has_room => {
                    if room.is_err() {
                        return Ending::Gone;
                    }
                    heard = Instant::now();
                    None
                }
                Some(done) = self.running.next(), if has_room => self.reply(done),
                frame = stream.next(), if has_room => {
                    heard = Instant::now();
                    match frame {
                        Some(Ok(Message::Text(text))) => {
                            self.arriving.settle();
                            self.take(text);
                        }
                        Some(Ok(Message::Binary(bytes))) => {
                            self.arriving.settle();
                            self.refuse_bytes(bytes.len());
                        }
                        Some(Ok(Message::Close(_))) => return Ending::Left,
                        Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                        Some(Err(error)) => {
                            let ending = Ending::from_error(&error, self.commands.wire.options.max_body);
                            if matches!(ending, Ending::Broken(..)) {
                                self.counts.error();
                            }
                            return ending;
                        }
                        None => return Ending::Gone,
                    }
                    None
                }
                _ = ticks.tick(), if has_room => {
                    let silence = heard.elapsed();
                    if silence >= self.options.silence {
                        return Ending::Silent;
                    }
                    (silence >= self.commands.wire.options.keep_alive).then(|| Message::Ping(Bytes::new()))
                }
            };
            if let Some(message) = message
                && out.try_send(message).is_err()
            {
                return Ending::Gone;
            }
        }
    }

    fn reply(&mut self, done: Done) -> Option<Message> {
        let frame = done.frame?;
        self.counts
            .reply(frame.text.len(), frame.is_error, done.arrived.elapsed());
        let text = Utf8Bytes::try_from(frame.text).expect("JSON is UTF-8");
        Some(Message::Text(text))
    }

    /// Handles a text frame, which contains a command: starts the command, queues it, or rejects it.
    fn take(&mut self, text: Utf8Bytes) {
        let arrived = Instant::now();
        self.counts.message(text.len());
        let room = match self.commands.wire.admit(text.as_bytes()) {
            Ok(room) => room,
            Err(full) => return self.refuse(&Echo::from_text(&text), &no_room(&full), arrived),
        };
        room.move_to(Share::Commands);
        if self.running.len() < self.options.max_in_flight.max(1) {
            self.start(text, room, arrived);
        } else if self.waiting.len() < self.options.max_waiting
            && self.waiting_bytes.saturating_add(text.len()) <= self.options.max_waiting_bytes
        {
            self.waiting_bytes += text.len();
            self.waiting.push_back((text, room, arrived));
        } else {
            let error = CallError::new(
                ErrorKind::RateLimited,
                format!(
                    "{} commands of this connection run and {} wait, which is the maximum",
                    self.running.len(),
                    self.waiting.len()
                ),
            );
            let (echo, _) = shapes::read(&text);
            self.refuse(
                &echo,
                &error.with_hint("send more commands after replies have arrived"),
                arrived,
            );
        }
    }

    fn start_waiting(&mut self) {
        while self.running.len() < self.options.max_in_flight.max(1)
            && let Some((text, room, arrived)) = self.waiting.pop_front()
        {
            self.waiting_bytes = self.waiting_bytes.saturating_sub(text.len());
            self.start(text, room, arrived);
        }
    }

    fn start(&self, text: Utf8Bytes, room: Reservation, arrived: Instant) {
        room.move_to(Share::Calls);
        let answer = calls::answer(Arc::clone(self.commands), self.asker.clone(), text, Arc::new(room));
        self.running
            .push(Box::pin(answer.map(move |frame| Done { frame, arrived })));
    }

    fn refuse(&self, echo: &Echo, error: &CallError, arrived: Instant) {
        let frame = Some(error_frame(echo, error));
        self.running.push(Box::pin(std::future::ready(Done { frame, arrived })));
    }

    fn refuse_bytes(&mut self, bytes: usize) {
        self.counts.message(bytes);
        let error = invalid("binary frames are not supported: send each command as one text frame");
        self.refuse(&Echo::default(), &error, Instant::now());
    }
}
