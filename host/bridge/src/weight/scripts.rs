//! Sizes of facts about C# types.

use super::{FLAT, Weigh};
use crate::model::{ScriptEnum, ScriptField, ScriptType};

impl Weigh for ScriptType {
    fn weight(&self) -> usize {
        let texts = [
            &self.bases,
            &self.attributes,
            &self.messages,
            &self.methods,
            &self.not_known,
        ];
        let lists: usize = texts.into_iter().map(|list| list.weight()).sum();
        let own = self.type_name.len() + self.path.weight() + self.assembly.weight();
        2 * FLAT + own + self.fields.weight() + self.enums.weight() + lists
    }
}

impl Weigh for ScriptEnum {
    fn weight(&self) -> usize {
        let members = self.members.iter().map(|(name, _)| FLAT + name.len());
        FLAT + self.type_name.len() + members.sum::<usize>()
    }
}

impl Weigh for ScriptField {
    fn weight(&self) -> usize {
        let texts = self.name.len() + self.type_name.len() + self.declared_in.weight();
        FLAT + texts + self.default.weight() + self.attributes.weight()
    }
}
