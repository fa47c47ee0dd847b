//! Tests of finding scenes by name.

use crate::options::ProjectOptions;
use crate::session::Session;
use host_bridge::Command;
use host_bridge::{BridgeErrorKind, Reply};
use tests_projects::{TinyProject, guid};

#[test]
fn finds_scene_by_id_path_or_name_or_suggests_others() {
    let project = TinyProject::new();
    for (letter, path) in [
        ('a', "Assets/A/Main.unity"),
        ('b', "Assets/B/Arena.unity"),
        ('c', "Assets/C/Arena.unity"),
    ] {
        let text = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &10\nGameObject:\n  m_Name: X\n";
        project.asset(path, &guid(letter), text);
    }
    let options = ProjectOptions::new(project.root());
    let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    let mut found = |name: &str| {
        let name = name.to_owned();
        session
            .run(Command::FindScene { name })
            .map(|replied| match replied.reply {
                Reply::Scene(card) => card.path,
                other => panic!("{other:?}"),
            })
    };
    for name in ["scn:0", "Assets/A/Main.unity", "Main", "main"] {
        assert_eq!(found(name).as_deref(), Ok("Assets/A/Main.unity"), "{name}");
    }
    assert_eq!(found("Assets/C/Arena.unity").as_deref(), Ok("Assets/C/Arena.unity"));
    for (name, kind, message, hint) in [
        (
            "Mian",
            BridgeErrorKind::NotFound,
            "no scene \"Mian\"",
            "did you mean scn:0 (Assets/A/Main.unity)?",
        ),
        (
            "scn:7",
            BridgeErrorKind::NotFound,
            "no scene \"scn:7\"",
            "the project has 3 scenes, such as scn:0 (",
        ),
        (
            "ARENA",
            BridgeErrorKind::InvalidArgument,
            "2 scenes are called \"ARENA\": scn:1 (Assets/B",
            "give the id",
        ),
        (
            " ",
            BridgeErrorKind::InvalidArgument,
            "`name` is blank",
            "list the scenes",
        ),
    ] {
        let error = found(name).expect_err(name);
        assert_eq!(error.kind, kind, "{error}");
        assert!(error.message.contains(message), "{error}");
        assert!(
            error.hint.as_deref().is_some_and(|told| told.contains(hint)),
            "{error:?}"
        );
    }
}
