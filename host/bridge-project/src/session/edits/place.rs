//! The places that an edit changes, to look at their values before and after it.

use host_bridge::ObjectId;
use std::sync::Arc;
use unity_fields::property::PropertyPath;

/// A part of the session that an edit changes: an object, its parent, a component, a field or a setting.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::session) enum Place {
    Object(ObjectId),
    Active(ObjectId),
    Parent(ObjectId),
    Index(ObjectId),
    Component(ObjectId, i64),
    Field(ObjectId, i64, PropertyPath),
    TimeScale,
    TimeLock,
    Source(Arc<str>),
}

impl Place {
    pub(in crate::session) fn object(&self) -> Option<ObjectId> {
        match self {
            Self::Object(object)
            | Self::Active(object)
            | Self::Parent(object)
            | Self::Index(object)
            | Self::Component(object, _)
            | Self::Field(object, ..) => Some(*object),
            Self::TimeScale | Self::TimeLock | Self::Source(_) => None,
        }
    }

    /// Returns the serialized path of the field at this place; `None` for other places.
    pub(in crate::session) fn serialized_field(&self) -> Option<String> {
        match self {
            Self::Field(_, _, path) => Some(path.to_string()),
            _ => None,
        }
    }
}
