//! Search for the sources of parts of prefab instances, through all levels of nested prefabs.
//!
//! `plan` and `compare` find the differences.

use crate::query_lookup::QueryLookup;
use host_project_world::world::{NodeAt, World};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use unity_fields::Source;
use unity_project::expand::{Component, Flat, InstanceRows};
use unity_yaml::Guid;

/// Maximum number of nested prefab levels that are followed; deeper levels are ignored. No real prefab has so many.
const MAX_LEVELS: usize = 64;

/// An expanded prefab file, with the file ids by which its instances refer to its parts.
pub(crate) struct Prefab {
    pub(crate) path: String,
    pub(crate) world: Rc<World>,
    objects: HashMap<i64, NodeAt>,
    components: HashMap<i64, (NodeAt, usize)>,
    /// True if some objects or components of the prefab cannot be read without Unity.
    pub(super) is_opaque: bool,
}

/// Location of an object of a prefab instance: file, instance, and the object's file id in the instance's prefab.
#[derive(Clone)]
pub(super) struct Spot {
    pub(crate) file: Arc<Source>,
    /// File id of the PrefabInstance to which the object belongs.
    pub(crate) instance: i64,
    /// The object's file id in the prefab of the instance.
    id: i64,
}

/// Prefabs that one command has read.
#[derive(Default)]
pub(crate) struct Prefabs {
    by_guid: HashMap<Guid, Result<Rc<Prefab>, String>>,
    /// Guid of the prefab of each instance, by file and file id; cached, because callers query object by object.
    of_instance: HashMap<(*const Source, i64), Option<Guid>>,
}

/// The nested prefabs from which an object comes, from the prefab of its instance to the innermost one.
#[derive(Default)]
pub(crate) struct Chain {
    pub(crate) steps: Vec<(Rc<Prefab>, NodeAt)>,
    /// The unreadable source at the end of the chain: its path, if known, and the reason; `None` if all are readable.
    pub(crate) end: Option<(Option<String>, String)>,
}

impl Spot {
    /// Returns the location of an object; `None` if it is not part of an instance.
    pub(crate) fn from_node(world: &World, at: NodeAt) -> Option<Self> {
        let (object, flat) = (world.object(at)?, world.flat(at)?);
        (object.instance != 0).then_some(Self {
            file: Arc::clone(flat.file.as_ref()?),
            instance: object.instance,
            id: object.id,
        })
    }

    /// Returns true if the object belongs to the same prefab instance as this location.
    pub(crate) fn has(&self, world: &World, at: NodeAt) -> bool {
        let same = |other: Self| other.instance == self.instance && Arc::ptr_eq(&other.file, &self.file);
        Self::from_node(world, at).is_some_and(same)
    }
}

impl Prefab {
    fn new(path: String, world: Rc<World>) -> Self {
        let (mut objects, mut components, mut is_opaque) = (HashMap::new(), HashMap::new(), false);
        let nodes = (0..world.count()).filter_map(|place| world.node_at_place(place));
        if let Some(local) = nodes.clone().find_map(|at| world.flat(at)).map(Flat::local_ids) {
            for at in nodes {
                let (Some(object), Some(flat)) = (world.object(at), world.flat(at)) else {
                    continue;
                };
                is_opaque |= object.is_opaque();
                objects.insert(local(object.instance, object.id), at);
                for (position, component) in object.components.iter().enumerate() {
                    let instance = if component.is_in(&flat.file) {
                        0
                    } else {
                        object.instance
                    };
                    components.insert(local(instance, component.id), (at, position));
                }
            }
        }
        Self {
            path,
            world,
            objects,
            components,
            is_opaque,
        }
    }

    pub(crate) fn object(&self, id: i64) -> Option<NodeAt> {
        self.objects.get(&id).copied()
    }

    pub(crate) fn component(&self, id: i64) -> Option<(NodeAt, usize)> {
        self.components.get(&id).copied()
    }
}

/// Returns true if the component comes from the instance's source, which may be unreadable.
pub(super) fn is_of_source(component: &Component, spot: &Spot, prefab: Option<&Prefab>) -> bool {
    let in_file = component.is_in(&Some(Arc::clone(&spot.file)));
    let known = || prefab.is_some_and(|prefab| prefab.component(component.id).is_some());
    !in_file && (component.text.is_none() || known())
}

impl QueryLookup<'_> {
    /// Finds the object's source in its prefab, then the source of that object, and so on to the innermost prefab. If
    /// `world` is `None`, the object is in the session's own `World`.
    pub(crate) fn chain(&mut self, prefabs: &mut Prefabs, world: Option<&World>, at: NodeAt) -> Chain {
        let mut chain = Chain::default();
        let world = world.unwrap_or(self.lookup.world);
        let is_opaque = |world: &World, at| world.object(at).is_some_and(|object| object.is_opaque());
        let mut here = Spot::from_node(world, at).map(|spot| (spot, is_opaque(world, at)));
        while let Some((spot, opaque)) = here.take().filter(|_| chain.steps.len() < MAX_LEVELS) {
            let key = (Arc::as_ptr(&spot.file), spot.instance);
            let found = || InstanceRows::find(&spot.file, spot.instance).map(|rows| rows.prefab());
            let Some(guid) = *prefabs.of_instance.entry(key).or_insert_with(found) else {
                break;
            };
            let found = self.prefab_file(prefabs, guid);
            let step = found.map(|prefab| prefab.object(spot.id).map(|at| (prefab, at)));
            match step {
                Ok(Some((prefab, at))) => {
                    here = Spot::from_node(&prefab.world, at).map(|spot| (spot, is_opaque(&prefab.world, at)));
                    chain.steps.push((prefab, at));
                }
                // This object represents an unreadable source, whose prefab the chain contains already.
                Ok(None) if !opaque => break,
                Ok(None) => {
                    let path = self.lookup.library.project().index.path(guid).map(str::to_owned);
                    chain.end = Some((path, "it cannot be expanded here".to_owned()));
                }
                Err(why) => {
                    let path = self.lookup.library.project().index.path(guid).map(str::to_owned);
                    chain.end = Some((path, why));
                }
            }
        }
        chain
    }

    /// Returns the paths of the object's nested prefabs, the outermost first. The bool is true if the object is the
    /// root of an instance of that prefab.
    pub(crate) fn sources_of(
        &mut self,
        prefabs: &mut Prefabs,
        world: Option<&World>,
        at: NodeAt,
    ) -> Vec<(String, bool)> {
        let chain = self.chain(prefabs, world, at);
        let steps = chain.steps.into_iter().map(|(prefab, at)| {
            let is_root = prefab.world.node(at).is_some_and(|node| node.parent.is_none());
            (prefab.path.clone(), is_root)
        });
        // The object represents a whole unreadable instance.
        let end = chain.end.and_then(|(path, _)| Some((path?, true)));
        steps.chain(end).collect()
    }

    /// Returns the expanded prefab; the error is the reason why it cannot be read, as a sentence.
    fn prefab_file(&mut self, prefabs: &mut Prefabs, guid: Guid) -> Result<Rc<Prefab>, String> {
        if let Some(known) = prefabs.by_guid.get(&guid) {
            return known.clone();
        }
        let path = self.lookup.library.project().index.path(guid).map(str::to_owned);
        let prefab = match path {
            None => Err(format!("no asset of the project on disk has the guid {guid}")),
            Some(path) if !path.ends_with(".prefab") => Err(format!("{path} can be read only by Unity")),
            Some(path) => match self.files().read_unloaded(&path) {
                Ok(world) => Ok(Rc::new(Prefab::new(path, world))),
                Err(problem) => Err(format!("{path}: {problem}")),
            },
        };
        prefabs.by_guid.insert(guid, prefab.clone());
        prefab
    }
}
