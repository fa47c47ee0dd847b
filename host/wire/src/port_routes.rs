//! The HTTP routes of one port: the routes of all dialects, and the host's own paths.

use crate::dialect::{Dialects, NewDialect};
use crate::health::{self, Detail};
use crate::http::place::Places;
use crate::http::route::Route;
use crate::http::{Incoming, guard};
use crate::metrics;
use crate::state::Wire;
use crate::unity_links;
use std::future::ready;
use std::sync::Arc;

/// The state that all connections of one port share: the server, its client protocols, and its HTTP paths.
pub(crate) struct Served {
    pub(crate) wire: Arc<Wire>,
    pub(crate) dialects: Dialects,
    pub(crate) places: Places,
}

impl Served {
    pub(crate) fn new(wire: Arc<Wire>, dialects: Vec<NewDialect>) -> Arc<Self> {
        let dialects = Dialects::new(&wire, dialects);
        let bridge = unity_links::route(&wire);
        let places = match wire.options.links_only {
            true => Places::new(vec![bridge]),
            false => Places::new(routes(&wire, &dialects, bridge)),
        };
        Arc::new(Self { wire, dialects, places })
    }
}

/// Collects the HTTP routes of all protocols. A GET of `/` returns the text page, unless a protocol takes it over.
fn routes(wire: &Arc<Wire>, dialects: &Dialects, bridge: Route) -> Vec<Route> {
    let mut of_dialects = dialects.routes();
    let state = state(wire, dialects);
    let lines = of_dialects.iter().chain(&state).flat_map(Route::usage_rows);
    let lines: Arc<[_]> = lines.copied().collect();
    let page = Route::new("/").read(move |incoming: Incoming| {
        let lines = Arc::clone(&lines);
        async move {
            match incoming.claimant() {
                Some(handler) => handler(incoming).await,
                None => health::page(&incoming, &lines),
            }
        }
    });
    let mut routes = vec![page, bridge];
    routes.append(&mut of_dialects);
    routes.extend(state);
    routes
}

fn state(wire: &Arc<Wire>, dialects: &Dialects) -> [Route; 3] {
    let both = || (Arc::clone(wire), dialects.clone());
    let ((wire, dialects), (of_ready, _), (of_metrics, with_gauges)) = (both(), both(), both());
    [
        Route::new("/health")
            .read(move |incoming| ready(health::health(&wire, &dialects, detail(&incoming))))
            .open()
            .state()
            .show(&[("State of the host", "/health, /ready, /metrics")]),
        Route::new("/ready")
            .read(move |incoming| ready(health::ready(&of_ready, detail(&incoming))))
            .open()
            .state(),
        Route::new("/metrics")
            .read(move |_| ready(metrics::metrics(&of_metrics, &with_gauges)))
            .state(),
    ]
}

fn detail(incoming: &Incoming) -> Detail {
    let options = &incoming.wire.options;
    if guard::sees_all(&incoming.parts, incoming.peer, incoming.is_known, options) {
        Detail::All
    } else if guard::knows_a_name(&incoming.parts, incoming.peer, options) {
        Detail::Short
    } else {
        Detail::Whether
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;
