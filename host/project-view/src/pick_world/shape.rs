//! Converts the fields of a collider to the shape that Unity's physics uses.

use crate::built_in;
use glam::{DAffine3, DQuat, DVec3};
use host_project_world::transforms::Numbers;
use std::f64::consts::FRAC_PI_2;
use unity_files::Project;
use unity_layout::geometry::{Form, Placement, Skin, Solid};
use unity_yaml::Node;

pub(super) const MESH: u32 = 64;
pub(super) const BOX: u32 = 65;
pub(super) const SPHERE: u32 = 135;
pub(super) const CAPSULE: u32 = 136;
pub(super) const CHARACTER: u32 = 143;
pub(super) const WHEEL: u32 = 146;
pub(super) const TERRAIN: u32 = 154;

const SHEARED: &str = "its parents shear it; it was tested without the shear";
const FACETS: &str = "its mesh has flat facets; it was tested as the smooth shape";
const FLAT_HULL: &str = "it is the convex hull of a flat mesh; it was tested as a rectangle without thickness";

/// The shape of a collider as read from its fields, or the reason why there is none.
pub(super) enum Read {
    Solid {
        solid: Solid,
        approximate: Option<&'static str>,
    },
    /// The host cannot compute the shape. The text is the reason.
    Untested(String),
    /// The collider has no shape in Unity, so it cannot be hit.
    Nothing,
}

pub(super) fn is_trigger(collider: &Node<'_>) -> bool {
    collider.flag("m_IsTrigger").unwrap_or(false)
}

/// Reads the shape of a collider of the class `class` from its fields. A missing field has Unity's default value.
pub(super) fn read(class: u32, collider: &Node<'_>, placement: &Placement, project: &Project) -> Read {
    let scale = placement.lossy_scale().abs();
    let center = collider.vector3("m_Center").unwrap_or(DVec3::ZERO);
    let center = placement.matrix.transform_point3(center);
    let length = |key: &str, otherwise: f64| collider.real(key).unwrap_or(otherwise).max(0.0);
    let (radius, height) = (length("m_Radius", 0.5), collider.real("m_Height"));
    match class {
        BOX => {
            let size = collider.vector3("m_Size").unwrap_or(DVec3::ONE);
            let form = Form::Cuboid(size.abs() * scale * 0.5);
            body(form, placement.rotation, center, placement)
        }
        SPHERE => {
            let radius = radius * scale.max_element();
            body(Form::Ball { radius }, placement.rotation, center, placement)
        }
        CAPSULE => {
            let (along, across, turn) = match collider.whole("m_Direction") {
                Some(0) => (scale.x, scale.y.max(scale.z), DQuat::from_rotation_z(-FRAC_PI_2)),
                Some(2) => (scale.z, scale.x.max(scale.y), DQuat::from_rotation_x(FRAC_PI_2)),
                _ => (scale.y, scale.x.max(scale.z), DQuat::IDENTITY),
            };
            let form = capsule(radius * across, height.unwrap_or(1.0) * along);
            body(form, placement.rotation * turn, center, placement)
        }
        CHARACTER => {
            // A character is upright, whatever the rotation of its object.
            let form = capsule(radius * scale.x.max(scale.z), height.unwrap_or(2.0) * scale.y);
            body(form, DQuat::IDENTITY, center, placement)
        }
        MESH => mesh(collider, placement, project),
        TERRAIN => Read::Untested("TerrainCollider; terrain data is a binary file that only Unity reads".to_owned()),
        _ => Read::Untested("WheelCollider; the position of its wheel is known only while physics runs".to_owned()),
    }
}

/// Creates a capsule of this total height. If the height is less than two radii, the result is a ball.
fn capsule(radius: f64, height: f64) -> Form {
    Form::Capsule {
        radius,
        half: (height * 0.5 - radius).max(0.0),
    }
}

fn body(form: Form, rotation: DQuat, center: DVec3, placement: &Placement) -> Read {
    let placed = DAffine3::from_rotation_translation(rotation, center);
    match Solid::new(&placed, form, Skin::Filled) {
        Some(solid) => Read::Solid {
            solid,
            approximate: placement.is_sheared().then_some(SHEARED),
        },
        None => Read::Untested("its numbers are too large for the computation".to_owned()),
    }
}

fn mesh(collider: &Node<'_>, placement: &Placement, project: &Project) -> Read {
    let mesh = collider.get("m_Mesh").map(Node::file_ref).unwrap_or_default();
    if mesh.file_id == 0 {
        return Read::Nothing;
    }
    if mesh.guid != built_in::DEFAULT_RESOURCES {
        let whose = match project.index.path(mesh.guid) {
            Some(path) => format!("the mesh of {path}, which only Unity reads"),
            None if mesh.guid.is_none() => "a mesh inside its scene file, which is not read".to_owned(),
            None => format!("a mesh that is not among the project's files (guid {})", mesh.guid),
        };
        return Read::Untested(format!("MeshCollider on {whose}"));
    }
    let convex = collider.flag("m_Convex").unwrap_or(false);
    let Some((form, turn)) = built_in::mesh(mesh.file_id) else {
        return Read::Untested(format!(
            "MeshCollider on Unity's built-in mesh {}, whose form is not known",
            mesh.file_id
        ));
    };
    let approximate = match form {
        Form::Cuboid(_) => None,
        Form::Sheet(_) => convex.then_some(FLAT_HULL),
        Form::Ball { .. } | Form::Capsule { .. } | Form::Cylinder { .. } => Some(FACETS),
    };
    let skin = match (convex, form) {
        (false, _) => Skin::Surface,
        (true, Form::Sheet(_)) => Skin::BothSides,
        (true, _) => Skin::Filled,
    };
    // A mesh uses the full matrix of its object, including shear.
    let placed = placement.matrix * DAffine3::from_quat(turn);
    match Solid::new(&placed, form, skin) {
        Some(solid) => Read::Solid { solid, approximate },
        None => Read::Untested("MeshCollider that is scaled to nothing along an axis".to_owned()),
    }
}
