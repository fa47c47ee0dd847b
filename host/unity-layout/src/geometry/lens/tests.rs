//! Tests of rays and pixels for the three kinds of projection: calculated examples, and conversions in both directions.

use super::*;
use proptest::prelude::*;

const SCREEN: DVec2 = DVec2::new(1920.0, 1080.0);

fn whole() -> Viewport {
    Viewport::from_fractions(SCREEN, DVec2::ZERO, DVec2::ONE).expect("a whole screen")
}

fn lens(projection: Projection) -> Lens {
    Lens {
        projection,
        near: 0.3,
        viewport: whole(),
    }
}

fn sensor(fit: GateFit, shift: DVec2) -> Projection {
    Projection::Physical(Sensor {
        size: DVec2::new(36.0, 24.0),
        focal_length: 50.0,
        shift,
        fit,
    })
}

fn close(a: DVec3, b: DVec3) -> bool {
    a.distance(b) < 1e-9
}

#[test]
fn perspective_rays_start_on_the_near_plane() {
    let lens = lens(Projection::Perspective { fov: 60.0 });
    let middle = lens.ray(DVec2::new(960.0, 540.0));
    assert!(close(middle.origin, DVec3::new(0.0, 0.0, 0.3)) && close(middle.direction, DVec3::Z));
    // The top of the picture is 30 degrees up.
    let top = lens.ray(DVec2::new(960.0, 1080.0));
    let up = 30.0_f64.to_radians();
    assert!(close(top.direction, DVec3::new(0.0, up.sin(), up.cos())));
    assert!((top.origin.z - 0.3).abs() < 1e-12);
    // Pixels are square: the right edge is 16/9 as far out as the top.
    let right = lens.ray(DVec2::new(1920.0, 540.0)).direction;
    assert!((right.x / right.z - up.tan() * 16.0 / 9.0).abs() < 1e-12);
}

#[test]
fn orthographic_rays_are_parallel() {
    let ray = lens(Projection::Orthographic { size: 5.0 }).ray(DVec2::new(1920.0, 0.0));
    assert!(close(ray.origin, DVec3::new(5.0 * 16.0 / 9.0, -5.0, 0.3)) && close(ray.direction, DVec3::Z));
}

#[test]
fn clips_viewport_to_screen_and_maps_rays_within_it() {
    let viewport = Viewport::from_fractions(SCREEN, DVec2::new(0.75, 0.75), DVec2::splat(0.25)).expect("a part");
    let lens = Lens {
        projection: Projection::Orthographic { size: 2.0 },
        near: 0.0,
        viewport,
    };
    assert!(close(lens.ray(DVec2::new(1680.0, 945.0)).origin, DVec3::ZERO));
    assert!(!viewport.contains(DVec2::new(1439.0, 1000.0)) && viewport.contains(DVec2::new(1440.0, 1080.0)));
    // Parts outside the screen are cut off, which changes the aspect.
    let half = Viewport::from_fractions(DVec2::splat(100.0), DVec2::new(0.5, 0.0), DVec2::ONE).expect("half of it");
    assert_eq!((half.min, half.size), (DVec2::new(50.0, 0.0), DVec2::new(50.0, 100.0)));
    assert_eq!(Viewport::from_fractions(SCREEN, DVec2::new(1.0, 0.0), DVec2::ONE), None);
    assert_eq!(
        Viewport::from_fractions(SCREEN, DVec2::ZERO, DVec2::new(0.0, 1.0)),
        None
    );
}

#[test]
fn fits_sensor_gate_by_aspect_ratio() {
    // Tangents of half the picture: 36 x 24 mm at 50 mm on 16:9, which is wider than the sensor.
    let table = [
        (GateFit::None, 0.36, 0.24),
        (GateFit::Vertical, 0.24 * 16.0 / 9.0, 0.24),
        (GateFit::Horizontal, 0.36, 0.36 * 9.0 / 16.0),
        (GateFit::Fill, 0.36, 0.36 * 9.0 / 16.0),
        (GateFit::Overscan, 0.24 * 16.0 / 9.0, 0.24),
    ];
    for (fit, x, y) in table {
        let corner = lens(sensor(fit, DVec2::ZERO)).ray(DVec2::new(1920.0, 1080.0)).direction;
        assert!(
            (corner.x / corner.z - x).abs() < 1e-12 && (corner.y / corner.z - y).abs() < 1e-12,
            "{fit:?}"
        );
    }
    let Projection::Physical(sensor) = sensor(GateFit::Horizontal, DVec2::ZERO) else {
        unreachable!()
    };
    assert!((sensor.fov() - 26.991_467).abs() < 1e-5);
}

#[test]
fn lens_shift_tilts_center_ray() {
    let middle = lens(sensor(GateFit::Vertical, DVec2::new(0.0, 0.5)))
        .ray(DVec2::new(960.0, 540.0))
        .direction;
    assert!((middle.y / middle.z - 0.24).abs() < 1e-12 && middle.x.abs() < 1e-12);
}

fn projections() -> impl Strategy<Value = Projection> {
    let fits = prop_oneof![
        Just(GateFit::None),
        Just(GateFit::Vertical),
        Just(GateFit::Horizontal),
        Just(GateFit::Fill),
        Just(GateFit::Overscan)
    ];
    prop_oneof![
        (1.0..170.0_f64).prop_map(|fov| Projection::Perspective { fov }),
        (0.1..100.0_f64).prop_map(|size| Projection::Orthographic { size }),
        (fits, -1.0..1.0_f64, -1.0..1.0_f64).prop_map(|(fit, x, y)| sensor(fit, DVec2::new(x, y))),
    ]
}

proptest! {
    /// Tests that every point on the ray through a pixel projects to that pixel.
    #[test]
    fn every_point_on_a_ray_projects_to_its_pixel(
        projection in projections(), x in 0.0..1920.0_f64, y in 0.0..1080.0_f64, along in 0.0..500.0_f64,
    ) {
        let lens = lens(projection);
        let point = lens.ray(DVec2::new(x, y)).point_at(along);
        let pixel = lens.project(point).expect("in front");
        prop_assert!((pixel.x - x).abs() < 1e-6 && (pixel.y - y).abs() < 1e-6);
        prop_assert!((pixel.z - point.z).abs() < 1e-9);
    }
}
