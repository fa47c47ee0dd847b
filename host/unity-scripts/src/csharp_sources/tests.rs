//! Tests of sources that are parsed on another thread, skipped, or parsed again after a change.

use super::*;
use tests_projects::{TinyProject, guid};

const EASY: &str = "Assets/Easy.cs";
const HARD: &str = "Assets/Hard.cs";

/// Returns a source with so many open brackets that the parser rejects it.
fn hard() -> String {
    format!("class Hard {{ int a = {} }}", "(".repeat(5_000))
}

fn project() -> (TinyProject, Arc<Project>) {
    let folder = TinyProject::new();
    folder.asset(EASY, &guid('a'), "class Easy { public int a; }");
    folder.asset(HARD, &guid('b'), hard());
    let project = Arc::new(Project::open(folder.root()).expect("a project"));
    (folder, project)
}

fn names(source: Source) -> Vec<String> {
    let file = source.parsed().expect("a parsed source");
    file.types().map(|one| one.name().to_owned()).collect()
}

fn wait_until_ended(sources: &CsharpSources, noted: &turn::Noted) {
    let keys: Vec<String> = noted.awaited.iter().cloned().collect();
    let mut ended = sources.end_signal(&keys);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    runtime.block_on(ended.wait_for(|ended| *ended)).expect("an end");
}

#[test]
fn skips_a_source_that_no_parser_finishes_and_tries_it_once() {
    let (folder, project) = project();
    let sources = CsharpSources::default();
    assert_eq!(names(sources.get(&project, EASY)), ["Easy"]);
    for _ in 0..3 {
        assert!(matches!(sources.get(&project, HARD), Source::Skipped));
        let skipped = turn::end().skipped;
        let told: Vec<(&str, &str)> = skipped.iter().map(|(path, why)| (path.as_str(), &**why)).collect();
        assert_eq!(
            told,
            [(HARD, "gave up on C# that no parser finishes in reasonable time")]
        );
    }
    assert_eq!(sources.attempts(), 2);
    folder.write(HARD, "class Simple { }");
    assert_eq!(names(sources.get(&project, HARD)), ["Simple"]);
    assert_eq!(sources.attempts(), 3);
    assert!(turn::end().skipped.is_empty());
}

#[test]
fn turn_without_patience_returns_waiting_until_parsing_ends() {
    let (_folder, project) = project();
    let sources = CsharpSources::default();
    turn::begin(Duration::ZERO);
    assert!(matches!(sources.get(&project, EASY), Source::Waiting));
    assert!(matches!(sources.get(&project, HARD), Source::Waiting));
    assert!(turn::is_awaiting());
    let noted = turn::end();
    let paths: Vec<&str> = noted.awaited.iter().filter_map(|key| path_of(key)).collect();
    assert_eq!(paths, [EASY, HARD]);
    wait_until_ended(&sources, &noted);
    let attempts = sources.attempts();
    turn::begin(Duration::ZERO);
    assert_eq!(names(sources.get(&project, EASY)), ["Easy"]);
    assert!(matches!(sources.get(&project, HARD), Source::Skipped));
    let noted = turn::end();
    assert!(noted.awaited.is_empty() && noted.skipped.contains_key(HARD));
    assert_eq!(sources.attempts(), attempts);
}

#[test]
fn patient_work_in_a_turn_waits_for_sources() {
    let (_folder, project) = project();
    let sources = CsharpSources::default();
    turn::begin(Duration::ZERO);
    assert!(matches!(sources.get(&project, EASY), Source::Waiting));
    let source = turn::patiently(|| sources.get(&project, EASY));
    assert_eq!(names(source), ["Easy"]);
    turn::end();
}

#[test]
fn memo_keeps_no_partial_value_and_repeats_skipped_sources() {
    let (_folder, project) = project();
    let sources = CsharpSources::default();
    let memo: Memo<String, usize> = Memo::default();
    let count = |path: &str| {
        let source = || sources.get(&project, path).parsed();
        memo.get(path, || source().map_or(0, |file| file.types().count()))
    };
    turn::begin(Duration::ZERO);
    assert_eq!((count(EASY), count(HARD)), (0, 0));
    let noted = turn::end();
    wait_until_ended(&sources, &noted);
    for _ in 0..2 {
        turn::begin(Duration::ZERO);
        assert_eq!(count(EASY), 1);
        assert!(turn::end().skipped.is_empty());
        turn::begin(Duration::ZERO);
        assert_eq!(count(HARD), 0);
        assert!(turn::end().skipped.contains_key(HARD));
    }
}

#[test]
fn parses_source_again_if_symbols_change() {
    let folder = TinyProject::new();
    folder.asset(EASY, &guid('a'), "#if A\nclass Yes { }\n#else\nclass No { }\n#endif");
    let mut project = Project::open(folder.root()).expect("a project");
    let sources = CsharpSources::default();
    project.symbols.undefined.insert("A".to_owned());
    assert_eq!(names(sources.get(&Arc::new(project), EASY)), ["No"]);
    let mut project = Project::open(folder.root()).expect("a project");
    project.symbols.defined.insert("A".to_owned());
    assert_eq!(names(sources.get(&Arc::new(project), EASY)), ["Yes"]);
}
