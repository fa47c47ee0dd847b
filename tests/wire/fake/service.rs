//! The fake as the service that the dialects call. Its tools are implemented in `Fake::run`.

use super::*;

impl ToolService for Fake {
    fn catalog(&self, audience: &Audience) -> Arc<CatalogView> {
        let view = Arc::clone(&self.view.lock().unwrap());
        match audience {
            Audience::Picked(profile) => Arc::new(profile.filter(&view)),
            _ => view,
        }
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

    fn session_news(&self, session: &str, news: SessionNews) {
        self.news.send_modify(|told| told.push((session.to_owned(), news)));
    }

    fn call(&self, request: CallRequest, context: CallContext) -> BoxFuture<'_, CallOutcome> {
        Box::pin(async move {
            *self.last.lock().unwrap() = Some(request.clone());
            self.started.send_modify(|count| *count += 1);
            let outcome = self.run(&request, &context).await;
            self.finished.send_modify(|count| *count += 1);
            outcome
        })
    }

    fn read_resource(&self, request: ResourceRequest, context: CallContext) -> BoxFuture<'_, ResourceOutcome> {
        Box::pin(async move {
            if self.unreadable.load(Ordering::Relaxed) {
                return Err(CallError::new(ErrorKind::NotReady, "the project is loading"));
            }
            match request.uri.as_str() {
                "fake://asked" => {
                    let asked = asking_fake::ask(self, &context, &["form:name"], false).await;
                    let answers = asked.map_err(|error| CallError::new(ErrorKind::ToolFailed, error.to_string()))?;
                    Ok(dto(request.uri, &answers[0].value.to_value()))
                }
                "fake://text" => Ok(vec![ResourceContents {
                    extra: Vec::new(),
                    uri: request.uri,
                    mime_type: Some("text/plain".to_owned()),
                    body: ResourceBody::Text("hello".to_owned()),
                }]),
                // Content of any type: its URI ends with the type.
                uri if uri.starts_with("fake://typed/") => Ok(vec![ResourceContents {
                    mime_type: uri.strip_prefix("fake://typed/").map(str::to_owned),
                    extra: Vec::new(),
                    body: ResourceBody::Text("<script>alert(1)</script>".to_owned()),
                    uri: request.uri,
                }]),
                "unity://scenes" => Ok(dto(request.uri, &json!({ "Total": 1, "Items": [{ "Id": "scn:0" }] }))),
                "unity://selection" => {
                    if self.selection_hangs.load(Ordering::Relaxed) {
                        self.lingering.send_modify(|count| *count += 1);
                        self.wait(&context).await?;
                    }
                    let items = self.selection.lock().unwrap().clone();
                    Ok(dto(request.uri, &json!({ "ActiveId": items.first(), "Items": items })))
                }
                "unity://search?query=a&limit=2" => Ok(dto(request.uri, &json!({ "Total": 0, "Items": [] }))),
                _ => Err(CallError::new(ErrorKind::NotFound, "there is no such resource")),
            }
        })
    }

    /// All resources but one exist: a test watches resources that it invents.
    fn find_resources<'a>(&'a self, uris: Vec<&'a str>) -> BoxFuture<'a, Result<(), (usize, CallError)>> {
        let found = match uris.iter().position(|uri| *uri == "fake://none") {
            Some(at) => Err((at, CallError::new(ErrorKind::UnknownName, "there is no `fake://none`"))),
            None => Ok(()),
        };
        Box::pin(std::future::ready(found))
    }

    fn get_prompt(&self, request: PromptRequest, context: CallContext) -> BoxFuture<'_, PromptOutcome> {
        Box::pin(async move {
            let Some((_, who)) = request.arguments.iter().find(|(name, _)| name == "who") else {
                return Err(CallError::new(ErrorKind::InvalidArgument, "`who` is missing"));
            };
            let mut text = format!("Greet {who}.");
            if request.name == "asked" {
                let asked = asking_fake::ask(self, &context, &["form:name"], false).await;
                let answers = asked.map_err(|error| CallError::new(ErrorKind::ToolFailed, error.to_string()))?;
                text.push_str(answers[0].value.get());
            }
            Ok(RenderedPrompt {
                description: Some("Greets.".to_owned()),
                messages: vec![PromptMessage {
                    role: Role::User,
                    content: ContentBlock::text(text),
                }],
                extra: vec![("acme.example/cost".to_owned(), "7".to_owned())],
            })
        })
    }

    fn complete(&self, request: CompletionRequest, _: CallContext) -> BoxFuture<'_, Result<Completion, CallError>> {
        Box::pin(async move {
            Ok(Completion {
                values: (0..150).map(|n| format!("{}{n}", request.value)).collect(),
                total: Some(150),
                has_more: false,
            })
        })
    }

    fn append_log(&self, level: LogLevel, message: String, category: Option<String>) -> BoxFuture<'_, ()> {
        Box::pin(async move {
            self.say(HostLine {
                level: level.as_str().to_owned(),
                message,
                source: "mcp".to_owned(),
                category,
                time: "2026-01-01T00:00:00+00:00".to_owned(),
            });
        })
    }

    fn wait_until_settled(&self) -> BoxFuture<'_, ()> {
        Box::pin(async {
            for event in std::mem::take(&mut *self.unsettled.lock().unwrap()) {
                self.announce(event);
            }
        })
    }

    fn health(&self) -> Health {
        Health {
            unity_version: "2022.3.1f1".to_owned(),
            platform: "Offline".to_owned(),
            project: "fake".to_owned(),
            bridge: "fake".to_owned(),
            bridge_state: "ready".to_owned(),
            bundles: vec![host_api::BundleHealth {
                id: "broken".to_owned(),
                folder: Some("/bundles/broken".to_owned()),
                state: "refused",
                tools: 0,
                problems: vec!["grants = [\"unity-tools:unity/objects-edit\"] is missing".to_owned()],
                since: None,
                remarks: Vec::new(),
            }],
            queue_depth: 0,
            targets: Vec::new(),
            switches: Vec::new(),
            problems: self.problems.lock().unwrap().clone(),
            not_ready: self.not_ready.lock().unwrap().clone(),
        }
    }

    fn metrics(&self) -> CoreMetrics {
        let counters = host_api::ToolCounters {
            calls: 3,
            micros: 1_500_000,
            ..host_api::ToolCounters::default()
        };
        CoreMetrics {
            tools: [("ec\"ho".to_owned(), counters)].into(),
            ..CoreMetrics::default()
        }
    }
}
