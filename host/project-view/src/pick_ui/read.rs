//! Reads the components of one object for UI layouts and picks.

use super::elements;
use super::sprite::Sprites;
use super::steering::Steering;
use crate::camera::is_enabled;
use crate::scene_view::SceneView;
use glam::{DQuat, DVec2, DVec3};
use host_project_world::transforms::Numbers;
use host_project_world::world::NodeAt;
use unity_fields::class;
use unity_layout::geometry::Cut;
use unity_layout::ui::{Item, Match, RectSpec, Scaler, Unit};
use unity_project::expand::{Component, component_tree};
use unity_yaml::Node;

const CANVAS: u32 = 223;
const CANVAS_RENDERER: u32 = 222;
const CANVAS_GROUP: u32 = 225;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RenderMode {
    Overlay,
    Camera,
    World,
}

/// The data of a Canvas component that layouts and picks need.
#[derive(Clone, Debug)]
pub(super) struct CanvasFacts {
    pub(crate) enabled: bool,
    pub(crate) mode: RenderMode,
    /// The object with the camera that the canvas uses; `None` if it uses none.
    pub(crate) camera: Option<NodeAt>,
    /// Distance in world units at which Unity places the canvas in front of its camera.
    pub(super) plane: f64,
    pub(super) own_sorting: bool,
    pub(crate) layer: u32,
    pub(crate) order: i64,
    pub(crate) display: i64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Raycaster {
    pub(crate) enabled: bool,
    pub(super) front_only: bool,
    /// The kinds of colliders in front of the canvas that block Graphics: 0 none, 1 2D, 2 3D, 3 both (Unity's numbers).
    pub(super) blocked_by: i64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct GroupFacts {
    pub(crate) blocks: bool,
    pub(super) ignores_parents: bool,
}

/// The data of one active object that UI layouts and picks need.
pub(super) struct Facts {
    pub(crate) at: NodeAt,
    pub(crate) item: Item,
    /// The object's local position from its Transform. For a RectTransform, the layout replaces x and y.
    pub(crate) position: DVec3,
    pub(crate) rotation: DQuat,
    pub(crate) scale: DVec3,
    pub(crate) canvas: Option<CanvasFacts>,
    pub(super) scaler: Option<Scaler>,
    /// The canvas's reference pixels per unit, which determine the size of sprites, after the canvas scaler.
    pub(super) pixels_per_unit: f64,
    /// The raycaster component, enabled or not; `None` if the object has none.
    pub(super) raycaster: Option<Raycaster>,
    pub(crate) group: Option<GroupFacts>,
    pub(super) masks: Vec<Cut>,
    /// For each Graphic on the object that a pick can hit, the lengths by which its rectangle shrinks to the hit area.
    pub(crate) targets: Vec<Cut>,
    pub(super) has_renderer: bool,
    pub(super) steering: Vec<Steering>,
    pub(super) unreadable: bool,
}

impl Facts {
    pub(crate) fn read(view: SceneView<'_>, sprites: &Sprites<'_>, at: NodeAt, parent: Option<usize>) -> Self {
        let mut facts = Self {
            at,
            item: Item::new(parent, RectSpec::POINT),
            position: DVec3::ZERO,
            rotation: DQuat::IDENTITY,
            scale: DVec3::ONE,
            canvas: None,
            scaler: None,
            pixels_per_unit: 100.0,
            raycaster: None,
            group: None,
            masks: Vec::new(),
            targets: Vec::new(),
            has_renderer: false,
            steering: Vec::new(),
            unreadable: false,
        };
        facts.item.has_rect = false;
        for component in view.world.components(at) {
            match component.class {
                CANVAS_RENDERER => facts.has_renderer = true,
                class::TRANSFORM | class::RECT_TRANSFORM | CANVAS | CANVAS_GROUP | class::MONO_BEHAVIOUR => {
                    match component_tree(component, view.library.types()) {
                        Ok(Some(tree)) => facts.take(view, sprites, component, &tree),
                        Ok(None) => {}
                        Err(_) => facts.unreadable = true,
                    }
                }
                _ => {}
            }
        }
        facts
    }

    fn take(&mut self, view: SceneView<'_>, sprites: &Sprites<'_>, component: &Component, tree: &Node<'_>) {
        match component.class {
            class::TRANSFORM | class::RECT_TRANSFORM => self.take_transform(component.class, tree),
            CANVAS => self.canvas = Some(canvas(view, self.at, component, tree)),
            CANVAS_GROUP if is_enabled(tree) => {
                self.group = Some(GroupFacts {
                    blocks: tree.flag("m_BlocksRaycasts").unwrap_or(true),
                    ignores_parents: tree.flag("m_IgnoreParentGroups").unwrap_or(false),
                });
            }
            class::MONO_BEHAVIOUR => self.take_script(view, sprites, component, tree),
            _ => {}
        }
    }

    fn take_transform(&mut self, class: u32, tree: &Node<'_>) {
        self.position = tree.vector3("m_LocalPosition").unwrap_or(DVec3::ZERO);
        self.rotation = tree.rotation("m_LocalRotation");
        self.scale = tree.vector3("m_LocalScale").unwrap_or(DVec3::ONE);
        self.item.scale = self.scale.truncate();
        if class == class::RECT_TRANSFORM {
            let vector = |key: &str, otherwise: DVec2| tree.vector2(key).unwrap_or(otherwise);
            let middle = DVec2::splat(0.5);
            self.item.has_rect = true;
            self.item.rect = RectSpec {
                anchor_min: vector("m_AnchorMin", middle),
                anchor_max: vector("m_AnchorMax", middle),
                anchored: vector("m_AnchoredPosition", DVec2::ZERO),
                size_delta: vector("m_SizeDelta", DVec2::splat(100.0)),
                pivot: vector("m_Pivot", middle),
            };
        }
    }

    fn take_script(&mut self, view: SceneView<'_>, sprites: &Sprites<'_>, component: &Component, tree: &Node<'_>) {
        let (enabled, name) = (is_enabled(tree), view.library.types().name(component.kind));
        match &*name {
            "UnityEngine.UI.CanvasScaler" if enabled => {
                let scaler = scaler(tree);
                self.pixels_per_unit = pixels_per_unit(tree, &scaler);
                self.scaler = Some(scaler);
            }
            "UnityEngine.UI.Mask" if enabled => self.masks.push([0.0; 4]),
            "UnityEngine.UI.RectMask2D" if enabled => self.masks.push(cut(tree, "m_Padding")),
            _ => {}
        }
        // A class derived from GraphicRaycaster has these fields too.
        if tree.get("m_IgnoreReversedGraphics").is_some() && tree.get("m_BlockingObjects").is_some() {
            self.raycaster = Some(Raycaster {
                enabled,
                front_only: tree.flag("m_IgnoreReversedGraphics").unwrap_or(true),
                blocked_by: tree.whole("m_BlockingObjects").unwrap_or(0),
            });
        }
        elements::take(&mut self.item, sprites, &name, tree, enabled);
        self.steering
            .extend(Steering::from_component(view, self.at, component, &name, tree));
        // In files that are older than the field, every Graphic is a target.
        let target = match tree.get("m_RaycastTarget") {
            Some(_) => tree.flag("m_RaycastTarget").unwrap_or(true),
            None => matches!(
                &*name,
                "UnityEngine.UI.Image" | "UnityEngine.UI.RawImage" | "UnityEngine.UI.Text"
            ),
        };
        if enabled && target {
            self.targets.push(cut(tree, "m_RaycastPadding"));
        }
    }
}

fn cut(tree: &Node<'_>, key: &str) -> Cut {
    let side = |name: &str| tree.get(key).and_then(|field| field.real(name)).unwrap_or(0.0);
    [side("x"), side("y"), side("z"), side("w")]
}

fn canvas(view: SceneView<'_>, at: NodeAt, component: &Component, tree: &Node<'_>) -> CanvasFacts {
    let camera = tree.get("m_Camera").map(Node::file_ref);
    let camera = camera.and_then(|camera| view.resolve_reference(at, component, camera));
    CanvasFacts {
        enabled: is_enabled(tree),
        mode: match tree.whole("m_RenderMode") {
            Some(1) => RenderMode::Camera,
            Some(2) => RenderMode::World,
            _ => RenderMode::Overlay,
        },
        camera: camera.map(|(at, _)| at),
        plane: tree.real("m_PlaneDistance").unwrap_or(100.0),
        own_sorting: tree.flag("m_OverrideSorting").unwrap_or(false),
        // Signed or unsigned, the 32 bits are the same.
        layer: tree.whole("m_SortingLayerID").map_or(0, |id| id as u32),
        order: tree.whole("m_SortingOrder").unwrap_or(0),
        display: tree.whole("m_TargetDisplay").unwrap_or(0),
    }
}

fn scaler(tree: &Node<'_>) -> Scaler {
    match tree.whole("m_UiScaleMode") {
        Some(1) => Scaler::WithScreen {
            reference: tree
                .vector2("m_ReferenceResolution")
                .unwrap_or(DVec2::new(800.0, 600.0)),
            matching: match tree.whole("m_ScreenMatchMode") {
                Some(1) => Match::Expand,
                Some(2) => Match::Shrink,
                _ => Match::Between(tree.real("m_MatchWidthOrHeight").unwrap_or(0.0)),
            },
        },
        Some(2) => Scaler::ConstantPhysical {
            unit: match tree.whole("m_PhysicalUnit") {
                Some(0) => Unit::Centimeters,
                Some(1) => Unit::Millimeters,
                Some(2) => Unit::Inches,
                Some(4) => Unit::Picas,
                _ => Unit::Points,
            },
            dpi: tree.real("m_FallbackScreenDPI").unwrap_or(96.0),
        },
        _ => Scaler::ConstantPixels {
            factor: tree.real("m_ScaleFactor").unwrap_or(1.0),
        },
    }
}

fn pixels_per_unit(tree: &Node<'_>, scaler: &Scaler) -> f64 {
    let reference = tree.real("m_ReferencePixelsPerUnit").unwrap_or(100.0);
    match scaler {
        Scaler::ConstantPhysical { unit, .. } => {
            let sprites = tree.real("m_DefaultSpriteDPI").filter(|dpi| *dpi > 0.0).unwrap_or(96.0);
            reference * unit.per_inch() / sprites
        }
        _ => reference,
    }
}
