//! Tests of the script commands on a real folder: normal use, limits, symbolic links, and the startup script.

use super::*;
use crate::options::ProjectOptions;
use host_bridge::{Page, PageRequest, Reply, Script, ScriptFile, StartupScript};
use host_project_watch::watch::WatchMode;
use host_scripts_folder::MAX_BYTES;
use std::path::{Path, PathBuf};
use tests_projects::{TinyProject, tree_hash};

mod hostile;

struct Ground {
    base: tempfile::TempDir,
    _project: TinyProject,
    session: Session,
}

impl Ground {
    fn new() -> Self {
        Self::with_folder("scripts")
    }

    fn with_folder(name: &str) -> Self {
        let base = tempfile::tempdir().expect("a folder");
        let project = TinyProject::new();
        let options = ProjectOptions {
            scripts_folder: Some(base.path().join(name)),
            watch: WatchMode::Off,
            ..ProjectOptions::new(project.root())
        };
        Self {
            session: Session::open(project.root(), &options, &|_, _| true).expect("a project"),
            base,
            _project: project,
        }
    }

    fn folder(&self) -> PathBuf {
        self.base.path().join("scripts")
    }

    fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.folder().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folders");
        std::fs::write(path, content).expect("a file");
    }

    fn content(&self, name: &str) -> String {
        std::fs::read_to_string(self.folder().join(name)).expect(name)
    }

    fn read(&mut self, path: &str) -> Result<(ScriptFile, Vec<String>), BridgeError> {
        let path = path.to_owned();
        let replied = self.session.run(Command::ReadScript { path })?;
        match replied.reply {
            Reply::Script(file) => Ok((file, replied.diagnostics)),
            other => panic!("{other:?}"),
        }
    }

    fn write(&mut self, path: &str, content: &str) -> Result<Replied, BridgeError> {
        self.session.run(Command::WriteScript {
            path: path.to_owned(),
            content: content.to_owned(),
        })
    }

    fn delete(&mut self, path: &str) -> Result<Replied, BridgeError> {
        let path = path.to_owned();
        self.session.run(Command::DeleteScript { path })
    }

    fn run(&mut self, path: &str) -> BridgeError {
        let path = path.to_owned();
        self.session.run(Command::RunScript { path }).expect_err("never runs")
    }

    fn list(&mut self, offset: u32, limit: u32) -> (Page<Script>, Vec<String>) {
        let page = PageRequest {
            offset,
            limit,
            max_bytes: 65_536,
            cursor: None,
        };
        let replied = self.session.run(Command::ListScripts { page }).expect("a list");
        match replied.reply {
            Reply::Scripts(page) => (page, replied.diagnostics),
            other => panic!("{other:?}"),
        }
    }

    fn names(&mut self) -> Vec<String> {
        let (page, _) = self.list(0, 100);
        page.items.into_iter().map(|script| script.name).collect()
    }

    fn startup(&mut self) -> (StartupScript, Vec<String>) {
        let replied = self.session.run(Command::GetStartupScript).expect("an answer");
        match replied.reply {
            Reply::Startup(script) => (script, replied.diagnostics),
            other => panic!("{other:?}"),
        }
    }

    fn enable(&mut self, enabled: bool) -> Result<Replied, BridgeError> {
        self.session.run(Command::SetStartupEnabled { enabled })
    }

    fn write_startup(&mut self, content: &str) -> Replied {
        let content = content.to_owned();
        let command = Command::WriteStartupScript { content };
        self.session.run(command).expect("written")
    }
}

fn kind<T: std::fmt::Debug>(outcome: Result<T, BridgeError>) -> BridgeErrorKind {
    outcome.expect_err("a refusal").kind
}

#[cfg(unix)]
fn link(target: &str, at: &Path) -> bool {
    std::os::unix::fs::symlink(target, at).is_ok()
}

/// Creates a symbolic link. Returns false if the user may not create links, as on some Windows systems.
#[cfg(windows)]
fn link(target: &str, at: &Path) -> bool {
    let made = if Path::new(target).is_dir() {
        std::os::windows::fs::symlink_dir(target, at)
    } else {
        std::os::windows::fs::symlink_file(target, at)
    };
    made.is_ok()
}

#[test]
fn writes_reads_lists_and_deletes_a_script() {
    let mut ground = Ground::new();
    assert_eq!(ground.names(), Vec::<String>::new());
    assert!(!ground.folder().exists(), "made at the first write only");
    assert_eq!(kind(ground.read("mcp-test.cs")), BridgeErrorKind::NotFound);
    assert_eq!(kind(ground.delete("mcp-test.cs")), BridgeErrorKind::NotFound);

    let replied = ground.write("mcp-test.cs", "\u{feff}return 123;").expect("written");
    assert_eq!(replied.reply, Reply::Done);
    assert_eq!(
        replied.diagnostics,
        ["the host's scripts folder was changed on disk; no project file and no running editor was changed"]
    );
    assert_eq!(ground.session.edits.writes, 1);
    assert_eq!(ground.content("mcp-test.cs"), "return 123;");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: PathBuf| std::fs::metadata(path).expect("there").permissions().mode() & 0o777;
        assert_eq!(mode(ground.folder()), 0o700);
        assert_eq!(mode(ground.folder().join("mcp-test.cs")), 0o600);
    }

    let (file, notes) = ground.read("mcp-test.cs").expect("a script");
    assert_eq!(
        (file.name.as_str(), file.content.as_str()),
        ("mcp-test.cs", "return 123;")
    );
    assert_eq!((file.size_bytes, file.truncated, notes.len()), (11, false, 0));
    assert_eq!(file.path, ground.folder().join("mcp-test.cs").to_str().expect("UTF-8"));
    let time: jiff::Timestamp = file.last_modified.parse().expect("RFC 3339");
    assert!(
        file.last_modified.ends_with('Z') && file.last_modified.len() == 20,
        "{time}"
    );
    // The path in an answer may be used in a call.
    assert_eq!(ground.read(&file.path).expect("a script").0, file);
    assert_eq!(ground.run(&file.path).kind, BridgeErrorKind::NotReady);
    assert_eq!(ground.run("other.cs").kind, BridgeErrorKind::NotFound);

    ground.write(r"sub\deeper\b.cs", "2").expect("written");
    ground.write("A.CS", "3").expect("written");
    assert_eq!(ground.names(), ["A.CS", "mcp-test.cs"], "the top folder, sorted");
    let (page, _) = ground.list(1, 1);
    assert_eq!((page.total, page.items.len(), page.next_offset), (2, 1, None));
    assert_eq!(ground.list(0, 1).0.next_offset, Some(1));

    ground.delete(&file.path).expect("deleted");
    assert_eq!(kind(ground.delete("mcp-test.cs")), BridgeErrorKind::NotFound);
    assert_eq!(ground.session.edits.writes, 4);
    assert_eq!(ground.session.project_info().session_edits, 0, "a script is no edit");
}

#[test]
fn size_limits_do_not_count_the_byte_order_mark() {
    let mut ground = Ground::new();
    let most = "x".repeat(MAX_BYTES);
    ground.write("most.cs", &format!("\u{feff}{most}")).expect("written");
    let error = ground.write("most.cs", &format!("{most}x")).expect_err("too large");
    assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
    assert!(
        error.message.contains("262145") && error.message.contains("262144"),
        "{error}"
    );
    assert_eq!(ground.content("most.cs").len(), MAX_BYTES, "the old content stays");

    ground.put("marked.cs", format!("\u{feff}{most}x"));
    let (file, notes) = ground.read("marked.cs").expect("a script");
    assert_eq!(
        (file.size_bytes, file.content.len(), file.truncated),
        (262_148, MAX_BYTES, true)
    );
    assert!(notes.iter().any(|note| note.contains("262148")), "{notes:?}");
    ground.put("latin.cs", b"// gr\xf6\xdfe");
    let (file, notes) = ground.read("latin.cs").expect("a script");
    assert_eq!((file.content.as_str(), file.size_bytes), ("// gr\u{fffd}\u{fffd}e", 8));
    assert!(notes.iter().any(|note| note.contains("U+FFFD")), "{notes:?}");
}

#[cfg(unix)]
#[test]
fn follows_links_inside_the_folder_and_rejects_non_files() {
    let mut ground = Ground::new();
    ground.put("sub/real.cs", "real");
    ground.put("folder.cs/x.txt", "");
    assert!(link("sub/real.cs", &ground.folder().join("alias.cs")));
    assert!(link("nowhere.cs", &ground.folder().join("dangling.cs")));
    let made = std::process::Command::new("mkfifo")
        .arg(ground.folder().join("pipe.cs"))
        .status();
    assert!(made.is_ok_and(|status| status.success()));

    assert_eq!(ground.read("alias.cs").expect("a script").0.content, "real");
    ground.write("alias.cs", "changed").expect("written");
    assert_eq!(ground.content("sub/real.cs"), "changed");
    assert!(ground.folder().join("alias.cs").is_symlink());
    for path in ["pipe.cs", "folder.cs", "dangling.cs", "sub/real.cs/a.cs"] {
        assert_eq!(
            kind(ground.write(path, "x")),
            BridgeErrorKind::InvalidArgument,
            "{path}"
        );
    }
    for path in ["pipe.cs", "folder.cs"] {
        assert_eq!(kind(ground.read(path)), BridgeErrorKind::InvalidArgument, "{path}");
        assert_eq!(kind(ground.delete(path)), BridgeErrorKind::InvalidArgument, "{path}");
        assert_eq!(ground.run(path).kind, BridgeErrorKind::InvalidArgument, "{path}");
    }
    ground.put(r"back\slash.cs", "");
    assert_eq!(ground.names(), ["alias.cs"]);
    let (_, notes) = ground.list(0, 10);
    assert!(
        notes[0].starts_with("1 files") && notes[1].starts_with("3 entries"),
        "{notes:?}"
    );
    ground.delete("alias.cs").expect("deleted");
    assert_eq!(ground.content("sub/real.cs"), "changed", "only the link went");
}

#[test]
fn startup_script_keeps_its_state_on_disk() {
    let mut ground = Ground::new();
    let enabled = ground.folder().join("startup.cs").to_str().map(str::to_owned);
    let disabled = ground.folder().join("startup.disabled.cs").to_str().map(str::to_owned);
    let run = |ground: &mut Ground| {
        ground
            .session
            .run(Command::RunStartupScript)
            .expect_err("never runs")
            .kind
    };
    let (script, _) = ground.startup();
    assert_eq!(
        (script.enabled, Some(script.path), script.content),
        (false, enabled.clone(), None)
    );
    assert_eq!(kind(ground.enable(true)), BridgeErrorKind::NotFound);
    assert_eq!(run(&mut ground), BridgeErrorKind::NotFound);

    ground.write_startup("return 1;");
    let (script, _) = ground.startup();
    assert!(!script.enabled, "writing enabled it");
    assert_eq!(script.content.as_deref(), Some("return 1;"));
    assert_eq!(run(&mut ground), BridgeErrorKind::NotReady);
    ground.enable(true).expect("enabled");
    ground.write_startup("return 1; ");
    assert!(ground.startup().0.enabled, "writing switched it off");
    ground.enable(false).expect("disabled");
    let (script, _) = ground.startup();
    assert_eq!((script.enabled, Some(script.path)), (false, disabled));
    assert_eq!(script.content.as_deref(), Some("return 1; "));
    let replied = ground.write_startup("return 2;");
    assert!(replied.diagnostics[1].contains("is disabled"), "{replied:?}");
    assert!(!ground.folder().join("startup.cs").exists());
    ground.enable(true).expect("enabled");
    assert!(!ground.folder().join("startup.disabled.cs").exists());
    let again = ground.enable(true).expect("nothing to do");
    assert!(again.diagnostics[0].contains("already"), "{again:?}");
    let (script, _) = ground.startup();
    assert_eq!((script.enabled, Some(script.path)), (true, enabled));
    assert_eq!(script.content.as_deref(), Some("return 2;"));

    // Both exist: switching overwrites nothing.
    ground.put("startup.disabled.cs", "other");
    let (script, notes) = ground.startup();
    assert!(script.enabled && notes.len() == 1, "{notes:?}");
    assert_eq!(kind(ground.enable(false)), BridgeErrorKind::Conflict);
    assert_eq!(ground.content("startup.disabled.cs"), "other");
    assert_eq!(ground.content("startup.cs"), "return 2;");
}

#[test]
fn rejects_writes_without_a_folder_or_overlapping_the_project() {
    let project = TinyProject::new();
    for (folder, setting) in [
        (None, "project.scripts-folder"),
        (Some(project.root().join("Assets/Scripts")), "project.scripts-folder"),
        (Some(project.root().to_path_buf()), "outside the project"),
        (project.root().parent().map(Path::to_path_buf), "outside the project"),
    ] {
        let before = tree_hash(project.root());
        let options = ProjectOptions {
            scripts_folder: folder,
            watch: WatchMode::Off,
            ..ProjectOptions::new(project.root())
        };
        let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
        let (path, content) = ("Assets/a.cs".to_owned(), String::new());
        let error = session
            .run(Command::WriteScript { path, content })
            .expect_err("refused");
        assert_eq!(error.kind, BridgeErrorKind::NotReady);
        assert!(error.hint.is_some_and(|hint| hint.contains(setting)));
        assert_eq!(tree_hash(project.root()), before);
    }
}
