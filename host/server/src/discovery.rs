//! The discovery file, which clients of this machine read to find a serving host.
//!
//! This module defines the content, and writes and removes the file. `config` selects its path, `start` the time.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};

/// Maximum number of bytes that are read from an existing discovery file.
const LARGEST: u64 = 16 << 10;

/// The content of the discovery file, with the field names that clients of Unity Explorer read.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct Notice {
    pid: u32,
    base_url: String,
    port: u16,
    mode_hints: Vec<String>,
    started_at: String,
}

/// The discovery file that this host wrote. Dropping this value removes the file, unless another host replaced it.
/// Writing and dropping block the thread.
#[derive(Debug)]
pub(crate) struct Announced {
    file: PathBuf,
    notice: Notice,
}

impl Announced {
    /// Writes the file for a host that listens on `address`, and replaces an existing file.
    pub(crate) fn write(file: &Path, address: SocketAddr) -> Result<Self> {
        let notice = Notice {
            pid: std::process::id(),
            base_url: format!("http://{}/", reachable(address)),
            port: address.port(),
            mode_hints: vec!["streamable-http".to_owned()],
            started_at: current_time(),
        };
        let is_there = std::fs::symlink_metadata(file).is_ok_and(|found| found.is_file());
        if is_there && let Some(before) = read(file) {
            tracing::info!(
                file = %file.display(),
                pid = before.pid,
                url = %before.base_url,
                "replaced the discovery file of another host; clients find this host instead, while it serves"
            );
        }
        let announced = Self {
            file: file.to_path_buf(),
            notice,
        };
        announced.lay_down()?;
        Ok(announced)
    }

    /// Writes the file again if it is missing, because a later host ended or the folder was cleared. Does not change an
    /// existing file.
    pub(crate) fn restore(&self) {
        let gone =
            std::fs::symlink_metadata(&self.file).is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
        if gone && let Err(error) = self.lay_down() {
            tracing::debug!(file = %self.file.display(), "cannot write the discovery file again: {error:#}");
        }
    }

    fn lay_down(&self) -> Result<()> {
        let file = self.file.as_path();
        let folder = match file.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
        // A new file for the owner only, renamed over the old name. In a folder that every user may write to, this
        // replaces a planted link instead of following it.
        let mut fresh = tempfile::Builder::new()
            .prefix(".unity-explorer-mcp-")
            .tempfile_in(folder)?;
        fresh.write_all(&serde_json::to_vec_pretty(&self.notice)?)?;
        fresh.persist(file).map_err(|failed| failed.error)?;
        Ok(())
    }

    fn is_still_ours(&self) -> bool {
        let is_file = std::fs::symlink_metadata(&self.file).is_ok_and(|found| found.is_file());
        is_file && read(&self.file).is_some_and(|found| found == self.notice)
    }
}

impl Drop for Announced {
    fn drop(&mut self) {
        if !self.is_still_ours() {
            return;
        }
        if let Err(error) = std::fs::remove_file(&self.file) {
            tracing::warn!(file = %self.file.display(), %error, "cannot remove the discovery file");
        }
    }
}

fn read(file: &Path) -> Option<Notice> {
    let mut text = Vec::new();
    File::open(file).ok()?.take(LARGEST).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// Returns the address for clients of this machine. Replaces a wildcard IP address (`0.0.0.0`, `::`) by loopback.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Returns the current time in UTC with milliseconds, because some parsers of ISO 8601 accept no more digits.
fn current_time() -> String {
    let now = jiff::Timestamp::now();
    now.round(jiff::Unit::Millisecond).unwrap_or(now).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn address(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    fn content(file: &Path) -> Value {
        serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap()
    }

    #[test]
    fn file_contains_address_and_start_and_is_removed_at_exit() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("inner").join("found.json");
        let announced = Announced::write(&file, address("127.0.0.1:7123")).unwrap();
        let found = content(&file);
        assert_eq!(found["pid"], std::process::id());
        assert_eq!(found["baseUrl"], "http://127.0.0.1:7123/");
        assert_eq!(found["port"], 7123);
        assert_eq!(found["modeHints"], serde_json::json!(["streamable-http"]));
        let since: jiff::Timestamp = found["startedAt"].as_str().unwrap().parse().unwrap();
        assert!(since <= jiff::Timestamp::now() + std::time::Duration::from_millis(1));
        assert_eq!(found.as_object().unwrap().len(), 5);
        drop(announced);
        assert!(!file.exists());
        let left = std::fs::read_dir(file.parent().unwrap()).unwrap().count();
        assert_eq!(left, 0, "no other file stays behind");
    }

    #[test]
    fn replaces_unspecified_address_with_loopback() {
        let cases = [
            ("0.0.0.0:5", "127.0.0.1:5"),
            ("[::]:5", "[::1]:5"),
            ("192.0.2.1:5", "192.0.2.1:5"),
            ("[::1]:5", "[::1]:5"),
        ];
        for (bound, told) in cases {
            assert_eq!(reachable(address(bound)), address(told));
        }
    }

    #[test]
    fn keeps_discovery_file_of_another_host() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("found.json");
        let first = Announced::write(&file, address("127.0.0.1:1")).unwrap();
        let second = Announced::write(&file, address("127.0.0.1:2")).unwrap();
        drop(first);
        assert_eq!(content(&file)["port"], 2);
        let mut foreign = content(&file);
        foreign["pid"] = 1.into();
        std::fs::write(&file, foreign.to_string()).unwrap();
        drop(second);
        assert_eq!(content(&file)["pid"], 1);
        let third = Announced::write(&file, address("127.0.0.1:3")).unwrap();
        std::fs::write(&file, "{ half").unwrap();
        drop(third);
        assert!(file.exists());
    }

    #[test]
    fn restores_discovery_file_after_a_later_host_ends() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("found.json");
        let first = Announced::write(&file, address("127.0.0.1:1")).unwrap();
        let second = Announced::write(&file, address("127.0.0.1:2")).unwrap();
        first.restore();
        assert_eq!(content(&file)["port"], 2, "the last one is found");
        drop(second);
        assert!(!file.exists());
        first.restore();
        assert_eq!(content(&file)["port"], 1);
        drop(first);
        assert!(!file.exists());
    }

    #[cfg(unix)]
    #[test]
    fn replaces_link_and_keeps_its_target() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let victim = folder.path().join("victim");
        std::fs::write(&victim, "mine").unwrap();
        let file = folder.path().join("found.json");
        std::os::unix::fs::symlink(&victim, &file).unwrap();
        let announced = Announced::write(&file, address("127.0.0.1:1")).unwrap();
        assert_eq!(std::fs::read_to_string(&victim).unwrap(), "mine");
        let found = std::fs::symlink_metadata(&file).unwrap();
        assert!(found.is_file() && found.permissions().mode() & 0o777 == 0o600);
        let aside = folder.path().join("aside.json");
        std::fs::rename(&file, &aside).unwrap();
        std::os::unix::fs::symlink(&aside, &file).unwrap();
        drop(announced);
        assert!(aside.exists() && std::fs::symlink_metadata(&file).is_ok());
    }

    #[test]
    fn returns_error_if_the_file_cannot_be_written() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("taken");
        std::fs::create_dir(&file).unwrap();
        std::fs::write(file.join("inside"), "").unwrap();
        assert!(Announced::write(&file, address("127.0.0.1:1")).is_err());
        let below = folder.path().join("text");
        std::fs::write(&below, "").unwrap();
        assert!(Announced::write(&below.join("found.json"), address("127.0.0.1:1")).is_err());
    }
}
