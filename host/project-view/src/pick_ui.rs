//! Finds the UI elements at a point of the screen, as Unity's EventSystem does.
//!
//! This module selects the tested canvases. `stage` computes their positions by the rules in `unity_layout::ui`.

pub mod canvas_layout;
mod canvases;
mod elements;
mod read;
mod rect_position;
mod sprite;
mod stage;
mod steering;

use canvas_layout::Laid;

use crate::camera::{SceneSet, vector};
use crate::pick_world::count;
use crate::scene_lookup::SceneLookup;
use crate::scene_view::SceneView;
use host_bridge::{BridgeError, Hit, Picked, Replied, Reply, ScreenPoint, Viewer};
use unity_layout::ui::sort_hits;

impl SceneLookup<'_> {
    /// Finds the UI elements at a point of the screen, for the camera and scenes that `viewer` selects.
    ///
    /// # Errors
    /// The errors of `SceneView::pixel` and `SceneView::looking_as`. A missing EventSystem is no error: the reply then
    /// has a diagnostic and no hit.
    pub fn pick_ui(&mut self, at: ScreenPoint, viewer: &Viewer) -> Result<Replied, BridgeError> {
        let looked = self.looked_as(viewer)?;
        let looking = &looked.looking;
        let pixel = self.view().pixel(at)?;
        if !self.kept.laid.is_fresh(self.lookup.changes.writes(), &looking.scenes) {
            self.kept.laid = self.view().rectangles(&looking.scenes);
        }
        let mut picked = Picked {
            camera: looked.eye,
            screen: self.view().screen(),
            ..Picked::default()
        };
        let mut diagnostics = self.kept.laid.notes.clone();
        diagnostics.extend(looked.left_out.clone());
        let untested = &self.kept.laid.not_tested;
        picked.not_tested = untested.iter().take(Picked::MOST_UNTESTED).cloned().collect();
        picked.not_tested_total = count(untested.len());
        if let Some(at) = self.kept.laid.event_system {
            if !looking.scenes.has(self.lookup.world, at) {
                let (path, file) = (self.view().path(at), self.view().file(at));
                diagnostics.push(format!(
                    "the EventSystem is {path} of {file}: one serves all loaded scenes"
                ));
            }
            let hits = sort_hits(self.kept.laid.hits(pixel, self.view().screen_size()));
            picked.total = count(hits.len());
            let listed = hits.into_iter().take(Picked::MOST_HITS).map(|(_, hit)| Hit {
                position: vector(hit.position),
                approximate: hit.approximate.map(str::to_owned),
                ..self.view().hit(hit.at)
            });
            picked.hits = listed.collect();
        } else {
            diagnostics.push(
                "no EventSystem is active in any loaded scene, so Unity finds nothing below the pointer; add one"
                    .to_owned(),
            );
        }
        if picked.hits.is_empty() {
            diagnostics.extend(self.kept.laid.undrawn_note());
        }
        Ok(Replied {
            reply: Reply::Picked(picked),
            diagnostics,
        })
    }
}

impl SceneView<'_> {
    /// Computes the layout of all canvases in these scenes for the current screen.
    pub fn rectangles(self, scenes: &SceneSet) -> Laid {
        Laid::lay_out_scenes(self, scenes, self.changes.writes())
    }
}
