//! Tests that compare layouts with values calculated by hand from the rules of Unity's UI package.

mod groups;
mod hits;

use super::*;
use glam::DVec2;
use proptest::prelude::*;

fn v(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}

/// Returns a rectangle whose anchors are one point and whose pivot is its center.
fn point(anchor: DVec2, anchored: DVec2, size: DVec2) -> RectSpec {
    RectSpec {
        anchor_min: anchor,
        anchor_max: anchor,
        anchored,
        size_delta: size,
        pivot: DVec2::splat(0.5),
    }
}

fn root(size: DVec2) -> Item {
    Item {
        size,
        ..Item::new(None, point(DVec2::ZERO, DVec2::ZERO, DVec2::ZERO))
    }
}

/// Returns the left, bottom, right and top edge of an item, relative to the lower left corner of its parent.
fn edges(tree: &Tree, at: usize) -> [f64; 4] {
    let item = &tree.items[at];
    let parent = &tree.items[item.parent.expect("a parent")];
    let pivot = item.rect.position(parent.size, parent.rect.pivot) + parent.rect.pivot * parent.size;
    let min = pivot - item.rect.pivot * item.size;
    let max = min + item.size;
    [min.x, min.y, max.x, max.y].map(|edge| (edge * 1e6).round() / 1e6 + 0.0)
}

#[test]
fn computes_rectangles_from_anchors_pivots_and_offsets() {
    let spec = |min: DVec2, max: DVec2, anchored: DVec2, delta: DVec2, pivot: DVec2| RectSpec {
        anchor_min: min,
        anchor_max: max,
        anchored,
        size_delta: delta,
        pivot,
    };
    let (zero, one, middle) = (DVec2::ZERO, DVec2::ONE, DVec2::splat(0.5));
    let table = [
        (
            "middle",
            spec(middle, middle, zero, v(100.0, 50.0), middle),
            [150.0, 75.0, 250.0, 125.0],
        ),
        (
            "stretched",
            spec(zero, one, zero, zero, middle),
            [0.0, 0.0, 400.0, 200.0],
        ),
        (
            "stretched with margins",
            spec(zero, one, v(5.0, -10.0), v(-30.0, -40.0), middle),
            [20.0, 10.0, 390.0, 170.0],
        ),
        (
            "upper right corner",
            spec(one, one, v(-10.0, -10.0), v(60.0, 30.0), one),
            [330.0, 160.0, 390.0, 190.0],
        ),
        (
            "pivot at the lower left",
            spec(middle, middle, zero, v(100.0, 50.0), zero),
            [200.0, 100.0, 300.0, 150.0],
        ),
        (
            "pivot outside",
            spec(zero, zero, zero, v(100.0, 50.0), v(2.0, -1.0)),
            [-200.0, 50.0, -100.0, 100.0],
        ),
        (
            "left column",
            spec(zero, v(0.0, 1.0), v(50.0, 0.0), v(100.0, 0.0), middle),
            [0.0, 0.0, 100.0, 200.0],
        ),
        (
            "a third of the width",
            spec(v(0.25, 0.0), v(0.75, 0.5), zero, zero, v(0.0, 1.0)),
            [100.0, 0.0, 300.0, 100.0],
        ),
        (
            "turned inside out",
            spec(zero, one, zero, v(-500.0, 0.0), middle),
            [250.0, 0.0, 150.0, 200.0],
        ),
    ];
    for (name, rect, expected) in table {
        let mut tree = Tree {
            items: vec![root(v(400.0, 200.0)), Item::new(Some(0), rect)],
        };
        tree.lay_out();
        assert_eq!(edges(&tree, 1), expected, "{name}");
    }
}

#[test]
fn rectangle_below_plain_transform_has_zero_size_parent() {
    let mut plain = Item::new(Some(0), RectSpec::POINT);
    plain.has_rect = false;
    let child = Item::new(Some(1), point(DVec2::ONE, v(7.0, 8.0), v(10.0, 20.0)));
    let mut tree = Tree {
        items: vec![root(v(400.0, 200.0)), plain, child],
    };
    tree.lay_out();
    assert_eq!(tree.items[2].size, v(10.0, 20.0));
    assert_eq!(
        tree.items[2].rect.position(tree.items[1].size, DVec2::ZERO),
        v(7.0, 8.0)
    );
}

#[test]
fn computes_scale_factor_for_each_scaler_mode() {
    let with = |matching| Scaler::WithScreen {
        reference: v(800.0, 600.0),
        matching,
    };
    let physical = |unit| Scaler::ConstantPhysical { unit, dpi: 144.0 };
    let screen = v(1600.0, 600.0);
    let table = [
        (Scaler::ConstantPixels { factor: 1.5 }, 1.5),
        (Scaler::ConstantPixels { factor: 0.0 }, 1.0),
        (with(Match::Between(0.0)), 2.0),
        (with(Match::Between(1.0)), 1.0),
        // Half way on the logarithmic scale.
        (with(Match::Between(0.5)), 2_f64.sqrt()),
        (with(Match::Between(0.25)), 2_f64.powf(0.75)),
        (with(Match::Between(7.0)), 1.0),
        (with(Match::Expand), 1.0),
        (with(Match::Shrink), 2.0),
        (
            Scaler::WithScreen {
                reference: DVec2::ZERO,
                matching: Match::Expand,
            },
            1.0,
        ),
        (physical(Unit::Points), 2.0),
        (physical(Unit::Inches), 144.0),
        (physical(Unit::Picas), 24.0),
        (physical(Unit::Centimeters), 144.0 / 2.54),
        (physical(Unit::Millimeters), 144.0 / 25.4),
    ];
    for (scaler, expected) in table {
        assert!(
            (scaler.factor(screen) - expected).abs() < 1e-12,
            "{scaler:?}: {}",
            scaler.factor(screen)
        );
    }
}

#[test]
fn applies_aspect_and_content_size_fitters() {
    let aspect = |mode, ratio, rect: RectSpec| {
        let mut item = Item::new(Some(0), rect);
        item.aspect = Some(Aspect { mode, ratio });
        let mut tree = Tree {
            items: vec![root(v(400.0, 200.0)), item],
        };
        tree.lay_out();
        edges(&tree, 1)
    };
    let rect = point(DVec2::splat(0.5), DVec2::ZERO, v(100.0, 60.0));
    assert_eq!(
        aspect(AspectMode::WidthControlsHeight, 2.0, rect),
        [150.0, 75.0, 250.0, 125.0]
    );
    assert_eq!(
        aspect(AspectMode::HeightControlsWidth, 2.0, rect),
        [140.0, 70.0, 260.0, 130.0]
    );
    // The parent's aspect is 2 to 1.
    assert_eq!(aspect(AspectMode::FitInParent, 1.0, rect), [100.0, 0.0, 300.0, 200.0]);
    assert_eq!(aspect(AspectMode::FitInParent, 4.0, rect), [0.0, 50.0, 400.0, 150.0]);
    assert_eq!(
        aspect(AspectMode::EnvelopeParent, 1.0, rect),
        [0.0, -100.0, 400.0, 300.0]
    );
    assert_eq!(
        aspect(AspectMode::EnvelopeParent, 4.0, rect),
        [-200.0, 0.0, 600.0, 200.0]
    );

    let mut item = Item::new(Some(0), point(v(0.0, 1.0), DVec2::ZERO, v(100.0, 60.0)));
    item.rect.pivot = v(0.0, 1.0);
    item.fit = [Fit::Preferred, Fit::Min];
    item.elements = vec![
        Element {
            priority: 1,
            min: [10.0, 25.0],
            preferred: [70.0, -1.0],
            ..Element::NONE
        },
        Element {
            priority: 0,
            min: [90.0, 90.0],
            preferred: [300.0, 300.0],
            doubt: Some(Doubt::Text),
            ..Element::NONE
        },
    ];
    let mut tree = Tree {
        items: vec![root(v(400.0, 200.0)), item.clone()],
    };
    tree.lay_out();
    // The higher priority decides; the estimate of the text is not used.
    assert_eq!(
        (edges(&tree, 1), tree.items[1].doubt),
        ([0.0, 175.0, 70.0, 200.0], None)
    );

    item.elements[0].preferred[0] = -1.0;
    let below = Item::new(Some(1), point(DVec2::ZERO, DVec2::ZERO, DVec2::ONE));
    let mut tree = Tree {
        items: vec![root(v(400.0, 200.0)), item, below],
    };
    tree.lay_out();
    assert_eq!((tree.items[1].size.x, tree.items[1].doubt), (300.0, Some(Doubt::Text)));
    assert_eq!(
        tree.items[2].doubt,
        Some(Doubt::Text),
        "items below have the same doubt"
    );
}

#[test]
fn scroll_view_reserves_space_only_for_needed_bars() {
    let bar = |at: usize, thickness: f64| Bar {
        at: Some(at),
        expands: true,
        thickness,
        spacing: -3.0,
    };
    let lay_out = |content: DVec2| {
        let mut view = Item::new(Some(0), point(DVec2::splat(0.5), DVec2::ZERO, v(200.0, 100.0)));
        view.scroll = Some(Scroll {
            viewport: Some(2),
            content: Some(3),
            bars: [Some(bar(4, 20.0)), Some(bar(5, 20.0))],
            hides: [true; 2],
            needed: [false; 2],
        });
        let mut vertical = point(v(1.0, 1.0), DVec2::ZERO, v(20.0, 0.0));
        vertical.pivot = v(1.0, 1.0);
        let mut horizontal = point(DVec2::ZERO, DVec2::ZERO, v(0.0, 20.0));
        horizontal.pivot = DVec2::ZERO;
        let mut inner = point(v(0.0, 1.0), DVec2::ZERO, content);
        inner.pivot = v(0.0, 1.0);
        let mut shown = point(DVec2::ZERO, DVec2::ZERO, DVec2::ZERO);
        shown.pivot = v(0.0, 1.0);
        let mut tree = Tree {
            items: vec![
                root(v(400.0, 200.0)),
                view,
                Item::new(Some(1), shown),
                Item::new(Some(2), inner),
                Item::new(Some(1), horizontal),
                Item::new(Some(1), vertical),
            ],
        };
        tree.lay_out();
        tree
    };
    let small = lay_out(v(150.0, 80.0));
    assert_eq!(edges(&small, 2), [0.0, 0.0, 200.0, 100.0]);
    assert_eq!(
        (small.items[4].doubt, small.items[5].doubt),
        (Some(Doubt::Bar), Some(Doubt::Bar))
    );
    let high = lay_out(v(150.0, 300.0));
    assert_eq!(edges(&high, 2), [0.0, 0.0, 183.0, 100.0]);
    assert_eq!(edges(&high, 4), [0.0, 0.0, 183.0, 20.0]);
    assert_eq!(edges(&high, 5), [180.0, 0.0, 200.0, 100.0]);
    assert_eq!((high.items[4].doubt, high.items[5].doubt), (Some(Doubt::Bar), None));
    // The bar that comes first makes the other one necessary.
    let wide = lay_out(v(190.0, 300.0));
    assert_eq!(edges(&wide, 2), [0.0, 17.0, 183.0, 100.0]);
    assert_eq!(edges(&wide, 5), [180.0, 17.0, 200.0, 100.0]);
}

proptest! {
    #[test]
    fn lays_out_arbitrary_numbers_without_panic(
        numbers in proptest::collection::vec(proptest::num::f64::ANY, 24),
        anchor in 0..9_u8,
        flags in proptest::num::u8::ANY,
        count in 0..7_usize,
    ) {
        let n = |at: usize| numbers[at % numbers.len()];
        let flag = |bit: u8| flags & (1 << bit) != 0;
        let rect = RectSpec {
            anchor_min: v(n(0), n(1)),
            anchor_max: v(n(2), n(3)),
            anchored: v(n(4), n(5)),
            size_delta: v(n(6), n(7)),
            pivot: v(n(8), n(9)),
        };
        let padding = Padding { left: n(10), right: n(11), top: n(12), bottom: n(13) };
        let mut holder = Item::new(Some(0), rect);
        holder.fit = [Fit::Preferred, Fit::Min];
        holder.group = Some(if flag(0) {
            Group::Line(Line {
                vertical: flag(1),
                padding,
                anchor,
                spacing: n(14),
                control: [flag(2), flag(3)],
                expand: [flag(4), flag(5)],
                use_scale: [flag(6), flag(7)],
                reverse: flag(1),
            })
        } else {
            Group::Grid(Grid {
                padding,
                anchor,
                cell: v(n(15), n(16)),
                spacing: v(n(17), n(18)),
                constraint: match flags % 3 {
                    0 => Constraint::Flexible,
                    1 => Constraint::Columns(u32::from(flags)),
                    _ => Constraint::Rows(u32::from(flags)),
                },
                by_column: flag(1),
                from_right: flag(2),
                from_bottom: flag(3),
            })
        });
        let mut items = vec![root(v(n(19), n(20))), holder];
        for at in 0..count {
            let mut child = Item::new(Some(1), rect);
            child.aspect = flag(6).then_some(Aspect { mode: AspectMode::FitInParent, ratio: n(21) });
            child.elements.push(Element { min: [n(22), n(at)], preferred: [n(23), n(at + 1)], ..Element::NONE });
            items.push(child);
        }
        let mut tree = Tree { items };
        tree.lay_out();
        prop_assert_eq!(tree.items.len(), count + 2);
    }
}
