//! Compares this crate with a real compiler. Mono's `mcs` compiles C# sources, and reflection prints every method in
//! the three forms. This crate must print the same for these sources, or mark the signature as not resolved.

#![expect(clippy::print_stdout, reason = "a skipped test says so, and what was compared")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use host_csharp::{
    Form, MethodLookup, SourceFile, Symbols, TypeIndex, TypeKind, TypeLookup, TypeRef, parse_whole, read_assembly,
};

fn manifest(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns a folder for the files of the test with this name, and creates it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Returns a description of each method of the compiled sources; `None` if Mono is not installed.
fn reflect(name: &str, sources: &[PathBuf]) -> Option<Vec<[String; 5]>> {
    let folder = folder(name);
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

/// Compares the crate's signatures with those of reflection in both directions, and counts the equal ones.
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
            // The only information that source lacks: by-refs to generic types with assembly names in them.
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

/// Checks that the crate reads the same methods from the assembly's metadata as reflection, in both directions.
fn compare_compiled(library: &Path, rows: &[[String; 5]]) {
    let bytes = std::fs::read(library).expect("the compiled sources");
    let file = read_assembly("Sources.dll", &bytes).expect("an assembly");
    assert_eq!(file.unread, 0);
    let index = TypeIndex::build(&[], &[file.into()]);
    let mut left: BTreeMap<(String, String), Vec<&[String; 5]>> = BTreeMap::new();
    for row in rows {
        left.entry((row[1].clone(), row[2].clone())).or_default().push(row);
    }
    let mut unresolved = 0;
    for info in index.types().into_iter().filter(|t| t.origin.as_str() == "assembly") {
        for method in &info.methods {
            let printed = Form::ALL.map(|form| method.signature(form));
            let key = (info.name.full_name(), printed[0].text.clone());
            let row = left.get_mut(&key).and_then(Vec::pop).expect(&printed[0].text);
            for (at, signature) in printed.iter().enumerate() {
                if signature.resolved {
                    assert_eq!(signature.text, row[at + 2]);
                } else {
                    unresolved += 1;
                }
            }
        }
    }
    let missing: Vec<_> = left.into_values().flatten().collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(unresolved <= 20, "{unresolved} forms are not resolved");
}

/// Checks that fields, base types and interfaces from the sources match those from their assembly. Returns the number
/// of equal fields.
fn compare_fields(library: &Path, sources: &[PathBuf]) -> usize {
    let bytes = std::fs::read(library).expect("the compiled sources");
    let compiled = TypeIndex::build(
        &[],
        &[read_assembly("Sources.dll", &bytes).expect("an assembly").into()],
    );
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a source of the test");
        Arc::new(parse_whole("source", &text, &symbols(), &mut || true).expect("small"))
    };
    let files: Vec<Arc<SourceFile>> = sources.iter().map(read).collect();
    let index = TypeIndex::build(&files, &[]);
    let (mut equal, mut wrong) = (0, Vec::new());
    for declared in files.iter().flat_map(|file| file.types()) {
        let Some(name) = index.type_of(declared) else { continue };
        let Some(theirs) = compiled.info(name).and_then(|info| info.compiled.clone()) else {
            wrong.push(format!("not in the assembly: {}", name.full_name()));
            continue;
        };
        assert_eq!(theirs.unread, 0, "{}", name.full_name());
        let bases: Vec<String> = theirs.bases.iter().map(TypeRef::csharp).collect();
        for base in index.bases(name).iter().filter(|base| base.is_resolved()) {
            if !bases.contains(&base.csharp()) && !matches!(declared.kind(), TypeKind::Enum) {
                wrong.push(format!("{}: {} is not in {bases:?}", name.full_name(), base.csharp()));
            }
        }
        for field in &declared.detail().expect("read whole").fields {
            let made = format!("<{}>k__BackingField", field.name);
            let wanted = if field.is_property {
                made.as_str()
            } else {
                field.name.as_str()
            };
            let ours = index.meaning(field, declared);
            match theirs.fields.iter().find(|theirs| theirs.name == wanted) {
                // Interfaces have no fields.
                None if declared.kind() == TypeKind::Interface => {}
                Some(field) if field.ty.csharp() == ours.csharp() => equal += 1,
                Some(field) if ours.is_resolved() => {
                    wrong.push(format!("{wanted}: {} is {}", ours.csharp(), field.ty.csharp()));
                }
                Some(_) => {}
                None => wrong.push(format!("not in the assembly: {}.{wanted}", name.full_name())),
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
    equal
}

/// Checks that the patch template of every method that can be patched compiles together with the sources.
fn compile_templates(name: &str, sources: &[PathBuf]) {
    let bytes = std::fs::read(folder(name).join("Sources.dll")).expect("the compiled sources");
    let file = read_assembly("Sources.dll", &bytes).expect("an assembly");
    let index = TypeIndex::build(&[], &[file.into()]);
    let mut text = String::new();
    let mut count = 0;
    for info in index.types().into_iter().filter(|t| t.origin.as_str() == "assembly") {
        for method in info.methods.iter().filter(|m| m.is_public && m.unpatchable().is_none()) {
            text += &format!("static class Patch{count}\n{{\n{}}}\n", method.patch_template());
            count += 1;
        }
    }
    assert!(count > 10, "{count} methods can be patched");
    let written = folder(name).join("Templates.cs");
    std::fs::write(&written, text).expect("a written file");
    let output = Command::new("mcs")
        .args([
            "-nologo",
            "-unsafe",
            "-langversion:latest",
            "-nowarn:1-9999",
            "-define:TORTURE_ON",
            "-target:library",
        ])
        .arg(format!("-out:{}", folder(name).join("Templates.dll").display()))
        .args(sources)
        .arg(&written)
        .output()
        .expect("mcs ran before");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn reading_broken_assemblies_never_panics() {
    let source = manifest("tests/reflection/Torture.cs");
    if reflect("broken", &[source]).is_none() {
        println!("skipped: mcs or mono is not installed");
        return;
    }
    let whole = std::fs::read(folder("broken").join("Sources.dll")).expect("the compiled sources");
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).expect("small")
    };
    let mut read = 0;
    for round in 0..3_000 {
        let mut bytes = whole.clone();
        for _ in 0..=round % 8 {
            let (at, value) = (next(bytes.len()), next(256));
            bytes[at] = u8::try_from(value).expect("a byte");
        }
        if round % 5 == 0 {
            bytes.truncate(next(bytes.len()));
        }
        if let Ok(file) = read_assembly("Broken.dll", &bytes) {
            read += 1;
            // Building an index reads the engine table too, which takes longer.
            if round % 40 == 0 {
                let index = TypeIndex::build(&[], &[file.into()]);
                for method in index.types().iter().flat_map(|t| &t.methods) {
                    assert!(!method.signature(Form::HarmonyX).text.is_empty());
                }
            }
        }
    }
    assert!(read > 100, "{read} of the broken files were read");
    assert!(read_assembly("Empty.dll", &[]).is_err());
}

#[test]
fn reads_mscorlib_of_mono_completely() {
    let Ok(bytes) = std::fs::read("/usr/lib/mono/4.5/mscorlib.dll") else {
        println!("skipped: no mscorlib of Mono");
        return;
    };
    let file = read_assembly("mscorlib.dll", &bytes).expect("an assembly");
    assert!(
        file.methods() > 15_000 && file.unread == 0,
        "{} methods, {} unread",
        file.methods(),
        file.unread
    );
    let index = TypeIndex::build(&[], &[file.into()]);
    let compiled = || index.types().into_iter().filter_map(|info| info.compiled.clone());
    let (fields, unread) = compiled().fold((0, 0), |(fields, unread), of| {
        (fields + of.fields.len(), unread + of.unread)
    });
    assert!(fields > 9_000 && unread == 0, "{fields} fields, {unread} unread");
    let found = index.find_method("System.Collections.Generic.List`1/Enumerator", "MoveNext");
    let MethodLookup::Found(found) = found else {
        panic!("{found:?}")
    };
    assert_eq!(
        found.signature(Form::Cecil).text,
        "System.Boolean System.Collections.Generic.List`1/Enumerator::MoveNext()"
    );
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
    compare_compiled(&folder(name).join("Sources.dll"), &rows);
    compile_templates(name, sources);
    let fields = compare_fields(&folder(name).join("Sources.dll"), sources);
    assert!(fields > 0, "no field was compared");
    let counts = compare(sources, &rows);
    println!(
        "{name}: {fields} fields and {} forms equal, not resolved: {:#?}",
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
fn signatures_of_torture_file_match_reflection() {
    check("torture", &[manifest("tests/reflection/Torture.cs")], 400, 20);
}

#[test]
fn signatures_of_sample_types_match_reflection() {
    let scripts = manifest("../../tests/fixtures/unity/sample/Assets/Scripts");
    let sources = ["Combat/Score.cs", "Combat/IDamageable.cs", "Pool.cs"].map(|name| scripts.join(name));
    check("sample", &sources, 90, 3);
}
