//! Runs the commands `serve`, `stdio` and `list`; `call` and others have separate files.
//!
//! This module turns flags into output and an exit code. `core` and `start` connect the parts of the host.

use crate::bundle_folders::empty_folders;
use crate::config::{ConfigError, Configuration, LeftOut, Sources};
use crate::core::{Core, Tools};
use crate::heap::HeapKeeper;
use crate::output::{complain, print};
use crate::project::{self, NoProject};
use crate::reference::{self, Page};
use crate::start::Running;
use crate::usage::Usage;
use crate::{loading, shutdown, stdio, telemetry};
use anyhow::{Context, Result};
use host_api::profile::STANDARD;
use host_api::{Audience, BundleHealth, Interface, ToolService};
use host_bridge_project::WatchMode;
use host_runtime::Grants;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// Time limit at the end of a command for blocking work that still runs after all async work, such as a compilation.
const LAST_WORK: Duration = Duration::from_millis(500);

/// The error of a command, with its exit code (1 or 2).
#[derive(Debug)]
pub(crate) struct Failure {
    code: u8,
    error: anyhow::Error,
}

impl Failure {
    pub(crate) fn usage(text: String) -> Self {
        Self {
            code: 2,
            error: anyhow::Error::msg(text),
        }
    }

    pub(crate) fn run(error: anyhow::Error) -> Self {
        Self { code: 1, error }
    }

    /// True for a usage error: the same command line would always fail again.
    pub(crate) fn is_usage(&self) -> bool {
        self.code == 2
    }

    pub(crate) fn code(&self) -> ExitCode {
        ExitCode::from(self.code)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.error)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        let usage = error.is::<ConfigError>() || error.is::<NoProject>() || error.is::<Usage>();
        let code = if usage { 2 } else { 1 };
        Self { code, error }
    }
}

pub(crate) type Done = Result<ExitCode, Failure>;

pub(crate) fn configuration(sources: &Sources) -> Result<Configuration, Failure> {
    Configuration::read(sources).map_err(|error| Failure::from(anyhow::Error::new(error)))
}

/// Runs `work` to its end. Then waits at most `LAST_WORK` for blocking threads, such as a compilation.
fn block_on(work: impl Future<Output = Done>) -> Done {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_name("host")
        .build()
        .context("cannot start the async runtime")?;
    let done = runtime.block_on(work);
    runtime.shutdown_timeout(LAST_WORK);
    done
}

/// Prints each active value with its source, and the state of each bundle. Exit code 1 if a bundle is rejected.
pub(crate) fn check(sources: &Sources, tools: Tools, as_json: bool) -> Done {
    let read = configuration(sources)?;
    let mut warnings: Vec<String> = sources.left_out.iter().map(LeftOut::warning).collect();
    warnings.extend(read.warnings());
    if read.settings.traffic.replay.is_none() {
        let chosen = project::choose(&read.settings.project, &sources.working_dir).map_err(anyhow::Error::new)?;
        // The sample is not served together with running instances.
        warnings.extend(chosen.warning().filter(|_| !read.settings.live));
    }
    let show = |bundles: &[BundleHealth]| {
        let text = if as_json {
            let bundles: Vec<Value> = bundles.iter().map(bundle_json).collect();
            let file = sources.file.as_ref().map(|_| sources.shown_file());
            let values = read.report_json();
            format!(
                "{:#}\n",
                json!({"configurationFile": file, "values": values, "warnings": warnings, "bundles": bundles})
            )
        } else {
            let lines = bundles.iter().map(|bundle| {
                let error = bundle.error().map(|error| format!(": {error}"));
                let (id, state, tools) = (&bundle.id, bundle.state, bundle.tools);
                format!(
                    "# bundle {id}: {state}, {tools} callable tools{}\n",
                    error.unwrap_or_default()
                )
            });
            let warnings = warnings.iter().map(|warning| format!("# warning: {warning}\n"));
            let file = format!("# configuration file: {}\n", sources.shown_file());
            file + &read.report() + &warnings.chain(lines).collect::<String>()
        };
        print(&text)?;
        Ok(ExitCode::SUCCESS)
    };
    if tools.no_bundled && tools.folders.is_empty() && read.settings.bundles.is_empty() {
        // There is nothing to prepare, so nothing is opened or written either.
        return show(&[]);
    }
    in_process(sources, tools, async |core| show(&core.catalog.health().bundles))
}

fn bundle_json(bundle: &BundleHealth) -> Value {
    json!({"id": bundle.id, "folder": bundle.folder, "state": bundle.state, "tools": bundle.tools, "error": bundle.error()})
}

pub(crate) fn serve(sources: &Sources, tools: Tools) -> Done {
    let read = configuration(sources)?;
    telemetry::start(&read.settings.log);
    let _heap = HeapKeeper::start();
    block_on(async move {
        let signals = shutdown::Signals::install().context("cannot wait for signals")?;
        let running = Running::start(read, sources.clone(), tools).await?;
        print(&format!("listening on {}\n", running.url()))?;
        running.until_shutdown(signals).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Runs the command `stdio`: serves MCP over stdin and stdout until stdin ends or a signal arrives. Requests without a
/// target use `unity`.
pub(crate) fn stdio(sources: &Sources, tools: Tools, unity: Option<String>) -> Done {
    let read = configuration(sources)?;
    if unity.is_some() && !read.settings.live {
        let text =
            "--unity: without `unity.live` this host has one target, the project folder; add --set unity.live=true";
        return Err(Failure::usage(text.to_owned()));
    }
    if read.settings.traffic.replay.is_none() && !read.settings.live {
        project::choose_for_client(&read.settings.project, &sources.working_dir).map_err(anyhow::Error::new)?;
    }
    telemetry::start(&read.settings.log);
    let _heap = HeapKeeper::start();
    block_on(async move {
        let signals = shutdown::Signals::install().context("cannot wait for signals")?;
        stdio::serve(read, sources.clone(), tools, unity, signals).await?;
        Ok(ExitCode::SUCCESS)
    })
}

/// Prints the tools: those of the profile if `policy.profile` is set, otherwise all tools that can be called.
pub(crate) fn list(sources: &Sources, tools: Tools, as_json: bool) -> Done {
    let is_set = configuration(sources)?.was_set("policy.profile");
    in_process(sources, tools, async |core| {
        let audience = if is_set {
            Audience::Configured
        } else {
            Audience::Everything
        };
        let view = core.catalog.catalog(&audience);
        let text = if as_json {
            let all: Vec<Value> = view.tools.iter().map(|tool| tool_json(tool)).collect();
            format!("{:#}\n", Value::Array(all))
        } else {
            let width = view.tools.iter().map(|tool| tool.name.len()).max().unwrap_or(0);
            view.tools
                .iter()
                .map(|tool| {
                    let effect = tool.effect.as_str();
                    format!(
                        "{:width$}  {effect:17}  {}\n",
                        tool.name,
                        first_sentence(&tool.description)
                    )
                })
                .collect()
        };
        print(&text)?;
        if !as_json {
            complain(&tool_counts(core));
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// Writes the pages of the reference. No catalog contains the bundled tools that need a grant, so their pages come from a
/// second start, in which these bundles have all grants.
pub(crate) fn reference(sources: &Sources, tools: Tools, folder: &Path, mut pages: Vec<Page>) -> Done {
    let mut off_by_default = BTreeMap::new();
    in_process(sources, tools.clone(), async |core| {
        let bundles = core.catalog.health().bundles.into_iter();
        let off = bundles.filter(|bundle| bundle.state == "not granted");
        off_by_default.extend(off.map(|bundle| (bundle.id, bundle.problems.join("; "))));
        Ok(ExitCode::SUCCESS)
    })?;
    let mut read = read_only(sources)?;
    for id in off_by_default.keys() {
        let all = Interface::all().map(|interface| interface.name().to_owned());
        let settings = read.settings.bundles.entry(id.clone()).or_default();
        settings.grants = Grants::Narrowed {
            allow: Some(all.collect()),
            deny: Vec::new(),
        };
    }
    in_process_as(read, sources, tools, async |core| {
        let listed = core.catalog.catalog(&Audience::Everything);
        pages.extend(reference::tools(&listed.tools, &off_by_default));
        for page in &pages {
            let file = folder.join(&page.name);
            let write = || -> std::io::Result<()> {
                std::fs::create_dir_all(file.parent().unwrap_or(folder))?;
                std::fs::write(&file, &page.text)
            };
            write().with_context(|| format!("cannot write {}", file.display()))?;
        }
        print(&format!("{} pages in {}\n", pages.len(), folder.display()))?;
        Ok(ExitCode::SUCCESS)
    })
}

fn tool_counts(core: &Core) -> String {
    let profile = core.policy.load().profile.clone();
    let callable = core.catalog.catalog(&Audience::Everything).tools.len();
    let listed = core.catalog.catalog(&Audience::Configured).tools.len();
    format!(
        "{callable} tools can be called; MCP clients are listed {listed} of them (profile {})",
        profile.as_deref().unwrap_or(STANDARD)
    )
}

fn tool_json(tool: &host_api::ToolDescriptor) -> Value {
    json!({
        "name": tool.name,
        "portableName": tool.portable_name,
        "bundle": tool.bundle,
        "title": tool.title,
        "description": tool.description,
        "category": tool.category,
        "tier": tool.tier,
        "effect": tool.effect.as_str(),
        "inputSchema": *tool.input_schema,
        "outputSchema": tool.output_schema.as_deref(),
        "needs": tool.needs,
        "missing": tool.missing,
    })
}

fn first_sentence(text: &str) -> &str {
    let line = text.lines().next().unwrap_or_default();
    let mut ends = line.match_indices(". ").map(|(end, _)| &line[..=end]);
    let is_ended = |text: &&str| !["e.g.", "i.e."].iter().any(|short| text.ends_with(short));
    ends.find(is_ended).unwrap_or(line)
}

/// Opens a host without listeners for a command, runs `work` on it, and closes it. Even if `work` succeeds, the exit
/// code is not 0 if a bundle is rejected, or if the configuration names an unknown bundle or grant.
pub(crate) fn in_process(sources: &Sources, tools: Tools, work: impl AsyncFnOnce(&Core) -> Done) -> Done {
    in_process_as(read_only(sources)?, sources, tools, work)
}

/// Reads the configuration for commands that only read the tools.
fn read_only(sources: &Sources) -> Result<Configuration, Failure> {
    let mut read = configuration(sources)?;
    // They need no running Unity.
    read.settings.traffic.record = None;
    // They also change nothing that would be stored.
    read.settings.project.keeps_edits = false;
    Ok(read)
}

/// Runs `work` like [`in_process`], with a configuration that was already read. By default, logs only warnings.
pub(crate) fn in_process_as(
    mut read: Configuration,
    sources: &Sources,
    tools: Tools,
    work: impl AsyncFnOnce(&Core) -> Done,
) -> Done {
    if !read.was_set("log.level") {
        // The output of a command is its answer, so log lines are shown only on request.
        read.settings.log.level = "warn".to_owned();
    }
    // One call reads the files once, so nothing waits for later changes.
    read.settings.project.watch = WatchMode::Off;
    telemetry::start(&read.settings.log);
    block_on(async move {
        let core = Core::open(&read, sources, &tools).await?;
        core.tracker
            .spawn(loading::show(core.bridge.clone(), core.shutdown.clone()));
        core.catalog.ready().await;
        let mut refused = refused_bundles(&core.catalog.health().bundles);
        refused.extend(empty_folders(&tools));
        let done = work(&core).await;
        core.close().await;
        for line in &refused {
            complain(line);
        }
        match done {
            Ok(code) if code == ExitCode::SUCCESS && !refused.is_empty() => Ok(ExitCode::FAILURE),
            done => done,
        }
    })
}

fn refused_bundles(bundles: &[BundleHealth]) -> Vec<String> {
    let refused = bundles.iter().filter(|bundle| bundle.state == "refused");
    refused
        .map(|bundle| {
            let why = bundle.error().unwrap_or_else(|| "no reason".to_owned());
            format!("{} refused: {why}", bundle.id)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::first_sentence;

    #[test]
    fn abbreviation_does_not_end_a_sentence() {
        for (text, first) in [
            ("Finds lamps, e.g. `Sun`. Then counts them.", "Finds lamps, e.g. `Sun`."),
            (
                "Finds lamps (i.e. lights).\nThen counts them.",
                "Finds lamps (i.e. lights).",
            ),
            ("Finds 1.5 lamps, e.g. one", "Finds 1.5 lamps, e.g. one"),
        ] {
            assert_eq!(first_sentence(text), first);
        }
    }
}
