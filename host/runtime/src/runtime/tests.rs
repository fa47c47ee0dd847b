//! Tests of a complete runtime with tiny guests: valid ones and every kind of broken one.

use crate::testing::{Guest, Host, invocation, limits, permit, unity};
use host_api::{Answer, AskChannel, AskError, AskRequest, BoxFuture, CallError, CallLimits, Effect, ErrorKind, Json};
use host_bridge::{CallKey, Command, CommandKey, ObjectId};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

mod imports;
mod inspected;
mod planned_anew;
mod refused;
mod section;
mod unable;
mod waiting;

const DESTROY: &str =
    r#"(import "unity-tools:unity/objects-edit@0.3.0" "destroy" (func $destroy (param i32 i32 i32)))"#;
const DESTROY_ONE: &str = "(call $destroy (i32.const 4096) (i32.const 5) (i32.const 3000))";
const ENDLESS: Guest = Guest {
    version: "0.3.0",
    world: &[],
    imports: "",
    list: "",
    call: "(loop $again (br $again))",
    tools: true,
    listing: true,
};

async fn failure(host: &Host, guest: &Guest, limits: CallLimits) -> CallError {
    let bundle = tokio::task::block_in_place(|| host.prepare("b", guest));
    let failed = host
        .runtime
        .call_tool(&bundle, permit(Effect::Read), invocation(limits))
        .await;
    let error = failed.expect_err("the guest breaks");
    // The failed call leaves nothing behind: the next call of another bundle works.
    let good = tokio::task::block_in_place(|| host.prepare("good", &Guest::default()));
    let next = host
        .runtime
        .call_tool(&good, permit(Effect::Read), invocation(self::limits()))
        .await;
    assert!(next.is_ok(), "{next:?}");
    let left = host.runtime.metrics();
    assert_eq!((left.instances, left.memory), (0, 0));
    assert!(
        !error.message.contains("0x") && !error.message.contains("backtrace"),
        "{error}"
    );
    error
}

#[tokio::test(flavor = "multi_thread")]
async fn valid_guest_lists_its_tools_and_answers_calls() {
    let host = Host::new();
    let bundle = tokio::task::block_in_place(|| host.prepare("b", &Guest::default()));
    assert_eq!(bundle.tools[0].name, "ping");
    assert_eq!(bundle.tools[0].effect, Effect::Read);
    assert!(bundle.imports.is_empty() && !bundle.completions && bundle.resources.is_empty());
    let outcome = host
        .runtime
        .call_tool(&bundle, permit(Effect::Read), invocation(limits()))
        .await
        .expect("good");
    assert!(outcome.content.is_empty() && outcome.structured.is_none() && !outcome.is_error);
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_endless_loop_at_the_compute_limit() {
    let host = Host::new();
    let narrow = CallLimits {
        compute: Duration::from_millis(50),
        ..limits()
    };
    let error = failure(&host, &ENDLESS, narrow).await;
    assert_eq!(error.kind, ErrorKind::Timeout);
    assert_eq!(
        error.message,
        "tool `ping` used up its compute time of 50 ms (`limits.compute`)"
    );
    let hint = error.hint.expect("a hint");
    assert!(
        hint.contains("its author") && hint.contains("raise `[limits] compute`"),
        "{hint}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn ends_guest_at_the_deadline_before_its_compute_limit() {
    let host = Host::new();
    let narrow = CallLimits {
        deadline: Duration::from_millis(50),
        ..limits()
    };
    let error = failure(&host, &ENDLESS, narrow).await;
    assert_eq!(error.kind, ErrorKind::Timeout);
    assert!(error.message.contains("`limits.deadline`"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_error_names_the_exceeded_limit() {
    let host = Host::new();
    let guest = Guest {
        call: "(loop $again (br_if $again (i32.ge_s (memory.grow (i32.const 16)) (i32.const 0)))) unreachable",
        ..Guest::default()
    };
    let error = failure(&host, &guest, limits()).await;
    assert_eq!(error.kind, ErrorKind::ToolFailed);
    assert!(error.message.contains("64 MiB allowed (`limits.memory`)"), "{error}");
    assert!(error.hint.expect("hint").contains("[bundles.b] limits"));
    // The limit of the call is above the total limit of all guests.
    let wide = CallLimits {
        memory: 1 << 30,
        ..limits()
    };
    let error = failure(&host, &guest, wide).await;
    assert_eq!(error.kind, ErrorKind::RateLimited);
    assert!(
        error.message.contains("80 MiB for all calls (`limits.total-memory`)"),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn distinguishes_deep_recursion_from_panic() {
    let host = Host::new();
    let recursion = Guest {
        call: "(drop (call $recurse (i32.const 0)))",
        ..Guest::default()
    };
    let error = failure(&host, &recursion, limits()).await;
    assert_eq!(error.message, "tool `ping` ran out of stack: its recursion is too deep");
    let panic = Guest {
        call: "unreachable",
        ..Guest::default()
    };
    let error = failure(&host, &panic, limits()).await;
    assert_eq!(error.message, "tool `ping` panicked or aborted without a message");
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_result_over_the_limit() {
    let host = Host::new();
    // `structured` is a text of 3 MB.
    let guest = Guest {
        call: "(i32.store8 (i32.const 2060) (i32.const 1)) (i32.store (i32.const 2064) (i32.const 65536))
               (i32.store (i32.const 2068) (i32.const 3000000))",
        ..Guest::default()
    };
    let error = failure(&host, &guest, limits()).await;
    assert_eq!(error.kind, ErrorKind::TooLarge);
    assert!(
        error.message.contains("2.9 MiB") && error.message.contains("`limits.result`"),
        "{error}"
    );
    let narrow = CallLimits {
        memory: 64 << 20,
        result: 1 << 10,
        ..limits()
    };
    // The host does not even copy a result that is far above the limit.
    let huge = Guest {
        call: "(drop (memory.grow (i32.const 800))) (i32.store8 (i32.const 2060) (i32.const 1))
               (i32.store (i32.const 2064) (i32.const 65536)) (i32.store (i32.const 2068) (i32.const 50000000))",
        ..Guest::default()
    };
    let error = failure(&host, &huge, narrow).await;
    assert_eq!(error.kind, ErrorKind::TooLarge, "{error:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_structured_result_that_is_no_json() {
    let host = Host::new();
    let guest = Guest {
        call: "(i32.store8 (i32.const 2060) (i32.const 1)) (i32.store (i32.const 2064) (i32.const 4096))
               (i32.store (i32.const 2068) (i32.const 5))",
        ..Guest::default()
    };
    let error = failure(&host, &guest, limits()).await;
    assert!(
        error.message.contains("`structured`") && error.message.contains("no JSON"),
        "{error}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_number_and_bytes_of_host_calls_including_wasi() {
    let host = Host::new();
    let narrow = CallLimits {
        host_calls: 100,
        ..limits()
    };
    let log = Guest {
        world: &["unity-tools:host/log"],
        imports: r#"(import "unity-tools:host/log@0.3.0" "write" (func $log (param i32 i32 i32 i32 i32 i32)))"#,
        call: "(loop $again (call $log (i32.const 1) (i32.const 0) (i32.const 0) (i32.const 0) (i32.const 4096) (i32.const 5))
               (br $again))",
        ..Guest::default()
    };
    let error = failure(&host, &log, narrow).await;
    assert_eq!(
        (error.kind, error.message.as_str()),
        (ErrorKind::TooLarge, "tool `ping` called the host more than 100 times")
    );
    let clock = Guest {
        world: &["wasi:clocks/monotonic-clock@0.2.0"],
        imports: r#"(import "wasi:clocks/monotonic-clock@0.2.0" "now" (func $now (result i64)))"#,
        call: "(loop $again (drop (call $now)) (br $again))",
        ..Guest::default()
    };
    let error = failure(&host, &clock, narrow).await;
    assert_eq!(error.message, "tool `ping` called the host more than 100 times");
    let bytes = CallLimits {
        host_bytes: 1000,
        ..limits()
    };
    let error = failure(&host, &log, bytes).await;
    assert_eq!(
        error.message,
        "tool `ping` moved more than 1000 bytes to and from the host"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn cancellation_ends_the_guest() {
    let host = Host::new();
    let bundle = tokio::task::block_in_place(|| host.prepare("b", &ENDLESS));
    let call = invocation(limits());
    let cancel = call.base.context.cancel.clone();
    let runtime = host.runtime.clone();
    let running = tokio::spawn(async move { runtime.call_tool(&bundle, permit(Effect::Read), call).await });
    while host.runtime.metrics().instances == 0 {
        tokio::task::yield_now().await;
    }
    cancel.cancel();
    let error = running.await.expect("no panic").expect_err("cancelled");
    assert_eq!(error.kind, ErrorKind::Cancelled);
}

#[tokio::test(flavor = "multi_thread")]
async fn rejects_arguments_over_the_limit() {
    let host = Host::new();
    let bundle = tokio::task::block_in_place(|| host.prepare("b", &Guest::default()));
    let mut call = invocation(limits());
    call.arguments = Arc::from(format!("\"{}\"", "x".repeat(2 << 20)));
    let error = host
        .runtime
        .call_tool(&bundle, permit(Effect::Read), call)
        .await
        .expect_err("too large");
    assert_eq!(error.kind, ErrorKind::TooLarge);
    assert!(error.message.contains("`limits.arguments`"), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn denies_writes_to_tool_that_declares_read() {
    let host = Host::new();
    let guest = Guest {
        world: &["unity-tools:unity/objects-edit"],
        imports: DESTROY,
        call: DESTROY_ONE,
        ..Guest::default()
    };
    let bundle = tokio::task::block_in_place(|| host.prepare("b", &guest));
    assert_eq!(bundle.imports, ["unity-tools:unity/objects-edit@0.3.0"]);
    let answer = host
        .runtime
        .call_tool(&bundle, permit(Effect::Read), invocation(limits()))
        .await;
    assert!(answer.is_ok(), "the refusal is an answer to the guest: {answer:?}");
    assert!(host.bridge.commands().is_empty());
    assert_eq!(
        *host.audit.0.lock().expect("no panic"),
        ["gate-2 ping permit.effect denied"]
    );

    let mut call = invocation(limits());
    call.base.idempotency_key = Some("key".to_owned());
    let outcome = host
        .runtime
        .call_tool(&bundle, permit(Effect::Destructive), call)
        .await
        .expect("permitted");
    assert_eq!(outcome.diagnostics, ["changed in this session only"]);
    let destroyed = Command::DestroyObject { object: ObjectId(1) };
    // The caller of a repeated call over another connection.
    let caller = invocation(limits()).base.caller;
    let of_client = CallKey::new(&caller, "b", "ping", Some("key".to_owned()), host_api::CallId::next());
    let call = Arc::new(of_client);
    assert_eq!(host.bridge.commands(), [(destroyed, CommandKey { call, number: 1 })]);
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_unknown_outcome_of_unanswered_change() {
    let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    let host = Host::with_bridge(unity(true), folder);
    let guest = Guest {
        world: &["unity-tools:unity/objects-edit"],
        imports: DESTROY,
        call: DESTROY_ONE,
        ..Guest::default()
    };
    let bundle = tokio::task::block_in_place(|| host.prepare("b", &guest));
    let narrow = CallLimits {
        deadline: Duration::from_millis(50),
        ..limits()
    };
    let call = host
        .runtime
        .call_tool(&bundle, permit(Effect::Destructive), invocation(narrow))
        .await;
    let error = call.expect_err("no answer");
    assert_eq!(error.kind, ErrorKind::OutcomeUnknown);
    assert!(error.message.contains("`destroy` had been sent to Unity"), "{error}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn endless_guests_do_not_block_worker_threads() {
    let host = Host::new();
    let bundle = tokio::task::block_in_place(|| host.prepare("b", &ENDLESS));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("bound");
    let echo = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.expect("a client");
        let mut byte = [0];
        while socket.read_exact(&mut byte).await.is_ok() {
            socket.write_all(&byte).await.expect("the client listens");
        }
    });
    let calls: Vec<_> = (0..8)
        .map(|_| {
            let (runtime, bundle) = (host.runtime.clone(), Arc::clone(&bundle));
            tokio::spawn(async move {
                runtime
                    .call_tool(&bundle, permit(Effect::Read), invocation(limits()))
                    .await
            })
        })
        .collect();
    while host.runtime.metrics().instances < 8 {
        tokio::task::yield_now().await;
    }
    let mut client = tokio::net::TcpStream::connect(address)
        .await
        .expect("the server listens");
    for _ in 0..50 {
        client.write_all(b"x").await.expect("connected");
        client.read_exact(&mut [0]).await.expect("answered");
    }
    assert!(
        calls.iter().all(|call| !call.is_finished()),
        "all fifty came before the first guest ended"
    );
    for call in calls {
        call.abort();
    }
    drop(client);
    echo.await.expect("no panic");
    while host.runtime.metrics().instances > 0 {
        tokio::task::yield_now().await;
    }
}
