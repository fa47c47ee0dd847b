//! Tests of type names that are not found although a skipped source may declare them.

use super::*;
use host_bridge::{ReferenceTarget, UsersRequest};

const LARGE: &str = "Assets/Generated.cs";
const DEEP: &str = "Assets/Nested.cs";

/// Creates a project with three types: one in a source above the size limit, one in a source that the parser rejects,
/// and one that derives from the first.
fn project() -> TinyProject {
    let project = TinyProject::new();
    let large = "public class Player : UnityEngine.MonoBehaviour { public int hp; }\n".to_owned()
        + &"// generated\n".repeat(330_000);
    project.asset(LARGE, &guid('b'), large);
    let deep = format!(
        "public class Npc : UnityEngine.MonoBehaviour {{ public float speed = {}; }}",
        "(".repeat(5_000)
    );
    project.asset(DEEP, &guid('c'), deep);
    project.asset(
        "Assets/Boss.cs",
        &guid('d'),
        "public class Boss : Player { public int rage; }",
    );
    project.asset("Assets/A.unity", &guid('a'), objects(&[(1, "Main", 0)]));
    project
}

/// Runs the command again until the C# index is complete, and returns the outcome.
fn until_indexed(session: &mut Session, command: &Command) -> Result<Replied, BridgeError> {
    loop {
        let (outcome, _) = until_answered(session, command);
        match outcome {
            Err(error) if error.kind == BridgeErrorKind::NotReady => std::thread::yield_now(),
            outcome => return outcome,
        }
    }
}

fn commands(name: &str) -> [Command; 4] {
    let values = ValuesRequest {
        objects: vec![ObjectId(1)],
        types: vec![name.to_owned()],
        paths: Vec::new(),
        items: 20,
        page: page(),
    };
    let test = ComponentTest {
        type_name: name.to_owned(),
        tests: Vec::new(),
    };
    let query = QueryRequest {
        scope: Scope::Loaded,
        filter: vec![FilterNode::Component(test)],
        per: Per::Object,
        select: Vec::new(),
        order: Vec::new(),
        page: page(),
    };
    [
        Command::DescribeScript {
            script: name.to_owned(),
        },
        Command::ReadValues { request: values },
        Command::Query {
            request: Box::new(query),
        },
        Command::AddComponent {
            object: ObjectId(1),
            type_name: name.to_owned(),
        },
    ]
}

#[test]
fn does_not_deny_types_that_skipped_sources_may_declare() {
    let project = project();
    let mut session = open(project.root());
    // The words of the deeply nested source can be read, so components of its type can be searched.
    for (name, file, asked) in [("Player", LARGE, 4), ("NoSuch", LARGE, 4), ("Npc", DEEP, 1)] {
        for command in commands(name).into_iter().take(asked) {
            let error = until_indexed(&mut session, &command).expect_err(name);
            let (message, hint) = (error.message.clone(), error.hint.clone().unwrap_or_default());
            assert!(!message.contains("there is no"), "{name}: {message}");
            assert!(
                hint.contains("skipped") && hint.contains(file),
                "{name}: {command:?}: {message}: {hint}"
            );
        }
    }
}

/// Returns the users of a type after the index of references is complete.
fn users_of(session: &mut Session, name: &str) -> Result<Replied, BridgeError> {
    let request = UsersRequest {
        target: ReferenceTarget::TypeName(name.to_owned()),
        places: Vec::new(),
        page: page(),
    };
    let command = Command::FindUsers { request };
    loop {
        let (outcome, _) = until_answered_with(session, &command, &mut |session, _| {
            session.work();
        });
        match &outcome {
            Err(error) if error.kind == BridgeErrorKind::NotReady => std::thread::yield_now(),
            Ok(replied) if matches!(&replied.reply, Reply::Users(found) if !found.complete) => std::thread::yield_now(),
            _ => return outcome,
        }
    }
}

#[test]
fn find_users_does_not_deny_types_of_skipped_sources() {
    let project = project();
    let mut session = open(project.root());
    for (name, file) in [("Player", LARGE), ("NoSuch", LARGE), ("Npc", DEEP)] {
        match users_of(&mut session, name) {
            Err(error) => {
                let (message, hint) = (error.message.clone(), error.hint.clone().unwrap_or_default());
                assert!(
                    message.contains("any source that was read") && hint.contains("skipped") && hint.contains(file),
                    "{name}: {message}: {hint}"
                );
            }
            Ok(replied) => {
                let Reply::Users(found) = &replied.reply else {
                    panic!("{replied:?}");
                };
                let skipped: Vec<&str> = found.not_searched.iter().map(|skipped| skipped.file.as_str()).collect();
                assert!(skipped.contains(&file), "{name}: {found:?}");
            }
        }
    }
}

/// The parser rejects the source, but its class name is known. The error for adding the class names the source.
#[test]
fn adding_a_component_of_a_skipped_source_names_that_source() {
    let project = project();
    let mut session = open(project.root());
    for (name, file) in [("Player", LARGE), ("Npc", DEEP), ("Nested", DEEP)] {
        let command = Command::AddComponent {
            object: ObjectId(1),
            type_name: name.to_owned(),
        };
        let error = until_indexed(&mut session, &command).expect_err(name);
        let (message, hint) = (error.message.clone(), error.hint.clone().unwrap_or_default());
        assert!(!message.contains("there is no"), "{name}: {message}");
        assert!(
            hint.contains("skipped") && hint.contains(file),
            "{name}: {message}: {hint}"
        );
    }
}

#[test]
fn reports_base_type_as_absent_only_from_the_sources_read() {
    let project = project();
    let mut session = open(project.root());
    let [describe, ..] = commands("Boss");
    let replied = until_indexed(&mut session, &describe).expect("a type");
    let Reply::ScriptType(told) = &replied.reply else {
        panic!("{replied:?}");
    };
    let about = told.not_known.iter().find(|line| line.contains("its base type Player"));
    assert!(
        about.is_some_and(|line| line.contains("in no source that was read")),
        "{:?}",
        told.not_known
    );
    assert!(
        replied.diagnostics.iter().any(|note| note.contains(LARGE)),
        "{:?}",
        replied.diagnostics
    );
}

#[test]
fn reports_missing_type_if_no_source_is_skipped() {
    let project = TinyProject::new();
    project.asset("Assets/Boss.cs", &guid('d'), "public class Boss { }");
    project.asset("Assets/A.unity", &guid('a'), objects(&[(1, "Main", 0)]));
    let mut session = open(project.root());
    let messages = commands("NoSuch").map(|command| {
        let error = until_indexed(&mut session, &command).expect_err("no type");
        assert!(!error.hint.unwrap_or_default().contains("skipped"));
        error.message
    });
    let none = "there is no component type NoSuch";
    let no_name = "no source, no assembly and no known type of Unity has the name NoSuch";
    assert_eq!(messages, [no_name, none, none, none]);
}
