//! The description of an object, which all lists and answers of this bundle use.

use unity_tools::prelude::*;
use unity_tools::unity::objects;

/// The description of one object.
#[output]
#[serde(rename_all = "PascalCase")]
pub(crate) struct ObjectCard {
    /// `obj:<n>`; stays the same while the object exists.
    id: String,
    name: String,
    /// Path in the hierarchy, starting with `/`. Not unique.
    path: String,
    tag: String,
    layer: u32,
    /// The object's own active flag, regardless of its parents.
    active: bool,
    /// Number of components, with the Transform and missing scripts.
    component_count: u32,
    /// True if this entry stands for a whole instance, because its source (model file, missing prefab) cannot be read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    opaque: bool,
}

impl From<objects::ObjectCard> for ObjectCard {
    fn from(card: objects::ObjectCard) -> Self {
        Self {
            id: card.id,
            name: card.name,
            path: card.path,
            tag: card.tag,
            layer: card.layer,
            active: card.active,
            component_count: card.component_count,
            opaque: card.opaque,
        }
    }
}

/// Returns the text of a filter argument. An empty text is `None`, because it restricts nothing.
pub(crate) fn non_empty(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.is_empty())
}
