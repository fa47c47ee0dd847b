//! A point through the canvases, as Unity's EventSystem would see it.
//!
//! Belongs here: which canvases are asked, and what the answer says. Does not: layout rules (`ui`), reading components
//! (`read`), where canvases stand (`stage`).

mod canvases;
mod elements;
mod laid;
mod read;
mod sprite;
mod stage;
mod steered;

pub(super) use laid::{Laid, Shown};

use super::Session;
use super::camera::vector;
use host_bridge::{BridgeError, Hit, Picked, Replied, Reply, ScreenPoint};
use unity_layout::ui::sort_hits;

/// Hits beyond this are counted, not listed.
const MAX_HITS: usize = 200;

/// Lines about what could not be tested beyond this are counted.
const MAX_UNTESTED: usize = 50;

impl Session {
    /// # Errors
    /// See `Session::pixel`. Without an active EventSystem there is no hit and a diagnostic, as in Unity.
    pub(super) fn pick_ui(&mut self, at: ScreenPoint) -> Result<Replied, BridgeError> {
        let (pixel, screen) = (self.pixel(at)?, self.screen());
        if !self.laid.is_fresh(self.edits.writes) {
            self.laid = Laid::of(self, self.edits.writes);
        }
        let mut picked = Picked {
            screen,
            ..Picked::default()
        };
        let mut diagnostics = self.laid.notes.clone();
        if !self.laid.event_system {
            diagnostics.push(
                "no EventSystem is active in the loaded scenes, so Unity finds nothing below the pointer; add one, or SpawnTestUi"
                    .to_owned(),
            );
        } else {
            let mut hits = sort_hits(self.laid.hits(pixel, screen));
            if let Ok(eye) = self.looking_camera() {
                hits.retain(|(_, hit)| self.is_in_scene_of(hit.at, &eye.view));
                diagnostics.extend(self.scene_alone(&eye.view));
            }
            if hits.len() > MAX_HITS {
                diagnostics.push(format!("{} more hits lie behind these", hits.len() - MAX_HITS));
            }
            let listed = hits.into_iter().take(MAX_HITS).map(|(_, hit)| {
                let card = self.card(hit.at);
                Hit {
                    object: card.id,
                    name: card.name,
                    path: card.path,
                    distance: 0.0,
                    position: vector(hit.position),
                    approximate: hit.approximate.map(str::to_owned),
                }
            });
            picked.hits = listed.collect();
            let untested = &self.laid.not_tested;
            picked.not_tested = untested.iter().take(MAX_UNTESTED).cloned().collect();
            if untested.len() > MAX_UNTESTED {
                let more = untested.len() - MAX_UNTESTED;
                picked
                    .not_tested
                    .push(format!("{more} more canvases or raycasters could not be tested either"));
            }
        }
        Ok(Replied {
            reply: Reply::Picked(picked),
            diagnostics,
        })
    }

    /// All canvases, laid out anew for the screen as it is set now.
    pub(super) fn rectangles(&self) -> Laid {
        Laid::of(self, self.edits.writes)
    }

    /// The files or settings that the layout was made from may have changed.
    pub(super) fn forget_layout(&mut self) {
        self.laid = Laid::default();
    }
}

#[cfg(test)]
mod tests;
