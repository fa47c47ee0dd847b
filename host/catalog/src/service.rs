//! Implements `ToolService`, the interface through which the protocols call the catalog.

use crate::access_log::{self, Access};
use crate::catalog::Catalog;
use crate::log_line;
use host_api::{
    Announced, Audience, BoxFuture, CallContext, CallError, CallOutcome, CallRequest, Caller, CatalogView, Completion,
    CompletionRequest, CoreMetrics, Health, HostEvent, HostLine, LogLevel, PromptOutcome, PromptRequest,
    ResourceOutcome, ResourceRequest, SessionNews, TargetHealth, ToolService,
};
use host_bridge::{BridgeState, Several, TargetRow, Wish};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::{broadcast, watch};

impl Catalog {
    fn begin_access(&self, caller: &Caller, context: &CallContext, kind: &'static str, name: &str) -> Option<Access> {
        Access::begin(&self.shared.counters.under_way, caller, context, kind, name)
    }
}

impl ToolService for Catalog {
    fn catalog(&self, audience: &Audience) -> Arc<CatalogView> {
        let published = self.shared.published.load();
        if published.policy_revision != self.shared.policy.load().revision {
            // The policy was changed without a notification; the next listing contains the change.
            self.refresh();
        }
        published.views.for_audience(audience)
    }

    fn revision(&self) -> watch::Receiver<u64> {
        self.shared.revision.subscribe()
    }

    fn events(&self) -> broadcast::Receiver<HostEvent> {
        self.shared.events.subscribe()
    }

    fn logs(&self) -> broadcast::Receiver<Announced<HostLine>> {
        self.shared.lines.subscribe()
    }

    fn event_target(&self, session: Option<&str>, named: Option<&str>) -> Option<Arc<str>> {
        self.shared.bridge.target_set()?.heard_by(&Wish {
            named: named.map(str::to_owned),
            session: session.map(Arc::from),
            who: session.unwrap_or_default().into(),
        })
    }

    fn session_news(&self, session: &str, news: SessionNews) {
        if let Some(several) = self.shared.bridge.target_set() {
            several.session_news(session, news);
        }
    }

    fn call(&self, request: CallRequest, context: CallContext) -> BoxFuture<'_, CallOutcome> {
        let access = self.begin_access(&request.caller, &context, "tool", &request.tool);
        let Some(access) = access else {
            return Box::pin(self.dispatch(request, context));
        };
        Box::pin(async move {
            let outcome = self.dispatch(request, context).await;
            access.end(&outcome, access_log::tool_outcome);
            outcome
        })
    }

    fn read_resource(&self, request: ResourceRequest, context: CallContext) -> BoxFuture<'_, ResourceOutcome> {
        let access = self.begin_access(&request.caller, &context, "resource", &request.uri);
        Box::pin(async move {
            let outcome = self.read(request, context).await;
            if let Some(access) = access {
                access.end(&outcome, |contents| access_log::resource_outcome(contents));
            }
            outcome
        })
    }

    fn find_resources<'a>(&'a self, uris: Vec<&'a str>) -> BoxFuture<'a, Result<(), (usize, CallError)>> {
        Box::pin(self.find(uris))
    }

    fn get_prompt(&self, request: PromptRequest, context: CallContext) -> BoxFuture<'_, PromptOutcome> {
        let access = self.begin_access(&request.caller, &context, "prompt", &request.name);
        Box::pin(async move {
            let outcome = self.render(request, context).await;
            if let Some(access) = access {
                access.end(&outcome, access_log::prompt_outcome);
            }
            outcome
        })
    }

    fn complete(
        &self,
        request: CompletionRequest,
        context: CallContext,
    ) -> BoxFuture<'_, Result<Completion, CallError>> {
        Box::pin(self.suggest(request, context))
    }

    fn append_log(&self, level: LogLevel, message: String, category: Option<String>) -> BoxFuture<'_, ()> {
        let line = log_line::host_line(level, message, category);
        Box::pin(log_line::append(self, line))
    }

    fn wait_until_settled(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.handed_on())
    }

    fn health(&self) -> Health {
        let bridge = &self.shared.bridge;
        let (project, state) = (bridge.project(), bridge.state());
        let (mut not_ready, mut problems) = (Vec::new(), self.troubled());
        if !*self.shared.compiled.borrow() {
            let health = self.shared.health.load();
            let waiting = health
                .iter()
                .filter(|bundle| matches!(bundle.state, "publishing" | "compiling"));
            let waiting: Vec<&str> = waiting.map(|bundle| bundle.id.as_str()).collect();
            not_ready.push(format!("bundles: still being prepared ({})", waiting.join(", ")));
        }
        let bridge_state = match state {
            BridgeState::Ready => {
                if self.shared.published.load().was_loading {
                    not_ready.push("project: loaded; its instructions will be published next".to_owned());
                }
                "ready".to_owned()
            }
            BridgeState::Loading { done, total } => {
                let state = format!("loading ({done} of {total} scenes)");
                not_ready.push(format!("project: {state}"));
                state
            }
            BridgeState::Unity(state) => {
                let told = state.to_string();
                if !state.activity.accepts_commands() {
                    not_ready.push(format!("unity: {told}"));
                }
                told
            }
            BridgeState::Failed { reason, remedy } => {
                let state = format!("failed: {reason}; {remedy}");
                problems.push(format!("project: {state}"));
                not_ready.push(format!("project: {state}"));
                state
            }
        };
        let several = bridge.target_set();
        Health {
            unity_version: project.unity_version,
            platform: project.platform,
            project: if project.product_name.is_empty() {
                project.folder
            } else {
                project.product_name
            },
            bridge: bridge.name().to_owned(),
            bridge_state,
            bundles: self.shared.health.load().as_ref().clone(),
            queue_depth: bridge.queue_depth(),
            targets: several
                .map_or_else(Vec::new, Several::targets)
                .into_iter()
                .map(target_health)
                .collect(),
            switches: several.map_or_else(Vec::new, Several::switches),
            problems,
            not_ready,
        }
    }

    fn metrics(&self) -> CoreMetrics {
        let (counters, runtime) = (&self.shared.counters, self.runtime.metrics());
        CoreMetrics {
            calls_in_flight: counters.in_flight.read(),
            instances: runtime.instances,
            parked: runtime.parked + counters.parked.read(),
            guest_memory: runtime.memory,
            guest_memory_limit: runtime.memory_limit,
            guest_lines_dropped: runtime.guest_lines_dropped,
            events_dropped: counters.events_dropped.load(Ordering::Relaxed),
            tools: counters.read(),
        }
    }
}

impl Catalog {
    /// Returns one sentence for each bundle that is rejected, and for each tool that crashes repeatedly.
    fn troubled(&self) -> Vec<String> {
        let health = self.shared.health.load();
        let refused = health.iter().filter_map(|bundle| {
            let since = bundle.since.as_ref()?;
            let what = match bundle.id.starts_with('(') {
                // Not a bundle: the folder or the configuration.
                true => bundle.id.clone(),
                false => format!("bundle `{}`", bundle.id),
            };
            Some(format!(
                "{what} is refused since {since}: {}",
                bundle.problems.join("; ")
            ))
        });
        let published = self.shared.published.load();
        let serves = |id: &str, digest: &str| {
            published
                .homes
                .iter()
                .any(|home| home.id == id && home.digest == digest)
        };
        refused.chain(self.shared.crashes.problems(serves)).collect()
    }
}

fn target_health(row: TargetRow) -> TargetHealth {
    TargetHealth {
        id: row.id,
        source: row.source.as_str(),
        project: row.project,
        unity_version: row.unity_version,
        platform: row.platform,
        state: row.state.as_str(),
        problems: row.problems,
    }
}
