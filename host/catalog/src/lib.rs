//! Bundles: finds, prepares, publishes (as one snapshot) and replaces them while the host runs, and runs the calls to
//! their tools.
//!
//! This crate contains everything between a `CallRequest` and the runtime, but no HTTP, no wasmtime, no policy rules
//! (`policy`) and no connection to Unity (`bridge`). The path of a call is `service` → `dispatch` → `arguments` →
//! `gate`. The path of a bundle is `reload` → `folders` → `manifest` → `slots` → `prepare` → `snapshot`.

mod access_log;
mod arguments;
mod bundle_standing;
mod catalog;
mod checked_listing;
mod claim;
mod client_roots;
mod counters;
mod crashes;
mod deceptive_text;
mod defaults;
mod dispatch;
mod effect_limit;
mod event_queues;
mod events;
mod folders;
mod gate;
mod guest_events;
mod id_owners;
mod instructions;
mod lengths;
mod listing;
mod log_line;
pub mod manifest;
mod merge;
mod mismatch;
mod names;
mod notes;
mod options;
mod portable;
mod prepare;
mod profile_names;
mod publish;
mod question;
mod readable;
mod reading;
mod reload;
mod resource_uri;
mod result;
mod schema;
mod service;
mod shared;
mod slots;
mod snapshot;
mod target_choice;
pub mod text_map;
mod unknown_names;
mod unsettled_target;
mod uri;
mod validator;
mod views;
mod withdrawn_tools;

pub use catalog::Catalog;
pub use defaults::wrong_defaults;
pub use options::{BundleFolder, BundleSettings, CatalogOptions, EmbeddedBundle, WatchMode};
pub use portable::{refused_in_input, refused_in_output};
pub use profile_names::unknown_profile;
