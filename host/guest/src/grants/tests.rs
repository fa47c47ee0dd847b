//! Tests of grants: settings as an operator writes them, with the imports of a component.

use super::*;

const LOG: &str = "unity-tools:host/log";
const OBJECTS: &str = "unity-tools:unity/objects";
const EDIT: &str = "unity-tools:unity/objects-edit";

fn list(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn narrowed(allow: Option<&[&str]>, deny: &[&str]) -> Grants {
    Grants::Narrowed {
        allow: allow.map(list),
        deny: list(deny),
    }
}

/// Returns the interfaces among log, objects and objects-edit that `grants` does not grant.
fn missing(grants: &Grants, bundled: bool) -> Vec<&'static str> {
    let imports = [LOG, OBJECTS, EDIT].map(|name| format!("{name}@0.3.7"));
    let mut imports = imports.to_vec();
    imports.push("wasi:cli/stderr@0.2.6".to_owned());
    grants.missing(bundled, &imports).iter().map(|one| one.name()).collect()
}

#[test]
fn settings_widen_and_narrow_default_grants_of_any_bundle() {
    // Columns: setting, missing interfaces of any bundle, missing interfaces of a bundled one.
    let table: [(Grants, &[&str], &[&str]); 8] = [
        (Grants::Default, &[EDIT], &[]),
        (Grants::Beyond(list(&[])), &[EDIT], &[EDIT]),
        (Grants::Beyond(list(&[EDIT])), &[], &[]),
        (
            Grants::Beyond(list(&["unity-tools:unity/objects-edit@0.3.0"])),
            &[],
            &[],
        ),
        (narrowed(None, &[EDIT]), &[EDIT], &[EDIT]),
        (narrowed(None, &[LOG]), &[LOG, EDIT], &[LOG]),
        (narrowed(Some(&[OBJECTS, EDIT]), &[]), &[LOG], &[LOG]),
        (narrowed(Some(&[LOG, OBJECTS, EDIT]), &[EDIT]), &[EDIT], &[EDIT]),
    ];
    for (grants, any, bundled) in table {
        assert_eq!(missing(&grants, false), any, "{grants:?}");
        assert_eq!(missing(&grants, true), bundled, "{grants:?}");
    }
}

#[test]
fn classifies_edit_interfaces_as_only_changing_and_others_as_default() {
    let one = |name: &str| Grants::Default.missing(false, &[format!("{name}@0.3.0")])[0];
    assert!(one(EDIT).only_changes());
    assert!(one("unity-tools:host/policy-edit").only_changes());
    assert!(one("unity-tools:unity/command-run").only_changes());
    assert!(one("unity-tools:unity/screenshot-save").only_changes());
    let reading = ["command", "screenshot"].map(|name| format!("unity-tools:unity/{name}@0.3.0"));
    assert!(Grants::Default.missing(false, &reading).is_empty());
}

#[test]
fn remedy_contains_the_configuration_line_to_write() {
    let remedy = |grants: &Grants| {
        let missing = grants.missing(false, &[format!("{EDIT}@0.3.0"), format!("{LOG}@0.3.0")]);
        grants.remedy("b", &missing)
    };
    assert_eq!(
        remedy(&Grants::Default),
        "to allow it, add `[bundles.b] grants = [\"unity-tools:unity/objects-edit\"]` to the configuration"
    );
    assert_eq!(
        remedy(&Grants::Beyond(list(&["unity-tools:unity/time-scale-edit"]))),
        "to allow it, write `[bundles.b] grants = [\"unity-tools:unity/time-scale-edit\", \
         \"unity-tools:unity/objects-edit\"]` in the configuration"
    );
    assert_eq!(
        remedy(&narrowed(Some(&[]), &[EDIT])),
        "to allow it, take \"unity-tools:unity/objects-edit\" out of `[bundles.b] grants.deny` and add \
         \"unity-tools:host/log\" to `[bundles.b] grants.allow`"
    );
    assert_eq!(
        remedy(&narrowed(None, &[LOG])),
        "to allow it, take \"unity-tools:host/log\" out of `[bundles.b] grants.deny` and name \
         \"unity-tools:unity/objects-edit\" in `[bundles.b] grants.allow`, with all other interfaces that it \
         may use"
    );
}
