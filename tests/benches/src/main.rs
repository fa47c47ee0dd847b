//! `cargo xtask bench`: each promised figure as a ratio or as CPU time, from interleaved rounds of one run.
//!
//! Belongs here: which figures there are and the table at the end. Does not: how one is taken.
#![expect(clippy::print_stdout, reason = "a command line program talks through stdout")]

mod call_cost;
mod cpu;
mod dialects;
mod figure;
mod generated;
mod hostile;
mod hostile_session;
mod idle;
mod idle_sessions;
mod live;
mod live_cost;
mod live_editor;
mod live_growth;
mod live_peers;
mod load;
mod parse;
mod project_load;
mod queries;
mod references;
mod reload;
mod scale;
mod servers;
mod start;
mod streams;
mod swaps;
mod written_bundles;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use figure::{Figure, Outcome};
use std::path::PathBuf;
use std::process::ExitCode;

/// Measure what the host promises. Needs the host, the components and Linux' `/proc`.
#[derive(Parser)]
#[command(name = "cargo xtask bench", version)]
struct Cli {
    /// Only these figures; all but `live-growth`, which takes twelve minutes, where none is named.
    names: Vec<String>,
    /// Exit 0 though a target is missed.
    #[arg(long)]
    no_fail: bool,
    #[command(subcommand)]
    apart: Option<Apart>,
}

/// What figures start as processes of their own: servers to compare with, and work whose memory has to be fresh.
#[derive(Subcommand)]
enum Apart {
    /// An axum handler that answers with one constant body.
    #[command(hide = true)]
    ServeAxum,
    /// The host's own hops 1 to 4 with a Rust function in place of 5 and 6.
    #[command(hide = true)]
    ServeNative,
    /// No server: plays a project's files out and says the CPU seconds.
    #[command(hide = true, name = queries::EXPAND)]
    Expand { root: PathBuf, open: String },
}

type Taken = std::pin::Pin<Box<dyn Future<Output = Result<Vec<Outcome>>>>>;

/// One run gives one figure or several.
struct Bench {
    name: &'static str,
    take: fn() -> Taken,
}

/// Taken only where it is named.
const LONG: &str = "live-growth";

const BENCHES: &[Bench] = &[
    Bench {
        name: "parse",
        take: || Box::pin(parse::take()),
    },
    Bench {
        name: "project-load",
        take: || Box::pin(project_load::take()),
    },
    Bench {
        name: "references",
        take: || Box::pin(references::take()),
    },
    Bench {
        name: "queries",
        take: || Box::pin(queries::take()),
    },
    Bench {
        name: "call-cost",
        take: || Box::pin(call_cost::take()),
    },
    Bench {
        name: "dialects",
        take: || Box::pin(dialects::take()),
    },
    Bench {
        name: "scale",
        take: || Box::pin(scale::take()),
    },
    Bench {
        name: "streams",
        take: || Box::pin(streams::take()),
    },
    Bench {
        name: "cold-start",
        take: || Box::pin(start::take()),
    },
    Bench {
        name: "start-200",
        take: || Box::pin(reload::starts()),
    },
    Bench {
        name: "reload",
        take: || Box::pin(reload::reloads()),
    },
    Bench {
        name: "idle-memory",
        take: || Box::pin(idle::take()),
    },
    Bench {
        name: "idle-sessions",
        take: || Box::pin(idle_sessions::take()),
    },
    Bench {
        name: "swaps",
        take: || Box::pin(swaps::take()),
    },
    Bench {
        name: "live",
        take: || Box::pin(live::take()),
    },
    Bench {
        name: "live-cost",
        take: || Box::pin(live_cost::take()),
    },
    Bench {
        name: "live-editor",
        take: || Box::pin(live_editor::take()),
    },
    Bench {
        name: "live-peers",
        take: || Box::pin(live_peers::take()),
    },
    Bench {
        name: LONG,
        take: || Box::pin(live_growth::take()),
    },
    Bench {
        name: "hostile",
        take: || Box::pin(hostile::take()),
    },
    Bench {
        name: "hostile-session",
        take: || Box::pin(hostile_session::take()),
    },
];

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("no runtime")
        .and_then(|runtime| match cli.apart {
            Some(Apart::ServeAxum) => runtime.block_on(servers::bare_server::serve()).map(|()| true),
            Some(Apart::ServeNative) => runtime.block_on(servers::native::serve()).map(|()| true),
            Some(Apart::Expand { root, open }) => queries::expand(&root, &open)
                .map(|seconds| println!("{seconds:.9}"))
                .map(|()| true),
            None => runtime.block_on(measure(&cli.names)),
        });
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) if cli.no_fail => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            tests_support::environment::announce(&format!("bench: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

/// True where every target was met. A figure that could not be taken is shown with its reason; it fails only in CI.
async fn measure(names: &[String]) -> Result<bool> {
    for name in names {
        if !BENCHES.iter().any(|bench| bench.name == name) {
            let known: Vec<&str> = BENCHES.iter().map(|bench| bench.name).collect();
            anyhow::bail!("there is no figure `{name}`; there are {}", known.join(", "));
        }
    }
    let mut outcomes = Vec::new();
    for bench in BENCHES {
        let is_meant = match names {
            [] => bench.name != LONG,
            names => names.iter().any(|name| name == bench.name),
        };
        if !is_meant {
            continue;
        }
        println!("taking {} …", bench.name);
        match (bench.take)().await {
            Ok(taken) => outcomes.extend(taken),
            Err(error) => outcomes.push(Outcome::Failed(bench.name.to_owned(), format!("{error:#}"))),
        }
    }
    let mut met = true;
    println!();
    for outcome in &outcomes {
        println!("{}", outcome.line());
        met &= outcome.is_good();
        if let Outcome::Taken(figure) = outcome {
            Figure::write(figure)?;
        }
    }
    Ok(met)
}
