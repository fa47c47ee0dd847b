//! A cache of the published catalog, encoded for a dialect once per publication.
//!
//! This module knows no dialect: each dialect implements `OfCatalog` for its encoding.

use host_api::{Audience, CatalogView, ToolService};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of cached encodings of one cache. Normally the number of lists in use is not larger.
const KEPT: usize = 8;

/// An encoding of one published catalog by a dialect.
pub trait OfCatalog {
    /// The settings that the encoding depends on.
    type Options;

    fn from_catalog(view: Arc<CatalogView>, options: &Self::Options) -> Self;
}

/// A cache of encodings for the lists that were served last. The first request after a publication creates an encoding.
pub struct PerCatalog<T>(Mutex<Vec<(Arc<CatalogView>, Arc<T>)>>);

impl<T> Default for PerCatalog<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: OfCatalog> PerCatalog<T> {
    /// Returns the encoding of the current list of `service` for `audience`. Creates the encoding if it is not cached.
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

/// Encodes one entry of a list as JSON.
pub fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    to_raw_value(value).expect("listed things have text keys and finite numbers")
}
