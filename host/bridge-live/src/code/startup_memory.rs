//! Records about the startup script: the processes that ran it, and its result in the process that is connected now.
//!
//! Belongs here: these records, in files and in memory. Does not: the decision when the script runs (`startup`).

use data_encoding::HEXLOWER;
use host_bridge::ProjectInfo;
use host_scripts_folder::ScriptsFolder;
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// Maximum number of files that record which Unity process ran the startup script. Above it, the oldest are deleted.
const MOST: usize = 1_024;

/// The minimum age of the record of a Unity process before it may be deleted. If the maximum is reached and all records
/// are younger, the startup script does not run in a new process: it may be omitted, but it never runs twice. So a
/// client that invents process ids cannot cause a second run.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// The processes that ran the startup script. Each one is an empty file, so that a restarted host, and other hosts with
/// the same scripts folder, know it, too.
#[derive(Debug)]
pub(super) struct Started {
    files: PathBuf,
    most: usize,
    /// A hash of the path of the scripts folder. It separates the records of different scripts folders.
    scripts: String,
    /// The Unity processes that connected to this host before, the newest last. If the operator enables the script
    /// later, it runs only in other processes.
    met: Mutex<VecDeque<String>>,
}

impl Started {
    pub(super) fn new(files: PathBuf, folder: &ScriptsFolder) -> Self {
        // All spellings of the folder, also through links, give the same value.
        let place = folder
            .place()
            .canonicalize()
            .unwrap_or_else(|_| folder.place().to_path_buf());
        let folder = place.as_os_str().as_encoded_bytes().to_vec();
        Self {
            files,
            most: MOST,
            scripts: HEXLOWER.encode(&Sha256::digest(folder)[..8]),
            met: Mutex::default(),
        }
    }

    /// Records that the process connected to this host. Returns true if this is its first connection.
    pub(super) fn mark_first_link(&self, instance: &str) -> bool {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = !met.iter().any(|known| known == instance);
        if is_first {
            met.push_back(instance.to_owned());
            let over = met.len().saturating_sub(MOST);
            met.drain(..over);
        }
        is_first
    }

    /// Returns the path of the file that records a Unity process. Its name is a hash: no text from the instance.
    fn file(&self, instance: &str) -> PathBuf {
        let process = HEXLOWER.encode(&Sha256::digest(instance)[..16]);
        self.files.join(format!("{}-{process}", self.scripts))
    }

    /// Deletes the record that the script ran in a process. The script runs when the process connects again.
    pub(super) fn forget(&self, instance: &str) {
        // If the file remains, the script does not run there: once too rarely, never twice.
        if std::fs::remove_file(self.file(instance)).is_ok() {
            let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
            met.retain(|known| known != instance);
        }
    }

    pub(super) fn is_known(&self, instance: &str) -> bool {
        let file = self.file(instance);
        // Opening a pipe would wait for its reader.
        if !std::fs::symlink_metadata(&file).is_ok_and(|facts| facts.is_file()) {
            return false;
        }
        let Ok(file) = std::fs::File::options().append(true).open(file) else {
            return false;
        };
        // The process still runs, so it is evicted after processes that ended.
        let _ = file.set_modified(SystemTime::now());
        true
    }

    /// Creates the record file of the process. Returns true if the caller must run the script: exactly one of several
    /// simultaneous callers.
    pub(super) fn claim(&self, instance: &str) -> io::Result<bool> {
        std::fs::create_dir_all(&self.files)?;
        let file = self.file(instance);
        match std::fs::File::create_new(&file) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(false),
            Err(error) => return Err(error),
        }
        let made_room = self.make_room();
        if made_room.is_err() {
            // The script does not run, so the process is forgotten.
            let _ = std::fs::remove_file(&file);
        }
        made_room.map(|()| true)
    }

    /// Deletes the oldest record files of Unity processes above the maximum. Fails if these files are too young.
    fn make_room(&self) -> io::Result<()> {
        let mut known = Vec::new();
        for entry in std::fs::read_dir(&self.files)? {
            let entry = entry?;
            let used = entry.metadata().and_then(|facts| facts.modified());
            known.push((used.unwrap_or(SystemTime::UNIX_EPOCH), entry.path()));
        }
        known.sort();
        let now = SystemTime::now();
        for (used, path) in known.iter().take(known.len().saturating_sub(self.most)) {
            if now.duration_since(*used).unwrap_or_default() < KEPT {
                let why = format!("it ran in {} processes within a day, which is the maximum", self.most);
                return Err(io::Error::other(why));
            }
            // Another host may have deleted it already.
            let _ = std::fs::remove_file(path);
        }
        Ok(())
    }
}

/// The message about the startup script in the connected process, which `unity_status` shows.
#[derive(Debug, Default)]
pub(crate) struct Startup(Mutex<StartupOutcome>);

#[derive(Debug, Default)]
struct StartupOutcome {
    instance: String,
    /// The message about the startup script: `Ok` for a success, `Err` for a problem, `None` if the script did not run.
    line: Option<Result<String, String>>,
}

impl Startup {
    pub(super) fn tell(&self, instance: &str, line: Result<String, String>) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *told = StartupOutcome {
            instance: instance.to_owned(),
            line: Some(line),
        };
    }

    /// Adds the message about the script in the process `instance` to `info.problems` if the script failed. Returns the
    /// message if it succeeded.
    pub(crate) fn add(&self, info: &mut ProjectInfo, instance: &str) -> Option<String> {
        let told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match told.line.clone().filter(|_| told.instance == instance)? {
            Ok(line) => Some(line),
            Err(problem) => {
                info.problems.push(problem);
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_claim_per_process_succeeds_and_recent_processes_stay_known() {
        const ENOUGH: usize = 16;
        let base = tempfile::tempdir().expect("a folder");
        let at = |name: &str| base.path().join(name);
        let of = |scripts: &str| Started {
            most: ENOUGH,
            ..Started::new(at("started"), &ScriptsFolder::new(&at(scripts), &at("project")))
        };
        let (one, other) = (of("scripts"), of("others"));
        assert!(!one.is_known("../../a"));
        assert!(one.claim("../../a").expect("a file") && !one.claim("../../a").expect("no file"));
        assert!(of("scripts").is_known("../../a"), "a restarted host knows it");
        assert!(other.claim("../../a").expect("a file"), "other scripts are others");
        let inside = std::fs::read_dir(at("started")).expect("a folder").count();
        assert_eq!(inside, 2, "no file elsewhere");
        for number in 0..ENOUGH - 2 {
            one.claim(&number.to_string()).expect("a file");
        }
        assert!(one.claim("one too many").is_err(), "no recent process is evicted");
        assert!(!one.is_known("one too many") && one.is_known("../../a"));
        let long_ago = SystemTime::now() - KEPT;
        for number in 0..ENOUGH - 2 {
            let file = std::fs::File::options()
                .append(true)
                .open(one.file(&number.to_string()));
            file.and_then(|file| file.set_modified(long_ago)).expect("older");
        }
        assert!(one.is_known("7"), "a query makes it recent");
        for number in 0..ENOUGH - 3 {
            one.claim(&format!("newer {number}")).expect("a file");
        }
        let left = std::fs::read_dir(at("started")).expect("a folder").count();
        assert_eq!(left, ENOUGH);
        assert!(
            one.is_known("../../a") && one.is_known("7") && !one.is_known("8"),
            "running processes stay"
        );
        assert!(one.claim("one too many").is_err());
        std::fs::remove_dir_all(at("started")).expect("emptied");
        assert!(one.mark_first_link("a") && !one.mark_first_link("a") && one.mark_first_link("b"));
        assert!(one.claim("a").expect("a file"));
        one.forget("a");
        assert!(one.mark_first_link("a") && !one.mark_first_link("b") && one.claim("a").expect("a file"));
    }
}
