//! Tests of describing types by name, of reading sources in pages, and of errors for invalid names.

use crate::options::ProjectOptions;
use crate::session::Session;
use host_bridge::{BridgeError, BridgeErrorKind, CursorPage, Reply, ScriptType, ValueText, json_len};
use host_bridge::{Command, Rows};
use std::path::Path;
use tests_projects::{TinyProject, guid};

fn open(root: &Path) -> Session {
    Session::open(root, &ProjectOptions::new(root), &|_, _| true).expect("a project")
}

fn page(limit: u32, cursor: Option<String>) -> CursorPage {
    CursorPage {
        limit,
        cursor,
        max_bytes: 1_024,
    }
}

fn lines(session: &Session, path: &str, page: &CursorPage) -> Result<Rows<String>, BridgeError> {
    match session.view().read_script_source(path, page)?.reply {
        Reply::SourceLines(lines) => Ok(lines),
        other => panic!("{other:?}"),
    }
}

/// Repeats the request until the C# index is complete, and returns its answer.
fn describe(session: &mut Session, script: &str) -> Result<ScriptType, BridgeError> {
    loop {
        let script = script.to_owned();
        match session
            .run(Command::DescribeScript { script })
            .map(|replied| replied.reply)
        {
            Ok(Reply::ScriptType(told)) => return Ok(*told),
            Ok(other) => panic!("{other:?}"),
            Err(error) if error.kind == BridgeErrorKind::NotReady => std::thread::yield_now(),
            Err(error) => return Err(error),
        }
    }
}

#[test]
fn reads_source_in_pages_of_lines() {
    let folder = TinyProject::new();
    let text = format!("\u{feff}class A\r\n{{\n// ゲーム\n{}\n}}", "x".repeat(300));
    folder.asset("Assets/A.cs", &guid('1'), &text);
    folder.asset(
        "Assets/Long.cs",
        &guid('2'),
        format!("// {}ö\nclass Long {{}}\n", "\u{1}".repeat(5_000)),
    );
    let session = open(folder.root());
    let (mut cursor, mut read) = (None, String::new());
    loop {
        let part = lines(&session, "Assets/A.cs", &page(2, cursor)).expect("a page");
        assert!(part.total == 5 && part.rows.len() <= 2, "{part:?}");
        read.extend(part.rows);
        cursor = part.next;
        if cursor.is_none() {
            break;
        }
    }
    assert_eq!(read, text.trim_start_matches('\u{feff}'));
    let long = lines(&session, "Assets/Long.cs", &page(1, None)).expect("a page");
    assert!(long.rows[0].ends_with("bytes of this line are left out]\n") && json_len(&long.rows[0]) <= 1_024);
    let next = long.next.clone();
    assert!(next.is_some(), "the next line has no room");
    assert_eq!(
        lines(&session, "Assets/Long.cs", &page(10, next.clone()))
            .expect("a page")
            .rows,
        ["class Long {}\n"]
    );

    folder.write("Assets/Long.cs", "class Short {}\nclass Other {}\n");
    let stale = lines(&session, "Assets/Long.cs", &page(10, next.clone())).expect_err("the file changed");
    assert_eq!(stale.kind, BridgeErrorKind::Conflict);
    let other = lines(&session, "Assets/A.cs", &page(10, next)).expect_err("another request");
    assert_eq!(other.kind, BridgeErrorKind::InvalidArgument);
    let gone = lines(&session, "Assets/Lang.cs", &page(10, None)).expect_err("no such file");
    assert_eq!(
        (gone.kind, gone.hint.as_deref()),
        (BridgeErrorKind::NotFound, Some("did you mean Assets/Long.cs?"))
    );
    for wrong in [
        "Assets/keep.txt",
        "ProjectSettings/ProjectVersion.txt",
        "../Secret.cs",
        "/etc/a.cs",
        "C:\\a.cs",
    ] {
        assert!(lines(&session, wrong, &page(10, None)).is_err(), "{wrong}");
    }
}

#[test]
fn rejects_unknown_or_ambiguous_type_with_a_suggestion() {
    let folder = TinyProject::new();
    folder.asset(
        "Assets/Door.cs",
        &guid('1'),
        "namespace Game { public class Door : UnityEngine.MonoBehaviour { public float speed = .1f; } }",
    );
    folder.asset(
        "Assets/Kit/Window.cs",
        &guid('2'),
        "namespace Game { class Window {} } namespace Kit { class Window {} }",
    );
    let mut session = open(folder.root());
    let door = describe(&mut session, "Door").expect("the type");
    assert_eq!(
        door.fields[0].default,
        Some(ValueText::from_json_text("0.1".to_owned()))
    );
    let error = describe(&mut session, "Game.Dor").expect_err("no such type");
    assert_eq!(error.kind, BridgeErrorKind::NotFound);
    assert_eq!(error.hint.as_deref(), Some("did you mean Game.Door?"));
    let error = describe(&mut session, "Window").expect_err("two");
    assert_eq!(error.kind, BridgeErrorKind::InvalidArgument);
    assert_eq!(error.hint.as_deref(), Some("give one of: Game.Window, Kit.Window"));
    let error = describe(&mut session, "Assets/Doors.cs").expect_err("no such file");
    assert_eq!(
        (error.kind, error.hint.as_deref()),
        (BridgeErrorKind::NotFound, Some("did you mean Assets/Door.cs?"))
    );
}

#[test]
fn reports_script_with_only_a_meta_file() {
    let folder = TinyProject::new();
    folder.asset("Assets/Here.cs", &guid('1'), "class Here {}");
    folder.asset("Assets/Away.cs", &guid('2'), "class Away {}");
    std::fs::remove_file(folder.root().join("Assets/Away.cs")).expect("removed");
    let mut session = open(folder.root());
    for asked in ["Away", "Game.Away", "Assets/Away.cs"] {
        let error = describe(&mut session, asked).expect_err("nothing is known of it");
        assert_eq!(error.kind, BridgeErrorKind::NotFound);
        assert!(
            error.message.contains("only the .meta of Assets/Away.cs"),
            "{asked}: {error:?}"
        );
        assert!(!error.hint.expect("a hint").contains("did you mean"));
    }
    let error = lines(&session, "Assets/Away.cs", &page(2, None)).expect_err("no source");
    assert!(error.message.contains("only the .meta"), "{error:?}");
}
