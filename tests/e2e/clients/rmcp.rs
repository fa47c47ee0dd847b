//! The Rust client `rmcp`, in this process: with the handshake and without.
//!
//! Belongs here: what makes it a `StockClient`, and which story is played in which era. Does not: the stories.

use crate::clients::cutting::CuttingProxy;
use crate::clients::stories::{self, Ended, StockClient};
use anyhow::{Context, Result, ensure};
use rmcp::model::{
    CallToolRequestParams, ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationCapability, Implementation, ProgressNotificationParam, ProtocolVersion,
};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, NotificationContext, RequestContext, RunningService};
use rmcp::transport::StreamableHttpClientTransport;
use rmcp::{ClientHandler, ErrorData, RoleClient};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use tests_support::wait_for;
use tokio::task::JoinHandle;

/// The messages to the client, and the answers of its user.
#[derive(Clone, Default)]
struct Handler {
    seen: Arc<Mutex<Seen>>,
}

#[derive(Default)]
struct Seen {
    progress: Vec<f64>,
    questions: Vec<(String, Value)>,
    answer: Value,
}

impl Handler {
    fn with_seen<T>(&self, look: impl FnOnce(&mut Seen) -> T) -> T {
        look(&mut self.seen.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn ask(&self, message: String, schema: Value) -> ElicitResult {
        self.with_seen(|seen| {
            seen.questions.push((message, schema));
            let action = match seen.answer["action"].as_str() {
                Some("accept") => ElicitationAction::Accept,
                Some("decline") => ElicitationAction::Decline,
                _ => ElicitationAction::Cancel,
            };
            let result = ElicitResult::new(action);
            match seen.answer.get("content") {
                Some(content) => result.with_content(content.clone()),
                None => result,
            }
        })
    }
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(ElicitationCapability::new());
        ClientConfig::new(capabilities, Implementation::new("e2e", "1"))
            .with_protocol_version(ProtocolVersion::V_2025_11_25)
    }

    fn on_progress(
        &self,
        params: ProgressNotificationParam,
        _context: NotificationContext<RoleClient>,
    ) -> impl Future<Output = ()> + Send + '_ {
        self.with_seen(|seen| seen.progress.push(params.progress));
        std::future::ready(())
    }

    fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _context: RequestContext<RoleClient>,
    ) -> impl Future<Output = Result<ElicitResult, ErrorData>> + Send + '_ {
        let schema = serde_json::to_value(&request).map(|request| request["requestedSchema"].clone());
        std::future::ready(match (request, schema) {
            (ElicitRequestParams::FormElicitationParams { message, .. }, Ok(schema)) => Ok(self.ask(message, schema)),
            (other, _) => Err(ErrorData::invalid_params(format!("no form: {other:?}"), None)),
        })
    }
}

/// One connected client.
struct Rmcp {
    service: Arc<RunningService<RoleClient, Handler>>,
    handler: Handler,
    protocol: String,
    calls: HashMap<String, JoinHandle<Value>>,
}

impl Rmcp {
    async fn connect(url: String, lifecycle: ClientLifecycleMode) -> Result<Self> {
        let handler = Handler::default();
        let transport = StreamableHttpClientTransport::from_uri(url);
        let service = handler.clone().serve_with_lifecycle(transport, lifecycle).await?;
        let info = service.peer().peer_info().context("nothing was negotiated")?;
        Ok(Self {
            protocol: info.protocol_version.to_string(),
            service: Arc::new(service),
            handler,
            calls: HashMap::new(),
        })
    }
}

impl StockClient for Rmcp {
    fn protocol(&self) -> &str {
        &self.protocol
    }

    async fn list(&mut self) -> Result<Vec<Value>> {
        let tools = serde_json::to_value(self.service.list_all_tools().await?)?;
        tools.as_array().cloned().context("tools are a list")
    }

    async fn start(&mut self, call: &str, tool: &str, arguments: Value) -> Result<()> {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let parameters = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let service = Arc::clone(&self.service);
        // This client asks for progress of every call and does not say of which it is: one call at a time asks.
        self.handler.with_seen(|seen| seen.progress.clear());
        let task = tokio::spawn(async move {
            let raised = |what: String| json!({ "raised": what });
            match service.call_tool(parameters).await {
                Ok(result) => serde_json::to_value(result).unwrap_or_else(|error| raised(error.to_string())),
                Err(error) => raised(error.to_string()),
            }
        });
        self.calls.insert(call.to_owned(), task);
        Ok(())
    }

    async fn cancel(&mut self, call: &str) -> Result<()> {
        // It cancels requests without a waiting caller.
        self.calls.get(call).context("no such call")?.abort();
        Ok(())
    }

    async fn end_of(&mut self, call: &str, progress: usize) -> Result<Ended> {
        let task = self.calls.remove(call).context("no such call")?;
        let result = match tokio::time::timeout(tests_support::PATIENCE, task).await? {
            Ok(result) => result,
            Err(error) if error.is_cancelled() => json!({ "raised": "cancelled" }),
            Err(error) => return Err(error.into()),
        };
        // It hands each notification to a task of its own: they may come late and in any order.
        let mut reports = wait_for(&format!("{progress} reports, {result}"), async || {
            let seen = self.handler.with_seen(|seen| seen.progress.clone());
            (seen.len() >= progress).then_some(seen)
        })
        .await?;
        reports.sort_by(f64::total_cmp);
        Ok(Ended {
            result,
            progress: reports,
        })
    }

    async fn person_will(&mut self, answer: Value) -> Result<()> {
        self.handler.with_seen(|seen| seen.answer = answer);
        Ok(())
    }

    async fn question(&mut self) -> Result<(String, Value)> {
        wait_for("a question", async || {
            self.handler
                .with_seen(|seen| (!seen.questions.is_empty()).then(|| seen.questions.remove(0)))
        })
        .await
    }

    async fn close(self) -> Result<()> {
        let service = Arc::into_inner(self.service).context("a call still runs")?;
        let reason = service.cancel().await?;
        ensure!(!format!("{reason:?}").contains("Error"), "{reason:?}");
        Ok(())
    }
}

fn handshake() -> (ClientLifecycleMode, &'static str) {
    (ClientLifecycleMode::Initialize, "2025-11-25")
}

fn stateless() -> (ClientLifecycleMode, &'static str) {
    let lifecycle = ClientLifecycleMode::Discover {
        preferred_versions: vec![ProtocolVersion::V_2026_07_28],
    };
    (lifecycle, "2026-07-28")
}

async fn run_story((lifecycle, protocol): (ClientLifecycleMode, &str)) -> Result<()> {
    let host = stories::host().await?;
    let mut client = Rmcp::connect(host.url("/mcp"), lifecycle).await?;
    let told = stories::run_story(&mut client, &[protocol], Some(&host)).await;
    told.with_context(|| host.log_text())?;
    client.close().await
}

async fn is_cut((lifecycle, _): (ClientLifecycleMode, &str)) -> Result<()> {
    let host = stories::host().await?;
    let proxy = CuttingProxy::start(&host).await?;
    let mut client = Rmcp::connect(proxy.url("/mcp"), lifecycle).await?;
    let told = stories::is_cut(&mut client, &proxy, &host).await;
    told.with_context(|| host.log_text())?;
    client.close().await
}

async fn outlives_a_restart((lifecycle, _): (ClientLifecycleMode, &str)) -> Result<()> {
    let host = stories::host().await?;
    let mut client = Rmcp::connect(host.url("/mcp"), lifecycle).await?;
    let _host = stories::outlives_a_restart(&mut client, host).await?;
    client.close().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshake_client_lists_calls_and_cancels() -> Result<()> {
    run_story(handshake()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless_client_lists_calls_and_cancels() -> Result<()> {
    run_story(stateless()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshake_client_resumes_after_a_dropped_connection() -> Result<()> {
    is_cut(handshake()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless_client_continues_after_a_dropped_connection() -> Result<()> {
    is_cut(stateless()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshake_client_survives_a_host_restart() -> Result<()> {
    outlives_a_restart(handshake()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn stateless_client_survives_a_host_restart() -> Result<()> {
    outlives_a_restart(stateless()).await
}
