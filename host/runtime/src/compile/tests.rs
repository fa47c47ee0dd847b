//! Tests of the limits of a component, and of compiler processes that succeed, fail, end early or never end.

use super::*;
use crate::options::CompilerProgram;
use std::time::Duration;

fn compiler(change: impl FnOnce(&mut CompileOptions)) -> Compiler {
    let mut options = CompileOptions::default();
    change(&mut options);
    Compiler::new(crate::engine::start(1).expect("engine").engine, options)
}

fn component() -> Vec<u8> {
    wat::parse_str("(component (core module (func) (func)))").expect("it parses")
}

fn refusal(compiler: &Compiler, bytes: &[u8]) -> String {
    let refused = compiler.compile(Path::new("b.wasm"), bytes, &CancellationToken::new());
    refused.map(|_| ()).expect_err("must be refused").to_string()
}

#[test]
fn rejects_oversized_file_early_and_reports_both_sizes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("large.wasm");
    std::fs::File::create(&file)
        .and_then(|file| file.set_len(1 << 40))
        .expect("a sparse file");
    let error = compiler(|options| options.max_bytes = 4096)
        .read(&file)
        .expect_err("too large");
    let text = error.to_string();
    for part in ["large.wasm", "1099511627776 bytes", "4096 bytes", "compile.size"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn rejects_component_with_more_functions_than_allowed() {
    let text = refusal(&compiler(|options| options.max_functions = 1), &component());
    for part in ["2 functions", "at most 1", "compile.functions"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(
        compiler(|options| options.max_functions = 2)
            .compile(Path::new("b.wasm"), &component(), &CancellationToken::new())
            .is_ok()
    );
}

/// Creates a compiler whose process runs a shell script.
#[cfg(unix)]
fn shell(script: &str, time: Duration) -> Compiler {
    compiler(|options| {
        options.time = time;
        options.program = Some(CompilerProgram {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), script.into()],
        });
    })
}

#[cfg(unix)]
#[test]
fn ends_slow_compile_and_reports_the_time_limit() {
    let text = refusal(&shell("exec sleep 1000", Duration::from_millis(100)), &component());
    assert!(text.contains("100 ms") && text.contains("compile.time"), "{text}");
}

#[cfg(unix)]
#[test]
fn ends_cancelled_compile() {
    let give_up = CancellationToken::new();
    give_up.cancel();
    let slow = shell("exec sleep 1000", Duration::from_secs(1000));
    let error = slow.compile(Path::new("b.wasm"), &component(), &give_up).map(|_| ());
    assert!(matches!(error, Err(PrepareError::GivenUp { .. })), "{error:?}");
}

#[cfg(unix)]
#[test]
fn reports_compiler_crash_or_error_as_refusal_of_component() {
    let text = refusal(&shell("kill -ABRT $$", Duration::from_secs(60)), &component());
    assert!(text.contains("ended early") && text.contains("2048 MiB"), "{text}");
    let text = refusal(
        &shell("printf -- '-no such type'", Duration::from_secs(60)),
        &component(),
    );
    assert!(text.contains("no such type"), "{text}");
}

#[test]
fn refuses_to_compile_if_the_compiler_process_cannot_start() {
    let lost = compiler(|options| {
        options.program = Some(CompilerProgram {
            program: "/nowhere/at/all".into(),
            arguments: Vec::new(),
        });
    });
    let refused = lost.compile(Path::new("b.wasm"), &component(), &CancellationToken::new());
    let error = refused.map(|_| ()).expect_err("must be refused");
    let text = error.to_string();
    assert!(
        text.contains("compiler process cannot be started") && text.contains("/nowhere/at/all"),
        "{text}"
    );
    assert!(!error.lasts(), "the next call tries again");
}

#[cfg(unix)]
#[test]
fn rejects_compiled_code_of_another_version() {
    // A process with output of another engine represents a host program of another version.
    let other = shell("cat >/dev/null & printf '+other'", Duration::from_secs(60));
    let text = refusal(&other, &component());
    assert!(text.contains("another version than this host"), "{text}");
}

#[test]
fn compiler_process_returns_code_that_this_engine_loads() {
    let mut answer = Vec::new();
    process::answer(&component(), &mut answer).expect("it compiles");
    assert_eq!(answer[0], b'+');
    let engine = compiler(|_| ()).engine;
    #[expect(unsafe_code, reason = "wasmtime's only way to load compiled code")]
    // SAFETY: the bytes come from `precompile_component`, two lines above.
    let loaded = unsafe { Component::deserialize(&engine, &answer[1..]) };
    assert!(loaded.is_ok(), "{:?}", loaded.err());
}
