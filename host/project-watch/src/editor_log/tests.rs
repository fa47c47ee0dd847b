//! Tests with real log files: project paths, new lines, replaced files, size limits, and paths of other kinds of files.

use super::*;
use proptest::prelude::*;
use std::fs::OpenOptions;
use std::io::Write as _;

struct Ground {
    folder: tempfile::TempDir,
    tail: EditorLogTail,
}

impl Ground {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("Game")).expect("a project");
        std::fs::create_dir(folder.path().join("Other")).expect("a project");
        let project = folder.path().join("Game");
        let tail = EditorLogTail::new(&EditorLog::File(folder.path().join("Editor.log")), &[&project]);
        Self { folder, tail }
    }

    fn log(&self) -> PathBuf {
        self.folder.path().join("Editor.log")
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    /// Returns the first lines of a log as the editor writes them. They contain the path of the project `name`.
    fn head(&self, name: &str) -> String {
        let path = self.path(name);
        format!(
            "[Licensing::Module] Trying to connect\n\nCOMMAND LINE ARGUMENTS:\n/opt/Unity\n-projectpath\n{path}\n-useHub\nSuccessfully changed project path to: {path}\n{path}\n"
        )
    }

    fn write(&self, content: impl AsRef<[u8]>) {
        std::fs::write(self.log(), content).expect("a file");
    }

    fn add(&self, content: impl AsRef<[u8]>) {
        let mut file = OpenOptions::new().append(true).open(self.log()).expect("a file");
        file.write_all(content.as_ref()).expect("written");
    }

    fn look(&mut self) -> (Vec<String>, Vec<String>) {
        let seen = self.tail.look();
        (seen.lines.into_iter().map(|line| line.message).collect(), seen.notes)
    }
}

#[test]
fn returns_each_line_of_this_project_once() {
    let mut ground = Ground::new();
    let (lines, notes) = ground.look();
    assert!(lines.is_empty() && notes.len() == 1, "{notes:?}");
    ground.write(format!("{}first\r\nsec", ground.head("Game")));
    let seen = ground.tail.look();
    assert!(!seen.old, "there was no log at the first look");
    assert_eq!(seen.lines.len(), 9, "blank lines are not messages: {:?}", seen.lines);
    assert_eq!(seen.lines.last().map(|line| line.message.as_str()), Some("first"));
    assert_eq!(ground.look(), (vec![], vec![]));
    ground.add("ond\n\nthird\n");
    assert_eq!(ground.look(), (vec!["second".to_owned(), "third".to_owned()], vec![]));
    ground.add(b"bytes \xff\xfe\n");
    assert_eq!(ground.look().0, ["bytes \u{fffd}\u{fffd}"]);
    ground.add("x".repeat(10_000) + "\n");
    let (lines, _) = ground.look();
    assert!(lines[0].len() < 5_000 && lines[0].ends_with("(5904 more bytes)"));
}

#[test]
fn omits_lines_of_other_or_unknown_projects_and_reports_why() {
    let mut ground = Ground::new();
    ground.write(format!("{}secret\n", ground.head("Other")));
    for added in ["", "more\n", "-projectPath is what a script prints\n"] {
        ground.add(added);
        let (lines, notes) = ground.look();
        assert!(lines.is_empty(), "{lines:?}");
        assert!(notes.len() == 1 && notes[0].contains("another project"), "{notes:?}");
        assert!(!notes[0].contains(&ground.path("Other")));
    }
    ground.write("a line\n");
    let (lines, notes) = ground.look();
    assert!(
        lines.is_empty() && notes[0].contains("does not name a project"),
        "{notes:?}"
    );
    // Once the log names this project, the lines before the name count too.
    ground.add(format!(
        "Successfully changed project path to: {}\nnext\n",
        ground.path("Game")
    ));
    let (lines, notes) = ground.look();
    assert_eq!((lines.len(), lines[0].as_str(), notes.len()), (3, "a line", 0));
    ground.add(format!(
        "Successfully changed project path to: {}\nsecret\n",
        ground.path("Other")
    ));
    let (lines, notes) = ground.look();
    assert!(lines.is_empty() && notes.len() == 1, "{lines:?}");
}

#[test]
fn matches_project_path_in_every_notation() {
    let mut ground = Ground::new();
    let game = ground.path("Game");
    #[cfg(unix)]
    std::os::unix::fs::symlink(&game, ground.path("Alias")).expect("a link");
    for (text, given) in [
        (format!("-projectPath\n{game}/\n"), true),
        (format!("Unity -batchmode -projectPath \"{game}\" -quit\n"), true),
        (format!("Unity -projectPath {game} -quit\n"), true),
        (format!("-projectPath={game}\n"), true),
        (
            format!("Successfully changed project path to: {}\n", ground.path("Alias")),
            cfg!(unix),
        ),
        (format!("Unity -projectPath {game}2 -quit\n"), false),
        (format!("-projectPath\n{game}/Assets\n"), false),
        ("-projectPath\nGame\n".to_owned(), false),
        ("-projectPath\n//server/share/Game\n".to_owned(), false),
        (format!("x-projectPath {game}\n"), false),
    ] {
        ground.write(format!("{text}line\n"));
        ground.tail.at = None;
        let (lines, notes) = ground.look();
        assert_eq!(
            lines.last().is_some_and(|line| line == "line"),
            given,
            "{text:?} {notes:?}"
        );
    }
}

#[test]
fn reads_replaced_log_from_its_start() {
    let mut ground = Ground::new();
    ground.write(format!("{}one\ntwo\n", ground.head("Game")));
    assert_eq!(ground.look().0.len(), 10);
    // A shorter file with the same name; then another file; then a file with the same length and beginning.
    ground.write(ground.head("Game"));
    assert_eq!(ground.look().0.len(), 8);
    std::fs::rename(ground.log(), ground.path("Editor-prev.log")).expect("renamed");
    ground.write(format!("{}three\n", ground.head("Game")));
    assert_eq!(ground.look().0.last().map(String::as_str), Some("three"));
    ground.write(format!("{}thron\nfour\n", ground.head("Game")));
    let (lines, _) = ground.look();
    assert_eq!(lines.len(), 10, "{lines:?}");
    assert_eq!(ground.look().0.len(), 0);
    // A file that was missing for a moment is not new.
    std::fs::rename(ground.log(), ground.path("away")).expect("renamed");
    assert_eq!(ground.look().0.len(), 0);
    std::fs::rename(ground.path("away"), ground.log()).expect("renamed");
    ground.add("five\n");
    assert_eq!(ground.look().0, ["five"]);
}

#[test]
fn reads_end_of_large_log_and_counts_skipped_bytes() {
    let mut ground = Ground::new();
    let row = |at: usize| format!("line {at:07}\n");
    let body: String = (0..100_000).map(row).collect();
    ground.write(format!("{}{body}", ground.head("Game")));
    let seen = ground.tail.look();
    assert!(seen.old && seen.time <= Timestamp::now());
    let (first, last) = (seen.lines.first().expect("lines"), seen.lines.last().expect("lines"));
    assert_eq!(last.message, "line 0099999");
    assert!(
        first.message.starts_with("line 00") && first.message.len() == 12,
        "a whole line: {first:?}"
    );
    assert_eq!(seen.lines.len(), usize::try_from(FIRST_BYTES).expect("small") / 13);
    assert!(
        seen.notes[0].contains("bytes of the editor's log were not read"),
        "{:?}",
        seen.notes
    );
    ground.add(&body);
    let (lines, notes) = ground.look();
    assert_eq!(lines.len(), usize::try_from(NEW_BYTES).expect("small") / 13);
    assert_eq!(notes.len(), 1);
    // A line without a line break is read in pieces.
    ground.add("y".repeat(300_000));
    assert!(!ground.look().0.is_empty());
}

#[test]
fn detects_error_and_warning_levels_of_lines() {
    let mut ground = Ground::new();
    ground.write(ground.head("Game"));
    let _ = ground.look();
    ground.add(
        "Assets/A.cs(3,5): error CS0103: The name 'x' does not exist\n\
         Assets/A.cs(4,5): warning CS0168: never used\n\
         NullReferenceException: Object reference not set\n\
         My.Game.OddException: odd\n\
         The word Exception: here means nothing\n\
         0 errors, error CSharp\n\
         native line\n\
         hot\n\
         UnityEngine.StackTraceUtility:ExtractStackTrace ()\n\
         UnityEngine.Debug:LogWarning (object)\n\
         A:B () (at Assets/A.cs:3)\n\
         \n\
         broken\n\
         UnityEngine.Debug:LogErrorFormat (string,object[])\n\
         \n\
         UnityEngine.Debug:LogError (object)\n",
    );
    let levels: Vec<_> = ground.tail.look().lines.into_iter().map(|line| line.level).collect();
    let (error, warn, info) = ("error", "warn", "info");
    assert_eq!(levels, [error, warn, error, error, info, info, info, warn, error, info]);
}

#[test]
fn joins_stack_trace_with_its_message() {
    let mut ground = Ground::new();
    ground.write(ground.head("Game"));
    let _ = ground.look();
    let logged = "Door opened\nUnityEngine.Debug:Log (object)\nGame.Door:Open () (at Assets/Door.cs:7)\n\n(Filename: Assets/Door.cs Line: 7)\n\n";
    let thrown = "NullReferenceException: no door\n  at Game.Door.Open () [0x00001] in <0f>:0\nGame.Hall.Enter () (at Assets/Hall.cs:3)\n(Filename: Assets/Hall.cs Line: 3)\n\n";
    let twice = format!("{logged}{thrown}Loaded.Scene (main)\nnative\n");
    ground.add(&twice);
    let whole = |text: &str| text.replace("\n\n", "\n").trim_end().to_owned();
    let messages = [
        whole(logged),
        whole(thrown),
        "Loaded.Scene (main)".into(),
        "native".into(),
    ];
    assert_eq!(ground.look(), (messages.to_vec(), vec![]));
    // Lines that only the next look reads are not lost, and not joined with messages that were returned before.
    ground.add("Door shut\n");
    assert_eq!(ground.look().0, ["Door shut"]);
    ground.add("UnityEngine.Debug:Log (object)\nGame.Door:Shut ()\n\n");
    assert_eq!(ground.look().0, ["UnityEngine.Debug:Log (object)\nGame.Door:Shut ()"]);
    // A very long trace is cut, and the message says so.
    let frame = format!("Game.Door:Open{} ()\n", "a".repeat(90));
    ground.add(format!(
        "deep\nUnityEngine.Debug:LogError (object)\n{}next\n",
        frame.repeat(500)
    ));
    let seen = ground.tail.look().lines;
    let kept = seen[0].message.lines().count() - 3;
    assert!(
        seen.len() == 2 && seen[0].level == "error" && kept > 100,
        "{}",
        seen.len()
    );
    assert!(
        seen[0].message.ends_with(&format!("\n… ({} more lines)", 500 - kept)),
        "{kept}"
    );
}

#[cfg(unix)]
#[test]
fn rejects_log_that_is_no_regular_file_without_blocking() {
    let mut ground = Ground::new();
    let made = std::process::Command::new("mkfifo").arg(ground.log()).status();
    assert!(made.is_ok_and(|status| status.success()));
    let (lines, notes) = ground.look();
    assert!(lines.is_empty() && notes[0].contains("no regular file"), "{notes:?}");
    ground.tail.file = Some(ground.folder.path().to_path_buf());
    assert!(ground.look().1[0].contains("no regular file"));
    ground.tail.file = Some("/dev/zero".into());
    assert!(ground.look().1[0].contains("no regular file"));
}

#[test]
fn reports_nothing_if_log_is_off_or_absent_by_default() {
    let mut off = EditorLogTail::new(&EditorLog::Off, &[]);
    let seen = off.look();
    assert!(seen.lines.is_empty() && seen.notes.is_empty());
    let mut absent = Ground::new();
    absent.tail.wanted = false;
    assert_eq!(absent.look(), (vec![], vec![]));
}

proptest! {
    #[test]
    fn lines_are_independent_of_read_boundaries(
        rows in proptest::collection::vec(0_usize..6, 0..20),
        cuts in proptest::collection::vec(0_usize..400, 0..8),
    ) {
        let project = Project::new(&[Path::new("/data/Game")]);
        let texts = ["plain\n", "\u{e4}\r\n", "\n", "-projectPath\n/data/Game\n", "-projectPath\n/data/Other\n", "UnityEngine.Debug:Log (object)\n"];
        let bytes: Vec<u8> = rows.iter().flat_map(|row| texts[*row].bytes()).collect();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(bytes.len())).collect();
        cuts.extend([0, bytes.len()]);
        cuts.sort_unstable();
        // A part of a message that another look reads is a message itself; the lines and their order are the same.
        let read = |cuts: &[usize]| {
            let (mut reader, mut lines) = (Reader::default(), Vec::new());
            for pair in cuts.windows(2) {
                reader.feed(&bytes[pair[0]..pair[1]], &project, &mut lines);
            }
            let texts = lines.iter().flat_map(|line| line.message.split('\n')).map(str::to_owned);
            (texts.collect::<Vec<_>>(), reader.is_ours())
        };
        prop_assert_eq!(read(&cuts), read(&[0, bytes.len()]));
    }
}
