//! Reads the fields of UI layout components: layout groups, size fitters, and preferred sizes of elements.

use super::sprite::Sprites;
use glam::DVec2;
use host_project_world::transforms::Numbers;
use unity_layout::ui::{Aspect, AspectMode, Constraint, Doubt, Element, Fit, Grid, Group, Item, Line, Padding};
use unity_yaml::Node;

/// Estimated height of a text line and width of a letter, as multiples of the font size. Results that use them are
/// marked as estimates.
const LINE_HEIGHT: f64 = 1.15;
const LETTER_WIDTH: f64 = 0.5;

/// Reads a UI layout component of the class `name` from its fields `tree`, and stores its settings in the layout data
/// `item` of its object.
pub(super) fn take(item: &mut Item, sprites: &Sprites<'_>, name: &str, tree: &Node<'_>, enabled: bool) {
    if name == "UnityEngine.UI.LayoutElement" {
        // Unity also checks a disabled component for "ignore layout".
        item.ignores_layout |= tree.flag("m_IgnoreLayout").unwrap_or(false);
    }
    if !enabled {
        return;
    }
    match name {
        "UnityEngine.UI.LayoutElement" => item.elements.push(layout_element(tree)),
        "UnityEngine.UI.HorizontalLayoutGroup" => item.group = Some(Group::Line(line(tree, false))),
        "UnityEngine.UI.VerticalLayoutGroup" => item.group = Some(Group::Line(line(tree, true))),
        "UnityEngine.UI.GridLayoutGroup" => item.group = Some(Group::Grid(grid(tree))),
        "UnityEngine.UI.ContentSizeFitter" => {
            item.fit = ["m_HorizontalFit", "m_VerticalFit"].map(|key| match tree.whole(key) {
                Some(1) => Fit::Min,
                Some(2) => Fit::Preferred,
                _ => Fit::Free,
            });
        }
        "UnityEngine.UI.AspectRatioFitter" => {
            let mode = match tree.whole("m_AspectMode") {
                Some(1) => Some(AspectMode::WidthControlsHeight),
                Some(2) => Some(AspectMode::HeightControlsWidth),
                Some(3) => Some(AspectMode::FitInParent),
                Some(4) => Some(AspectMode::EnvelopeParent),
                _ => None,
            };
            let ratio = tree.real("m_AspectRatio").unwrap_or(1.0);
            item.aspect = mode.map(|mode| Aspect { mode, ratio });
        }
        "UnityEngine.UI.Image" => item.elements.push(image(tree, sprites)),
        "UnityEngine.UI.Text" => {
            let font = tree.get("m_FontData");
            let size = font.and_then(|font| font.real("m_FontSize")).unwrap_or(14.0);
            item.elements.push(text(tree, "m_Text", size));
        }
        "TMPro.TextMeshProUGUI" => {
            let size = tree.real("m_fontSize").unwrap_or(36.0);
            item.elements.push(text(tree, "m_text", size));
        }
        "UnityEngine.UI.InputField" | "TMPro.TMP_InputField" => item.elements.push(Element {
            min: [0.0; 2],
            preferred: [0.0; 2],
            doubt: Some(Doubt::Field),
            ..Element::NONE
        }),
        _ => {}
    }
}

fn layout_element(tree: &Node<'_>) -> Element {
    let both = |x: &str, y: &str| [tree.real(x).unwrap_or(-1.0), tree.real(y).unwrap_or(-1.0)];
    let priority = tree.whole("m_LayoutPriority").unwrap_or(1);
    Element {
        priority: i32::try_from(priority).unwrap_or(1),
        min: both("m_MinWidth", "m_MinHeight"),
        preferred: both("m_PreferredWidth", "m_PreferredHeight"),
        flexible: both("m_FlexibleWidth", "m_FlexibleHeight"),
        ..Element::NONE
    }
}

/// Estimated total border width in pixels of Unity's built-in sliced sprites, which no project contains.
const BUILT_IN_BORDERS: f64 = 10.0;

/// Returns the preferred size of an Image on a canvas with 100 pixels per unit.
fn image(tree: &Node<'_>, sprites: &Sprites<'_>) -> Element {
    let reference = tree.get("m_Sprite").map(Node::file_ref).unwrap_or_default();
    // Sliced or tiled.
    let sliced = matches!(tree.whole("m_Type"), Some(1 | 2));
    let size = match (reference.file_id, sprites.get(reference)) {
        (0, _) => Some(DVec2::ZERO),
        (_, Some(sprite)) if sliced => Some(sprite.borders),
        (_, Some(sprite)) => sprite.whole,
        (_, None) => None,
    };
    let estimate = DVec2::splat(if sliced { BUILT_IN_BORDERS } else { 0.0 });
    Element {
        min: [0.0; 2],
        preferred: size.unwrap_or(estimate).to_array(),
        doubt: size.is_none().then_some(Doubt::Sprite),
        from_sprite: true,
        ..Element::NONE
    }
}

fn text(tree: &Node<'_>, key: &str, font_size: f64) -> Element {
    let text = tree.get(key).and_then(Node::text).unwrap_or_default();
    let lines = text.split('\n').count() as f64;
    let longest = text.split('\n').map(|line| line.chars().count()).max().unwrap_or(0) as f64;
    Element {
        min: [0.0; 2],
        preferred: [longest * font_size * LETTER_WIDTH, lines * font_size * LINE_HEIGHT],
        doubt: Some(Doubt::Text),
        ..Element::NONE
    }
}

fn padding(tree: &Node<'_>) -> Padding {
    let side = |name: &str| tree.get("m_Padding").and_then(|field| field.real(name)).unwrap_or(0.0);
    Padding {
        left: side("m_Left"),
        right: side("m_Right"),
        top: side("m_Top"),
        bottom: side("m_Bottom"),
    }
}

fn anchor(tree: &Node<'_>) -> u8 {
    let anchor = tree.whole("m_ChildAlignment").unwrap_or(0).clamp(0, 8);
    u8::try_from(anchor).unwrap_or(0)
}

fn line(tree: &Node<'_>, vertical: bool) -> Line {
    let both = |x: &str, y: &str, otherwise: bool| [x, y].map(|key| tree.flag(key).unwrap_or(otherwise));
    Line {
        vertical,
        padding: padding(tree),
        anchor: anchor(tree),
        spacing: tree.real("m_Spacing").unwrap_or(0.0),
        // In files that are older than the field, sizes were controlled.
        control: both("m_ChildControlWidth", "m_ChildControlHeight", true),
        expand: both("m_ChildForceExpandWidth", "m_ChildForceExpandHeight", true),
        use_scale: both("m_ChildScaleWidth", "m_ChildScaleHeight", false),
        reverse: tree.flag("m_ReverseArrangement").unwrap_or(false),
    }
}

fn grid(tree: &Node<'_>) -> Grid {
    let count = tree
        .whole("m_ConstraintCount")
        .unwrap_or(2)
        .clamp(1, i64::from(u32::MAX));
    let count = u32::try_from(count).unwrap_or(1);
    let corner = tree.whole("m_StartCorner").unwrap_or(0);
    Grid {
        padding: padding(tree),
        anchor: anchor(tree),
        cell: tree.vector2("m_CellSize").unwrap_or(DVec2::splat(100.0)),
        spacing: tree.vector2("m_Spacing").unwrap_or(DVec2::ZERO),
        constraint: match tree.whole("m_Constraint") {
            Some(1) => Constraint::Columns(count),
            Some(2) => Constraint::Rows(count),
            _ => Constraint::Flexible,
        },
        by_column: tree.whole("m_StartAxis") == Some(1),
        from_right: corner == 1 || corner == 3,
        from_bottom: corner == 2 || corner == 3,
    }
}
