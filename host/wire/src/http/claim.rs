//! Claims, with which one protocol takes over requests on an HTTP path that another protocol serves.
//!
//! The handler of the path passes a request that it does not recognize to the first claim that applies, in the order of
//! the dialects.

use crate::http::exchange::{Exchange, Handler, Incoming, PostHandler, Refuse};
use crate::http::refusal::Refusal;
use axum_core::response::Response;
use host_api::BoxFuture;
use std::sync::Arc;

type ByHead = Box<dyn Fn(&Incoming) -> bool + Send + Sync>;
type ByBody = Box<dyn Fn(&[u8]) -> bool + Send + Sync>;

/// A rule that selects the requests that a protocol takes over on a path of another protocol.
pub enum Claim {
    /// A rule that selects requests by their head: their method, path and headers.
    Head { is_mine: ByHead, handler: Handler },
    /// A rule that selects POST requests by their body.
    Body {
        is_mine: ByBody,
        handler: PostHandler,
        /// A function that encodes error responses for such requests; `None` if the owner of the path encodes them.
        refuse: Option<Refuse>,
    },
}

impl Claim {
    /// Takes over the requests for whose head `is_mine` returns true, and passes them to `handler`.
    pub fn by_head<F>(
        is_mine: impl Fn(&Incoming) -> bool + Send + Sync + 'static,
        handler: impl Fn(Incoming) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Response> + Send + 'static,
    {
        Self::Head {
            is_mine: Box::new(is_mine),
            handler: Arc::new(move |incoming| Box::pin(handler(incoming))),
        }
    }

    /// Takes over the POST requests for whose body `is_mine` returns true, and passes them to `handler`.
    pub fn by_body<F>(
        is_mine: impl Fn(&[u8]) -> bool + Send + Sync + 'static,
        handler: impl Fn(Exchange) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Response> + Send + 'static,
    {
        Self::Body {
            is_mine: Box::new(is_mine),
            handler: Arc::new(move |exchange| Box::pin(handler(exchange))),
            refuse: None,
        }
    }

    /// Sets the encoder for error responses to the requests that this rule selects. It may get an incomplete body.
    pub fn refuse(
        mut self,
        form: impl for<'a> Fn(&'a [u8], Refusal) -> BoxFuture<'a, Response> + Send + Sync + 'static,
    ) -> Self {
        if let Self::Body { refuse, .. } = &mut self {
            *refuse = Some(Box::new(form));
        }
        self
    }
}
