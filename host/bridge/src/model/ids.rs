//! Ids of objects and scenes, with their texts.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Id of an object, written `obj:<n>`. Unchanged files give the same id; an id is never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub i64);

impl fmt::Display for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "obj:{}", self.0)
    }
}

impl ObjectId {
    /// Parses an id; accepts exactly `obj:` and a decimal number.
    pub fn parse(text: &str) -> Option<Self> {
        text.strip_prefix("obj:")?.parse().ok().map(Self)
    }
}

/// Id of a scene, written `scn:<n>`. The number is the position in project order: build list, then path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SceneId(pub u32);

impl fmt::Display for SceneId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "scn:{}", self.0)
    }
}

impl SceneId {
    /// Parses an id; accepts exactly `scn:` and a decimal number.
    pub fn parse(text: &str) -> Option<Self> {
        text.strip_prefix("scn:")?.parse().ok().map(Self)
    }
}

impl Serialize for SceneId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for SceneId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let text = String::deserialize(from)?;
        Self::parse(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is not a scene id such as `scn:0`")))
    }
}
