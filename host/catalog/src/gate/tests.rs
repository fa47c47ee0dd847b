//! Tests of gate 1 with every kind of answer from the user, and with audit files that fail.

mod asking;
mod coming_again;
mod misfit;

use super::*;
use host_api::{Answer, AuditRecord, BoxFuture, ClientCapabilities, Dialect, Json};
use host_bridge::{BridgeError, BridgeErrorKind, Command, Function, ObjectCard, ObjectId, Page, Reply, SceneId};
use host_policy::{ConfirmBy, Policy};
use serde_json::json;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use tests_unity::FakeUnity;

#[derive(Default)]
struct FakeSink {
    lines: Mutex<Vec<String>>,
    fails: bool,
}

impl AuditSink for FakeSink {
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError> {
        if self.fails {
            return Err(AuditWriteError(std::io::Error::other("disk full")));
        }
        let line = format!(
            "{} {} {} {}",
            record.tool, record.arguments, record.rule, record.outcome
        );
        self.lines.lock().unwrap().push(line);
        Ok(())
    }

    fn policy_changed(&self, _: &host_api::PolicyRecord<'_>) -> Result<(), AuditWriteError> {
        Ok(())
    }
}

/// A fake user who gives the same answer to every question.
struct FakePerson {
    answer: Result<serde_json::Value, AskError>,
    asked: AtomicUsize,
}

impl host_api::AskChannel for FakePerson {
    fn ask(&self, request: AskRequest) -> BoxFuture<'_, Result<Vec<Answer>, AskError>> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        let answer = self.answer.clone().map(|value| {
            let answer = |question: Question| Answer {
                key: question.key,
                value: Json::from_value(&value),
            };
            request.questions.into_iter().map(answer).collect()
        });
        Box::pin(async move { answer })
    }
}

fn hand() -> ObjectCard {
    ObjectCard {
        id: ObjectId(12),
        name: "Hand".into(),
        path: "/Player/Hand".into(),
        tag: "Untagged".into(),
        layer: 0,
        active: true,
        active_in_hierarchy: true,
        component_count: 1,
        scene: SceneId(0),
        parent: None,
        child_count: 0,
        opaque: false,
        global_id: None,
    }
}

/// Returns a fake bridge with one object; these tests send no other queries.
pub(crate) fn one_object() -> FakeUnity {
    let found = |found: bool| {
        let items: Vec<_> = found.then(hand).into_iter().collect();
        Ok(Reply::Objects(Page {
            total: items.len() as u64,
            items,
            next_offset: None,
            next_cursor: None,
            scanned: None,
        })
        .into())
    };
    FakeUnity::with_answer(move |command| {
        Some(match command {
            Command::FindObjects { path, .. } => found(path == "/Player/Hand"),
            // Similar names, not equal names: as in a project.
            Command::ListObjects { filter, .. } => {
                found(filter.name.is_some_and(|name| "hand".contains(&name.to_lowercase())))
            }
            Command::GetObject { object: ObjectId(12) } => Ok(Reply::Object(hand()).into()),
            other => Err(BridgeError::new(BridgeErrorKind::NotFound, format!("{other:?}"))),
        })
    })
}

struct Scene {
    gate: Gate,
    sink: Arc<FakeSink>,
}

impl Scene {
    fn new(policy: Policy, fails: bool) -> Self {
        let sink = Arc::new(FakeSink {
            fails,
            ..FakeSink::default()
        });
        let gate = Gate {
            policy: Arc::new(PolicyCell::new(policy)),
            audit: sink.clone(),
            bridge: Arc::new(one_object()),
            parked: Gauge::default(),
            approvals: Approvals::default(),
        };
        Self { gate, sink }
    }

    async fn pass(&self, effect: Effect, confirm: Option<bool>, context: &CallContext) -> Result<Passed, CallError> {
        self.gate.pass(&subject(effect, confirm, &caller()), context).await
    }

    fn lines(&self) -> Vec<String> {
        self.sink.lines.lock().unwrap().clone()
    }
}

fn caller() -> Caller {
    Caller {
        dialect: Dialect::McpHandshake,
        client: "test".into(),
        address: "local".into(),
        session: None,
        proof: None,
    }
}

fn subject(effect: Effect, confirm: Option<bool>, caller: &Caller) -> Subject<'_> {
    Subject {
        facts: ToolFacts {
            bundle: "objects",
            tool: "SetActive",
            effect,
            category: "",
            tier: "",
            allowed_here: true,
        },
        lacks_unity: false,
        of_protocol: true,
        unity: None,
        cannot: None,
        digest: "00",
        caller,
        arguments: "{}",
        confirm,
        accepted_at: Instant::now(),
        rehearse: None,
        keyed: None,
    }
}

fn writes_on(confirm_by: ConfirmBy) -> Policy {
    Policy {
        allow_writes: true,
        confirm_by,
        ..Policy::default()
    }
}

fn context_with_answer(answer: Result<serde_json::Value, AskError>) -> (CallContext, Arc<FakePerson>) {
    let person = Arc::new(FakePerson {
        answer,
        asked: AtomicUsize::new(0),
    });
    let context = CallContext {
        ask: Some(person.clone()),
        client: ClientCapabilities {
            elicitation_form: true,
            ..ClientCapabilities::default()
        },
        ..CallContext::detached()
    };
    (context, person)
}

#[tokio::test]
async fn logs_one_line_per_write_attempt_and_none_per_read() {
    let scene = Scene::new(writes_on(ConfirmBy::Argument), false);
    let context = CallContext::detached();
    scene.pass(Effect::Read, None, &context).await.expect("reads pass");
    assert!(scene.lines().is_empty());
    scene
        .pass(Effect::Write, Some(true), &context)
        .await
        .expect("confirmed");
    let error = scene
        .pass(Effect::Write, None, &context)
        .await
        .expect_err("not confirmed");
    assert_eq!(error.kind, ErrorKind::ConfirmationRequired);
    assert_eq!(error.hint.as_deref(), Some("resend with confirm=true"));
    assert_eq!(
        scene.lines(),
        [
            "SetActive {} policy.confirmed allowed",
            "SetActive {} policy.require-confirm denied"
        ]
    );
}

#[tokio::test]
async fn rejects_write_but_not_read_if_audit_line_fails() {
    let scene = Scene::new(writes_on(ConfirmBy::Argument), true);
    let context = CallContext::detached();
    scene
        .pass(Effect::Read, None, &context)
        .await
        .expect("reads need no line");
    let error = scene
        .pass(Effect::Write, Some(true), &context)
        .await
        .expect_err("no line, no write");
    assert_eq!(error.kind, ErrorKind::NotReady);
    assert!(error.hint.expect("a hint").contains("[audit] file"));
    let denied = scene
        .pass(Effect::Write, None, &context)
        .await
        .expect_err("denied all the same");
    assert_eq!(denied.kind, ErrorKind::ConfirmationRequired);
}

#[tokio::test]
async fn reports_missing_capability_before_any_question_and_in_every_refusal() {
    let (context, person) = context_with_answer(Ok(json!({"action": "accept", "content": {"confirm": true}})));
    let caller = caller();
    let subject = |effect, confirm| Subject {
        lacks_unity: true,
        unity: None,
        ..subject(effect, confirm, &caller)
    };
    let by_person = Scene::new(writes_on(ConfirmBy::Person), false);
    let told = by_person.gate.pass(&subject(Effect::Write, Some(true)), &context).await;
    let told = told.expect_err("no target can do it");
    assert_eq!(
        (told.kind, person.asked.load(Ordering::SeqCst)),
        (ErrorKind::NotReady, 0)
    );
    assert!(told.message.contains("running Unity"), "{told}");
    assert_eq!(by_person.lines(), ["SetActive {} bridge.capability denied"]);
    // If a policy rule rejects the call, its own message is kept.
    let silent = CallContext::detached();
    let closed = Scene::new(Policy::default(), false);
    for (scene, effect, message) in [
        (&closed, Effect::Code, "ConsoleEval disabled"),
        (&closed, Effect::Write, "Writes disabled"),
        (&by_person, Effect::Write, "Confirmation required"),
    ] {
        let error = scene.gate.pass(&subject(effect, None), &silent).await;
        let error = error.expect_err(message);
        assert_eq!(error.message, message);
        let hint = error.hint.expect("a hint");
        assert!(
            hint.ends_with("; it also needs a running Unity, and this call goes to a project folder"),
            "{hint}"
        );
    }
    // A running instance that cannot execute the call also gives the reason.
    let why = BridgeError::new(BridgeErrorKind::Unsupported, "no compiler");
    let unable = Subject {
        lacks_unity: false,
        cannot: Some(why),
        ..subject(Effect::Code, None)
    };
    let error = closed.gate.pass(&unable, &silent).await.expect_err("it is off");
    assert!(
        error
            .hint
            .expect("a hint")
            .ends_with("could not execute it anyway: no compiler")
    );
    // A confirmed call continues: the tool may report a problem of its arguments first.
    let by_argument = Scene::new(writes_on(ConfirmBy::Argument), false);
    let passed = by_argument
        .gate
        .pass(&subject(Effect::Write, Some(true)), &silent)
        .await;
    assert!(passed.is_ok());
}

#[tokio::test]
async fn reports_missing_capability_of_target_before_the_policy_check() {
    let caller = caller();
    let game = SelectedTarget {
        bridge: Arc::new(one_object().without_functions(Function::ALL.iter().copied())),
        target: host_api::Target {
            unity: "Game@1a2b3c4d".to_owned(),
            source: host_api::Source::Live,
        },
    };
    let why = BridgeError::new(BridgeErrorKind::Busy, "it compiles")
        .with_hint("wait")
        .retry_after(std::time::Duration::from_millis(250));
    let silent = CallContext::detached();
    for (unity, cannot, kind, message) in [
        (
            None,
            None,
            ErrorKind::NotReady,
            "`SetActive` needs a running Unity, and this call goes to a project folder",
        ),
        (
            Some(&game),
            None,
            ErrorKind::Unsupported,
            "`SetActive` needs more than the running Unity `Game@1a2b3c4d` can do",
        ),
        (Some(&game), Some(why.clone()), ErrorKind::RateLimited, "it compiles"),
    ] {
        let its_own_words = cannot.is_some();
        let unable = Subject {
            lacks_unity: true,
            of_protocol: false,
            unity,
            cannot,
            ..subject(Effect::Write, None, &caller)
        };
        let closed = Scene::new(Policy::default(), false);
        let error = closed.gate.pass(&unable, &silent).await.expect_err(message);
        assert_eq!((error.kind, error.message.as_str()), (kind, message));
        assert_eq!(closed.lines(), ["SetActive {} bridge.capability denied"]);
        if its_own_words {
            assert_eq!(error.hint.as_deref(), Some("wait"));
            let details = error.details.expect("when to try again").to_value();
            assert_eq!(details, json!({ "retryAfterMs": 250 }));
        }
    }
    // A tool of a compatible protocol is rejected with the message that its clients know; the hint contains what else
    // is missing.
    let of_protocol = Subject {
        lacks_unity: true,
        unity: Some(&game),
        ..subject(Effect::Write, None, &caller)
    };
    let closed = Scene::new(Policy::default(), false);
    let error = closed.gate.pass(&of_protocol, &silent).await.expect_err("refused");
    assert_eq!(error.message, "Writes disabled");
    let hint = error.hint.expect("a hint");
    let also = "; it also needs more than the running Unity `Game@1a2b3c4d` can do";
    assert!(hint.ends_with(also), "{hint}");
}
