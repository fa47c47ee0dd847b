//! Where tasks and the programs that they run print: the terminal, or for steps beside others a file until the step is over.
//!
//! Belongs here: which of the two. Does not: what is printed.

use anyhow::{Context, Result};
use std::cell::RefCell;
use std::fmt::Display;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

thread_local! {
    /// Where this thread's output is kept; `None` is the terminal. Each lane of steps is one thread.
    static KEPT: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// One line of a task.
pub(crate) fn line(text: impl Display) {
    let kept = with_kept(|file| writeln!(file, "{text}"));
    // Output that cannot be kept is printed at once rather than lost.
    if !matches!(kept, Some(Ok(()))) {
        println!("{text}");
    }
}

/// Both streams of `command` go where our own lines go.
pub(crate) fn take(command: &mut Command) -> Result<()> {
    if let Some(copies) = with_kept(|file| Ok::<_, std::io::Error>((file.try_clone()?, file.try_clone()?))) {
        let (stdout, stderr) = copies.context("the file that keeps the output of a step cannot be shared")?;
        command.stdout(stdout).stderr(stderr);
    }
    Ok(())
}

/// The same for what `command` says beside a stdout that is read.
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

/// Does `work` with all that this thread and its programs print kept in `path`; gives that back as well.
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
    fn what_a_task_and_its_programs_say_is_kept_in_order() {
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
