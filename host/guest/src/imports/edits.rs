//! Implements the WIT interface `unity-tools:unity/edits`: previews edits, and lists the edit journal.

use crate::bindings::current::unity_tools::unity::edits::{
    Change, Component, Edit, Entries, Entry, FileChanges, Host, LineChange, Plan, Target,
};
use crate::bindings::current::unity_tools::unity::values::Page;
use crate::denied_fields::{denied, denied_fields};
use crate::fault::{BadValue, Fault, invalid};
use crate::imports::convert::{Convert, records};
use crate::imports::{page, rows};
use crate::store::CallState;
use host_bridge::{Command, EditComponent, EditEntries, EditPlan, EditRequest, EditTarget, Function};
use host_policy::Policy;
use std::collections::BTreeSet;

impl Host for CallState {
    async fn preview(&mut self, edits: Vec<Edit>) -> Result<Plan, Fault> {
        let bytes = weight(&edits);
        let command = requests(edits).map(|edits| Command::PreviewEdits { edits });
        let plan: EditPlan = self.unity_if(Function::PreviewEdits, bytes, command).await?;
        Ok(plan_with_rules(plan, &self.gate.policy()))
    }

    async fn preview_undo(&mut self, entries: Vec<u64>) -> Result<Plan, Fault> {
        let bytes = 8 * entries.len();
        let command = Command::PreviewUndo { entries };
        let plan: EditPlan = self.unity(bytes, command).await?;
        Ok(plan_with_rules(plan, &self.gate.policy()))
    }

    async fn list_entries(&mut self, page: Page) -> Result<Entries, Fault> {
        let bytes = page.cursor.as_ref().map_or(0, String::len);
        let page = rows::page(page, self.page_bytes());
        let command = page.map(|page| Command::ListEntries { page });
        let page: EditEntries = self.unity_if(Function::ListEntries, bytes, command).await?;
        Ok(page.convert())
    }

    async fn preview_save(&mut self, files: Vec<String>) -> Result<Vec<FileChanges>, Fault> {
        let bytes = files.iter().map(String::len).sum();
        let command = Command::PreviewSave { files };
        let changes: Vec<host_bridge::FileChanges> = self.unity(bytes, command).await?;
        let denied = denied_fields(&changes, &self.gate.policy()).collect::<Vec<_>>();
        self.gate
            .diagnostics
            .extend(denied.iter().map(|(rules, field)| format!("denied: {rules}: {field}")));
        Ok(changes.convert())
    }
}

impl Convert<Change> for host_bridge::EditChange {
    fn convert(self) -> Change {
        change(self, None)
    }
}

records! {
    host_bridge::FileChanges => FileChanges { file lines total }
    host_bridge::LineChange => LineChange { line old new }
    EditEntries => Entries { total rows next }
    host_bridge::EditEntry => Entry { id at_ms caller mine tool changes fixed undone_by undoes lost saved group }
}

/// Converts a plan for the guest. Each change contains the ids of all policy rules that would reject it now.
pub(super) fn plan_with_rules(plan: EditPlan, policy: &Policy) -> Plan {
    let row = |row: host_bridge::EditChange| {
        let denied = denied(row.need.as_ref(), policy);
        change(row, denied)
    };
    Plan {
        digest: plan.digest,
        changes: plan.changes.into_iter().map(row).collect(),
        total: plan.total.convert(),
    }
}

/// Returns a text with the numbers of the edits (from 0) that the policy rejects now; `None` if there are none.
pub(super) fn refused_edits(changes: &[host_bridge::EditChange], policy: &Policy) -> Option<String> {
    let refused = changes.iter().filter(|row| denied(row.need.as_ref(), policy).is_some());
    let edits: BTreeSet<u32> = refused.map(|row| row.edit).collect();
    let numbers: Vec<String> = edits.iter().map(u32::to_string).collect();
    match numbers.as_slice() {
        [] => None,
        [one] => Some(format!("it is edit {one} of the batch, counted from 0")),
        several => Some(format!(
            "these are edits {} of the batch, counted from 0",
            several.join(", ")
        )),
    }
}

fn change(row: host_bridge::EditChange, denied: Option<String>) -> Change {
    Change {
        edit: row.edit,
        object: row.object.convert(),
        file: row.file,
        path: row.path,
        component: row.component,
        field: row.field,
        old: row.old.convert(),
        new: row.new.convert(),
        denied,
        unchecked: row.unchecked,
    }
}

/// Returns the approximate size in bytes of the edits in the guest's memory.
pub(super) fn weight(edits: &[Edit]) -> usize {
    let of_edit = |edit: &Edit| match edit {
        Edit::Set(set) => set.path.len() + set.value.len(),
        Edit::Create(create) => create.name.len() + create.components.iter().map(String::len).sum::<usize>(),
        Edit::Instantiate(instantiate) => instantiate.prefab.len(),
        Edit::Other((name, json)) => name.len() + json.len(),
        _ => 0,
    };
    edits.iter().map(|edit| 64 + of_edit(edit)).sum()
}

/// Converts the guest's edits to edit requests for the bridge.
pub(super) fn requests(edits: Vec<Edit>) -> Result<Vec<EditRequest>, BadValue> {
    edits
        .into_iter()
        .enumerate()
        .map(|(at, edit)| request(at, edit))
        .collect()
}

fn request(at: usize, edit: Edit) -> Result<EditRequest, BadValue> {
    let field = |name: &str| format!("edits[{at}].{name}");
    let on = |name: &str, target: Target| target_of(&field(name), target);
    let maybe = |name: &str, target: Option<Target>| target.map(|target| on(name, target)).transpose();
    let component = |component| match component {
        Component::ByType(name) => Ok(EditComponent::ByType(name)),
        Component::ByIndex(index) => Ok(EditComponent::ByIndex(index)),
        Component::Other(form) => Err(invalid(&field("component"), page::quote(&form), "a type or a position")),
    };
    let position = |json: Option<String>| json.map(|json| rows::value(&field("position"), json)).transpose();
    Ok(match edit {
        Edit::Set(set) => EditRequest::Set {
            object: on("object", set.object)?,
            component: component(set.component)?,
            path: set.path,
            value: rows::value(&field("value"), set.value)?,
        },
        Edit::SetActive((object, active)) => EditRequest::SetActive {
            object: on("object", object)?,
            active,
        },
        Edit::Create(create) => EditRequest::Create {
            name: create.name,
            parent: maybe("parent", create.parent)?,
            scene: create.scene,
            position: position(create.position)?,
            components: create.components,
        },
        Edit::Instantiate(instantiate) => EditRequest::Instantiate {
            prefab: instantiate.prefab,
            parent: maybe("parent", instantiate.parent)?,
            scene: instantiate.scene,
            position: position(instantiate.position)?,
        },
        Edit::Destroy(object) => EditRequest::Destroy {
            object: on("object", object)?,
        },
        Edit::Reparent(to) => EditRequest::Reparent {
            object: on("object", to.object)?,
            parent: maybe("parent", to.parent)?,
            index: to.index,
            keep_world: to.keep_world,
        },
        Edit::AddComponent((object, type_name)) => EditRequest::AddComponent {
            object: on("object", object)?,
            type_name,
        },
        Edit::RemoveComponent((object, removed)) => EditRequest::RemoveComponent {
            object: on("object", object)?,
            component: component(removed)?,
        },
        Edit::Other((name, _)) => {
            let right =
                "one of set, set-active, create, instantiate, destroy, reparent, add-component, remove-component";
            return Err(invalid(&format!("edits[{at}]"), page::quote(&name), right));
        }
    })
}

fn target_of(field: &str, target: Target) -> Result<EditTarget, BadValue> {
    match target {
        Target::Object(id) => page::object(field, &id).map(EditTarget::Object),
        Target::Made(at) => Ok(EditTarget::Made(at)),
        Target::Other(form) => Err(invalid(
            field,
            page::quote(&form),
            "an object id such as `obj:12`, or `made`",
        )),
    }
}
