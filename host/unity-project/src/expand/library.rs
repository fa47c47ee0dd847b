//! The cache of expanded prefabs: each prefab is stored once, however many instances use it. Limits protect against
//! cycles and deep nesting.

mod background_expansion;
mod file_reading;
mod prefabs;
mod text_assets;

use super::budget::{DEFAULT_MEMORY, Meter, reading_cost};
use super::flat::Flat;
use super::opaque::Opaque;
use super::prefabs::Prefabs;
use super::{instance, nesting};
pub use background_expansion::Stamp;
use background_expansion::{Aside, Changes};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
pub use text_assets::AssetTarget;
use text_assets::TextAssets;
use unity_fields::Source;
use unity_files::{AssetProblem, Excess, MAX_FILE_BYTES, Project};
use unity_scripts::Types;
use unity_scripts::csharp_sources::turn;
use unity_yaml::Guid;

/// Maximum time for which the caller's thread expands a file; a slower expansion continues on another thread.
const QUICK: Duration = Duration::from_millis(20);

/// Expands scenes and prefabs, caches the prefabs, and stores the component types.
pub struct Library {
    project: Arc<Project>,
    prefabs: HashMap<Guid, Kept>,
    open: Vec<Guid>,
    types: Types,
    tags: HashSet<Arc<str>>,
    meter: Meter,
    /// Memory in bytes of all cached prefabs, which is a part of the memory that `meter` counts.
    kept: usize,
    /// Counter that increases with each use of a prefab; the least recently used prefab is evicted first.
    clock: u64,
    /// Messages about problems of prefabs that are no longer in the cache, by guid of the prefab.
    told: HashMap<Guid, Vec<String>>,
    /// Texts of the files that were read; each text stays in memory as long as loaded data refers to it.
    texts: Vec<Weak<Source>>,
    aside: Aside,
    changes: Changes,
    text_assets: TextAssets,
    /// Time at which the expansion of the current file must leave this thread; `None` if there is no limit.
    until: Option<Instant>,
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library")
            .field("kept", &self.kept)
            .finish_non_exhaustive()
    }
}

struct Kept {
    flat: Result<Arc<Flat>, Opaque>,
    used: u64,
}

impl Kept {
    fn weight(&self) -> usize {
        self.flat.as_ref().map_or(0, |flat| flat.weight)
    }
}

impl Library {
    /// Creates a library without cached prefabs. Its memory limit is half of a session's default limit: 256 MiB.
    pub fn new(project: Arc<Project>) -> Self {
        Self::with_memory(project, DEFAULT_MEMORY / 2)
    }

    /// Creates a library without cached prefabs; `memory` limits the bytes for expanding a file and for cached prefabs.
    pub fn with_memory(project: Arc<Project>, memory: usize) -> Self {
        let types = Types::new(Arc::clone(&project));
        Self::with_parts(project, types, memory)
    }

    fn with_parts(project: Arc<Project>, types: Types, memory: usize) -> Self {
        Self {
            types,
            project,
            prefabs: HashMap::new(),
            open: Vec::new(),
            tags: HashSet::new(),
            meter: Meter::new(memory),
            kept: 0,
            clock: 0,
            told: HashMap::new(),
            texts: Vec::new(),
            aside: Aside::default(),
            changes: Changes::default(),
            text_assets: TextAssets::default(),
            until: None,
        }
    }

    /// Returns the component types loaded so far, to which the type numbers of components refer.
    pub fn into_types(self) -> Types {
        self.types
    }

    /// Replaces the component types with those of another library, so that type numbers from it stay valid.
    pub fn with_types(mut self, types: Types) -> Self {
        self.types = types;
        self.types.refresh(Arc::clone(&self.project));
        self
    }

    /// Resets the state after a panic during an expansion: discards unfinished work, but keeps the cached prefabs.
    pub fn begin_anew(&mut self) {
        self.open.clear();
        let limit = self.meter.limit();
        self.meter = Meter::new(limit);
        self.meter.take(self.kept);
    }

    /// Returns the project from which assets are read.
    pub fn project(&self) -> &Arc<Project> {
        &self.project
    }

    /// Returns the guids of the cached prefabs, and of prefabs that left the cache but whose problems are still stored.
    pub fn kept_assets(&self) -> impl Iterator<Item = Guid> + '_ {
        self.prefabs.keys().chain(self.told.keys()).copied()
    }

    /// Returns the component types loaded so far.
    pub fn types(&self) -> &Types {
        &self.types
    }

    pub fn types_mut(&mut self) -> &mut Types {
        &mut self.types
    }

    /// Expands a scene or another text asset with objects. Problems of single prefabs are in `Flat::problems`. Blocks
    /// the thread, so call `prepare` first: it expands a large file on another thread.
    ///
    /// # Errors
    /// If the file is unreadable or exceeds the memory limit; `BeingRead` while another thread expands it.
    pub fn scene(&mut self, path: &str) -> Result<Flat, AssetProblem> {
        if let Some(played) = self.played_out(path) {
            return played;
        }
        self.until = (!turn::is_patient()).then(|| Instant::now() + QUICK);
        let expanded = self.read(path).and_then(|bytes| self.scene_from(path, bytes));
        self.until = None;
        if matches!(expanded, Err(AssetProblem::BeingRead)) {
            self.begin_anew();
            self.expand_beside(path);
        }
        expanded
    }

    /// Expands a scene from bytes that are not in a file, for fuzzing and previews.
    ///
    /// # Errors
    /// The reason why the bytes are not a readable scene.
    pub fn scene_from(&mut self, path: &str, bytes: Vec<u8>) -> Result<Flat, AssetProblem> {
        self.meter.begin();
        let (source, taken) = self.source(path, bytes)?;
        let mut flat = instance::build(self, source, taken, true)?;
        // The memory of the result is no longer counted here: the caller accounts for it.
        self.give_back(flat.weight);
        // The session keeps each path twice: as written, and in lower case for searches.
        let paths = nesting::check_nesting(&flat)?.saturating_mul(2);
        flat.weight = flat.weight.saturating_add(paths);
        if flat.weight > self.meter.limit() {
            return Err(self.over_memory());
        }
        self.evict(self.meter.limit() / 2);
        Ok(flat)
    }

    fn read(&self, path: &str) -> Result<Vec<u8>, AssetProblem> {
        let limit = u64::try_from(self.meter.limit()).unwrap_or(u64::MAX);
        match self.project.read_at_most(path, MAX_FILE_BYTES.min(limit)) {
            Err(AssetProblem::TooLarge { size, .. }) if size <= MAX_FILE_BYTES => Err(self.over_memory()),
            read => read,
        }
    }

    /// Finds the YAML documents in a file's bytes. Returns the text, and the bytes taken from the memory budget for it.
    fn source(&mut self, path: &str, bytes: Vec<u8>) -> Result<(Arc<Source>, usize), AssetProblem> {
        let taken = reading_cost(&bytes);
        self.draw(taken)?;
        let source = match Source::new(path, bytes) {
            Ok(source) => Arc::new(source),
            Err(problem) => {
                self.give_back(taken);
                return Err(problem.into());
            }
        };
        if self.texts.len() == self.texts.capacity() {
            self.texts.retain(|text| text.strong_count() > 0);
        }
        self.texts.push(Arc::downgrade(&source));
        Ok((source, taken))
    }

    fn over_memory(&self) -> AssetProblem {
        let limit = self.meter.limit();
        AssetProblem::OverBudget {
            excess: Excess::Memory { limit },
        }
    }

    /// Evicts the least recently used prefabs until the cached ones occupy at most `most` bytes.
    pub fn evict(&mut self, most: usize) {
        if self.kept <= most {
            return;
        }
        let heavy = self.prefabs.iter().filter(|(_, kept)| kept.weight() > 0);
        let mut oldest_first: Vec<(u64, Guid)> = heavy.map(|(guid, kept)| (kept.used, *guid)).collect();
        oldest_first.sort_unstable();
        for (_, guid) in oldest_first {
            if self.kept <= most {
                break;
            }
            if let Some(gone) = self.prefabs.remove(&guid) {
                let weight = gone.weight();
                self.kept = self.kept.saturating_sub(weight);
                self.meter.give_back(weight);
                if let Ok(flat) = gone.flat
                    && !flat.problems.is_empty()
                {
                    self.told.insert(guid, flat.problems.clone());
                }
            }
        }
    }

    /// Returns the bytes of all file texts that loaded data refers to, including those of cached prefabs.
    pub fn text_bytes(&self) -> usize {
        let texts = self.texts.iter().filter_map(Weak::upgrade);
        texts.map(|source| source.bytes()).sum()
    }

    #[cfg(test)]
    pub(super) fn kept_bytes(&self) -> usize {
        self.kept
    }

    /// Returns the bytes of the text of an expanded file and of the loaded texts of its prefabs.
    pub fn texts_of(&self, flat: &Flat) -> usize {
        let index = &self.project.index;
        let needed: HashSet<&str> = flat.needs.iter().filter_map(|guid| index.path(*guid)).collect();
        let texts = self.texts.iter().filter_map(Weak::upgrade);
        let texts = texts.filter(|source| needed.contains(source.path.as_str()));
        texts.map(|source| source.bytes()).sum::<usize>() + flat.text_bytes()
    }

    /// Returns the problems of an expanded file and of all its prefabs, in a fixed order, without duplicates.
    pub fn problems_of(&self, flat: &Flat) -> Vec<String> {
        let nested = flat.needs.iter().filter_map(|guid| match self.prefabs.get(guid) {
            Some(kept) => kept.flat.as_ref().ok().map(|flat| &flat.problems),
            None => self.told.get(guid),
        });
        let mut seen = HashSet::new();
        let all = flat.problems.iter().chain(nested.flatten());
        all.filter(|problem| seen.insert(problem.as_str())).cloned().collect()
    }

    /// Returns the asset path of each cached prefab and the result of checking its placeholders, sorted by path.
    pub fn prefab_reports(&self) -> Vec<(String, super::StrippedReport)> {
        let read = self
            .prefabs
            .iter()
            .filter_map(|(guid, kept)| Some((guid, kept.flat.as_ref().ok()?)));
        let mut reports: Vec<_> = read
            .map(|(guid, flat)| (self.path(*guid), flat.stripped.clone()))
            .collect();
        reports.sort_by(|a, b| a.0.cmp(&b.0));
        reports
    }

    /// Replaces the project with its new state; drops cached prefabs that are in `changed` or contain such a prefab.
    pub fn refresh(&mut self, project: Arc<Project>, changed: &BTreeSet<Guid>) {
        self.types.refresh(Arc::clone(&project));
        self.project = project;
        self.text_assets.forget();
        self.changes.note(changed);
        let (mut gone, meter) = (0, &mut self.meter);
        self.prefabs.retain(|guid, kept| {
            let depends = |flat: &Arc<Flat>| flat.needs.iter().any(|guid| changed.contains(guid));
            // Failed prefabs are dropped to try them again: their file can exist now.
            let stays = !changed.contains(guid) && kept.flat.as_ref().is_ok_and(|flat| !depends(flat));
            if !stays {
                gone += kept.weight();
            }
            stays
        });
        self.kept = self.kept.saturating_sub(gone);
        meter.give_back(gone);
        self.told.retain(|guid, _| !changed.contains(guid));
    }
}
