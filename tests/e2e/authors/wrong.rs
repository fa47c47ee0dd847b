//! What authors read when they did something wrong: one table of mistakes, for each language that it can be made in.
//!
//! A mistake is a way of the bundle `stumbles` (`tests/fixtures/stumbles`, in Rust `tests/fixtures/guests/stumbles`), or bytes and
//! words of the built bundle that were changed. Each answer has to name the cause and what to do about it. A language more is
//! a file in `tests/fixtures/stumbles` and a [`Language`] here; a mistake more is a row.
//!
//! Belongs here: building the bundle, making the mistake, comparing words. Does not: which words those are (`wrong/table.rs`).

mod table;

use super::{Author, Said};
use crate::guests::write_bundle;
use anyhow::{Context, Result, ensure};
use std::path::{Path, PathBuf};
use table::{LANGUAGES, Language, MISTAKES, Made, Mistake};
use tests_support::{environment, paths};

/// The bundle's id in every language.
const ID: &str = "stumbles";

/// What `mistake` makes an author read, and what is wrong with that.
async fn read(author: &Author, language: &Language, folder: &Path, mistake: &Mistake) -> Result<(Said, i32)> {
    let plain = |path: &Path| path.to_str().map(str::to_owned).context("a plain path");
    let bytes = || -> Result<Vec<u8>> { Ok(std::fs::read(folder.join(format!("{ID}.wasm")))?) };
    let changed = author
        .home()
        .join(format!("{}-{}", language.name, mistake.what.replace(' ', "-")));
    let host = async |words: &[&str]| author.host(words).await;
    Ok(match mistake.made {
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
            let bytes = [before, &replaced(rest, from, to)?].concat();
            write_bundle(&changed, ID, &bytes)?;
            (host(&["check", &plain(&changed)?]).await?, 1)
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
    let name = b"unity-tools:listing/0.2{";
    let found = bytes.windows(name.len()).rposition(|window| window == name);
    found.context("the component has no section with a listing")
}

/// All bytes `from`, which are as many as `to`, so that nothing around them moves.
fn replaced(bytes: &[u8], from: &str, to: &str) -> Result<Vec<u8>> {
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
async fn built(author: &Author, language: &Language) -> Result<Option<PathBuf>> {
    let Some(source) = language.source else {
        return paths::fixture_bundle(ID).map(Some);
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
    std::fs::copy(
        paths::root().join("tests/fixtures/stumbles").join(source),
        folder.join(source),
    )?;
    if let Some((from, name)) = language.linked {
        link(&paths::target().join(from), &folder.join(name))?;
    }
    let said = author.host(&["build", ID]).await?;
    ensure!(said.code == Some(0), "{}{}", said.output, said.errors);
    Ok(Some(folder))
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

async fn mistakes(name: &str) -> Result<()> {
    let language = LANGUAGES
        .iter()
        .find(|one| one.name == name)
        .context("a language of the table")?;
    let author = Author::new()?;
    let Some(folder) = built(&author, language).await? else {
        return Ok(());
    };
    let mut wrong = Vec::new();
    for mistake in MISTAKES {
        let Some(words) = mistake.words(language) else { continue };
        let (said, code) = read(&author, language, &folder, mistake).await?;
        let all = format!("{}{}", said.output, said.errors);
        if said.code != Some(code) {
            wrong.push(format!(
                "{}: exit {:?}, expected {code}: {all}",
                mistake.what, said.code
            ));
        }
        for word in words.iter().filter(|word| !all.contains(**word)) {
            wrong.push(format!("{}: no {word:?} in: {all}", mistake.what));
        }
        for leaked in ["wasm function", "wasm backtrace", "<unknown>!"] {
            if all.contains(leaked) {
                wrong.push(format!("{}: {leaked:?} is no word for an author: {all}", mistake.what));
            }
        }
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
async fn mistakes_in_rust_say_cause_and_remedy() -> Result<()> {
    mistakes("rust").await
}

#[cfg(unix)]
#[tokio::test]
async fn mistakes_in_javascript_say_cause_and_remedy() -> Result<()> {
    mistakes("js").await
}

#[cfg(unix)]
#[tokio::test]
async fn mistakes_in_python_say_cause_and_remedy() -> Result<()> {
    mistakes("python").await
}
