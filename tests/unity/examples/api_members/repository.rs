//! Reads the C# sources of a revision from a git repository, which needs no work tree.

use anyhow::{Context, Result, ensure};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Folders whose sources are not in Unity's assemblies, or are a second version of other sources.
const LEFT_OUT: [&str; 5] = ["Tests", "ModuleOverrides", "Tools", "Documentation~", "Samples~"];

/// A revision of a git repository.
#[derive(Clone, Debug)]
pub(crate) struct Revision {
    pub(crate) repository: PathBuf,
    pub(crate) revision: String,
}

impl Revision {
    /// Returns the name of the repository with the revision, without the folder in which the repository is.
    pub(crate) fn name(&self) -> String {
        let mut names = self.repository.iter().filter_map(|part| part.to_str());
        // A mirror can have the repository in a folder with a general name.
        let name = names
            .rfind(|name| !["repo", ".git"].contains(name))
            .unwrap_or("repository");
        let name = name.trim_end_matches(".git").rsplit('+').next().unwrap_or(name);
        format!("{name} {}", self.revision)
    }

    /// Returns the path and the text of each C# source.
    pub(crate) fn sources(&self) -> Result<Vec<(String, String)>> {
        let listed = self
            .git(&["ls-tree", "-r", "--name-only", "-z", &self.revision])
            .output()?;
        ensure!(
            listed.status.success(),
            "{}: {}",
            self.name(),
            String::from_utf8_lossy(&listed.stderr).trim()
        );
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let paths: Vec<&str> = listed.split('\0').filter(|path| is_source(path)).collect();
        let mut child = self
            .git(&["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut input = child.stdin.take().context("the input is piped")?;
        let mut output = BufReader::new(child.stdout.take().context("the output is piped")?);
        let wanted: String = paths.iter().map(|path| format!("{}:{path}\n", self.revision)).collect();
        let writer = std::thread::spawn(move || input.write_all(wanted.as_bytes()));
        let mut sources = Vec::with_capacity(paths.len());
        for path in paths {
            let mut head = String::new();
            output.read_line(&mut head)?;
            let length = head
                .trim_end()
                .rsplit(' ')
                .next()
                .and_then(|length| length.parse().ok());
            let length: usize = length.with_context(|| format!("git answers `{}` for {path}", head.trim_end()))?;
            // A line break follows the content.
            let mut bytes = vec![0; length + 1];
            output.read_exact(&mut bytes)?;
            bytes.pop();
            sources.push((path.to_owned(), String::from_utf8_lossy(&bytes).into_owned()));
        }
        writer.join().ok().context("the thread that writes to git")??;
        child.wait()?;
        Ok(sources)
    }

    fn git(&self, words: &[&str]) -> Command {
        let mut command = Command::new("git");
        command.arg("-C").arg(&self.repository).args(words);
        command
    }
}

fn is_source(path: &str) -> bool {
    path.ends_with(".cs") && !path.split('/').any(|part| LEFT_OUT.contains(&part))
}
