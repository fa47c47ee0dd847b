//! The rehearsal of a call: a dry run that reports the changes before the user is asked.
//!
//! This module also runs the call itself up to its first change. `gate` decides when a rehearsal is needed.

use crate::catalog::Catalog;
use crate::snapshot::PublishedTool;
use host_api::{BoxFuture, CallContext, CallError, CallLimits, Caller};
use host_bridge::SelectedTarget;
use host_policy::Permit;
use host_runtime::{DryRunReport, Invocation, InvocationBase, Plans, PreparedBundle};
use std::sync::Arc;
use std::time::Instant;

pub(super) struct Rehearsal {
    /// The JSON text of the arguments that turn the call into a dry run.
    pub(super) dry: String,
    /// The JSON text of the arguments of the call itself.
    pub(super) given: String,
    pub(super) caller: Caller,
    pub(super) unity: Option<SelectedTarget>,
    pub(super) context: CallContext,
    pub(super) limits: CallLimits,
}

impl Catalog {
    /// Executes the dry run of a call on a read permit to find out what the call would change. The dry run asks no
    /// questions, and its answer is dropped. The result is the report of the plans and files that the bridge returned.
    ///
    /// If the dry run reports no plan, the call itself runs on that permit, up to the first import that changes
    /// something. So arguments that only the real call rejects are also rejected before the user is asked.
    pub(super) fn rehearse<'a>(
        &'a self,
        tool: &'a PublishedTool<PreparedBundle>,
        permit: Permit,
        rehearsal: Rehearsal,
    ) -> BoxFuture<'a, Result<DryRunReport, CallError>> {
        let Rehearsal {
            dry,
            given,
            caller,
            unity,
            context,
            limits,
        } = rehearsal;
        let run = move |arguments: String, plans: &Plans| {
            let invocation = Invocation {
                tool: Arc::clone(&tool.name),
                arguments: Arc::from(arguments),
                base: InvocationBase {
                    context: CallContext {
                        ask: None,
                        ..context.clone()
                    },
                    caller: caller.clone(),
                    limits,
                    accepted_at: Instant::now(),
                    idempotency_key: None,
                    own: tool.home.own.clone(),
                    plans: Some(plans.clone()),
                    unity: unity.clone(),
                },
            };
            self.runtime.call_tool(&tool.home.code, permit.clone(), invocation)
        };
        Box::pin(async move {
            let plans = Plans::default();
            run(dry, &plans).await?;
            let mut told = plans.take();
            if told.plans.is_empty() {
                let up_to_a_change = Plans::up_to_a_change();
                let ended = run(given, &up_to_a_change).await;
                if let Err(error) = ended
                    && !up_to_a_change.was_reached()
                {
                    return Err(error);
                }
                told.reached_a_change = up_to_a_change.was_reached();
            }
            Ok(told)
        })
    }
}
