//! The records of an edit journal in their file form.
//!
//! This module defines the members of a record. `writing` converts the session's edits to records, and `replay`
//! converts them back.
//!
//! A record never identifies an object by its session id alone: `scenes` lists asset paths, and a `Name` is a position
//! in that list together with the ids that the object has in its file.

use host_bridge::EditChange;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the records. A journal of another version is set aside, not replayed.
pub(super) const VERSION: u32 = 1;

/// One line of the journal file: a checksum, and exactly one of the other members.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(super) struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) head: Option<Head>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) state: Option<Box<State>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) base: Option<Base>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) entry: Option<Box<Entry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) saving: Option<Saving>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) saved: Option<Saved>,
    #[serde(skip_serializing)]
    pub(super) sum: String,
}

/// The first line of a journal file, which identifies the format and the project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Head {
    pub(super) version: u32,
    /// Version of the host that wrote the file.
    pub(super) host: String,
    /// Path of the project folder, for a human reader of the file.
    pub(super) project: String,
    /// `productGUID` of the project's settings; `None` if the settings have none.
    pub(super) product: Option<String>,
}

/// All data of the session besides steps and entries, at the time when the file was written as a whole.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct State {
    pub(super) with: Common,
    /// The id of the first entry in the file. Without entries, the id that the next entry gets.
    pub(super) next: u64,
    /// Number of entries before `next` that can no longer be undone.
    pub(super) fallen: u64,
    pub(super) originals: Vec<Original>,
    pub(super) held: Vec<SavedValue>,
    /// For each entry, the scenes whose files contain it.
    pub(super) marks: Vec<(u64, Vec<u32>)>,
    pub(super) dropped: Vec<(Vec<u32>, String)>,
    pub(super) dropped_more: usize,
    pub(super) writes: u64,
}

/// Some of the steps that can no longer be undone.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Base {
    pub(super) scenes: Vec<String>,
    pub(super) steps: Vec<Step>,
}

/// The changes of one call, or the entries that it undid.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) with: Common,
    pub(super) id: u64,
    pub(super) at_ms: u64,
    pub(super) caller: String,
    pub(super) tool: String,
    pub(super) rows: Vec<Row>,
    pub(super) steps: Vec<Step>,
    pub(super) undoes: Vec<u64>,
    /// The reason why the entry can never be undone; `None` = it can be undone.
    pub(super) lost: Option<String>,
}

/// The description of one change for lists of edits.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Row {
    /// The description. Its `object` is the id in the run of the host that wrote it.
    pub(super) change: EditChange,
    pub(super) object: Option<Name>,
    /// The names of the objects in the values of the description, by their ids in the run that wrote it.
    pub(super) refers: BTreeMap<i64, Name>,
}

/// Announces that files are about to be written. If this is the last record, the host ended during the save.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Saving {
    pub(super) with: Common,
    /// For each file, the position of its scene in the record and the SHA-256 of the new text.
    pub(super) files: Vec<(u32, String)>,
    pub(super) written: Vec<Written>,
}

/// States that the files were written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Saved {
    pub(super) with: Common,
    /// The positions of the scenes of these files in the record.
    pub(super) files: Vec<u32>,
    /// The former values of all fields of these scenes that were saved.
    pub(super) originals: Vec<Original>,
    pub(super) held: Vec<SavedValue>,
}

/// The members that every record has in addition to its own.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Common {
    pub(super) scenes: Vec<String>,
    /// Number of reference targets in the earlier records; `targets` follow them.
    pub(super) targets_before: u64,
    pub(super) targets: Vec<(Target, Option<InFile>)>,
    /// Guids and asset paths of the assets to which references point.
    pub(super) assets: Vec<(String, String)>,
    /// Number of ids that were assigned to components; `file_ids` is the number of file ids for new objects.
    pub(super) components: i64,
    pub(super) file_ids: i64,
    /// The number of ids that were assigned to new objects, for each scene.
    pub(super) made: Vec<(u32, i64)>,
    pub(super) test_ui: (Vec<Name>, Vec<Name>),
}

/// The name of an object. An object of a file has its file id, the file id of its PrefabInstance, and its position
/// among equal ids. An object created in the session has its number. The first value is the position of the scene in
/// `scenes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Name {
    OfFile(u32, i64, i64, u32),
    Made(u32, i64),
}

/// The target of a reference: an object, or its component with this file id.
pub(super) type Target = (Name, Option<i64>);

/// The ids of a target in files: file id, file id of the PrefabInstance, and id in the scene's file.
pub(super) type InFile = (i64, i64, Option<i64>);

/// The active flag of an object (`None`), or a field of the component with this file id, by serialized name.
pub(super) type Spot = (Name, Option<(i64, String)>);

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Written {
    pub(super) spot: Spot,
    pub(super) was: String,
    pub(super) layout: Option<String>,
    pub(super) added: Vec<String>,
    pub(super) loose: Vec<i64>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Original {
    pub(super) before: Written,
    pub(super) is: String,
}

/// The value in the file at a spot after a save, and the id of the last entry that the file contains.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct SavedValue {
    pub(super) spot: Spot,
    pub(super) until: u64,
    pub(super) is: String,
}

/// A step of the journal: `session::edits::Edit` in its stored form.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
pub(super) enum Step {
    Active {
        object: Name,
        active: bool,
        stood: Option<bool>,
    },
    Parent {
        object: Name,
        parent: Option<Name>,
        index: Option<u32>,
        from: Option<Name>,
        above: Vec<Name>,
    },
    Destroy {
        object: Name,
        family: Vec<Name>,
    },
    Field {
        object: Name,
        component: i64,
        #[serde(rename = "type")]
        type_name: String,
        field: Field,
        refers: Vec<Target>,
        implied: bool,
        stood: Option<String>,
        /// The declared type of the field when the edit was made.
        declared: Option<String>,
    },
    Add {
        object: Name,
        component: Component,
        #[serde(rename = "type")]
        type_name: String,
        once: bool,
        as_transform: bool,
    },
    Remove {
        object: Name,
        component: i64,
        #[serde(rename = "type")]
        type_name: String,
    },
    Make {
        scene: u32,
        text: String,
        /// The objects in `text`: file id, file id of the PrefabInstance, and the object's id in the session.
        objects: Vec<(i64, i64, i64)>,
    },
    Time {
        /// The time scale as text, because JSON readers may round numbers.
        value: String,
        locked: bool,
    },
}

/// The path of a field, and its value as text (`value_text`).
pub(super) type Field = (Vec<PathStep>, String);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PathStep {
    Key(String),
    Index(usize),
    Size,
    Managed(i64),
}

/// A component that unsaved edits created, so that no project file contains it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Component {
    pub(super) id: i64,
    pub(super) class: u32,
    pub(super) kind: Kind,
    /// Path and text of the file with the component, and the position of the YAML document in it.
    pub(super) source: Option<(String, String, u32)>,
    pub(super) fields: Vec<Field>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    Engine(String),
    /// The script's file id and guid, and the class identifier in the file.
    Script(i64, String, String),
}
