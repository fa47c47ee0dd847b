//! Detects changes of files by events of the operating system, or else by polling. Combines changes into reports.

mod poll;
mod root;

pub use root::RootChange;

use notify::{Event, EventKind, RecursiveMode, Watcher, event::ModifyKind};
use root::RootLook;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use unity_files::{DiskChange, has_extension};

/// The setting that selects how changes of files are detected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WatchMode {
    /// Uses events of the operating system. Uses polling if these do not arrive.
    #[default]
    Auto,
    Poll,
    Off,
}

/// The time without a change of files after which a series of changes is reported.
const QUIET: Duration = Duration::from_millis(200);

/// The time after which a series of changes is reported even if files still change.
const LONGEST: Duration = Duration::from_secs(2);

/// The interval of checks whether another folder has replaced the project folder. The system sends no event for this.
const ROOT_EVERY: Duration = Duration::from_secs(2);

const QUEUE: usize = 1_024;

const FOLDERS: [&str; 3] = ["Assets", "ProjectSettings", "Packages"];

/// A detected change: of files in the project folder, or of the project folder itself.
#[derive(Debug)]
pub enum Noticed {
    Inside(DiskChange),
    Root(RootChange),
}

/// A running watch of a project folder. Its thread ends when this value is dropped.
pub struct Watch {
    source: Option<Source>,
    thread: Option<JoinHandle<()>>,
}

/// The source from which a watch learns of changes: events or polling. When it is dropped, the thread of the watch
/// ends, because the channel for which the thread waits is closed.
enum Source {
    Events(Arc<Mutex<Watching>>),
    Poll(#[expect(dead_code, reason = "held, not used: dropping it ends the polling")] SyncSender<()>),
}

/// The file watcher of the operating system. Dropping it closes the channel of its events. If the project folder was
/// replaced, the thread creates a new watcher.
#[derive(Default)]
struct Watching {
    watcher: Option<Box<dyn Watcher + Send>>,
    ended: bool,
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Some(Source::Events(watching)) = self.source.take() {
            let mut watching = watching.lock().unwrap_or_else(PoisonError::into_inner);
            watching.ended = true;
            watching.watcher = None;
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Starts a watch of the project folder `root`. Its thread calls `deliver` for each change, until it returns false. The
/// returned message for the log explains why the host polls or does not watch; `None` if events are used.
pub fn start(
    root: &Path,
    mode: WatchMode,
    deliver: impl Fn(Noticed) -> bool + Send + 'static,
) -> (Option<Watch>, Option<String>) {
    let look = RootLook::new(root);
    let why_poll = match mode {
        WatchMode::Off => return (None, None),
        WatchMode::Poll => "project.watch is \"poll\"".to_owned(),
        WatchMode::Auto if on_network_disk(root) => "this kind of disk sends no change events".to_owned(),
        WatchMode::Auto => {
            let watching = Arc::new(Mutex::new(Watching::default()));
            match Events::start(root, &watching) {
                Ok(events) => {
                    let (root, shared) = (root.to_path_buf(), Arc::clone(&watching));
                    let gather = move || gather(events, &root, look, &shared, deliver);
                    return spawn_watch(Source::Events(watching), gather, None);
                }
                Err(error) => format!("change events are not available: {error}"),
            }
        }
    };
    let note = format!("polling the project every {} s: {why_poll}", poll::EVERY.as_secs());
    let files = poll::Look::scan(root);
    let (stop, stopped) = sync_channel(1);
    spawn_watch(
        Source::Poll(stop),
        move || poll::watch(files, look, &stopped, deliver),
        Some(note),
    )
}

fn spawn_watch(
    source: Source,
    body: impl FnOnce() + Send + 'static,
    note: Option<String>,
) -> (Option<Watch>, Option<String>) {
    match std::thread::Builder::new().name("project-watch".to_owned()).spawn(body) {
        Ok(thread) => {
            let watch = Watch {
                source: Some(source),
                thread: Some(thread),
            };
            (Some(watch), note)
        }
        Err(error) => (
            None,
            Some(format!(
                "changes on disk are not detected: cannot start a thread: {error}"
            )),
        ),
    }
}

/// The changes of a project that one event of the operating system reports.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    change: DiskChange,
    /// Folders whose attributes changed. If such a folder has become readable, the thread must start to watch it.
    folders: BTreeSet<PathBuf>,
}

/// The events of one file watcher, as the thread receives them.
struct Events {
    receiver: Receiver<Seen>,
    lost: Arc<AtomicBool>,
}

impl Events {
    /// Starts to receive events for the folder `root`. Ends the previous watcher in `watching`.
    fn start(root: &Path, watching: &Mutex<Watching>) -> notify::Result<Self> {
        // Events contain the real paths of files.
        let root = root.canonicalize().unwrap_or_else(|_| root.to_path_buf());
        let (sender, receiver) = sync_channel(QUEUE);
        let lost = Arc::new(AtomicBool::new(false));
        let watcher = with_events(&root, on_event(root.clone(), sender, Arc::clone(&lost)))?;
        let mut watching = watching.lock().unwrap_or_else(PoisonError::into_inner);
        if !watching.ended {
            watching.watcher = Some(watcher);
        }
        Ok(Self { receiver, lost })
    }
}

fn with_events(root: &Path, handler: impl notify::EventHandler) -> notify::Result<Box<dyn Watcher + Send>> {
    let mut watcher = notify::recommended_watcher(handler)?;
    for folder in FOLDERS
        .iter()
        .map(|folder| root.join(folder))
        .filter(|folder| folder.is_dir())
    {
        watcher.watch(&folder, RecursiveMode::Recursive)?;
    }
    Ok(Box::new(watcher))
}

fn on_event(
    root: PathBuf,
    sender: SyncSender<Seen>,
    lost: Arc<AtomicBool>,
) -> impl FnMut(notify::Result<Event>) + Send + 'static {
    move |event| {
        let seen = match event {
            Ok(event) => classify(&root, &event),
            Err(_) => Seen {
                change: DiskChange {
                    everything: true,
                    ..DiskChange::default()
                },
                ..Seen::default()
            },
        };
        if seen != Seen::default() && sender.try_send(seen).is_err() {
            lost.store(true, Ordering::Relaxed);
        }
    }
}

fn classify(root: &Path, event: &Event) -> Seen {
    let mut change = DiskChange {
        everything: event.need_rescan(),
        ..DiskChange::default()
    };
    let mut folders = BTreeSet::new();
    if event.kind.is_access() {
        return Seen { change, folders };
    }
    if matches!(event.kind, EventKind::Modify(ModifyKind::Metadata(_))) {
        // A folder may have become readable or unreadable; its content has not changed.
        let is_folder = |path: &&PathBuf| std::fs::symlink_metadata(path).is_ok_and(|data| data.is_dir());
        folders.extend(event.paths.iter().filter(is_folder).cloned());
        change.structure |= !folders.is_empty();
    }
    let moved = matches!(
        event.kind,
        EventKind::Any | EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
    );
    for path in &event.paths {
        match unity_files::relative(path, root) {
            None => change.everything = true,
            Some(path) => note(&mut change, &path, moved),
        }
    }
    Seen { change, folders }
}

/// The kind of a changed path, which determines the data that the session reads again.
enum Kind {
    /// A settings file or a `.meta` file. The session reads the structure of the project folder again.
    Structure,
    /// A scene, prefab, script or library. The session reads everything again that uses the file.
    Asset,
    /// A path without a known file name extension. The change matters only if the path was created, removed or moved.
    Folder,
}

fn kind_of(path: &str) -> Option<Kind> {
    if path.split('/').any(|part| part.starts_with('.') || part.ends_with('~')) {
        return None;
    }
    let is = |extension| has_extension(path, extension);
    if is("meta")
        || is("asmdef")
        || is("asmref")
        || path.starts_with("ProjectSettings/")
        || (path.starts_with("Packages/") && is("json"))
    {
        Some(Kind::Structure)
    } else if is("unity") || is("prefab") || is("cs") || is("dll") {
        Some(Kind::Asset)
    } else {
        let file = path.rsplit('/').next().unwrap_or_default();
        (!file.contains('.')).then_some(Kind::Folder)
    }
}

fn note(change: &mut DiskChange, path: &str, moved: bool) {
    match kind_of(path) {
        Some(Kind::Structure) => change.structure = true,
        Some(Kind::Asset) => {
            change.structure |= moved;
            change.assets.insert(path.to_owned());
        }
        Some(Kind::Folder) => change.structure |= moved,
        None => {}
    }
}

fn gather(
    mut events: Events,
    root: &Path,
    mut look: RootLook,
    watching: &Mutex<Watching>,
    deliver: impl Fn(Noticed) -> bool,
) {
    let mut looked = Instant::now();
    // True while no new watcher could be created: each check then reports that everything may have changed.
    let mut is_blind = false;
    loop {
        let wait = ROOT_EVERY.saturating_sub(looked.elapsed());
        let inside = match events.receiver.recv_timeout(wait) {
            Ok(seen) => match burst(&events, seen) {
                Some(Seen { change, folders }) => {
                    watch_again(watching, &folders);
                    Some(Noticed::Inside(change))
                }
                None => return,
            },
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return,
        };
        if inside.is_none() && looked.elapsed() < ROOT_EVERY {
            continue;
        }
        looked = Instant::now();
        // Checked before a change inside is delivered: that change may be in a folder that is no longer the project.
        let change = look.check().or(is_blind.then_some(RootChange::Anew));
        if let Some(change) = change {
            is_blind = false;
            if change != RootChange::Gone {
                match Events::start(root, watching) {
                    Ok(newer) => events = newer,
                    Err(_) => is_blind = true,
                }
            }
        }
        let noticed = change.map(Noticed::Root).or(inside);
        if noticed.is_some_and(|noticed| !deliver(noticed)) {
            return;
        }
    }
}

/// Starts to watch folders that may have become readable. Does nothing for folders that are already watched.
fn watch_again(watching: &Mutex<Watching>, folders: &BTreeSet<PathBuf>) {
    // On other systems, a watch covers everything below a folder, whether it is readable or not.
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut watching = watching.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(watcher) = &mut watching.watcher else { return };
    for folder in folders {
        // A folder that is still unreadable has no events; its next change of permissions leads here again.
        let _ = watcher.watch(folder, RecursiveMode::Recursive);
    }
}

/// Collects the changes of a burst, which began with `seen`. Returns `None` if the watch has ended.
fn burst(events: &Events, mut seen: Seen) -> Option<Seen> {
    let began = Instant::now();
    while began.elapsed() < LONGEST {
        match events.receiver.recv_timeout(QUIET) {
            Ok(more) => {
                seen.folders.extend(more.folders);
                seen.change.assets.extend(more.change.assets);
                seen.change.structure |= more.change.structure;
                seen.change.everything |= more.change.everything;
            }
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    seen.change.everything |= events.lost.swap(false, Ordering::Relaxed);
    Some(seen)
}

/// True if `root` is on a network disk (NFS, SMB, 9P, FUSE), which sends no events for changes by other systems.
#[cfg(target_os = "linux")]
fn on_network_disk(root: &Path) -> bool {
    const KINDS: [u32; 6] = [0x6969, 0x517b, 0xff53_4d42, 0xfe53_4d42, 0x0102_1997, 0x6573_5546];
    rustix::fs::statfs(root).is_ok_and(|disk| KINDS.contains(&(disk.f_type as u32)))
}

#[cfg(not(target_os = "linux"))]
fn on_network_disk(_root: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests;
