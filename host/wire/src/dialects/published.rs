//! What dialects have of the published catalog: their own form of it, made once per publication, and the wait for the first.
//!
//! Knows no dialect: each says by `OfCatalog` what it makes of a catalog.

use crate::options::WireOptions;
use crate::state::Wire;
use host_api::{Audience, CallError, CatalogView, ErrorKind};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How long a list may wait for the first catalog.
const FIRST_CATALOG: Duration = Duration::from_secs(30);
/// Clients give a server that they start about ten seconds to answer `initialize`.
const WELCOME: Duration = Duration::from_secs(5);
/// Forms that are kept: as many as there are lists in use, as a rule.
const KEPT: usize = 8;

/// A form of one published catalog.
pub(crate) trait OfCatalog {
    fn of(view: Arc<CatalogView>, options: &WireOptions) -> Self;
}

/// The forms of the lists served last; whoever asks first after a publication makes one.
pub(crate) struct PerCatalog<T>(Mutex<Vec<(Arc<CatalogView>, Arc<T>)>>);

impl<T> Default for PerCatalog<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: OfCatalog> PerCatalog<T> {
    /// The form of what is listed to `audience` at this moment.
    pub(crate) fn current(&self, wire: &Wire, audience: &Audience) -> Arc<T> {
        let view = wire.service.catalog(audience);
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, made)) = held.iter().find(|(of, _)| Arc::ptr_eq(of, &view)) {
            return Arc::clone(made);
        }
        let made = Arc::new(T::of(Arc::clone(&view), &wire.options));
        held.retain(|(of, _)| of.revision == view.revision);
        if held.len() >= KEPT {
            held.remove(0);
        }
        held.push((view, Arc::clone(&made)));
        made
    }
}

/// Whether a catalog was published.
pub(crate) fn is_there(wire: &Wire) -> bool {
    *wire.service.revision().borrow() > 0
}

/// One entry of a list, encoded.
pub(crate) fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    to_raw_value(value).expect("listed things have text keys and finite numbers")
}

/// Waits for what a welcome says of the catalog, which a client asks for once and never again; not as long as for the catalog
/// itself, since a welcome without instructions is better than a client that gives up.
pub(crate) async fn for_welcome(wire: &Wire) {
    if !is_there(wire) {
        let _ = tokio::time::timeout(WELCOME, first(wire)).await;
    }
}

/// Waits for the first catalog, so that nothing is answered from half of it: many clients list once, when they connect.
///
/// # Errors
/// `NotReady` after half a minute, or once the host shuts down.
pub(crate) async fn first(wire: &Wire) -> Result<(), CallError> {
    if is_there(wire) {
        return Ok(());
    }
    let mut revision = wire.service.revision();
    let first = revision.wait_for(|revision| *revision > 0);
    let came = tokio::select! {
        first = tokio::time::timeout(FIRST_CATALOG, first) => matches!(first, Ok(Ok(_))),
        () = wire.closing.cancelled() => false,
    };
    if came {
        return Ok(());
    }
    let message = match wire.is_draining() {
        true => "the host is shutting down",
        false => "the host is still preparing its tools",
    };
    let error = CallError::new(ErrorKind::NotReady, message);
    Err(error.with_hint("ask again in a few seconds; the operator sees at /ready what is missing"))
}
