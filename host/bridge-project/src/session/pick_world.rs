//! A ray from the camera through the colliders.
//!
//! Belongs here: the ray, what it meets in which order, and what could not be tested. Does not: the shapes' geometry
//! (`geometry`), which camera looks (`camera`).

mod colliders;
mod shape;

pub(super) use colliders::Colliders;

use super::Session;
use super::camera::{Active, vector};
use super::world::NodeAt;
use colliders::{Collider, Untested};
use host_bridge::{BridgeError, Hit, Picked, Replied, Reply, ScreenPoint, Vector3};
use unity_layout::geometry::Ray;

/// World units along the ray.
const FARTHEST: f64 = 1e6;

impl Session {
    /// # Errors
    /// See `Session::pixel`. Where no camera looks there is no hit and a diagnostic.
    pub(super) fn pick_world(&mut self, at: ScreenPoint) -> Result<Replied, BridgeError> {
        let (pixel, screen) = (self.pixel(at)?, self.screen());
        let mut colliders = std::mem::take(&mut self.colliders);
        colliders.refresh(self);
        let mut diagnostics = Vec::new();
        let ray = colliders.eye.clone().and_then(|Active { view, note }| {
            diagnostics.extend(note);
            diagnostics.extend(self.oddities(&view));
            diagnostics.extend(self.scene_alone(&view));
            view.ray(pixel, screen).ok_or_else(|| {
                let path = self.card(view.at).path;
                format!("the point lies outside of what {path} draws on the screen")
            })
        });
        let picked = match ray {
            Ok(ray) => self.meet(&ray, &colliders, screen),
            Err(reason) => {
                diagnostics.push(reason);
                Picked {
                    screen,
                    ..Picked::default()
                }
            }
        };
        self.colliders = colliders;
        Ok(Replied {
            reply: Reply::Picked(picked),
            diagnostics,
        })
    }

    fn meet(&self, ray: &Ray, colliders: &Colliders, screen: (u32, u32)) -> Picked {
        let settings = &self.library.project().settings;
        let tested = colliders.solid.iter();
        let mut met: Vec<(f64, &Collider)> = tested
            .filter(|collider| settings.queries_hit_triggers || !collider.trigger)
            .filter_map(|collider| {
                let distance = collider.solid.meets(ray, settings.queries_hit_backfaces)?;
                (distance <= FARTHEST).then_some((distance, collider))
            })
            .collect();
        // Colliders stand in listing order, which decides between equal distances.
        met.sort_by(|a, b| a.0.total_cmp(&b.0));
        let total = count(met.len());
        met.truncate(Picked::MOST_HITS);
        let hits = met.into_iter().map(|(distance, collider)| Hit {
            distance,
            position: vector(ray.at(distance)),
            collider: Some(collider.kind.to_owned()),
            approximate: collider.approximate.clone(),
            ..self.hit(collider.at)
        });
        Picked {
            hits: hits.collect(),
            total,
            not_tested: not_tested(ray, colliders),
            not_tested_total: count(colliders.untested.len() + usize::from(colliders.models.is_some())),
            screen,
        }
    }

    /// Who was hit, at no place yet.
    pub(super) fn hit(&self, at: NodeAt) -> Hit {
        let (card, view) = (self.card(at), self.view());
        Hit {
            object: card.id,
            name: card.name,
            path: card.path,
            unique_path: view.path(at),
            file: view.file(at).to_owned(),
            distance: 0.0,
            position: Vector3::default(),
            collider: None,
            approximate: None,
        }
    }
}

pub(super) fn count(items: usize) -> u32 {
    u32::try_from(items).unwrap_or(u32::MAX)
}

/// One line for each, those nearest to the ray first.
fn not_tested(ray: &Ray, colliders: &Colliders) -> Vec<String> {
    let mut nearest: Vec<(f64, &Untested)> = colliders
        .untested
        .iter()
        .map(|untested| (ray.distance_to(untested.position), untested))
        .collect();
    nearest.sort_by(|a, b| a.0.total_cmp(&b.0));
    let lines = nearest
        .iter()
        .map(|(_, untested)| format!("{}: {}", untested.path, untested.reason));
    // Models stand nowhere.
    lines
        .chain(colliders.models.clone())
        .take(Picked::MOST_UNTESTED)
        .collect()
}

#[cfg(test)]
mod tests;
