//! Converts records of the journal to edits of the session. Records may contain anything, so errors describe the
//! invalid part.

use super::names::Named;
use super::record::{self, Field, Kind, PathStep, Step};
use super::value_text;
use crate::session::Session;
use crate::session::edits::{Edit, Original, Spot, Written};
use host_bridge::{ObjectId, TimeScale};
use host_project_world::world::Part;
use std::collections::HashMap;
use std::sync::Arc;
use unity_fields::Source;
use unity_fields::property::{self, PropertyPath};
use unity_project::expand::{self, FieldEdit, Override};
use unity_scripts::ScriptRef;
use unity_yaml::{FileRef, Guid, Layout, Node};

/// The edit that one step of a journal record describes, or the reason why it cannot be made again.
pub(super) enum Read {
    Edit(Edit),
    /// The step created objects in the scene with the index `scene`, but they cannot be created again.
    Unmade {
        scene: usize,
        why: String,
    },
}

impl Session {
    pub(super) fn read_step(&mut self, named: &Named, step: Step) -> Result<Read, String> {
        let numbers = &mut self.numbers;
        Ok(Read::Edit(match step {
            Step::Active { object, active, stood } => Edit::Active {
                object: named.object(numbers, object)?,
                active,
                stood,
            },
            Step::Parent {
                object,
                parent,
                index,
                from,
                above,
            } => Edit::Parent {
                object: named.object(numbers, object)?,
                parent: parent.map(|parent| named.object(numbers, parent)).transpose()?,
                index,
                from: from.map(|from| named.object(numbers, from)).transpose()?,
                above: named.objects::<Vec<_>>(numbers, &above)?.into(),
            },
            Step::Destroy { object, family } => Edit::Destroy {
                object: named.object(numbers, object)?,
                family: Arc::new(named.objects(numbers, &family)?),
            },
            Step::Field {
                object,
                component,
                type_name,
                field,
                refers,
                implied,
                stood,
                declared,
            } => Edit::Field {
                object: named.object(numbers, object)?,
                component,
                type_name: type_name.into(),
                edit: read_field(field)?,
                refers: refers
                    .into_iter()
                    .map(|target| named.target(numbers, target))
                    .collect::<Result<Vec<_>, _>>()?
                    .into(),
                implied,
                stood: stood.map(|stood| value(&stood)).transpose()?,
                declared: declared.map(Into::into),
            },
            Step::Add {
                object,
                component,
                type_name,
                once,
                as_transform,
            } => Edit::Add {
                object: named.object(numbers, object)?,
                component: self.read_component(component)?,
                type_name: type_name.into(),
                once,
                as_transform,
            },
            Step::Remove {
                object,
                component,
                type_name,
            } => Edit::Remove {
                object: named.object(numbers, object)?,
                component,
                type_name: type_name.into(),
            },
            Step::Make { scene, text, objects } => {
                let scene = named.scene(scene)?;
                return self.read_made(scene, text, &objects);
            }
            Step::Time { value, locked } => {
                let value: f64 = value.parse().map_err(|_| format!("its time scale is {value:?}"))?;
                if !(0.0..=4.0).contains(&value) {
                    return Err(format!("its time scale is {value}"));
                }
                Edit::Time {
                    to: TimeScale { value, locked },
                }
            }
            Step::Asset { step, code } => Edit::Asset {
                step,
                code: code.map(Into::into),
            },
            Step::Source { path, old, new } => Edit::Source {
                path: path.into(),
                old: old.map(Into::into),
                new: new.map(Into::into),
            },
        }))
    }

    /// Creates the objects of a step again from their YAML text. Instances get the current content of their prefab.
    fn read_made(&mut self, scene: usize, text: String, objects: &[(i64, i64, i64)]) -> Result<Read, String> {
        let flat = self.library.scene_from("created in this session", text.into_bytes());
        let unmade = |why| Ok(Read::Unmade { scene, why });
        let flat = match flat {
            Ok(flat) => flat,
            Err(problem) => return unmade(problem.to_string()),
        };
        if flat.objects.first().is_none_or(|root| root.is_opaque()) {
            let why = flat.problems.first().cloned();
            return unmade(why.unwrap_or_else(|| "its source cannot be read".to_owned()));
        }
        if let Err(full) = self.files().room_for_created(&flat) {
            return unmade(full.message);
        }
        let known: HashMap<(i64, i64), i64> = objects.iter().map(|(id, at, number)| ((*id, *at), *number)).collect();
        let numbers = &mut self.numbers;
        let last = objects.iter().map(|(_, _, number)| *number).max().unwrap_or(0);
        numbers.were_made(scene, last);
        let mut ids: Vec<ObjectId> = Vec::with_capacity(flat.objects.len());
        for object in &flat.objects {
            let name = known.get(&(object.id, object.instance));
            let id = match name {
                Some(number) => numbers.id_of_name(scene, host_project_world::ids::FileName::Made(*number)),
                None => numbers.scene_mut(scene).create(1).and_then(|ids| ids.first().copied()),
            };
            ids.push(id.ok_or_else(|| "it makes objects that no scene can have".to_owned())?);
        }
        let scene = u32::try_from(scene).map_err(|_| "too many scenes".to_owned())?;
        Ok(Read::Edit(Edit::Make {
            part: Part {
                scene,
                flat: Arc::new(flat),
                ids: Arc::new(ids.into()),
            },
        }))
    }

    fn read_component(&mut self, component: record::Component) -> Result<expand::Component, String> {
        let record::Component {
            id,
            class,
            kind,
            source,
            fields,
        } = component;
        let types = self.library.types_mut();
        let kind = match kind {
            Kind::Engine(name) => types.engine(class, &name),
            Kind::Script(file_id, guid, identifier) => types.script(ScriptRef {
                file: FileRef {
                    file_id,
                    guid: read_guid(&guid)?,
                },
                identifier,
            }),
        };
        let text = match source {
            None => None,
            Some((path, text, at)) => {
                let source = Source::new(&path, text.into_bytes()).map_err(|problem| problem.to_string())?;
                if source.document(at).is_none() {
                    return Err("the text of its component has no such document".to_owned());
                }
                Some((Arc::new(source), at))
            }
        };
        let mut overrides = None;
        for field in fields {
            overrides = Some(Override::with_edit(overrides, read_field(field)?));
        }
        Ok(expand::Component {
            id,
            class,
            kind,
            within: false,
            text,
            overrides,
        })
    }

    pub(super) fn read_written(&mut self, named: &Named, written: record::Written) -> Result<Written, String> {
        let record::Written {
            spot,
            was,
            layout,
            added,
            loose,
        } = written;
        let layout = layout.map(|code| Layout::from_code(&code).ok_or_else(|| format!("its layout is {code:?}")));
        Ok(Written {
            spot: named.spot(&mut self.numbers, spot)?,
            was: value(&was)?,
            layout: layout.transpose()?,
            added: added.into_iter().collect(),
            loose: loose.into_iter().collect(),
        })
    }

    pub(super) fn read_original(
        &mut self,
        named: &Named,
        original: record::Original,
    ) -> Result<(Spot, Original), String> {
        let record::Original { before, is } = original;
        let Written {
            spot,
            was,
            layout,
            added,
            loose,
        } = self.read_written(named, before)?;
        let original = Original {
            was,
            is: value(&is)?,
            layout,
            added,
            loose,
        };
        Ok((spot, original))
    }
}

pub(super) fn value(text: &str) -> Result<Node<'static>, String> {
    value_text::read(text).ok_or_else(|| "it holds a value that cannot be read".to_owned())
}

pub(super) fn read_guid(text: &str) -> Result<Guid, String> {
    Guid::parse(text).ok_or_else(|| format!("{text:?} is no guid"))
}

fn read_field(field: Field) -> Result<FieldEdit, String> {
    let (path, text) = field;
    let step = |step| match step {
        PathStep::Key(key) => property::Step::Key(key),
        PathStep::Index(index) => property::Step::Index(index),
        PathStep::Size => property::Step::Size,
        PathStep::Managed(id) => property::Step::Managed(id),
    };
    let path = PropertyPath(path.into_iter().map(step).collect());
    if path.0.is_empty() {
        return Err("it sets a field without a path".to_owned());
    }
    Ok(FieldEdit {
        path,
        value: value(&text)?,
    })
}
