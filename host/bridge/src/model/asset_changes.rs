//! The data types of changes of assets.
//!
//! Belongs here: the types of `asset-plan` and `assets-edit`. Does not: plans and the journal (`edits`), rules (`bounds`).

use super::values::ValueText;
use super::{EditComponent, ObjectId};
use host_bridge_derive::Bounds;
use serde::{Deserialize, Serialize};

/// Selects the part of an asset that has a field.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AssetPart {
    /// The asset itself.
    Main,
    /// The settings of its importer.
    Importer,
    /// The object with this id in the file.
    Sub(#[bounds(name = "", file_id)] String),
}

/// One change of an asset, a folder or the overrides of a prefab instance.
#[derive(Bounds, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum AssetChange {
    /// Creates a folder, and missing folders above it.
    CreateFolder {
        #[bounds(asset_place)]
        path: String,
    },
    CreateAsset {
        #[bounds(asset_place)]
        path: String,
        /// `Material`, or the full or short name of a ScriptableObject class.
        #[bounds(name = "type", edit_text)]
        type_name: String,
        /// Name of the shader of a material; `None` for the default one of the project.
        #[bounds(edit_text)]
        shader: Option<String>,
    },
    CreatePrefab {
        #[bounds(asset_place)]
        path: String,
        object: ObjectId,
        /// True if the object becomes an instance of the prefab.
        connect: bool,
    },
    Copy {
        #[bounds(asset_place)]
        from: String,
        #[bounds(asset_place)]
        to: String,
    },
    Move {
        #[bounds(asset_place)]
        from: String,
        #[bounds(asset_place)]
        to: String,
    },
    Delete {
        #[bounds(asset_place)]
        path: String,
    },
    Set {
        #[bounds(asset_place)]
        asset: String,
        part: AssetPart,
        /// Serialized or C# name; dots and `[n]` select parts. For a material also the name of a shader property.
        #[bounds(edit_text)]
        field: String,
        #[bounds(value_text)]
        value: ValueText,
    },
    ApplyOverrides {
        object: ObjectId,
        /// `None` for the whole prefab instance.
        component: Option<EditComponent>,
        /// `None` for the whole component.
        #[bounds(edit_text)]
        field: Option<String>,
    },
    RevertOverrides {
        object: ObjectId,
        /// `None` for the whole prefab instance.
        component: Option<EditComponent>,
        /// `None` for the whole component.
        #[bounds(edit_text)]
        field: Option<String>,
    },
    Unpack {
        object: ObjectId,
        /// True to unpack nested prefabs too.
        completely: bool,
    },
}

impl AssetChange {
    /// Returns the object to which the change applies; `None` for a change of files only.
    pub fn object(&self) -> Option<ObjectId> {
        match self {
            Self::CreatePrefab { object, .. }
            | Self::ApplyOverrides { object, .. }
            | Self::RevertOverrides { object, .. }
            | Self::Unpack { object, .. } => Some(*object),
            _ => None,
        }
    }
}
