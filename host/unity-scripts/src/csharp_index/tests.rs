//! Tests of when the index is built, which parts are reused, and which changes make it stale.

use super::*;
use host_csharp::{MethodLookup, TypeLookup};
use tests_projects::TinyProject;

fn project(files: usize) -> (TinyProject, Arc<Project>) {
    let folder = TinyProject::new();
    for at in 0..files {
        folder.write(&format!("Assets/F{at}.cs"), format!("class C{at} {{ void M() {{}} }}"));
    }
    let project = Project::open(folder.root()).expect("a project");
    (folder, Arc::new(project))
}

/// Repeats the query with short waiting times until the index is available.
fn ask(index: &mut CsharpIndex, project: &Arc<Project>) -> Arc<Gathered> {
    loop {
        match index.get(project) {
            Ok(gathered) => return gathered,
            Err(error @ NotYet::Reading { .. }) => assert!(error.to_string().contains("still being read")),
            Err(error) => panic!("{error}"),
        }
    }
}

fn change(paths: &[&str]) -> DiskChange {
    DiskChange {
        assets: paths.iter().map(|path| (*path).to_owned()).collect(),
        ..DiskChange::default()
    }
}

fn has(gathered: &Gathered, type_name: &str, method: &str) -> bool {
    matches!(gathered.index.find_method(type_name, method), MethodLookup::Found(_))
}

#[test]
fn impatient_caller_eventually_gets_the_complete_index() {
    let (_folder, project) = project(200);
    let mut index = CsharpIndex::default();
    let gathered = ask(&mut index, &project);
    assert_eq!((gathered.read, gathered.unread.len(), gathered.left_out), (200, 0, 0));
    assert!(has(&gathered, "C199", "M"));
    assert!(
        Arc::ptr_eq(&gathered, &ask(&mut index, &project)),
        "nothing changed, nothing is read"
    );
}

#[test]
fn excludes_and_reports_sources_that_the_editor_does_not_compile() {
    let folder = TinyProject::new();
    let body = |method: &str| format!("class Native {{ void {method}() {{}} }}");
    folder.write("Assets/Phone/Native.cs", body("OnPhone"));
    folder.write("Assets/Here/Native.cs", body("Here"));
    let phone = |platform: &str| format!("{{\"name\": \"Phone\", \"includePlatforms\": [\"{platform}\"]}}");
    folder.asset("Assets/Phone/P.asmdef", &tests_projects::guid('a'), phone("Android"));
    let open = || Arc::new(Project::open(folder.root()).expect("a project"));
    let mut index = CsharpIndex::default();
    let gathered = ask(&mut index, &open());
    assert!(has(&gathered, "Native", "Here") && !has(&gathered, "Native", "OnPhone"));
    let why = "the assembly Phone, which the editor does not compile: it is for Android alone";
    assert_eq!(
        gathered.not_compiled,
        [("Assets/Phone/Native.cs".to_owned(), why.to_owned())]
    );

    folder.write("Assets/Phone/P.asmdef", phone("Editor"));
    index.disk_changed(&DiskChange {
        structure: true,
        ..DiskChange::default()
    });
    let gathered = ask(&mut index, &open());
    assert!(has(&gathered, "Native", "OnPhone") && gathered.not_compiled.is_empty());
}

#[test]
fn rereads_only_changed_sources() {
    let (folder, project) = project(3);
    let mut index = CsharpIndex::default();
    let first = ask(&mut index, &project);
    index.disk_changed(&change(&["Assets/Main.unity", "Assets/Some.prefab"]));
    assert!(Arc::ptr_eq(&first, &ask(&mut index, &project)), "no source changed");

    // Same length, and within the same clock tick.
    folder.write("Assets/F1.cs", "class C1 { void N() {} }");
    index.disk_changed(&change(&["Assets/F1.cs"]));
    let second = ask(&mut index, &project);
    assert!(has(&second, "C1", "N") && !has(&second, "C1", "M"));
    let source = |gathered: &Arc<Gathered>, path| Arc::clone(gathered.source(path).expect("read"));
    assert!(Arc::ptr_eq(
        &source(&first, "Assets/F0.cs"),
        &source(&second, "Assets/F0.cs")
    ));

    folder.remove("Assets/F2.cs");
    index.disk_changed(&DiskChange {
        structure: true,
        ..DiskChange::default()
    });
    let third = ask(&mut index, &project);
    assert!(matches!(third.index.find_type("C2"), TypeLookup::NotFound(_)));

    index.disk_changed(&DiskChange {
        everything: true,
        ..DiskChange::default()
    });
    let fourth = ask(&mut index, &project);
    assert!(!Arc::ptr_eq(
        &source(&third, "Assets/F0.cs"),
        &source(&fourth, "Assets/F0.cs")
    ));
    assert!(has(&fourth, "C1", "N"));
}

#[test]
fn stops_reading_thread_if_index_is_dropped() {
    let (_folder, project) = project(300);
    let mut index = CsharpIndex::default();
    let _ = index.get(&project);
    drop(index);
    assert_eq!(Arc::strong_count(&project), 1, "the reading thread has gone");
}

#[test]
fn reads_sources_of_all_roots() {
    let (folder, _) = project(1);
    let elsewhere = tempfile::tempdir().expect("a temporary folder");
    let kit = elsewhere.path().join("kit");
    std::fs::create_dir(&kit).expect("a new folder");
    std::fs::write(kit.join("package.json"), r#"{"name": "com.me.kit"}"#).expect("a written file");
    std::fs::write(kit.join("Far.cs"), "class Far { void M() {} }").expect("a written file");
    let far = kit.display().to_string().replace('\\', "/");
    folder.write(
        "Packages/manifest.json",
        format!(r#"{{"dependencies": {{"com.me.kit": "file:{far}", "com.a": "1.0.0"}}}}"#),
    );
    folder.write("Library/PackageCache/com.a@1.0.0/Near.cs", "class Near { void M() {} }");
    let project = Arc::new(Project::open(folder.root()).expect("a project"));
    let gathered = ask(&mut CsharpIndex::default(), &project);
    assert!(has(&gathered, "Far", "M") && has(&gathered, "Near", "M"));
    assert!(gathered.source("Packages/com.me.kit/Far.cs").is_some());
}

#[test]
fn reports_unreadable_sources_and_assemblies() {
    let (folder, project) = project(1);
    folder.write("Assets/Huge.cs", " ".repeat(host_csharp::MAX_SOURCE_BYTES + 1));
    folder.write("Assets/Lfs.dll", "version https://git-lfs.github.com/spec/v1\n");
    folder.write("Packages/com.me.local/Runtime/L.cs", "class L { void M() {} }");
    let gathered = ask(&mut CsharpIndex::default(), &project);
    assert!(
        gathered.unread[0].0 == "Assets/Huge.cs" && gathered.unread.len() == 1,
        "{:?}",
        gathered.unread
    );
    assert_eq!(gathered.unread_assemblies[0].0, "Assets/Lfs.dll");
    assert!(has(&gathered, "L", "M") && has(&gathered, "UnityEngine.GameObject", "SetActive"));
}
