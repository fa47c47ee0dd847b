//! Sizes of differences between instances and their prefabs.

use super::{FLAT, Weigh};
use crate::model::OverrideRow;

impl Weigh for OverrideRow {
    fn weight(&self) -> usize {
        let component = self.component.as_ref().map_or(0, |(_, name)| name.len());
        let values = self.value.weight() + self.source_value.weight();
        FLAT + self.path.len() + component + self.field.weight() + values + self.part.weight()
    }
}
