//! Edits arbitrary scenes and saves them, for fuzz tests. A save must either be exact or be rejected with a reason.

use super::super::Session;
use crate::{OpenScenes, ProjectOptions};
use host_bridge::{
    BridgeError, Command, CursorPage, EditComponent, EditRequest, EditTarget, EditTouches, FileChanges, LineChange,
    ObjectFilter, ObjectId, PageRequest, Reply, ValueText, ValuesRequest,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// Number of edits that a fuzz run makes in one project before it saves.
const EDITS: usize = 6;

/// Maximum number of objects that a fuzz run lists to choose the edited objects from.
const OBJECTS: u32 = 60;

const TEXTS: [&str; 10] = [
    "",
    "plain words",
    "--- Level ---",
    "it's: 'quoted' #1",
    "two\nlines\n",
    "\u{2318} ärger",
    "\u{1f600}",
    "... ",
    "back\\slash\t\"tab\"\r",
    "a long text with many words that goes on and on until it is far behind the eightieth column of its line, and more",
];

/// The fields that a fuzz run edited (object, component index, name), with the value that was read after the edit.
type Wanted = BTreeMap<(ObjectId, u32, String), Value>;

/// Opens the project, edits it, saves it and reads it again. Returns the number of saved files and of rejected
/// operations, or a description of the rule that a save violated.
pub(crate) fn exercise(
    root: &Path,
    backups: &Path,
    dice: &mut dyn FnMut(usize) -> usize,
) -> Result<(usize, usize), String> {
    let options = ProjectOptions {
        open: OpenScenes::All,
        allow_save: true,
        backup_folder: Some(backups.to_path_buf()),
        ..ProjectOptions::new(root)
    };
    let open = || Session::open(root, &options, &|_, _| true);
    let Ok(mut session) = open() else { return Ok((0, 1)) };
    let objects = objects(&mut session);
    let (mut wanted, mut refused) = (Wanted::new(), 0);
    for _ in 0..EDITS {
        let object = objects.get(dice(objects.len())).copied();
        let edited = object.map(|object| edit(&mut session, object, dice, &mut wanted));
        refused += usize::from(edited.is_some_and(|edited| edited.is_err()));
    }
    let previewed = session.run(Command::PreviewSave { files: Vec::new() });
    let changes = match previewed.map(|replied| replied.reply) {
        Ok(Reply::FileChanges(changes)) => changes,
        Ok(other) => return Err(format!("a preview answered {other:?}")),
        Err(error) => return check_reason(&error).map(|()| (0, refused + 1)),
    };
    if changes.is_empty() {
        return Ok((0, refused));
    }
    let files: Vec<String> = changes.iter().map(|file| file.file.clone()).collect();
    let before = texts(root, &files)?;
    let saved = session.run(Command::SaveFiles {
        files: files.clone(),
        needs: None,
    });
    let after = texts(root, &files)?;
    if let Err(error) = saved {
        check_reason(&error)?;
        return match before == after {
            true => Ok((0, refused + 1)),
            false => Err(format!("refused, and written all the same: {error:?}")),
        };
    }
    for ((file, before), after) in changes.iter().zip(&before).zip(&after) {
        only_told(file, before, after)?;
    }
    let mut again = open().map_err(|error| format!("what was saved cannot be opened: {error}"))?;
    for ((object, component, field), value) in &wanted {
        let now = values(&mut again, *object).and_then(|all| all.get(&(*component, field.clone())).cloned());
        if now.as_ref() != Some(value) {
            return Err(format!(
                "{object} {component} {field}: {value} was saved, and {now:?} is read"
            ));
        }
    }
    Ok((files.len(), refused))
}

fn check_reason(error: &BridgeError) -> Result<(), String> {
    match error.message.is_empty() {
        true => Err(format!("no reason: {error:?}")),
        false => Ok(()),
    }
}

fn texts(root: &Path, files: &[String]) -> Result<Vec<Vec<u8>>, String> {
    let read = |file: &String| std::fs::read(root.join(file)).map_err(|error| format!("{file}: {error}"));
    files.iter().map(read).collect()
}

fn objects(session: &mut Session) -> Vec<ObjectId> {
    let listed = session.run(Command::ListObjects {
        filter: ObjectFilter::default(),
        page: PageRequest {
            offset: 0,
            limit: OBJECTS,
            max_bytes: 1 << 20,
            cursor: None,
        },
    });
    match listed.map(|replied| replied.reply) {
        Ok(Reply::Objects(listed)) => listed.items.iter().map(|card| card.id).collect(),
        _ => Vec::new(),
    }
}

fn values(session: &mut Session, object: ObjectId) -> Option<BTreeMap<(u32, String), Value>> {
    let request = ValuesRequest {
        objects: vec![object],
        types: Vec::new(),
        paths: Vec::new(),
        items: 20,
        page: CursorPage {
            limit: 500,
            cursor: None,
            max_bytes: 1 << 20,
        },
    };
    let Reply::Values(rows) = session.run(Command::ReadValues { request }).ok()?.reply else {
        return None;
    };
    let mut values = BTreeMap::new();
    for row in rows.rows {
        for (field, value) in row.fields {
            values.insert((row.index, field), value.to_value().ok()?);
        }
    }
    Some(values)
}

fn edit(
    session: &mut Session,
    object: ObjectId,
    dice: &mut dyn FnMut(usize) -> usize,
    wanted: &mut Wanted,
) -> Result<(), BridgeError> {
    let known = values(session, object).unwrap_or_default();
    let Some(((component, field), old)) = known.iter().nth(dice(known.len())) else {
        return Ok(());
    };
    let (component, field) = (*component, field.clone());
    let edit = EditRequest::Set {
        object: EditTarget::Object(object),
        component: EditComponent::ByIndex(component),
        path: field.clone(),
        value: ValueText::from_json_text(different_value(old, dice).to_string()),
    };
    session.run(Command::ApplyEdits {
        edits: vec![edit],
        digest: None,
        touches: EditTouches::default(),
    })?;
    // An edit may change another field too; for example, a rotation changes its angles.
    let now = values(session, object).unwrap_or_default();
    let of_object = |at: &(ObjectId, u32, String)| at.0 == object;
    wanted.retain(|at, _| !of_object(at));
    let changed = now
        .into_iter()
        .filter(|(at, value)| known.get(at) != Some(value) || at.1 == field);
    wanted.extend(changed.map(|((component, field), value)| ((object, component, field), value)));
    Ok(())
}

/// Returns another value of the same JSON type. Null and most objects are returned unchanged.
fn different_value(old: &Value, dice: &mut dyn FnMut(usize) -> usize) -> Value {
    match old {
        Value::Bool(on) => json!(!on),
        Value::Number(_) => match dice(8) {
            0 => json!(1e-12),
            1 => json!(-3.5e20),
            2 => json!(5e9),
            3 => json!(0.1),
            _ => json!(dice(1_000)),
        },
        Value::String(_) => json!(TEXTS.get(dice(TEXTS.len()))),
        Value::Array(items) => {
            let mut items = items.clone();
            match dice(6) {
                0 => items.extend(items.last().cloned()),
                1 => {
                    items.pop();
                }
                _ => {
                    let at = dice(items.len());
                    if let Some(item) = items.get_mut(at) {
                        *item = different_value(item, dice);
                    }
                }
            }
            Value::Array(items)
        }
        Value::Object(map) if map.contains_key("ref") && dice(2) == 0 => Value::Null,
        other => other.clone(),
    }
}

/// Checks that lines which the preview did not list are unchanged, byte by byte.
fn only_told(told: &FileChanges, before: &[u8], after: &[u8]) -> Result<(), String> {
    if told.lines.len() as u64 != told.total {
        return Ok(());
    }
    let lines = |bytes: &[u8]| -> Vec<Vec<u8>> { bytes.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect() };
    let (before, after) = (lines(before), lines(after));
    let (mut left, mut rows) = (after.iter(), told.lines.iter().peekable());
    let here = |row: &&LineChange, at: usize| row.line == at as u64 + 1;
    for (at, line) in before.iter().enumerate() {
        let mut is_gone = false;
        while let Some(row) = rows.next_if(|row| here(row, at)) {
            is_gone |= row.old.is_some();
            if row.new.is_some() {
                left.next();
            }
        }
        if !is_gone && left.next() != Some(line) {
            return Err(format!("{}: line {} changed untold", told.file, at + 1));
        }
    }
    for row in rows {
        if row.new.is_some() {
            left.next();
        }
    }
    match left.next() {
        None => Ok(()),
        Some(_) => Err(format!("{}: lines were added that were not reported", told.file)),
    }
}
