//! Computes the layout of one root canvas: its size and position, its rectangles, and its Graphics with their masks.

use super::canvas_layout::{Canvas, Laid, Mask, Outline, Shown, Standing, Target};
use super::canvases::{Root, ancestors};
use super::read::{CanvasFacts, Facts, RenderMode};
use super::sprite::Sprites;
use crate::camera::{Active, CameraView};
use crate::scene_view::SceneView;
use glam::{DQuat, DVec2, DVec3};
use std::collections::HashMap;
use unity_layout::geometry::{Cut, Local, Placement, Ray, Rectangle, is_invertible};
use unity_layout::ui::{Doubt, RectSpec, Scaler, Tree};

const DPI: &str = "the canvas is scaled by the screen's dots per inch, which only a running Unity knows";
const NO_RENDERER: &str = "the files give it no CanvasRenderer; Unity adds one when it draws";

fn sentence(doubt: Doubt) -> &'static str {
    match doubt {
        Doubt::Text => "its layout depends on the size of a text, which was estimated without its font",
        Doubt::Sprite => "its layout depends on the size of a sprite, which only Unity's importer knows",
        Doubt::Field => "its layout depends on what an input field asks for, which only a running Unity knows",
        Doubt::Bar => "a running scroll view hides this bar while its content fits",
        Doubt::Handle => "a running scroll view sets this handle by its scroll position",
    }
}

/// Position and size of a root canvas, in its own units. The layout of its descendants starts from them.
struct Footing {
    camera: Option<CameraView>,
    /// True for an overlay canvas, which has no position in the world: its `placement` is in pixels of the screen.
    overlay: bool,
    placement: Placement,
    size: DVec2,
    /// The pivot of the canvas as a fraction of its size.
    pivot: DVec2,
}

/// The values that an object inherits from its ancestors during the layout.
#[derive(Clone, Copy, Debug)]
struct State {
    placement: Placement,
    blocked: bool,
    masks: Option<usize>,
    /// Index of the nearest canvas with an enabled raycaster; `None` if there is none.
    canvas: Option<usize>,
    /// True if an ancestor is a disabled nested canvas, below which Unity draws nothing.
    hidden: bool,
    layer: i64,
    order: i64,
    /// Index of the outermost object with a raycaster among the ancestors; `None` if there is none.
    raycaster: Option<usize>,
}

/// A computation of the layout of one root canvas, which adds its result to a `Laid`.
pub(super) struct Stage<'a> {
    view: SceneView<'a>,
    laid: &'a mut Laid,
    root: usize,
    place: usize,
}

impl<'a> Stage<'a> {
    /// Prepares the layout of one root canvas: `root` is its index, and `place` is its position in the drawing order.
    pub(crate) fn new(view: SceneView<'a>, laid: &'a mut Laid, root: usize, place: usize) -> Self {
        Self {
            view,
            laid,
            root,
            place,
        }
    }

    pub(super) fn put_up(mut self, root: Root) {
        let Some(first) = root.facts.first() else { return };
        let Some(canvas) = first.canvas.clone() else { return };
        let footing = match self.footing(first, &canvas) {
            Ok(footing) => footing,
            Err(reason) => {
                let path = self.view.card(first.at).path;
                self.laid.not_tested.push(format!("{path}: {reason}"));
                self.laid.homeless += 1;
                return;
            }
        };
        let physical =
            matches!(first.scaler, Some(Scaler::ConstantPhysical { .. })) && canvas.mode != RenderMode::World;
        let shown = match (&footing.camera, canvas.mode) {
            (_, RenderMode::World) => Shown::InWorld,
            (Some(view), _) => Shown::By(view.at),
            (None, _) => Shown::OnScreen,
        };
        let mut facts = root.facts;
        let tree = lay_out(&mut facts, &footing);
        let mut states: Vec<State> = Vec::with_capacity(facts.len());
        for (at, facts) in facts.iter().enumerate() {
            let Some(item) = tree.items.get(at) else { break };
            let above = item.parent.and_then(|parent| states.get(parent)).copied();
            let placement = match (above, item.parent.and_then(|parent| tree.items.get(parent))) {
                (Some(above), Some(parent)) => above.placement.child(&Local {
                    position: if item.has_rect {
                        let position = item.rect.position(parent.size, parent.rect.pivot);
                        position.extend(facts.position.z)
                    } else {
                        facts.position
                    },
                    rotation: facts.rotation,
                    scale: facts.scale,
                }),
                _ => footing.placement,
            };
            let above = above.unwrap_or_else(|| self.inherited_state(facts, placement));
            let standing = self.laid.standing.len();
            self.laid
                .standing
                .push(standing_of(&placement, item.size, item.rect.pivot));
            let state = self.enter(at, facts, &footing, State { placement, ..above }, standing);
            states.push(state);
            // The root canvas has the size of the picture, or frames its content.
            if item.has_rect && item.parent.is_some() && !state.hidden {
                self.laid.outlines.push(Outline {
                    at: facts.at,
                    standing,
                    shown,
                });
            }
            let approximate = item.doubt.map(sentence).or(physical.then_some(DPI));
            let approximate = approximate.or((!facts.has_renderer).then_some(NO_RENDERER));
            self.note_targets(at, facts, &state, standing, approximate);
        }
    }

    /// Computes the position and size of the root canvas. The error is the reason why it cannot be hit or placed.
    fn footing(&self, facts: &Facts, canvas: &CanvasFacts) -> Result<Footing, String> {
        let screen = self.view.screen_size();
        let own = canvas.camera.and_then(|at| self.view.camera_on(at));
        let camera = match canvas.mode {
            RenderMode::Overlay => None,
            RenderMode::Camera => own,
            RenderMode::World => Some(
                own.or_else(|| self.main_camera())
                    .ok_or("it is in world space without an event camera, and no active camera is tagged MainCamera")?,
            ),
        };
        let display = camera.as_ref().map_or(canvas.display, |view| view.display);
        if display != 0 {
            return Err(format!(
                "it is shown on display {}, the point is on display 1",
                display + 1
            ));
        }
        if camera.as_ref().is_some_and(|view| view.to_texture) {
            return Err("its camera draws into a texture and not on the screen".to_owned());
        }
        let middle = DVec2::splat(0.5);
        let factor = facts.scaler.map_or(1.0, |scaler| scaler.factor(screen));
        match (camera, canvas.mode) {
            (camera, RenderMode::World) => Ok(Footing {
                camera,
                overlay: false,
                placement: self.view.placement(facts.at),
                size: facts.item.rect.size(DVec2::ZERO),
                pivot: facts.item.rect.pivot,
            }),
            (Some(view), _) => {
                let lens = view.lens(screen).ok_or("its camera shows nothing on the screen")?;
                let corners = [lens.viewport.min, lens.viewport.min + lens.viewport.size];
                let [low, high] = corners.map(|pixel| on_plane(&lens.ray(pixel), canvas.plane));
                let scale = (high.y - low.y) / lens.viewport.size.y * factor;
                let local = Local {
                    position: view.position + view.rotation * ((low + high) * 0.5),
                    rotation: view.rotation,
                    scale: DVec3::splat(scale),
                };
                Ok(Footing {
                    overlay: false,
                    placement: Placement::WORLD.child(&local),
                    size: lens.viewport.size / factor,
                    pivot: middle,
                    camera: Some(view),
                })
            }
            (None, _) => {
                let local = Local {
                    position: (screen * 0.5).extend(0.0),
                    rotation: DQuat::IDENTITY,
                    scale: DVec3::splat(factor),
                };
                Ok(Footing {
                    camera: None,
                    overlay: true,
                    placement: Placement::WORLD.child(&local),
                    size: screen / factor,
                    pivot: middle,
                })
            }
        }
    }

    /// Returns the camera that Unity's `Camera.main` would return; `None` if there is none.
    fn main_camera(&self) -> Option<CameraView> {
        let Active { view, .. } = self.view.camera_among(&self.laid.scenes).ok()?;
        (self.view.card(view.at).tag == "MainCamera").then_some(view)
    }

    /// Returns the values that the root canvas, whose data is `facts`, inherits from objects above it.
    fn inherited_state(&self, facts: &Facts, placement: Placement) -> State {
        let mut blocked = false;
        let sprites = Sprites::new(self.view.library.project());
        for at in ancestors(self.view, facts.at) {
            if let Some(group) = Facts::read(self.view, &sprites, at, None).group {
                blocked = !group.blocks || (blocked && !group.ignores_parents);
            }
        }
        let canvas = facts.canvas.as_ref();
        State {
            placement,
            blocked,
            masks: None,
            canvas: None,
            hidden: false,
            layer: canvas.map_or(0, |canvas| self.layer(canvas.layer)),
            order: canvas.map_or(0, |canvas| canvas.order),
            raycaster: None,
        }
    }

    /// Returns the position of a sorting layer relative to the default layer; 0 for an unknown layer.
    fn layer(&self, id: u32) -> i64 {
        let layers = &self.view.library.project().settings.sorting_layers;
        let place = |id: u32| layers.iter().position(|known| *known == id);
        let value = |place: usize| i64::try_from(place).unwrap_or(i64::MAX);
        let default = place(0).map_or(0, value);
        place(id).map_or(0, |place| value(place) - default)
    }

    /// Returns the values that children of the object `at` inherit. The object's rectangle has the index `standing`.
    fn enter(&mut self, at: usize, facts: &Facts, footing: &Footing, above: State, standing: usize) -> State {
        let mut state = above;
        let is_nested = facts.item.parent.is_some();
        if facts.raycaster.is_some() && state.raycaster.is_none() {
            state.raycaster = Some(at);
        }
        if let Some(canvas) = &facts.canvas {
            state.hidden |= !canvas.enabled;
            if canvas.own_sorting && is_nested {
                (state.layer, state.order) = (self.layer(canvas.layer), canvas.order);
                // Unity's search for groups and masks ends at such a canvas.
                (state.blocked, state.masks) = (false, None);
            }
            state.canvas = facts.raycaster.filter(|raycaster| raycaster.enabled).map(|raycaster| {
                if raycaster.blocked_by != 0 && !footing.overlay {
                    let path = self.view.card(facts.at).path;
                    self.laid.not_tested.push(format!(
                        "{path}: its raycaster lets colliders in front block it; colliders were not tested"
                    ));
                }
                self.laid.canvases.push(Canvas {
                    camera: footing.camera.clone(),
                    overlay: footing.overlay.then_some((state.order, self.place)),
                    layer: state.layer,
                    order: state.order,
                    // Depths are only comparable below the same outermost raycaster.
                    root: self.root * MAX_OBJECTS + state.raycaster.unwrap_or(at),
                    front_only: raycaster.front_only,
                    targets: Vec::new(),
                });
                self.laid.canvases.len() - 1
            });
        }
        if let Some(group) = facts.group {
            state.blocked = !group.blocks || (state.blocked && !group.ignores_parents);
        }
        for cut in &facts.masks {
            state.masks = Some(self.mask(standing, *cut, state.masks));
        }
        state
    }

    fn mask(&mut self, standing: usize, cut: Cut, next: Option<usize>) -> usize {
        self.laid.masks.push(Mask { standing, cut, next });
        self.laid.masks.len() - 1
    }

    fn note_targets(
        &mut self,
        depth: usize,
        facts: &Facts,
        state: &State,
        standing: usize,
        approximate: Option<&'static str>,
    ) {
        if state.hidden || state.blocked || !facts.item.has_rect {
            return;
        }
        let canvas = state.canvas.and_then(|at| self.laid.canvases.get_mut(at));
        let Some(canvas) = canvas else { return };
        canvas.targets.extend(facts.targets.iter().map(|cut| Target {
            at: facts.at,
            standing,
            cut: *cut,
            depth,
            masks: state.masks,
            approximate,
        }));
    }
}

/// A number that is larger than the number of objects in any canvas, to combine two indexes into one number.
const MAX_OBJECTS: usize = 1 << 24;

/// Creates the layout tree of a canvas, and computes all its rectangles.
fn lay_out(facts: &mut [Facts], footing: &Footing) -> Tree {
    let mut tree = Tree {
        items: facts.iter().map(|facts| facts.item.clone()).collect(),
    };
    if let Some(root) = tree.items.first_mut() {
        root.size = footing.size;
        root.has_rect = true;
        root.rect = RectSpec {
            pivot: footing.pivot,
            ..root.rect
        };
    }
    let places: HashMap<_, _> = facts.iter().enumerate().map(|(at, facts)| (facts.at, at)).collect();
    for (at, facts) in facts.iter_mut().enumerate() {
        for steering in std::mem::take(&mut facts.steering) {
            steering.apply(at, &mut tree, &places);
        }
    }
    tree.lay_out();
    tree
}

fn standing_of(placement: &Placement, size: DVec2, pivot: DVec2) -> Standing {
    let corner = -pivot * size;
    let to_local = is_invertible(&placement.matrix).then(|| placement.matrix.inverse());
    Standing {
        rectangle: Rectangle::new(to_local, corner, corner + size),
        position: placement.position(),
        forward: placement.rotation * DVec3::Z,
    }
}

/// Returns the point at which a ray in camera space intersects the plane at this distance in front of the camera.
fn on_plane(ray: &Ray, distance: f64) -> DVec3 {
    ray.point_at((distance - ray.origin.z) / ray.direction.z)
}
