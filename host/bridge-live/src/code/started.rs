//! What is remembered of the startup script: the processes that ran it, and what is told of the one that is linked.
//!
//! Belongs here: that memory, in files and here. Does not: when it runs (`startup`).

use data_encoding::HEXLOWER;
use host_bridge::ProjectInfo;
use host_scripts_folder::ScriptsFolder;
use sha2::{Digest, Sha256};
use std::collections::VecDeque;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// Processes that are remembered over runs of hosts; the oldest go first.
const MOST: usize = 1_024;

/// One that was here within this time is not forgotten for another, which is not started then: once too few, never twice. Who makes
/// processes up gets the script run in none that runs.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);

/// The processes that ran it, each as an empty file: a host that starts again, and another one with the same folder of scripts, know
/// them too.
#[derive(Debug)]
pub(super) struct Started {
    files: PathBuf,
    most: usize,
    /// Tells scripts of other folders apart.
    scripts: String,
    /// Processes whose first link to this host stood already, the newest last: what is switched on later is for the next process.
    met: Mutex<VecDeque<String>>,
}

impl Started {
    pub(super) fn new(files: PathBuf, folder: &ScriptsFolder) -> Self {
        // However the folder is spelt: through a link it is the same one.
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

    /// Whether this is that process's first link to this host.
    pub(super) fn meets(&self, instance: &str) -> bool {
        let mut met = self.met.lock().unwrap_or_else(PoisonError::into_inner);
        let is_first = !met.iter().any(|known| known == instance);
        if is_first {
            met.push_back(instance.to_owned());
            let over = met.len().saturating_sub(MOST);
            met.drain(..over);
        }
        is_first
    }

    /// A peer's own word is no part of a path.
    fn file(&self, instance: &str) -> PathBuf {
        let process = HEXLOWER.encode(&Sha256::digest(instance)[..16]);
        self.files.join(format!("{}-{process}", self.scripts))
    }

    /// It was not run there after all: it is tried as that process links again.
    pub(super) fn forget(&self, instance: &str) {
        // Where the file stays, it is not run there: once too few, never twice.
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
        // Who is asked for still runs, and goes after those that end. Where that cannot be noted it is known all the same.
        let _ = file.set_modified(SystemTime::now());
        true
    }

    /// Whether it is this caller who runs it there: one, of however many ask.
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
            // It does not run: nothing is to be remembered of it.
            let _ = std::fs::remove_file(&file);
        }
        made_room.map(|()| true)
    }

    /// # Errors
    /// As many are kept as may be, and each was here lately.
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
                let why = format!(
                    "it ran in {} processes within a day, as many as are remembered",
                    self.most
                );
                return Err(io::Error::other(why));
            }
            // Another host may have been quicker.
            let _ = std::fs::remove_file(path);
        }
        Ok(())
    }
}

/// What came of it in the process that is linked, as `unity_status` tells it.
#[derive(Debug, Default)]
pub(crate) struct Startup(Mutex<StartupOutcome>);

#[derive(Debug, Default)]
struct StartupOutcome {
    instance: String,
    /// A problem, or how it went.
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

    /// Adds it to what is known of that process: a problem to its problems. What went well comes back.
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
    fn one_of_all_who_ask_runs_it_in_a_process_and_none_is_forgotten_that_was_here_lately() {
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
        assert!(of("scripts").is_known("../../a"), "a host that starts again knows it");
        assert!(other.claim("../../a").expect("a file"), "other scripts are others");
        let inside = std::fs::read_dir(at("started")).expect("a folder").count();
        assert_eq!(inside, 2, "nothing lies elsewhere");
        for number in 0..ENOUGH - 2 {
            one.claim(&number.to_string()).expect("a file");
        }
        assert!(
            one.claim("one too many").is_err(),
            "nobody is forgotten who was here lately"
        );
        assert!(!one.is_known("one too many") && one.is_known("../../a"));
        let long_ago = SystemTime::now() - KEPT;
        for number in 0..ENOUGH - 2 {
            let file = std::fs::File::options()
                .append(true)
                .open(one.file(&number.to_string()));
            file.and_then(|file| file.set_modified(long_ago)).expect("older");
        }
        assert!(one.is_known("7"), "it is asked for, and young again");
        for number in 0..ENOUGH - 3 {
            one.claim(&format!("newer {number}")).expect("a file");
        }
        let left = std::fs::read_dir(at("started")).expect("a folder").count();
        assert_eq!(left, ENOUGH);
        assert!(
            one.is_known("../../a") && one.is_known("7") && !one.is_known("8"),
            "the living stay"
        );
        assert!(one.claim("one too many").is_err());
        std::fs::remove_dir_all(at("started")).expect("emptied");
        assert!(one.meets("a") && !one.meets("a") && one.meets("b"));
        assert!(one.claim("a").expect("a file"));
        one.forget("a");
        assert!(one.meets("a") && !one.meets("b") && one.claim("a").expect("a file"));
    }
}
