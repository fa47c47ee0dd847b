//! Tests of the checker with samples that it must reject.

use crate::builds::{Build, Builds, Used, builds, inputs, used_in};
use crate::checks::problems;
use crate::enums::{Enums, used_values};
use crate::table::{ENUM_VALUE, Key, State, States, Table};
use crate::versions::{VERSIONS, Version};
use anyhow::Result;
use host_csharp::Symbols;
use std::collections::BTreeSet;
use tests_support::mono::compile;
use tests_support::player::references;

const NONE: &str = "System.Void ()";

fn key(declaring: &str, member: &str, signature: &str) -> Key {
    Key {
        declaring: declaring.to_owned(),
        member: member.to_owned(),
        signature: signature.to_owned(),
    }
}

fn states(newest: State) -> States {
    [State::Same, State::Same, State::Same, State::Same, newest]
}

fn version(line: &str) -> Version {
    VERSIONS.into_iter().find(|version| version.line == line).expect(line)
}

/// Returns a table with one row, and builds in which one assembly uses its member in the newest version.
fn one_use(newest: State, in_editor: bool) -> (Table, Builds) {
    let key = key("UnityEngine.Door", "Open", NONE);
    let used = Used {
        key: key.clone(),
        by: "Sample".to_owned(),
        from: "UnityEngine.CoreModule".to_owned(),
        in_editor,
    };
    let table = Table {
        header: Vec::new(),
        rows: [(key, states(newest))].into(),
    };
    let build = Build {
        versions: vec![version("6000.6")],
        used: [used].into(),
    };
    let builds = Builds {
        all: vec![build],
        unchecked: Vec::new(),
    };
    (table, builds)
}

#[test]
fn rejects_members_that_a_version_lacks() {
    let rejected = [
        (State::Absent, "is absent there"),
        (State::ObsoleteError, "is obsolete there, as an error"),
        (State::EditorOnly, "is there only if UNITY_EDITOR is defined"),
        (
            State::Different("int ()".to_owned()),
            "has another signature there: `int ()`",
        ),
    ];
    for (state, reason) in rejected {
        let (table, builds) = one_use(state, false);
        let found = problems(&table, &builds).into_iter().collect::<Vec<_>>().join("\n");
        let start = "Sample uses a member of UnityEngine.CoreModule in the build for Unity 6000.6, but it ";
        let rest = format!(
            "{reason}: UnityEngine.Door::Open, signature `{NONE}`; use another member, or put the use into `#if"
        );
        assert!(found.starts_with(&format!("{start}{rest}")), "{found}");
    }
}

#[test]
fn accepts_members_that_each_version_has() {
    for (state, in_editor) in [
        (State::Same, false),
        (State::Obsolete, false),
        (State::Unchecked, false),
        (State::EditorOnly, true),
    ] {
        let (table, builds) = one_use(state, in_editor);
        assert_eq!(problems(&table, &builds), BTreeSet::new());
    }
}

#[test]
fn checks_only_the_versions_of_a_build() {
    let (table, mut builds) = one_use(State::Absent, false);
    builds.all[0].versions = vec![version("2021.3"), version("6000.3")];
    assert_eq!(problems(&table, &builds), BTreeSet::new());
}

#[test]
fn rejects_rows_that_no_assembly_uses() {
    let (mut table, mut builds) = one_use(State::Same, false);
    table
        .rows
        .insert(key("UnityEngine.Door", "Shut", NONE), states(State::Same));
    let found: Vec<String> = problems(&table, &builds).into_iter().collect();
    let expected = format!(
        "sdk/unity/api/members.tsv has a row that the package does not use: UnityEngine.Door::Shut, signature `{NONE}`; remove the row"
    );
    assert_eq!(found, [expected]);
    // The rows of an assembly that was not compiled are unknown.
    builds.unchecked.push("an assembly".to_owned());
    assert_eq!(problems(&table, &builds), BTreeSet::new());
}

/// A compiled assembly that uses a member which the table lacks.
#[test]
fn rejects_members_that_the_table_lacks() -> Result<()> {
    let Some((_, managed)) = inputs("the checker of the members of Unity")? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let source = folder.path().join("Sample.cs");
    let text = "public static class Sample { public static void Run() { UnityEngine.Application.Quit(3); } }";
    std::fs::write(&source, text)?;
    let library = folder.path().join("Sample.dll");
    compile(&[source], "library", &library, &references(&managed)?)?;
    let build = Build {
        versions: vec![version("2021.3"), version("2022.3")],
        used: used_in(&library, false)?,
    };
    let quit = key("UnityEngine.Application", "Quit", "static void (int)");
    let mut rows = build.used.iter().map(|used| used.key.clone()).collect::<BTreeSet<_>>();
    assert!(rows.remove(&quit), "{rows:?}");
    let table = Table {
        header: Vec::new(),
        rows: rows.into_iter().map(|key| (key, states(State::Same))).collect(),
    };
    let builds = Builds {
        all: vec![build],
        unchecked: Vec::new(),
    };
    let found: Vec<String> = problems(&table, &builds).into_iter().collect();
    let expected = "Sample uses a member of UnityEngine.CoreModule that sdk/unity/api/members.tsv lacks: \
         UnityEngine.Application::Quit, signature `static void (int)` (in the build for Unity 2021.3, 2022.3); \
         run `cargo run --release -p tests-unity --example api_members` and review the new row";
    assert_eq!(found, [expected]);
    Ok(())
}

/// A package with one assembly whose source uses a member only `#if` the version is new.
#[test]
fn compiles_each_version_with_its_symbols() -> Result<()> {
    let Some((_, managed)) = inputs("the symbols of Unity's versions")? else {
        return Ok(());
    };
    let folder = tempfile::tempdir()?;
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text);
    write("Sample.asmdef", r#"{ "name": "Sample" }"#)?;
    let source = "using UnityEngine; public static class Sample { public static void Run() {\n\
         #if UNITY_6000_0_OR_NEWER && !UNITY_EDITOR\nApplication.Quit(3);\n#endif\n\
         if (Application.platform == RuntimePlatform.Android) { Application.Quit(); } } }";
    write("Sample.cs", source)?;
    let found = builds(folder.path(), &managed, &Table::default())?;
    assert_eq!(found.unchecked, Vec::<String>::new());
    let with = |key: &Key| {
        let builds = found
            .all
            .iter()
            .filter(|build| build.used.iter().any(|used| used.key == *key));
        let versions = builds.flat_map(|build| build.versions.iter().map(|version| version.line));
        versions.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
    };
    let all = VERSIONS.map(|version| version.line);
    assert_eq!(
        with(&key("UnityEngine.Application", "Quit", "static void (int)")),
        all[2..]
    );
    assert_eq!(with(&key("UnityEngine.Application", "Quit", "static void ()")), all);
    assert_eq!(with(&key("UnityEngine.RuntimePlatform", "Android", ENUM_VALUE)), all);
    Ok(())
}

#[test]
fn finds_values_of_enumerations_by_imported_names() {
    let mut enums = Enums::default();
    let door = key("UnityEngine.Door/Side", "Left", ENUM_VALUE);
    enums.add_table(&Table {
        header: Vec::new(),
        rows: [(door.clone(), states(State::Same))].into(),
    });
    let used = |source: &str| {
        used_values(source, &Symbols::default(), &enums)
            .into_iter()
            .map(|(_, key)| key)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        used("using UnityEngine; class A { Door.Side a = Door.Side.Left; }"),
        std::slice::from_ref(&door)
    );
    assert_eq!(used("class A { object a = UnityEngine.Door.Side.Left; }"), [door]);
    assert_eq!(used("class A { object a = Side.Left; } // UnityEngine.Door"), []);
    assert_eq!(
        used("using UnityEngine;\n#if NEVER\nclass A { object a = Side.Left; }\n#endif"),
        []
    );
}

#[test]
fn rejects_tables_with_unknown_states() {
    let titles = Table::default().to_string();
    for (row, reason) in [
        ("A\tb\tc\tsame\tsame\tsame\tsame\tgone", "unknown state `gone`"),
        ("A\tb\tc\tsame", "a row has 5 states, this one has 1"),
        ("A\tb", "a row has a type, a member, a signature and 5 states"),
    ] {
        let error = Table::parse(&format!("{titles}{row}\n")).expect_err(reason);
        assert!(format!("{error:#}").contains(reason), "{error:#}");
    }
}

#[test]
fn defines_symbols_of_older_versions_only() {
    let symbols = version("2022.3").symbols();
    let has = |symbol: &str| symbols.iter().any(|known| known == symbol);
    assert!(has("UNITY_5_3_OR_NEWER") && has("UNITY_2021_3_OR_NEWER") && has("UNITY_2022_3_OR_NEWER"));
    assert!(has("UNITY_2022_3") && !has("UNITY_2023_1_OR_NEWER"));
    assert!(
        version("6000.6")
            .symbols()
            .contains(&"UNITY_2023_3_OR_NEWER".to_owned())
    );
    let later = version("6000.3").later_symbols();
    assert_eq!(later.first().map(String::as_str), Some("UNITY_6000_4_OR_NEWER"));
}
