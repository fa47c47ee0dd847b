//! Implements the WIT interface `unity-tools:unity/components-edit`: adds and removes components.

use crate::bindings::current::unity_tools::unity::components_edit::{Host, Selector};
use crate::fault::{Fault, invalid};
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Function};

impl Host for CallState {
    async fn add(&mut self, object: String, type_name: String) -> Result<u32, Fault> {
        let bytes = object.len() + type_name.len();
        let object = page::object("object", &object);
        let resolved = match &object {
            Ok(object) => {
                let object = *object;
                let as_given = |type_name| Command::AddComponent { object, type_name };
                self.resolved_type(Function::AddComponent, type_name, bytes, as_given)
                    .await?
            }
            Err(_) => type_name,
        };
        let command = object.map(|object| Command::AddComponent {
            object,
            type_name: resolved,
        });
        self.unity_if(Function::AddComponent, 0, command).await
    }

    async fn remove(&mut self, object: String, component: Selector) -> Result<(), Fault> {
        let (bytes, form, by_type) = match component {
            Selector::ByType(name) => (name.len(), Ok(name), true),
            Selector::ByIndex(index) => (4, Ok(index.to_string()), false),
            Selector::Other(form) => (
                form.len(),
                Err(invalid("component", page::quote(&form), "a type or an index")),
                false,
            ),
        };
        let bytes = object.len() + bytes;
        let remove = |object, component, type_name| Command::RemoveComponent {
            object,
            component,
            type_name,
        };
        let (object, named) = match form {
            Ok(form) => (page::object("object", &object), form),
            Err(bad) => (Err(bad), String::new()),
        };
        // A component that does not exist has no type that an allowlist could contain.
        let as_given = |object| by_type.then(|| remove(object, 0, named.clone()));
        let import = Function::RemoveComponent;
        let (object, resolved) = self
            .resolve_member(import, object, &named, None, bytes, as_given)
            .await?;
        let command = remove(object, resolved.component, resolved.type_name);
        self.unity(0, command).await
    }
}
