//! Tests that all commands agree on whether a script is missing.

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use host_bridge::{Command, ObjectFilter, PageRequest, ReferenceProblem, Reply};
use host_project_watch::watch::WatchMode;
use tests_projects::{TinyProject, guid, objects};

const WHOLE: &str = r#"{"dependencies": {"com.unity.modules.ui": "1.0.0"}}"#;
const LACKING: &str = r#"{"dependencies": {"com.unity.entities": "1.0.16"}}"#;

/// What each command reports about the only script in the scene.
#[derive(Debug)]
struct ScriptReports {
    type_name: String,
    listing: String,
    members: String,
    scan: Option<(ReferenceProblem, String)>,
}

fn script_reports(project: &TinyProject, script: &str, identifier: &str) -> ScriptReports {
    let body = format!(
        "--- !u!114 &9\nMonoBehaviour:\n  m_GameObject: {{fileID: 1}}\n  m_Script: {script}\n  m_EditorClassIdentifier: {identifier}\n  speed: 3\n"
    );
    let text = objects(&[(1, "Lamp", 0)]).replace(
        "  - component: {fileID: 2}\n",
        "  - component: {fileID: 2}\n  - component: {fileID: 9}\n",
    );
    project.asset("Assets/S.unity", &guid('5'), text + &body);
    let options = ProjectOptions {
        open: OpenScenes::All,
        watch: WatchMode::Off,
        ..ProjectOptions::new(project.root())
    };
    let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    let page = PageRequest {
        offset: 0,
        limit: 10,
        max_bytes: 64 * 1024,
        cursor: None,
    };
    let list = Command::ListObjects {
        filter: ObjectFilter::default(),
        page: page.clone(),
    };
    let Reply::Objects(objects) = session.run(list).expect("a page").reply else {
        panic!("no objects");
    };
    let object = objects.items[0].id;
    let list = Command::ListComponents {
        object,
        page: page.clone(),
    };
    let listed = session.run(list).expect("components");
    let Reply::Components(components) = listed.reply else {
        panic!("no components");
    };
    let get = Command::GetMember {
        object,
        component: "1".to_owned(),
        member: "speed".to_owned(),
    };
    let members = session.run(get).expect("a value").diagnostics.join("|");
    let replied = session.run(Command::MissingReferences { page }).expect("a page");
    let Reply::References(found) = replied.reply else {
        panic!("no findings");
    };
    // Some of the files here are empty, so they are not scanned.
    let found = found
        .items
        .into_iter()
        .filter(|one| one.problem != ReferenceProblem::NotSearched);
    let found: Vec<_> = found.map(|one| (one.problem, one.context)).collect();
    assert!(found.len() < 2, "{found:?}");
    ScriptReports {
        type_name: components.items[1].type_name.clone(),
        listing: listed.diagnostics.join("|"),
        members,
        scan: found.into_iter().next(),
    }
}

fn project(manifest: &str) -> TinyProject {
    let project = TinyProject::new();
    project.write("Packages/manifest.json", manifest);
    project.asset("Assets/Lamp.cs", &guid('a'), "namespace Game { class Lamp {} }");
    project
}

fn script_reference(digit: char) -> String {
    format!("{{fileID: 11500000, guid: {}, type: 3}}", guid(digit))
}

#[test]
fn script_guid_takes_precedence_over_class_identifier() {
    let told = script_reports(
        &project(LACKING),
        &script_reference('a'),
        "Assembly-CSharp::Game.OldName",
    );
    assert_eq!(told.type_name, "Game.Lamp");
    assert!(told.listing.is_empty() && told.members.is_empty(), "{told:?}");
    assert_eq!(told.scan, None);
}

#[test]
fn every_tool_reports_missing_script_with_class_identifier() {
    let identifier = "Assembly-CSharp::Game.Lost";
    let gone = [
        (WHOLE, script_reference('b'), identifier),
        // No package adds to the project's own assembly.
        (LACKING, script_reference('b'), identifier),
        (LACKING, "{fileID: 0}".to_owned(), identifier),
        (LACKING, "{fileID: 11500000}".to_owned(), identifier),
        (WHOLE, script_reference('b'), "Unity.Entities:Unity.Entities:SubScene"),
    ];
    for (manifest, script, identifier) in gone {
        let told = script_reports(&project(manifest), &script, identifier);
        assert_eq!(told.type_name, "<missing script>", "{script}");
        for text in [&told.listing, &told.members] {
            assert!(text.contains("missing") && text.contains(identifier), "{told:?}");
        }
        let (problem, context) = told.scan.expect("a finding");
        assert_eq!(problem, ReferenceProblem::MissingScript, "{context}");
        assert!(context.contains(identifier), "{context}");
    }
}

#[test]
fn every_tool_reports_script_with_only_a_meta_file() {
    let identifier = "Assembly-CSharp::Game.Flicker";
    let bare = |project: &TinyProject| {
        project.write(
            "Assets/Flicker.cs.meta",
            format!("guid: {}\nMonoImporter:\n", guid('c')),
        );
    };
    let project = project(WHOLE);
    bare(&project);
    let told = script_reports(&project, &script_reference('c'), identifier);
    assert_eq!(told.type_name, "<missing script>");
    for text in [&told.listing, &told.members] {
        assert!(text.contains("missing") && text.contains(identifier), "{told:?}");
    }
    let (problem, context) = told.scan.expect("a finding");
    assert_eq!(problem, ReferenceProblem::MissingScript, "{context}");
    assert!(context.contains("Assets/Flicker.cs, whose file is gone"), "{context}");
    // If no script has its file, the folder was created without scripts.
    let without = TinyProject::new();
    without.write("Packages/manifest.json", WHOLE);
    bare(&without);
    let told = self::script_reports(&without, &script_reference('c'), identifier);
    assert_eq!(told.type_name, "Flicker");
    let (problem, context) = told.scan.expect("a finding");
    assert_eq!(problem, ReferenceProblem::OnlyMeta, "{context}");
    assert!(context.contains("only the .meta of Assets/Flicker.cs"), "{context}");
}

#[test]
fn every_tool_reports_script_of_absent_package_as_unverifiable() {
    let text_mesh = "{fileID: 11500000, guid: f4688fdb7df04437aeb418b961361dc5, type: 3}".to_owned();
    let rows = [
        (script_reference('b'), "", format!("<script guid {}>", guid('b'))),
        (
            script_reference('b'),
            "Unity.Scenes::Unity.Scenes.SubScene",
            "Unity.Scenes.SubScene".to_owned(),
        ),
        (text_mesh, "", "TMPro.TextMeshProUGUI".to_owned()),
    ];
    // Contents of a manifest that cannot be read may also be anywhere.
    for manifest in [LACKING, "{ nonsense"] {
        for (script, identifier, name) in &rows {
            let told = script_reports(&project(manifest), script, identifier);
            assert_eq!(told.type_name, *name);
            for text in [&told.listing, &told.members] {
                assert!(text.contains("unverifiable") && !text.contains("missing"), "{told:?}");
            }
            let (problem, context) = told.scan.expect("a finding");
            assert_eq!(problem, ReferenceProblem::Unverifiable, "{context}");
        }
    }
}

#[test]
fn every_tool_reports_script_excluded_from_editor_as_unverifiable() {
    let project = project(WHOLE);
    project.asset("Assets/Phone/Dial.cs", &guid('c'), "namespace Game { class Dial {} }");
    let definition = r#"{"name": "Phone", "excludePlatforms": ["Editor"]}"#;
    project.asset("Assets/Phone/Phone.asmdef", &guid('d'), definition);
    let told = script_reports(&project, &script_reference('c'), "");
    assert_eq!(told.type_name, "Game.Dial");
    for text in [&told.listing, &told.members] {
        assert!(text.contains("the editor does not compile"), "{told:?}");
    }
    let context = "Assets/Phone/Dial.cs belongs to the assembly Phone, which the editor does not compile: it leaves out the editor";
    assert_eq!(told.scan, Some((ReferenceProblem::Unverifiable, context.to_owned())));
}

#[test]
fn reports_script_reference_to_another_asset_as_missing() {
    let project = project(LACKING);
    project.asset("Assets/Lamp.mat", &guid('c'), "");
    let told = script_reports(&project, &script_reference('c'), "");
    assert_eq!(told.type_name, "<missing script>");
    let (problem, context) = told.scan.expect("a finding");
    assert_eq!(problem, ReferenceProblem::MissingScript);
    assert!(context.contains("Assets/Lamp.mat, which is no script"), "{context}");
}

#[test]
fn resolves_top_level_classes_of_project_libraries_by_file_id() {
    let project = project(LACKING);
    project.asset("Assets/Plugins/Lib.dll", &guid('d'), "");
    let source = project.root().join("Lib.cs");
    std::fs::write(
        &source,
        "namespace Own.Kit { public class Gear { class Inner {} } public class Bag<T> {} } class Loose {}",
    )
    .expect("a written file");
    let compiled = std::process::Command::new("mcs")
        .args(["-nologo", "-target:library"])
        .arg(format!(
            "-out:{}",
            project.root().join("Assets/Plugins/Lib.dll").display()
        ))
        .arg(&source)
        .output();
    let Ok(output) = compiled else {
        println!("skipped: mcs is not installed");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let of = |id: i32| format!("{{fileID: {id}, guid: {}, type: 3}}", guid('d'));
    for (namespace, class, name) in [("Own.Kit", "Gear", "Own.Kit.Gear"), ("", "Loose", "Loose")] {
        // A stale identifier has no effect.
        let told = script_reports(
            &project,
            &of(unity_scripts::file_id_of(namespace, class)),
            "Lib::Old.Name",
        );
        assert_eq!((told.type_name.as_str(), told.scan), (name, None));
        assert!(told.listing.is_empty() && told.members.is_empty());
    }
    let nested = script_reports(&project, &of(unity_scripts::file_id_of("", "Inner")), "");
    assert_eq!(nested.type_name, format!("<script guid {}>", guid('d')));
    assert!(
        nested.listing.contains("their class could not be determined"),
        "{nested:?}"
    );
}
