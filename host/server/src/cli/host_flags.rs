//! The flags of every command that opens a host, and their help.
//!
//! This module converts these flags to sources of the configuration and of bundles.

use super::traffic::Traffic;
use crate::command_line::Failure;
use crate::compile_command;
use crate::config::{Flag, Sources, Written};
use crate::core::Tools;
use clap::Args;
use host_catalog::EmbeddedBundle;
use std::path::PathBuf;

/// The flags that every command that opens a host accepts.
#[derive(Args, Default)]
pub(super) struct HostFlags {
    /// Read this configuration; without it UNITY_TOOL_HOST_CONFIG, then ./unity-tool-host.toml, if that file exists and
    /// is neither in a Unity project nor in a folder around the served one.
    #[arg(long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    /// The Unity project; without it the project in the working directory or its nearest parent, else the embedded
    /// sample (but `stdio` refuses to serve the sample without --sample).
    #[arg(long, value_name = "DIR")]
    pub(super) project: Option<PathBuf>,
    /// Serve the embedded sample project; sets `project.sample`.
    #[arg(long, conflicts_with = "project")]
    pub(super) sample: bool,
    /// One bundle (DIR contains bundle.toml) or a folder of bundles, beside the bundled tools. May be repeated.
    #[arg(long, value_name = "DIR")]
    pub(super) tools: Vec<PathBuf>,
    /// Do not serve the bundled tools.
    #[arg(long, conflicts_with = "bundled")]
    pub(super) no_bundled: bool,
    /// Load the bundled tools from this folder instead of from inside the program (or from beside it, if it was built
    /// without them).
    #[arg(long, value_name = "DIR")]
    pub(super) bundled: Option<PathBuf>,
    /// Override any key of the configuration, value in TOML form (a bare word is a string), e.g.
    /// policy.allow-writes=true. May be repeated.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(super) sets: Vec<String>,
    /// Tools that are listed to MCP clients: standard, live, all or offline, or the names of groups (such as explorer)
    /// and of bundles, separated by commas; sets `policy.profile`.
    #[arg(long, value_name = "NAME")]
    pub(super) profile: Option<String>,
    /// Log level: error, warn, info, debug or trace. Logs go to stderr.
    #[arg(long, value_name = "LEVEL")]
    pub(super) log: Option<String>,
}

impl HostFlags {
    pub(super) fn sources(&self, listen: &[String], traffic: &Traffic) -> Result<Sources, Failure> {
        let mut flags = Vec::new();
        for set in &self.sets {
            let Some((key, value)) = set.split_once('=') else {
                return Err(Failure::usage(format!(
                    "--set {set}: expected KEY=VALUE, e.g. --set policy.allow-writes=true"
                )));
            };
            let key = key.trim();
            flags.push(Flag {
                key: key.to_owned(),
                shown: format!("--set {key}"),
                written: Written::Text(value.trim().to_owned()),
            });
        }
        // The specific flags come last and win over --set, because they are the most explicit.
        let mut named = |key: &str, flag: &str, value: toml::Value| {
            flags.push(Flag {
                key: key.to_owned(),
                shown: flag.to_owned(),
                written: Written::Value(value),
            });
        };
        if let Some(folder) = &self.project {
            named(
                "project.path",
                "--project",
                toml::Value::String(folder.to_string_lossy().into_owned()),
            );
        }
        if self.sample {
            named("project.sample", "--sample", toml::Value::Boolean(true));
        }
        if let Some(profile) = &self.profile {
            named("policy.profile", "--profile", toml::Value::String(profile.clone()));
        }
        if let Some(level) = &self.log {
            named("log.level", "--log", toml::Value::String(level.clone()));
        }
        match listen {
            [] => {}
            [one] => named("server.listen", "--listen", toml::Value::String(one.clone())),
            several => named("server.listen", "--listen", several.to_vec().into()),
        }
        flags.extend(traffic.flags());
        Sources::from_process(self.config.clone(), flags)
            .map_err(|error| Failure::run(anyhow::Error::new(error).context("cannot determine the working directory")))
    }

    pub(super) fn tools(&self, embedded: &'static [EmbeddedBundle]) -> Result<Tools, Failure> {
        Ok(Tools {
            folders: self.tools.clone(),
            no_bundled: self.no_bundled,
            bundled: self.bundled.clone(),
            embedded,
            compiler: Some(compile_command::compiler()?),
        })
    }
}
