//! Converts edits of the session to records of the journal.
//!
//! A conversion fails only because of a defect, for example if an object has no id in a file. The edit is then rejected
//! with the error text.

use super::names::Naming;
use super::record::{self, Component, Field, Kind, PathStep, Step};
use super::value_text;
use crate::session::edits::{Edit, Original, Spot, Written};
use host_project_world::targets;
use unity_fields::property::{self, PropertyPath};
use unity_project::expand::{self, FieldEdit};
use unity_scripts::{TypeInFile, Types};
use unity_yaml::{Layout, Node};

pub(super) fn step(naming: &mut Naming<'_>, types: &Types, edit: &Edit) -> Result<Step, String> {
    Ok(match edit {
        Edit::Active { object, active, stood } => Step::Active {
            object: naming.object(*object)?,
            active: *active,
            stood: *stood,
        },
        Edit::Parent {
            object,
            parent,
            index,
            from,
            above,
        } => Step::Parent {
            object: naming.object(*object)?,
            parent: parent.map(|parent| naming.object(parent)).transpose()?,
            index: *index,
            from: from.map(|from| naming.object(from)).transpose()?,
            above: naming.objects(above.iter())?,
        },
        Edit::Destroy { object, family } => Step::Destroy {
            object: naming.object(*object)?,
            family: naming.objects(family.iter())?,
        },
        Edit::Field {
            object,
            component,
            type_name,
            edit,
            refers,
            implied,
            stood,
            declared,
        } => Step::Field {
            object: naming.object(*object)?,
            component: *component,
            type_name: type_name.to_string(),
            field: field(edit),
            refers: refers
                .iter()
                .map(|target| naming.target(*target))
                .collect::<Result<_, _>>()?,
            implied: *implied,
            stood: stood.as_ref().map(value_text::write),
            declared: declared.as_ref().map(ToString::to_string),
        },
        Edit::Add {
            object,
            component,
            type_name,
            once,
            as_transform,
        } => Step::Add {
            object: naming.object(*object)?,
            component: new_component(types, component)?,
            type_name: type_name.to_string(),
            once: *once,
            as_transform: *as_transform,
        },
        Edit::Remove {
            object,
            component,
            type_name,
        } => Step::Remove {
            object: naming.object(*object)?,
            component: *component,
            type_name: type_name.to_string(),
        },
        Edit::Make { part } => creation_step(naming, part)?,
        Edit::Time { to } => Step::Time {
            value: to.value.to_string(),
            locked: to.locked,
        },
        Edit::Asset { step, code } => Step::Asset {
            step: step.clone(),
            code: code.as_deref().map(str::to_owned),
        },
        Edit::Source { path, old, new } => Step::Source {
            path: path.to_string(),
            old: old.as_deref().map(str::to_owned),
            new: new.as_deref().map(str::to_owned),
        },
    })
}

fn creation_step(naming: &mut Naming<'_>, part: &host_project_world::world::Part) -> Result<Step, String> {
    let source = part.flat.file.as_ref();
    let source = source.ok_or_else(|| "objects that were made have no text".to_owned())?;
    let mut objects = Vec::with_capacity(part.ids.len());
    for (object, id) in part.flat.objects.iter().zip(part.ids.iter()) {
        let record::Name::Made(_, number) = naming.object(*id)? else {
            return Err(format!("{id} was made and has an id in a file"));
        };
        objects.push((object.id, object.instance, number));
    }
    Ok(Step::Make {
        scene: naming.scene(part.scene as usize)?,
        text: source.text().to_owned(),
        objects,
    })
}

fn new_component(types: &Types, component: &expand::Component) -> Result<Component, String> {
    let kind = match types.file_name(component.kind) {
        Some(TypeInFile::Engine(name)) => Kind::Engine(name.to_owned()),
        Some(TypeInFile::Script(script)) => {
            let file = script.file;
            Kind::Script(file.file_id, file.guid.to_string(), script.identifier.clone())
        }
        None => return Err("a component was added whose type has no name in files".to_owned()),
    };
    let fields = match &component.overrides {
        None => Vec::new(),
        Some(chain) => {
            let own = chain.session_edits();
            let own = own.ok_or_else(|| "a component was added that a prefab instance changes".to_owned())?;
            own.iter().map(field).collect()
        }
    };
    let source = component.text.as_ref();
    Ok(Component {
        id: component.id,
        class: component.class,
        kind,
        source: source.map(|(source, at)| (source.path.clone(), source.text().to_owned(), *at)),
        fields,
    })
}

fn field(edit: &FieldEdit) -> Field {
    (path(&edit.path), value_text::write(&edit.value))
}

fn path(path: &PropertyPath) -> Vec<PathStep> {
    let step = |step: &property::Step| match step {
        property::Step::Key(key) => PathStep::Key(key.clone()),
        property::Step::Index(index) => PathStep::Index(*index),
        property::Step::Size => PathStep::Size,
        property::Step::Managed(id) => PathStep::Managed(*id),
    };
    path.0.iter().map(step).collect()
}

pub(super) fn written_record(naming: &mut Naming<'_>, written: &Written) -> Result<record::Written, String> {
    let Written {
        spot,
        was,
        layout,
        added,
        loose,
    } = written;
    Ok(record::Written {
        spot: naming.spot(spot)?,
        was: value_text::write(was),
        layout: layout.as_ref().map(Layout::to_code),
        added: added.iter().cloned().collect(),
        loose: loose.iter().copied().collect(),
    })
}

pub(super) fn original(naming: &mut Naming<'_>, spot: &Spot, original: &Original) -> Result<record::Original, String> {
    let Original {
        was,
        is,
        layout,
        added,
        loose,
    } = original;
    Ok(record::Original {
        before: record::Written {
            spot: naming.spot(spot)?,
            was: value_text::write(was),
            layout: layout.as_ref().map(Layout::to_code),
            added: added.iter().cloned().collect(),
            loose: loose.iter().copied().collect(),
        },
        is: value_text::write(is),
    })
}

pub(super) fn saved_value(
    naming: &mut Naming<'_>,
    spot: &Spot,
    until: u64,
    is: &Node<'static>,
) -> Result<record::SavedValue, String> {
    Ok(record::SavedValue {
        spot: naming.spot(spot)?,
        until,
        is: value_text::write(is),
    })
}

pub(super) fn in_file_record(named: targets::Named) -> record::InFile {
    (named.key.0, named.key.1, named.in_scene)
}
