//! Default values of the filters and requests that imports expect, so that a tool sets only the fields that it needs.
//! Belongs here: `Default` for these records. Each default means "no restriction", except for page sizes.

#![expect(
    clippy::derivable_impls,
    reason = "the types are generated, and cannot derive one by one"
)]

use crate::unity::editor::AssetFilter;
use crate::unity::logs::LogFilter;
use crate::unity::objects::{ObjectFilter, ObjectOrder};
use crate::unity::pick::{Point, Viewer};
use crate::unity::scenes::SceneFilter;
use crate::unity::types::PageRequest;

impl Default for SceneFilter {
    fn default() -> Self {
        Self {
            loaded_only: false,
            name: None,
        }
    }
}

impl Default for ObjectFilter {
    fn default() -> Self {
        Self {
            scene: None,
            query: None,
            name: None,
            path: None,
            component_type: None,
            tag: None,
            layer: None,
            active_only: false,
            under: None,
            roots_only: false,
            order: ObjectOrder::Hierarchy,
        }
    }
}

impl Default for LogFilter {
    fn default() -> Self {
        Self {
            min_level: None,
            source: None,
            text: None,
        }
    }
}

impl Default for AssetFilter {
    fn default() -> Self {
        Self {
            folder: None,
            kind: None,
            path: None,
        }
    }
}

impl Default for Point {
    fn default() -> Self {
        Self {
            x: None,
            y: None,
            normalized: false,
        }
    }
}

impl Default for Viewer {
    fn default() -> Self {
        Self {
            scene: None,
            camera: None,
        }
    }
}

impl Default for PageRequest {
    fn default() -> Self {
        Self {
            offset: 0,
            limit: 100,
            cursor: None,
        }
    }
}
