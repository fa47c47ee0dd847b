//! The real program from outside: exit codes, first line, configuration, reload, signals.
//!
//! Belongs here: what holds without any tool component. Does not: tools and MCP (the modules beside this one).

mod alone;
mod project;
#[cfg(unix)]
mod stdio_end;
#[cfg(unix)]
mod system;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use tests_support::paths;

/// The program with folders of its own, without bundled tools, in an empty working directory.
fn program(folder: &Path, command: &str) -> Command {
    let mut program = program_with(folder, command);
    program.arg("--no-bundled");
    program
}

/// With the tools that the arguments behind it name.
fn program_with(folder: &Path, command: &str) -> Command {
    let mut program = Command::new(paths::binary().unwrap());
    program.current_dir(folder).arg(command);
    for (key, name) in [("server.data-dir", "data"), ("server.cache-dir", "cache")] {
        program
            .arg("--set")
            .arg(format!("{key}='{}'", folder.join(name).display()));
    }
    // The usual place is shared by all hosts of this machine.
    program.env("UE_MCP_DISCOVERY", folder.join("found.json"));
    program.stdin(Stdio::null());
    program
}

fn serve(folder: &Path) -> Command {
    let mut program = program(folder, "serve");
    program.args(["--listen", "127.0.0.1:0"]);
    program
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn fails(mut command: Command, code: i32) -> String {
    let Output { status, stderr, stdout } = command.output().unwrap();
    let message = text(&stderr);
    assert_eq!(status.code(), Some(code), "{message}");
    assert!(
        stdout.is_empty(),
        "nothing was served, so nothing is announced: {}",
        text(&stdout)
    );
    message
}

/// A serving program, killed where a test fails half-way.
struct Serving {
    child: Child,
    log: BufReader<ChildStderr>,
    address: String,
}

impl Serving {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut first)
            .unwrap();
        let address = first
            .trim_end()
            .strip_prefix("listening on http://")
            .unwrap_or_else(|| {
                let mut log = String::new();
                child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
                panic!("first line {first:?}\n{log}")
            });
        Self {
            address: address.to_owned(),
            log: BufReader::new(child.stderr.take().unwrap()),
            child,
        }
    }

    /// Reads the log until a line holds `part`.
    fn wait_for_log(&mut self, part: &str) -> String {
        let mut seen = String::new();
        loop {
            let mut line = String::new();
            assert_ne!(
                self.log.read_line(&mut line).unwrap(),
                0,
                "the log ended without {part:?}:\n{seen}"
            );
            if line.contains(part) {
                return line;
            }
            seen.push_str(&line);
        }
    }

    fn get(&self, address: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn invalid_configuration_exits_2_and_names_key_value_and_fix() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = serve(folder.path());
    command.args(["--set", "policy.allow-write=true", "--set", "limits.deadline=soon"]);
    let message = fails(command, 2);
    for part in [
        "policy.allow-write",
        "did you mean `policy.allow-writes`?",
        "\"soon\"",
        "\"30s\"",
    ] {
        assert!(message.contains(part), "{part} is not in {message}");
    }
    let mut command = serve(folder.path());
    command.args(["--config", "gone.toml"]);
    assert!(fails(command, 2).contains("gone.toml: cannot be read"));
    let mut command = serve(folder.path());
    command.env("UNITY_TOOL_HOST_LIMITS_PAGE", "huge");
    assert!(fails(command, 2).contains("UNITY_TOOL_HOST_LIMITS_PAGE"));
}

#[test]
fn rejects_listening_beyond_loopback_without_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = program(folder.path(), "serve");
    command.args(["--listen", "0.0.0.0:0"]);
    assert!(fails(command, 2).contains("`server.token-file` is not set"));
}

#[test]
fn check_prints_values_with_origin_and_creates_no_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("unity-tool-host.toml"),
        "[policy]\nallow-writes = true\n",
    )
    .unwrap();
    let mut command = serve(folder.path());
    let output = command.arg("--check").output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = text(&output.stdout);
    for line in [
        "policy.allow-writes = true  # configuration file",
        "server.listen = \"127.0.0.1:0\"  # flag --listen",
        "limits.deadline = \"30s\"  # default",
    ] {
        assert!(printed.contains(line), "{line} is not in\n{printed}");
    }
    assert!(!folder.path().join("data").exists());
}

#[test]
fn invalid_project_exits_2_and_lists_nearby_projects() {
    let folder = tempfile::tempdir().unwrap();
    for part in ["Assets", "ProjectSettings"] {
        std::fs::create_dir_all(folder.path().join("games").join("Game").join(part)).unwrap();
    }
    let mut command = serve(folder.path());
    command.args(["--project", "games"]);
    let message = fails(command, 2);
    assert!(
        message.contains("no Unity project") && message.contains("Game"),
        "{message}"
    );
}

#[test]
fn reports_a_port_in_use_and_suggests_another() {
    let folder = tempfile::tempdir().unwrap();
    let holder = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = holder.local_addr().unwrap().port();
    let mut command = program(folder.path(), "serve");
    command.args(["--listen", &format!("127.0.0.1:{port}")]);
    let message = fails(command, 1);
    assert!(
        message.contains(&format!("port {port}")) && message.contains("--listen 127.0.0.1:"),
        "{message}"
    );
}

#[test]
fn prints_the_address_and_serves_ipv4_and_ipv6_loopback() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::start(serve(folder.path()));
    assert!(serving.get(&serving.address, "/health").starts_with("HTTP/1.1 200"));
    let port = serving.address.rsplit(':').next().unwrap();
    if TcpListener::bind("[::1]:0").is_ok() {
        assert!(
            serving
                .get(&format!("[::1]:{port}"), "/health")
                .starts_with("HTTP/1.1 200")
        );
    }
}

#[cfg(unix)]
#[test]
fn sigterm_and_sigint_exit_0_and_remove_the_discovery_file() {
    use rustix::process::{Pid, Signal, kill_process};
    for signal in [Signal::TERM, Signal::INT] {
        let folder = tempfile::tempdir().unwrap();
        let mut serving = Serving::start(serve(folder.path()));
        let pid = Pid::from_raw(i32::try_from(serving.child.id()).unwrap()).unwrap();
        let found = folder.path().join("found.json");
        let notice = std::fs::read_to_string(&found).unwrap();
        assert!(notice.contains(&format!("\"http://{}/\"", serving.address)), "{notice}");
        assert!(notice.contains(&format!("\"pid\": {}", serving.child.id())), "{notice}");
        kill_process(pid, signal).unwrap();
        assert_eq!(serving.child.wait().unwrap().code(), Some(0));
        assert!(!found.exists(), "the discovery file goes with its host");
    }
}

#[test]
fn creates_a_token_file_and_requires_the_token() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = serve(folder.path());
    command.args(["--set", "server.token-file=token"]);
    let serving = Serving::start(command);
    let token = std::fs::read_to_string(folder.path().join("token")).unwrap();
    assert_eq!(token.trim().len(), 64);
    assert!(
        serving.get(&serving.address, "/health").starts_with("HTTP/1.1 200"),
        "the short health needs none"
    );
    assert!(serving.get(&serving.address, "/metrics").starts_with("HTTP/1.1 401"));
}

#[test]
fn watches_the_configuration_file_and_rejects_invalid_contents() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("unity-tool-host.toml");
    // Truncated and then written, as plain writes do.
    let put = |text: &str| std::fs::write(&file, text).unwrap();
    put("");
    let mut serving = Serving::start(serve(folder.path()));
    put("[policy]\nallow-writes = true\n");
    let line = serving.wait_for_log("the configuration file was changed and is active");
    assert!(line.contains("policy.allow-writes"), "{line}");
    put("[policy]\nallow-writes = maybe\n");
    serving.wait_for_log("nothing of it applies");
    put("[policy]\nallow-writes = true\n[server]\nmax-streams = 7\n[limits]\npage = \"8KiB\"\n");
    let line = serving.wait_for_log("the configuration file was changed and is active");
    assert!(line.contains("limits.page"), "{line}");
    serving.wait_for_log("only after a restart: server.max-streams");
    put("");
    let line = serving.wait_for_log("nothing of it applies");
    assert!(line.contains("sets no key"), "{line}");
    let health = serving.get(&serving.address, "/health");
    assert!(
        health.contains("sets no key") && health.contains("degraded"),
        "{health}"
    );
}

#[test]
fn disabled_protocol_returns_404_with_its_setting() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = serve(folder.path());
    command.args(["--set", "dialects.sse.enabled=false"]);
    let serving = Serving::start(command);
    let answer = serving.get(&serving.address, "/sse");
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
    assert!(answer.contains("dialects.sse.enabled"), "{answer}");
}

/// One line of a host's stdout, which is MCP's alone.
fn read_line(stdout: &mut impl BufRead) -> serde_json::Value {
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
}

#[test]
fn stdio_answers_announces_no_address_and_exits_with_stdin() {
    let folder = tempfile::tempdir().unwrap();
    let mut hosts = Vec::new();
    // Several at once, on the same folders.
    for _ in 0..2 {
        let mut command = program(folder.path(), "stdio");
        command
            .arg("--sample")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        hosts.push(command.spawn().unwrap());
    }
    for host in &mut hosts {
        let mut stdin = host.stdin.take().unwrap();
        let mut stdout = BufReader::new(host.stdout.take().unwrap());
        let hello = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;
        writeln!(stdin, "{hello}").unwrap();
        let welcome = read_line(&mut stdout);
        assert_eq!(welcome["result"]["protocolVersion"], "2025-11-25");
        let found = r#"{"jsonrpc":"2.0","id":2,"method":"server/discover","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
        writeln!(stdin, "{found}").unwrap();
        assert_eq!(read_line(&mut stdout)["result"]["supportedVersions"][0], "2026-07-28");
        writeln!(stdin, "{{").unwrap();
        assert_eq!(read_line(&mut stdout)["error"]["code"], -32700);
        drop(stdin);
        let mut rest = String::new();
        stdout.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "", "stdout holds nothing but messages");
        assert!(host.wait().unwrap().success());
    }
    assert!(!folder.path().join("found.json").exists(), "it announces no address");
}

#[cfg(unix)]
#[test]
fn stdio_exits_0_on_sigterm_while_stdin_is_open() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = tempfile::tempdir().unwrap();
    let mut command = program(folder.path(), "stdio");
    command
        .arg("--sample")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut host = command.spawn().unwrap();
    let mut stdin = host.stdin.take().unwrap();
    let mut stdout = BufReader::new(host.stdout.take().unwrap());
    writeln!(stdin, r#"{{"jsonrpc":"2.0","id":1,"method":"ping"}}"#).unwrap();
    assert_eq!(read_line(&mut stdout)["id"], 1);
    let pid = Pid::from_raw(i32::try_from(host.id()).unwrap()).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    assert!(host.wait().unwrap().success());
    drop(stdin);
}

#[test]
fn warns_of_persist_without_file_and_check_announces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = serve(folder.path());
    command.args(["--set", "policy.persist=true"]);
    assert!(
        Serving::start(command)
            .wait_for_log("policy.persist")
            .contains("--config FILE")
    );
    // Killed, that one left its file behind.
    let folder = tempfile::tempdir().unwrap();
    let output = serve(folder.path()).arg("--check").output().unwrap();
    let report = text(&output.stdout);
    for part in [
        "server.discovery-file = ",
        "# environment UE_MCP_DISCOVERY",
        "policy.ceiling.allow-writes = (as policy.allow-writes)",
    ] {
        assert!(report.contains(part), "{part} is not in {report}");
    }
    assert!(!folder.path().join("found.json").exists(), "checking announces nothing");
}

#[test]
fn list_and_call_work_without_a_client() {
    let folder = tempfile::tempdir().unwrap();
    let output = program(folder.path(), "list").arg("--json").output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout).trim(), "[]");
    let mut unknown = program(folder.path(), "call");
    unknown.args(["NoSuchTool", "{}"]);
    assert!(fails(unknown, 1).contains("UnknownName"));
    let mut wrong = program(folder.path(), "call");
    wrong.args(["GetStatus", "[1]"]);
    assert!(fails(wrong, 2).contains("expected a JSON object"));
    assert!(
        !folder.path().join("found.json").exists(),
        "only a serving host is announced"
    );
}
