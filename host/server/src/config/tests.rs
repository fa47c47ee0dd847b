//! The layers override each other in their order, and every error names key, value and accepted values.

mod every_key;
mod mistakes;

use super::*;
use host_bridge_project::EditorLog;
use host_runtime::Grants;
use std::time::Duration;

/// Returns sources with a configuration file that contains `text`, and the temporary folder of the file.
fn with_file(text: &str) -> (tempfile::TempDir, Sources) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("unity-tool-host.toml");
    std::fs::write(&file, text).unwrap();
    let sources = Sources {
        file: Some(file),
        working_dir: folder.path().to_path_buf(),
        ..Sources::default()
    };
    (folder, sources)
}

fn error_of(text: &str) -> String {
    let (_folder, sources) = with_file(text);
    Configuration::read(&sources).unwrap_err().to_string()
}

fn flag(key: &str, value: &str) -> Flag {
    Flag {
        key: key.to_owned(),
        shown: format!("--set {key}"),
        written: Written::Text(value.to_owned()),
    }
}

#[test]
fn live_instances_use_live_profile_unless_configured_otherwise() {
    let profile = |text: &str| {
        let (_folder, sources) = with_file(text);
        let read = Configuration::read(&sources).unwrap();
        (read.settings.policy.profile.clone(), read.report())
    };
    let (none, told) = profile("");
    assert!(
        none.is_none() && told.contains("policy.profile = \"standard\""),
        "{told}"
    );
    let (live, told) = profile("[unity]\nlive = true");
    assert_eq!(live.as_deref(), Some("live"));
    assert!(told.contains("policy.profile = \"live\"  # default"), "{told}");
    let (chosen, _) = profile("[unity]\nlive = true\n[policy]\nprofile = \"offline\"");
    assert_eq!(chosen.as_deref(), Some("offline"));
}

#[test]
fn defaults_are_read_only_and_local() {
    let settings = Configuration::read(&Sources::default()).unwrap().settings;
    assert_eq!(settings.server.listen, ["127.0.0.1:7000".parse().unwrap()]);
    assert!(!settings.policy.allow_writes && settings.policy.require_confirm);
    assert_eq!(settings.limits, host_api::CallLimits::default());
    assert_eq!(settings.ceiling.policy(), &settings.policy);
    assert!(!settings.persist);
    assert_eq!(settings.project.screen, (1920, 1080));
    assert_eq!(settings.project.memory, 512 << 20);
    assert_eq!(settings.project.editor_log, EditorLog::Auto);
    assert_eq!(settings.project.scripts_folder, None);
    assert!(settings.explorer.enabled && settings.explorer.max_in_flight == 32);
    assert!(settings.sse);
}

#[test]
fn flags_override_environment_and_environment_overrides_file() {
    let (_folder, mut sources) =
        with_file("[policy]\nallow-writes = false\n[server]\nmax-in-flight = 1\nmax-streams = 1\n");
    sources.environment = vec![
        ("UNITY_TOOL_HOST_SERVER_MAX_IN_FLIGHT".to_owned(), "2".to_owned()),
        ("UNITY_TOOL_HOST_SERVER_MAX_STREAMS".to_owned(), "2".to_owned()),
        ("UNITY_TOOL_HOST_LIMITS_DEADLINE".to_owned(), "5s".to_owned()),
    ];
    sources.flags = vec![
        flag("server.max-in-flight", "3"),
        flag("policy.allow-writes", "true"),
        flag("policy.tier-order", "[\"1\", \"2\"]"),
        flag("policy.tier", "2"),
        flag("bundles.my-bundle.grants", "[\"unity-tools:unity/objects-edit\"]"),
    ];
    let read = Configuration::read(&sources).unwrap();
    assert_eq!(
        (read.settings.server.max_in_flight, read.settings.server.max_streams),
        (3, 2)
    );
    assert!(read.settings.policy.allow_writes);
    assert_eq!(
        read.settings.policy.tier, "2",
        "a bare word that looks like a number is a name if a name is expected"
    );
    assert_eq!(read.settings.limits.deadline, Duration::from_secs(5));
    let edit = vec!["unity-tools:unity/objects-edit".to_owned()];
    assert_eq!(read.settings.bundles["my-bundle"].grants, Grants::Beyond(edit));
    let report = read.report();
    for line in [
        "server.max-in-flight = 3  # flag --set server.max-in-flight",
        "server.max-streams = 2  # environment UNITY_TOOL_HOST_SERVER_MAX_STREAMS",
        "server.drain = \"35s\"  # default",
        "bundles.my-bundle.grants = [\"unity-tools:unity/objects-edit\"]  # flag --set bundles.my-bundle.grants",
    ] {
        assert!(report.contains(line), "{line} is not in\n{report}");
    }
}

#[test]
fn reads_grants_from_list_or_narrowing_table() {
    let texts = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    let narrowed = |allow: Option<&[&str]>, deny: &[&str]| Grants::Narrowed {
        allow: allow.map(texts),
        deny: texts(deny),
    };
    for (text, grants) in [
        ("enabled = true", Grants::Default),
        ("grants = []", Grants::Beyond(Vec::new())),
        ("grants = [\"a\"]", Grants::Beyond(texts(&["a"]))),
        ("grants = { deny = [\"a\"] }", narrowed(None, &["a"])),
        ("grants = { allow = [] }", narrowed(Some(&[]), &[])),
        (
            "grants.allow = [\"a\"]\ngrants.deny = [\"b\"]",
            narrowed(Some(&["a"]), &["b"]),
        ),
    ] {
        let (_folder, sources) = with_file(&format!("[bundles.x]\n{text}\n"));
        let read = Configuration::read(&sources).unwrap();
        assert_eq!(read.settings.bundles["x"].grants, grants, "{text}");
    }
    let (_folder, sources) = with_file("[bundles.x.grants]\ndeny = [\"a\"]\n");
    let report = Configuration::read(&sources).unwrap().report();
    let line = "bundles.x.grants = { deny = [\"a\"] }  # configuration file";
    assert!(report.contains(line), "{report}");
}

#[test]
fn discovery_file_path_comes_from_the_most_explicit_source() {
    let place = |file: &str, environment: &[(&str, &str)], flags: &[(&str, &str)]| {
        let (folder, mut sources) = with_file(file);
        let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        sources.environment = environment.iter().map(pair).collect();
        sources.flags = flags.iter().map(|(key, value)| flag(key, value)).collect();
        let found = Configuration::read(&sources).unwrap().settings.server.discovery_file?;
        let inside = found.strip_prefix(folder.path()).map(Path::to_path_buf);
        Some(inside.unwrap_or(found))
    };
    let usual = Some(std::env::temp_dir().join("unity-explorer-mcp.json"));
    let file = "[server]\ndiscovery-file = \"file\"\n";
    let shared = ("UE_MCP_DISCOVERY", "shared");
    let own = ("UNITY_TOOL_HOST_SERVER_DISCOVERY_FILE", "own");
    let said = |name: &str| Some(PathBuf::from(name));
    assert_eq!(place("", &[], &[]), usual);
    assert_eq!(place(file, &[], &[]), said("file"));
    assert_eq!(place(file, &[shared], &[]), said("shared"));
    assert_eq!(place(file, &[own, shared], &[]), said("own"));
    assert_eq!(place(file, &[shared, own], &[]), said("own"));
    assert_eq!(
        place(file, &[own, shared], &[("server.discovery-file", "flag")]),
        said("flag")
    );
    assert_eq!(place("", &[shared], &[("server.discovery-file", "off")]), None);
    assert_eq!(
        place(file, &[("UE_MCP_DISCOVERY", "")], &[]),
        said("file"),
        "empty is unset"
    );
    assert_eq!(
        place("", &[("UE_MCP_DISCOVERY", "true")], &[]),
        said("true"),
        "a path and not TOML"
    );
}

#[test]
fn editor_log_accepts_keyword_or_path() {
    let log = |text: &str| {
        let (folder, sources) = with_file(&format!("[project]\neditor-log = \"{text}\"\n"));
        (
            Configuration::read(&sources).unwrap().settings.project.editor_log,
            folder,
        )
    };
    assert_eq!(log("auto").0, EditorLog::Auto);
    assert_eq!(log("off").0, EditorLog::Off);
    let (found, folder) = log("Editor.log");
    assert_eq!(found, EditorLog::File(folder.path().join("Editor.log")));
}

#[test]
fn reports_missing_file_and_accepts_byte_order_mark() {
    let sources = Sources {
        file: Some(PathBuf::from("no-such-file.toml")),
        ..Sources::default()
    };
    assert!(
        Configuration::read(&sources)
            .unwrap_err()
            .to_string()
            .contains("no-such-file.toml: cannot be read")
    );
    let (_folder, sources) = with_file("\u{feff}[log]\r\nlevel = \"warn\"\r\n");
    assert_eq!(Configuration::read(&sources).unwrap().settings.log.level, "warn");
}

#[test]
fn change_of_server_section_needs_restart_but_policy_does_not() {
    let (_folder, sources) = with_file("[server]\nmax-streams = 5\n[policy]\nallow-writes = true\n");
    let before = Configuration::read(&Sources::default()).unwrap();
    let after = Configuration::read(&sources).unwrap();
    assert_eq!(after.needing_restart(&before), ["server.max-streams"]);
    let (_folder, sources) = with_file("[project]\nallow-save = true\n");
    let saving = Configuration::read(&sources).unwrap();
    assert_eq!(saving.needing_restart(&before), ["project.allow-save"]);
    assert!(
        before.needing_restart(&saving).is_empty(),
        "switching it off takes effect at once"
    );
}

#[test]
fn rejects_file_over_the_size_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("long.toml");
    std::fs::write(&file, vec![b'\n'; 4 << 20]).expect("a file");
    assert_eq!(super::read(&file).expect("as long as may be").len(), 4 << 20);
    std::fs::write(&file, vec![b'\n'; (4 << 20) + 1]).expect("a file");
    let error = super::read(&file).expect_err("one more than the maximum");
    assert!(error.to_string().contains("larger than 4 MiB"), "{error}");
}

/// Tests a pipe: opening it would wait for a writer, and block every later reload and the end of the host.
#[cfg(unix)]
#[test]
fn rejects_pipe_or_device_as_configuration_file_without_blocking() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo runs").success());
    for file in [pipe.as_path(), std::path::Path::new("/dev/zero")] {
        let error = super::read(file).expect_err("no file").to_string();
        assert!(error.contains("no regular file"), "{error}");
    }
}
