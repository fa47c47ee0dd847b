//! The JSON format of the records of an edit journal, which `writing` creates and `replay` converts back.
//!
//! Session ids of objects differ between runs, so a record has a list of asset paths, `scenes`. A `Name` contains an
//! index into that list and the ids that the object has in its file.

use host_bridge::EditChange;
use host_project_writer::{AssetStep, Direction};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the record format that this host writes. It reads this version and all older ones, and then writes the
/// file again. A journal of a newer version is renamed and not applied.
///
/// - 2: records of begun steps on assets, `State::begun`, and `has-meta` of a copy. A host that reads only version 1 would
///   report damage, and drop the entries behind such a record.
pub(super) const VERSION: u32 = 2;

/// One line of the journal file: a checksum, and exactly one of the other fields.
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
    /// A step on assets that is about to be made. If no entry follows, the host ended before it recorded the call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) begun: Option<(AssetStep, Direction)>,
    #[serde(skip_serializing)]
    pub(super) sum: String,
}

/// The first line of a journal file, which identifies the format and the project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Head {
    pub(super) version: u32,
    /// Version of the host program that wrote the file.
    pub(super) host: String,
    /// Path of the project folder, for a human reader of the file.
    pub(super) project: String,
    /// `productGUID` of the project settings; `None` if they contain none.
    pub(super) product: Option<String>,
}

/// The journal record with the session's data other than edits (such as counts), written at the start of a whole new
/// file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct State {
    pub(super) with: Common,
    /// The id of the first entry in the file. If there are no entries, the id of the next new entry.
    pub(super) next: u64,
    /// Number of entries that were removed because of the journal's limits, and so can no longer be undone.
    pub(super) fallen: u64,
    pub(super) originals: Vec<Original>,
    pub(super) held: Vec<SavedValue>,
    /// For each entry id, the scenes whose files contain the entry's changes.
    pub(super) marks: Vec<(u64, Vec<u32>)>,
    pub(super) dropped: Vec<(Vec<u32>, String)>,
    pub(super) dropped_more: usize,
    pub(super) writes: u64,
    /// Begun steps on assets that no start could undo so far, because it was not allowed to change files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) begun: Vec<(AssetStep, Direction)>,
}

/// A journal record of single changes (steps) that can no longer be undone. They may need several such records.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Base {
    pub(super) scenes: Vec<String>,
    pub(super) steps: Vec<Step>,
}

/// A journal record of one entry: the changes of one call, or the ids of the entries that the call undid.
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
    /// The reason why the entry can never be undone; `None` if it can be undone.
    pub(super) lost: Option<String>,
}

/// The description of one change in a journal record, as lists of edits show it to the user.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Row {
    /// The change as the user sees it. Its object id is only valid in the run of the host that wrote it.
    pub(super) change: EditChange,
    pub(super) object: Option<Name>,
    /// Names of the objects that values in `change` refer to, by their ids in the run of the host that wrote it.
    pub(super) refers: BTreeMap<i64, Name>,
}

/// A journal record written before files are saved. If it is the last record, the host ended during the save.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Saving {
    pub(super) with: Common,
    /// For each file, the index of its scene in the record, and the SHA-256 of the new text.
    pub(super) files: Vec<(u32, String)>,
    pub(super) written: Vec<Written>,
}

/// A journal record written after files were saved.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Saved {
    pub(super) with: Common,
    /// The saved scenes, as indexes in the record's list of scenes.
    pub(super) files: Vec<u32>,
    /// The values that saved fields of these scenes had in their files before the session first saved them.
    pub(super) originals: Vec<Original>,
    pub(super) held: Vec<SavedValue>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Common {
    pub(super) scenes: Vec<String>,
    /// Number of reference targets in earlier records of the file. `targets` contains those that this record adds.
    pub(super) targets_before: u64,
    pub(super) targets: Vec<(Target, Option<InFile>)>,
    /// GUIDs and asset paths of the assets to which references point.
    pub(super) assets: Vec<(String, String)>,
    /// Number of ids that were assigned to added components. `file_ids` is the number of file ids assigned to new
    /// objects.
    pub(super) components: i64,
    pub(super) file_ids: i64,
    /// For each scene (its index in this record's list), the number of ids that were assigned to new objects.
    pub(super) made: Vec<(u32, i64)>,
    pub(super) test_ui: (Vec<Name>, Vec<Name>),
}

/// The name of an object in a journal record: the index of its scene in the record's list, then its ids. `OfFile`: file
/// id, file id of the PrefabInstance, and position among objects with the same ids. `Made`: number of an object that
/// the session created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Name {
    OfFile(u32, i64, i64, u32),
    Made(u32, i64),
}

/// An object or component to which a reference points: the object's name in the record, and a component's file id.
pub(super) type Target = (Name, Option<i64>);

/// The file ids of a reference's target: its own, that of its PrefabInstance, and its id in the scene's file, if any.
pub(super) type InFile = (i64, i64, Option<i64>);

/// A field of an object in a journal record: component file id and serialized field name. `None` for the active flag.
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

/// The value of a field in the file after a save, and the id of the last entry that the file contains.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct SavedValue {
    pub(super) spot: Spot,
    pub(super) until: u64,
    pub(super) is: String,
}

/// One change of the session in the form that the journal file contains.
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
        /// The objects in the YAML `text`: file id, file id of the PrefabInstance, and number of the created object.
        objects: Vec<(i64, i64, i64)>,
    },
    Time {
        /// The time scale as text, because JSON parsers may round numbers.
        value: String,
        locked: bool,
    },
    Source {
        path: String,
        old: Option<String>,
        new: Option<String>,
    },
    Asset {
        step: AssetStep,
        code: Option<String>,
    },
}

/// The path of a component's field, and the field's value as text with length prefixes (see `value_text`).
pub(super) type Field = (Vec<PathStep>, String);

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum PathStep {
    Key(String),
    Index(usize),
    Size,
    Managed(i64),
}

/// A component that unsaved edits added, so that no project file contains it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct Component {
    pub(super) id: i64,
    pub(super) class: u32,
    pub(super) kind: Kind,
    /// Path and text of a YAML file with the component, and the index of its document; `None` if there is no text.
    pub(super) source: Option<(String, String, u32)>,
    pub(super) fields: Vec<Field>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Kind {
    Engine(String),
    /// A component type that a script declares: its file id, the script's GUID, and the class identifier from the file.
    Script(i64, String, String),
}
