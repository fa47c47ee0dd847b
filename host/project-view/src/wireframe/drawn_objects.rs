//! Finds the objects to draw besides colliders and UI. Counts visible objects whose shape is in no file.

use super::picture::Ink;
use super::shapes;
use super::{Sight, Sketch};
use crate::built_in;
use crate::camera::{CameraView, SceneSet, is_enabled};
use crate::scene_view::SceneView;
use glam::DAffine3;
use host_project_world::world::NodeAt;
use unity_project::expand::component_tree;
use unity_yaml::Node;

const CAMERA: u32 = 20;
const MESH_RENDERER: u32 = 23;
const MESH_FILTER: u32 = 33;

/// A kind of object in the scene: full class name, class number, and the words for one and for several such objects.
type Kind = (&'static str, u32, &'static str, &'static str);

const RENDERERS: [Kind; 10] = [
    ("UnityEngine.SkinnedMeshRenderer", 137, "skinned mesh", "skinned meshes"),
    ("UnityEngine.SpriteRenderer", 212, "sprite", "sprites"),
    ("UnityEngine.Terrain", 218, "terrain", "terrains"),
    (
        "UnityEngine.ParticleSystemRenderer",
        199,
        "particle system",
        "particle systems",
    ),
    ("UnityEngine.LineRenderer", 120, "line renderer", "line renderers"),
    ("UnityEngine.TrailRenderer", 96, "trail", "trails"),
    ("UnityEngine.TextMesh", 102, "text mesh", "text meshes"),
    (
        "UnityEngine.Tilemaps.TilemapRenderer",
        483_693_784,
        "tilemap",
        "tilemaps",
    ),
    (
        "UnityEngine.U2D.SpriteShapeRenderer",
        1_971_053_207,
        "sprite shape",
        "sprite shapes",
    ),
    (
        "UnityEngine.VFX.VFXRenderer",
        73_398_921,
        "visual effect",
        "visual effects",
    ),
];

const FLAT_COLLIDERS: [(&str, u32); 7] = [
    ("UnityEngine.CircleCollider2D", 58),
    ("UnityEngine.PolygonCollider2D", 60),
    ("UnityEngine.BoxCollider2D", 61),
    ("UnityEngine.CompositeCollider2D", 66),
    ("UnityEngine.EdgeCollider2D", 68),
    ("UnityEngine.CapsuleCollider2D", 70),
    ("UnityEngine.Tilemaps.TilemapCollider2D", 19_719_996),
];

/// The numbers of visible objects that a wireframe picture does not show, as phrases for the notes of the answer.
#[derive(Default)]
pub(super) struct Missing {
    pub(super) phrases: Vec<String>,
    /// Number of objects on layers that the camera does not show.
    pub(super) other_layers: usize,
    unreadable: usize,
}

impl Missing {
    pub(crate) fn note(&mut self, count: usize, one: &str, several: &str) {
        match count {
            0 => {}
            1 => self.phrases.push(format!("1 {one}")),
            _ => self.phrases.push(format!("{count} {several}")),
        }
    }

    pub(super) fn say(&mut self, what: &str) {
        self.phrases.push(what.to_owned());
    }
}

/// The source of the mesh that a renderer shows.
enum Mesh {
    BuiltIn(Vec<shapes::Stroke>, DAffine3),
    /// The mesh is in a file of the project, or in a missing file, so it is not drawn.
    OfAFile,
    InItsScene,
    UnknownBuiltIn,
    None,
}

impl<'v> SceneView<'v> {
    /// Returns true if the object is on a layer that the camera shows.
    pub(super) fn is_seen_by(self, at: NodeAt, view: &CameraView) -> bool {
        let layer = self.world.object(at).map_or(0, |object| object.layer);
        1_u32.checked_shl(layer).is_some_and(|bit| view.culling_mask & bit != 0)
    }

    /// Returns the enabled components of a class on active objects of these scenes, with their data.
    fn shown_of<'a>(
        self,
        name: &'a str,
        class: u32,
        scenes: &'a SceneSet,
        missing: &'a mut Missing,
    ) -> impl Iterator<Item = (NodeAt, Node<'v>)> + use<'a, 'v> {
        self.components_of(name, class).filter_map(move |(at, component)| {
            let active = self.world.node(at).is_some_and(|node| node.active_in_hierarchy);
            if !active || !scenes.has(self.world, at) {
                return None;
            }
            match component_tree(component, self.library.types()) {
                Ok(tree) => tree.filter(is_enabled).map(|tree| (at, tree)),
                Err(_) => {
                    missing.unreadable += 1;
                    None
                }
            }
        })
    }

    pub(super) fn draw_meshes(self, sight: Sight<'_>, sketch: &mut Sketch, missing: &mut Missing) {
        let mut placements = self.placements();
        let renderers: Vec<NodeAt> = self
            .shown_of("UnityEngine.MeshRenderer", MESH_RENDERER, sight.scenes, missing)
            .map(|(at, _)| at)
            .collect();
        let [mut of_files, mut in_scenes, mut unknown, mut without, mut unplaced] = [0; 5];
        for at in renderers {
            if !self.is_seen_by(at, sight.view) {
                missing.other_layers += 1;
                continue;
            }
            match self.mesh_of(at) {
                Mesh::BuiltIn(..) if placements.unknown(at).is_some() => unplaced += 1,
                Mesh::BuiltIn(strokes, turned) => {
                    sketch.world(&(placements.placement_of(at).matrix * turned), &strokes, Ink::Mesh);
                }
                Mesh::OfAFile => of_files += 1,
                Mesh::InItsScene => in_scenes += 1,
                Mesh::UnknownBuiltIn => unknown += 1,
                Mesh::None => without += 1,
            }
        }
        missing.note(
            of_files,
            "mesh of a model or asset file",
            "meshes of model or asset files",
        );
        missing.note(
            unplaced,
            "mesh whose place is not known",
            "meshes whose place is not known",
        );
        missing.note(
            in_scenes,
            "mesh inside its scene file",
            "meshes inside their scene files",
        );
        missing.note(
            unknown,
            "built-in mesh of unknown form",
            "built-in meshes of unknown form",
        );
        missing.note(
            without,
            "mesh renderer without a saved mesh",
            "mesh renderers without a saved mesh",
        );
    }

    fn mesh_of(self, at: NodeAt) -> Mesh {
        let mut components = self.world.components(at).iter();
        let filter = components.find(|component| component.class == MESH_FILTER);
        let tree = filter.and_then(|filter| component_tree(filter, self.library.types()).ok().flatten());
        let mesh = tree.and_then(|tree| tree.get("m_Mesh").map(Node::file_ref));
        match mesh {
            None => Mesh::None,
            Some(mesh) if mesh.file_id == 0 => Mesh::None,
            Some(mesh) if mesh.guid == built_in::DEFAULT_RESOURCES => match built_in::mesh(mesh.file_id) {
                Some((form, turn)) => Mesh::BuiltIn(shapes::strokes(form), DAffine3::from_quat(turn)),
                None => Mesh::UnknownBuiltIn,
            },
            Some(mesh) if mesh.guid.is_none() => Mesh::InItsScene,
            Some(_) => Mesh::OfAFile,
        }
    }

    /// Counts visible objects of kinds that a wireframe never shows, such as 2D colliders, and adds them to `missing`.
    pub(super) fn count_others(self, sight: Sight<'_>, missing: &mut Missing) {
        for (name, class, one, several) in RENDERERS {
            let shown = self.shown_of(name, class, sight.scenes, missing).map(|(at, _)| at);
            let shown: Vec<NodeAt> = shown.collect();
            let seen = shown.iter().filter(|at| self.is_seen_by(**at, sight.view)).count();
            missing.other_layers += shown.len() - seen;
            missing.note(seen, one, several);
        }
        let mut flat = 0;
        for (name, class) in FLAT_COLLIDERS {
            flat += self.shown_of(name, class, sight.scenes, missing).count();
        }
        missing.note(flat, "2D collider", "2D colliders");
        let opaque = (0..self.world.count())
            .filter_map(|place| self.world.node_at_place(place))
            .filter(|at| {
                let active = self.world.node(*at).is_some_and(|node| node.active_in_hierarchy);
                let seen = active && sight.scenes.has(self.world, *at);
                seen && self.world.object(*at).is_some_and(|object| object.is_opaque())
            })
            .count();
        missing.note(
            opaque,
            "instance of a model file or missing prefab",
            "instances of model files or missing prefabs",
        );
        let cameras = self
            .shown_of("UnityEngine.Camera", CAMERA, sight.scenes, missing)
            .filter(|(at, _)| *at != sight.view.at)
            .count();
        missing.note(cameras, "other camera's view", "other cameras' views");
        let (layers, unreadable) = (missing.other_layers, missing.unreadable);
        missing.note(
            layers,
            "thing on a layer that the camera does not show",
            "things on layers that the camera does not show",
        );
        missing.note(
            unreadable,
            "component that cannot be read",
            "components that cannot be read",
        );
    }
}
