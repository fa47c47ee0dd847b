//! Running a guest for dialects without sessions and streams: one request, one JSON body, cancelled with its connection.

use crate::calls::{self, Answer, CallPlan, Codec, EventUse, Origin};
use crate::dialects::mcp;
use crate::http::accept::Accepts;
use crate::http::{Exchange, answer};
use crate::state::Wire;
use axum::http::StatusCode;
use axum::response::Response;
use host_api::{CallContext, CallEvent, ClientCapabilities, ErrorKind};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Why a call was not begun.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) message: String,
    pub(crate) kind: ErrorKind,
}

/// Runs `work`, which gives the whole response body, in an owned task within `server.max-in-flight`. `failure` writes the
/// body where the host itself broke off.
pub(crate) async fn run<N, W, F>(exchange: &Exchange, failure: N, work: W) -> Result<Response, Refused>
where
    N: Fn(&str) -> Vec<u8> + Send + 'static,
    W: FnOnce(CallContext) -> F + Send,
    F: Future<Output = Vec<u8>> + Send + 'static,
{
    let wire = &exchange.wire;
    if wire.is_draining() {
        return Err(Refused {
            message: "the host is shutting down".to_owned(),
            kind: ErrorKind::NotReady,
        });
    }
    let slot = wire.in_flight.take().ok_or_else(|| Refused {
        message: format!(
            "{} calls are in flight, the most that `server.max-in-flight` allows: try again shortly",
            wire.in_flight.max()
        ),
        kind: ErrorKind::RateLimited,
    })?;
    let plan = CallPlan {
        id: exchange.call,
        room: Arc::clone(&exchange.room),
        cancel: CancellationToken::new(),
        client: ClientCapabilities::default(),
        ask: None,
        accepts: Accepts::JSON_ONLY,
        slot,
        origin: Origin::Connection,
    };
    let told = Told {
        wire: Arc::clone(wire),
        failure,
    };
    let quiet = |mut context: CallContext| {
        context.events = context.events.announcements_only();
        work(context)
    };
    Ok(match calls::run(wire, plan, told, quiet).await {
        Answer::Json(body) => answer::kept_in_form(Accepts::JSON_ONLY, &body),
        Answer::Stream(reader) => answer::stream(reader),
        // Only a lost connection cancels: nobody reads this.
        Answer::Silence => answer::empty(StatusCode::SERVICE_UNAVAILABLE),
    })
}

/// The caller hears nothing before the answer; what concerns all clients is passed on.
struct Told<N> {
    wire: Arc<Wire>,
    failure: N,
}

impl<N: Fn(&str) -> Vec<u8> + Send + 'static> Codec for Told<N> {
    fn event(&mut self, event: CallEvent) -> EventUse {
        mcp::notices::pass_on(&self.wire, event);
        EventUse::Nothing
    }

    fn failure(&self, why: &str) -> Vec<u8> {
        (self.failure)(why)
    }
}
