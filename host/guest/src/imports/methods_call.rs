//! Implements the WIT interface `unity-tools:unity/methods-call`: calls methods of components.

use crate::bindings::current::unity_tools::unity::methods_call::Host;
use crate::fault::Fault;
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Function};

impl Host for CallState {
    async fn invoke(
        &mut self,
        object: String,
        component: String,
        method: String,
        arguments: String,
    ) -> Result<String, Fault> {
        let bytes = object.len() + component.len() + method.len() + arguments.len();
        let call = |object, index, type_name, arguments| Command::CallMethod {
            object,
            component: index,
            type_name,
            method: method.clone(),
            arguments,
        };
        let as_given = |object| Some(call(object, 0, component.clone(), String::new()));
        let object = page::object("object", &object);
        let (object, resolved) = self
            .resolve_member(Function::CallMethod, object, &component, None, bytes, as_given)
            .await?;
        let command = call(object, resolved.component, resolved.type_name, arguments);
        self.unity(0, command).await
    }
}
