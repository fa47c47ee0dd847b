//! Handles prepared bundles, and decides the order of compilation.
//!
//! Publishes a listing before its code is compiled. The runtime handles a call that needs the code immediately.

use super::{Done, Publisher};
use crate::prepare::{Job, Prepared};
use crate::snapshot::Offer;
use host_runtime::PreparedBundle;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// Maximum number of components that each of the three compile queues compiles at the same time; others wait. Each
/// compiler uses memory and all processors.
pub(super) const COMPILERS: usize = 4;
/// Maximum size in bytes of a small component, which compiles quickly and does not wait behind large components.
const SMALL: u64 = 1 << 20;

/// A bundle that waits for compilation. `give_up` is cancelled when the result is no longer needed.
pub(super) struct Compile {
    job: Job,
    /// The bundle if its tools are already known; `None` if only the compiled component can list them.
    listed: Option<Arc<Offer<PreparedBundle>>>,
    give_up: CancellationToken,
}

impl Publisher {
    /// Applies the result of preparing one bundle folder. Returns true if the served bundles changed.
    pub(super) fn prepared(&mut self, prepared: Prepared<PreparedBundle>) -> bool {
        let now = Instant::now();
        if prepared.files_changed {
            self.schedule.note_change(now);
        }
        if prepared.needs_compiling && self.slots.has_code(&prepared.job) {
            // The running code stays in service until the new code can run.
            self.compile(prepared.job);
            return false;
        }
        if self.slots.is_contested(&prepared.job) {
            // Its id, free or taken now, may affect another folder.
            self.schedule.look_after(now, Duration::ZERO);
        }
        let (job, needs_compiling, took) = (prepared.job.clone(), prepared.needs_compiling, prepared.took);
        let offer = prepared.result.as_ref().ok().cloned();
        let is_of_now = self.slots.finish(prepared);
        let Some(offer) = offer.filter(|_| is_of_now) else {
            return false;
        };
        self.log_prepared(&job, &offer, took);
        self.to_record.push(job.owned());
        if needs_compiling && let Some(give_up) = self.slots.await_code(&offer) {
            self.enqueue(Compile {
                job,
                listed: Some(offer),
                give_up,
            });
        }
        true
    }

    /// Logs that a bundle was prepared, with its folder, digest and time. Uses the debug level during the start,
    /// because a line for each bundle would hide the start line.
    fn log_prepared(&self, job: &Job, offer: &Offer<PreparedBundle>, took: Duration) {
        let (bundle, folder, digest) = (&offer.id, job.folder.display(), &offer.digest);
        let (tools, ms) = (
            offer.checked.tools.len(),
            u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        );
        match *self.shared.loaded.borrow() {
            true => tracing::info!(%bundle, %folder, %digest, tools, ms, "prepared"),
            false => tracing::debug!(%bundle, %folder, %digest, tools, ms, "prepared"),
        }
    }

    pub(super) fn compile(&mut self, job: Job) {
        if let Some(give_up) = self.slots.compile(&job) {
            let listed = None;
            self.enqueue(Compile { job, listed, give_up });
        }
    }

    pub(super) fn enqueue(&mut self, compile: Compile) {
        if !compile.job.bundled && self.slots.own_come_first() {
            // The host waits for bundled tools first, so no other job takes the processors from them.
            return self.held.push(compile);
        }
        let Compile { job, listed, give_up } = compile;
        let [own, small, large] = &self.compiling;
        let turns = match job.fingerprint.component_bytes() {
            _ if job.bundled => own,
            0..=SMALL => small,
            _ => large,
        };
        let (runtime, turns) = (self.runtime.clone(), Arc::clone(turns));
        match listed {
            Some(offer) => self.jobs.spawn(async move {
                let compiled = job.compile_listed(&offer.code, &runtime, turns, give_up).await;
                Done::Compiled(offer, compiled)
            }),
            None => {
                let limits = self.shared.settings.load().limits_of(&job.manifest.id);
                let run = job.compile(runtime, limits, turns, give_up);
                self.jobs.spawn(async move { Done::Prepared(Box::new(run.await)) })
            }
        };
    }
}
