//! The in-memory session: loaded scenes, their edits, the selection, the time scale and the log. One thread owns it.
//!
//! This module passes commands to the modules that run them. Threads and queues are in `owner`, file formats in
//! `unity_yaml` and `unity_project::expand`.

mod asset_changes;
mod asset_planning;
mod asset_tree;
mod changing;
mod durable;
mod edit_origin;
mod edits;
mod exercise;
mod file_changes;
mod hooks;
mod host_commands;
#[cfg(test)]
pub(crate) mod injected_defects;
mod loading;
mod logs;
mod reading;
mod run;
mod saving;
mod scripts_folder;
mod source_texts;
mod sources;
mod unlinked_editor;

pub use durable::{Concerns, EDIT_JOURNAL};
pub(crate) use exercise::save_exercise::exercise as exercise_saving;
pub(crate) use host_project_query::find_users::index::{Making, Patience};
pub(crate) use loading::restore::Mark;

use crate::options::ProjectOptions;
use changing::created_objects::Created;
use changing::test_ui::TestUiState;
use durable::Durable;
pub(crate) use durable::Missing;
use edits::Edits;
use host_bridge::{
    BridgeError, Command, Event, LogBuffer, LogLine, LogTail, ObjectId, Origin, ProjectInfo, Replied, Reply, SceneId,
    TimeScale,
};
use host_project_query::query_lookup::QueryCaches;
use host_project_view::scene_lookup::SceneCaches;
use host_project_watch::editor_log::EditorLogTail;
use host_project_world::ids::Numbers;
use host_project_world::lookup::Caches;
use host_project_world::numbered_file::Numbered;
use host_project_world::scene_slot::SceneSlot;
use host_project_world::world::World;
use host_project_writer::Ground;
use loading::reload::background_reload::Behind;
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch;
use unity_files::{Project, ProjectProblem};
use unity_project::expand::{Flat, Library, Stamp};
use unity_scripts::background_files::BesideFiles;
use unity_scripts::csharp_sources::turn;

/// A callback after each loaded scene, with the number of loaded and of all scenes. If it returns false, loading stops.
pub(crate) type OnScene<'a> = &'a dyn Fn(u32, u32) -> bool;

/// The whole state of an opened project. Only the owner thread accesses it.
pub(crate) struct Session {
    library: Library,
    /// Handles of the folders from which the files of the session were read.
    ground: Ground,
    /// The scenes. The index of a scene is the number `<n>` of its id `scn:<n>`, so elements are never removed.
    scenes: Vec<SceneSlot>,
    world: World,
    edits: Edits,
    durable: Durable,
    /// The data to undo each change of the current command.
    inverses: Vec<changing::change::Inverse>,
    created: Created,
    /// A counter that each request for a scene increases, to find the least recently used scene.
    clock: u64,
    test_ui: TestUiState,
    selection: Vec<ObjectId>,
    time: TimeScale,
    /// The C# sources that edits of this session wrote.
    sources: source_texts::Sources,
    /// The steps that the current command makes on disk when it ends.
    asset_steps: asset_tree::AssetSteps,
    /// The time scale at the start of this session, before any edit.
    first_time: TimeScale,
    log: Arc<LogBuffer>,
    editor_log: Option<EditorLogTail>,
    caches: Caches,
    scene_caches: SceneCaches,
    query_caches: QueryCaches,
    /// The background work, such as parsing C# sources, that the last command must wait for; `None` if there is none.
    awaited: Option<Making>,
    numbers: Numbers,
    /// Files that a background thread loads, so that their objects get ids.
    numbering: BesideFiles<Option<Stamp>, Numbered>,
    /// Old contents of scenes that were read again. A background thread frees their memory.
    left: Vec<Arc<Flat>>,
    options: ProjectOptions,
    hooks: hooks::Hooks,
    /// The changes of files that were detected but not read yet.
    behind: Behind,
    /// Scenes that the last command changed, in addition to the scenes of the objects in its arguments.
    changed_scenes: Vec<SceneId>,
    /// The events to announce to clients after the current command. `lines` are the log lines to announce.
    events: Vec<Event>,
    lines: Vec<LogLine>,
}

/// A note in the reply of every successful write: the change is not in any file or editor.
pub(crate) const SESSION_ONLY: &str =
    "changed in this host's session only; no project file and no running editor was changed";

impl Session {
    /// Opens the project folder and loads the scenes that `options` selects. Blocks the thread. A scene that cannot be
    /// read is no error: it is listed with its problem.
    pub(crate) fn open(root: &Path, options: &ProjectOptions, on_scene: OnScene<'_>) -> Result<Self, ProjectProblem> {
        Self::open_logging(root, options, on_scene, Arc::new(LogBuffer::new(1)))
    }

    /// Opens the project folder and loads the selected scenes, with a log buffer that other parts of the host share.
    pub(crate) fn open_logging(
        root: &Path,
        options: &ProjectOptions,
        on_scene: OnScene<'_>,
        log: Arc<LogBuffer>,
    ) -> Result<Self, ProjectProblem> {
        let project = Arc::new(Project::open_with(root, options.links)?);
        let scenes = loading::scenes::slots(&project);
        let time = TimeScale {
            value: project.settings.time_scale,
            locked: false,
        };
        let library = Library::with_memory(project, options.memory / 2);
        let mut session = Self::start(library, options.clone(), time, log);
        session.scenes = scenes;
        session.load_first(&options.open, on_scene);
        Ok(session)
    }

    fn start(library: Library, options: ProjectOptions, time: TimeScale, log: Arc<LogBuffer>) -> Self {
        Self {
            scenes: Vec::new(),
            time,
            first_time: time,
            sources: source_texts::Sources::default(),
            asset_steps: Vec::new(),
            ground: Ground::open_folders(library.project().root()),
            library,
            world: World::default(),
            edits: Edits::default(),
            durable: Durable::default(),
            inverses: Vec::new(),
            created: Created::default(),
            clock: 0,
            test_ui: TestUiState::default(),
            selection: Vec::new(),
            log,
            editor_log: None,
            caches: Caches::default(),
            scene_caches: SceneCaches::default(),
            query_caches: QueryCaches::new(
                options.index_folder.clone(),
                options.memory,
                reading::environment::patience(),
            ),
            awaited: None,
            numbers: Numbers::default(),
            numbering: BesideFiles::default(),
            left: Vec::new(),
            options,
            hooks: hooks::Hooks::default(),
            behind: Behind::default(),
            changed_scenes: Vec::new(),
            events: Vec::new(),
            lines: Vec::new(),
        }
    }

    fn dispatch(&mut self, command: Command, by: Option<&Origin>) -> Result<Replied, BridgeError> {
        match command {
            Command::OpenScene { scene, additive } => self.open_scene(scene, additive),
            Command::ListObjects { filter, page } => self.list_objects(&filter, &page),
            Command::GetSelection => Ok(Reply::Selection(self.selection()).into()),
            Command::GetTimeScale => Ok(Reply::TimeScale(self.time).into()),
            Command::TailLogs {
                count,
                min_level,
                source,
                text,
                max_bytes,
            } => Ok(self.tail_logs(&LogTail {
                count,
                min_level: min_level.as_deref(),
                source: source.as_deref(),
                text: text.as_deref(),
                max_bytes,
            })),
            Command::SetActive { object, active } => self.set_active(object, active),
            Command::Reparent { object, parent } => self.reparent(object, parent),
            Command::DestroyObject { object } => self.destroy(object),
            Command::Select { objects } => self.select(objects),
            Command::SetTimeScale { value, lock } => self.set_time_scale(value, lock),
            Command::CreateObject { object } => self.create_object(&object),
            Command::AddComponent { object, type_name } => self.add_component(object, &type_name),
            Command::RemoveComponent {
                object,
                component,
                type_name,
            } => self.remove_component(object, component, &type_name),
            Command::SetMember { object, member, value } => self.set_member(object, &member, &value),
            Command::ListHooks { page } => self.list_hooks(&page),
            Command::ListHookMethods {
                type_name,
                filter,
                page,
            } => self.list_hook_methods(&type_name, filter.as_deref(), &page),
            Command::GetHookSource { signature } => self.hook_source(&signature),
            Command::AddHook { type_name, method } => self.add_hook(&type_name, &method),
            Command::RemoveHook { signature } => self.remove_hook(&signature),
            Command::SetHookEnabled { signature, enabled } => self.set_hook_enabled(&signature, enabled),
            Command::SetHookSource { signature, source } => self.set_hook_source(&signature, source),
            Command::RunScript { path } => self.run_script(Some(&path)),
            Command::RunStartupScript => self.run_script(None),
            command @ (Command::ListScripts { .. }
            | Command::ReadScript { .. }
            | Command::GetStartupScript
            | Command::WriteScript { .. }
            | Command::DeleteScript { .. }
            | Command::SetStartupEnabled { .. }
            | Command::WriteStartupScript { .. }) => self.script_files(&command),
            Command::WriteScriptSource {
                path,
                text,
                digest,
                allow_syntax_errors,
            } => self.write_script_source(&sources::Writing {
                path: &path,
                text: &text,
                digest: digest.as_deref(),
                allow_syntax_errors,
            }),
            Command::PreviewAssets { changes } => self.preview_assets(&changes),
            Command::ApplyAssets { changes, digest, .. } => self.apply_assets(&changes, digest.as_deref()),
            Command::SpawnTestUi => self.spawn_test_ui(),
            Command::DestroyTestUi => self.destroy_test_ui(),
            Command::PreviewEdits { edits } => self.preview_edits(&edits),
            Command::PreviewUndo { entries } => self.preview_undo(&entries),
            Command::ListEntries { page } => self.view().list_entries(&page, by),
            Command::PreviewSave { files } => self.preview_save(&files),
            // Written files cannot be undone, so this command waits for its data.
            Command::SaveFiles { files, needs } => turn::patiently(|| self.save_files(&files, needs.as_deref())),
            Command::ApplyEdits { edits, digest, .. } => self.apply_edits(&edits, digest.as_deref(), by),
            Command::UndoEdits { entries, digest, .. } => self.undo(&entries, digest.as_deref(), by),
            command => self.look_up(command),
        }
    }

    /// Runs a command that only reads the project's files and the loaded objects.
    fn look_up(&mut self, command: Command) -> Result<Replied, BridgeError> {
        match command {
            Command::ProjectInfo => {
                let mut info = self.view().info();
                info.problems.splice(0..0, self.unlinked_editor());
                Ok(Reply::Project(Box::new(info)).into())
            }
            Command::ListScenes { filter, page } => Ok(self.view().list_scenes(&filter, &page)),
            Command::FindScene { name } => self.view().scene_of_name(&name),
            Command::GetObject { object } => Ok(Reply::Object(self.view().card(self.view().find(object)?)).into()),
            Command::FindObjects { path, page } => Ok(self.view().find_by_path(&path, &page)),
            Command::ListComponents { object, page } => self.view().list_components(object, &page),
            Command::ResolveComponentType { type_name } => self.view().resolve_component_type(&type_name),
            Command::ListMembers {
                object,
                component,
                page,
            } => self.view().list_members(object, &component, &page),
            Command::GetMember {
                object,
                component,
                member,
            } => self.view().get_member(object, &component, &member),
            Command::ResolveMember {
                object,
                component,
                member,
            } => self.view().resolve_member(object, &component, member.as_deref()),
            Command::ReadValues { request } => self.read_values(&request),
            Command::Query { request } => self.lookup().query(&request),
            Command::ActiveCamera => self.view().active_camera(),
            Command::PickWorld { aim, viewer } => self.scene_lookup().pick_world(&aim, &viewer),
            Command::PickUi { at, viewer } => self.scene_lookup().pick_ui(at, &viewer),
            Command::DescribeScript { script } => {
                let gathered = self.gathered_csharp()?;
                self.view().describe_script(&script, &gathered)
            }
            Command::ReadScriptSource { path, page } => self.view().read_script_source(&path, &page),
            Command::CallMethod { object, method, .. } => self.view().call_method(object, &method),
            Command::ListAssets { filter, page } => self.lookup().list_assets(&filter, &page),
            Command::MissingReferences { page } => self.missing_references(&page),
            Command::Hierarchy { path, max_depth, page } => self.lookup().hierarchy(&path, max_depth, &page),
            Command::FindUsers { request } => self.find_users(&request),
            Command::ListOverrides { object, page } => self.lookup().list_overrides(object, &page),
            Command::CompareObjects { first, second, page } => self.lookup().compare_objects(first, second, &page),
            Command::ListSettings => Ok(host_project_query::settings::list()),
            Command::GetSettings { section, max_bytes } => self.settings_section(&section, max_bytes),
            Command::FindAssets { request } => self.lookup().find_assets(&request),
            Command::GetAsset { asset, max_bytes } => self.lookup().asset_detail(&asset, max_bytes),
            Command::Wireframe { width, height } => self.scene_lookup().wireframe(width, height),
            Command::ListCommands => Ok(Reply::Commands(Vec::new()).into()),
            command => Err(host_commands::needs_unity(&command)),
        }
    }

    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    pub(crate) fn take_lines(&mut self) -> Vec<LogLine> {
        std::mem::take(&mut self.lines)
    }

    /// True if background work of the session can go on: there are file reads to apply, or an index to extend.
    pub(crate) fn has_work(&self) -> bool {
        self.behind.has_work() || self.query_caches.users.has_work()
    }

    /// Returns a signal for the end of the session's background work (reads, indexing); `None` if none is running.
    pub(crate) fn background_signal(&self) -> Option<watch::Receiver<bool>> {
        self.behind
            .background_signal()
            .or_else(|| self.query_caches.users.background_signal())
    }

    /// Applies results of background reads, or else extends the index of references by one step. Returns true if the
    /// session's data may have changed.
    pub(crate) fn work(&mut self) -> bool {
        if self.behind.has_work() {
            return self.read_behind();
        }
        self.query_caches.users.go_on(&mut self.library);
        false
    }

    pub(crate) fn has_events(&self) -> bool {
        !(self.events.is_empty() && self.lines.is_empty())
    }

    pub(crate) fn project_info(&self) -> ProjectInfo {
        self.view().info()
    }
}

#[cfg(test)]
mod stale_tests;
#[cfg(test)]
mod standing_tests;
#[cfg(test)]
mod test_access;
#[cfg(test)]
mod test_game;
#[cfg(test)]
mod tests;
