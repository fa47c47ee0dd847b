//! Parses the C# sources of one project on background threads and caches the results. Scene and prefab files are
//! expanded on separate background threads.
//!
//! A source that cannot be parsed is skipped with a reason. The reason is cached like a result, so that no later call
//! repeats the failed attempt.

mod allowance;
mod lanes;
mod memo;
pub mod turn;

pub(crate) use memo::Memo;

use allowance::Allowance;
use host_csharp::{MAX_SOURCE_BYTES, SourceFile, Symbols, parse_whole};
use lanes::{Lanes, Then, Work};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::watch;
use unity_files::Project;

/// Parsing time after which a C# source moves to the thread for slow sources, so that it does not delay other sources.
const QUICK: Duration = Duration::from_millis(100);

/// Maximum time for parsing one C# source; the parser then stops and the source is skipped.
const SLOW: Duration = Duration::from_secs(2);

/// Maximum total size in bytes of the sources whose declarations are cached; further sources are skipped.
const MAX_KEPT_BYTES: u64 = 256 * 1024 * 1024;

/// The result of looking up the declarations of one C# source.
#[derive(Clone, Debug)]
pub enum Source {
    Parsed(Arc<SourceFile>),
    /// The C# source does not exist or is skipped; the record of the current command has the reason.
    Skipped,
    /// The C# source is still being parsed. Values that are computed without its declarations must not be cached.
    Waiting,
}

impl Source {
    pub fn parsed(self) -> Option<Arc<SourceFile>> {
        match self {
            Self::Parsed(file) => Some(file),
            Self::Skipped | Self::Waiting => None,
        }
    }
}

/// The parsed sources of one project. The background threads start when they are first needed.
#[derive(Default)]
pub struct CsharpSources {
    shared: Arc<Shared>,
    lanes: Lanes,
    /// Threads for scene and prefab files, so that C# sources never wait for the expansion of a large scene.
    files: Lanes,
    /// Counter from which unique keys of background tasks are created.
    works: AtomicU64,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    known: HashMap<Box<str>, Known>,
    symbols: Symbols,
    /// Total size in bytes of the parsed sources.
    bytes: u64,
    /// Time that remains for parsing C# sources that end up skipped; it grows again slowly.
    in_vain: Allowance,
    /// Number of parsing attempts so far, for tests.
    attempts: u64,
}

type Stamp = (u64, SystemTime);

struct Known {
    stamp: Stamp,
    content: Result<Arc<SourceFile>, Arc<str>>,
    /// Time at which a skipped C# source is parsed again; `None` if its result is final.
    again: Option<Instant>,
}

impl Shared {
    /// Locks the parsed sources. A poisoned lock is accepted: no code panics while it holds it; changes are complete.
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, path: &str, stamp: Stamp, parsed: Parsed) {
        let mut state = self.state();
        let content = match parsed.content {
            Ok(_) if state.bytes.saturating_add(stamp.0) > MAX_KEPT_BYTES => Err(format!(
                "the sources that were read before it come to nearly {MAX_KEPT_BYTES} bytes, and no more are read"
            )
            .into()),
            content => content,
        };
        if content.is_ok() {
            state.bytes += stamp.0;
        }
        let known = Known {
            stamp,
            content,
            again: parsed.again,
        };
        state.forget(path);
        state.known.insert(path.into(), known);
    }
}

impl State {
    fn forget(&mut self, path: &str) {
        if let Some(Known {
            stamp, content: Ok(_), ..
        }) = self.known.remove(path)
        {
            self.bytes = self.bytes.saturating_sub(stamp.0);
        }
    }
}

struct Parsed {
    content: Result<Arc<SourceFile>, Arc<str>>,
    again: Option<Instant>,
}

impl CsharpSources {
    /// Returns the declarations of the C# source at the asset path `path`. The record of the current command (see
    /// [`turn::begin`]) limits the wait for the parser, and notes a source that is skipped or not ready.
    pub fn get(&self, project: &Arc<Project>, path: &str) -> Source {
        let Some(stamp) = project.roots().stamp(path).ok().flatten() else {
            return Source::Skipped;
        };
        self.use_symbols(project);
        if let Some(known) = self.find_known(path, stamp) {
            return known;
        }
        let key = key_of(path);
        if turn::is_patient() && !self.lanes.has(&key) {
            let parsed = parse(&self.shared, project, path, SLOW, &|| true);
            self.shared.keep(path, stamp, parsed);
        } else {
            self.queue(project, path, stamp, &key);
            if !self.is_done(&key) {
                turn::await_key(key);
                return Source::Waiting;
            }
        }
        self.find_known(path, stamp).unwrap_or(Source::Skipped)
    }

    /// Runs `work` on a background thread, unless a task with the same `key` is queued or running. If the task has not
    /// ended, returns false and marks the current command as waiting for it.
    pub(crate) fn run_in_background(&self, key: &str, work: impl FnOnce() + Send + 'static) -> bool {
        if turn::is_patient() && !self.lanes.has(key) {
            work();
            return true;
        }
        self.lanes.put(key, whole(work));
        let done = self.is_done(key);
        if !done {
            turn::await_key(key.to_owned());
        }
        done
    }

    /// Runs `work`, which expands the scene or prefab at the asset path `path`, on a background thread. If it has not
    /// ended, returns false and marks the current command as waiting for it.
    pub fn play_out(&self, path: &str, work: impl FnOnce() + Send + 'static) -> bool {
        let key = format!("{FILE}{path}");
        self.files.put(&key, whole(work));
        let done = !self.files.has(&key);
        if !done {
            turn::await_key(key);
        }
        done
    }

    /// Queues `work` on the thread for scene and prefab files, unless a task with the key `key` is queued or running.
    pub(crate) fn beside_file(&self, key: &str, work: impl FnOnce() + Send + 'static) {
        self.files.put(key, whole(work));
    }

    /// Returns a new unique key for a task that concerns the file at that path.
    pub(crate) fn new_file_key(&self, path: &str) -> String {
        let number = self.works.fetch_add(1, Ordering::Relaxed);
        format!("{FILE}{path}{OF_WORK}{number}")
    }

    /// Waits for the task with the key `key` as long as the current command allows; true if the task has ended. If no
    /// waiting is allowed, the result is always false, so that it does not depend on timing.
    fn is_done(&self, key: &str) -> bool {
        let patience = turn::patience();
        !patience.is_some_and(|patience| patience.is_zero()) && self.lanes.wait(key, patience)
    }

    /// Returns a signal that becomes true when the background tasks with these keys have ended. If some of the keys are
    /// of tasks for scene or prefab files, it waits only for those.
    pub fn end_signal(&self, awaited: &[String]) -> watch::Receiver<bool> {
        match awaited.iter().any(|key| file_of(key).is_some()) {
            true => self.files.end_signal(awaited),
            false => self.lanes.end_signal(awaited),
        }
    }

    /// Removes the cached declarations of a C# source whose file changed although its size and time are unchanged.
    pub fn forget(&self, path: &str) {
        self.shared.state().forget(path);
    }

    /// Returns the number of parsing attempts so far.
    pub fn attempts(&self) -> u64 {
        self.shared.state().attempts
    }

    fn use_symbols(&self, project: &Project) {
        let mut state = self.shared.state();
        if state.symbols != project.symbols {
            state.symbols = project.symbols.clone();
            state.known.clear();
            state.bytes = 0;
        }
    }

    fn find_known(&self, path: &str, stamp: Stamp) -> Option<Source> {
        let state = self.shared.state();
        let known = state.known.get(path).filter(|known| known.stamp == stamp)?;
        match &known.content {
            Ok(file) => Some(Source::Parsed(Arc::clone(file))),
            Err(_) if known.again.is_some_and(|again| Instant::now() >= again) => None,
            Err(why) => {
                turn::skip(path, why);
                Some(Source::Skipped)
            }
        }
    }

    fn queue(&self, project: &Arc<Project>, path: &str, stamp: Stamp, key: &str) {
        let (shared, project, path) = (Arc::clone(&self.shared), Arc::clone(project), path.to_owned());
        let quick = move |go_on: &dyn Fn() -> bool| {
            let until = Instant::now() + QUICK;
            let parsed = parse(&shared, &project, &path, QUICK, go_on);
            if parsed.content.is_ok() || Instant::now() < until {
                shared.keep(&path, stamp, parsed);
                return Then::Done;
            }
            Then::Slowly(Box::new(move |go_on: &dyn Fn() -> bool| {
                let parsed = parse(&shared, &project, &path, SLOW, go_on);
                shared.keep(&path, stamp, parsed);
                Then::Done
            }))
        };
        self.lanes.put(key, Box::new(quick));
    }
}

/// Returns the key of the background task that parses the C# source at `path`. Keys of other tasks begin differently.
fn key_of(path: &str) -> String {
    format!("source:{path}")
}

/// Converts a closure to a task that runs to its end on the thread for quick tasks.
fn whole(work: impl FnOnce() + Send + 'static) -> Work {
    Box::new(move |_| {
        work();
        Then::Done
    })
}

/// Prefix of the keys of tasks for scene and prefab files.
const FILE: &str = "file:";

/// Separator between the file's path and the unique number in a task's key; no path contains this character.
const OF_WORK: char = '\0';

/// Returns the path of the file in the key of a task for a file; `None` for other tasks.
pub fn file_of(key: &str) -> Option<&str> {
    key.strip_prefix(FILE)?.split(OF_WORK).next()
}

/// Returns the asset path in the key of a task that parses a source; `None` for other tasks.
pub fn path_of(key: &str) -> Option<&str> {
    key.strip_prefix("source:")
}

fn parse(shared: &Shared, project: &Project, path: &str, most: Duration, go_on: &dyn Fn() -> bool) -> Parsed {
    let refused = |why: String| Parsed {
        content: Err(why.into()),
        again: None,
    };
    let bytes = match project.read_at_most(path, MAX_SOURCE_BYTES as u64) {
        Ok(bytes) => bytes,
        Err(problem) => return refused(problem.to_string()),
    };
    let started = Instant::now();
    let left = {
        let mut state = shared.state();
        state.attempts += 1;
        state.in_vain.remaining(started)
    };
    let Some(left) = left else {
        return Parsed {
            content: Err(Allowance::WHY.into()),
            again: Some(started + Allowance::PAUSE),
        };
    };
    let until = started + most.min(left);
    let text = String::from_utf8_lossy(&bytes);
    let parsed = parse_whole(path, &text, &project.symbols, &mut || Instant::now() < until && go_on());
    match parsed {
        Ok(file) => Parsed {
            content: Ok(Arc::new(file)),
            again: None,
        },
        Err(error) => {
            shared.state().in_vain.spend(started.elapsed());
            refused(error.reason())
        }
    }
}

#[cfg(test)]
mod tests;
