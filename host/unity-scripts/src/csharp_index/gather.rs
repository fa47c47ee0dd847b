//! Reads the C# sources and compiled assemblies in all asset roots, including the package cache. Results for unchanged
//! files are reused.

use super::moved_from::{self, Moved};
use super::{Progress, STACK_BYTES};
use crate::csharp_sources::turn;
use host_csharp::{
    AssemblyFile, MAX_SOURCE_BYTES, NotAnAssembly, SourceFile, Symbols, TypeIndex, parse_source_while, read_assembly,
};
use std::collections::{BTreeSet, HashMap};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant, SystemTime};
use unity_files::{Project, entries_of, has_extension, is_asset, stays_inside};

/// Maximum number of C# sources and assemblies that are read; further files are only counted.
const MAX_FILES: usize = 50_000;

/// Maximum size of all sources together in bytes (512 MiB); further sources are not read.
const MAX_TOTAL_BYTES: u64 = 512 * 1024 * 1024;

const MAX_ASSEMBLY_BYTES: u64 = 32 * 1024 * 1024;

/// Maximum size of all assemblies together in bytes (128 MiB); further assemblies are not read.
const MAX_ALL_ASSEMBLIES_BYTES: u64 = 128 * 1024 * 1024;
const MAX_COMPILED_METHODS: usize = 200_000;

/// Time limit for parsing one source; real sources take milliseconds, the largest ones some seconds.
const PER_FILE: Duration = Duration::from_secs(15);

/// Limit on the total time for sources whose parsing fails. Beyond it, no further source is parsed.
const ALL_IN_VAIN: Duration = Duration::from_secs(30);

/// Maximum number of threads that read files. It is low, so that other programs can use the remaining processors.
const MAX_THREADS: usize = 4;

/// Index of all C# types in the project's sources and assemblies, with statistics about the files.
#[derive(Debug)]
pub struct Gathered {
    pub index: TypeIndex,
    /// Number of C# sources in the index.
    pub read: usize,
    /// Paths of the sources that are not in the index, each with the reason.
    pub unread: Vec<(String, String)>,
    /// Paths of the assemblies that are not in the index, each with the reason, without libraries of native code.
    pub unread_assemblies: Vec<(String, String)>,
    /// Number of files beyond the limits, and of directory entries that could not be listed or are outside the project.
    pub left_out: usize,
    /// Paths of the sources that the editor does not compile, each with the reason.
    pub not_compiled: Vec<(String, String)>,
    /// Former names of classes, from their `MovedFrom` attributes.
    pub(super) moved: Vec<Moved>,
    symbols: Symbols,
    kept: HashMap<String, Kept>,
}

#[derive(Clone, Debug)]
struct Kept {
    stamp: Stamp,
    content: Content,
}

#[derive(Clone, Debug)]
enum Content {
    Source(Arc<SourceFile>, Arc<[Moved]>),
    Assembly(Arc<AssemblyFile>),
    /// A library that contains only native code.
    Native,
    Unread(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    bytes: u64,
    modified: Option<SystemTime>,
}

struct Found {
    path: String,
    stamp: Stamp,
}

impl Gathered {
    /// Returns the declarations in the source at that asset path; `None` if it was not parsed.
    pub fn source(&self, path: &str) -> Option<&Arc<SourceFile>> {
        match &self.kept.get(path)?.content {
            Content::Source(source, _) => Some(source),
            _ => None,
        }
    }

    /// Records each source that is not in the index as skipped by the current command. Returns true if there is one: it
    /// may declare a type that was not found.
    pub fn may_be_unread(&self) -> bool {
        for (path, why) in &self.unread {
            let why = why.strip_prefix(&format!("{path}: ")).unwrap_or(why);
            turn::skip(path, &why.into());
        }
        !self.unread.is_empty()
    }
}

/// Reads all C# sources and assemblies and builds the index of types; `None` if `progress.stop` was set. Blocks.
pub(super) fn gather(
    project: &Project,
    before: Option<&Gathered>,
    changed: &BTreeSet<String>,
    progress: &Progress,
) -> Option<Gathered> {
    let symbols = project.symbols.clone();
    let before = before
        .filter(|before| before.symbols == symbols)
        .map(|before| &before.kept);
    let mut left_out = 0;
    let (mut found, mut not_compiled) = (find(project, &mut left_out, progress), Vec::new());
    found.retain(|file| {
        let why = Some(&file.path).filter(|path| has_extension(path, "cs"));
        let why = why.and_then(|path| project.assemblies.why_not(path));
        let is_in = why.is_none();
        not_compiled.extend(why.map(|why| (file.path.clone(), why)));
        is_in
    });
    progress.total.store(found.len(), Ordering::Relaxed);
    let mut kept: HashMap<String, Kept> = HashMap::with_capacity(found.len());
    let (mut unread, mut unread_assemblies) = (Vec::new(), Vec::new());
    let (mut sources, mut assemblies, mut moved) = (Vec::new(), Vec::new(), Vec::new());
    let mut methods = 0;
    let in_vain = AtomicU64::new(0);
    let read_one = |file: &Found| {
        let Found { path, stamp } = file;
        let same = before
            .and_then(|before| before.get(path))
            .filter(|kept| kept.stamp == *stamp && stamp.modified.is_some() && !changed.contains(path));
        match same {
            Some(kept) => kept.content.clone(),
            None if has_extension(path, "cs") => parse(project, path, &symbols, &in_vain, progress),
            None => read_library(project, path),
        }
    };
    let contents = read_all(&found, &read_one, progress)?;
    for (Found { path, stamp }, content) in found.into_iter().zip(contents) {
        let is_source = has_extension(&path, "cs");
        match &content {
            Content::Source(source, former) => {
                sources.push(Arc::clone(source));
                moved.extend(former.iter().cloned());
            }
            Content::Assembly(assembly) if methods + assembly.methods() > MAX_COMPILED_METHODS => {
                let reason = format!("the assemblies before it have nearly {MAX_COMPILED_METHODS} methods already");
                unread_assemblies.push((path.clone(), reason));
            }
            Content::Assembly(assembly) => {
                methods += assembly.methods();
                assemblies.push(Arc::clone(assembly));
            }
            Content::Native => {}
            Content::Unread(reason) if is_source => unread.push((path.clone(), reason.clone())),
            Content::Unread(reason) => unread_assemblies.push((path.clone(), reason.clone())),
        }
        kept.insert(path, Kept { stamp, content });
    }
    if progress.stop.load(Ordering::Relaxed) {
        return None;
    }
    Some(Gathered {
        index: TypeIndex::build(&sources, &assemblies),
        read: sources.len(),
        unread,
        unread_assemblies,
        left_out,
        not_compiled,
        moved,
        symbols,
        kept,
    })
}

/// Reads files on a few threads; the contents are in the order of `found`. `None` if `progress.stop` was set.
fn read_all(
    found: &[Found],
    read_one: &(dyn Fn(&Found) -> Content + Sync),
    progress: &Progress,
) -> Option<Vec<Content>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        while !progress.stop.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = found.get(at) else { break };
            done.push((at, read_one(file)));
            progress.done.fetch_add(1, Ordering::Relaxed);
        }
        done
    };
    let others = std::thread::available_parallelism()
        .map_or(1, NonZero::get)
        .min(MAX_THREADS)
        - 1;
    let mut contents = std::thread::scope(|scope| {
        let builder = || {
            std::thread::Builder::new()
                .name("project-csharp".to_owned())
                .stack_size(STACK_BYTES)
        };
        // If the system starts no more threads, this thread does all the work.
        let threads = (0..others).filter_map(|_| builder().spawn_scoped(scope, work).ok());
        let threads: Vec<_> = threads.collect();
        let mut contents = work();
        for thread in threads {
            contents.extend(thread.join().ok()?);
        }
        Some(contents)
    })?;
    contents.sort_unstable_by_key(|(at, _)| *at);
    (contents.len() == found.len()).then(|| contents.into_iter().map(|(_, content)| content).collect())
}

fn parse(project: &Project, path: &str, symbols: &Symbols, in_vain: &AtomicU64, progress: &Progress) -> Content {
    let limit = MAX_SOURCE_BYTES as u64;
    let bytes = match project.read_at_most(path, limit) {
        Ok(bytes) => bytes,
        Err(problem) => return Content::Unread(problem.to_string()),
    };
    let text = String::from_utf8_lossy(&bytes);
    let started = Instant::now();
    let left = ALL_IN_VAIN.saturating_sub(Duration::from_millis(in_vain.load(Ordering::Relaxed)));
    if left.is_zero() {
        return Content::Unread(format!(
            "{path}: not tried: parsing of other sources of the project was given up after {} s in total",
            ALL_IN_VAIN.as_secs()
        ));
    }
    let until = started + PER_FILE.min(left);
    let mut keep_going = || Instant::now() < until && !progress.stop.load(Ordering::Relaxed);
    match parse_source_while(path, &text, symbols, &mut keep_going) {
        Ok(source) => {
            let moved = moved_from::in_source(project, path, &text, symbols, &mut keep_going);
            Content::Source(Arc::new(source), moved)
        }
        Err(error) => {
            let spent = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            in_vain.fetch_add(spent, Ordering::Relaxed);
            Content::Unread(error.to_string())
        }
    }
}

fn read_library(project: &Project, path: &str) -> Content {
    let bytes = match project.read_at_most(path, MAX_ASSEMBLY_BYTES) {
        Ok(bytes) => bytes,
        Err(problem) => return Content::Unread(problem.to_string()),
    };
    match read_assembly(path, &bytes) {
        Ok(assembly) => Content::Assembly(Arc::new(assembly)),
        Err(NotAnAssembly::Native) => Content::Native,
        Err(error) => Content::Unread(error.to_string()),
    }
}

/// Returns all C# sources and assemblies of the project, sorted by path; adds the number of omitted ones to `left_out`.
fn find(project: &Project, left_out: &mut usize, progress: &Progress) -> Vec<Found> {
    let roots = project.roots();
    let mut found: Vec<Found> = Vec::new();
    let (mut source_bytes, mut library_bytes) = (0_u64, 0_u64);
    for root in roots.iter() {
        let is_asset = |entry: &walkdir::DirEntry| is_asset(entry) && !roots.is_project(entry);
        let mut walk = entries_of(root).into_iter().filter_entry(is_asset);
        while let Some(entry) = walk.next() {
            if progress.stop.load(Ordering::Relaxed) {
                return Vec::new();
            }
            let Ok(entry) = entry else {
                *left_out += 1;
                continue;
            };
            if !stays_inside(&entry, roots) {
                *left_out += 1;
                if entry.file_type().is_dir() {
                    walk.skip_current_dir();
                }
                continue;
            }
            let name = entry.file_name().to_string_lossy();
            let is_source = has_extension(&name, "cs");
            if !entry.file_type().is_file() || !(is_source || has_extension(&name, "dll")) {
                continue;
            }
            let (Some(path), Ok(facts)) = (root.asset_path(entry.path()), entry.metadata()) else {
                *left_out += 1;
                continue;
            };
            let (bytes, most) = if is_source {
                (&mut source_bytes, MAX_TOTAL_BYTES)
            } else {
                (&mut library_bytes, MAX_ALL_ASSEMBLIES_BYTES)
            };
            *bytes = bytes.saturating_add(facts.len());
            if found.len() >= MAX_FILES || *bytes > most {
                *left_out += 1;
                continue;
            }
            let stamp = Stamp {
                bytes: facts.len(),
                modified: facts.modified().ok(),
            };
            found.push(Found { path, stamp });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found.dedup_by(|a, b| a.path == b.path);
    found
}
