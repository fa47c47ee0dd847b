//! The table of all configuration keys: kind, default, when a change takes effect, and documentation (`keys.txt`).
//!
//! This module contains the table and finds keys in it. It does not apply values.

use super::kind::Kind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Applies {
    /// A changed value takes effect while the host runs, as soon as it has read the changed file.
    AtOnce,
    /// A changed value takes effect only at the next start of the host.
    Restart,
}

/// One configuration key. `<id>` in its name is a placeholder for a bundle id.
pub(crate) struct Key {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// The default value in TOML syntax; empty if the key has no default.
    pub(crate) default: &'static str,
    pub(crate) applies: Applies,
}

const fn key(name: &'static str, kind: Kind, default: &'static str, applies: Applies) -> Key {
    Key {
        name,
        kind,
        default,
        applies,
    }
}

use Applies::{AtOnce, Restart};
use Kind::{
    Addresses, Choice, ChoiceOrPath, ChoiceOrTexts, Count, Digest, Duration, Flag, Grants, Path, Screen, Size, Text,
    Texts,
};

const HOUR: u64 = 3_600_000;
const KIB: u64 = 1 << 10;
const MIB: u64 = 1 << 20;
const GIB: u64 = 1 << 30;
const WATCH: &[&str] = &["auto", "poll", "off"];
const MCP_TEXT: &[&str] = &["compact", "pretty", "none-when-structured"];
const CONFIRM_BY: &[&str] = &["argument", "person"];

/// All keys, in the order of the output of `--check`.
pub(crate) static KEYS: &[Key] = &[
    key("server.listen", Addresses, "[\"127.0.0.1:7000\"]", Restart),
    key("server.token-file", Path, "", Restart),
    key("server.allowed-origins", Texts, "[]", Restart),
    key("server.allowed-hosts", Texts, "[]", Restart),
    key("server.max-in-flight", Count(1, 100_000), "512", Restart),
    key("server.max-sessions", Count(1, 1_000_000), "10000", Restart),
    key("server.max-streams", Count(1, 100_000), "1024", Restart),
    key("server.max-connections", Count(8, 1_000_000), "4096", Restart),
    key("server.head-timeout", Duration(100, HOUR), "\"20s\"", Restart),
    key("server.memory", Size(16 * MIB, 64 * GIB), "\"256MiB\"", Restart),
    key("server.drain", Duration(0, HOUR), "\"35s\"", Restart),
    key("server.answer-limit", Duration(10, 24 * HOUR), "\"10m\"", Restart),
    key("server.discovery-file", ChoiceOrPath(&["off"]), "", Restart),
    key("server.data-dir", Path, "", Restart),
    key("server.cache-dir", Path, "", Restart),
    key("project.path", Path, "", Restart),
    key("project.sample", Flag, "false", Restart),
    key(
        "project.open",
        ChoiceOrTexts(&["first", "build", "all"], "scene paths such as [\"Assets/A.unity\"]"),
        "\"first\"",
        Restart,
    ),
    key("project.screen", Screen, "[1920, 1080]", Restart),
    key("project.scripts-folder", Path, "", Restart),
    key(
        "project.editor-log",
        ChoiceOrPath(&["auto", "off"]),
        "\"auto\"",
        Restart,
    ),
    key("project.allow-save", Flag, "false", Restart),
    key("project.follow-links", Flag, "false", Restart),
    key("project.memory", Size(16 * MIB, 64 * GIB), "\"512MiB\"", Restart),
    key("project.watch", Choice(WATCH), "\"auto\"", Restart),
    key("unity.live", Flag, "false", Restart),
    key("unity.pipeline", Flag, "false", Restart),
    key(
        "unity.editors",
        ChoiceOrTexts(&["auto", "off"], "folders such as [\"/opt/Unity\"]"),
        "\"auto\"",
        Restart,
    ),
    key("unity.dotnet", Path, "", Restart),
    key("unity.mcs", ChoiceOrPath(&["auto", "off"]), "\"auto\"", Restart),
    key("unity.record", Path, "", Restart),
    key("unity.record-limit", Size(MIB, GIB), "\"256MiB\"", Restart),
    key("unity.replay", Path, "", Restart),
    key("policy.allow-writes", Flag, "false", AtOnce),
    key("policy.require-confirm", Flag, "true", AtOnce),
    key("policy.enable-console-eval", Flag, "false", AtOnce),
    key("policy.component-allowlist", Texts, "[]", AtOnce),
    key("policy.reflection-allowlist-members", Texts, "[]", AtOnce),
    key("policy.hook-allowlist-signatures", Texts, "[]", AtOnce),
    key("policy.confirm-by", Choice(CONFIRM_BY), "\"argument\"", AtOnce),
    key("policy.persist", Flag, "false", AtOnce),
    key("policy.profile", Text, "", AtOnce),
    key("policy.disabled-categories", Texts, "[]", AtOnce),
    key("policy.tier-order", Texts, "[\"core\"]", AtOnce),
    key("policy.tier", Text, "", AtOnce),
    key("policy.ceiling.allow-writes", Flag, "", AtOnce),
    key("policy.ceiling.require-confirm", Flag, "", AtOnce),
    key("policy.ceiling.enable-console-eval", Flag, "", AtOnce),
    key("policy.ceiling.component-allowlist", Texts, "", AtOnce),
    key("policy.ceiling.reflection-allowlist-members", Texts, "", AtOnce),
    key("policy.ceiling.hook-allowlist-signatures", Texts, "", AtOnce),
    key("policy.ceiling.confirm-by", Choice(CONFIRM_BY), "", AtOnce),
    key("policy.ceiling.profile", Text, "", AtOnce),
    key("policy.ceiling.disabled-categories", Texts, "", AtOnce),
    key("policy.ceiling.tier-order", Texts, "", AtOnce),
    key("policy.ceiling.tier", Text, "", AtOnce),
    key("limits.deadline", Duration(10, 24 * HOUR), "\"30s\"", AtOnce),
    key("limits.longest-call", Duration(10, 24 * HOUR), "\"1h\"", AtOnce),
    key("limits.compute", Duration(10, 24 * HOUR), "\"10s\"", AtOnce),
    key("limits.memory", Size(MIB, 4 * GIB), "\"64MiB\"", AtOnce),
    key("limits.total-memory", Size(64 * MIB, 1024 * GIB), "\"1GiB\"", Restart),
    key("limits.client-share", Count(1, 100), "50", Restart),
    key("limits.result", Size(KIB, 256 * MIB), "\"1MiB\"", AtOnce),
    key("limits.arguments", Size(KIB, 64 * MIB), "\"1MiB\"", AtOnce),
    key("limits.page", Size(KIB, 16 * MIB), "\"64KiB\"", AtOnce),
    key("compile.size", Size(KIB, GIB), "\"64MiB\"", Restart),
    key("compile.functions", Count(1, 10_000_000), "100000", Restart),
    key("compile.time", Duration(100, HOUR), "\"3m\"", Restart),
    key("bundles.<id>.enabled", Flag, "true", AtOnce),
    key("bundles.<id>.grants", Grants, "", AtOnce),
    key("bundles.<id>.digest", Digest, "", AtOnce),
    key("bundles.<id>.folder", Path, "", AtOnce),
    key("bundles.<id>.tools.allow", Texts, "[]", AtOnce),
    key("bundles.<id>.tools.deny", Texts, "[]", AtOnce),
    key("bundles.<id>.limits.deadline", Duration(10, 24 * HOUR), "", AtOnce),
    key("bundles.<id>.limits.longest-call", Duration(10, 24 * HOUR), "", AtOnce),
    key("bundles.<id>.limits.compute", Duration(10, 24 * HOUR), "", AtOnce),
    key("bundles.<id>.limits.memory", Size(MIB, 4 * GIB), "", AtOnce),
    key("bundles.<id>.limits.result", Size(KIB, 256 * MIB), "", AtOnce),
    key("bundles.<id>.limits.arguments", Size(KIB, 64 * MIB), "", AtOnce),
    key("bundles.<id>.limits.page", Size(KIB, 16 * MIB), "", AtOnce),
    key("dialects.explorer.enabled", Flag, "true", Restart),
    key("dialects.explorer.max-in-flight", Count(1, 100_000), "32", Restart),
    key("dialects.explorer.mirror-beyond-loopback", Flag, "false", Restart),
    key("dialects.editor.enabled", Flag, "true", Restart),
    key("dialects.command.enabled", Flag, "true", Restart),
    key("dialects.sse.enabled", Flag, "true", Restart),
    key("dialects.mcp.output-schemas", Flag, "false", Restart),
    key("dialects.mcp.text", Choice(MCP_TEXT), "\"compact\"", Restart),
    key("dialects.mcp.max-tasks", Count(0, 10_000), "256", Restart),
    key("dialects.mcp.keep-tasks", Duration(1_000, 24 * HOUR), "\"1h\"", Restart),
    key("audit.file", Path, "", Restart),
    key("audit.fsync", Flag, "false", Restart),
    key("audit.keep-bytes", Size(MIB, 1024 * GIB), "\"640MiB\"", Restart),
    key("audit.keep-days", Count(0, 36_500), "400", Restart),
    key(
        "log.level",
        Choice(&["error", "warn", "info", "debug", "trace"]),
        "\"info\"",
        Restart,
    ),
    key("log.format", Choice(&["text", "json"]), "\"text\"", Restart),
];

pub(crate) enum Found {
    Leaf(&'static Key),
    /// The name is a section, not a key: longer names of keys begin with it.
    Section,
    Nothing,
}

impl Key {
    /// Returns the documentation of this key: the effect of its value, and its default if the field `default` is empty.
    pub(crate) fn doc(&self) -> &'static str {
        let documented = DOCS.lines().filter_map(|line| line.split_once(": "));
        let mut docs = documented.filter(|(name, _)| *name == self.name);
        docs.next().map_or("", |(_, doc)| doc)
    }
}

/// The documentation of all configuration keys, in the order of the keys: one line each, with name, colon and text.
const DOCS: &str = include_str!("keys.txt");

/// Finds the configuration key with a dotted name, given as its parts.
pub(crate) fn find(path: &[&str]) -> Found {
    let mut section = false;
    for key in KEYS {
        let mut parts = key.name.split('.');
        if path
            .iter()
            .all(|part| parts.next().is_some_and(|known| fits(known, part)))
        {
            if parts.next().is_none() {
                return Found::Leaf(key);
            }
            section = true;
        }
    }
    if section { Found::Section } else { Found::Nothing }
}

/// Returns the valid names in place of the last part of `path`, which is unknown, and the most similar one.
pub(crate) fn known_beside(path: &[&str]) -> (Vec<&'static str>, Option<&'static str>) {
    let Some((wrong, before)) = path.split_last() else {
        return (Vec::new(), None);
    };
    let mut known: Vec<&'static str> = Vec::new();
    for key in KEYS {
        let mut parts = key.name.split('.');
        if before
            .iter()
            .all(|part| parts.next().is_some_and(|known| fits(known, part)))
            && let Some(name) = parts.next()
            && !known.contains(&name)
        {
            known.push(name);
        }
    }
    let meant = host_api::similar_names::nearest(wrong, known.iter().copied());
    (known, meant)
}

/// True if `part` matches the part `known` of a key's name. Any nonempty text matches `<id>`, because bundle ids are
/// checked when bundles are read.
fn fits(known: &str, part: &str) -> bool {
    known == part || (known == "<id>" && !part.is_empty())
}

/// Environment variables that other programs also use, each with the configuration key that it sets. The key's own
/// variable takes precedence.
pub(crate) const SHARED_VARIABLES: &[(&str, &str)] = &[("UE_MCP_DISCOVERY", "server.discovery-file")];

pub(crate) fn is_shared(name: &str) -> bool {
    SHARED_VARIABLES.iter().any(|(known, _)| *known == name)
}

/// Returns the environment variable that sets `key`; `None` for keys of single bundles.
pub(crate) fn variable(key: &Key) -> Option<String> {
    if key.name.contains('<') {
        return None;
    }
    Some(format!(
        "{}{}",
        super::PREFIX,
        key.name.to_ascii_uppercase().replace(['.', '-'], "_")
    ))
}

#[cfg(test)]
mod tests {
    use super::{DOCS, KEYS};

    #[test]
    fn documents_every_key_in_the_order_of_the_table() {
        let documented: Vec<&str> = DOCS.lines().map(|line| line.split(": ").next().unwrap()).collect();
        let known: Vec<&str> = KEYS.iter().map(|key| key.name).collect();
        assert_eq!(documented, known);
        for key in KEYS {
            assert!(key.doc().ends_with('.'), "{}: {:?}", key.name, key.doc());
        }
    }
}
