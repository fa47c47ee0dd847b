//! `ToolService`: the door through which the wire reaches the catalog.

use crate::catalog::Catalog;
use crate::log_line;
use host_api::{
    Announced, Audience, BoxFuture, CallContext, CallError, CallOutcome, CallRequest, CatalogView, Completion,
    CompletionRequest, CoreMetrics, Health, HostEvent, HostLine, LogLevel, PromptOutcome, PromptRequest,
    ResourceOutcome, ResourceRequest, SessionNews, ToolService, UnityHealth,
};
use host_bridge::{BridgeState, Several, UnityRow, Wish};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio::sync::{broadcast, watch};

impl ToolService for Catalog {
    fn catalog(&self, audience: &Audience) -> Arc<CatalogView> {
        let published = self.shared.published.load();
        if published.policy_revision != self.shared.policy.load().revision {
            // Someone changed the policy without saying so; the next listing shows it.
            self.refresh();
        }
        published.views.of(audience)
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

    fn hears(&self, session: Option<&str>, named: Option<&str>) -> Option<Arc<str>> {
        self.shared.bridge.several()?.heard_by(&Wish {
            named: named.map(str::to_owned),
            session: session.map(Arc::from),
            who: session.unwrap_or_default().into(),
        })
    }

    fn session_news(&self, session: &str, news: SessionNews) {
        if let Some(several) = self.shared.bridge.several() {
            several.session_news(session, news);
        }
    }

    fn call(&self, request: CallRequest, context: CallContext) -> BoxFuture<'_, CallOutcome> {
        Box::pin(self.dispatch(request, context))
    }

    fn read_resource(&self, request: ResourceRequest, context: CallContext) -> BoxFuture<'_, ResourceOutcome> {
        Box::pin(self.read(request, context))
    }

    fn find_resources<'a>(&'a self, uris: Vec<&'a str>) -> BoxFuture<'a, Result<(), (usize, CallError)>> {
        Box::pin(self.find(uris))
    }

    fn get_prompt(&self, request: PromptRequest, context: CallContext) -> BoxFuture<'_, PromptOutcome> {
        Box::pin(self.render(request, context))
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

    fn settled(&self) -> BoxFuture<'_, ()> {
        Box::pin(self.handed_on())
    }

    fn health(&self) -> Health {
        let bridge = &self.shared.bridge;
        let (project, state) = (bridge.project(), bridge.state());
        let mut not_ready = Vec::new();
        if !*self.shared.compiled.borrow() {
            let health = self.shared.health.load();
            let waiting = health
                .iter()
                .filter(|bundle| matches!(bundle.state, "publishing" | "compiling"));
            let waiting: Vec<&str> = waiting.map(|bundle| bundle.id.as_str()).collect();
            not_ready.push(format!("bundles: still being prepared ({})", waiting.join(", ")));
        }
        let bridge_state = match state {
            BridgeState::Ready => "ready".to_owned(),
            BridgeState::Loading { done, total } => {
                let state = format!("loading ({done} of {total} scenes)");
                not_ready.push(format!("project: {state}"));
                state
            }
            BridgeState::Unity(state) => {
                let told = state.to_string();
                if !state.activity.serves() {
                    not_ready.push(format!("unity: {told}"));
                }
                told
            }
            BridgeState::Failed { reason, remedy } => {
                let state = format!("failed: {reason}; {remedy}");
                not_ready.push(format!("project: {state}"));
                state
            }
        };
        let several = bridge.several();
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
            unitys: several
                .map_or_else(Vec::new, Several::unitys)
                .into_iter()
                .map(shown)
                .collect(),
            switches: several.map_or_else(Vec::new, Several::switches),
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

fn shown(row: UnityRow) -> UnityHealth {
    UnityHealth {
        id: row.id,
        source: row.source.as_str(),
        project: row.project,
        unity_version: row.unity_version,
        platform: row.platform,
        state: row.state.as_str(),
        problems: row.problems,
    }
}
