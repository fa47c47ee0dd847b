//! Tests of the cache of a scan: its content, lifetime and memory.

use super::*;
use crate::session::Session;

/// Creates `count` materials, each with one broken reference.
fn materials(count: usize) -> TinyProject {
    let project = TinyProject::new();
    for at in 0..count {
        let broken = format!(
            "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Shader: {{fileID: {at}5, guid: {}, type: 3}}\n",
            guid('b')
        );
        project.write(&format!("Assets/{at:03}.mat"), broken);
        project.write(&format!("Assets/{at:03}.mat.meta"), format!("guid: {:032x}\n", at + 1));
    }
    project
}

#[test]
fn keeps_findings_until_files_change_and_then_rejects_cursor() {
    let project = materials(20);
    let mut session = session(project.root());
    let (first, notes) = scan(&mut session, 3);
    assert_eq!(first.len(), 20);
    // Nothing is read again: the files are no longer readable.
    for at in 0..20 {
        project.remove(&format!("Assets/{at:03}.mat"));
    }
    let (again, told) = scan(&mut session, 7);
    assert_eq!((again, told), (first, notes));
    let page = |session: &mut Session, cursor| session.missing_references(&request(3, cursor));
    let Reply::References(part) = page(&mut session, None).expect("a page").reply else {
        panic!("no findings");
    };
    session.disk_changed(&unity_files::DiskChange {
        assets: ["Assets/000.mat".to_owned()].into(),
        ..unity_files::DiskChange::default()
    });
    let error = page(&mut session, part.next_cursor).expect_err("another state");
    assert_eq!(error.kind, BridgeErrorKind::Conflict);
    assert_eq!(scan(&mut session, 7).0, []);
}

#[test]
fn recomputes_findings_evicted_by_the_memory_limit() {
    let project = materials(200);
    let options = ProjectOptions {
        memory: 64 * 1024,
        ..ProjectOptions::new(project.root())
    };
    let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
    let (first, _) = scan(&mut session, 5);
    assert_eq!(first.len(), 200);
    assert!(session.query_caches.scan.gone > 0 && session.query_caches.scan.bytes() < 64 * 1024);
    assert_eq!(scan(&mut session, 11).0, first);
}

#[test]
fn reports_file_that_exceeds_the_memory_limit_as_not_searched() {
    const MEMORY: usize = 256 * 1024;
    let project = TinyProject::new();
    let broken = format!(
        "%YAML 1.1\n--- !u!21 &2100000\nMaterial:\n  m_Shader: {{fileID: 1, guid: {}, type: 3}}\n",
        guid('b')
    );
    project.asset("Assets/Small.mat", &guid('1'), &broken);
    project.asset("Assets/Large.mat", &guid('2'), broken.clone() + &"#".repeat(MEMORY));
    for (memory, expected) in [(MEMORY, 1), (64 * MEMORY, 2)] {
        let options = ProjectOptions {
            memory,
            ..ProjectOptions::new(project.root())
        };
        let mut session = Session::open(project.root(), &options, &|_, _| true).expect("a project");
        let (findings, _) = scan(&mut session, 500);
        let (skipped, found): (Vec<_>, Vec<_>) = findings.iter().partition(|one| one.problem == NotSearched);
        assert_eq!(found.len(), expected);
        let named = skipped
            .iter()
            .map(|one| (one.path.as_str(), one.context.contains("project.memory")));
        let wanted: &[_] = if expected == 1 {
            &[("Assets/Large.mat", true)]
        } else {
            &[]
        };
        assert_eq!(named.collect::<Vec<_>>(), wanted);
    }
}
