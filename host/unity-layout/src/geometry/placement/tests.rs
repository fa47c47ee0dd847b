//! Tests of world transforms with calculated examples and random values.

use super::*;
use crate::geometry::rotation_of_euler;
use proptest::prelude::*;

fn local(position: [f64; 3], euler: [f64; 3], scale: [f64; 3]) -> Local {
    Local {
        position: position.into(),
        rotation: rotation_of_euler(euler.into()),
        scale: scale.into(),
    }
}

fn close(a: DVec3, b: DVec3) -> bool {
    a.distance(b) < 1e-6 * (1.0 + a.length())
}

#[test]
fn child_inherits_rotation_and_scale_of_parent() {
    let parent = Placement::WORLD.child(&local([1.0, 2.0, 3.0], [0.0, 90.0, 0.0], [2.0, 2.0, 2.0]));
    let child = parent.child(&local([0.0, 0.0, 1.0], [0.0, 90.0, 0.0], [1.0, 3.0, 1.0]));
    // Rotated by 90 degrees about y, forward is +x.
    assert!(close(child.position(), DVec3::new(3.0, 2.0, 3.0)));
    assert!(close(child.rotation * DVec3::Z, DVec3::NEG_Z));
    assert!(close(child.lossy_scale(), DVec3::new(2.0, 6.0, 2.0)));
    assert!(!child.is_sheared());
}

#[test]
fn mirrored_parent_mirrors_child_rotation() {
    let parent = Placement::WORLD.child(&local([0.0; 3], [0.0; 3], [-1.0, 1.0, 1.0]));
    let child = parent.child(&local([0.0; 3], [0.0, 30.0, 0.0], [1.0; 3]));
    let forward = child.matrix.transform_vector3(DVec3::Z);
    assert!(close(child.rotation * DVec3::Z, forward));
    assert!(close(child.lossy_scale(), DVec3::new(-1.0, 1.0, 1.0)));
    assert!(!child.is_sheared());
}

#[test]
fn non_uniform_parent_scale_shears_rotated_child() {
    let parent = Placement::WORLD.child(&local([0.0; 3], [0.0; 3], [1.0, 4.0, 1.0]));
    let child = parent.child(&local([0.0; 3], [0.0, 0.0, 45.0], [1.0; 3]));
    assert!(child.is_sheared());
    assert!(close(child.lossy_scale(), DVec3::new(2.5, 2.5, 1.0)));
}

#[test]
fn returns_no_local_transform_under_flat_parent() {
    let flat = Placement::WORLD.child(&local([0.0; 3], [0.0; 3], [1.0, 0.0, 1.0]));
    assert_eq!(flat.keeping(&Placement::WORLD), None);
    let small = Placement::WORLD.child(&local([0.0; 3], [0.0; 3], [1e-4; 3]));
    let kept = small
        .keeping(&Placement::WORLD)
        .expect("a small parent is not a flat one");
    assert!(close(kept.scale, DVec3::splat(1e4)));
}

fn sizes() -> impl Strategy<Value = f64> {
    prop_oneof![0.1..5.0_f64, -5.0..-0.1_f64]
}

fn locals() -> impl Strategy<Value = Local> {
    let turn = (-89.0..89.0_f64, 0.0..360.0_f64, 0.0..360.0_f64);
    let place = (-50.0..50.0_f64, -50.0..50.0_f64, -50.0..50.0_f64);
    (place, turn, (sizes(), sizes(), sizes()))
        .prop_map(|(p, r, s)| local([p.0, p.1, p.2], [r.0, r.1, r.2], [s.0, s.1, s.2]))
}

proptest! {
    /// Tests that position and rotation are kept under any parents, and without shear also the scale.
    #[test]
    fn reparenting_keeps_position_and_rotation(old in locals(), thing in locals(), upper in locals(), lower in locals()) {
        let kept = Placement::WORLD.child(&old).child(&thing);
        let parent = Placement::WORLD.child(&upper).child(&lower);
        let moved = parent.child(&parent.keeping(&kept).expect("not flat"));
        prop_assert!(close(moved.position(), kept.position()));
        for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
            prop_assert!(close(moved.rotation * axis, kept.rotation * axis));
        }
    }

    #[test]
    fn reparenting_under_uniform_scale_keeps_world_matrix(thing in locals(), upper in locals(), size in sizes()) {
        let even = Local { scale: DVec3::splat(size), ..upper };
        let kept = Placement::WORLD.child(&thing);
        let parent = Placement::WORLD.child(&even);
        let moved = parent.child(&parent.keeping(&kept).expect("not flat"));
        for (a, b) in moved.matrix.to_cols_array().into_iter().zip(kept.matrix.to_cols_array()) {
            prop_assert!((a - b).abs() < 1e-6 * (1.0 + b.abs()));
        }
    }
}
