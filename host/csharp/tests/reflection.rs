//! Against a real compiler: Mono's `mcs` compiles C#, reflection prints every method in the three forms, and what is
//! read from the same source must be equal, or say that it is not resolved.

#![expect(clippy::print_stdout, reason = "a skipped test says so, and what was compared")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use host_csharp::{Form, Symbols, TypeIndex, TypeLookup};

fn manifest(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// `None` where Mono is absent.
fn reflect(name: &str, sources: &[PathBuf]) -> Option<Vec<[String; 5]>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the test's own folder");
    let (library, program) = (folder.join("Sources.dll"), folder.join("Describe.exe"));
    let out = |path: &Path| format!("-out:{}", path.display());
    let options = [
        "-nologo",
        "-unsafe",
        "-langversion:latest",
        "-nowarn:1-9999",
        "-define:TORTURE_ON",
    ];
    let compile = |arguments: &[&str], sources: &[PathBuf]| {
        Command::new("mcs")
            .args(options)
            .args(arguments)
            .args(sources)
            .output()
            .ok()
    };
    for output in [
        compile(&["-target:library", &out(&library)], sources)?,
        compile(
            &["-target:exe", &out(&program)],
            &[manifest("tests/reflection/Describe.cs")],
        )?,
    ] {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let output = Command::new("mono").arg(&program).arg(&library).output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("names are UTF-8");
    let row = |line: &str| -> [String; 5] {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        cells.try_into().expect("five cells")
    };
    Some(text.lines().map(row).collect())
}

fn symbols() -> Symbols {
    let set = |name: &str| BTreeSet::from([name.to_owned()]);
    Symbols {
        defined: set("TORTURE_ON"),
        undefined: set("TORTURE_OFF"),
    }
}

struct Counts {
    exact: usize,
    unresolved: Vec<String>,
}

/// Compares in both directions and returns how many printed forms were equal.
fn compare(sources: &[PathBuf], rows: &[[String; 5]]) -> Counts {
    let texts: Vec<(String, String)> = sources
        .iter()
        .map(|path| {
            (
                path.display().to_string(),
                std::fs::read_to_string(path).expect("a source of the test"),
            )
        })
        .collect();
    let (index, failed) = TypeIndex::from_texts(
        texts.iter().map(|(name, text)| (name.as_str(), text.as_str())),
        &symbols(),
    );
    assert!(failed.is_empty(), "{failed:?}");
    let mut left: BTreeMap<(String, String), Vec<&[String; 5]>> = BTreeMap::new();
    for row in rows {
        left.entry((row[1].clone(), row[2].clone())).or_default().push(row);
    }
    let mut counts = Counts {
        exact: 0,
        unresolved: Vec::new(),
    };
    let mut wrong = Vec::new();
    let own: Vec<_> = index
        .types()
        .into_iter()
        .filter(|t| t.origin.as_str() == "source")
        .collect();
    for info in &own {
        let full_name = info.name.full_name();
        for method in &info.methods {
            let printed = Form::ALL.map(|form| method.signature(form));
            let row = left
                .get_mut(&(full_name.clone(), printed[0].text.clone()))
                .and_then(Vec::pop);
            for (at, signature) in printed.iter().enumerate() {
                match row {
                    _ if !signature.resolved => counts.unresolved.push(signature.text.clone()),
                    Some(row) if row[at + 2] == signature.text => counts.exact += 1,
                    Some(row) => wrong.push(format!("ours    {}\nmono's  {}", signature.text, row[at + 2])),
                    None => wrong.push(format!("not in the assembly: {}", signature.text)),
                }
            }
        }
    }
    // Constructors that the compiler adds are in no source.
    let missing = left
        .into_values()
        .flatten()
        .filter(|row| row[0] == "M")
        .map(|row| row[2].clone());
    wrong.extend(missing.map(|text| format!("not in the source: {text}")));
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    for row in rows.iter().filter(|row| row[0] == "M") {
        let info = match index.find_type(&row[1]) {
            TypeLookup::Found(info) => Some(info),
            _ => None,
        };
        let info = info.expect(&row[1]);
        for form in &row[2..] {
            // By-refs to generic types, with assembly names in them, are the one thing that source does not tell.
            if !form.contains("[[") {
                let found = info.find_method(form);
                assert!(
                    matches!(found, host_csharp::MethodLookup::Found(_)),
                    "{form}: {found:?}"
                );
            }
        }
    }
    counts
}

fn check(name: &str, sources: &[PathBuf], at_least: usize, unresolved_at_most: usize) {
    let Some(rows) = reflect(name, sources) else {
        assert!(
            std::env::var_os("CI").is_none(),
            "mcs and mono are needed: apt-get install mono-mcs mono-runtime"
        );
        println!("skipped: mcs or mono is not installed (apt-get install mono-mcs mono-runtime)");
        return;
    };
    let counts = compare(sources, &rows);
    println!(
        "{name}: {} forms equal, not resolved: {:#?}",
        counts.exact, counts.unresolved
    );
    assert!(counts.exact >= at_least, "only {} forms were compared", counts.exact);
    assert!(
        counts.unresolved.len() <= unresolved_at_most,
        "{:#?}",
        counts.unresolved
    );
}

#[test]
fn every_signature_of_the_torture_file_is_reflections() {
    check("torture", &[manifest("tests/reflection/Torture.cs")], 400, 20);
}

#[test]
fn every_signature_of_the_samples_plain_types_is_reflections() {
    let scripts = manifest("../../tests/fixtures/unity/sample/Assets/Scripts");
    let sources = ["Combat/Score.cs", "Combat/IDamageable.cs", "Pool.cs"].map(|name| scripts.join(name));
    check("sample", &sources, 90, 3);
}
