//! The host file, which Unity instances of this user read to find a host that accepts them.
//!
//! This module defines its content, and writes and removes it. `bridge-live` proves the knowledge of its secret.

use crate::{places, process_start};
use anyhow::{Context, Result};
use host_bridge_live::HostName;
use host_bridge_live::limits::PROTOCOL;
use host_bridge_live::trust::Secret;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

/// Name of the folder for the host files of all hosts, in the data folder.
const FOLDER: &str = "hosts";

/// The content of the host file, which tells Unity instances the address and process of this host. `PROTOCOL.md` of the
/// link defines it.
#[derive(serde::Serialize)]
struct Content<'a> {
    version: u32,
    address: String,
    run: &'a str,
    pid: u32,
    /// Start time of the process in milliseconds since 1970; empty if unknown.
    started: String,
    protocol: [u32; 2],
    secret: &'a str,
}

/// The file that Unity instances of this user read to find this host. Dropping this value removes the file. Writing and
/// dropping block the thread.
#[derive(Debug)]
pub(crate) struct HostFile(PathBuf);

impl HostFile {
    /// Writes the host file with the first of `addresses` that loopback connections reach; fails if there is none.
    pub(crate) fn write(data_dir: &Path, addresses: &[SocketAddr], host: &HostName, secret: &Secret) -> Result<Self> {
        let address = addresses.iter().find_map(|address| by_loopback(*address)).context(
            "no address of `server.listen` is loopback, and Unity instances can connect only from this machine; add \
             \"127.0.0.1:7000\" to it",
        )?;
        let folder = data_dir.join(FOLDER);
        places::create_private_folder(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        clear(&folder);
        let pid = std::process::id();
        let content = Content {
            version: 1,
            address: format!("ws://{address}/bridge"),
            run: &host.run,
            pid,
            started: process_start::start_millis()
                .map(|began| began.to_string())
                .unwrap_or_default(),
            protocol: PROTOCOL,
            secret: secret.reveal(),
        };
        // An existing file with this process id belongs to a process that has ended.
        let file = folder.join(format!("{pid}.json"));
        // Readable only by its owner from its first byte on, and complete as soon as it is visible.
        let mut fresh = tempfile::Builder::new().prefix(".host-").tempfile_in(&folder)?;
        fresh.write_all(&serde_json::to_vec_pretty(&content)?)?;
        fresh.persist(&file).map_err(|failed| failed.error)?;
        Ok(Self(file))
    }
}

/// Removes the host files of killed hosts. Unity instances ignore these files, and no other process removes them.
fn clear(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    for path in entries.map(|entry| entry.path()) {
        let pid = path.file_stem().and_then(|stem| stem.to_str()?.parse().ok());
        if path.extension().is_some_and(|kind| kind == "json") && pid.is_some_and(is_gone) {
            // Another host may have removed it first.
            let _ = std::fs::remove_file(&path);
        }
    }
}

/// True if there is certainly no process with this id.
#[cfg(unix)]
fn is_gone(pid: i32) -> bool {
    let pid = rustix::process::Pid::from_raw(pid);
    pid.is_some_and(|pid| rustix::process::test_kill_process(pid) == Err(rustix::io::Errno::SRCH))
}

/// Returns false: this system has no such check, so the file remains. Unity instances check the process themselves.
#[cfg(not(unix))]
fn is_gone(_pid: i32) -> bool {
    false
}

impl Drop for HostFile {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.0)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!(file = %self.0.display(), %error, "cannot remove the host file");
        }
    }
}

/// Returns the loopback address through which this machine reaches a listener at `address`; `None` if there is none.
fn by_loopback(address: SocketAddr) -> Option<SocketAddr> {
    match address.ip() {
        ip if ip.is_loopback() => Some(address),
        // A wildcard address of either family also accepts this one, except on systems that separate the families.
        IpAddr::V4(ip) if ip.is_unspecified() => Some(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port())),
        IpAddr::V6(ip) if ip.is_unspecified() => {
            Some(SocketAddr::new(std::net::Ipv6Addr::LOCALHOST.into(), address.port()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn write(folder: &Path, addresses: &[&str]) -> Result<HostFile> {
        let addresses: Vec<SocketAddr> = addresses.iter().map(|address| address.parse().unwrap()).collect();
        let host = HostName {
            version: "0.1.0".to_owned(),
            run: "9f2c".to_owned(),
        };
        HostFile::write(
            folder,
            &addresses,
            &host,
            &Secret::from_text("0123456789abcdef").unwrap(),
        )
    }

    #[test]
    fn host_file_is_private_complete_and_removed_at_exit() {
        let folder = tempfile::tempdir().unwrap();
        let file = write(folder.path(), &["192.0.2.1:7", "127.0.0.1:8090"]).unwrap();
        let found: Value = serde_json::from_slice(&std::fs::read(&file.0).unwrap()).unwrap();
        assert_eq!(found["address"], "ws://127.0.0.1:8090/bridge");
        assert_eq!(found["pid"], std::process::id());
        assert_eq!(
            (&found["version"], &found["run"], &found["secret"], &found["protocol"]),
            (
                &1.into(),
                &"9f2c".into(),
                &"0123456789abcdef".into(),
                &serde_json::json!([1, 1])
            )
        );
        assert_eq!(
            found["started"].as_str().unwrap(),
            process_start::start_millis()
                .map(|at| at.to_string())
                .unwrap_or_default()
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(&file.0), mode(file.0.parent().unwrap())), (0o600, 0o700));
        }
        let hosts = folder.path().join(FOLDER);
        drop(file);
        assert_eq!(std::fs::read_dir(hosts).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[test]
    fn removes_file_of_ended_host_and_keeps_others() {
        let mut child = std::process::Command::new("true").spawn().unwrap();
        let ended = child.id();
        child.wait().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let hosts = folder.path().join(FOLDER);
        std::fs::create_dir(&hosts).unwrap();
        let parent = std::os::unix::process::parent_id();
        for name in [format!("{ended}.json"), format!("{parent}.json"), "note.txt".to_owned()] {
            std::fs::write(hosts.join(name), "{}").unwrap();
        }
        let _file = write(folder.path(), &["127.0.0.1:1"]).unwrap();
        assert!(!hosts.join(format!("{ended}.json")).exists());
        assert!(hosts.join(format!("{parent}.json")).exists() && hosts.join("note.txt").exists());
    }

    #[test]
    fn rejects_host_file_without_loopback_address() {
        let folder = tempfile::tempdir().unwrap();
        for (listen, told) in [
            ("0.0.0.0:5", "ws://127.0.0.1:5/bridge"),
            ("[::]:5", "ws://[::1]:5/bridge"),
        ] {
            let file = write(folder.path(), &[listen]).unwrap();
            let found: Value = serde_json::from_slice(&std::fs::read(&file.0).unwrap()).unwrap();
            assert_eq!(found["address"], told);
        }
        let error = write(folder.path(), &["192.0.2.1:7"]).unwrap_err().to_string();
        assert!(error.contains("server.listen") && error.contains("loopback"), "{error}");
    }
}
