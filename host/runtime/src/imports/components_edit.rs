//! `unity-tools:unity/components-edit`.

use crate::bindings::v0_1::unity_tools::unity::components_edit::{Host, Selector};
use crate::fault::{UnityFault, invalid, unexpected};
use crate::imports::page;
use crate::store::CallState;
use host_api::Interface;
use host_bridge::{Command, ComponentSelector, Reply};

impl Host for CallState {
    async fn add(&mut self, object: String, type_name: String) -> Result<u32, UnityFault> {
        let bytes = object.len() + type_name.len();
        let command = page::object("object", &object).map(|object| Command::AddComponent { object, type_name });
        match self.unity(Interface::ComponentsEdit, "add", bytes, command).await? {
            Reply::Added(index) => Ok(index),
            _ => Err(unexpected("components-edit.add")),
        }
    }

    async fn remove(&mut self, object: String, component: Selector) -> Result<(), UnityFault> {
        let (bytes, component) = match component {
            Selector::ByType(name) => (name.len(), Ok(ComponentSelector::Type(name))),
            Selector::ByIndex(index) => (4, Ok(ComponentSelector::Index(index))),
            Selector::Other(form) => (
                form.len(),
                Err(invalid("component", page::quoted(&form), "a type or an index")),
            ),
        };
        let command = page::object("object", &object).and_then(|object| {
            Ok(Command::RemoveComponent {
                object,
                component: component?,
            })
        });
        match self
            .unity(Interface::ComponentsEdit, "remove", object.len() + bytes, command)
            .await?
        {
            Reply::Done => Ok(()),
            _ => Err(unexpected("components-edit.remove")),
        }
    }
}
