//! Tests of the rules table: its consistency, and its use in the sources.

use super::*;
use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn variant_names_match_unique_rule_ids() {
    for rule in Rule::ALL {
        let words = rule.id().split(['.', '-']);
        let name: String = words
            .map(|word| format!("{}{}", word[..1].to_uppercase(), &word[1..]))
            .collect();
        assert_eq!(format!("{rule:?}"), name, "{rule}");
    }
    let ids: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(ids.len(), Rule::ALL.len());
}

#[test]
fn rules_without_next_step_have_no_texts() {
    for rule in Rule::ALL {
        assert!(rule.next().is_some() || rule.texts().is_empty(), "{rule}");
    }
}

#[test]
fn refusal_text_contains_its_values() {
    let refusal = Refusal::tier_above("pro", "core");
    assert_eq!(
        (refusal.rule, refusal.kind),
        (Rule::PolicyTier, ErrorKind::TierRestricted)
    );
    assert!(refusal.hint.ends_with("`--set policy.tier=pro`"), "{}", refusal.hint);
    assert!(refusal.hint.contains("the current tier is `core`"), "{}", refusal.hint);
}

/// Checks that the sources call the function of each text, and mention each rule without texts.
#[test]
fn sources_use_every_rule_and_every_text() {
    let host = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the folder of the crates");
    let mut sources = String::new();
    collect(host, &mut sources);
    for rule in Rule::ALL {
        for text in rule.texts() {
            assert!(
                sources.contains(&format!("Refusal::{text}")),
                "{rule}: no source uses `{text}`"
            );
        }
        let is_named = !rule.texts().is_empty() || sources.contains(&format!("Rule::{rule:?}"));
        assert!(is_named, "{rule}: no source names it");
    }
}

/// Appends the Rust sources below `folder` to `sources`, without this crate and without tests.
fn collect(folder: &Path, sources: &mut String) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path == Path::new(env!("CARGO_MANIFEST_DIR")) || name == "tests" || name == "tests.rs" {
            continue;
        }
        if path.is_dir() {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push_str(&std::fs::read_to_string(&path).expect("a source"));
        }
    }
}
