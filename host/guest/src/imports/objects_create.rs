//! Implements the WIT interface `unity-tools:unity/objects-create`: creates objects.

use crate::bindings::current::unity_tools::unity::objects_create::{Host, NewObject};
use crate::fault::{BadValue, Fault, invalid};
use crate::imports::page;
use crate::store::CallState;
use host_bridge::{Command, Function, Vector3};

impl Host for CallState {
    async fn create(&mut self, object: NewObject) -> Result<String, Fault> {
        let bytes = object.name.len() + object.components.iter().map(String::len).sum::<usize>() + 64;
        let mut command = command(object);
        if let Ok(Command::CreateObject { object }) = &mut command {
            let given = object.clone();
            for type_name in &mut object.components {
                let as_given = |_| Command::CreateObject { object: given.clone() };
                let import = Function::CreateObject;
                *type_name = self.resolved_type(import, type_name.clone(), 0, as_given).await?;
            }
        }
        let id: host_bridge::ObjectId = self.unity_if(Function::CreateObject, bytes, command).await?;
        Ok(id.to_string())
    }
}

fn command(object: NewObject) -> Result<Command, BadValue> {
    let (x, y, z) = object.position;
    if ![x, y, z].iter().all(|part| part.is_finite()) {
        return Err(invalid("position", format!("({x}, {y}, {z})"), "three finite numbers"));
    }
    let parent = object
        .parent
        .map(|parent| page::object("parent", &parent))
        .transpose()?;
    let scene = object.scene.map(|scene| page::scene("scene", &scene)).transpose()?;
    Ok(Command::CreateObject {
        object: host_bridge::NewObject {
            name: object.name,
            parent,
            scene,
            position: Vector3 { x, y, z },
            components: object.components,
        },
    })
}
