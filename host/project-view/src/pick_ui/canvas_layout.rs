//! The computed layout of all canvases, in which picks search. It is computed again after a write or a change on disk.

use crate::camera::{CameraView, SceneSet};
use glam::{DVec2, DVec3};
use host_project_world::world::NodeAt;
use unity_layout::geometry::{Cut, Ray, Rectangle};
use unity_layout::ui::HitKey;

/// A rectangle with its position in the world. For an overlay canvas, all lengths are pixels of the screen.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// The rectangle in its own plane. Its corners are relative to the pivot.
    pub(super) rectangle: Rectangle,
    pub(crate) position: DVec3,
    pub(super) forward: DVec3,
}

/// A UI mask: a rectangle that a point must be in to hit a Graphic. `next` is the index of the next outer mask.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mask {
    pub(crate) standing: usize,
    pub(crate) cut: Cut,
    pub(crate) next: Option<usize>,
}

/// A Graphic (Unity's visible UI component) that a pick can hit.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(crate) at: NodeAt,
    pub(crate) standing: usize,
    pub(crate) cut: Cut,
    /// The drawing order within the root canvas. A Graphic with a larger value is drawn later, so it is in front.
    pub(crate) depth: usize,
    pub(super) masks: Option<usize>,
    pub(crate) approximate: Option<&'static str>,
}

/// A canvas with a raycaster (Unity's component that makes it clickable), and the Graphics that a pick can hit.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    pub(crate) camera: Option<CameraView>,
    pub(super) overlay: Option<(i64, usize)>,
    pub(crate) layer: i64,
    pub(crate) order: i64,
    pub(crate) root: usize,
    /// True if a pick does not hit a Graphic whose back faces the viewer.
    pub(super) front_only: bool,
    pub(crate) targets: Vec<Target>,
}

/// The camera or cameras that display a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// No camera displays the rectangle: it is in pixels of the screen.
    OnScreen,
    /// Only the camera on this object displays the rectangle.
    By(NodeAt),
    /// Every camera in whose view the rectangle is displays it.
    InWorld,
}

/// The outline of a visible rectangle, even if a pick cannot hit it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(crate) at: NodeAt,
    pub(crate) standing: usize,
    pub(crate) shown: Shown,
}

pub(super) struct Found {
    pub(crate) at: NodeAt,
    pub(crate) position: DVec3,
    pub(crate) approximate: Option<&'static str>,
}

/// The computed layout of all canvases in a set of scenes, with all data that a pick needs.
#[derive(Debug, Default)]
pub struct Laid {
    /// The session's number of writes when the layout was computed, to detect changes; `None` before the first layout.
    pub writes: Option<u64>,
    /// The scenes whose canvases the layout contains.
    pub(crate) scenes: SceneSet,
    /// The object of the EventSystem that Unity would use, possibly in another loaded scene; `None` if there is none.
    pub(crate) event_system: Option<NodeAt>,
    /// The rectangles of the UI elements of all canvases, with their positions in the world.
    pub standing: Vec<Standing>,
    pub(super) masks: Vec<Mask>,
    pub(super) canvases: Vec<Canvas>,
    pub(super) outlines: Vec<Outline>,
    /// The number of root canvases that are inactive or disabled and have no layout, and the path of the first one.
    pub(crate) off: (usize, Option<String>),
    /// The number of canvases that a pick cannot test, because their position is unknown.
    pub(super) homeless: usize,
    pub(crate) notes: Vec<String>,
    pub(crate) not_tested: Vec<String>,
}

impl Laid {
    pub(super) fn is_fresh(&self, writes: u64, scenes: &SceneSet) -> bool {
        self.writes == Some(writes) && self.scenes == *scenes
    }

    /// Returns a note about inactive or disabled canvases, for an answer without hits; `None` if there are none.
    pub(super) fn undrawn_note(&self) -> Option<String> {
        let (count, first) = (self.off.0, self.off.1.as_deref()?);
        Some(match count {
            1 => format!("1 canvas is inactive or disabled, and was not tested: {first}"),
            count => format!("{count} canvases are inactive or disabled, and were not tested, first {first}"),
        })
    }

    /// Returns each visible rectangle: its object, its four corners in order around it, and the camera that displays
    /// it. Omits rectangles with a width or height of zero.
    pub fn outlines(&self) -> impl Iterator<Item = (NodeAt, [DVec3; 4], Shown)> {
        self.outlines.iter().filter_map(|outline| {
            let standing = self.standing.get(outline.standing)?;
            let Rectangle { min, max, .. } = standing.rectangle;
            let placed = standing.rectangle.local_to_parent()?;
            let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
            let corners = corners.map(|corner| placed.transform_point3(corner.extend(0.0)));
            Some((outline.at, corners, outline.shown))
        })
    }

    /// Returns the number of canvases that have no layout because their position is unknown.
    pub(crate) fn not_laid(&self) -> usize {
        self.homeless
    }

    /// Returns all UI elements that a pick at this pixel hits, unsorted. The keys determine which hit is in front.
    pub(super) fn hits(&self, pixel: DVec2, screen: DVec2) -> Vec<(HitKey, Found)> {
        let mut hits = Vec::new();
        for (at, canvas) in self.canvases.iter().enumerate() {
            let ray = match &canvas.camera {
                None => Some(Ray {
                    origin: pixel.extend(0.0),
                    direction: DVec3::Z,
                }),
                // If the camera does not draw there, its canvases are not hit.
                Some(view) => view.ray(pixel, screen),
            };
            let Some(ray) = ray else { continue };
            // Unity tests graphics from the last drawn to the first.
            for target in canvas.targets.iter().rev() {
                let Some(found) = self.meet(canvas, target, &ray, screen) else {
                    continue;
                };
                let key = HitKey {
                    raycaster: at,
                    camera_depth: canvas.camera.as_ref().map(|view| view.depth),
                    overlay: canvas.overlay,
                    layer: canvas.layer,
                    order: canvas.order,
                    root: canvas.root,
                    depth: target.depth,
                    distance: found.0,
                    index: hits.len(),
                };
                hits.push((key, found.1));
            }
        }
        hits
    }

    /// Returns the hit of the ray on the Graphic `target`, and its distance along the ray; `None` if the ray misses it.
    fn meet(&self, canvas: &Canvas, target: &Target, ray: &Ray, screen: DVec2) -> Option<(f64, Found)> {
        let standing = self.standing.get(target.standing)?;
        // A camera shows only points in front of it; pixels have no depth.
        let is_line = canvas.camera.is_none();
        if !standing.rectangle.is_met(ray, is_line, target.cut) {
            return None;
        }
        let mut next = target.masks;
        while let Some(mask) = next.and_then(|at| self.masks.get(at)) {
            let masking = &self.standing.get(mask.standing)?.rectangle;
            if !masking.is_met(ray, is_line, mask.cut) {
                return None;
            }
            next = mask.next;
        }
        let distance = match &canvas.camera {
            None => {
                if canvas.front_only && standing.forward.z <= 0.0 {
                    return None;
                }
                0.0
            }
            Some(view) => {
                let seen = view.project(standing.position, screen);
                if seen.is_some_and(|seen| seen.z > view.far) {
                    return None;
                }
                let near = view.position + view.rotation * DVec3::Z * view.near;
                if canvas.front_only && (standing.position - near).dot(standing.forward) < 0.0 {
                    return None;
                }
                let distance =
                    standing.forward.dot(standing.position - ray.origin) / standing.forward.dot(ray.direction);
                if !distance.is_finite() || distance < 0.0 {
                    return None;
                }
                distance
            }
        };
        let found = Found {
            at: target.at,
            position: ray.point_at(distance),
            approximate: target.approximate,
        };
        Some((distance, found))
    }
}
