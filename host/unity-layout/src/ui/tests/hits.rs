//! Tests of the order of hits in the EventSystem: one test for each rule, and rules that form a cycle.

use super::*;

fn key(index: usize) -> HitKey {
    HitKey {
        raycaster: index,
        camera_depth: None,
        overlay: None,
        layer: 0,
        order: 0,
        root: index,
        depth: 0,
        distance: 0.0,
        index,
    }
}

#[test]
fn sorts_hits_in_event_system_order() {
    let overlay = |order, place| Some((order, place));
    // The first of each pair is on top, though it was found later.
    let pairs = [
        (
            "overlay before camera",
            HitKey {
                overlay: overlay(-5, 0),
                ..key(1)
            },
            HitKey {
                camera_depth: Some(9.0),
                order: 7,
                ..key(0)
            },
        ),
        (
            "sorting order",
            HitKey {
                overlay: overlay(2, 0),
                order: 2,
                ..key(1)
            },
            HitKey {
                overlay: overlay(1, 1),
                order: 1,
                ..key(0)
            },
        ),
        (
            "drawing order",
            HitKey {
                overlay: overlay(1, 4),
                ..key(1)
            },
            HitKey {
                overlay: overlay(1, 3),
                ..key(0)
            },
        ),
        (
            "camera depth",
            HitKey {
                camera_depth: Some(1.0),
                ..key(1)
            },
            HitKey {
                camera_depth: Some(0.0),
                layer: 3,
                ..key(0)
            },
        ),
        (
            "sorting layer",
            HitKey {
                camera_depth: Some(0.0),
                layer: 1,
                ..key(1)
            },
            HitKey {
                camera_depth: Some(0.0),
                order: 9,
                ..key(0)
            },
        ),
        (
            "order in layer",
            HitKey {
                order: 1,
                distance: 8.0,
                ..key(1)
            },
            HitKey { ..key(0) },
        ),
        (
            "depth in a canvas",
            HitKey {
                depth: 4,
                root: 0,
                distance: 8.0,
                ..key(1)
            },
            HitKey { depth: 3, ..key(0) },
        ),
        (
            "distance between canvases",
            HitKey {
                distance: 1.0,
                ..key(1)
            },
            HitKey {
                depth: 3,
                distance: 2.0,
                ..key(0)
            },
        ),
        ("found first", key(0), key(1)),
    ];
    for (name, top, below) in pairs {
        for hits in [
            vec![(top, "top"), (below, "below")],
            vec![(below, "below"), (top, "top")],
        ] {
            let sorted: Vec<&str> = sort_hits(hits).into_iter().map(|(_, name)| name).collect();
            assert_eq!(sorted, ["top", "below"], "{name}");
        }
    }
}

proptest! {
    #[test]
    fn sorting_keeps_every_hit(
        rows in proptest::collection::vec(
            (0..3_usize, proptest::option::of(0..3_u8), proptest::option::of((0..3_i64, 0..3_usize)), 0..3_usize),
            0..40,
        )
    ) {
        let keys = rows.iter().enumerate().map(|(index, (raycaster, camera, overlay, depth))| {
            let key = HitKey {
                raycaster: *raycaster,
                camera_depth: camera.map(f64::from),
                overlay: *overlay,
                depth: *depth,
                root: raycaster / 2,
                ..key(index)
            };
            (key, index)
        });
        let mut sorted: Vec<usize> = sort_hits(keys.collect()).into_iter().map(|(_, index)| index).collect();
        sorted.sort_unstable();
        prop_assert_eq!(sorted, (0..rows.len()).collect::<Vec<_>>());
    }
}
