//! Routes. A route is one protocol's part of an HTTP path: its handlers by method, and its encoder of error responses.

use crate::http::claim::Claim;
use crate::http::exchange::{Exchange, Handler, Incoming, Refuse, posted};
use crate::http::refusal::Refusal;
use crate::http::switch::Switch;
use axum_core::response::{IntoResponse, Response};
use futures_util::FutureExt;
use host_api::BoxFuture;
use http::Method;
use http::request::Parts;
use std::net::SocketAddr;
use std::sync::Arc;

type MakeWebSocket = Box<dyn Fn(Parts, SocketAddr) -> Response + Send + Sync>;

/// The handlers of one protocol on one HTTP path. Several routes may have the same path: the first route that has the
/// requested method serves the request.
pub struct Route {
    pub(super) path: &'static str,
    pub(super) with_slash: bool,
    pub(super) switch: Option<Switch>,
    pub(super) methods: Vec<(Method, Handler)>,
    pub(super) upgrade: Option<(Switch, MakeWebSocket)>,
    pub(super) otherwise: Option<fn() -> Response>,
    pub(super) refuse: Option<Refuse>,
    pub(super) claims: Vec<Claim>,
    pub(super) is_for_browsers: bool,
    pub(super) is_open: bool,
    pub(super) proves_itself: bool,
    pub(super) is_state: bool,
    shown: &'static [(&'static str, &'static str)],
}

impl Route {
    /// Creates a route that serves no method yet.
    pub fn new(path: &'static str) -> Self {
        Self {
            path,
            with_slash: false,
            switch: None,
            methods: Vec::new(),
            upgrade: None,
            otherwise: None,
            refuse: None,
            claims: Vec::new(),
            is_for_browsers: false,
            is_open: false,
            proves_itself: false,
            is_state: false,
            shown: &[],
        }
    }

    /// Serves the path with a trailing `/` too.
    pub fn with_slash(mut self) -> Self {
        self.with_slash = true;
        self
    }

    /// Sets the configuration setting that enables this route's methods; if it is off, they answer 404.
    pub fn switch(mut self, switch: Switch) -> Self {
        self.switch = Some(switch);
        self
    }

    /// Adds a handler for a method. The handler gets the request with an unread body.
    pub fn on<F>(mut self, method: Method, handler: impl Fn(Incoming) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output: IntoResponse> + Send + 'static,
    {
        let handler: Handler = Arc::new(move |incoming| Box::pin(handler(incoming).map(IntoResponse::into_response)));
        self.methods.push((method, handler));
        self
    }

    /// Adds one handler for GET and HEAD, which gets the request with an unread body.
    pub fn read<F>(self, handler: impl Fn(Incoming) -> F + Clone + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Response> + Send + 'static,
    {
        self.on(Method::GET, handler.clone()).on(Method::HEAD, handler)
    }

    /// Adds a handler for POST, which gets the request after the body was read.
    pub fn post<F>(mut self, handler: impl Fn(Exchange) -> F + Clone + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Response> + Send + 'static,
    {
        let handler: Handler = Arc::new(move |incoming| Box::pin(posted(incoming, handler.clone())));
        self.methods.push((Method::POST, handler));
        self
    }

    /// Adds a handler for WebSocket upgrade requests with any method. They have a switch of their own.
    pub fn upgrade(
        mut self,
        switch: Switch,
        make: impl Fn(Parts, SocketAddr) -> Response + Send + Sync + 'static,
    ) -> Self {
        self.upgrade = Some((switch, Box::new(make)));
        self
    }

    /// Sets the response of this path to methods without a handler; without this, the response is 405.
    pub fn otherwise(mut self, answer: fn() -> Response) -> Self {
        self.otherwise = Some(answer);
        self
    }

    /// Sets the encoder of error responses for requests that did not reach their handler. It may get a partial body.
    pub fn refuse(
        mut self,
        refuse: impl for<'a> Fn(&'a [u8], Refusal) -> BoxFuture<'a, Response> + Send + Sync + 'static,
    ) -> Self {
        self.refuse = Some(Box::new(refuse));
        self
    }

    /// Adds a claim: a rule that selects requests for this protocol that another one on the path does not recognize.
    pub fn claim(mut self, claim: Claim) -> Self {
        self.claims.push(claim);
        self
    }

    /// Adds the CORS headers that MCP clients in browsers need.
    pub fn for_browsers(mut self) -> Self {
        self.is_for_browsers = true;
        self
    }

    /// Sets the lines for the page at `/`: kinds of clients and how they connect. `{host}` becomes this host's address.
    pub fn show(mut self, lines: &'static [(&'static str, &'static str)]) -> Self {
        self.shown = lines;
        self
    }

    /// Makes the route usable without the access token, and for health checks that address the host by its IP address.
    pub fn open(mut self) -> Self {
        self.is_open = true;
        self
    }

    /// Makes the route usable without the access token, because its client authenticates after it has connected.
    pub(crate) fn proving(mut self) -> Self {
        self.proves_itself = true;
        self
    }

    /// Marks the route as a report of the host's state: its response is sent even if the memory budget is exhausted.
    pub fn state(mut self) -> Self {
        self.is_state = true;
        self
    }

    /// Returns the configuration keys that disable the methods or the WebSocket upgrade of the route.
    pub fn switch_keys(&self) -> impl Iterator<Item = &'static str> {
        let upgrade = self.upgrade.as_ref().map(|(switch, _)| switch.key);
        self.switch.map(|switch| switch.key).into_iter().chain(upgrade)
    }

    /// Returns the lines for the page at `/`; no lines if the route is disabled.
    pub fn usage_rows(&self) -> &'static [(&'static str, &'static str)] {
        match self.is_on() {
            true => self.shown,
            false => &[],
        }
    }

    pub(super) fn is_on(&self) -> bool {
        self.switch.is_none_or(|switch| switch.is_on)
    }

    pub(super) fn handler(&self, method: &Method) -> Option<&Handler> {
        let mut methods = self.methods.iter();
        methods.find(|(served, _)| served == method).map(|(_, handler)| handler)
    }
}
