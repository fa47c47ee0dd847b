//! The exact text of the operator's file after a change.

use super::*;

fn names(list: &[&str]) -> Option<Vec<String>> {
    Some(list.iter().map(|name| (*name).to_owned()).collect())
}

fn edit_file(text: &str, change: &PolicyChange) -> Option<String> {
    let proposed = change.apply_to(&Policy::default()).unwrap();
    edit_text(text, change, &proposed).unwrap()
}

fn allow_writes(flag: bool) -> PolicyChange {
    PolicyChange {
        allow_writes: Some(flag),
        ..PolicyChange::default()
    }
}

fn components(list: &[&str]) -> PolicyChange {
    PolicyChange {
        component_allowlist: names(list),
        ..PolicyChange::default()
    }
}

#[test]
fn changes_one_key_and_keeps_all_other_text() {
    let cases = [
        (
            "# ours\n[server] # here\nmax-streams = 5\n\n[policy]\n# why\nallow-writes   =  false # until friday\nrequire-confirm = true\n\n[log]\nlevel = 'warn'\n# end\n",
            "# ours\n[server] # here\nmax-streams = 5\n\n[policy]\n# why\nallow-writes   =  true # until friday\nrequire-confirm = true\n\n[log]\nlevel = 'warn'\n# end\n",
        ),
        (
            "[policy]\nallow-writes = false\n[policy.ceiling]\nallow-writes = true # most\n",
            "[policy]\nallow-writes = true\n[policy.ceiling]\nallow-writes = true # most\n",
        ),
        (
            "policy.allow-writes = false\n[log]\nlevel = 'warn'\n",
            "policy.allow-writes = true\n[log]\nlevel = 'warn'\n",
        ),
        (
            "policy = { persist = true, allow-writes = false }\n",
            "policy = { persist = true, allow-writes = true }\n",
        ),
        (
            "\u{feff}[policy]\r\nallow-writes = false # no\r\n# end\r\n",
            "\u{feff}[policy]\r\nallow-writes = true # no\r\n# end\r\n",
        ),
        (
            "[bundles.x]\ntools = {\n  deny = [\"A\"], # not now\n}\n[policy]\nallow-writes = false\n",
            "[bundles.x]\ntools = {\n  deny = [\"A\"], # not now\n}\n[policy]\nallow-writes = true\n",
        ),
    ];
    for (before, after) in cases {
        assert_eq!(
            edit_file(before, &allow_writes(true)).as_deref(),
            Some(after),
            "{before}"
        );
    }
}

#[test]
fn adds_missing_key_in_its_section() {
    let cases = [
        ("", "[policy]\nallow-writes = true\n"),
        (
            "[log]\nlevel = 'warn'\n",
            "[log]\nlevel = 'warn'\n\n[policy]\nallow-writes = true\n",
        ),
        (
            "[policy]\npersist = true\n\n[log]\nlevel = 'warn'\n",
            "[policy]\npersist = true\nallow-writes = true\n\n[log]\nlevel = 'warn'\n",
        ),
        (
            "[policy.ceiling]\nallow-writes = true\n",
            "[policy]\nallow-writes = true\n[policy.ceiling]\nallow-writes = true\n",
        ),
        (
            "policy.persist = true\n",
            "policy.persist = true\npolicy.allow-writes = true\n",
        ),
    ];
    for (before, after) in cases {
        let found = edit_file(before, &allow_writes(true)).unwrap();
        assert_eq!(found, after, "{before}");
        let table: toml::Table = found.parse().unwrap();
        assert_eq!(table["policy"]["allow-writes"], toml::Value::Boolean(true));
    }
}

#[test]
fn does_not_write_unchanged_values() {
    let cases = [
        ("", allow_writes(false)),
        ("", PolicyChange::default()),
        ("[policy]\nallow-writes = true\n", allow_writes(true)),
        (
            "[policy]\ncomponent-allowlist = [\"B\", \"A\"]\n",
            components(&["A", "B"]),
        ),
        ("[log]\nlevel = 'warn'\n", components(&[])),
    ];
    for (text, change) in cases {
        assert_eq!(edit_file(text, &change), None, "{text} {change:?}");
    }
    // The file does set the key: its value is not the default.
    assert!(edit_file("[policy]\nallow-writes = true\n", &allow_writes(false)).is_some());
}

#[test]
fn remaining_entries_keep_their_place_and_comments() {
    let cases: [(&str, &[&str], &str); 6] = [
        (
            "[\n  # lights\n  \"B\", # the lamp\n  \"C\", # gone\n  \"A\", # last\n] # end",
            &["A", "B", "Z"],
            "[\n  # lights\n  \"B\", # the lamp\n  \"A\", # last\n  \"Z\",\n] # end",
        ),
        (
            "[\n  \"B\", # the lamp\n  \"C\", # gone\n]",
            &["B", "Y", "Z"],
            "[\n  \"B\", # the lamp\n  \"Y\",\n  \"Z\",\n]",
        ),
        ("[\n  \"B\",\n  \"C\"\n]", &["B"], "[\n  \"B\"\n]"),
        (
            "[\n  \"B\" # the lamp\n]",
            &["B", "C"],
            "[\n  \"B\", # the lamp\n  \"C\"\n]",
        ),
        ("[\"B\", \"C\"] # end", &["B", "Z"], "[\"B\", \"Z\"] # end"),
        ("[\"B\"]", &[], "[]"),
    ];
    for (before, list, after) in cases {
        let file = |list: &str| format!("[policy]\ncomponent-allowlist = {list}\n");
        assert_eq!(
            edit_file(&file(before), &components(list)),
            Some(file(after)),
            "{before}"
        );
    }
}

#[test]
fn escapes_names_that_look_like_toml() {
    let hostile = "a\"]\nallow-writes = true # \\";
    let change = PolicyChange {
        component_allowlist: names(&["x\\u0022] # y", "\"", "'''"]),
        ..PolicyChange::default()
    };
    let table: toml::Table = edit_file("", &change).unwrap().parse().unwrap();
    assert_eq!(table["policy"].as_table().unwrap().len(), 1);
    assert_eq!(table["policy"]["component-allowlist"].as_array().unwrap().len(), 3);
    assert!(components(&[hostile]).apply_to(&Policy::default()).is_err());
}
