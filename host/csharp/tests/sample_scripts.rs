//! Every script of the sample project must parse without a syntax error, and all its names must resolve.

use std::path::Path;

use host_csharp::{Form, MethodLookup, Symbols, TypeIndex, parse_source};

fn scripts(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("the sample's folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            scripts(&path, found);
        } else if path.extension().is_some_and(|e| e == "cs") {
            found.push((
                path.display().to_string(),
                std::fs::read_to_string(&path).expect("UTF-8"),
            ));
        }
    }
}

#[test]
fn parses_and_resolves_all_sample_scripts() {
    let mut texts = Vec::new();
    scripts(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/unity/sample/Assets"),
        &mut texts,
    );
    assert!(texts.len() >= 10);
    for (name, text) in &texts {
        let file = parse_source(name, text, &Symbols::default()).expect(name);
        assert!(!file.has_syntax_errors && file.cut_declarations == 0, "{name}");
    }
    let named = texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    let (index, failed) = TypeIndex::from_texts(named, &Symbols::default());
    assert!(failed.is_empty());
    let mut unresolved = Vec::new();
    for info in index.types() {
        for method in &info.methods {
            let signatures = Form::ALL.map(|form| method.signature(form));
            if !(method.conditional || signatures[0].resolved && signatures[1].resolved) {
                unresolved.push(signatures[0].text.clone());
            }
        }
    }
    assert_eq!(unresolved, Vec::<String>::new());
    let overloads = index.find_method("Sample.Game.Combat.Health", "TakeDamage");
    assert!(matches!(overloads, MethodLookup::Ambiguous(candidates) if candidates.len() == 2));
    let hit = "virtual bool Sample.Game.Combat.Health::TakeDamage(float amount, Sample.Game.Combat.DamageKind kind)";
    let MethodLookup::Found(hit) = index.find_method("Sample.Game.Combat.Health", hit) else {
        panic!("{hit} is not found")
    };
    assert_eq!(
        hit.signature(Form::Cecil).text,
        "System.Boolean Sample.Game.Combat.Health::TakeDamage(System.Single,Sample.Game.Combat.DamageKind)"
    );
}
