//! The replies of Unity as types; one variant for each kind of answer.

mod fit;

use crate::json::{variant, whole_numbers};
use crate::model::{
    AnnouncedCommand, Asset, AssetDetail, AssetsAnswer, BuildReport, CameraCard, ComponentCard, ComponentValues,
    EditDone, EditEntries, EditPlan, Evaluated, FileChanges, FrameStats, GameClock, HierarchyNode, Hook, HookMethod,
    LastCompilation, LogLine, Member, ObjectCard, ObjectId, OverridesAnswer, Page, Picked, Picture, ProjectInfo,
    ProjectPackage, QueryAnswer, ReferenceFinding, ResolvedMember, Rows, SavedFile, SceneCard, Script, ScriptFile,
    ScriptType, Selection, SettingsSection, StartupScript, Stepped, TargetRow, TestRun, TestUi, TimeScale, Touched,
    UsersAnswer, WrittenSource,
};
use host_bridge_derive::{Replies, Weight};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use std::fmt;

/// The answer to a `Command`. It is sent as part of `Replied`, and alone only by `to_json`, so it implements no serde
/// trait. The comment at each variant names the commands that return it; `Function::reply` has the same information.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Replies, Weight)]
#[serde(remote = "Self", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Reply {
    /// The answer to a write that returns nothing, such as `SetActive`.
    #[weight(16)]
    Done,
    /// `ProjectInfo`: facts about the project and the bridge.
    Project(Box<ProjectInfo>),
    /// `ListScenes`: one page of scenes.
    Scenes(Page<SceneCard>),
    /// `FindScene`, `OpenScene`: the scene.
    Scene(SceneCard),
    /// `ListObjects`, `FindObjects`: one page of objects.
    Objects(Page<ObjectCard>),
    /// `GetObject`: the object.
    Object(ObjectCard),
    /// `ListComponents`: one page of components.
    Components(Page<ComponentCard>),
    /// `GetSelection`, `Select`: the selection after the command.
    Selection(Selection),
    /// `GetTimeScale`, `SetTimeScale`: the applied value.
    TimeScale(TimeScale),
    /// `TailLogs`: the lines, oldest first, and the number of matching lines that were left out.
    Logs {
        #[listed]
        lines: Vec<LogLine>,
        #[serde(with = "whole_numbers")]
        left_out: u64,
    },
    /// `CreateObject`: the id of the new object.
    #[weight(16)]
    Created(ObjectId),
    /// `AddComponent`: the position of the new component on its object.
    #[weight(16)]
    Added(u32),
    /// `ListMembers`: one page of members with their values.
    Members(Page<Member>),
    /// `GetMember`: the member with its value.
    Member(Member),
    /// `ResolveMember`: the names of the component and the member in allowlists.
    Resolved(ResolvedMember),
    /// `ReadValues`: one page of components with their values.
    Values(Rows<ComponentValues>),
    /// `Query`: one page of rows.
    Found(QueryAnswer),
    /// `ActiveCamera`: the camera.
    Camera(CameraCard),
    /// `PickWorld`, `PickUi`: the objects that the ray or the point of the screen hits.
    Picked(Picked),
    /// `ListHooks`: one page of hooks.
    Hooks(Page<Hook>),
    /// `ListHookMethods`: one page of methods that can be hooked.
    HookMethods(Page<HookMethod>),
    /// `AddHook`: the full signature of the hooked method.
    Signature(String),
    /// `GetHookSource`: the C# text of the hook.
    Source(String),
    /// `CallMethod`, `RunCommand`: the returned value, as JSON text.
    Returned(#[serde(with = "crate::naming::json_text")] String),
    /// `RunScript`, `RunStartupScript`: the printed text.
    Printed(String),
    /// `ResolveComponentType`: the full name of the type.
    TypeName(String),
    /// `Evaluate`: the value and the log lines.
    Evaluated(Evaluated),
    /// `ListScripts`: one page of script files.
    Scripts(Page<Script>),
    /// `ReadScript`: the script file with its text.
    Script(ScriptFile),
    /// `GetStartupScript`: the startup script.
    Startup(StartupScript),
    /// `SpawnTestUi`: the ids of the new objects.
    TestUi(TestUi),
    /// `ListAssets`: one page of assets; `total` counts the matches among the assets scanned so far.
    Assets(Page<Asset>),
    /// `MissingReferences`: one page of findings; `total` counts the findings so far.
    References(Page<ReferenceFinding>),
    /// `ListOverrides`, `CompareObjects`: one page of differences.
    Overrides(OverridesAnswer),
    /// `FindUsers`: one page of the references to the requested asset, type or object.
    Users(UsersAnswer),
    /// `ListSettings`: the names of the sections of the project settings.
    Sections(Vec<String>),
    /// `GetSettings`: one section of the project settings with its values.
    Section(SettingsSection),
    /// `FindAssets`: one page of assets.
    AssetRows(AssetsAnswer),
    /// `GetAsset`: all details of the asset.
    AssetDetail(Box<AssetDetail>),
    /// `Hierarchy`: one page of the objects of a scene or prefab.
    Hierarchy(Page<HierarchyNode>),
    /// `Screenshot`, `Wireframe`: the picture.
    Picture(Picture),
    /// `RunTests`: the result of the test run.
    TestRun(TestRun),
    /// `DescribeScript`: the description of the type.
    ScriptType(Box<ScriptType>),
    /// `ReadScriptSource`: lines with their line ends.
    SourceLines(Rows<String>),
    /// `ListCommands`: the commands that the instance announces.
    Commands(Vec<AnnouncedCommand>),
    /// `GetClock`, `Freeze`: the state of game time after the command.
    Clock(GameClock),
    /// `FrameStats`: statistics of the frame times.
    FrameStats(FrameStats),
    /// `Step`: the passed ticks and the watched values.
    Stepped(Stepped),
    /// `Act`: the objects and handlers that the input reached.
    Touched(Touched),
    /// `PreviewEdits`, `PreviewUndo`: the changes that the command would make.
    Plan(EditPlan),
    /// `ListEntries`: one page of the edit journal.
    Entries(EditEntries),
    /// `ApplyEdits`, `UndoEdits`: the changes that were made, and their edit journal entry.
    EditDone(EditDone),
    /// `PreviewSave`: the changed lines of each file.
    FileChanges(Vec<FileChanges>),
    /// `SaveFiles`: the written files.
    Saved(Vec<SavedFile>),
    /// `WriteScriptSource`: the written source, with the compilation that followed.
    SourceWritten(Box<WrittenSource>),
    /// `ChangePackages`: all packages on which the project depends directly.
    Packages(Vec<ProjectPackage>),
    /// `BuildPlayer`: the result of the build.
    Built(Box<BuildReport>),
    /// `LastCompilation`, `RefreshAssets`: the last compilation of the editor; `None` if it compiled nothing.
    Compilation(LastCompilation),
    /// `ListTargets`: the targets, the chosen one first.
    Targets(Vec<TargetRow>),
    /// `ChooseTarget`: the chosen target.
    Unity(Box<TargetRow>),
}

/// A type that is the content of one kind of reply.
pub trait Payload: Sized {
    /// Returns the content; `None` if the reply is of another kind.
    fn from_reply(reply: Reply) -> Option<Self>;
}

/// A reply with its notes for the caller (e.g. "changed in this host's session only; …").
#[derive(Clone, Debug, PartialEq, Weight)]
#[weight(0)]
pub struct Replied {
    pub reply: Reply,
    pub diagnostics: Vec<String>,
}

/// Reads the serialized reply `{"reply":"scene","value":{…},"diagnostics":[]}`. Values of members stay JSON text.
impl<'de> Deserialize<'de> for Replied {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Parts {
            reply: String,
            value: Option<Box<RawValue>>,
            #[serde(default, deserialize_with = "few_notes")]
            diagnostics: Vec<String>,
        }
        let parts = Parts::deserialize(from)?;
        let value = parts.value.as_deref().map(RawValue::get);
        Ok(Self {
            reply: Reply::from_parts(&parts.reply, value).map_err(D::Error::custom)?,
            diagnostics: parts.diagnostics,
        })
    }
}

/// Maximum number of notes in a received answer; an answer with more is rejected. No answer of this host has so many.
const MOST_NOTES: usize = 10_000;

fn few_notes<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    struct Few;

    impl<'de> Visitor<'de> for Few {
        type Value = Vec<String>;

        fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(to, "at most {MOST_NOTES} notes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self::Value, A::Error> {
            let mut notes = Vec::new();
            while let Some(note) = items.next_element()? {
                if notes.len() == MOST_NOTES {
                    return Err(A::Error::invalid_length(MOST_NOTES + 1, &self));
                }
                notes.push(note);
            }
            Ok(notes)
        }
    }

    from.deserialize_seq(Few)
}

impl Reply {
    /// Returns the reply as JSON, as `Replied` reads it, without the bytes of a picture (`Reply::split`).
    ///
    /// # Errors
    /// None are known for a reply.
    pub fn to_json(&self) -> serde_json::Result<Box<RawValue>> {
        RawValue::from_string(format!("{{{}}}", self.members()?))
    }

    fn members(&self) -> serde_json::Result<String> {
        Ok(match variant::split_variant(|to| Self::serialize(self, to))? {
            (name, Some(value)) => format!("\"reply\":\"{name}\",\"value\":{value}"),
            (name, None) => format!("\"reply\":\"{name}\""),
        })
    }

    /// Reads a reply from the name of its variant and the JSON of its content. It is not generic, so that only this
    /// crate compiles it, which takes several seconds.
    fn from_parts(name: &str, value: Option<&str>) -> serde_json::Result<Self> {
        if name.len() > 64 {
            return Err(serde_json::Error::custom(format!(
                "no reply has a name of {} bytes",
                name.len()
            )));
        }
        variant::join_variant(name, value, |from| Self::deserialize(from))
    }
}

impl Replied {
    /// Returns the reply and its notes as JSON, without the bytes of a picture (`Reply::split`).
    ///
    /// # Errors
    /// None are known for a reply.
    pub fn to_json(&self) -> serde_json::Result<Box<RawValue>> {
        let members = self.reply.members()?;
        let diagnostics = serde_json::to_string(&self.diagnostics)?;
        RawValue::from_string(format!("{{{members},\"diagnostics\":{diagnostics}}}"))
    }
}

impl From<Reply> for Replied {
    fn from(reply: Reply) -> Self {
        Self {
            reply,
            diagnostics: Vec::new(),
        }
    }
}
