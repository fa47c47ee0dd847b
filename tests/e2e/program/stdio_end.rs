//! The end of `stdio` by a signal: what its client still gets.

use super::{program_with, read_line};
use serde_json::{Value, json};
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use tests_support::paths;

struct Client {
    host: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
}

impl Client {
    /// With a session, on a host with the bundled tools.
    fn start(folder: &std::path::Path, flags: &[&str]) -> Self {
        let mut command = program_with(folder, "stdio");
        command.arg("--bundled").arg(paths::components()).args(flags);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut host = command.spawn().unwrap();
        let (stdin, stdout) = (host.stdin.take().unwrap(), host.stdout.take().unwrap());
        let stdout = BufReader::new(stdout);
        let mut client = Self { host, stdin, stdout };
        client.say(
            &json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": { "protocolVersion": "2025-11-25",
            "capabilities": {} } }),
        );
        client.read_until(|said| said["id"] == 0);
        client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        client
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.stdin, "{message}").unwrap();
    }

    fn call(&mut self, id: u32, tool: &str, arguments: &Value) {
        let params = json!({ "name": tool, "arguments": arguments });
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params }));
    }

    /// The first message that is one of these.
    fn read_until(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        loop {
            let said = read_line(&mut self.stdout);
            if is_meant(&said) {
                return said;
            }
        }
    }

    fn terminate(&self) {
        use rustix::process::{Pid, Signal, kill_process};
        let pid = Pid::from_raw(i32::try_from(self.host.id()).unwrap()).unwrap();
        kill_process(pid, Signal::TERM).unwrap();
    }
}

#[test]
fn rejects_new_calls_while_draining_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let bundle = paths::fixture_bundle(crate::guests::ECHO).unwrap();
    let bundle = bundle.display().to_string();
    let flags = ["--sample", "--tools", &bundle, "--set", "server.drain='60s'"];
    let mut client = Client::start(folder.path(), &flags);
    client.call(1, crate::guests::SLEEP_LOOP, &json!({}));
    // Answered behind it, so that the call has begun.
    client.call(2, "no_such_tool", &json!({}));
    client.read_until(|said| said["id"] == 2);
    client.terminate();
    // The signal is taken at some moment: calls that come before are answered as ever.
    let refused = (3..).find_map(|id| {
        client.call(id, "no_such_tool", &json!({}));
        let answer = client.read_until(|said| said["id"] == id);
        answer.to_string().contains("shutting down").then_some(answer)
    });
    assert!(refused.unwrap().to_string().contains("NotReady"));
    // Nothing is left to drain.
    client.say(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 1 } }));
    assert!(client.host.wait().unwrap().success());
}

#[test]
fn notifies_the_client_of_unsaved_edits_before_exit() {
    let folder = tempfile::tempdir().unwrap();
    let member = r#"policy.reflection-allowlist-members=["UnityEngine.Light.intensity"]"#;
    let allowed = ["--sample", "--set", "policy.allow-writes=true", "--set", member];
    let mut client = Client::start(folder.path(), &allowed);
    let set = json!({ "object": "/Lighting/Point Light", "component": "Light", "field": "intensity", "value": 2 });
    client.call(
        1,
        "edit_objects",
        &json!({ "confirm": true, "edits": [{ "set": set }] }),
    );
    let answer = client.read_until(|said| said["id"] == 1);
    assert_ne!(answer["result"]["isError"], true, "{answer}");
    client.terminate();
    // Its end would be a panic: nothing follows it.
    let line =
        client.read_until(|said| said["method"] == "notifications/message" && said.to_string().contains("unsaved"));
    assert_eq!(line["params"]["level"], "warning", "{line}");
    assert!(line.to_string().contains("1 unsaved edit"), "{line}");
    assert!(client.host.wait().unwrap().success());
}
