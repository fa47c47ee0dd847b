//! What authors read when they did something wrong: one table of mistakes, for each language that it can be made in.
//!
//! A mistake is a way of the bundle `stumbles` (`tests/fixtures/stumbles`, in Rust `tests/fixtures/guests/stumbles`), a line of the
//! file beside it that no compiler takes, or bytes and words of the built bundle that were changed. Each answer has to name the cause and what to do about it. A language more is
//! a file in `tests/fixtures/stumbles` and a [`Language`] here; a mistake more is a row.
//!
//! Belongs here: building the bundle, making the mistake, comparing words. Does not: which words those are
//! (`wrong/calls.rs` and those beside it).

mod bundles;
mod calls;
mod imports;
mod languages;
mod table;

use super::{Author, ProgramOutput};
use crate::guests::write_bundle;
use anyhow::{Context, Result, ensure};
use languages::{LANGUAGES, Language};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use table::{Made, Mistake};
use tests_support::{environment, paths};

/// The bundle's id in every language.
const ID: &str = "stumbles";

/// A built bundle, and what was said of the source that was not.
struct Built {
    folder: PathBuf,
    refused: Option<ProgramOutput>,
}

/// What `mistake` makes an author read, and the code that it should end with.
async fn read(author: &Author, language: &Language, built: &Built, mistake: &Mistake) -> Result<(ProgramOutput, i32)> {
    let folder = built.folder.as_path();
    let plain = |path: &Path| path.to_str().map(str::to_owned).context("a plain path");
    let bytes = || -> Result<Vec<u8>> { Ok(std::fs::read(folder.join(format!("{ID}.wasm")))?) };
    let changed = author
        .home()
        .join(format!("{}-{}", language.name, mistake.what.replace(' ', "-")));
    let host = async |words: &[&str]| author.host(words).await;
    Ok(match mistake.made {
        Made::Compiling => {
            let said = built.refused.clone();
            (said.context("the language has a file that is refused")?, 1)
        }
        Made::Calling(arguments) => {
            let words = ["call", "stumble", arguments, "--no-bundled", "--tools"];
            let folder = plain(folder)?;
            let limit: &[&str] = match mistake.limit {
                "" => &[],
                limit => &["--set", limit],
            };
            let said = host(&[words.as_slice(), &[&folder, "--log", "info"], limit].concat()).await?;
            (said, if mistake.is_fine { 0 } else { 1 })
        }
        Made::OfBytes(from, to) | Made::OfListing(from, to) => {
            let bytes = bytes()?;
            let start = match mistake.made {
                Made::OfListing(..) => listing(&bytes)?,
                _ => 0,
            };
            let (before, rest) = bytes.split_at(start);
            let bytes = [before, &replace_bytes(rest, from, to)?].concat();
            write_bundle(&changed, ID, &bytes)?;
            let code = if mistake.is_fine { 0 } else { 1 };
            (host(&["check", &plain(&changed)?]).await?, code)
        }
        Made::OfManifest(from, to) => {
            write_bundle(&changed, ID, &bytes()?)?;
            let manifest = changed.join("bundle.toml");
            let text = std::fs::read_to_string(&manifest)?;
            ensure!(text.contains(from), "no {from:?} in {text}");
            std::fs::write(manifest, text.replace(from, to))?;
            (host(&["check", &plain(&changed)?]).await?, 1)
        }
        Made::BesideItself(id) => {
            write_bundle(&changed, id, &bytes()?)?;
            let (one, other) = (plain(folder)?, plain(&changed)?);
            let said = host(&["list", "--no-bundled", "--tools", &one, "--tools", &other]).await?;
            (said, if mistake.is_fine { 0 } else { 1 })
        }
    })
}

/// Where the last section with a listing begins, behind the code of the language and its own words.
fn listing(bytes: &[u8]) -> Result<usize> {
    let name = b"unity-tools:listing/0.3{";
    let found = bytes.windows(name.len()).rposition(|window| window == name);
    found.context("the component has no section with a listing")
}

/// All bytes `from`, which are as many as `to`, so that nothing around them moves.
fn replace_bytes(bytes: &[u8], from: &str, to: &str) -> Result<Vec<u8>> {
    ensure!(from.len() == to.len(), "{from:?} and {to:?} differ in length");
    let (mut bytes, from) = (bytes.to_vec(), from.as_bytes());
    let mut found = 0;
    for at in 0..bytes.len().saturating_sub(from.len()) {
        if bytes[at..].starts_with(from) {
            bytes[at..at + from.len()].copy_from_slice(to.as_bytes());
            found += 1;
        }
    }
    ensure!(found > 0, "{from:?} is nowhere in the component");
    Ok(bytes)
}

/// The built bundle; none where its language's toolchain is not here.
async fn build_bundle(author: &Author, language: &Language) -> Result<Option<Built>> {
    let Some(source) = language.source else {
        let folder = paths::fixture_bundle(ID)?;
        return Ok(Some(Built { folder, refused: None }));
    };
    if environment::variable(environment::FAST).is_some() {
        environment::announce(&format!(
            "skipped: mistakes in {}: --fast leaves out its toolchain",
            language.name
        ));
        return Ok(None);
    }
    if let Some(needed) = language.needs
        && !paths::target().join(needed).is_file()
    {
        environment::skip(
            &format!("mistakes in {}", language.name),
            "its toolchain is not installed; `cargo xtask guests` brings it",
        )?;
        return Ok(None);
    }
    let made = author.host(&["new", ID, "--language", language.name]).await?;
    ensure!(made.code == Some(0), "{}", made.errors);
    let folder = author.home().join(ID);
    let sources = folder.join(language.inside);
    let lay = |file: &str| {
        std::fs::copy(
            paths::root().join("tests/fixtures/stumbles").join(file),
            sources.join(file),
        )
    };
    lay(source)?;
    if let Some((from, name)) = language.linked {
        link(&paths::target().join(from), &folder.join(name))?;
    }
    let cache = [("GOCACHE", paths::target().join("authors/go/cache"))];
    let build = async || author.run(&paths::binary()?, &["build", ID], "", &cache).await;
    let mut refused = None;
    if let Some(file) = language.refused {
        lay(file)?;
        refused = Some(build().await?);
        std::fs::remove_file(sources.join(file))?;
    }
    let said = build().await?;
    ensure!(said.code == Some(0), "{}{}", said.output, said.errors);
    Ok(Some(Built { folder, refused }))
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) -> Result<()> {
    Ok(std::os::unix::fs::symlink(from, to)?)
}

/// There the toolchain fetches it.
#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> Result<()> {
    Ok(())
}

/// Languages whose components are snapshots of their runtime, random state included.
const RANDOM_IN_A_SNAPSHOT: [&str; 3] = ["js", "ts", "python"];

/// Each call has an instance of its own.
async fn each_instance_has_random_numbers_of_its_own(author: &Author, folder: &Path) -> Result<()> {
    let folder = folder.to_str().context("a plain path")?;
    let mut drawn = BTreeSet::new();
    for _ in 0..3 {
        let words = [
            "call",
            "stumble",
            r#"{"how": "roll"}"#,
            "--no-bundled",
            "--tools",
            folder,
        ];
        let said = author.host(&words).await?;
        let answer: serde_json::Value =
            serde_json::from_str(&said.output).with_context(|| format!("{}{}", said.output, said.errors))?;
        drawn.insert(answer["total"].as_u64().context("a number")?);
    }
    ensure!(drawn.len() == 3, "three calls drew {drawn:?}");
    Ok(())
}

async fn mistakes(name: &str) -> Result<()> {
    let language = LANGUAGES
        .iter()
        .find(|one| one.name == name)
        .context("a language of the table")?;
    let author = Author::new()?;
    let Some(built) = build_bundle(&author, language).await? else {
        return Ok(());
    };
    let mut wrong = Vec::new();
    let all = [calls::MISTAKES, imports::MISTAKES, bundles::MISTAKES];
    for mistake in all.into_iter().flatten() {
        let Some(words) = mistake.words(language) else { continue };
        let (said, code) = read(&author, language, &built, mistake).await?;
        let text = format!("{}{}", said.output, said.errors);
        if said.code != Some(code) {
            wrong.push(format!(
                "{}: exit {:?}, expected {code}: {text}",
                mistake.what, said.code
            ));
        }
        for word in words.iter().filter(|word| !text.contains(**word)) {
            wrong.push(format!("{}: no {word:?} in: {text}", mistake.what));
        }
        for leaked in ["wasm function", "wasm backtrace", "<unknown>!"] {
            if text.contains(leaked) {
                wrong.push(format!("{}: {leaked:?} is no word for an author: {text}", mistake.what));
            }
        }
    }
    if RANDOM_IN_A_SNAPSHOT.contains(&name) {
        each_instance_has_random_numbers_of_its_own(&author, &built.folder).await?;
    }
    ensure!(
        wrong.is_empty(),
        "{} mistakes in {name}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    Ok(())
}

#[tokio::test]
async fn rust_mistakes_report_cause_and_remedy() -> Result<()> {
    mistakes("rust").await
}

#[cfg(unix)]
#[tokio::test]
async fn javascript_mistakes_report_cause_and_remedy() -> Result<()> {
    mistakes("js").await
}

#[cfg(unix)]
#[tokio::test]
async fn python_mistakes_report_cause_and_remedy() -> Result<()> {
    mistakes("python").await
}

#[cfg(unix)]
#[tokio::test]
async fn typescript_mistakes_report_cause_and_remedy() -> Result<()> {
    mistakes("ts").await
}

#[cfg(unix)]
#[tokio::test]
async fn c_mistakes_report_cause_and_remedy() -> Result<()> {
    mistakes("c").await
}

#[cfg(unix)]
#[tokio::test]
async fn go_mistakes_report_cause_and_remedy() -> Result<()> {
    mistakes("go").await
}
