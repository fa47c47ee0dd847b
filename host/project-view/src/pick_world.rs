//! Finds the colliders at a point of the screen with a ray from the camera.
//!
//! The geometry of shapes is in `unity_layout::geometry`, the selection of the camera in `camera`.

pub(crate) mod colliders;
mod shape;

use colliders::Colliders;

use crate::camera::camera_cache::Looked;
use crate::camera::{Active, vector};
use crate::scene_lookup::SceneLookup;
use crate::scene_view::SceneView;
use colliders::{Collider, Untested};
use glam::{DVec2, DVec3};
use host_bridge::{Aim, BridgeError, BridgeErrorKind, Hit, ObjectId, Picked, Replied, Reply, Vector3, Viewer};
use host_project_world::world::NodeAt;
use unity_layout::geometry::Ray;

/// Maximum distance in world units at which a pick hits a collider. Farther colliders are not hit.
const FARTHEST: f64 = 1e6;

impl SceneLookup<'_> {
    /// Finds the colliders that a ray hits, the nearest first. `aim` is a point of the screen or a ray.
    ///
    /// # Errors
    /// The errors of `SceneView::pixel` and `SceneView::looking_as`. Without a camera, the reply has no hit.
    pub fn pick_world(&mut self, aim: &Aim, viewer: &Viewer) -> Result<Replied, BridgeError> {
        let looked = self.looked_as(viewer)?;
        let mut diagnostics = Vec::new();
        let (ray, camera) = match aim {
            Aim::Ray { origin, direction } => (ray_of(*origin, *direction), None),
            Aim::Screen(at) => {
                let pixel = self.view().pixel(*at)?;
                (self.view().ray_through(pixel, &looked, &mut diagnostics), looked.eye)
            }
            Aim::Other(name) => {
                let message = format!("the aim {name} is not known here");
                return Err(BridgeError::new(BridgeErrorKind::Unsupported, message));
            }
        };
        diagnostics.extend(looked.left_out.clone());
        let picked = match ray {
            Ok(ray) => {
                let mut colliders = std::mem::take(&mut self.kept.colliders);
                colliders.refresh(self.view(), &looked.looking.scenes);
                let picked = self.view().meet(&ray, &colliders);
                self.kept.colliders = colliders;
                picked
            }
            Err(reason) => {
                diagnostics.push(reason);
                Picked::default()
            }
        };
        Ok(Replied {
            reply: Reply::Picked(Picked {
                camera,
                screen: self.view().screen(),
                ..picked
            }),
            diagnostics,
        })
    }
}

impl SceneView<'_> {
    /// Returns the ray from the camera through the pixel, or why there is none. Adds notes to `diagnostics`.
    fn ray_through(self, pixel: DVec2, looked: &Looked, diagnostics: &mut Vec<String>) -> Result<Ray, String> {
        let Active { view, note } = looked.looking.eye.as_ref().map_err(String::clone)?;
        diagnostics.extend(note.clone());
        if let Some(why) = &looked.unplaced {
            return Err(why.clone());
        }
        diagnostics.extend(looked.oddities.iter().cloned());
        view.ray(pixel, self.screen_size()).ok_or_else(|| {
            let path = self.card(view.at).path;
            format!("the point is outside the area that {path} draws on the screen")
        })
    }

    fn meet(self, ray: &Ray, colliders: &Colliders) -> Picked {
        let settings = &self.library.project().settings;
        let tested = colliders.solid.iter();
        let mut met: Vec<(f64, &Collider)> = tested
            .filter(|collider| settings.queries_hit_triggers || !collider.trigger)
            .filter_map(|collider| {
                let distance = collider.solid.hit_distance(ray, settings.queries_hit_backfaces)?;
                (distance <= FARTHEST).then_some((distance, collider))
            })
            .collect();
        // Colliders are in listing order, which decides between equal distances.
        met.sort_by(|a, b| a.0.total_cmp(&b.0));
        let total = count(met.len());
        met.truncate(Picked::MOST_HITS);
        let hits = met.into_iter().map(|(distance, collider)| Hit {
            distance,
            position: vector(ray.point_at(distance)),
            collider: Some(collider.kind.to_owned()),
            approximate: collider.approximate.clone(),
            ..self.hit(collider.at)
        });
        Picked {
            hits: hits.collect(),
            total,
            not_tested: not_tested(ray, colliders),
            not_tested_total: count(colliders.untested.len() + usize::from(colliders.unread.is_some())),
            ..Picked::default()
        }
    }

    /// Creates a hit on the object. Its distance and position are still zero.
    pub(crate) fn hit(self, at: NodeAt) -> Hit {
        let node = self.world.node(at);
        Hit {
            object: node.map_or(ObjectId(0), |node| node.id),
            name: self.name(at).to_owned(),
            path: node.map_or("", |node| self.world.paths().get(node.place)).to_owned(),
            unique_path: self.path(at),
            file: self.file(at).to_owned(),
            distance: 0.0,
            position: Vector3::default(),
            collider: None,
            approximate: None,
        }
    }
}

fn ray_of(origin: Vector3, direction: Vector3) -> Result<Ray, String> {
    let [origin, direction] = [origin, direction].map(|Vector3 { x, y, z }| DVec3::new(x, y, z));
    // Scaled first: the squares of very large or small numbers overflow or vanish.
    let direction = (direction / direction.abs().max_element()).try_normalize();
    Ok(Ray {
        origin,
        direction: direction.ok_or("the direction has no length")?,
    })
}

pub(crate) fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

/// Returns one line of text for each collider that the ray cannot be tested with, those nearest to the ray first.
fn not_tested(ray: &Ray, colliders: &Colliders) -> Vec<String> {
    let mut nearest: Vec<(f64, &Untested)> = colliders
        .untested
        .iter()
        .map(|untested| {
            let distance = untested.position.map(|position| ray.distance_to(position));
            (distance.unwrap_or(f64::INFINITY), untested)
        })
        .collect();
    nearest.sort_by(|a, b| a.0.total_cmp(&b.0));
    let lines = nearest.iter().map(|(_, untested)| untested.line.clone());
    // The position of their possible colliders is unknown.
    lines
        .chain(colliders.unread.clone())
        .take(Picked::MOST_UNTESTED)
        .collect()
}
