//! The exported functions of a compiled plain component, by tool name.
//!
//! Belongs here: finding these functions. Does not: their tool names (`names`), calling them (`call`).

use super::names;
use std::collections::HashMap;
use wasmtime::component::types::ComponentItem;
use wasmtime::component::{Component, ComponentExportIndex};

pub(crate) struct PlainExports(HashMap<String, ComponentExportIndex>);

impl PlainExports {
    /// Finds the exported functions of a plain component, and stores each by the name of its tool. Returns `None` if
    /// the component exports no function, or if it exports interfaces of the WIT contract.
    pub(crate) fn from_component(component: &Component) -> Option<Self> {
        let engine = component.engine();
        let kind = component.component_type();
        let mut functions: Vec<(String, Option<String>)> = Vec::new();
        for (export, item) in kind.exports(engine) {
            if names::is_of_contract(export) {
                return None;
            }
            match item.ty {
                ComponentItem::ComponentFunc(_) => functions.push((export.to_owned(), None)),
                ComponentItem::ComponentInstance(instance) => {
                    let inner = instance.exports(engine);
                    let inner = inner.filter(|(_, item)| matches!(item.ty, ComponentItem::ComponentFunc(_)));
                    functions.extend(inner.map(|(name, _)| (export.to_owned(), Some(name.to_owned()))));
                }
                _ => {}
            }
        }
        let named = names::assign_names(
            functions
                .iter()
                .map(|(export, function)| (export.as_str(), function.as_deref())),
        );
        let mut found = HashMap::new();
        for ((export, function), named) in functions.iter().zip(named) {
            let Ok(named) = named else { continue };
            let mut index = component.get_export_index(None, export.as_str())?;
            if let Some(function) = function {
                index = component.get_export_index(Some(&index), function.as_str())?;
            }
            found.insert(named.tool, index);
        }
        (!found.is_empty()).then_some(Self(found))
    }

    pub(crate) fn get(&self, tool: &str) -> Option<&ComponentExportIndex> {
        self.0.get(tool)
    }
}
