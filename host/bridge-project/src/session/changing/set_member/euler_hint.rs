//! The field `m_LocalEulerAnglesHint`, which Unity saves with each rotation. It contains the angles in degrees that
//! Unity's inspector displays.

use crate::session::Session;
use crate::session::edits::Edit;
use glam::DVec3;
use host_bridge::{BridgeError, ObjectId};
use host_project_query::members::angles::{ROTATION, parts};
use host_project_world::transforms::Numbers;
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;
use unity_fields::property::PropertyPath;
use unity_layout::geometry::euler_degrees;
use unity_project::expand::{FieldEdit, component_tree};
use unity_yaml::{Node, float_text};

const HINT: &str = "m_LocalEulerAnglesHint";

impl Session {
    /// Updates the Euler angles that Unity stores for its inspector (`m_LocalEulerAnglesHint`) after the rotation of a
    /// Transform was set. The new hint is `degrees`, or else the angles of the rotation nearest to the current hint.
    /// Does nothing if the file has no hint.
    pub(super) fn set_euler_hint(
        &mut self,
        object: ObjectId,
        component: i64,
        type_name: Arc<str>,
        degrees: Option<&Value>,
    ) -> Result<(), BridgeError> {
        let Some(value) = self.new_hint(object, component, degrees) else {
            return Ok(());
        };
        self.change(Edit::Field {
            object,
            component,
            type_name,
            edit: FieldEdit {
                path: PropertyPath::from_field(HINT),
                value,
            },
            refers: [].into(),
            implied: true,
            stood: None,
            declared: None,
        })
    }

    fn new_hint(&self, object: ObjectId, component: i64, degrees: Option<&Value>) -> Option<Node<'static>> {
        let at = self.world.find(object)?;
        let mut components = self.world.components(at).iter();
        let transform = components.find(|known| known.id == component)?;
        let tree = component_tree(transform, self.library.types()).ok()??;
        let before = tree.vector3(HINT)?;
        tree.get(ROTATION)?;
        let given = degrees.and_then(parts).map(DVec3::from_array);
        let after = given.unwrap_or_else(|| nearest(euler_degrees(tree.rotation(ROTATION)), before));
        let hint = node(after)?;
        (tree.get(HINT) != Some(&hint)).then_some(hint)
    }
}

/// Adds full turns to each angle in degrees, so that it is as near as possible to the angle in `before`.
fn nearest(angles: DVec3, before: DVec3) -> DVec3 {
    angles + ((before - angles) / 360.0).round() * 360.0
}

fn node(angles: DVec3) -> Option<Node<'static>> {
    #[expect(clippy::cast_possible_truncation, reason = "Unity's own precision")]
    let text = |angle: f64| float_text(angle as f32 + 0.0).map(|text| Node::Text(Cow::Owned(text)));
    let parts = ["x", "y", "z"].into_iter().zip(angles.to_array());
    let parts = parts.map(|(axis, angle)| Some((Cow::Borrowed(axis), text(angle)?)));
    parts.collect::<Option<Vec<_>>>().map(Node::Map)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chooses_angles_nearest_to_the_previous_hint() {
        for (angles, before, expected) in [
            ([0.0, 330.0, 0.0], [0.0, 0.0, 0.0], [0.0, -30.0, 0.0]),
            ([0.0, 10.0, 350.0], [0.0, 725.0, 0.0], [0.0, 730.0, -10.0]),
            ([90.0, 0.0, 180.0], [90.0, 0.0, 180.0], [90.0, 0.0, 180.0]),
        ] {
            let found = nearest(DVec3::from_array(angles), DVec3::from_array(before));
            assert_eq!(found, DVec3::from_array(expected));
        }
    }
}
