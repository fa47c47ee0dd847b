//! The active configuration values as Rust types.
//!
//! This module converts checked values to types, and checks combinations of values.

mod csharp;
mod rights;
mod traffic;
mod typed_values;

use super::layers::Values;
use super::{ConfigError, Problem, kind, room};
use host_api::CallLimits;
use host_api::profile::LIVE;
use host_bridge_project::{EditorLog, OpenScenes, WatchMode};
use host_catalog::BundleSettings;
use host_compile_csharp::Places;
use host_mcp_shapes::TextForm;
use host_policy::{Ceiling, Policy};
use rights::{bundles, limits, policy, policy_over};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
pub use traffic::TrafficSettings;
use typed_values::expect_default;

/// Default name of the discovery file, in the folder for temporary files. Clients of this machine find a host by it.
const USUAL_DISCOVERY: &str = "unity-explorer-mcp.json";

/// The settings in the table `[server]` of the configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerSettings {
    /// The addresses to listen on; at least one.
    pub listen: Vec<SocketAddr>,
    pub token_file: Option<PathBuf>,
    pub allowed_origins: Vec<String>,
    pub allowed_hosts: Vec<String>,
    pub max_in_flight: usize,
    pub max_sessions: usize,
    pub max_streams: usize,
    pub max_connections: usize,
    /// Time limit for a new connection to send the head of its first request; then it is closed.
    pub head_timeout: Duration,
    /// Limit in bytes for all data that the host stores for clients.
    pub memory: usize,
    pub drain: Duration,
    /// Time limit for the user's answer to a question; it does not count against the deadline of the call.
    pub answer_limit: Duration,
    /// The file that clients of this machine use to find a host; `None` if it is switched off.
    pub discovery_file: Option<PathBuf>,
    /// The folder for all files that the host writes, except the cache.
    pub data_dir: PathBuf,
    /// The cache folder; `None` if none is set and the system has none for this user.
    pub cache_dir: Option<PathBuf>,
}

/// The settings in the table `[project]` of the configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectSettings {
    /// The project folder; `None` = the project of the working directory, otherwise the embedded sample.
    pub path: Option<PathBuf>,
    /// True to serve the embedded sample project, even if the working directory is in another project.
    pub sample: bool,
    pub open: OpenScenes,
    pub watch: WatchMode,
    /// Width and height in pixels of the screen for which object picks and UI layouts are computed.
    pub screen: (u32, u32),
    /// The folder of console scripts; `None` = a separate folder for each project in the data folder.
    pub scripts_folder: Option<PathBuf>,
    pub editor_log: EditorLog,
    /// True if the host may write changed scenes to their files.
    pub allow_save: bool,
    /// True if links that lead out of the project are followed.
    pub follow_links: bool,
    /// True if unsaved changes remain after the host ends; false for commands that change nothing.
    pub keeps_edits: bool,
    /// Approximate limit in bytes for the memory of all loaded scenes, prefabs and their texts.
    pub memory: usize,
}

/// The settings of the Unity Explorer protocol, in the table `[dialects.explorer]` of the configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplorerSettings {
    pub enabled: bool,
    /// Maximum number of concurrent Explorer requests; the host rejects further ones and does not queue them.
    pub max_in_flight: usize,
    /// True if clients on other machines may connect to the Explorer event mirror.
    pub mirror_beyond_loopback: bool,
}

/// The settings in the table `[compile]`: limits for compiling one WebAssembly component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompileSettings {
    /// Maximum size of one component in bytes.
    pub size: u64,
    pub functions: u64,
    /// Time limit for compiling one component.
    pub time: Duration,
}

/// The settings in the table `[audit]` of the configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditSettings {
    pub file: PathBuf,
    pub fsync: bool,
    /// Limit in bytes for all audit files together. The host deletes the oldest files first.
    pub keep_bytes: u64,
    /// Maximum age of audit files in days; 0 means no limit.
    pub keep_days: u32,
}

/// The format of a log line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

/// The settings in the table `[log]` of the configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct LogSettings {
    /// The minimum level of log lines: `error`, `warn`, `info`, `debug` or `trace`.
    pub level: String,
    pub format: LogFormat,
}

/// All active values of the configuration.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub server: ServerSettings,
    pub project: ProjectSettings,
    /// `unity.live`: true if running Unity instances may connect and are targets besides the project folder.
    pub live: bool,
    /// `unity.pipeline`: true if the commands of Unity's package `com.unity.pipeline` are listed and run.
    pub pipeline: bool,
    /// The locations of C# compilers to search: `unity.editors`, `unity.dotnet`, `unity.mcs`.
    pub csharp: Places,
    pub traffic: TrafficSettings,
    pub policy: Policy,
    pub ceiling: Ceiling,
    /// True if the host writes policy changes by calls into the configuration file.
    pub persist: bool,
    pub limits: CallLimits,
    /// `limits.total-memory`: limit in bytes for the memory of all running WebAssembly components (guests) together.
    pub total_memory: usize,
    /// `limits.client-share`: share of one client in `server.max-in-flight`, in percent.
    pub client_share: usize,
    pub compile: CompileSettings,
    pub bundles: BTreeMap<String, BundleSettings>,
    /// `dialects.mcp.output-schemas`: true if MCP clients see output schemas of tools.
    pub output_schemas: bool,
    /// `dialects.mcp.text`: the form in which structured tool results are also sent as text.
    pub text: TextForm,
    /// `dialects.mcp.max-tasks`: maximum number of tasks; 0 if no call becomes a task.
    pub max_tasks: usize,
    /// `dialects.mcp.keep-tasks`: time for which an ended task is kept.
    pub keep_tasks: Duration,
    pub explorer: ExplorerSettings,
    /// `dialects.editor.enabled`: true to serve the EditorMCP protocol at `POST /editor`.
    pub editor: bool,
    /// `dialects.command.enabled`: true to serve commands over WebSocket.
    pub command: bool,
    /// `dialects.sse.enabled`: true to serve the older HTTP+SSE transport of MCP at `/sse`.
    pub sse: bool,
    pub audit: AuditSettings,
    pub log: LogSettings,
}

impl Settings {
    pub(crate) fn from_values(values: &Values) -> Result<Self, ConfigError> {
        let mut problems = Vec::new();
        let data_dir = data_dir(values, &mut problems);
        let limits = limits(values, "limits", CallLimits::default());
        let live = values.flag("unity.live");
        let usual = Policy {
            profile: live.then(|| LIVE.to_owned()),
            ..Policy::default()
        };
        let policy = policy(values, "policy", &usual, &mut problems);
        let widest = policy_over(values, &policy, &mut problems);
        let settings = Self {
            server: server(values, data_dir.clone(), &limits, &mut problems),
            project: project(values, &mut problems),
            live,
            pipeline: values.flag("unity.pipeline"),
            csharp: csharp::csharp(values),
            traffic: traffic::traffic(values, &mut problems),
            ceiling: Ceiling::new(widest),
            persist: values.flag("policy.persist"),
            total_memory: values.size("limits.total-memory"),
            client_share: values.count("limits.client-share"),
            compile: compile(values),
            bundles: bundles(values, limits),
            output_schemas: values.flag("dialects.mcp.output-schemas"),
            text: match values.text("dialects.mcp.text") {
                Some("pretty") => TextForm::Pretty,
                Some("none-when-structured") => TextForm::NoneWhenStructured,
                _ => TextForm::Compact,
            },
            max_tasks: values.count("dialects.mcp.max-tasks"),
            keep_tasks: values.duration("dialects.mcp.keep-tasks"),
            editor: values.flag("dialects.editor.enabled"),
            command: values.flag("dialects.command.enabled"),
            sse: values.flag("dialects.sse.enabled"),
            explorer: ExplorerSettings {
                enabled: values.flag("dialects.explorer.enabled"),
                max_in_flight: values.count("dialects.explorer.max-in-flight"),
                mirror_beyond_loopback: values.flag("dialects.explorer.mirror-beyond-loopback"),
            },
            audit: AuditSettings {
                file: values
                    .path("audit.file")
                    .unwrap_or_else(|| data_dir.join("audit").join("audit.jsonl")),
                fsync: values.flag("audit.fsync"),
                keep_bytes: values.size("audit.keep-bytes") as u64,
                keep_days: u32::try_from(values.count("audit.keep-days")).unwrap_or(u32::MAX),
            },
            log: LogSettings {
                level: expect_default(values.text("log.level")).to_owned(),
                format: if values.text("log.format") == Some("json") {
                    LogFormat::Json
                } else {
                    LogFormat::Text
                },
            },
            policy,
            limits,
        };
        if problems.is_empty() {
            Ok(settings)
        } else {
            Err(ConfigError(problems))
        }
    }
}

fn data_dir(values: &Values, problems: &mut Vec<Problem>) -> PathBuf {
    values
        .path("server.data-dir")
        .or_else(|| dirs::data_local_dir().map(|folder| folder.join("unity-tool-host")))
        .unwrap_or_else(|| {
            problems.push(Problem::new(
                "default",
                "`server.data-dir` has no default, because this user has no home folder; set it to a folder".to_owned(),
            ));
            PathBuf::new()
        })
}

fn server(values: &Values, data_dir: PathBuf, limits: &CallLimits, problems: &mut Vec<Problem>) -> ServerSettings {
    let listen = values
        .get("server.listen")
        .and_then(kind::addresses)
        .unwrap_or_default();
    let token_file = values.path("server.token-file");
    if token_file.is_none()
        && let Some(open) = listen.iter().find(|address| !address.ip().is_loopback())
    {
        problems.push(Problem::new(
            &values.place("server.listen"),
            format!(
                "`server.listen` is \"{open}\", which other machines on the network can reach, but \
                 `server.token-file` is not set; set it (a missing file is created with a random token), or listen on \
                 127.0.0.1"
            ),
        ));
    }
    let memory = values.size("server.memory");
    problems.extend(room::problem(memory, limits, &values.place("server.memory")));
    ServerSettings {
        listen,
        token_file,
        allowed_origins: values.texts("server.allowed-origins").unwrap_or_default(),
        allowed_hosts: values.texts("server.allowed-hosts").unwrap_or_default(),
        max_in_flight: values.count("server.max-in-flight"),
        max_sessions: values.count("server.max-sessions"),
        max_streams: values.count("server.max-streams"),
        max_connections: values.count("server.max-connections"),
        head_timeout: values.duration("server.head-timeout"),
        memory,
        drain: values.duration("server.drain"),
        answer_limit: values.duration("server.answer-limit"),
        discovery_file: match values.text("server.discovery-file") {
            Some("off") => None,
            Some(_) => values.path("server.discovery-file"),
            None => Some(std::env::temp_dir().join(USUAL_DISCOVERY)),
        },
        data_dir,
        cache_dir: values
            .path("server.cache-dir")
            .or_else(|| dirs::cache_dir().map(|folder| folder.join("unity-tool-host"))),
    }
}

fn project(values: &Values, problems: &mut Vec<Problem>) -> ProjectSettings {
    let (path, sample) = (values.path("project.path"), values.flag("project.sample"));
    if let Some(path) = path.as_ref().filter(|_| sample) {
        problems.push(Problem::new(
            &values.place("project.sample"),
            format!(
                "`project.sample` is true and `project.path` is {path:?}; only one is served, so remove one of \
                     them"
            ),
        ));
    }
    ProjectSettings {
        path,
        sample,
        open: match (values.text("project.open"), values.texts("project.open")) {
            (_, Some(paths)) => OpenScenes::Paths(paths),
            (Some("build"), None) => OpenScenes::Build,
            (Some("all"), None) => OpenScenes::All,
            _ => OpenScenes::First,
        },
        watch: match values.text("project.watch") {
            Some("poll") => WatchMode::Poll,
            Some("off") => WatchMode::Off,
            _ => WatchMode::Auto,
        },
        screen: expect_default(screen(values)),
        scripts_folder: values.path("project.scripts-folder"),
        keeps_edits: true,
        allow_save: values.flag("project.allow-save"),
        follow_links: values.flag("project.follow-links"),
        memory: values.size("project.memory"),
        editor_log: match values.text("project.editor-log") {
            None | Some("auto") => EditorLog::Auto,
            Some("off") => EditorLog::Off,
            Some(_) => values
                .path("project.editor-log")
                .map_or(EditorLog::Auto, EditorLog::File),
        },
    }
}

fn screen(values: &Values) -> Option<(u32, u32)> {
    let sides = values.get("project.screen")?.as_array()?;
    let side = |index: usize| u32::try_from(sides.get(index)?.as_integer()?).ok();
    Some((side(0)?, side(1)?))
}

fn compile(values: &Values) -> CompileSettings {
    CompileSettings {
        size: values.size("compile.size") as u64,
        functions: values.count("compile.functions") as u64,
        time: values.duration("compile.time"),
    }
}
