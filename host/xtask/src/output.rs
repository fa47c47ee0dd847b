//! The destination of the output of tasks and their programs: the terminal, or for a background step a file until the
//! step ends.
//!
//! Belongs here: choosing the destination. Does not: writing the texts.

use anyhow::{Context, Result};
use std::cell::RefCell;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

thread_local! {
    /// The file for the output of this thread; `None` for the terminal. Each list of background steps has a thread.
    static KEPT: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Prints one line to the terminal, or to the output file of this thread if `capture` set one.
pub(crate) fn line(text: impl Display) {
    let kept = with_kept(|file| writeln!(file, "{text}"));
    // If the file cannot be written, the line is printed instead of lost.
    if !matches!(kept, Some(Ok(()))) {
        println!("{text}");
    }
}

pub(crate) fn take(command: &mut Command) -> Result<()> {
    if let Some(copies) = with_kept(|file| Ok::<_, std::io::Error>((file.try_clone()?, file.try_clone()?))) {
        let (stdout, stderr) = copies.context("the file that keeps the output of a step cannot be shared")?;
        command.stdout(stdout).stderr(stderr);
    }
    Ok(())
}

/// Sends the stderr of `command` to the terminal, or to the output file of this thread. The caller reads its stdout.
pub(crate) fn take_stderr(command: &mut Command) -> Result<()> {
    let stderr = match with_kept(|file| file.try_clone()) {
        Some(copy) => copy
            .context("the file that keeps the output of a step cannot be shared")?
            .into(),
        None => Stdio::inherit(),
    };
    command.stderr(stderr);
    Ok(())
}

/// Runs `work` with the output of this thread redirected to the file `path`. Returns its result and the file's text.
pub(crate) fn capture<T>(path: &Path, work: impl FnOnce() -> T) -> Result<(T, String)> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    KEPT.with(|kept| *kept.borrow_mut() = Some(file));
    let done = work();
    KEPT.with(|kept| *kept.borrow_mut() = None);
    let told = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok((done, String::from_utf8_lossy(&told).into_owned()))
}

fn with_kept<T>(use_it: impl FnOnce(&mut File) -> T) -> Option<T> {
    KEPT.with(|kept| kept.borrow_mut().as_mut().map(use_it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_output_of_task_and_child_processes_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("steps").join("one.txt");
        let ((), told) = capture(&path, || {
            line("before");
            let mut command = Command::new("rustc");
            take(&mut command).unwrap();
            assert!(command.arg("--version").status().unwrap().success());
            line("after");
        })
        .unwrap();
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!((lines[0], lines[2]), ("before", "after"));
        assert!(lines[1].starts_with("rustc "), "{told}");
        assert!(
            with_kept(|_| ()).is_none(),
            "the next step prints to the terminal again"
        );
    }
}
