//! `unity-tools:unity/selection-edit`.

use crate::bindings::unity_tools::unity::selection::Selected;
use crate::bindings::unity_tools::unity::selection_edit::Host;
use crate::fault::{UnityFault, unexpected};
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Reply};

const SELECTION_EDIT: &str = "unity-tools:unity/selection-edit";

impl Host for CallState {
    async fn select(&mut self, objects: Vec<String>) -> Result<Selected, UnityFault> {
        let bytes = objects.iter().map(String::len).sum();
        let command = objects
            .iter()
            .enumerate()
            .map(|(index, object)| page::object(&format!("objects[{index}]"), object))
            .collect::<Result<Vec<_>, _>>()
            .map(|objects| Command::Select { objects });
        match self.unity(SELECTION_EDIT, "select", bytes, command).await? {
            Reply::Selection(selection) => Ok(selection.into()),
            _ => Err(unexpected("selection-edit.select")),
        }
    }
}
