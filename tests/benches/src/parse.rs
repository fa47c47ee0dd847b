//! Full parse of one large scene: ours against PyYAML's C loader and yaml-rust2.
//!
//! Belongs here: the figures `parse-pyyaml` and `parse-yaml-rust2`. Does not: the reader.

use crate::cpu;
use crate::figure::{Figure, Outcome, ROUNDS, Target};
use anyhow::{Context, Result, ensure};
use std::path::Path;
use std::process::Stdio;
use tests_support::{environment, paths, projects};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};

const PROJECT: &str = "ui-effect";
const SCENE: &str = "ReadMe_Samples.unity";
/// Repeats of ours in one round.
const OURS: usize = 50;
/// Repeats of the others in one round: they are slower, and ROUNDS times this is 50.
const OTHERS: usize = 10;

pub(crate) async fn take() -> Result<Vec<Outcome>> {
    let names = ["parse-pyyaml", "parse-yaml-rust2"];
    let Some(project) = projects::real_project("the parse figures", PROJECT)? else {
        return Ok(names
            .map(|name| Outcome::Skipped(name.to_owned(), "the fixture projects are not here".to_owned()))
            .into());
    };
    let (path, _) = project
        .scenes
        .iter()
        .find(|(path, _)| path.ends_with(SCENE))
        .context("the project has no such scene")?;
    let file = project.root.join(path);
    let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut python = Peer::start(&file).await?;
    let (mut ours, mut rust, mut pyyaml) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(ours_once(&bytes)?);
        rust.push(yaml_rust2_once(&bytes)?);
        if let Some(python) = &mut python {
            pyyaml.push(python.parse_once().await?);
        }
    }
    let ratio = |other: &[f64]| other.iter().zip(&ours).map(|(other, ours)| other / ours).collect();
    let mut outcomes = vec![match python {
        Some(_) => Outcome::Taken(
            Figure::new(
                names[0],
                "PyYAML CBaseLoader / ours",
                "x",
                ratio(&pyyaml),
                Target::AtLeast(40.0),
            )
            .part("ours_s", &ours)
            .part("pyyaml_s", &pyyaml),
        ),
        None => Outcome::Skipped(
            names[0].to_owned(),
            format!(
                "no Python with PyYAML's C loader: install PyYAML==6.0.3 or set {}",
                environment::PYTHON
            ),
        ),
    }];
    outcomes.push(Outcome::Taken(
        Figure::new(names[1], "yaml-rust2 / ours", "x", ratio(&rust), Target::AtLeast(8.0))
            .part("ours_s", &ours)
            .part("yaml_rust2_s", &rust),
    ));
    Ok(outcomes)
}

/// CPU seconds of one full parse: every document to a tree.
fn ours_once(bytes: &[u8]) -> Result<f64> {
    let start = cpu::thread_seconds()?;
    for _ in 0..OURS {
        let file = unity_yaml::File::parse(std::hint::black_box(bytes))?;
        std::hint::black_box(file.count_nodes()?);
    }
    Ok((cpu::thread_seconds()? - start) / OURS as f64)
}

fn yaml_rust2_once(bytes: &[u8]) -> Result<f64> {
    let file = unity_yaml::File::parse(bytes)?;
    let bodies: Vec<&str> = file.documents().map(|document| document.body()).collect();
    let start = cpu::thread_seconds()?;
    let mut read = 0;
    for _ in 0..OTHERS {
        for body in &bodies {
            read += usize::from(std::hint::black_box(yaml_rust2::YamlLoader::load_from_str(body)).is_ok());
        }
    }
    let taken = (cpu::thread_seconds()? - start) / OTHERS as f64;
    ensure!(
        read * 10 >= bodies.len() * OTHERS * 9,
        "yaml-rust2 read only {read} documents"
    );
    Ok(taken)
}

/// A Python process that parses on demand, so that its start is outside the figure.
struct Peer {
    _child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Peer {
    async fn start(file: &Path) -> Result<Option<Self>> {
        let Some(interpreter) = interpreter().await else {
            return Ok(None);
        };
        let mut child = Command::new(interpreter)
            .arg(paths::root().join("tests/benches/python/parse.py"))
            .arg(file)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let input = child.stdin.take().context("stdin is piped")?;
        let output = BufReader::new(child.stdout.take().context("stdout is piped")?).lines();
        Ok(Some(Self {
            _child: child,
            input,
            output,
        }))
    }

    /// CPU seconds of one full parse.
    async fn parse_once(&mut self) -> Result<f64> {
        self.input.write_all(format!("{OTHERS}\n").as_bytes()).await?;
        let line = self.output.next_line().await?.context("the Python peer ended")?;
        let seconds: f64 = line.split_whitespace().next().context("no seconds")?.parse()?;
        Ok(seconds / OTHERS as f64)
    }
}

/// The first available Python that has PyYAML with its C loader.
async fn interpreter() -> Option<std::path::PathBuf> {
    let provided = environment::variable(environment::PYTHON).map(Into::into);
    let installed = paths::target().join("tools/py/bin/python");
    for candidate in provided
        .into_iter()
        .chain([installed, "python3".into(), "python".into()])
    {
        let works = Command::new(&candidate)
            .args(["-c", "import yaml; yaml.CBaseLoader"])
            .stderr(Stdio::null())
            .status()
            .await;
        if works.is_ok_and(|status| status.success()) {
            return Some(candidate);
        }
    }
    None
}
