//! Tests of the startup script between its first policy check and its execution, with a fake compiler.

use super::*;
use crate::code::scripts::{Forbidden, MayStart, Scripts};
use host_api::{AuditRecord, AuditSink, AuditWriteError, PolicyRecord};
use host_compile_csharp::{Compiler, Language};
use host_exports_folder::ExportsFolder;
use host_scripts_folder::ScriptsFolder;
use serde_json::value::RawValue;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// A fake compiler as a shell script: writes a file that begins like an assembly to the requested output path.
const COMPILES: &str = r#"out=$(sed -n 's/^-out:"\(.*\)"$/\1/p' arguments.rsp); printf MZ > "$out""#;

/// An audit sink that sends the outcome of each audit line to a channel.
struct AuditLines(mpsc::Sender<String>);

impl AuditSink for AuditLines {
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError> {
        let _ = self.0.try_send(record.outcome.to_owned());
        Ok(())
    }

    fn policy_changed(&self, _: &PolicyRecord<'_>) -> Result<(), AuditWriteError> {
        Ok(())
    }
}

/// Returns a host with an enabled startup script, and the channel with the outcomes of its audit lines.
pub(super) fn host_with_startup(base: &Path, may_start: MayStart) -> (Host, mpsc::Receiver<String>) {
    let (tell, told) = mpsc::channel(64);
    let scripts = base.join("scripts");
    for folder in [&scripts, &base.join("csharp")] {
        std::fs::create_dir_all(folder).expect("made");
    }
    std::fs::write(scripts.join("startup.cs"), "1 + 1").expect("written");
    let folder = ScriptsFolder::new(&scripts, &base.join("project"));
    let side = HostSide {
        compiling: Compiling {
            compiler: Some(Compiler {
                language: Language::Mono,
                program: "/bin/sh".into(),
                arguments: vec!["-c".to_owned(), COMPILES.to_owned()],
            }),
            folder: base.join("csharp"),
        },
        scripts: Arc::new(Scripts::new(
            folder,
            base.join("started"),
            may_start,
            Arc::new(AuditLines(tell)),
        )),
        exports: ExportsFolder::new(&base.join("exports")),
    };
    (Host::helped_by(Some(Arc::new(side))), told)
}

pub(super) fn able() -> Hello {
    let mut able = hello();
    for function in ["link/assemblies", "link/assembly", "link/load-assembly"] {
        able.functions.push(function.to_owned());
    }
    able
}

impl Unity {
    pub(super) async fn give(&self, call: &Call, value: &str) {
        let value = RawValue::from_string(value.to_owned()).expect("JSON");
        self.say(FromUnity::Result(CallResult {
            id: call.id,
            value: Some(value),
            error: None,
            notes: Vec::new(),
            bytes: None,
        }))
        .await;
    }

    /// Receives the call that lists the loaded assemblies, and answers it with an empty list.
    pub(super) async fn lists_nothing(&mut self) {
        let call = self.call().await;
        assert_eq!(call.function, "link/assemblies");
        self.give(&call, "[]").await;
    }

    /// Receives and returns the call that loads the compiled code.
    pub(super) async fn next_load(&mut self) -> Call {
        let call = self.call().await;
        assert_eq!(call.function, "link/load-assembly");
        assert!(matches!(self.next_sent().await, Sent::Binary(_)));
        call
    }
}

#[tokio::test]
async fn does_not_run_startup_code_revoked_during_compilation() {
    let base = tempfile::tempdir().expect("a folder");
    let asked = AtomicU32::new(0);
    let may_start = Box::new(move || match asked.fetch_add(1, Ordering::Relaxed) {
        0 => Ok(()),
        _ => Err(Forbidden {
            rule: host_api::Rule::PolicyEnableConsoleEval,
            why: "taken back".to_owned(),
        }),
    });
    let (host, mut told) = host_with_startup(base.path(), may_start);
    let mut unity = host.connect(able()).await;
    unity.lists_nothing().await;
    assert_eq!(told.recv().await.as_deref(), Some("attempt"));
    let outcome = told.recv().await.expect("what came of it");
    assert_eq!(outcome, "failed: PermissionDenied");
    // Nothing of it was sent: the next command is the next frame that the instance receives.
    let asked = host.ask(write());
    let call = unity.call().await;
    assert_eq!(call.function, "time-scale-edit/set");
    unity.answer(&call, &Reply::Done).await;
    assert!(asked.await.expect("no panic").is_ok());
}

#[tokio::test]
async fn retries_unstarted_startup_code_on_reconnect_and_runs_it_once() {
    let base = tempfile::tempdir().expect("a folder");
    let (host, mut told) = host_with_startup(base.path(), Box::new(|| Ok(())));
    let mut unity = host.connect(able()).await;
    unity.lists_nothing().await;
    let call = unity.next_load().await;
    // Its main thread loads a level, so the deadline passes before the code begins.
    let (id, why) = (call.id, Why::Deadline);
    unity.say(FromUnity::Withdrawn(Withdrawn { id, why })).await;
    assert_eq!(told.recv().await.as_deref(), Some("attempt"));
    assert_eq!(told.recv().await.as_deref(), Some("failed: NotReady"));
    let mut info = ProjectInfo::default();
    while info.problems.is_empty() {
        tokio::task::yield_now().await;
        let _ = host.bridge.startup().add(&mut info, &able().instance);
    }
    assert!(
        info.problems[0].contains("the host tries again when this instance reconnects"),
        "{info:?}"
    );
    let mut unity = host.connect(able()).await;
    unity.lists_nothing().await;
    let call = unity.next_load().await;
    unity
        .give(
            &call,
            r#"{"logs":[],"value":"{\"output\":\"2\",\"kept\":{},\"lost\":[]}"}"#,
        )
        .await;
    assert_eq!(told.recv().await.as_deref(), Some("attempt"));
    assert_eq!(told.recv().await.as_deref(), Some("allowed"));
    // It ran, so a third link of the same process runs nothing.
    let mut unity = host.connect(able()).await;
    let asked = host.ask(write());
    let call = unity.call().await;
    assert_eq!(call.function, "time-scale-edit/set");
    unity.answer(&call, &Reply::Done).await;
    assert!(asked.await.expect("no panic").is_ok());
}
