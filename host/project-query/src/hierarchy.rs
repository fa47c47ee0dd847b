//! The hierarchy of a scene or prefab by asset path. A loaded scene is listed with the changes of this session, any
//! other file as it is on disk.

pub(crate) mod expansion_cache;
use crate::query_lookup::QueryLookup;
use crate::query_view::QueryView;
use expansion_cache::Dumped;
use host_api::similar_names::{did_you_mean, near_paths};
use host_bridge::{BridgeError, BridgeErrorKind, HierarchyNode, Page, PageRequest, Replied, Reply, json_len};
use host_project_world::scene_slot::SceneSlot;
use host_project_world::world::Place;
use std::sync::Arc;
use unity_files::{AssetProblem, has_extension};
use unity_project::expand::Flat;

/// Estimated JSON bytes of one listed object without its texts; used to limit the page size.
const NODE_BYTES: usize = 80;

/// Maximum number of problems of the file that an answer lists; further problems are counted.
const MAX_NOTES: usize = 5;

impl QueryLookup<'_> {
    /// Returns one page of the objects of a scene or prefab, depth first, down to `max_depth` levels below the roots.
    ///
    /// # Errors
    /// `InvalidArgument` if it is no scene or prefab, `NotFound` if it does not exist, `NotReady` if it is unreadable.
    pub fn hierarchy(
        &mut self,
        path: &str,
        max_depth: Option<u32>,
        page: &PageRequest,
    ) -> Result<Replied, BridgeError> {
        let slot = self
            .lookup
            .scenes
            .iter()
            .position(|slot| slot.listed && slot.file.path == path);
        if let Some(at) = slot
            && self.lookup.scenes.get(at).is_some_and(|slot| slot.loaded.is_some())
        {
            return Ok(self.view().loaded_hierarchy(at, max_depth, page));
        }
        if !(has_extension(path, "unity") || has_extension(path, "prefab")) {
            let message = format!(
                "path is {:?}, expected the asset path of a scene or prefab",
                shorten(path)
            );
            return Err(BridgeError::new(BridgeErrorKind::InvalidArgument, message)
                .with_hint("e.g. Assets/Scenes/Main.unity; list the assets of kind Scene or Prefab"));
        }
        if slot.is_none() && self.lookup.library.project().index.guid(path).is_none() {
            let message = format!("there is no scene or prefab {:?} in the project", shorten(path));
            let assets = self.lookup.library.project().index.assets().map(|(path, _)| path);
            let known = assets.filter(|path| has_extension(path, "unity") || has_extension(path, "prefab"));
            let meant = did_you_mean(near_paths(path, known));
            return Err(
                BridgeError::new(BridgeErrorKind::NotFound, message).with_hint(meant.unwrap_or_else(|| {
                    "list the assets of kind Scene or Prefab; paths begin with Assets/ or Packages/".to_owned()
                })),
            );
        }
        let (flat, depths) = self.dumped(path).map_err(|problem| {
            let kind = match problem {
                AssetProblem::Missing => BridgeErrorKind::NotFound,
                _ => BridgeErrorKind::NotReady,
            };
            BridgeError::new(kind, format!("{path} cannot be read: {problem}")).with_hint(problem.remedy())
        })?;
        Ok(self.view().file_hierarchy(path, &flat, &depths, max_depth, page))
    }

    /// Returns all objects of a scene or prefab, with those of its prefab instances, and the depth of each object. The
    /// file is read again only if it changed.
    fn dumped(&mut self, path: &str) -> Result<(Arc<Flat>, Arc<Vec<u32>>), AssetProblem> {
        let file = self.lookup.library.project().roots().locate(path)?;
        let stamp = std::fs::metadata(file)
            .ok()
            .and_then(|found| Some((found.len(), found.modified().ok()?)));
        if let Some(known) = &self.kept.dumped
            && known.path == path
            && known.stamp == stamp
        {
            return Ok((Arc::clone(&known.flat), Arc::clone(&known.depths)));
        }
        self.kept.dumped = None;
        if !self.lookup.library.prepare(path) {
            return Err(AssetProblem::BeingRead);
        }
        let flat = Arc::new(self.lookup.library.scene(path)?);
        let mut depths: Vec<u32> = Vec::with_capacity(flat.objects.len());
        for object in &flat.objects {
            let above = object.parent.and_then(|parent| depths.get(parent as usize));
            depths.push(above.map_or(0, |depth| depth + 1));
        }
        let depths = Arc::new(depths);
        self.kept.dumped = Some(Dumped {
            path: path.to_owned(),
            stamp,
            flat: Arc::clone(&flat),
            depths: Arc::clone(&depths),
        });
        Ok((flat, depths))
    }
}

impl QueryView<'_> {
    fn loaded_hierarchy(self, at: usize, max_depth: Option<u32>, page: &PageRequest) -> Replied {
        let scene = u32::try_from(at).unwrap_or(u32::MAX);
        let (start, end) = self.world.range(scene).unwrap_or((0, 0));
        let mut depths: Vec<(Place, u32)> = Vec::new();
        // Ancestors of the current object, each with the index of its last descendant; the order is depth first.
        let mut above: Vec<Place> = Vec::new();
        for place in start..end {
            while above.last().is_some_and(|last| place > *last) {
                above.pop();
            }
            let depth = u32::try_from(above.len()).unwrap_or(u32::MAX);
            if max_depth.is_none_or(|most| depth <= most) {
                depths.push((place, depth));
            }
            let node = self.world.node_at_place(place).and_then(|at| self.world.node(at));
            above.push(place + node.map_or(1, |node| node.family).max(1) - 1);
        }
        let cut = Page::cut(
            page,
            depths.len(),
            |at| {
                let (place, depth) = *depths.get(at)?;
                self.loaded_node(place, depth)
            },
            node_bytes,
        );
        let slot = self.scenes.get(at);
        let mut notes = vec![match self.changes.writes() {
            0 => format!("scn:{at} is loaded: objects have ids"),
            _ => format!(
                "scn:{at} is loaded and shown with this session's edits ({} not saved)",
                self.changes.unsaved_edits()
            ),
        }];
        notes.extend(left_out_note(depths.len(), (end - start) as usize));
        let problems: Vec<String> = slot
            .and_then(|slot: &SceneSlot| slot.loaded.as_ref())
            .map(|loaded| loaded.problems.clone())
            .unwrap_or_default();
        notes.extend(first_of(problems));
        Replied {
            reply: Reply::Hierarchy(cut),
            diagnostics: notes,
        }
    }

    fn loaded_node(self, place: Place, depth: u32) -> Option<HierarchyNode> {
        let at = self.world.node_at_place(place)?;
        let types = self.library.types();
        let components = self.world.components(at).iter();
        Some(HierarchyNode {
            name: self
                .world
                .object(at)
                .map(|object| object.name.to_string())
                .unwrap_or_default(),
            path: self.world.paths().get(place).to_owned(),
            id: self.world.node(at).map(|node| node.id),
            depth,
            components: components.map(|one| types.name(one.kind).to_string()).collect(),
        })
    }

    fn file_hierarchy(
        self,
        path: &str,
        flat: &Flat,
        depths: &[u32],
        max_depth: Option<u32>,
        page: &PageRequest,
    ) -> Replied {
        let all = depths.iter().enumerate();
        let wanted: Vec<usize> = all
            .filter(|(_, depth)| max_depth.is_none_or(|most| **depth <= most))
            .map(|(at, _)| at)
            .collect();
        let types = self.library.types();
        let cut = Page::cut(
            page,
            wanted.len(),
            |at| {
                let at = *wanted.get(at)?;
                let object = flat.objects.get(at)?;
                let components = object.components.iter();
                Some(HierarchyNode {
                    name: object.name.to_string(),
                    path: flat.path(at),
                    id: None,
                    depth: depths.get(at).copied()?,
                    components: components.map(|one| types.name(one.kind).to_string()).collect(),
                })
            },
            node_bytes,
        );
        let what = if has_extension(path, "prefab") {
            "a prefab: its objects have no ids"
        } else {
            "not loaded: this is what its file says, without ids; open the scene to get ids"
        };
        let mut notes = vec![format!("{path} is {what}")];
        notes.extend(left_out_note(wanted.len(), flat.objects.len()));
        notes.extend(first_of(self.library.problems_of(flat)));
        Replied {
            reply: Reply::Hierarchy(cut),
            diagnostics: notes,
        }
    }
}

fn left_out_note(shown: usize, all: usize) -> Option<String> {
    (shown < all).then(|| format!("{} objects lie deeper than asked for and are left out", all - shown))
}

fn first_of(mut problems: Vec<String>) -> Vec<String> {
    let more = problems.len().saturating_sub(MAX_NOTES);
    problems.truncate(MAX_NOTES);
    if more > 0 {
        problems.push(format!("and {more} more problems of this file and its prefabs"));
    }
    problems
}

fn node_bytes(node: &HierarchyNode) -> usize {
    let components: usize = node.components.iter().map(|name| json_len(name) + 1).sum();
    NODE_BYTES + json_len(&node.name) + json_len(&node.path) + components
}

fn shorten(path: &str) -> String {
    path.chars().take(200).collect()
}
