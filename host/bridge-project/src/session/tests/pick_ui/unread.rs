//! Tests of prefab instances whose prefab cannot be read and may contain a canvas.

use super::*;
use tests_projects::{TinyProject, guid, instance, objects};

/// Creates a scene with these instances, in file order. Returns the parts that a pick could not test, and their number.
fn not_tested(instances: &[(i64, char)]) -> (Vec<String>, usize) {
    let project = TinyProject::new();
    project.asset("Assets/Hero.fbx", &guid('e'), [1, 2, 3]);
    let instances = instances
        .iter()
        .map(|(id, source)| instance(*id, &guid(*source), 0, &[]));
    let text: String = std::iter::once(objects(&[(10, "First", 0)])).chain(instances).collect();
    project.asset("Assets/A.unity", &guid('a'), text);
    let mut session = open(project.root(), OpenScenes::All, Some((400, 200)));
    let (picked, _) = pick(&mut session, point(10.0, 10.0, false));
    (picked.not_tested, picked.not_tested_total as usize)
}

#[test]
fn names_first_instance_of_unreadable_prefab_and_counts_others() {
    let (lines, total) = not_tested(&[(200, 'f')]);
    assert_eq!((lines.len(), total), (1, 1), "{lines:?}");
    assert!(
        lines[0].contains("<missing prefab>: an instance that may have canvases"),
        "{lines:?}"
    );
    assert!(lines[0].contains(&guid('f')), "{lines:?}");
    let (lines, total) = not_tested(&[(200, 'f'), (201, 'd'), (202, 'f')]);
    assert_eq!((lines.len(), total), (1, 1), "{lines:?}");
    assert!(lines[0].contains("and 2 other instances"), "{lines:?}");
}

#[test]
fn does_not_report_model_instances_as_untested() {
    assert_eq!(not_tested(&[(200, 'e')]), (Vec::new(), 0));
    let (lines, _) = not_tested(&[(200, 'e'), (201, 'f')]);
    assert!(lines.len() == 1 && !lines[0].contains("other instances"), "{lines:?}");
}
