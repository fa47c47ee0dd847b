//! Finds the canvases with the objects below them, and finds other objects that receive pointer events.

use super::canvas_layout::Laid;
use super::read::{Facts, RenderMode};
use super::sprite::Sprites;
use super::stage::Stage;
use crate::camera::SceneSet;
use crate::scene_view::SceneView;
use host_project_world::world::NodeAt;

const CANVAS: u32 = 223;

/// The classes of raycasters whose kind of objects a pick does not test, each with a message that explains this.
const OTHERS: [(&str, &str); 3] = [
    (
        "UnityEngine.EventSystems.PhysicsRaycaster",
        "its raycaster adds 3D colliders to what the EventSystem finds; pick in the world for those",
    ),
    (
        "UnityEngine.EventSystems.Physics2DRaycaster",
        "its raycaster adds 2D colliders to what the EventSystem finds; they are not tested",
    ),
    (
        "UnityEngine.UIElements.UIDocument",
        "only Unity computes the layout of its UI Toolkit panel; it was not tested",
    ),
];

/// A root canvas and all active objects below it, each parent before its children.
pub(super) struct Root {
    pub(crate) facts: Vec<Facts>,
}

impl Laid {
    /// Computes the layout of every canvas in these scenes. `writes` is the session's number of writes.
    pub(crate) fn lay_out_scenes(view: SceneView<'_>, scenes: &SceneSet, writes: u64) -> Self {
        let counts = |at: NodeAt| is_active(view, at) && scenes.has(view.world, at);
        let mut laid = Self {
            writes: Some(writes),
            scenes: scenes.clone(),
            event_system: view.event_system(scenes),
            ..Self::default()
        };
        let sprites = Sprites::new(view.library.project());
        let mut roots: Vec<Root> = view
            .components_of("UnityEngine.Canvas", CANVAS)
            .filter(|(at, _)| counts(*at) && !has_canvas_above(view, *at))
            .map(|(at, _)| Root::read(view, &sprites, at))
            .collect();
        // A broken file may give an object two canvases; it counts as one.
        roots.dedup_by_key(|root| root.facts.first().map(|facts| facts.at));
        laid.off = undrawn_canvases(view, scenes, &roots);
        roots.retain(Root::is_drawn);
        let mut unreadable = 0;
        let places = places(&roots);
        for (at, (root, place)) in roots.into_iter().zip(places).enumerate() {
            unreadable += root.facts.iter().filter(|facts| facts.unreadable).count();
            let opaque = |facts: &&Facts| view.world.object(facts.at).is_some_and(|object| object.is_opaque());
            for facts in root.facts.iter().filter(opaque) {
                let path = view.card(facts.at).path;
                let reason = "an instance whose source cannot be read; what it draws is not tested";
                laid.not_tested.push(format!("{path}: {reason}"));
            }
            Stage::new(view, &mut laid, at, place).put_up(root);
        }
        if unreadable > 0 {
            laid.notes.push(format!(
                "{unreadable} objects below canvases have a component that cannot be read; it was left out"
            ));
        }
        // Objects below a canvas are reported one by one.
        let is_elsewhere = |at| {
            let is_model = view
                .world
                .object(at)
                .and_then(|object| object.unread.as_ref())
                .is_some_and(|unread| unread.is_model);
            !is_model && !has_canvas_above(view, at)
        };
        laid.not_tested.extend(view.unread_in(scenes, "canvases", is_elsewhere));
        for (name, reason) in OTHERS {
            let kinds = view.library.types().find_named(name);
            let places = kinds.into_iter().flat_map(|kind| view.world.with_type(kind));
            let nodes = places.filter_map(|place| view.world.node_at_place(*place));
            for at in nodes.filter(|at| counts(*at)) {
                laid.not_tested.push(format!("{}: {reason}", view.card(at).path));
            }
        }
        laid
    }
}

impl Root {
    fn read(view: SceneView<'_>, sprites: &Sprites<'_>, root: NodeAt) -> Self {
        let mut facts: Vec<Facts> = Vec::new();
        let mut open: Vec<(NodeAt, Option<usize>)> = vec![(root, None)];
        while let Some((at, parent)) = open.pop() {
            let place = facts.len();
            facts.push(Facts::read(view, sprites, at, parent));
            let children = view.world.node(at).map_or(&[][..], |node| node.children.as_slice());
            let active = children.iter().rev().filter(|child| is_active(view, **child));
            open.extend(active.map(|child| (*child, Some(place))));
        }
        let scale = facts.first().map_or(1.0, |root| root.pixels_per_unit / 100.0);
        let elements = facts.iter_mut().flat_map(|facts| &mut facts.item.elements);
        for element in elements.filter(|element| element.from_sprite) {
            element.preferred = element.preferred.map(|size| size * scale);
        }
        Self { facts }
    }

    fn is_drawn(&self) -> bool {
        let canvas = self.facts.first().and_then(|facts| facts.canvas.as_ref());
        canvas.is_some_and(|canvas| canvas.enabled)
    }
}

/// Returns the number of inactive or disabled root canvases, and the path of the first. `roots` are the active ones.
fn undrawn_canvases(view: SceneView<'_>, scenes: &SceneSet, roots: &[Root]) -> (usize, Option<String>) {
    let is_drawn = |at: NodeAt| {
        let of_active = roots
            .iter()
            .find(|root| root.facts.first().is_some_and(|facts| facts.at == at));
        of_active.is_some_and(Root::is_drawn)
    };
    let mut all: Vec<NodeAt> = view
        .components_of("UnityEngine.Canvas", CANVAS)
        .map(|(at, _)| at)
        .collect();
    all.dedup();
    all.retain(|at| scenes.has(view.world, *at) && !has_canvas_above(view, *at) && !is_drawn(*at));
    (all.len(), all.first().map(|at| view.path(*at)))
}

/// Returns the position of each root canvas in the drawing order, which is by sorting order and then by listing order.
fn places(roots: &[Root]) -> Vec<usize> {
    let order = |root: &Root| {
        let canvas = root.facts.first().and_then(|facts| facts.canvas.as_ref());
        canvas.map_or(0, |canvas| {
            if canvas.mode == RenderMode::World {
                i64::MIN
            } else {
                canvas.order
            }
        })
    };
    let mut sorted: Vec<usize> = (0..roots.len()).collect();
    sorted.sort_by_key(|at| roots.get(*at).map(order));
    let mut places = vec![0; roots.len()];
    for (place, at) in sorted.into_iter().enumerate() {
        if let Some(slot) = places.get_mut(at) {
            *slot = place;
        }
    }
    places
}

fn is_active(view: SceneView<'_>, at: NodeAt) -> bool {
    view.world.node(at).is_some_and(|node| node.active_in_hierarchy)
}

pub(super) fn has_canvas_above(view: SceneView<'_>, at: NodeAt) -> bool {
    let mut next = view.world.node(at).and_then(|node| node.parent);
    while let Some(at) = next {
        let mut components = view.world.components(at).iter();
        if components.any(|component| component.class == CANVAS) {
            return true;
        }
        next = view.world.node(at).and_then(|node| node.parent);
    }
    false
}

/// Returns the ancestors of the object, the outermost first.
pub(super) fn ancestors(view: SceneView<'_>, at: NodeAt) -> Vec<NodeAt> {
    let mut chain = Vec::new();
    let mut next = view.world.node(at).and_then(|node| node.parent);
    while let Some(at) = next {
        chain.push(at);
        next = view.world.node(at).and_then(|node| node.parent);
    }
    chain.reverse();
    chain
}
