//! Implements the WIT interface `unity-tools:unity/selection-edit`: changes the selected objects.

use crate::bindings::current::unity_tools::unity::selection::Selected;
use crate::bindings::current::unity_tools::unity::selection_edit::Host;
use crate::fault::Fault;
use crate::imports::convert::Convert;
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Function};

impl Host for CallState {
    async fn select(&mut self, objects: Vec<String>) -> Result<Selected, Fault> {
        let bytes = objects.iter().map(String::len).sum();
        let command = objects
            .iter()
            .enumerate()
            .map(|(index, object)| page::object(&format!("objects[{index}]"), object))
            .collect::<Result<Vec<_>, _>>()
            .map(|objects| Command::Select { objects });
        let selection: host_bridge::Selection = self.unity_if(Function::Select, bytes, command).await?;
        Ok(selection.convert())
    }
}
