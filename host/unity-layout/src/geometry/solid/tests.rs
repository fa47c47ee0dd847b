//! Tests of rays with known distances, and a comparison of random rays with another ray caster.

use super::*;
use glam::{DMat3, DQuat};
use parry3d_f64::math::{Isometry, Point, Vector};
use parry3d_f64::query::Ray as Other;
use parry3d_f64::shape;
use proptest::prelude::*;

fn ray(origin: [f64; 3], direction: [f64; 3]) -> Ray {
    Ray {
        origin: origin.into(),
        direction: DVec3::from(direction).normalize(),
    }
}

fn solid(form: Form, skin: Skin, placed: DAffine3) -> Solid {
    Solid::new(&placed, form, skin).expect("not flat")
}

fn filled_solid(form: Form) -> Solid {
    solid(form, Skin::Filled, DAffine3::IDENTITY)
}

fn is_near(found: Option<f64>, expected: f64) -> bool {
    found.is_some_and(|found| (found - expected).abs() < 1e-9)
}

const BALL: Form = Form::Ball { radius: 0.5 };
const CAPSULE: Form = Form::Capsule { radius: 0.5, half: 1.0 };
const CYLINDER: Form = Form::Cylinder { radius: 0.5, half: 1.0 };
const SHEET: Form = Form::Sheet(DVec2::new(1.0, 2.0));

#[test]
fn returns_known_hit_distances() {
    let cuboid = Form::Cuboid(DVec3::new(0.5, 1.0, 2.0));
    let diagonal = 3.0_f64.sqrt();
    let table = [
        ("box, its front", cuboid, [0.0, 0.0, -10.0], [0.0, 0.0, 1.0], 8.0),
        ("box, its side", cuboid, [10.0, 0.9, 1.9], [-1.0, 0.0, 0.0], 9.5),
        (
            "box, along its very face",
            cuboid,
            [0.5, 0.0, -10.0],
            [0.0, 0.0, 1.0],
            8.0,
        ),
        (
            "box, a corner",
            Form::Cuboid(DVec3::ONE),
            [-3.0; 3],
            [1.0; 3],
            2.0 * diagonal,
        ),
        ("ball, through the middle", BALL, [0.0, 0.0, -5.0], [0.0, 0.0, 1.0], 4.5),
        ("ball, beside the middle", BALL, [0.3, 0.0, -5.0], [0.0, 0.0, 1.0], 4.6),
        ("capsule, its waist", CAPSULE, [5.0, 0.7, 0.0], [-1.0, 0.0, 0.0], 4.5),
        (
            "capsule, its cap from above",
            CAPSULE,
            [0.3, 5.0, 0.0],
            [0.0, -1.0, 0.0],
            3.6,
        ),
        (
            "capsule, its cap from the side",
            CAPSULE,
            [5.0, 1.3, 0.0],
            [-1.0, 0.0, 0.0],
            4.6,
        ),
        ("cylinder, its end", CYLINDER, [0.4, 5.0, 0.0], [0.0, -1.0, 0.0], 4.0),
        ("cylinder, its side", CYLINDER, [5.0, 0.9, 0.3], [-1.0, 0.0, 0.0], 4.6),
        ("sheet, its front", SHEET, [0.9, -1.9, -3.0], [0.0, 0.0, 1.0], 3.0),
    ];
    for (name, form, origin, direction, expected) in table {
        let found = filled_solid(form).hit_distance(&ray(origin, direction), false);
        assert!(is_near(found, expected), "{name}: {found:?}, expected {expected}");
    }
}

#[test]
fn returns_no_distance_for_rays_that_miss() {
    let table = [
        (
            "box, past it",
            Form::Cuboid(DVec3::ONE),
            [1.01, 0.0, -5.0],
            [0.0, 0.0, 1.0],
        ),
        (
            "box, behind",
            Form::Cuboid(DVec3::ONE),
            [0.0, 0.0, 5.0],
            [0.0, 0.0, 1.0],
        ),
        ("box, from within", Form::Cuboid(DVec3::ONE), [0.0; 3], [0.0, 0.0, 1.0]),
        ("ball, past it", BALL, [0.0, 0.51, -5.0], [0.0, 0.0, 1.0]),
        ("ball, from within", BALL, [0.1; 3], [0.0, 1.0, 0.0]),
        ("capsule, past its cap", CAPSULE, [0.4, 1.4, -5.0], [0.0, 0.0, 1.0]),
        (
            "capsule, from within its cap",
            CAPSULE,
            [0.0, 1.2, 0.0],
            [0.0, 1.0, 0.0],
        ),
        ("cylinder, past its rim", CYLINDER, [0.4, 1.01, -5.0], [0.0, 0.0, 1.0]),
        (
            "cylinder, beside it and along",
            CYLINDER,
            [0.6, 5.0, 0.0],
            [0.0, -1.0, 0.0],
        ),
        ("sheet, from behind", SHEET, [0.0, 0.0, 3.0], [0.0, 0.0, -1.0]),
        ("sheet, past it", SHEET, [1.1, 0.0, -3.0], [0.0, 0.0, 1.0]),
        ("sheet, along it", SHEET, [-3.0, 0.0, 0.0], [1.0, 0.0, 0.0]),
    ];
    for (name, form, origin, direction) in table {
        assert_eq!(
            filled_solid(form).hit_distance(&ray(origin, direction), false),
            None,
            "{name}"
        );
    }
}

#[test]
fn hits_backfaces_only_if_requested_or_two_sided() {
    let within = ray([0.0; 3], [0.0, 0.0, 1.0]);
    let cube = Form::Cuboid(DVec3::splat(0.5));
    let surface = solid(cube, Skin::Surface, DAffine3::IDENTITY);
    assert_eq!(surface.hit_distance(&within, false), None);
    assert!(is_near(surface.hit_distance(&within, true), 0.5));
    assert_eq!(filled_solid(cube).hit_distance(&within, true), None);
    let behind = ray([0.0, 0.0, 2.0], [0.0, 0.0, -1.0]);
    let sheet = |skin| solid(SHEET, skin, DAffine3::IDENTITY);
    assert_eq!(sheet(Skin::Surface).hit_distance(&behind, false), None);
    assert!(is_near(sheet(Skin::Surface).hit_distance(&behind, true), 2.0));
    assert!(is_near(sheet(Skin::BothSides).hit_distance(&behind, false), 2.0));
}

#[test]
fn applies_mirror_scale_and_shear_to_solids() {
    // A unit cube, mirrored, stretched to 4 along z and moved.
    let placed = DAffine3::from_scale_rotation_translation(
        DVec3::new(-1.0, 1.0, 4.0),
        DQuat::IDENTITY,
        DVec3::new(0.0, 0.0, 10.0),
    );
    let cube = solid(Form::Cuboid(DVec3::splat(0.5)), Skin::Surface, placed);
    assert!(is_near(
        cube.hit_distance(&ray([0.2, 0.0, 0.0], [0.0, 0.0, 1.0]), false),
        8.0
    ));
    // Sheared: x grows with y.
    let sheared = DAffine3::from_mat3(DMat3::from_cols(DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::Z));
    let cube = solid(Form::Cuboid(DVec3::splat(0.5)), Skin::Surface, sheared);
    assert!(is_near(
        cube.hit_distance(&ray([0.85, 0.4, -5.0], [0.0, 0.0, 1.0]), false),
        4.5
    ));
    assert_eq!(
        cube.hit_distance(&ray([0.85, -0.4, -5.0], [0.0, 0.0, 1.0]), false),
        None
    );
    // Flat along an axis.
    assert_eq!(
        Solid::new(&DAffine3::from_scale(DVec3::new(1.0, 1.0, 0.0)), SHEET, Skin::Surface),
        None
    );
}

#[test]
fn hits_tiny_distant_ball_precisely() {
    let tiny = solid(
        Form::Ball { radius: 0.001 },
        Skin::Filled,
        DAffine3::from_translation(DVec3::new(0.0, 0.0, 1e5)),
    );
    let met = tiny
        .hit_distance(&ray([0.0; 3], [0.0, 0.0, 1.0]), false)
        .expect("a hit");
    assert!((met - (1e5 - 0.001)).abs() < 1e-9);
}

fn turned(axis: [f64; 3], angle: f64, position: [f64; 3]) -> (DAffine3, Isometry<f64>) {
    let axis = DVec3::from(axis).normalize_or(DVec3::Y);
    let placed = DAffine3::from_rotation_translation(DQuat::from_axis_angle(axis, angle), position.into());
    let turn = axis * angle;
    (
        placed,
        Isometry::new(Vector::from(position), Vector::new(turn.x, turn.y, turn.z)),
    )
}

/// Returns the distance that another ray caster computes, for rays from outside a shape.
fn other_hit(shape: &dyn shape::Shape, placed: &Isometry<f64>, ray: &Ray) -> Option<f64> {
    let (from, along) = (ray.origin.to_array(), ray.direction.to_array());
    let other = Other::new(Point::from(from), Vector::from(along));
    shape.cast_ray(placed, &other, 1e9, true)
}

fn unit() -> impl Strategy<Value = [f64; 3]> {
    [-1.0..1.0_f64, -1.0..1.0, -1.0..1.0]
}

/// Returns a ray towards a point near the shape, so that about half of such rays hit it.
fn aimed(from: [f64; 3], at: DVec3) -> Ray {
    let origin = DVec3::from(from).normalize_or(DVec3::X) * 30.0;
    Ray {
        origin,
        direction: (at - origin).normalize(),
    }
}

fn agree(ours: Option<f64>, theirs: Option<f64>) -> bool {
    match (ours, theirs) {
        (None, None) => true,
        (Some(ours), Some(theirs)) => (ours - theirs).abs() < 1e-6,
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn hit_distances_match_another_ray_caster(
        from in unit(), aim in unit(), axis in unit(), angle in 0.0..6.0_f64, position in unit(),
        size in [0.05..2.0_f64, 0.05..2.0, 0.05..2.0],
    ) {
        let (placed, isometry) = turned(axis, angle, position);
        let ray = aimed(from, DVec3::from(position) + DVec3::from(aim) * 2.0);
        let [a, b, c] = size;
        let pairs: [(Form, Box<dyn shape::Shape>); 4] = [
            (Form::Cuboid(size.into()), Box::new(shape::Cuboid::new(Vector::new(a, b, c)))),
            (Form::Ball { radius: a }, Box::new(shape::Ball::new(a))),
            (Form::Capsule { radius: a, half: b }, Box::new(shape::Capsule::new_y(b, a))),
            (Form::Cylinder { radius: a, half: b }, Box::new(shape::Cylinder::new(b, a))),
        ];
        for (form, shape) in pairs {
            let ours = solid(form, Skin::Filled, placed).hit_distance(&ray, false);
            let theirs = other_hit(&*shape, &isometry, &ray);
            prop_assert!(agree(ours, theirs), "{form:?}: {ours:?}, theirs {theirs:?}");
        }
    }

    /// Tests that rays hit a rectangle like two triangles: from behind only if backfaces count.
    #[test]
    fn sheet_hits_match_two_triangles(
        from in unit(), aim in unit(), axis in unit(), angle in 0.0..6.0_f64,
        scale in [0.2..3.0_f64, 0.2..3.0, 0.2..3.0], mirror in any::<bool>(),
    ) {
        let axis = DVec3::from(axis).normalize_or(DVec3::Y);
        let [x, y, z] = scale;
        let scale = DVec3::new(if mirror { -x } else { x }, y, z);
        let placed = DAffine3::from_scale_rotation_translation(scale, DQuat::from_axis_angle(axis, angle), DVec3::X);
        let ray = aimed(from, DVec3::X + DVec3::from(aim) * 2.0);
        let corner = |x: f64, y: f64| Point::from(placed.transform_point3(DVec3::new(x, y, 0.0)).to_array());
        let (a, b, c, d) = (corner(-1.0, -2.0), corner(-1.0, 2.0), corner(1.0, 2.0), corner(1.0, -2.0));
        let still = Isometry::identity();
        let theirs = [shape::Triangle::new(a, b, c), shape::Triangle::new(a, c, d)]
            .iter()
            .find_map(|triangle| other_hit(triangle, &still, &ray));
        let ours = solid(SHEET, Skin::Surface, placed).hit_distance(&ray, true);
        prop_assert!(agree(ours, theirs), "{ours:?}, theirs {theirs:?}");
        let front = placed.transform_vector3(DVec3::Z).dot(ray.direction);
        // The normal of a plane follows the inverse matrix; for a matrix without shear its sign is that of z.
        prop_assert_eq!(solid(SHEET, Skin::Surface, placed).hit_distance(&ray, false).is_some(), ours.is_some() && front > 0.0);
    }

    /// Tests that rays which start inside a body do not hit it.
    #[test]
    fn ray_from_inside_a_body_hits_nothing(aim in unit(), inside in unit(), size in [0.1..3.0_f64, 0.1..3.0]) {
        let [radius, half] = size;
        let from = DVec3::from(inside) * radius * 0.57;
        let ray = Ray { origin: from, direction: DVec3::from(aim).normalize_or(DVec3::X) };
        for form in [Form::Ball { radius }, Form::Capsule { radius, half }, Form::Cuboid(DVec3::splat(radius))] {
            prop_assert_eq!(filled_solid(form).hit_distance(&ray, true), None);
        }
    }
}
