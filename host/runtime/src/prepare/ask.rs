//! Gets the listing of a component without a listing section, by calling its export `listing`.
//!
//! Belongs here: this call, which has no permit, so that every import is rejected. Does not: the rules for listings
//! (`listing`).

use super::identity;
use crate::bundle::BundleSource;
use crate::code::Linked;
use crate::drive::{Ended, drive};
use crate::inner::Inner;
use crate::jobs::ListAll;
use crate::listing::Checked;
use crate::prepare_error::PrepareError;
use crate::{failure, invoke};
use host_api::{CallContext, Caller, Dialect};
use host_guest::call::OwnResources;
use host_guest::gate::About;
use host_guest::store::clock::Clock;
use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;
use tokio_util::sync::CancellationToken;

pub(super) fn listing(
    inner: &Inner,
    source: &BundleSource,
    digest: &str,
    linked: &Linked,
    give_up: &CancellationToken,
) -> Result<Checked, PrepareError> {
    let file = || source.component.clone();
    if linked.exports.listing.is_none() {
        return Err(PrepareError::NoListing { file: file() });
    }
    ask(inner, source, digest, linked, give_up).map_err(|reason| PrepareError::Listing { file: file(), reason })
}

fn ask(
    inner: &Inner,
    source: &BundleSource,
    digest: &str,
    linked: &Linked,
    give_up: &CancellationToken,
) -> Result<Checked, String> {
    let limits = &source.limits;
    let clock = Clock::new(Instant::now(), limits);
    let context = CallContext {
        cancel: give_up.clone(),
        ..CallContext::detached()
    };
    let about = About {
        caller: Caller {
            dialect: Dialect::CommandLine,
            client: Arc::default(),
            address: "local".into(),
            session: None,
            proof: None,
        },
        component: identity(source, digest),
        tool: Arc::from("listing"),
        arguments: Arc::from(""),
        idempotency_key: None,
        plans: None,
        unity: None,
    };
    let mut store = invoke::new_store(
        inner,
        limits,
        Arc::clone(&clock),
        None,
        about,
        context,
        OwnResources::empty(),
    );
    // A separate small executor is needed, because this runs on a blocking thread, inside or outside of the server.
    let executor = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .map_err(|error| format!("no executor: {error}"))?;
    let ended = {
        let _ticks = inner.ticker.keep_ticking();
        let gave_way = Arc::clone(&store.data().host.gave_way);
        executor.block_on(drive(
            &clock,
            give_up,
            &gave_way,
            pin!(invoke::enter(&mut store, linked, ListAll)),
        ))
    };
    match ended {
        Ended::Answered(listed) => {
            store.data().finish_output();
            listed.checked().map_err(|error| error.to_string())
        }
        ended => {
            let error = failure::explain(&"listing", &ended, store.data(), limits);
            Err(match error.detail {
                Some(detail) => format!("{} ({detail})", error.message),
                None => error.message,
            })
        }
    }
}
