//! A fake `ToolService` that works: a few tools, each with a behaviour that the transport must support.

mod service;

use crate::asking_fake::{self, Asked};
use crate::editor_fake;
use crate::fake_explorer::{dto, refusal};
use host_api::{
    Annotations, Announced, Audience, BoxFuture, CallContext, CallError, CallEvent, CallOutcome, CallRequest,
    CatalogView, Completion, CompletionRequest, ContentBlock, CoreMetrics, Effect, ErrorKind, Health, HostEvent,
    HostLine, Json, LogLevel, PromptArgument, PromptDescriptor, PromptMessage, PromptOutcome, PromptRequest,
    RenderedPrompt, ResourceBody, ResourceContents, ResourceDescriptor, ResourceOutcome, ResourceRequest, ResultExtra,
    Role, SessionNews, TaskSupport, ToolDescriptor, ToolOutcome, ToolService,
};
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use tokio::sync::{Semaphore, broadcast, watch};

pub(crate) struct Fake {
    view: Mutex<Arc<CatalogView>>,
    revision: watch::Sender<u64>,
    pub(crate) events: broadcast::Sender<HostEvent>,
    pub(crate) lines: broadcast::Sender<Announced<HostLine>>,
    /// One permit lets one waiting call continue.
    pub(crate) gate: Semaphore,
    /// Calls that reached the service, that finished, and that saw their cancel token.
    pub(crate) started: watch::Sender<usize>,
    pub(crate) finished: watch::Sender<usize>,
    pub(crate) cancelled: watch::Sender<usize>,
    /// Calls that have their answers and wait at the gate.
    pub(crate) lingering: watch::Sender<usize>,
    pub(crate) last: Mutex<Option<CallRequest>>,
    /// The notifications about sessions that it received, in order.
    pub(crate) news: watch::Sender<Vec<(String, SessionNews)>>,
    pub(crate) not_ready: Mutex<Vec<String>>,
    /// Problems that the core reports to the operator.
    pub(crate) problems: Mutex<Vec<String>>,
    /// Events that Unity announced and the host has not passed on: they are sent when a caller waits for them.
    pub(crate) unsettled: Mutex<Vec<HostEvent>>,
    /// Resources cannot be read now.
    pub(crate) unreadable: AtomicBool,
    /// Reading the selection waits at the gate.
    pub(crate) selection_hangs: AtomicBool,
    /// The current selection.
    pub(crate) selection: Mutex<Vec<String>>,
    pub(crate) asked: Asked,
}

pub(crate) fn tool(name: &str) -> Arc<ToolDescriptor> {
    Arc::new(ToolDescriptor {
        name: name.to_owned(),
        portable_name: name.replace('.', "_"),
        bundle: "fake".to_owned(),
        groups: Vec::new(),
        title: Some(format!("The {name} tool")),
        description: format!("Does {name}."),
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
        input_schema: Arc::new(match name {
            "mirror" => {
                json!({ "type": "object", "properties": { "region": { "type": "string", "x-mcp-header": "Region" } } })
            }
            _ => json!({ "type": "object", "properties": {} }),
        }),
        output_schema: Some(Arc::new(json!({ "type": "object" }))),
        needs: Vec::new(),
        missing: if name == "needy" {
            vec!["code".to_owned()]
        } else {
            Vec::new()
        },
        needs_unity: name == "needy",
        task: match name {
            "slow" => TaskSupport::Optional,
            _ => TaskSupport::Never,
        },
        extra: Vec::new(),
    })
}

const TOOLS: [&str; 12] = [
    "echo",
    "scene.dump",
    "slow",
    "deaf",
    "progress",
    "fail",
    "panic",
    "hang-up",
    "media",
    "noted",
    "mirror",
    "needy",
];

impl Fake {
    /// Tools only.
    pub(crate) fn new() -> Arc<Self> {
        let view = CatalogView {
            revision: 1,
            tools: TOOLS.iter().map(|name| tool(name)).collect(),
            instructions: "A fake project.".to_owned(),
            tier: "core".to_owned(),
            ..CatalogView::default()
        };
        Arc::new(Self {
            view: Mutex::new(Arc::new(view)),
            revision: watch::Sender::new(1),
            events: broadcast::Sender::new(64),
            lines: broadcast::Sender::new(64),
            gate: Semaphore::new(0),
            started: watch::Sender::new(0),
            finished: watch::Sender::new(0),
            cancelled: watch::Sender::new(0),
            lingering: watch::Sender::new(0),
            last: Mutex::new(None),
            news: watch::Sender::new(Vec::new()),
            not_ready: Mutex::new(Vec::new()),
            problems: Mutex::new(Vec::new()),
            unsettled: Mutex::new(Vec::new()),
            unreadable: AtomicBool::new(false),
            selection_hangs: AtomicBool::new(false),
            selection: Mutex::new(Vec::new()),
            asked: Asked::default(),
        })
    }

    /// Publishes another catalog.
    pub(crate) fn publish(&self, change: impl FnOnce(&mut CatalogView)) {
        let mut held = self.view.lock().unwrap();
        let mut view = CatalogView::clone(&held);
        view.revision += 1;
        change(&mut view);
        let revision = view.revision;
        *held = Arc::new(view);
        drop(held);
        self.revision.send_replace(revision);
    }

    /// Adds a resource, a template, a prompt and completions.
    pub(crate) fn publish_everything(&self) {
        self.publish(|view| {
            let resource = |uri: &str, is_template| {
                Arc::new(ResourceDescriptor {
                    uri: uri.to_owned(),
                    is_template,
                    bundle: "fake".to_owned(),
                    name: uri.to_owned(),
                    description: "A resource.".to_owned(),
                    mime_type: Some("text/plain".to_owned()),
                    output_schema: None,
                    example: None,
                    extra: Vec::new(),
                })
            };
            view.resources = vec![resource("fake://text", false), resource("fake://object/{id}", true)];
            view.prompts = vec![Arc::new(PromptDescriptor {
                name: "greet".to_owned(),
                bundle: "fake".to_owned(),
                title: None,
                description: Some("Greets.".to_owned()),
                arguments: vec![PromptArgument {
                    name: "who".to_owned(),
                    description: None,
                    required: true,
                }],
                extra: Vec::new(),
            })];
            view.completions = true;
        });
    }

    /// Removes everything, as before the first publication of a host.
    pub(crate) fn unpublish(&self) {
        *self.view.lock().unwrap() = Arc::default();
        self.revision.send_replace(0);
    }

    pub(crate) fn announce(&self, event: HostEvent) {
        // There may be no listener.
        let _ = self.events.send(event);
    }

    /// Adds a line to the log.
    pub(crate) fn say(&self, line: HostLine) {
        let _ = self.lines.send(line.into());
    }

    /// Waits at the gate; an error if the call is cancelled first.
    pub(crate) async fn wait(&self, context: &CallContext) -> Result<(), CallError> {
        tokio::select! {
            permit = self.gate.acquire() => {
                permit.expect("the gate stays open").forget();
                Ok(())
            }
            () = context.cancel.cancelled() => {
                self.cancelled.send_modify(|count| *count += 1);
                Err(CallError::new(ErrorKind::Cancelled, "cancelled"))
            }
        }
    }

    async fn run(&self, request: &CallRequest, context: &CallContext) -> CallOutcome {
        let arguments = Value::Object(request.arguments.clone());
        match request.tool.as_str() {
            "echo" | "scene.dump" | "scene_dump" | "mirror" => Ok(ToolOutcome {
                structured: Some(Json::from_value(&arguments)),
                ..ToolOutcome::default()
            }),
            "list" => Ok(ToolOutcome {
                structured: Some(Json::from_value(&json!([1, 2]))),
                ..ToolOutcome::default()
            }),
            "slow" => self.wait(context).await.map(|()| text("slept")),
            // Never checks its cancel token.
            "deaf" => {
                self.gate.acquire().await.expect("the gate stays open").forget();
                Ok(text("heard nothing"))
            }
            "progress" => self.report_progress(context).await,
            "hang-up" => {
                context.events.emit(CallEvent::CloseStream);
                self.wait(context).await?;
                Ok(text("after the hang-up"))
            }
            "fail" => {
                let kind = match arguments["kind"].as_str() {
                    Some("Internal") => ErrorKind::Internal,
                    Some("PermissionDenied") => ErrorKind::PermissionDenied,
                    Some("RateLimited") => ErrorKind::RateLimited,
                    _ => ErrorKind::InvalidArgument,
                };
                let error = CallError::new(kind, "it failed")
                    .with_hint("set `policy.allow-writes`")
                    .with_detail("deep");
                Err(error.with_details(&json!({ "wanted": "x" })))
            }
            "SelectThing" => Ok(self.select(&arguments)),
            "SetThing" | "WriteFails" | "ReadFails" => Err(refusal(&arguments)),
            "scene.hierarchy.dump" | "project.wipe" => editor_fake::run(&request.tool, &arguments),
            "ask" | "other-ask" => asking_fake::run(self, &arguments, context).await,
            "panic" => panic!("a tool's host code breaks"),
            "media" => Ok(media()),
            "noted" => Ok(ToolOutcome {
                content: text("partly").content,
                structured: Some(Json::parse("{\n \"a\": 1\r\n}".to_owned()).expect("JSON")),
                diagnostics: vec!["two files were skipped".to_owned()],
                is_error: arguments["broken"] == json!(true),
                extra: Some(ResultExtra {
                    bundle: "fake".to_owned(),
                    pairs: vec![("seen".to_owned(), "3".to_owned())],
                }),
            }),
            other => Err(CallError::new(
                ErrorKind::UnknownName,
                format!("no tool is called `{other}`"),
            )),
        }
    }

    async fn report_progress(&self, context: &CallContext) -> CallOutcome {
        let say = |event| assert!(context.events.emit(event), "the sink has room");
        for progress in [0.0, 50.0, 50.0, 20.0] {
            say(CallEvent::Progress {
                progress,
                total: Some(100.0),
                message: Some(format!("at {progress}")),
            });
        }
        for level in [LogLevel::Debug, LogLevel::Warning] {
            say(CallEvent::Log {
                level,
                logger: Some("fake".to_owned()),
                data: Json::from_value(&json!({ "level": level.as_str() })),
            });
        }
        self.wait(context).await?;
        say(CallEvent::Progress {
            progress: 100.0,
            total: Some(100.0),
            message: None,
        });
        Ok(text("done"))
    }

    fn select(&self, arguments: &Value) -> ToolOutcome {
        let id = arguments["id"].as_str().unwrap_or_default().to_owned();
        *self.selection.lock().unwrap() = vec![id];
        self.unsettled.lock().unwrap().push(HostEvent::SelectionChanged);
        ToolOutcome {
            structured: Some(Json::from_value(&json!({ "ok": true }))),
            diagnostics: vec!["changed in this session only".to_owned()],
            ..ToolOutcome::default()
        }
    }
}

/// A result with one block of each kind.
fn media() -> ToolOutcome {
    ToolOutcome {
        content: vec![
            ContentBlock::Image {
                data: vec![1, 2, 3],
                mime_type: "image/png".to_owned(),
                extra: Vec::new(),
            },
            ContentBlock::Audio {
                data: vec![4, 5],
                mime_type: "audio/wav".to_owned(),
                extra: Vec::new(),
            },
            ContentBlock::ResourceLink {
                uri: "fake://text".to_owned(),
                name: "text".to_owned(),
                description: None,
                mime_type: None,
                extra: Vec::new(),
            },
            ContentBlock::EmbeddedResource {
                contents: ResourceContents {
                    uri: "fake://blob".to_owned(),
                    mime_type: Some("application/octet-stream".to_owned()),
                    extra: Vec::new(),
                    body: ResourceBody::Blob(vec![255]),
                },
            },
        ],
        ..ToolOutcome::default()
    }
}

fn text(text: &str) -> ToolOutcome {
    ToolOutcome {
        content: vec![ContentBlock::text(text)],
        ..ToolOutcome::default()
    }
}
