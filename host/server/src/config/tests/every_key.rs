//! A configuration file with every key, and the settings that the host reads from it.

use super::*;
use crate::config::keys::{Found, find};
use host_bridge_project::{OpenScenes, WatchMode};
use host_mcp_shapes::TextForm;
use host_policy::ConfirmBy;
use std::collections::BTreeSet;
use std::net::SocketAddr;

/// A configuration file with all configuration keys, each with a value, except the keys of `NOT_TOGETHER`.
const EVERYTHING: &str = r#"
[server]
listen = ["127.0.0.1:7000", "[::1]:7001"]
token-file = "token"
allowed-origins = ["https://inspector.example"]
allowed-hosts = ["unity.example"]
max-in-flight = 12
max-sessions = 13
max-streams = 14
max-connections = 15
head-timeout = "2s"
memory = "64MiB"
drain = "1500ms"
answer-limit = "2m"
discovery-file = "discovery.json"
data-dir = "data"
cache-dir = "cache"
[project]
path = "Game"
open = ["Assets/A.unity"]
screen = [1280, 720]
scripts-folder = "scripts"
editor-log = "off"
memory = "64MiB"
watch = "poll"
allow-save = true
follow-links = true
[unity]
live = true
pipeline = true
editors = ["editors"]
dotnet = "dotnet"
mcs = "off"
record = "traffic.jsonl"
record-limit = "2MiB"
[policy]
allow-writes = true
require-confirm = false
enable-console-eval = true
component-allowlist = ["UnityEngine.Light"]
reflection-allowlist-members = ["UnityEngine.Light.intensity"]
hook-allowlist-signatures = ["Game.Player"]
confirm-by = "person"
persist = true
profile = "offline"
disabled-categories = ["debug"]
tier-order = ["core", "pro"]
tier = "core"
[policy.ceiling]
allow-writes = true
tier = "pro"
component-allowlist = ["UnityEngine.Light", "UnityEngine.Camera"]
require-confirm = true
enable-console-eval = true
reflection-allowlist-members = ["UnityEngine.Light.*"]
hook-allowlist-signatures = ["Game.*"]
confirm-by = "person"
profile = "offline"
disabled-categories = ["debug"]
tier-order = ["core", "pro"]
[limits]
deadline = "20s"
longest-call = "40m"
compute = "5s"
memory = "32MiB"
result = "2MiB"
arguments = "3MiB"
page = "16KiB"
total-memory = "128MiB"
client-share = 25
[compile]
size = "4MiB"
functions = 5000
time = "1m"
[bundles.objects]
enabled = false
grants = ["unity-tools:unity/objects-edit"]
tools = { allow = ["A"], deny = ["B"] }
limits = { deadline = "1s" }
[bundles.assets]
digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
folder = "assets"
limits = { longest-call = "50m", compute = "2s", memory = "16MiB", result = "1KiB", arguments = "2KiB", page = "3KiB" }
[dialects.explorer]
enabled = true
max-in-flight = 8
mirror-beyond-loopback = true
[dialects.editor]
enabled = false
[dialects.command]
enabled = false
[dialects.sse]
enabled = false
[dialects.mcp]
output-schemas = true
text = "pretty"
max-tasks = 9
keep-tasks = "5m"
[audit]
file = "audit.jsonl"
fsync = true
keep-bytes = "5MiB"
keep-days = 6
[log]
level = "debug"
format = "json"
"#;

/// The keys that contradict another key of `EVERYTHING`, each with a value.
const NOT_TOGETHER: [(&str, &str); 2] = [
    // `project.path` is set, and the host serves only one project.
    ("project.sample", "true"),
    // `unity.record` is set, and a recording of a recording contains nothing new.
    ("unity.replay", "recording.jsonl"),
];

#[test]
fn file_with_every_key_sets_each_row_of_the_table() {
    let (_folder, mut sources) = with_file(EVERYTHING);
    let read = Configuration::read(&sources).unwrap();
    let of_file = read.values.set.iter().filter(|(_, set)| set.origin == Origin::File);
    let set: BTreeSet<&str> = of_file
        .filter_map(|(name, _)| {
            let parts: Vec<&str> = name.split('.').collect();
            let Found::Leaf(key) = find(&parts) else { return None };
            Some(key.name)
        })
        .collect();
    let excepted: BTreeSet<&str> = NOT_TOGETHER.iter().map(|(key, _)| *key).collect();
    let missing: Vec<&str> = KEYS
        .iter()
        .map(|key| key.name)
        .filter(|name| !set.contains(name) && !excepted.contains(name))
        .collect();
    assert!(missing.is_empty(), "EVERYTHING lacks {missing:?}");
    for (key, value) in NOT_TOGETHER {
        assert!(!set.contains(key), "EVERYTHING has {key}, which NOT_TOGETHER excepts");
        sources.flags = vec![flag(key, value)];
        let error = Configuration::read(&sources).unwrap_err().to_string();
        assert!(error.contains(key), "{key}: {error}");
    }
}

#[test]
fn key_missing_in_ceiling_equals_policy() {
    let (_folder, sources) = with_file("[policy]\nrequire-confirm = false\n[policy.ceiling]\nallow-writes = true\n");
    let settings = Configuration::read(&sources).unwrap().settings;
    let ceiling = settings.ceiling.policy();
    assert!(ceiling.allow_writes && !ceiling.require_confirm);
}

#[test]
fn reads_every_public_configuration_key() {
    let (folder, sources) = with_file(EVERYTHING);
    let read = Configuration::read(&sources).unwrap();
    let settings = &read.settings;
    let second: SocketAddr = "[::1]:7001".parse().unwrap();
    assert_eq!(settings.server.listen[1], second);
    assert_eq!(
        settings.server.token_file.as_deref(),
        Some(folder.path().join("token").as_path())
    );
    assert_eq!(settings.server.drain, Duration::from_millis(1500));
    assert_eq!(settings.server.answer_limit, Duration::from_secs(120));
    assert_eq!(
        (
            settings.server.max_in_flight,
            settings.server.max_sessions,
            settings.server.max_streams,
            settings.server.max_connections,
            settings.server.memory
        ),
        (12, 13, 14, 15, 64 << 20)
    );
    assert_eq!(settings.server.head_timeout, Duration::from_secs(2));
    assert_eq!(
        settings.project.open,
        OpenScenes::Paths(vec!["Assets/A.unity".to_owned()])
    );
    assert_eq!(settings.project.watch, WatchMode::Poll);
    assert!(settings.policy.allow_writes && !settings.policy.require_confirm);
    assert_eq!(settings.policy.tier, "core");
    assert_eq!(settings.ceiling.policy().tier, "pro");
    assert_eq!(settings.ceiling.policy().component_allowlist.len(), 2);
    let ceiling = settings.ceiling.policy();
    assert!(ceiling.require_confirm && ceiling.enable_console_eval);
    assert_eq!(ceiling.confirm_by, ConfirmBy::Person);
    assert_eq!(settings.limits.memory, 32 << 20);
    let bundle = &settings.bundles["objects"];
    assert!(!bundle.enabled);
    assert_eq!(
        (bundle.tools_allow.as_slice(), bundle.tools_deny.as_slice()),
        (["A".to_owned()].as_slice(), ["B".to_owned()].as_slice())
    );
    let longest = settings.bundles["assets"].limits.unwrap().longest;
    assert_eq!(
        (settings.limits.longest, longest),
        (Duration::from_secs(2_400), Duration::from_secs(3_000))
    );
    let limits = bundle.limits.unwrap();
    assert_eq!(
        (limits.deadline, limits.memory),
        (Duration::from_secs(1), 32 << 20),
        "other limits are the general ones"
    );
    assert_eq!((settings.max_tasks, settings.keep_tasks), (9, Duration::from_secs(300)));
    assert!(settings.output_schemas && settings.text == TextForm::Pretty && settings.audit.fsync);
    assert_eq!(
        settings.log,
        LogSettings {
            level: "debug".to_owned(),
            format: LogFormat::Json
        }
    );
    assert!(!settings.sse && !settings.command && !settings.editor);
    let inside = |name: &str| folder.path().join(name);
    assert_eq!(settings.server.discovery_file, Some(inside("discovery.json")));
    assert_eq!(settings.project.screen, (1280, 720));
    assert_eq!(settings.project.scripts_folder, Some(inside("scripts")));
    assert_eq!(settings.project.editor_log, EditorLog::Off);
    assert_eq!(settings.project.memory, 64 << 20);
    assert!(settings.persist);
    assert!(settings.explorer.enabled && settings.explorer.max_in_flight == 8);
    assert!(settings.live && settings.project.allow_save && settings.project.follow_links);
    assert!(settings.pipeline);
    assert_eq!(settings.csharp.editors, [inside("editors")]);
    assert_eq!(settings.csharp.dotnet, Some(inside("dotnet")));
    assert_eq!(settings.csharp.mcs, None);
    assert_eq!(settings.traffic.record, Some(inside("traffic.jsonl")));
    assert_eq!(settings.traffic.record_limit, 2 << 20);
    assert_eq!((settings.total_memory, settings.client_share), (128 << 20, 25));
    assert_eq!((settings.compile.size, settings.compile.functions), (4 << 20, 5000));
    assert_eq!(settings.compile.time, Duration::from_secs(60));
    assert_eq!((settings.audit.keep_bytes, settings.audit.keep_days), (5 << 20, 6));
    let assets = &settings.bundles["assets"];
    assert_eq!(assets.digest.as_deref().map(str::len), Some(64));
    assert_eq!(assets.folder, Some(inside("assets")));
    let limits = assets.limits.unwrap();
    assert_eq!((limits.compute, limits.memory), (Duration::from_secs(2), 16 << 20));
    assert_eq!(
        (limits.result, limits.arguments, limits.page),
        (1 << 10, 2 << 10, 3 << 10)
    );
}
