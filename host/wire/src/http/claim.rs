//! A claim: requests that one protocol takes on a path that another one serves.
//!
//! The route that serves the path offers a request that it does not recognize as its own. The first claim that applies
//! takes it, in the order of the dialects.

use crate::http::exchange::{Exchange, Handler, Incoming, PostHandler, Refuse};
use crate::http::refusal::Refusal;
use axum_core::response::Response;
use host_api::BoxFuture;
use std::sync::Arc;

type ByHead = Box<dyn Fn(&Incoming) -> bool + Send + Sync>;
type ByBody = Box<dyn Fn(&[u8]) -> bool + Send + Sync>;

/// Requests that a protocol takes on a path of another one.
pub enum Claim {
    /// Requests that are recognized by their head.
    Head { is_mine: ByHead, handler: Handler },
    /// POST requests that are recognized by their body.
    Body {
        is_mine: ByBody,
        handler: PostHandler,
        /// Writes refusals in the encoding of this protocol; `None` = in the encoding of the protocol that owns the
        /// path.
        refuse: Option<Refuse>,
    },
}

impl Claim {
    /// Creates a claim by the head of a request.
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

    /// Creates a claim by the body of a POST.
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

    /// Sets the encoder for refusals of claimed requests, whose bodies may be incomplete.
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
