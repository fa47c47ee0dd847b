//! Tests that compare the three layout groups with values calculated by hand.

use super::*;

fn line(vertical: bool) -> Line {
    Line {
        vertical,
        padding: Padding::default(),
        anchor: 0,
        spacing: 0.0,
        control: [false; 2],
        expand: [false; 2],
        use_scale: [false; 2],
        reverse: false,
    }
}

fn child(size: DVec2) -> Item {
    Item::new(Some(1), point(DVec2::splat(0.5), v(99.0, 99.0), size))
}

fn wishing(min: f64, preferred: f64, flexible: f64) -> Item {
    let mut item = child(DVec2::splat(7.0));
    item.elements.push(Element {
        priority: 1,
        min: [min; 2],
        preferred: [preferred; 2],
        flexible: [flexible; 2],
        ..Element::NONE
    });
    item
}

/// Returns the layout of a group of the size 400 x 200 with these children.
fn grouped(group: Group, children: Vec<Item>) -> Tree {
    let mut holder = Item::new(Some(0), point(DVec2::splat(0.5), DVec2::ZERO, v(400.0, 200.0)));
    holder.group = Some(group);
    let mut items = vec![root(v(1000.0, 1000.0)), holder];
    items.extend(children);
    let mut tree = Tree { items };
    tree.lay_out();
    tree
}

fn all_edges(tree: &Tree) -> Vec<[f64; 4]> {
    (2..tree.items.len()).map(|at| edges(tree, at)).collect()
}

#[test]
fn row_positions_children_it_does_not_size() {
    let sizes = || vec![child(v(100.0, 50.0)), child(v(60.0, 80.0))];
    let upper_left = grouped(
        Group::Line(Line {
            spacing: 20.0,
            ..line(false)
        }),
        sizes(),
    );
    assert_eq!(
        all_edges(&upper_left),
        [[0.0, 150.0, 100.0, 200.0], [120.0, 120.0, 180.0, 200.0]]
    );
    // 400 - 180 - 30 is left over; half of it comes before the row. Across the row, each child is in the middle of
    // the space inside the padding.
    let padding = Padding {
        left: 10.0,
        right: 20.0,
        top: 30.0,
        bottom: 0.0,
    };
    let middle = grouped(
        Group::Line(Line {
            spacing: 20.0,
            anchor: 4,
            padding,
            ..line(false)
        }),
        sizes(),
    );
    assert_eq!(
        all_edges(&middle),
        [[105.0, 60.0, 205.0, 110.0], [225.0, 45.0, 285.0, 125.0]]
    );
    let lower_right = grouped(
        Group::Line(Line {
            anchor: 8,
            reverse: true,
            ..line(false)
        }),
        sizes(),
    );
    assert_eq!(
        all_edges(&lower_right),
        [[300.0, 0.0, 400.0, 50.0], [240.0, 0.0, 300.0, 80.0]]
    );
    // Both cells grow by 120; the children keep their size at the side of the anchor.
    let spread = grouped(
        Group::Line(Line {
            expand: [true, false],
            anchor: 1,
            ..line(false)
        }),
        sizes(),
    );
    assert_eq!(
        all_edges(&spread),
        [[60.0, 150.0, 160.0, 200.0], [280.0, 120.0, 340.0, 200.0]]
    );
}

#[test]
fn row_sizes_children_by_min_preferred_and_flexible_size() {
    let control = |expand: [bool; 2]| {
        Group::Line(Line {
            control: [true; 2],
            expand,
            ..line(false)
        })
    };
    // 400 - 300 is left over and shared 1 to 3.
    let flexible = grouped(
        control([false; 2]),
        vec![wishing(10.0, 100.0, 1.0), wishing(20.0, 200.0, 3.0)],
    );
    let across = 200.0;
    assert_eq!(
        all_edges(&flexible),
        [[0.0, 0.0, 125.0, across], [125.0, 0.0, 400.0, across]]
    );
    // Too narrow: 400 is 8/17 of the way from the minimum (240) to the preferred size (580).
    let narrow = grouped(
        control([false; 2]),
        vec![wishing(100.0, 270.0, -1.0), wishing(140.0, 310.0, -1.0)],
    );
    assert_eq!(
        all_edges(&narrow),
        [[0.0, 0.0, 180.0, 200.0], [180.0, 0.0, 400.0, 200.0]]
    );
    // Narrower than the minimum: it overflows.
    let over = grouped(
        control([false; 2]),
        vec![wishing(300.0, 300.0, -1.0), wishing(250.0, 280.0, -1.0)],
    );
    assert_eq!(
        all_edges(&over),
        [[0.0, -100.0, 300.0, 200.0], [300.0, -50.0, 550.0, 200.0]]
    );
    // Forced to expand: 300 is left over, 150 for each; across the row, the whole height.
    let forced = grouped(
        control([true; 2]),
        vec![wishing(0.0, 20.0, -1.0), wishing(0.0, 80.0, -1.0)],
    );
    assert_eq!(
        all_edges(&forced),
        [[0.0, 0.0, 170.0, 200.0], [170.0, 0.0, 400.0, 200.0]]
    );
}

#[test]
fn column_lays_out_children_from_top_to_bottom() {
    let padding = Padding {
        left: 10.0,
        right: 10.0,
        top: 10.0,
        bottom: 10.0,
    };
    let group = Line {
        vertical: true,
        padding,
        spacing: 10.0,
        control: [true; 2],
        expand: [true, false],
        ..line(true)
    };
    let tree = grouped(
        Group::Line(group),
        vec![wishing(40.0, 60.0, -1.0), wishing(30.0, 30.0, -1.0)],
    );
    assert_eq!(
        all_edges(&tree),
        [[10.0, 130.0, 390.0, 190.0], [10.0, 90.0, 390.0, 120.0]]
    );
}

#[test]
fn scaled_children_occupy_scaled_space() {
    let mut half = child(v(100.0, 50.0));
    half.scale = DVec2::splat(0.5);
    let group = Line {
        use_scale: [true; 2],
        anchor: 2,
        ..line(false)
    };
    let tree = grouped(Group::Line(group), vec![half, child(v(60.0, 80.0))]);
    // 50 + 60 at the right edge; a scaled rectangle shrinks towards its pivot, here its middle.
    let pivots: Vec<f64> = [2, 3].map(|at| tree.items[at].rect.anchored.x).to_vec();
    assert_eq!(pivots, [290.0 + 25.0, 340.0 + 30.0]);
}

#[test]
fn keeps_position_of_child_that_ignores_layout() {
    let mut free = child(v(40.0, 40.0));
    free.ignores_layout = true;
    let tree = grouped(
        Group::Line(line(false)),
        vec![child(v(100.0, 50.0)), free, child(v(60.0, 80.0))],
    );
    assert_eq!(
        all_edges(&tree),
        [
            [0.0, 150.0, 100.0, 200.0],
            [279.0, 179.0, 319.0, 219.0],
            [100.0, 120.0, 160.0, 200.0]
        ]
    );
}

#[test]
fn lays_out_fitted_column_of_fitted_rows() {
    let mut column = Item::new(Some(0), point(v(0.0, 1.0), DVec2::ZERO, DVec2::ZERO));
    column.rect.pivot = v(0.0, 1.0);
    column.group = Some(Group::Line(Line {
        spacing: 5.0,
        ..line(true)
    }));
    column.fit = [Fit::Preferred; 2];
    let mut row = Item::new(Some(1), point(DVec2::ZERO, DVec2::ZERO, DVec2::ZERO));
    row.group = Some(Group::Line(line(false)));
    row.fit = [Fit::Preferred; 2];
    let cell = |parent| Item::new(Some(parent), point(DVec2::ZERO, DVec2::ZERO, v(30.0, 20.0)));
    let items = vec![
        root(v(400.0, 200.0)),
        column,
        row.clone(),
        cell(2),
        cell(2),
        row,
        cell(5),
    ];
    let mut tree = Tree { items };
    tree.lay_out();
    assert_eq!(edges(&tree, 1), [0.0, 155.0, 60.0, 200.0]);
    assert_eq!(
        (edges(&tree, 2), edges(&tree, 5)),
        ([0.0, 25.0, 60.0, 45.0], [0.0, 0.0, 30.0, 20.0])
    );
    assert_eq!(edges(&tree, 4), [30.0, 0.0, 60.0, 20.0]);
}

#[test]
fn estimated_text_size_makes_neighbours_uncertain() {
    let mut text = child(v(10.0, 10.0));
    text.elements.push(Element {
        min: [0.0; 2],
        preferred: [50.0, 20.0],
        doubt: Some(Doubt::Text),
        ..Element::NONE
    });
    let doubts = |tree: &Tree| [2, 3].map(|at| tree.items[at].doubt.is_some());
    let fixed = grouped(Group::Line(line(false)), vec![text.clone(), child(v(60.0, 80.0))]);
    assert_eq!(doubts(&fixed), [false, false], "its size is not used");
    let group = Line {
        control: [true; 2],
        expand: [false, true],
        ..line(false)
    };
    let sized = grouped(Group::Line(group), vec![text, child(v(60.0, 80.0))]);
    assert_eq!(doubts(&sized), [true, true]);
}

fn grid(constraint: Constraint) -> Grid {
    Grid {
        padding: Padding {
            left: 10.0,
            right: 10.0,
            top: 20.0,
            bottom: 0.0,
        },
        anchor: 0,
        cell: v(80.0, 40.0),
        spacing: v(10.0, 5.0),
        constraint,
        by_column: false,
        from_right: false,
        from_bottom: false,
    }
}

/// Returns the column and row of each of `count` cells, from the upper left corner.
fn cells(grid: Grid, count: usize) -> Vec<(f64, f64)> {
    let children = (0..count).map(|_| child(DVec2::splat(3.0))).collect();
    let tree = grouped(Group::Grid(grid), children);
    let cells = all_edges(&tree).into_iter().map(|[left, _, right, top]| {
        assert_eq!(right - left, 80.0);
        ((left - 10.0) / 90.0, (180.0 - top) / 45.0)
    });
    cells.collect()
}

#[test]
fn a_grid_fills_rows_or_columns() {
    // (400 - 20 + 10) / 90 = 4 columns, (200 - 20 + 5) / 45 = 4 rows.
    let flexible = grid(Constraint::Flexible);
    assert_eq!(
        cells(flexible, 5),
        [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (0.0, 1.0)]
    );
    let by_column = Grid {
        by_column: true,
        ..flexible
    };
    assert_eq!(
        cells(by_column, 5),
        [(0.0, 0.0), (0.0, 1.0), (0.0, 2.0), (0.0, 3.0), (1.0, 0.0)]
    );
    let columns = grid(Constraint::Columns(2));
    assert_eq!(cells(columns, 3), [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]);
    let from_right = Grid {
        from_right: true,
        from_bottom: true,
        ..columns
    };
    assert_eq!(cells(from_right, 3), [(1.0, 1.0), (0.0, 1.0), (1.0, 0.0)]);
    let rows = Grid {
        by_column: true,
        ..grid(Constraint::Rows(2))
    };
    assert_eq!(cells(rows, 3), [(0.0, 0.0), (0.0, 1.0), (1.0, 0.0)]);
    // Two columns of 80 and a gap of 10 in 380: half of the remaining space comes before them.
    let middle = Grid { anchor: 1, ..columns };
    assert_eq!(cells(middle, 2)[0].0, (380.0 - 170.0) / 2.0 / 90.0);
    assert_eq!(cells(columns, 0), []);
}

#[test]
fn grid_preferred_size_covers_its_cells() {
    let fitted = |grid: Grid, count: usize| {
        let mut holder = Item::new(Some(0), point(DVec2::splat(0.5), DVec2::ZERO, v(400.0, 200.0)));
        holder.group = Some(Group::Grid(grid));
        holder.fit = [Fit::Preferred; 2];
        let mut items = vec![root(v(1000.0, 1000.0)), holder];
        items.extend((0..count).map(|_| child(DVec2::ONE)));
        let mut tree = Tree { items };
        tree.lay_out();
        (tree.items[1].size.x, tree.items[1].size.y)
    };
    assert_eq!(
        fitted(grid(Constraint::Columns(3)), 7),
        (20.0 + 270.0 - 10.0, 20.0 + 135.0 - 5.0)
    );
    assert_eq!(
        fitted(grid(Constraint::Rows(2)), 7),
        (20.0 + 360.0 - 10.0, 20.0 + 90.0 - 5.0)
    );
    // The square root of 7, rounded up: 3 columns, and then as many rows as that width gives.
    assert_eq!(fitted(grid(Constraint::Flexible), 7), (280.0, 150.0));
}
