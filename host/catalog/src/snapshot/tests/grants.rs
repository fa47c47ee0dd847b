//! Tests which parts of a bundle are served if a grant is missing or the bundle is switched off.

use super::*;

const EDIT: &str = "unity-tools:unity/objects-edit";

/// Creates an offer with a tool that reads and a tool that writes, in a bundle with these imports.
fn importing(imports: &[&str], bundled: bool) -> Arc<Offer<String>> {
    let write = ToolSpec {
        effect: Effect::Write,
        ..tool("Write", "", &[])
    };
    let mut offer = offer("a", &[tool("Read", "", &[]), write], &["unity://one"]);
    let changed = Arc::get_mut(&mut offer).expect("no other reference exists");
    changed.needs = Needs {
        file: "a.wasm".into(),
        bundled,
        digest: "00".into(),
        imports: imports.iter().map(|name| format!("{name}@0.3.0")).collect(),
    };
    offer
}

fn snapshot_with_grants(grants: Grants, offer: Arc<Offer<String>>) -> Snapshot<String> {
    let own = BundleSettings {
        grants,
        ..BundleSettings::default()
    };
    let settings = Settings {
        bundles: [("a".to_owned(), own)].into(),
        ..Settings::default()
    };
    build(&[offer], &settings, &Policy::default())
}

#[test]
fn serves_only_reading_tools_without_grant_for_edit_interface() {
    let granted = snapshot_with_grants(Grants::Beyond(vec![EDIT.to_owned()]), importing(&[EDIT], false));
    assert_eq!(listed_names(&granted), ["Read", "Write"]);
    assert!(granted.notes[0].1.is_empty() && granted.refused.is_empty());
    let denied = || Grants::Narrowed {
        allow: None,
        deny: vec![EDIT.to_owned()],
    };
    for (grants, bundled) in [(Grants::Default, false), (denied(), false), (denied(), true)] {
        let snapshot = snapshot_with_grants(grants, importing(&[EDIT], bundled));
        assert_eq!(listed_names(&snapshot), ["Read"]);
        assert!(snapshot.tool("Write").is_none());
        assert!(snapshot.resource("unity://one").is_some() && snapshot.prompt("a-prompt").is_some());
        let note = &snapshot.notes[0].1[0];
        for part in [
            "tool `Write` is not served",
            "a.wasm imports",
            EDIT,
            "[bundles.a] grants",
        ] {
            assert!(note.contains(part), "{note}");
        }
    }
    assert_eq!(
        listed_names(&snapshot_with_grants(Grants::Default, importing(&[EDIT], true))),
        ["Read", "Write"]
    );
}

#[test]
fn refuses_bundle_without_grant_for_reading_interface() {
    for (imports, grants) in [
        (
            &["unity-tools:unity/command"][..],
            Grants::Narrowed {
                allow: None,
                deny: vec!["unity-tools:unity/command".to_owned()],
            },
        ),
        (
            &["unity-tools:unity/objects", EDIT],
            Grants::Narrowed {
                allow: Some(vec![EDIT.to_owned()]),
                deny: Vec::new(),
            },
        ),
    ] {
        let snapshot = snapshot_with_grants(grants, importing(imports, false));
        assert!(snapshot.homes.is_empty() && snapshot.views.complete().resources.is_empty());
        let (bundle, reason) = &snapshot.refused[0];
        assert_eq!(bundle, "a");
        assert!(
            reason.contains(imports[0]) && reason.contains("is not granted"),
            "{reason}"
        );
    }
}

#[test]
fn does_not_publish_disabled_bundle() {
    let off = BundleSettings {
        enabled: false,
        ..BundleSettings::default()
    };
    let settings = Settings {
        bundles: [("a".to_owned(), off)].into(),
        ..Settings::default()
    };
    let snapshot = build(&[importing(&[], true)], &settings, &Policy::default());
    assert!(snapshot.homes.is_empty() && snapshot.refused.is_empty() && snapshot.tool("Read").is_none());
}

#[test]
fn names_the_missing_grant_of_a_bundle_that_needs_one() {
    const SAVE: &str = "unity-tools:unity/edits-save";
    let snapshot = snapshot_with_grants(Grants::Default, importing(&[SAVE], true));
    assert!(snapshot.homes.is_empty() && snapshot.refused.is_empty());
    let (id, remedy) = &snapshot.not_granted[0];
    assert_eq!(id, "a");
    assert!(
        remedy.contains("to allow it, add `[bundles.a] grants = [\"unity-tools:unity/edits-save\"]`"),
        "{remedy}"
    );
    let granted = snapshot_with_grants(Grants::Beyond(vec![SAVE.to_owned()]), importing(&[SAVE], true));
    assert!(granted.not_granted.is_empty() && granted.homes.len() == 1);
}

#[test]
fn bundle_without_grant_leaves_its_names_to_other_bundles() {
    let other = offer("b", &[tool("Write", "", &[])], &[]);
    let snapshot = build(
        &[importing(&[EDIT], false), other],
        &Settings::default(),
        &Policy::default(),
    );
    assert_eq!(snapshot.tool("Write").expect("served").home.id, "b");
}

#[test]
fn withdraws_served_bundle_whose_digest_differs_from_the_settings() {
    let pinned = |digest: &str| {
        let own = BundleSettings {
            digest: Some(digest.to_owned()),
            ..BundleSettings::default()
        };
        let settings = Settings {
            bundles: [("a".to_owned(), own)].into(),
            ..Settings::default()
        };
        build(&[importing(&[], true)], &settings, &Policy::default())
    };
    assert_eq!(listed_names(&pinned("00")), ["Read", "Write"]);
    let other = pinned("11");
    assert!(
        other.homes.is_empty() && other.refused[0].1.contains("`[bundles.a] digest` is 11"),
        "{:?}",
        other.refused
    );
}
