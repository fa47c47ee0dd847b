//! Implements the WIT interface `unity-tools:unity/objects-edit`: activates, moves and destroys objects.

use crate::bindings::current::unity_tools::unity::objects_edit::Host;
use crate::fault::Fault;
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Function};

impl Host for CallState {
    async fn set_active(&mut self, object: String, active: bool) -> Result<(), Fault> {
        let command = page::object("object", &object).map(|object| Command::SetActive { object, active });
        self.unity_if(Function::SetActive, object.len(), command).await
    }

    async fn reparent(&mut self, object: String, parent: Option<String>) -> Result<(), Fault> {
        let bytes = object.len() + parent.as_ref().map_or(0, String::len);
        let command = page::object("object", &object).and_then(|object| {
            let parent = parent.map(|parent| page::object("parent", &parent)).transpose()?;
            Ok(Command::Reparent { object, parent })
        });
        self.unity_if(Function::Reparent, bytes, command).await
    }

    async fn destroy(&mut self, object: String) -> Result<(), Fault> {
        let command = page::object("object", &object).map(|object| Command::DestroyObject { object });
        self.unity_if(Function::DestroyObject, object.len(), command).await
    }
}
