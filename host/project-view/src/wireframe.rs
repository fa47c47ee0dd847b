//! A line drawing of the colliders, built-in meshes and UI rectangles that the active camera would show.
//!
//! `shapes` computes the lines of a shape, `eye` projects them, `picture` contains the pixels, `png` encodes the file,
//! `letters` contains the font, and `drawn_objects` finds objects to draw or to report.

mod drawn_objects;
mod eye;
pub mod letters;
pub mod picture;
mod png;
mod shapes;

use crate::camera::{Active, CameraView, Looking, SceneSet};
use crate::pick_ui::canvas_layout::Shown;
use crate::pick_world::colliders::Colliders;
use crate::scene_lookup::SceneLookup;
use crate::scene_view::SceneView;
use drawn_objects::Missing;
use eye::Eye;
use glam::{DAffine3, DVec3};
use host_bridge::{BridgeError, BridgeErrorKind, Picture, Replied, Reply};
use picture::{Canvas, Ink};
use shapes::Stroke;

/// Maximum number of lines that are drawn in one wireframe picture. Further lines are only counted.
const MOST_LINES: usize = 50_000;

/// The text in the corner of every picture.
pub const WORDS: &str = "offline wireframe, not a render";

impl SceneLookup<'_> {
    /// Draws the view of the active camera as a PNG picture of this width and height in pixels.
    ///
    /// # Errors
    /// `InvalidArgument` if the width or height is too small or too large; `NotFound` if there is no camera.
    pub fn wireframe(&mut self, width: u32, height: u32) -> Result<Replied, BridgeError> {
        let mut colliders = std::mem::take(&mut self.kept.colliders);
        let looking = self.view().looking();
        colliders.refresh(self.view(), &looking.scenes);
        // The UI layout is computed for the picture, not for the screen of picks.
        let drawn = self.view().on_screen(width, height).draw(&looking, &colliders);
        self.kept.colliders = colliders;
        drawn
    }
}

impl SceneView<'_> {
    fn draw(self, looking: &Looking, colliders: &Colliders) -> Result<Replied, BridgeError> {
        let nothing = |why: String| {
            BridgeError::new(BridgeErrorKind::NotFound, format!("nothing can be drawn: {why}"))
                .with_hint("open a scene that has an enabled camera on an active object; ListScenes lists the scenes")
        };
        let Active { view, note } = looking.eye.as_ref().map_err(|why| nothing(why.clone()))?;
        let sight = Sight {
            view,
            scenes: &looking.scenes,
        };
        let eye = Eye::new(view, self.screen_size())
            .ok_or_else(|| nothing("the active camera's viewport is outside the screen".to_owned()))?;
        let (width, height) = self.screen();
        let mut sketch = Sketch {
            eye,
            canvas: Canvas::new(width, height),
            lines: 0,
            cut: 0,
        };
        let mut missing = Missing::default();
        self.draw_meshes(sight, &mut sketch, &mut missing);
        self.draw_colliders(view, colliders, &mut sketch, &mut missing);
        self.draw_rectangles(sight, &mut sketch, &mut missing);
        self.count_others(sight, &mut missing);
        missing.note(
            sketch.cut,
            "line beyond the first 50000",
            "lines beyond the first 50000",
        );
        if !letters::write(&mut sketch.canvas, WORDS) {
            missing.say("some letters of the words in it, for which the picture is too small");
        }
        Ok(Replied {
            reply: Reply::Picture(Picture {
                png: sketch.canvas.file(WORDS),
                width,
                height,
                file_path: None,
                not_drawn: missing.phrases,
            }),
            diagnostics: note
                .iter()
                .cloned()
                .chain(self.oddities(view))
                .chain(self.coverage_note(looking))
                .collect(),
        })
    }

    fn draw_colliders(self, view: &CameraView, colliders: &Colliders, sketch: &mut Sketch, missing: &mut Missing) {
        for (at, placed, form) in colliders.outlines() {
            if self.is_seen_by(at, view) {
                sketch.world(&placed, &shapes::strokes(form), Ink::Collider);
            } else {
                missing.other_layers += 1;
            }
        }
        let (untested, ignored) = colliders.left_out_counts();
        missing.note(
            untested,
            "collider whose form only Unity knows",
            "colliders whose form only Unity knows",
        );
        missing.note(
            ignored,
            "collider on the layer Ignore Raycast",
            "colliders on the layer Ignore Raycast",
        );
    }

    fn draw_rectangles(self, sight: Sight<'_>, sketch: &mut Sketch, missing: &mut Missing) {
        let view = sight.view;
        let laid = self.rectangles(sight.scenes);
        let (mut shown, mut elsewhere) = (0, 0);
        for (at, corners, by) in laid.outlines() {
            match by {
                Shown::OnScreen => sketch.screen(corners),
                Shown::By(camera) if camera != view.at => {
                    elsewhere += 1;
                    continue;
                }
                Shown::InWorld if !self.is_seen_by(at, view) => {
                    missing.other_layers += 1;
                    continue;
                }
                Shown::By(_) | Shown::InWorld => {
                    sketch.world(&DAffine3::IDENTITY, &shapes::loop_of(corners), Ink::Rectangle);
                }
            }
            shown += 1;
        }
        missing.note(
            shown,
            "UI rectangle's texts and images",
            "UI rectangles' texts and images",
        );
        missing.note(
            elsewhere,
            "UI rectangle of another camera",
            "UI rectangles of other cameras",
        );
        missing.note(
            laid.not_laid(),
            "canvas whose layout is not known",
            "canvases whose layout is not known",
        );
    }
}

/// The camera of a picture and the scenes that it shows.
#[derive(Clone, Copy)]
struct Sight<'a> {
    view: &'a CameraView,
    scenes: &'a SceneSet,
}

/// A picture that is being drawn, with the projection for its lines.
struct Sketch {
    eye: Eye,
    canvas: Canvas,
    lines: usize,
    /// Number of visible lines that were not drawn, because the picture has too many lines.
    cut: usize,
}

impl Sketch {
    fn world(&mut self, placed: &DAffine3, strokes: &[Stroke], ink: Ink) {
        for [from, to] in strokes {
            let seen = self
                .eye
                .project_line(placed.transform_point3(*from), placed.transform_point3(*to));
            self.put(seen, ink);
        }
    }

    /// Draws a rectangle. Its corners are in pixels of the picture.
    fn screen(&mut self, corners: [DVec3; 4]) {
        for [from, to] in shapes::loop_of(corners) {
            let seen = self.canvas.clip_line(from.truncate(), to.truncate());
            self.put(seen, Ink::Rectangle);
        }
    }

    fn put(&mut self, seen: Option<[glam::DVec2; 2]>, ink: Ink) {
        let Some([from, to]) = seen else { return };
        if self.lines == MOST_LINES {
            self.cut += 1;
            return;
        }
        self.lines += 1;
        self.canvas.line(from, to, ink);
    }
}
