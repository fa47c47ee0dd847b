//! Implements the import `unity-tools:authoring/asset-plan`.

use crate::bindings::current::unity_tools::authoring::asset_plan::{
    AssetChange, Component, Host, OverrideChoice, Part,
};
use crate::bindings::current::unity_tools::unity::edits::Plan;
use crate::fault::{BadValue, Fault, invalid};
use crate::imports::edits::plan_with_rules;
use crate::imports::{page, rows};
use crate::store::CallState;
use host_bridge::{AssetPart, Command, EditComponent, EditPlan, Function};

/// The names of all changes, for errors.
const CHANGES: &str = "one of create-folder, create-asset, create-prefab, copy, move, delete, set, apply-overrides, revert-overrides, \
     unpack";

impl Host for CallState {
    async fn preview(&mut self, changes: Vec<AssetChange>) -> Result<Plan, Fault> {
        let bytes = weight(&changes);
        let command = requests(changes).map(|changes| Command::PreviewAssets { changes });
        let plan: EditPlan = self.unity_if(Function::PreviewAssets, bytes, command).await?;
        Ok(plan_with_rules(plan, &self.gate.policy()))
    }
}

/// Returns the approximate number of bytes of the changes in the guest's memory.
pub(super) fn weight(changes: &[AssetChange]) -> usize {
    let of_change = |change: &AssetChange| match change {
        AssetChange::CreateFolder(path) | AssetChange::Delete(path) => path.len(),
        AssetChange::CreateAsset(new) => {
            new.path.len() + new.type_name.len() + new.shader.as_ref().map_or(0, String::len)
        }
        AssetChange::CreatePrefab(new) => new.path.len(),
        AssetChange::Copy(transfer) | AssetChange::Move(transfer) => transfer.path.len() + transfer.to.len(),
        AssetChange::Set(set) => set.asset.len() + set.field.len() + set.value.len(),
        AssetChange::ApplyOverrides(choice) | AssetChange::RevertOverrides(choice) => {
            choice.field.as_ref().map_or(0, String::len)
        }
        AssetChange::Unpack(_) => 0,
        AssetChange::Other((name, json)) => name.len() + json.len(),
    };
    changes.iter().map(|change| 64 + of_change(change)).sum()
}

pub(super) fn requests(changes: Vec<AssetChange>) -> Result<Vec<host_bridge::AssetChange>, BadValue> {
    let numbered = changes.into_iter().enumerate();
    numbered.map(|(at, change)| request(at, change)).collect()
}

fn request(at: usize, change: AssetChange) -> Result<host_bridge::AssetChange, BadValue> {
    use host_bridge::AssetChange as To;
    let field = |name: &str| format!("changes[{at}].{name}");
    let object = |id: &str| page::object(&field("object"), id);
    let choice = |choice: OverrideChoice| {
        let component = choice.component.map(|component| match component {
            Component::ByType(name) => Ok(EditComponent::ByType(name)),
            Component::ByIndex(index) => Ok(EditComponent::ByIndex(index)),
            Component::Other(form) => Err(invalid(&field("component"), page::quote(&form), "a type or a position")),
        });
        Ok((object(&choice.object)?, component.transpose()?, choice.field))
    };
    Ok(match change {
        AssetChange::CreateFolder(path) => To::CreateFolder { path },
        AssetChange::CreateAsset(new) => To::CreateAsset {
            path: new.path,
            type_name: new.type_name,
            shader: new.shader,
        },
        AssetChange::CreatePrefab(new) => To::CreatePrefab {
            path: new.path,
            object: object(&new.object)?,
            connect: new.connect,
        },
        AssetChange::Copy(transfer) => To::Copy {
            from: transfer.path,
            to: transfer.to,
        },
        AssetChange::Move(transfer) => To::Move {
            from: transfer.path,
            to: transfer.to,
        },
        AssetChange::Delete(path) => To::Delete { path },
        AssetChange::Set(set) => To::Set {
            asset: set.asset,
            part: match set.part {
                Part::Main => AssetPart::Main,
                Part::Importer => AssetPart::Importer,
                Part::Sub(id) => AssetPart::Sub(id),
                Part::Other(form) => {
                    return Err(invalid(&field("part"), page::quote(&form), "main, importer or sub"));
                }
            },
            field: set.field,
            value: rows::value(&field("value"), set.value)?,
        },
        AssetChange::ApplyOverrides(chosen) => {
            let (object, component, field) = choice(chosen)?;
            To::ApplyOverrides {
                object,
                component,
                field,
            }
        }
        AssetChange::RevertOverrides(chosen) => {
            let (object, component, field) = choice(chosen)?;
            To::RevertOverrides {
                object,
                component,
                field,
            }
        }
        AssetChange::Unpack((id, completely)) => To::Unpack {
            object: object(&id)?,
            completely,
        },
        AssetChange::Other((name, _)) => {
            return Err(invalid(&format!("changes[{at}]"), page::quote(&name), CHANGES));
        }
    })
}
