//! Tests of files outside the session that are requested again after their timestamps changed.

use crate::options::{OpenScenes, ProjectOptions};
use crate::session::Session;
use tests_projects::{TinyProject, guid, objects};
use unity_files::AssetProblem;

#[test]
fn rereads_unloaded_file_only_on_change_and_rejects_outside_links() {
    let project = TinyProject::new();
    project.asset("Assets/A.unity", &guid('a'), objects(&[(1, "A", 0)]));
    project.asset("Assets/B.unity", &guid('b'), objects(&[(1, "B", 0)]));
    let options = ProjectOptions {
        open: OpenScenes::Paths(vec!["Assets/A.unity".to_owned()]),
        ..ProjectOptions::new(project.root())
    };
    let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    let first = session.files().read_unloaded("Assets/B.unity").expect("a scene");
    let again = session.files().read_unloaded("Assets/B.unity").expect("a scene");
    assert!(std::rc::Rc::ptr_eq(&first, &again));
    project.write("Assets/B.unity", objects(&[(1, "B", 0), (3, "C", 0)]));
    let changed = session.files().read_unloaded("Assets/B.unity").expect("a scene");
    assert_eq!((first.count(), changed.count()), (1, 2));
    let mut refused = |path| session.files().read_unloaded(path).expect_err("no scene");
    #[cfg(unix)]
    {
        let outside = TinyProject::new();
        outside.write("Assets/B.unity", objects(&[(1, "Secret", 0)]));
        project.remove("Assets/B.unity");
        let place = project.root().join("Assets/B.unity");
        std::os::unix::fs::symlink(outside.root().join("Assets/B.unity"), place).expect("a link");
        let problem = refused("Assets/B.unity").to_string();
        assert!(problem.contains("leads out of the project"), "{problem}");
    }
    project.remove("Assets/B.unity");
    assert_eq!(refused("Assets/B.unity"), AssetProblem::Missing);
    assert!(refused("../secret").to_string().contains("no asset path"));
}
