//! The state that all calls and preparations of one runtime share.

use crate::cache::Cache;
use crate::compile::Compiler;
use crate::engine::ticker::Ticker;
use crate::instances::Instances;
use host_guest::HostParts;
use host_guest::host_side::Services;
use host_guest::store::CallState;
use std::sync::Arc;
use wasmtime::Engine;
use wasmtime::component::Linker;

pub(crate) struct Inner {
    pub(crate) engine: Engine,
    pub(crate) ticker: Arc<Ticker>,
    pub(crate) linker: Arc<Linker<CallState>>,
    pub(crate) instances: Arc<Instances>,
    pub(crate) cache: Option<Arc<Cache>>,
    pub(crate) compiler: Arc<Compiler>,
    pub(crate) services: Arc<Services>,
    pub(crate) parts: Arc<HostParts>,
}
