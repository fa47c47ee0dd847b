//! What dialects have of the published catalog: their own form of it, made once per publication.
//!
//! Knows no dialect: each says by `OfCatalog` what it makes of a catalog.

use crate::options::WireOptions;
use host_api::{Audience, CatalogView, ToolService};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use std::sync::{Arc, Mutex, PoisonError};

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

/// Who publishes, and how it is to be shown.
pub(crate) type Published<'a> = (&'a dyn ToolService, &'a WireOptions);

impl<T: OfCatalog> PerCatalog<T> {
    /// The form of what is listed to `audience` at this moment.
    pub(crate) fn current(&self, (service, options): Published<'_>, audience: &Audience) -> Arc<T> {
        let view = service.catalog(audience);
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, made)) = held.iter().find(|(of, _)| Arc::ptr_eq(of, &view)) {
            return Arc::clone(made);
        }
        let made = Arc::new(T::of(Arc::clone(&view), options));
        held.retain(|(of, _)| of.revision == view.revision);
        if held.len() >= KEPT {
            held.remove(0);
        }
        held.push((view, Arc::clone(&made)));
        made
    }
}

/// One entry of a list, encoded.
pub(crate) fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    to_raw_value(value).expect("listed things have text keys and finite numbers")
}
