//! The colliders that a ray can hit. They are read again only after an edit or a change on disk.

use super::shape::{self, Read};
use crate::camera::{SceneSet, is_enabled};
use crate::scene_view::SceneView;
use glam::{DAffine3, DVec3};
use host_project_world::transforms::Placements;
use host_project_world::world::NodeAt;
use std::sync::{Arc, Weak};
use unity_files::Project;
use unity_layout::geometry::{Form, Solid};
use unity_project::expand::{Component, Flat, component_tree};

/// The index of the layer `Ignore Raycast`. By default, rays in Unity ignore objects on this layer.
const IGNORE_RAYCAST: u32 = 2;

/// The class names and class numbers of all 3D colliders.
const CLASSES: [(&str, u32); 7] = [
    ("UnityEngine.BoxCollider", shape::BOX),
    ("UnityEngine.SphereCollider", shape::SPHERE),
    ("UnityEngine.CapsuleCollider", shape::CAPSULE),
    ("UnityEngine.CharacterController", shape::CHARACTER),
    ("UnityEngine.MeshCollider", shape::MESH),
    ("UnityEngine.TerrainCollider", shape::TERRAIN),
    ("UnityEngine.WheelCollider", shape::WHEEL),
];

/// A collider with a known shape, which a ray can hit.
#[derive(Debug)]
pub(super) struct Collider {
    pub(crate) at: NodeAt,
    /// The full class name of the collider component.
    pub(crate) kind: &'static str,
    pub(super) solid: Solid,
    pub(super) trigger: bool,
    pub(crate) approximate: Option<String>,
}

/// A collider whose shape or position is unknown, so that a ray cannot be tested with it.
#[derive(Debug)]
pub(super) struct Untested {
    /// The position of the collider in the world; `None` if only Unity knows it.
    pub(crate) position: Option<DVec3>,
    /// A line of text for the answer with the path of the collider's object, and the reason why it cannot be tested.
    pub(crate) line: String,
}

/// All enabled colliders on active objects, in listing order. Those on the layer that rays ignore are only counted.
#[derive(Debug, Default)]
pub(crate) struct Colliders {
    /// The files, scenes and edits from which the colliders were read; `None` before the first read.
    read_from: Option<Source>,
    pub(super) solid: Vec<Collider>,
    pub(super) untested: Vec<Untested>,
    /// A line for the answer if prefab instances that cannot be read may contain colliders; `None` if there are none.
    pub(crate) unread: Option<String>,
    /// The number of colliders that a pick omits, because they are on the layer that rays ignore by default.
    ignored: usize,
}

/// The state on which the list of colliders depends. Weak pointers are sufficient to detect a change: their targets are
/// never changed in place, and the address of a live pointer is not reused.
#[derive(Debug)]
struct Source {
    writes: u64,
    project: Weak<Project>,
    files: Vec<Weak<Flat>>,
    scenes: SceneSet,
}

impl Source {
    fn new(view: SceneView<'_>, scenes: &SceneSet) -> Self {
        let loaded = view.scenes.iter().filter_map(|slot| slot.loaded.as_ref());
        Self {
            writes: view.changes.writes(),
            project: Arc::downgrade(view.library.project()),
            files: loaded.map(|loaded| Arc::downgrade(&loaded.flat)).collect(),
            scenes: scenes.clone(),
        }
    }

    fn is(&self, view: SceneView<'_>, scenes: &SceneSet) -> bool {
        let loaded = view.scenes.iter().filter_map(|slot| slot.loaded.as_ref());
        let files = self.files.iter().map(Weak::as_ptr);
        self.writes == view.changes.writes()
            && self.project.as_ptr() == Arc::as_ptr(view.library.project())
            && self.scenes == *scenes
            && loaded.map(|loaded| Arc::as_ptr(&loaded.flat)).eq(files)
    }
}

impl Colliders {
    pub(crate) fn refresh(&mut self, view: SceneView<'_>, scenes: &SceneSet) {
        if !self.read_from.as_ref().is_some_and(|before| before.is(view, scenes)) {
            *self = Self::read(view, scenes);
            self.read_from = Some(Source::new(view, scenes));
        }
    }

    fn read(view: SceneView<'_>, scenes: &SceneSet) -> Self {
        let mut colliders = Self::default();
        let mut placements = view.placements();
        let mut found: Vec<_> = CLASSES
            .into_iter()
            .flat_map(|(name, class)| {
                let found = view.components_of(name, class);
                found.map(move |(at, component)| (at, name, component))
            })
            .filter(|(at, ..)| view.world.node(*at).is_some_and(|node| node.active_in_hierarchy))
            .filter(|(at, ..)| scenes.has(view.world, *at))
            .collect();
        let place = |at: NodeAt| view.world.node(at).map_or(0, |node| node.place);
        found.sort_by_key(|(at, ..)| place(*at));
        for (at, kind, component) in found {
            let card = view.card(at);
            let tree = match component_tree(component, view.library.types()) {
                Ok(Some(tree)) if is_enabled(&tree) => tree,
                Ok(_) => continue,
                Err(problem) => {
                    let reason = format!("its collider cannot be read: {problem}");
                    colliders.leave_out(&card.path, placements.position(at).ok(), &reason);
                    continue;
                }
            };
            if card.layer == IGNORE_RAYCAST {
                colliders.ignored += 1;
                continue;
            }
            if let Some(why) = unknown_position_reason(view, at, component, &mut placements) {
                colliders.leave_out(&card.path, None, &why);
                continue;
            }
            let placement = placements.placement_of(at);
            match shape::read(component.class, &tree, &placement, view.library.project()) {
                Read::Nothing => {}
                Read::Untested(reason) => colliders.leave_out(&card.path, Some(placement.position()), &reason),
                Read::Solid { solid, approximate } => {
                    let of_layout = || {
                        let placed = placements.is_laid_out(at);
                        placed.then(|| "its position depends on a UI layout, which was not computed".to_owned())
                    };
                    colliders.solid.push(Collider {
                        at,
                        kind,
                        solid,
                        trigger: shape::is_trigger(&tree),
                        approximate: approximate.map(str::to_owned).or_else(of_layout),
                    });
                }
            }
        }
        colliders.unread = view.unread_in(scenes, "colliders", |_| true);
        colliders
    }

    /// Returns the colliders with a known shape: the object, the matrix to world space, and the shape.
    pub(crate) fn outlines(&self) -> impl Iterator<Item = (NodeAt, DAffine3, Form)> {
        self.solid.iter().map(|collider| {
            let (placed, form) = collider.solid.transform_and_form();
            (collider.at, placed, form)
        })
    }

    /// Returns the number of colliders with an unknown shape, and of those on the layer that rays ignore.
    pub(crate) fn left_out_counts(&self) -> (usize, usize) {
        (self.untested.len(), self.ignored)
    }

    fn leave_out(&mut self, path: &str, position: Option<DVec3>, reason: &str) {
        let line = format!("{path}: {reason}");
        self.untested.push(Untested { position, line });
    }
}

/// Returns the reason why the position of a collider is unknown; `None` if it is known.
fn unknown_position_reason(
    view: SceneView<'_>,
    at: NodeAt,
    collider: &Component,
    placements: &mut Placements<'_>,
) -> Option<String> {
    if collider.within {
        let why = view.why_unread(at);
        return Some(format!(
            "a collider on a part of it, whose position and form are not known: {why}"
        ));
    }
    let why = placements.unknown(at)?;
    Some(format!("the position of its collider is not known: {why}"))
}
