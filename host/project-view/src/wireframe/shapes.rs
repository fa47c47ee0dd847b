//! The lines that represent a shape: the edges of boxes and rectangles, and circles for round shapes.

use glam::DVec3;
use std::f64::consts::TAU;
use unity_layout::geometry::Form;

/// One straight line in the wireframe of a shape, in the coordinates of the shape.
pub(super) type Stroke = [DVec3; 2];

/// Number of straight lines with which the wireframe draws a full circle.
const ROUND: u32 = 32;

/// Returns the lines that represent a shape whose center is the origin.
pub(super) fn strokes(form: Form) -> Vec<Stroke> {
    match form {
        Form::Cuboid(half) => cuboid(half),
        Form::Sheet(half) => {
            let corner = |x: f64, y: f64| DVec3::new(x * half.x, y * half.y, 0.0);
            loop_of([
                corner(-1.0, -1.0),
                corner(1.0, -1.0),
                corner(1.0, 1.0),
                corner(-1.0, 1.0),
            ])
            .to_vec()
        }
        Form::Ball { radius } => {
            let (x, y, z) = (DVec3::X * radius, DVec3::Y * radius, DVec3::Z * radius);
            [(x, y), (y, z), (x, z)]
                .into_iter()
                .flat_map(|(a, b)| arc(DVec3::ZERO, a, b, ROUND))
                .collect()
        }
        Form::Cylinder { radius, half } => barrel(radius, half),
        Form::Capsule { radius, half } => {
            let mut strokes = barrel(radius, half);
            for (end, up) in [(half, radius), (-half, -radius)] {
                for side in [DVec3::X, DVec3::Z] {
                    strokes.extend(arc(DVec3::Y * end, side * radius, DVec3::Y * up, ROUND / 2));
                }
            }
            strokes
        }
    }
}

/// Returns the four edges of a rectangle from its four corners, which are in order around it.
pub(super) fn loop_of([a, b, c, d]: [DVec3; 4]) -> [Stroke; 4] {
    [[a, b], [b, c], [c, d], [d, a]]
}

fn cuboid(half: DVec3) -> Vec<Stroke> {
    let mut strokes = Vec::with_capacity(12);
    for axis in 0..3 {
        let along = DVec3::AXES.get(axis).copied().unwrap_or_default();
        let across = DVec3::ONE - along;
        for corner in 0..8_u8 {
            let sign = |bit: u8| if corner & bit == 0 { -1.0 } else { 1.0 };
            let corner = DVec3::new(sign(1), sign(2), sign(4));
            // Each edge once, from its lower end.
            if corner.dot(along) < 0.0 {
                let end = corner * across + along;
                strokes.push([corner * half, end * half]);
            }
        }
    }
    strokes
}

/// Returns the lines of a cylinder along y: two circles and four lines between them.
fn barrel(radius: f64, half: f64) -> Vec<Stroke> {
    let (x, z, end) = (DVec3::X * radius, DVec3::Z * radius, DVec3::Y * half);
    let rings = [-end, end].into_iter().flat_map(|at| arc(at, x, z, ROUND));
    let sides = [x, -x, z, -z].into_iter().map(|side| [side - end, side + end]);
    rings.chain(sides).collect()
}

/// Returns an arc as `strokes` lines; `ROUND` lines would be a full circle. The arc begins at `middle + a` and turns
/// towards `middle + b`.
fn arc(middle: DVec3, a: DVec3, b: DVec3, strokes: u32) -> impl Iterator<Item = Stroke> {
    let point = move |step: u32| {
        let (sin, cos) = (f64::from(step) / f64::from(ROUND) * TAU).sin_cos();
        middle + a * cos + b * sin
    };
    (0..strokes).map(move |step| [point(step), point(step + 1)])
}
