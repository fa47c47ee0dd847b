//! Helpers for tests: small guests in text format, a fake bridge, and an audit sink that records its lines.

use crate::{BundleSource, HostParts, Invocation, InvocationBase, PreparedBundle, Runtime, RuntimeOptions};
use host_api::{
    AuditRecord, AuditSink, AuditWriteError, BoxFuture, CallContext, CallLimits, Caller, Dialect, Effect, Proof,
};
use host_bridge::{BridgeError, BridgeErrorKind, Capability, Command, Replied, Reply, TimeScale, UnityBridge};
use host_policy::{
    ChangeOrigin, Confirmation, Decision, Permit, Policy, PolicyCell, PolicyChange, PolicyEditError, PolicyEditor,
    ToolFacts, decide,
};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tests_unity::FakeUnity;
use tokio_util::sync::CancellationToken;
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::{Resolve, WorldId};

/// A test guest: its imports, and the bodies of `list-tools` and `call-tool` in the WebAssembly text format.
pub(crate) struct Guest {
    /// Version of the `unity-tools` packages in the imports and exports of the guest.
    pub(crate) version: &'static str,
    /// Interfaces that the guest imports, e.g. `unity-tools:host/log`; a WASI interface includes its version.
    pub(crate) world: &'static [&'static str],
    /// Imports of the core module, in the WebAssembly text format.
    pub(crate) imports: &'static str,
    /// Instructions of `list-tools` before it returns the address of its result, in the text format.
    pub(crate) list: &'static str,
    /// Instructions of `call-tool`, in the text format. The memory of its result, at 2048, is zero: an empty result.
    pub(crate) call: &'static str,
    /// True if the test guest exports the interface `tools`, which a real guest must export.
    pub(crate) tools: bool,
    /// True if the test guest exports the interface `listing`, which returns its list of tools.
    pub(crate) listing: bool,
}

impl Default for Guest {
    fn default() -> Self {
        Self {
            version: "0.3.0",
            world: &[],
            imports: "",
            list: "",
            call: "",
            tools: true,
            listing: true,
        }
    }
}

/// Address in the guest's memory of its list of tools, which contains only `ping`. `list-tools` returns it.
const TOOL: u32 = 1100;

impl Guest {
    pub(crate) fn build(&self) -> Vec<u8> {
        let imports: String = self
            .world
            .iter()
            .map(|interface| match interface.contains('@') {
                true => format!("import {interface};\n"),
                false => format!("import {interface}@{};\n", self.version),
            })
            .collect();
        let include = match (self.tools, self.listing) {
            (true, true) => format!("include unity-tools:tool/bundle-listed@{};", self.version),
            (true, false) => format!("include unity-tools:tool/bundle@{};", self.version),
            (false, _) => String::new(),
        };
        let text = format!(
            "world guest {{ {include}\n{imports} }}\n\
             package wasi:clocks@0.2.0 {{ interface monotonic-clock {{ now: func() -> u64; }} }}\n"
        );
        let (resolve, world) = world(&text, self.version);
        let mut module = wat::parse_str(self.text()).expect("the module's text parses");
        embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8, false).expect("metadata");
        let mut encoder = ComponentEncoder::default();
        encoder.validate(true).module(&module).expect("a module of that world");
        encoder.encode().expect("a component")
    }

    fn text(&self) -> String {
        let mut exports = String::new();
        if self.tools {
            exports = format!(
                r#"(func $call (export "unity-tools:tool/tools@{v}#call-tool") (param i32 i32 i32 i32) (result i32)
                    {call} i32.const 2048)"#,
                v = self.version,
                call = self.call,
            );
        }
        if self.tools && self.listing {
            // The memory at 2048 is zero, which is an empty list.
            exports.push_str(&format!(
                r#"(func (export "unity-tools:tool/listing@{v}#list-tools") (result i32) {list} i32.const 1024)
                (func (export "unity-tools:tool/listing@{v}#list-resources") (result i32) i32.const 2048)
                (func (export "unity-tools:tool/listing@{v}#list-prompts") (result i32) i32.const 2048)"#,
                v = self.version,
                list = self.list,
            ));
        }
        format!(
            r#"(module {imports}
                (memory (export "memory") 64)
                (global $top (mut i32) (i32.const 65536))
                (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (local $at i32)
                    (local.set $at (global.get $top))
                    (global.set $top (i32.and (i32.add (i32.add (global.get $top) (local.get 3)) (i32.const 15)) (i32.const -16)))
                    local.get $at)
                (func $recurse (param i32) (result i32)
                    (i32.add (call $recurse (i32.add (local.get 0) (i32.const 1))) (i32.const 1)))
                (data (i32.const 4096) "obj:1")
                (data (i32.const 4112) "ping")
                (data (i32.const 4128) "{{}}")
                (data (i32.const 4144) "k")
                (data (i32.const 1024) "{pointer}")
                (data (i32.const {TOOL}) "{tool}")
                {exports})"#,
            imports = self.imports,
            pointer = escape_bytes(&words(&[TOOL, 1])),
            tool = escape_bytes(&tool_record()),
        )
    }
}

/// Parses the world `guest` in the WIT `text`, with the packages of `wit/` in the version `version`.
pub(crate) fn world(text: &str, version: &str) -> (Resolve, WorldId) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy_wit(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../wit"),
        folder.path(),
        version,
    );
    let mut resolve = Resolve::default();
    resolve.push_dir(folder.path()).expect("wit/ parses");
    let text = format!("package test:guest;\n{text}");
    let package = resolve.push_str("guest.wit", &text).expect("the world parses");
    let world = resolve
        .select_world(&[package], Some("guest"))
        .expect("the world is there");
    (resolve, world)
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Returns the memory bytes of a WIT `tool`: the tool `ping`, with empty texts, effect `read` and schema `{}`.
fn tool_record() -> Vec<u8> {
    let mut record = words(&[4112, 4]);
    record.resize(84, 0);
    record.extend(words(&[4128, 2]));
    record.resize(132, 0);
    record
}

fn escape_bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("\\{byte:02x}")).collect()
}

/// Copies the WIT folder, and replaces the version of its packages.
fn copy_wit(from: &Path, to: &Path, version: &str) {
    for item in std::fs::read_dir(from).expect("wit/ is there") {
        let path = item.expect("readable").path();
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .replace("0.3.0", version);
        if path.is_dir() {
            std::fs::create_dir(to.join(&name)).expect("creatable");
            copy_wit(&path, &to.join(&name), version);
        } else if name.ends_with(".wit") {
            let text = std::fs::read_to_string(&path)
                .expect("readable")
                .replace("@0.3.0", &format!("@{version}"));
            std::fs::write(to.join(&name), text).expect("writable");
        }
    }
}

/// Creates a fake bridge that answers time-scale commands and writes. If `silent` is true, it never answers.
pub(crate) fn unity(silent: bool) -> Arc<FakeUnity> {
    let answer = move |command| (!silent).then(|| answer(command));
    Arc::new(FakeUnity::with_answer(answer).with_capabilities([Capability::Scene, Capability::SceneEdit]))
}

fn answer(command: Command) -> Result<Replied, BridgeError> {
    match command {
        Command::DestroyObject { .. } => Ok(Replied {
            reply: Reply::Done,
            diagnostics: vec!["changed in this session only".to_owned()],
        }),
        Command::ResolveComponentType { type_name } => Ok(Reply::TypeName(format!("UnityEngine.{type_name}")).into()),
        Command::GetTimeScale => Ok(Reply::TimeScale(TimeScale {
            value: 1.0,
            locked: false,
        })
        .into()),
        other => Err(BridgeError::new(BridgeErrorKind::Unsupported, format!("{other:?}"))),
    }
}

/// An audit sink that records each line as `stage tool rule outcome`.
#[derive(Default)]
pub(crate) struct FakeAudit(pub(crate) Mutex<Vec<String>>);

impl AuditSink for FakeAudit {
    fn write(&self, record: &AuditRecord<'_>) -> Result<(), AuditWriteError> {
        let line = format!(
            "{} {} {} {}",
            record.stage.as_str(),
            record.tool,
            record.rule,
            record.outcome
        );
        self.0.lock().expect("no panic").push(line);
        Ok(())
    }

    fn policy_changed(&self, _: &host_api::PolicyRecord<'_>) -> Result<(), AuditWriteError> {
        Ok(())
    }
}

/// A policy editor that accepts every change and returns revision 7. It rejects a restart.
struct FakeEditor;

impl PolicyEditor for FakeEditor {
    fn apply(&self, _: PolicyChange, restart: bool, _: ChangeOrigin) -> BoxFuture<'_, Result<u64, PolicyEditError>> {
        Box::pin(async move {
            if restart {
                Err(PolicyEditError::Other("no file to read again".to_owned()))
            } else {
                Ok(7)
            }
        })
    }
}

/// A runtime for tests, with its temporary folder and the fake parts that its imports use.
pub(crate) struct Host {
    pub(crate) runtime: Runtime,
    pub(crate) bridge: Arc<FakeUnity>,
    pub(crate) audit: Arc<FakeAudit>,
    pub(crate) folder: Arc<tempfile::TempDir>,
}

impl Host {
    pub(crate) fn new() -> Self {
        Self::with_bridge(unity(false), Arc::new(tempfile::tempdir().expect("a temporary folder")))
    }

    pub(crate) fn with_bridge(bridge: Arc<FakeUnity>, folder: Arc<tempfile::TempDir>) -> Self {
        let audit = Arc::new(FakeAudit::default());
        let parts = HostParts {
            bridge: Arc::clone(&bridge) as Arc<dyn UnityBridge>,
            policy: Arc::new(PolicyCell::new(open_policy())),
            audit: Arc::clone(&audit) as Arc<dyn AuditSink>,
            policy_editor: Arc::new(FakeEditor),
        };
        let options = RuntimeOptions {
            cache_dir: Some(folder.path().join("components")),
            state_dir: Some(folder.path().join("state")),
            compile: crate::CompileOptions::default(),
            max_instances: 16,
            total_memory: 80 << 20,
            cache_bytes: 1 << 30,
        };
        Self {
            runtime: Runtime::new(options, parts).expect("the engine starts"),
            bridge,
            audit,
            folder,
        }
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> BundleSource {
        let component = self.folder.path().join(name).with_extension("wasm");
        std::fs::write(&component, bytes).expect("writable");
        BundleSource {
            id: name.to_owned(),
            component,
            embedded: None,
            real_folder: None,
            bundled: true,
            pin: None,
            limits: CallLimits::default(),
        }
    }

    pub(crate) fn prepare(&self, name: &str, guest: &Guest) -> Arc<PreparedBundle> {
        self.runtime
            .prepare(&self.write(name, &guest.build()), &CancellationToken::new())
            .expect("the guest is good")
    }
}

fn open_policy() -> Policy {
    Policy {
        allow_writes: true,
        require_confirm: false,
        component_allowlist: ["UnityEngine.ping".to_owned()].into(),
        ..Policy::default()
    }
}

pub(crate) fn permit(effect: Effect) -> Permit {
    confirmed_permit(effect, &Confirmation::default())
}

/// Creates the permit of a call with this effect and this confirmation.
pub(crate) fn confirmed_permit(effect: Effect, confirmation: &Confirmation) -> Permit {
    let mut policy = open_policy();
    policy.revision = 1;
    let facts = ToolFacts {
        bundle: "b",
        tool: "ping",
        effect,
        category: "scene",
        tier: "core",
        allowed_here: true,
    };
    match decide(&policy, &facts, confirmation) {
        Decision::Permit(permit) => permit,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn invocation(limits: CallLimits) -> Invocation {
    Invocation {
        tool: Arc::from("ping"),
        arguments: Arc::from("{}"),
        base: InvocationBase {
            context: CallContext::detached(),
            caller: Caller {
                dialect: Dialect::CommandLine,
                client: Arc::default(),
                address: "local".into(),
                session: None,
                proof: Some(Proof::Secret("test".into())),
            },
            limits,
            accepted_at: Instant::now(),
            idempotency_key: None,
            plans: None,
            unity: None,
            own: crate::OwnResources::new(|uri| uri == "test://own"),
        },
    }
}

/// Returns large limits, so that a slow machine does not fail a test. Each test lowers the limit that it tests.
pub(crate) fn limits() -> CallLimits {
    CallLimits {
        deadline: Duration::from_secs(120),
        compute: Duration::from_secs(60),
        ..CallLimits::default()
    }
}
