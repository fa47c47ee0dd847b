//! UI components that set the rectangles of other objects: scroll views, sliders and scroll bars.

use crate::scene_view::SceneView;
use glam::DVec2;
use host_project_world::transforms::Numbers;
use host_project_world::world::NodeAt;
use std::collections::HashMap;
use unity_fields::class;
use unity_layout::ui::{Bar, Doubt, Scroll, Tree};
use unity_project::expand::{Component, component_tree};
use unity_yaml::Node;

/// The effect of a UI component on the rectangles of other objects, to which it has references.
pub(super) enum Steering {
    Scroll {
        viewport: Option<NodeAt>,
        content: Option<NodeAt>,
        /// The horizontal and the vertical scroll bar: its object, its visibility in Unity's numbering, its spacing.
        bars: [Option<(NodeAt, i64, f64)>; 2],
    },
    /// Stretches `target` over its parent; along `axis` (0 = x, 1 = y) only between two fractions of the parent.
    Part {
        target: NodeAt,
        axis: usize,
        from: f64,
        to: f64,
    },
}

/// The value of `m_HorizontalScrollbarVisibility` for a scroll bar that is always visible.
const PERMANENT: i64 = 0;

/// The value of `m_HorizontalScrollbarVisibility` for a scroll bar that is visible only if needed and then reduces the
/// viewport.
const HIDE_AND_EXPAND: i64 = 2;

impl Steering {
    pub(crate) fn from_component(
        view: SceneView<'_>,
        at: NodeAt,
        component: &Component,
        name: &str,
        tree: &Node<'_>,
    ) -> Vec<Self> {
        let object = |key: &str| {
            let reference = tree.get(key)?.file_ref();
            view.resolve_reference(at, component, reference).map(|(at, _)| at)
        };
        match name {
            "UnityEngine.UI.ScrollRect" => {
                let bar = |bar: &str, visibility: &str, spacing: &str| {
                    let shown = tree.whole(visibility).unwrap_or(PERMANENT);
                    Some((object(bar)?, shown, tree.real(spacing).unwrap_or(0.0)))
                };
                let bars = [
                    bar(
                        "m_HorizontalScrollbar",
                        "m_HorizontalScrollbarVisibility",
                        "m_HorizontalScrollbarSpacing",
                    ),
                    bar(
                        "m_VerticalScrollbar",
                        "m_VerticalScrollbarVisibility",
                        "m_VerticalScrollbarSpacing",
                    ),
                ];
                vec![Self::Scroll {
                    viewport: object("m_Viewport"),
                    content: object("m_Content"),
                    bars,
                }]
            }
            "UnityEngine.UI.Slider" => {
                let fill = object("m_FillRect");
                let by_image = fill.is_some_and(|fill| is_filled(view, fill));
                slider(tree, fill, by_image, object("m_HandleRect"))
            }
            "UnityEngine.UI.Scrollbar" => scrollbar(tree, object("m_HandleRect")),
            _ => Vec::new(),
        }
    }

    /// Returns true if this UI component sets the rectangle of the object `at`.
    pub(super) fn drives(&self, at: NodeAt) -> bool {
        match self {
            Self::Part { target, .. } => *target == at,
            Self::Scroll { viewport, bars, .. } => {
                let mut expanding = bars
                    .iter()
                    .flatten()
                    .filter(|(_, shown, _)| *shown == HIDE_AND_EXPAND)
                    .peekable();
                let is_any = expanding.peek().is_some();
                is_any && (*viewport == Some(at) || expanding.any(|(bar, ..)| *bar == at))
            }
        }
    }

    /// Applies this component's effect on other rectangles to the layout tree. `own` is the tree index of the
    /// component's object; `places` maps objects to tree indexes.
    pub(super) fn apply(self, own: usize, tree: &mut Tree, places: &HashMap<NodeAt, usize>) {
        let find = |at: NodeAt| places.get(&at).copied();
        match self {
            Self::Part { target, axis, from, to } => {
                if let Some(item) = find(target).and_then(|at| tree.items.get_mut(at)) {
                    item.rect.anchor_min = DVec2::ZERO;
                    item.rect.anchor_max = DVec2::ONE;
                    item.rect.anchor_min[axis] = from;
                    item.rect.anchor_max[axis] = to;
                }
            }
            Self::Scroll {
                viewport,
                content,
                bars,
            } => {
                let is_child = |at: usize| tree.items.get(at).is_some_and(|item| item.parent == Some(own));
                let viewport = viewport.and_then(find);
                let places = bars.map(|bar| bar.and_then(|(at, ..)| find(at)));
                let all_children = viewport.is_some_and(is_child) && places.iter().flatten().all(|at| is_child(*at));
                let (mut made, mut hides) = ([None, None], [false; 2]);
                let slots = made.iter_mut().zip(&mut hides).zip([true, false]);
                for (((slot, hides), is_horizontal), both) in slots.zip(bars.into_iter().zip(places)) {
                    if let (Some((_, shown, spacing)), Some(at)) = both {
                        let size = tree.items.get(at).map_or(DVec2::ZERO, |item| item.rect.size_delta);
                        *hides = shown != PERMANENT;
                        *slot = Some(Bar {
                            at: Some(at),
                            expands: shown == HIDE_AND_EXPAND && all_children,
                            thickness: if is_horizontal { size.y } else { size.x },
                            spacing,
                        });
                        handle_of(at, tree);
                    }
                }
                let scroll = Scroll {
                    viewport,
                    content: content.and_then(find),
                    bars: made,
                    hides,
                    needed: [false; 2],
                };
                if let Some(item) = tree.items.get_mut(own) {
                    item.scroll = Some(scroll);
                }
            }
        }
    }
}

/// Marks all objects below the scroll bar at index `bar` as uncertain, because the handle moves with the content.
fn handle_of(bar: usize, tree: &mut Tree) {
    for at in bar + 1..tree.items.len() {
        let parent = tree.items.get(at).and_then(|item| item.parent);
        let below = parent.is_some_and(|parent| {
            let marked = tree.items.get(parent).and_then(|item| item.doubt);
            parent == bar || (parent > bar && marked == Some(Doubt::Handle))
        });
        // Depth first: the first object that is not below the bar ends its descendants.
        if !below {
            break;
        }
        if let Some(item) = tree.items.get_mut(at) {
            item.doubt = Some(Doubt::Handle);
        }
    }
}

/// Returns the axis (0 = x, 1 = y) of a slider or scroll bar. The `bool` is true if the direction is from right to left
/// or from top to bottom.
fn direction(tree: &Node<'_>) -> (usize, bool) {
    match tree.whole("m_Direction") {
        Some(1) => (0, true),
        Some(2) => (1, false),
        Some(3) => (1, true),
        _ => (0, false),
    }
}

fn is_filled(view: SceneView<'_>, at: NodeAt) -> bool {
    const FILLED: i64 = 3;
    let scripts = view.world.components(at).iter();
    scripts
        .filter(|component| component.class == class::MONO_BEHAVIOUR)
        .any(|component| {
            let tree = component_tree(component, view.library.types()).ok().flatten();
            tree.is_some_and(|tree| tree.get("m_FillMethod").is_some() && tree.whole("m_Type") == Some(FILLED))
        })
}

fn slider(tree: &Node<'_>, fill: Option<NodeAt>, by_image: bool, handle: Option<NodeAt>) -> Vec<Steering> {
    let real = |key: &str, otherwise: f64| tree.real(key).unwrap_or(otherwise);
    let (least, most) = (real("m_MinValue", 0.0), real("m_MaxValue", 1.0));
    let range = most - least;
    let share = if range == 0.0 {
        0.0
    } else {
        (real("m_Value", 0.0) - least) / range
    };
    let share = share.clamp(0.0, 1.0);
    let (axis, reverse) = direction(tree);
    let mut parts = Vec::new();
    if let Some(target) = fill {
        let (from, to) = match (by_image, reverse) {
            // The picture is cut; its rectangle keeps its size.
            (true, _) => (0.0, 1.0),
            (false, true) => (1.0 - share, 1.0),
            (false, false) => (0.0, share),
        };
        parts.push(Steering::Part { target, axis, from, to });
    }
    if let Some(target) = handle {
        let at = if reverse { 1.0 - share } else { share };
        parts.push(Steering::Part {
            target,
            axis,
            from: at,
            to: at,
        });
    }
    parts
}

fn scrollbar(tree: &Node<'_>, handle: Option<NodeAt>) -> Vec<Steering> {
    let part = |key: &str, otherwise: f64| tree.real(key).unwrap_or(otherwise).clamp(0.0, 1.0);
    let size = part("m_Size", 0.2);
    let moved = part("m_Value", 0.0) * (1.0 - size);
    let (axis, reverse) = direction(tree);
    let (from, to) = if reverse {
        (1.0 - moved - size, 1.0 - moved)
    } else {
        (moved, moved + size)
    };
    let handle = handle.map(|target| Steering::Part { target, axis, from, to });
    handle.into_iter().collect()
}
