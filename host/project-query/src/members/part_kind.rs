//! The kind of one channel or axis of a vector, color or rotation.

use super::from_json::Converter;
use super::parts::is_axis;
use super::to_json::declared_kind;
use unity_fields::property::{PropertyPath, Step};
use unity_fields::{Kind, class, fit_kind};

impl Converter<'_> {
    /// Returns the kind of one axis or channel. It is `float` for colors and rotations, and for vectors of Unity's own
    /// classes. A script's structure that no source declares can look like a vector and contain whole numbers, so the
    /// kind of its members is `None`.
    pub(super) fn part_of_one(&self, path: &PropertyPath) -> Option<Kind> {
        let (Step::Key(_), above) = path.0.split_last().filter(|_| is_axis(&path.names()))? else {
            return None;
        };
        let above = PropertyPath(above.to_vec());
        let node = above.read(self.tree, &|names| self.chosen.declared_kind(names))?;
        let known = declared_kind(&|names| self.chosen.declared_kind(names), &above);
        let is_declared = matches!(known, Some(Kind::Vector(_)));
        let is_own = self.chosen.component.class != class::MONO_BEHAVIOUR;
        match fit_kind(known, &node) {
            Kind::Color | Kind::Quaternion | Kind::VectorOrQuaternion | Kind::Vector(4) => Some(Kind::Float),
            Kind::Vector(_) if is_own || is_declared => Some(Kind::Float),
            Kind::VectorInt(_) => Kind::from_name("int"),
            _ => None,
        }
    }
}
