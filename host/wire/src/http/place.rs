//! The routes of one path. They select the handler of a request, and the encoding of an error response.

use crate::http::answer;
use crate::http::claim::Claim;
use crate::http::exchange::{Handler, Incoming, PostHandler, SharedPath};
use crate::http::refusal::Refusal;
use crate::http::route::Route;
use crate::jsonrpc;
use crate::websocket;
use axum_core::response::Response;
use host_api::BoxFuture;
use http::Method;
use std::future::ready;
use std::sync::Arc;

/// All routes of one HTTP path; each route belongs to one protocol.
pub struct Place {
    routes: Vec<Route>,
}

/// All HTTP paths that a port serves, each with its routes.
pub struct Places(Vec<Arc<Place>>);

impl Places {
    /// Creates the list of HTTP paths from the routes of all protocols, which are grouped by path.
    pub fn new(routes: Vec<Route>) -> Self {
        let mut places: Vec<Place> = Vec::new();
        for route in routes {
            match places.iter_mut().find(|place| place.path() == Some(route.path)) {
                Some(place) => place.routes.push(route),
                None => places.push(Place { routes: vec![route] }),
            }
        }
        Self(places.into_iter().map(Arc::new).collect())
    }

    pub(super) fn find(&self, path: &str) -> Option<&Arc<Place>> {
        self.0.iter().find(|place| place.is_at(path))
    }
}

impl Place {
    fn path(&self) -> Option<&'static str> {
        self.routes.first().map(|route| route.path)
    }

    fn is_at(&self, path: &str) -> bool {
        let is_it =
            |route: &Route| route.path == path || (route.with_slash && path.strip_suffix('/') == Some(route.path));
        self.routes.iter().any(is_it)
    }

    fn has(&self, flag: impl Fn(&Route) -> bool, method: &Method) -> bool {
        self.routes
            .iter()
            .any(|route| flag(route) && route.handler(method).is_some())
    }

    /// True if a request with this method needs no token, and a health check also no allowed host name.
    pub(super) fn is_open_to(&self, method: &Method) -> bool {
        self.has(|route| route.is_open, method)
    }

    /// True if a request with this method reads the state of the host.
    pub(super) fn tells_state(&self, method: &Method) -> bool {
        self.has(|route| route.is_state, method)
    }

    pub(super) fn is_state(&self) -> bool {
        self.routes.iter().any(|route| route.is_state)
    }

    pub(super) fn proves_itself(&self) -> bool {
        self.routes.iter().any(|route| route.proves_itself)
    }

    pub(super) fn is_for_browsers(&self) -> bool {
        self.routes.iter().any(|route| route.is_for_browsers)
    }

    pub(super) async fn answer(&self, incoming: Incoming) -> Response {
        let method = &incoming.parts.method;
        let upgrade = self.routes.iter().find_map(|route| route.upgrade.as_ref());
        if let Some((switch, make)) = upgrade
            && websocket::is_upgrade(&incoming.parts)
        {
            let refusal = switch.refusal();
            return refusal.unwrap_or_else(|| make(incoming.parts, incoming.peer));
        }
        let served = self.routes.iter().find(|route| route.handler(method).is_some());
        let switched = match served {
            Some(route) => Some(route),
            // A path is disabled if all of its protocols are disabled.
            None if self.routes.iter().all(|route| !route.is_on()) => self.routes.first(),
            None => None,
        };
        let switch = switched.and_then(|route| route.switch);
        if let Some(refusal) = switch.and_then(|switch| switch.refusal()) {
            return refusal;
        }
        match served.and_then(|route| route.handler(method)) {
            Some(handler) => handler(incoming).await,
            None => match self.routes.iter().find_map(|route| route.otherwise) {
                Some(otherwise) => otherwise(),
                None => incoming.not_served(&self.allowed()),
            },
        }
    }

    fn claims(&self) -> impl Iterator<Item = &Claim> {
        self.routes.iter().flat_map(|route| &route.claims)
    }

    /// Lists all methods of the path, for the header `Allow` and for CORS preflight requests.
    pub(super) fn allowed(&self) -> String {
        self.allowed_of(&|_| true)
    }
}

impl SharedPath for Place {
    fn allowed_of(&self, is_meant: &dyn Fn(&Method) -> bool) -> String {
        let methods = self.routes.iter().flat_map(|route| &route.methods);
        let meant = methods.map(|(method, _)| method).filter(|method| is_meant(method));
        meant
            .map(Method::as_str)
            .chain(["OPTIONS"])
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn refuse<'a>(&'a self, body: &'a [u8], refusal: Refusal) -> BoxFuture<'a, Response> {
        let claimed = self.claims().find_map(|claim| match claim {
            Claim::Body { is_mine, refuse, .. } if is_mine(body) => refuse.as_ref(),
            _ => None,
        });
        match claimed.or_else(|| self.routes.iter().find_map(|route| route.refuse.as_ref())) {
            Some(refuse) => refuse(body, refusal),
            None => Box::pin(ready(plainly(body, refusal))),
        }
    }

    fn claimant(&self, incoming: &Incoming) -> Option<Handler> {
        self.claims().find_map(|claim| match claim {
            Claim::Head { is_mine, handler } if is_mine(incoming) => Some(Arc::clone(handler)),
            _ => None,
        })
    }

    fn body_claimant(&self, body: &[u8]) -> Option<PostHandler> {
        self.claims().find_map(|claim| match claim {
            Claim::Body { is_mine, handler, .. } if is_mine(body) => Some(Arc::clone(handler)),
            _ => None,
        })
    }
}

/// Encodes an error response in the format of the protocol that serves the path; JSON-RPC if there is no such path.
pub(super) async fn refuse(place: Option<&Place>, body: &[u8], refusal: Refusal) -> Response {
    match place {
        Some(place) => place.refuse(body, refusal).await,
        None => plainly(body, refusal),
    }
}

fn plainly(body: &[u8], refusal: Refusal) -> Response {
    let id = jsonrpc::id_of(body);
    answer::refusal(refusal, Some(&id).filter(|id| id.as_json() != "null"))
}
