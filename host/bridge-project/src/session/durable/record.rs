//! The records of an edit journal in their file form.
//!
//! Defines their members; `writing` converts from the session, `replay` back.
//!
//! A record never identifies an object by its session id alone: `scenes` lists asset paths, and a `Name` is a position
//! in that list together with the ids that the object has in its file.

use host_bridge::EditChange;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the records. A journal of another version is set aside, not replayed.
pub(super) const VERSION: u32 = 1;

/// One line: exactly one of the members, and the checksum.
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

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Head {
    pub(super) version: u32,
    /// Version of the host that wrote the file.
    pub(super) host: String,
    /// Folder of the project, for a human reader of the file.
    pub(super) project: String,
    /// `productGUID` of the project's settings; `None` if the settings have none.
    pub(super) product: Option<String>,
}

/// Everything that is neither a step nor an entry, at the time when the file was written as a whole.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct State {
    pub(super) with: Common,
    /// The number of the first entry, or the number that the next entry gets.
    pub(super) next: u64,
    /// Number of entries that are too old to be undone.
    pub(super) fallen: u64,
    pub(super) originals: Vec<Original>,
    pub(super) held: Vec<SavedValue>,
    /// For each entry, the scenes whose files contain it.
    pub(super) marks: Vec<(u64, Vec<u32>)>,
    pub(super) dropped: Vec<(Vec<u32>, String)>,
    pub(super) dropped_more: usize,
    pub(super) writes: u64,
}

/// Steps that are too old to be undone.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Base {
    pub(super) scenes: Vec<String>,
    pub(super) steps: Vec<Step>,
}

/// One call: its changes, or the entries that it undid.
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
    /// Why the entry can never be undone.
    pub(super) lost: Option<String>,
}

/// One change with its description.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Row {
    /// Its `object` is the id in the run that wrote it.
    pub(super) change: EditChange,
    pub(super) object: Option<Name>,
    /// The objects in its values, by their ids in that run.
    pub(super) refers: BTreeMap<i64, Name>,
}

/// Files are about to be written. If this is the last record, the host ended during the save.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Saving {
    pub(super) with: Common,
    /// Scene, and SHA-256 of the new text of its file.
    pub(super) files: Vec<(u32, String)>,
    pub(super) written: Vec<Written>,
}

/// The files are written.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Saved {
    pub(super) with: Common,
    /// The scenes of these files.
    pub(super) files: Vec<u32>,
    /// All originals of these scenes.
    pub(super) originals: Vec<Original>,
    pub(super) held: Vec<SavedValue>,
}

/// The members that every record has in addition to its own.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Common {
    pub(super) scenes: Vec<String>,
    /// Number of reference targets in the earlier records; the targets below follow them.
    pub(super) targets_before: u64,
    pub(super) targets: Vec<(Target, Option<InFile>)>,
    /// Guids and paths of assets that references point to.
    pub(super) assets: Vec<(String, String)>,
    /// Counters of ids assigned to components, and of fileIDs assigned to new objects.
    pub(super) components: i64,
    pub(super) file_ids: i64,
    /// Number of ids assigned to new objects, by scene.
    pub(super) made: Vec<(u32, i64)>,
    pub(super) test_ui: (Vec<Name>, Vec<Name>),
}

/// An object: either an object of a file, by fileID, PrefabInstance's fileID and position among equal ids; or an object
/// created in the session, by its number. The first value is the position of its scene in `scenes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Name {
    OfFile(u32, i64, i64, u32),
    Made(u32, i64),
}

/// An object, or the component with that id on it.
pub(super) type Target = (Name, Option<i64>);

/// The file's ids of a target: id and PrefabInstance, and its id in the scene's file.
pub(super) type InFile = (i64, i64, Option<i64>);

/// The active flag of an object, or a field of the component with that id.
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

/// The value that the file held at a spot when it was saved, and the last entry included in it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct SavedValue {
    pub(super) spot: Spot,
    pub(super) until: u64,
    pub(super) is: String,
}

/// `session::edits::Edit`.
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
        /// Ids in the text: fileID and PrefabInstance; and the object's id in the session.
        objects: Vec<(i64, i64, i64)>,
    },
    Time {
        /// As text, since JSON numbers may be rounded.
        value: String,
        locked: bool,
    },
}

/// Path and value.
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
    /// Path and text of the source, and the position of its document.
    pub(super) source: Option<(String, String, u32)>,
    pub(super) fields: Vec<Field>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    Engine(String),
    /// fileID, guid, and the class identifier in the file.
    Script(i64, String, String),
}
