//! All canvases laid out: what a point is held against. Made once, and again after a write or a change on disk.

use crate::session::camera::{CameraView, SceneSet};
use crate::session::world::NodeAt;
use glam::{DVec2, DVec3};
use unity_layout::geometry::{Cut, Ray, Rectangle};
use unity_layout::ui::HitKey;

/// A rectangle where it stands in the world; overlay canvases count in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// Its corners are seen from the pivot.
    pub(super) rectangle: Rectangle,
    pub(super) position: DVec3,
    pub(super) forward: DVec3,
}

/// A rectangle that the point must lie in, and the next one outwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mask {
    pub(super) standing: usize,
    pub(super) cut: Cut,
    pub(super) next: Option<usize>,
}

/// One Graphic that takes ray-casts.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) at: NodeAt,
    pub(super) standing: usize,
    pub(super) cut: Cut,
    /// Drawn later = larger; counts within the outermost canvas.
    pub(super) depth: usize,
    pub(super) masks: Option<usize>,
    pub(super) approximate: Option<&'static str>,
}

/// One canvas with a raycaster.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    pub(super) camera: Option<CameraView>,
    pub(super) overlay: Option<(i64, usize)>,
    pub(super) layer: i64,
    pub(super) order: i64,
    pub(super) root: usize,
    /// Turned away from the viewer is not hit.
    pub(super) front_only: bool,
    pub(super) targets: Vec<Target>,
}

/// Who shows a rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Shown {
    /// Nobody: it counts in pixels of the screen.
    OnScreen,
    /// The camera on that object alone.
    By(NodeAt),
    /// Every camera that sees its place.
    InWorld,
}

/// A rectangle that is laid out and not hidden, whether a point can hit it or not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outline {
    pub(super) at: NodeAt,
    pub(super) standing: usize,
    pub(super) shown: Shown,
}

/// A Graphic under the point.
pub(super) struct Found {
    pub(super) at: NodeAt,
    pub(super) position: DVec3,
    pub(super) approximate: Option<&'static str>,
}

/// Everything that a pick needs.
#[derive(Debug, Default)]
pub(in crate::session) struct Laid {
    /// Number of writes when it was made; `None` before the first time.
    pub(super) writes: Option<u64>,
    /// What it was made of.
    pub(super) scenes: SceneSet,
    /// Whom Unity would ask; it may stand in another loaded scene.
    pub(super) event_system: Option<NodeAt>,
    pub(super) standing: Vec<Standing>,
    pub(super) masks: Vec<Mask>,
    pub(super) canvases: Vec<Canvas>,
    pub(super) outlines: Vec<Outline>,
    /// Outermost canvases that are inactive or switched off, and the path of the first.
    pub(super) off: (usize, Option<String>),
    /// Canvases without a place.
    pub(super) homeless: usize,
    pub(super) notes: Vec<String>,
    pub(super) not_tested: Vec<String>,
}

impl Laid {
    pub(super) fn is_fresh(&self, writes: u64, scenes: &SceneSet) -> bool {
        self.writes == Some(writes) && self.scenes == *scenes
    }

    /// That there are canvases which nothing can be met on, for whoever met nothing.
    pub(super) fn told_off(&self) -> Option<String> {
        let (count, first) = (self.off.0, self.off.1.as_deref()?);
        Some(match count {
            1 => format!("1 canvas is inactive or disabled, and not met: {first}"),
            count => format!("{count} canvases are inactive or disabled, and not met, first {first}"),
        })
    }

    /// The corners of every rectangle below a canvas, around it; those that are flat along an axis are left out.
    pub(in crate::session) fn outlines(&self) -> impl Iterator<Item = (NodeAt, [DVec3; 4], Shown)> {
        self.outlines.iter().filter_map(|outline| {
            let standing = self.standing.get(outline.standing)?;
            let Rectangle { min, max, .. } = standing.rectangle;
            let placed = standing.rectangle.placed()?;
            let corners = [min, DVec2::new(max.x, min.y), max, DVec2::new(min.x, max.y)];
            let corners = corners.map(|corner| placed.transform_point3(corner.extend(0.0)));
            Some((outline.at, corners, outline.shown))
        })
    }

    /// Canvases that could not be laid out.
    pub(in crate::session) fn not_laid(&self) -> usize {
        self.homeless
    }

    /// Everything under a pixel, unsorted.
    pub(super) fn hits(&self, pixel: DVec2, screen: (u32, u32)) -> Vec<(HitKey, Found)> {
        let mut hits = Vec::new();
        for (at, canvas) in self.canvases.iter().enumerate() {
            let ray = match &canvas.camera {
                None => Some(Ray {
                    origin: pixel.extend(0.0),
                    direction: DVec3::Z,
                }),
                // Where the camera does not draw, its canvases are not hit.
                Some(view) => view.ray(pixel, screen),
            };
            let Some(ray) = ray else { continue };
            // Unity asks graphics from the last drawn to the first.
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

    /// Distance and what was found, where the target is hit.
    fn meet(&self, canvas: &Canvas, target: &Target, ray: &Ray, screen: (u32, u32)) -> Option<(f64, Found)> {
        let standing = self.standing.get(target.standing)?;
        // What a camera shows lies before it; pixels have no depth.
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
            position: ray.at(distance),
            approximate: target.approximate,
        };
        Some((distance, found))
    }
}
