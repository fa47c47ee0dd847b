//! Notices changes on disk: events where they arrive, polling where they do not; many changes become one message.

mod poll;
mod root;

pub(crate) use root::RootChange;

use crate::options::WatchMode;
use notify::{Event, EventKind, RecursiveMode, Watcher, event::ModifyKind};
use root::RootLook;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use unity_project::DiskChange;
use unity_project::project::has_extension;

/// Quiet time after which a burst of changes counts as over.
const QUIET: Duration = Duration::from_millis(200);

/// A burst that does not end is delivered after this.
const LONGEST: Duration = Duration::from_secs(2);

/// How often the folder itself is looked at: no event tells that another one took its place.
const ROOT_EVERY: Duration = Duration::from_secs(2);

const QUEUE: usize = 1_024;

const FOLDERS: [&str; 3] = ["Assets", "ProjectSettings", "Packages"];

/// What was noticed.
#[derive(Debug)]
pub(crate) enum Noticed {
    Inside(DiskChange),
    Root(RootChange),
}

/// Watches while it lives; its thread ends when it is dropped.
pub(crate) struct Watch {
    source: Option<Source>,
    thread: Option<JoinHandle<()>>,
}

/// What keeps the thread going: dropped, it closes the channel that the thread waits on.
enum Source {
    Events(Arc<Mutex<Watching>>),
    Poll(#[expect(dead_code, reason = "held, not used: dropping it ends the polling")] SyncSender<()>),
}

/// The watcher of events; dropped, it closes the channel of its events. The thread puts a new one in its place where the
/// folders are others.
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

/// Starts watching. `deliver` is called from the watch's own thread and says whether anybody still listens. The note, if
/// any, is for the log: polling, or no watching at all.
pub(crate) fn start(
    root: &Path,
    mode: WatchMode,
    deliver: impl Fn(Noticed) -> bool + Send + 'static,
) -> (Option<Watch>, Option<String>) {
    let look = RootLook::at(root);
    let why_poll = match mode {
        WatchMode::Off => return (None, None),
        WatchMode::Poll => "project.watch is \"poll\"".to_owned(),
        WatchMode::Auto if on_network_disk(root) => "change events do not arrive on this kind of disk".to_owned(),
        WatchMode::Auto => {
            let watching = Arc::new(Mutex::new(Watching::default()));
            match Events::of(root, &watching) {
                Ok(events) => {
                    let (root, shared) = (root.to_path_buf(), Arc::clone(&watching));
                    let gather = move || gather(events, &root, look, &shared, deliver);
                    return running(Source::Events(watching), gather, None);
                }
                Err(error) => format!("change events cannot be had: {error}"),
            }
        }
    };
    let note = format!("polling the project every {} s: {why_poll}", poll::EVERY.as_secs());
    let files = poll::Look::at(root);
    let (stop, stopped) = sync_channel(1);
    running(
        Source::Poll(stop),
        move || poll::watch(files, look, &stopped, deliver),
        Some(note),
    )
}

fn running(
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
        Err(error) => (None, Some(format!("changes on disk are not noticed: {error}"))),
    }
}

/// What one event means.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    change: DiskChange,
    /// Folders of which permissions or other attributes changed: one that could not be watched before may be watched now.
    folders: BTreeSet<PathBuf>,
}

/// What one watcher tells.
struct Events {
    receiver: Receiver<Seen>,
    lost: Arc<AtomicBool>,
}

impl Events {
    /// Watches `root` from now on, in place of what was watched before.
    fn of(root: &Path, watching: &Mutex<Watching>) -> notify::Result<Self> {
        // Events name files by their real paths.
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

/// What an event means for the session.
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
        // A folder that could not be read may be readable now, or the other way round; nothing in it changes by that.
        let is_folder = |path: &&PathBuf| std::fs::symlink_metadata(path).is_ok_and(|data| data.is_dir());
        folders.extend(event.paths.iter().filter(is_folder).cloned());
        change.structure |= !folders.is_empty();
    }
    let moved = matches!(
        event.kind,
        EventKind::Any | EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
    );
    for path in &event.paths {
        match unity_project::project::relative(path, root) {
            None => change.everything = true,
            Some(path) => note(&mut change, &path, moved),
        }
    }
    Seen { change, folders }
}

/// What a changed path can mean.
enum Kind {
    /// Settings and `.meta` files: the folder is looked at anew.
    Structure,
    /// Scenes, prefabs, scripts, libraries: what uses them is read again.
    Asset,
    /// Perhaps a folder: matters where it came, went or moved.
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
    // Where no new watcher can be had, everything may have changed at each look, until there is one.
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
        // Before what changed inside is told: it may have changed in a folder that is the project no longer.
        let change = look.again().or(is_blind.then_some(RootChange::Anew));
        if let Some(change) = change {
            is_blind = false;
            if change != RootChange::Gone {
                match Events::of(root, watching) {
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

/// Watches what is in these folders: a folder that could not be read when the watch began is not watched. Those that are watched stay so.
fn watch_again(watching: &Mutex<Watching>, folders: &BTreeSet<PathBuf>) {
    // Elsewhere a watch covers what is below a folder whether it can be read or not.
    if !cfg!(target_os = "linux") {
        return;
    }
    let mut watching = watching.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(watcher) = &mut watching.watcher else { return };
    for folder in folders {
        // One that still cannot be read has no events; its next change of permissions brings it here again.
        let _ = watcher.watch(folder, RecursiveMode::Recursive);
    }
}

/// All of a burst of changes that began with `seen`; `None` where the watch has ended.
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

/// NFS, SMB, 9P (WSL's view of Windows disks) and FUSE give no events for changes made elsewhere.
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
