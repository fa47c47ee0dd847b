//! A ray from the camera through the colliders.
//!
//! Belongs here: the ray, what it meets in which order, and what could not be tested. Does not: the shapes' geometry
//! (`geometry`), which camera looks (`camera`).

mod colliders;
mod shape;

pub(super) use colliders::Colliders;

use super::Session;
use super::camera::{Active, vector};
use colliders::{Collider, Untested};
use host_bridge::{BridgeError, Hit, Picked, Replied, Reply, ScreenPoint};
use unity_layout::geometry::Ray;

/// World units along the ray.
const FARTHEST: f64 = 1e6;

/// Hits beyond this are counted, not listed.
const MAX_HITS: usize = 200;

/// Colliders that could not be tested beyond this are counted; those nearest to the ray are listed.
const MAX_UNTESTED: usize = 50;

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
            Ok(ray) => self.meet(&ray, &colliders, screen, &mut diagnostics),
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

    fn meet(&self, ray: &Ray, colliders: &Colliders, screen: (u32, u32), diagnostics: &mut Vec<String>) -> Picked {
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
        if met.len() > MAX_HITS {
            diagnostics.push(format!("{} more hits lie behind these", met.len() - MAX_HITS));
            met.truncate(MAX_HITS);
        }
        let hits = met.into_iter().map(|(distance, collider)| {
            let card = self.card(collider.at);
            Hit {
                object: card.id,
                name: card.name,
                path: card.path,
                distance,
                position: vector(ray.at(distance)),
                approximate: collider.approximate.clone(),
            }
        });
        Picked {
            hits: hits.collect(),
            not_tested: not_tested(ray, colliders),
            screen,
        }
    }
}

/// One line for each, those nearest to the ray first.
fn not_tested(ray: &Ray, colliders: &Colliders) -> Vec<String> {
    let mut nearest: Vec<(f64, &Untested)> = colliders
        .untested
        .iter()
        .map(|untested| (ray.distance_to(untested.position), untested))
        .collect();
    nearest.sort_by(|a, b| a.0.total_cmp(&b.0));
    let listed = nearest.iter().take(MAX_UNTESTED);
    let mut lines: Vec<String> = listed
        .map(|(_, untested)| format!("{}: {}", untested.path, untested.reason))
        .collect();
    if nearest.len() > MAX_UNTESTED {
        lines.push(format!(
            "{} more colliders, farther from the ray, could not be tested either",
            nearest.len() - MAX_UNTESTED
        ));
    }
    lines.extend(colliders.models.clone());
    lines
}

#[cfg(test)]
mod tests;
