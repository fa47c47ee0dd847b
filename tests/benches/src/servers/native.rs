//! The native closure: the host's own wire and policy, and a Rust function where the host runs a component.
//!
//! Belongs here: hops 1 to 4 as the host does them (HTTP, dialect, name and schema, gate 1), then the function. Does not:
//! compiling, stores, imports. The difference to the host is what a fresh component instance costs.

use anyhow::Result;
use host_api::{
    Annotations, Announced, Audience, BoxFuture, CallContext, CallError, CallOutcome, CallRequest, CatalogView,
    Completion, CompletionRequest, ContentBlock, CoreMetrics, Effect, ErrorKind, Health, HostEvent, HostLine, LogLevel,
    PromptOutcome, PromptRequest, ResourceOutcome, ResourceRequest, ToolCounters, ToolDescriptor, ToolOutcome,
    ToolService,
};
use host_policy::{Confirmation, Decision, Permit, Policy, PolicyCell, ToolFacts, decide};
use host_wire::WireOptions;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::sync::{broadcast, watch};
use tokio_util::sync::CancellationToken;

/// The one tool. It answers like the empty fixture component.
pub(crate) const TOOL: &str = "noop";

/// Serves until it is killed.
#[expect(clippy::print_stdout, reason = "the parent reads the address there")]
pub(crate) async fn serve() -> Result<()> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("listening on http://{}", listener.local_addr()?);
    let service = Arc::new(Native::new()?);
    let never = CancellationToken::new();
    let mcp = host_dialect_mcp::Options::default();
    let (lists, text) = (mcp.lists, mcp.text);
    let dialects = vec![
        host_dialect_mcp::dialect(mcp),
        host_dialect_explorer::dialect(host_dialect_explorer::Options::default()),
        host_dialect_editor::dialect(host_dialect_editor::Options::default()),
        host_dialect_command::dialect(host_dialect_command::Options::default()),
        host_dialect_sessionless::dialect(host_dialect_sessionless::Options { lists, text }),
    ];
    host_wire::serve(vec![listener], service, WireOptions::default(), dialects, never).await?;
    Ok(())
}

struct Native {
    view: Arc<CatalogView>,
    tools: HashMap<String, Arc<ToolDescriptor>>,
    policy: PolicyCell,
    revision: watch::Sender<u64>,
    events: broadcast::Sender<HostEvent>,
    lines: broadcast::Sender<Announced<HostLine>>,
    calls: AtomicU64,
}

impl Native {
    fn new() -> Result<Self> {
        let schema = json!({ "type": "object", "properties": {}, "additionalProperties": false });
        let descriptor = Arc::new(ToolDescriptor {
            name: TOOL.to_owned(),
            portable_name: TOOL.to_owned(),
            bundle: "native".to_owned(),
            groups: Vec::new(),
            title: None,
            description: "Does nothing.".to_owned(),
            category: "test".to_owned(),
            tier: "core".to_owned(),
            notes: None,
            examples: Vec::new(),
            effect: Effect::Read,
            annotations: Annotations {
                read_only: true,
                destructive: false,
                idempotent: true,
                open_world: false,
            },
            input_schema: Arc::new(schema),
            output_schema: None,
            needs: Vec::new(),
            missing: Vec::new(),
            needs_unity: false,
            task: host_api::TaskSupport::Never,
            extra: Vec::new(),
        });
        let view = CatalogView {
            revision: 1,
            tools: vec![Arc::clone(&descriptor)],
            ..CatalogView::default()
        };
        Ok(Self {
            view: Arc::new(view),
            tools: HashMap::from([(TOOL.to_owned(), descriptor)]),
            policy: PolicyCell::new(Policy::default()),
            revision: watch::Sender::new(1),
            events: broadcast::Sender::new(16),
            lines: broadcast::Sender::new(16),
            calls: AtomicU64::new(0),
        })
    }

    fn run(&self, request: CallRequest, context: &CallContext) -> CallOutcome {
        let name = request.tool.to_ascii_lowercase();
        let Some(tool) = self.tools.get(&name) else {
            return Err(CallError::new(
                ErrorKind::UnknownName,
                format!("there is no tool {}", request.tool),
            ));
        };
        // All that the schema says, by hand: lighter than any validator.
        if let Some(unknown) = request.arguments.keys().next() {
            return Err(CallError::new(
                ErrorKind::InvalidArgument,
                format!("unknown argument {unknown}"),
            ));
        }
        let text = Value::Object(request.arguments).to_string();
        let facts = ToolFacts {
            bundle: &tool.bundle,
            tool: &tool.name,
            effect: tool.effect,
            category: &tool.category,
            tier: &tool.tier,
            allowed_here: true,
        };
        let confirmation = Confirmation {
            argument: None,
            person: None,
            can_ask: context.ask.is_some(),
        };
        match decide(&self.policy.load(), &facts, &confirmation) {
            Decision::Permit(permit) => function(&permit, &text),
            Decision::Denied(refusal) => Err(refusal.into()),
            Decision::Ask(_) => Err(CallError::new(ErrorKind::ConfirmationRequired, "a read needs none")),
        }
    }
}

/// The replacement of the component, with the same answers.
fn function(permit: &Permit, arguments: &str) -> CallOutcome {
    std::hint::black_box((permit, arguments));
    Ok(ToolOutcome {
        content: vec![ContentBlock::text("done")],
        ..ToolOutcome::default()
    })
}

fn nothing_here<T>() -> Result<T, CallError> {
    Err(CallError::new(
        ErrorKind::UnknownName,
        "this server has one tool and nothing else",
    ))
}

impl ToolService for Native {
    fn catalog(&self, _audience: &Audience) -> Arc<CatalogView> {
        Arc::clone(&self.view)
    }

    fn revision(&self) -> watch::Receiver<u64> {
        self.revision.subscribe()
    }

    fn events(&self) -> broadcast::Receiver<HostEvent> {
        self.events.subscribe()
    }

    fn logs(&self) -> broadcast::Receiver<Announced<HostLine>> {
        self.lines.subscribe()
    }

    fn call(&self, request: CallRequest, context: CallContext) -> BoxFuture<'_, CallOutcome> {
        self.calls.fetch_add(1, Ordering::Relaxed);
        Box::pin(async move { self.run(request, &context) })
    }

    fn read_resource(&self, _: ResourceRequest, _: CallContext) -> BoxFuture<'_, ResourceOutcome> {
        Box::pin(async { nothing_here() })
    }

    fn find_resources<'a>(&'a self, _: Vec<&'a str>) -> BoxFuture<'a, Result<(), (usize, CallError)>> {
        Box::pin(async { nothing_here().map_err(|error| (0, error)) })
    }

    fn get_prompt(&self, _: PromptRequest, _: CallContext) -> BoxFuture<'_, PromptOutcome> {
        Box::pin(async { nothing_here() })
    }

    fn complete(&self, _: CompletionRequest, _: CallContext) -> BoxFuture<'_, Result<Completion, CallError>> {
        Box::pin(async { nothing_here() })
    }

    fn append_log(&self, _: LogLevel, _: String, _: Option<String>) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn wait_until_settled(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {})
    }

    fn health(&self) -> Health {
        Health::default()
    }

    fn metrics(&self) -> CoreMetrics {
        let counters = ToolCounters {
            calls: self.calls.load(Ordering::Relaxed),
            ..ToolCounters::default()
        };
        CoreMetrics {
            tools: [(TOOL.to_owned(), counters)].into(),
            ..CoreMetrics::default()
        }
    }
}
