//! The values in force as types: what the rest of the program works with.
//!
//! Belongs here: from checked values to types, and what must hold between several of them. Does not: where values come
//! from.

mod csharp;
mod rights;
mod traffic;

use super::layers::Values;
use super::{ConfigError, Problem, kind, room, units};
use host_api::CallLimits;
use host_api::profile::LIVE;
use host_bridge_project::{EditorLog, OpenScenes, WatchMode};
use host_catalog::BundleSettings;
use host_compile_csharp::Places;
use host_policy::{Ceiling, Policy};
use host_wire::TextForm;
use rights::{bundles, limits, policy, policy_over};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;
pub use traffic::TrafficSettings;

/// The file in the folder for temporary files by which clients of this machine find a host.
const USUAL_DISCOVERY: &str = "unity-explorer-mcp.json";
const USUAL_PROJECT_MEMORY: usize = 512 << 20;
const USUAL_SCREEN: (u32, u32) = (1920, 1080);

/// `[server]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ServerSettings {
    /// At least one.
    pub listen: Vec<SocketAddr>,
    pub token_file: Option<PathBuf>,
    pub allowed_origins: Vec<String>,
    pub allowed_hosts: Vec<String>,
    pub max_in_flight: usize,
    pub max_sessions: usize,
    pub max_streams: usize,
    pub max_connections: usize,
    /// How long a new connection may take to send the head of its first request.
    pub head_timeout: Duration,
    /// Bytes of all that is held for clients.
    pub memory: usize,
    pub drain: Duration,
    /// How long a call waits for the answer to a question; outside its deadline.
    pub answer_limit: Duration,
    /// Where clients of this machine look for a host; `None` = switched off.
    pub discovery_file: Option<PathBuf>,
    /// Everything that the host writes but its cache.
    pub data_dir: PathBuf,
    /// `None` where the system names no cache folder and none is set.
    pub cache_dir: Option<PathBuf>,
}

/// `[project]`.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectSettings {
    /// `None` = the working directory's project, else the embedded sample.
    pub path: Option<PathBuf>,
    pub open: OpenScenes,
    pub watch: WatchMode,
    /// Width and height in pixels that picks and layouts reckon with.
    pub screen: (u32, u32),
    /// `None` = a folder of its own for each project, in the data folder.
    pub scripts_folder: Option<PathBuf>,
    pub editor_log: EditorLog,
    /// Whether changed scenes may be written to their files.
    pub allow_save: bool,
    /// Bytes for scenes, prefabs and their texts, about.
    pub memory: usize,
}

/// `[dialects.explorer]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExplorerSettings {
    pub enabled: bool,
    /// Explorer requests at once, at most; further ones are refused and not queued.
    pub max_in_flight: usize,
    /// Whether other machines may open the event mirror.
    pub mirror_beyond_loopback: bool,
}

/// `[compile]`: what a component may ask of the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompileSettings {
    /// Bytes of one component.
    pub size: u64,
    pub functions: u64,
    /// How long compiling one component may take.
    pub time: Duration,
}

/// `[audit]`.
#[derive(Clone, Debug, PartialEq)]
pub struct AuditSettings {
    pub file: PathBuf,
    pub fsync: bool,
    /// Of all files together; the oldest go first.
    pub keep_bytes: u64,
    /// 0: however old.
    pub keep_days: u32,
}

/// How a log line looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

/// `[log]`.
#[derive(Clone, Debug, PartialEq)]
pub struct LogSettings {
    /// `error`, `warn`, `info`, `debug` or `trace`.
    pub level: String,
    pub format: LogFormat,
}

/// Every value in force.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub server: ServerSettings,
    pub project: ProjectSettings,
    /// `unity.live`: running Unitys may link themselves, and answer in the folder's place.
    pub live: bool,
    /// `unity.editors`, `unity.dotnet`, `unity.mcs`: where C# compilers may be.
    pub csharp: Places,
    pub traffic: TrafficSettings,
    pub policy: Policy,
    pub ceiling: Ceiling,
    /// Whether changes over the wire are written into the configuration file.
    pub persist: bool,
    pub limits: CallLimits,
    /// `limits.total-memory`, in bytes.
    pub total_memory: usize,
    pub compile: CompileSettings,
    pub bundles: BTreeMap<String, BundleSettings>,
    /// `dialects.mcp.output-schemas`.
    pub output_schemas: bool,
    /// `dialects.mcp.text`.
    pub text: TextForm,
    pub explorer: ExplorerSettings,
    /// `dialects.editor.enabled`.
    pub editor: bool,
    /// `dialects.command.enabled`.
    pub command: bool,
    /// `dialects.sse.enabled`.
    pub sse: bool,
    pub audit: AuditSettings,
    pub log: LogSettings,
}

impl Settings {
    pub(crate) fn of(values: &Values) -> Result<Self, ConfigError> {
        let mut problems = Vec::new();
        let data_dir = data_dir(values, &mut problems);
        let limits = limits(values, "limits", CallLimits::default());
        let live = values.flag("unity.live", false);
        let usual = Policy {
            profile: live.then(|| LIVE.to_owned()),
            ..Policy::default()
        };
        let policy = policy(values, "policy", &usual, &mut problems);
        let widest = policy_over(values, &policy, &mut problems);
        let settings = Self {
            server: server(values, data_dir.clone(), &limits, &mut problems),
            project: project(values),
            live,
            csharp: csharp::csharp(values),
            traffic: traffic::traffic(values, &mut problems),
            ceiling: Ceiling::new(widest),
            persist: values.flag("policy.persist", false),
            total_memory: values.size("limits.total-memory", 1 << 30),
            compile: compile(values),
            bundles: bundles(values, limits),
            output_schemas: values.flag("dialects.mcp.output-schemas", false),
            text: match values.text("dialects.mcp.text") {
                Some("pretty") => TextForm::Pretty,
                Some("none-when-structured") => TextForm::NoneWhenStructured,
                _ => TextForm::Compact,
            },
            editor: values.flag("dialects.editor.enabled", true),
            command: values.flag("dialects.command.enabled", true),
            sse: values.flag("dialects.sse.enabled", true),
            explorer: ExplorerSettings {
                enabled: values.flag("dialects.explorer.enabled", true),
                max_in_flight: values.count("dialects.explorer.max-in-flight", 32),
                mirror_beyond_loopback: values.flag("dialects.explorer.mirror-beyond-loopback", false),
            },
            audit: AuditSettings {
                file: values
                    .path("audit.file")
                    .unwrap_or_else(|| data_dir.join("audit").join("audit.jsonl")),
                fsync: values.flag("audit.fsync", false),
                keep_bytes: values.size("audit.keep-bytes", 640 << 20) as u64,
                keep_days: u32::try_from(values.count("audit.keep-days", 400)).unwrap_or(u32::MAX),
            },
            log: LogSettings {
                level: values.text("log.level").unwrap_or("info").to_owned(),
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

/// Reading values that `kind` has checked; a value that is missing takes the given default.
impl Values {
    fn get(&self, name: &str) -> Option<&toml::Value> {
        self.set.get(name).map(|set| &set.value)
    }

    /// Where the value came from, for messages about combinations.
    fn place(&self, name: &str) -> String {
        self.set
            .get(name)
            .map_or_else(|| "default".to_owned(), |set| set.origin.to_string())
    }

    fn flag(&self, name: &str, default: bool) -> bool {
        self.get(name).and_then(toml::Value::as_bool).unwrap_or(default)
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.get(name).and_then(toml::Value::as_str)
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        let set = self.set.get(name)?;
        Some(set.base.join(set.value.as_str()?))
    }

    /// A path of a list, as `path` takes a single one.
    fn beside(&self, name: &str, path: &str) -> PathBuf {
        self.set
            .get(name)
            .map_or_else(|| path.into(), |set| set.base.join(path))
    }

    fn count(&self, name: &str, default: usize) -> usize {
        self.get(name)
            .and_then(toml::Value::as_integer)
            .and_then(|number| usize::try_from(number).ok())
            .unwrap_or(default)
    }

    fn duration(&self, name: &str, default: Duration) -> Duration {
        self.text(name).and_then(units::duration).unwrap_or(default)
    }

    fn size(&self, name: &str, default: usize) -> usize {
        self.text(name)
            .and_then(units::size)
            .and_then(|bytes| usize::try_from(bytes).ok())
            .unwrap_or(default)
    }

    fn texts(&self, name: &str) -> Option<Vec<String>> {
        let list = self.get(name)?.as_array()?;
        Some(
            list.iter()
                .filter_map(|entry| entry.as_str().map(str::to_owned))
                .collect(),
        )
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
                "`server.listen` is \"{open}\", which others on the network reach, but `server.token-file` is not set; \
                 set it (a missing file is created with a random token), or listen on 127.0.0.1"
            ),
        ));
    }
    let memory = values.size("server.memory", 256 << 20);
    problems.extend(room::problem(memory, limits, &values.place("server.memory")));
    ServerSettings {
        listen,
        token_file,
        allowed_origins: values.texts("server.allowed-origins").unwrap_or_default(),
        allowed_hosts: values.texts("server.allowed-hosts").unwrap_or_default(),
        max_in_flight: values.count("server.max-in-flight", 512),
        max_sessions: values.count("server.max-sessions", 10_000),
        max_streams: values.count("server.max-streams", 1024),
        max_connections: values.count("server.max-connections", 4096),
        head_timeout: values.duration("server.head-timeout", Duration::from_secs(20)),
        memory,
        drain: values.duration("server.drain", Duration::from_secs(10)),
        answer_limit: values.duration("server.answer-limit", Duration::from_secs(600)),
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

fn project(values: &Values) -> ProjectSettings {
    ProjectSettings {
        path: values.path("project.path"),
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
        screen: screen(values).unwrap_or(USUAL_SCREEN),
        scripts_folder: values.path("project.scripts-folder"),
        allow_save: values.flag("project.allow-save", false),
        memory: values.size("project.memory", USUAL_PROJECT_MEMORY),
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
        size: values.size("compile.size", 64 << 20) as u64,
        functions: values.count("compile.functions", 100_000) as u64,
        time: values.duration("compile.time", Duration::from_secs(180)),
    }
}
