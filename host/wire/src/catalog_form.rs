//! A cache of the published catalog, encoded for a dialect once per publication.
//!
//! This module knows no dialect: each dialect implements `OfCatalog` for its encoding.

use host_api::{Audience, CatalogView, ToolService};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of encoded lists in the cache of one client protocol; beyond it, the oldest one is dropped.
const KEPT: usize = 8;

/// The catalog of tools, resources and prompts in the format of one client protocol, such as MCP's lists.
pub trait OfCatalog {
    /// The settings of the client protocol that influence the format, such as whether output schemas are included.
    type Options;

    fn from_catalog(view: Arc<CatalogView>, options: &Self::Options) -> Self;
}

/// A cache of encoded lists of tools, resources and prompts. A list is encoded when a client requests it first.
pub struct PerCatalog<T>(Mutex<Vec<(Arc<CatalogView>, Arc<T>)>>);

impl<T> Default for PerCatalog<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: OfCatalog> PerCatalog<T> {
    /// Returns the encoding of the list that `service` shows to the clients `audience`. Creates it if it is not cached.
    pub fn current(&self, service: &dyn ToolService, options: &T::Options, audience: &Audience) -> Arc<T> {
        let view = service.catalog(audience);
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, made)) = held.iter().find(|(of, _)| Arc::ptr_eq(of, &view)) {
            return Arc::clone(made);
        }
        let made = Arc::new(T::from_catalog(Arc::clone(&view), options));
        held.retain(|(of, _)| of.revision == view.revision);
        if held.len() >= KEPT {
            held.remove(0);
        }
        held.push((view, Arc::clone(&made)));
        made
    }
}

/// Encodes one entry of a list, such as a tool, as JSON.
pub fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    to_raw_value(value).expect("listed things have text keys and finite numbers")
}
