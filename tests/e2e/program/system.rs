//! What the system asks of the program or forbids it: signals, executable memory.

use super::{Serving, fails, program, serve};
use rustix::process::{Pid, Signal, kill_process};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

#[test]
fn sighup_reloads_the_configuration_and_logs_the_result() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("unity-tool-host.toml");
    std::fs::write(&file, "").unwrap();
    let mut serving = Serving::start(serve(folder.path()));
    let pid = Pid::from_raw(i32::try_from(serving.child.id()).unwrap()).unwrap();
    kill_process(pid, Signal::HUP).unwrap();
    serving.wait_for_log("SIGHUP: the file was read again and changes nothing that applies at once");
    let put = |text: &str| {
        let fresh = folder.path().join("fresh");
        std::fs::write(&fresh, text).unwrap();
        std::fs::rename(&fresh, &file).unwrap();
    };
    put("[policy]\nallow-writes = true\n[server]\nmax-streams = 7\n");
    // Whether the watch or the signal comes first: the change is applied, and what waits for a restart is named.
    serving.wait_for_log("policy.allow-writes");
    kill_process(pid, Signal::HUP).unwrap();
    let line = serving.wait_for_log("SIGHUP: the file was read again");
    assert!(
        line.contains("active only after a restart: server.max-streams"),
        "{line}"
    );
    put("[policy]\nprofile = \"standart\"\n");
    let line = serving.wait_for_log("nothing of it applies");
    assert!(line.contains("did you mean `standard`?"), "{line}");
    kill_process(pid, Signal::HUP).unwrap();
    serving.wait_for_log("SIGHUP: the configuration was not reloaded");
    assert!(
        serving.get(&serving.address, "/ready").starts_with("HTTP/1.1 200"),
        "it serves on"
    );
    kill_process(pid, Signal::TERM).unwrap();
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));
}

/// One request with a wrong token.
fn fail_login(serving: &Serving) {
    let mut stream = TcpStream::connect(&serving.address).unwrap();
    let request =
        "GET /metrics HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer wrong\r\nConnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 401"), "{answer}");
}

/// The first failed login is logged at once, later ones with their count when 10 seconds are over: without another request, and also
/// when the host ends before that.
#[test]
fn logs_the_failed_login_count_without_a_further_request() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = serve(folder.path());
    command.args(["--set", "server.token-file=token"]);
    let mut serving = Serving::start(command);
    (0..4).for_each(|_| fail_login(&serving));
    let counted = |serving: &mut Serving, failures: u32| {
        let line = serving.wait_for_log("failed login");
        assert!(line.contains(&format!("failures={failures}")), "{line}");
    };
    counted(&mut serving, 1);
    counted(&mut serving, 3);
    (0..2).for_each(|_| fail_login(&serving));
    let pid = Pid::from_raw(i32::try_from(serving.child.id()).unwrap()).unwrap();
    kill_process(pid, Signal::TERM).unwrap();
    counted(&mut serving, 2);
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));
}

/// `PR_SET_MDWE`, as systemd's `MemoryDenyWriteExecute=yes` sets it, in the program alone. False where the system has none.
#[cfg(target_os = "linux")]
fn deny_executable_memory(command: &mut std::process::Command) -> bool {
    use std::os::unix::process::CommandExt as _;
    const SET_MDWE: libc::c_int = 65;
    const REFUSE_EXEC_GAIN: libc::c_ulong = 1;
    let set = || {
        // SAFETY: one system call with numbers alone.
        #[expect(unsafe_code, reason = "no library sets it")]
        let set = unsafe { libc::prctl(SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0) };
        match set {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()),
        }
    };
    let mut probe = std::process::Command::new("/bin/true");
    for command in [&mut probe, command] {
        // SAFETY: the closure makes one system call and allocates nothing.
        #[expect(unsafe_code, reason = "it has to be set between fork and exec")]
        unsafe {
            command.pre_exec(set);
        }
    }
    probe.status().is_ok_and(|status| status.success())
}

#[cfg(target_os = "linux")]
#[test]
fn reports_forbidden_executable_memory_with_the_remedy() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["serve", "list"] {
        let mut command = program(folder.path(), name);
        if !deny_executable_memory(&mut command) {
            let why = "this kernel has no PR_SET_MDWE (Linux 6.3 and later)";
            return tests_support::environment::skip("executable memory", why).unwrap();
        }
        let message = fails(command, 1);
        let last = message.lines().last().unwrap_or_default();
        for part in [
            "this system forbids this process to make memory executable",
            "Permission denied",
            "MemoryDenyWriteExecute=no",
        ] {
            assert!(last.contains(part), "{name}: no {part:?} in {message}");
        }
        for wrong in ["damaged", "another version", "does not compile", "time limit"] {
            assert!(!message.contains(wrong), "{name}: {message}");
        }
    }
}
