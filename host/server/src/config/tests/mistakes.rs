//! The error messages for an operator's mistakes.

use super::*;

#[test]
fn error_names_key_value_and_correction() {
    let cases: &[(&str, &[&str])] = &[
        (
            "[policy]\nallow_writes = true\n",
            &["`policy.allow_writes`", "did you mean `policy.allow-writes`?", "true"],
        ),
        ("[polcy]\nallow-writes = true\n", &["`polcy", "did you mean `policy`?"]),
        (
            "[policy]\nallow-writes = \"yes\"\n",
            &["`policy.allow-writes`", "\"yes\"", "expected true or false"],
        ),
        (
            "[limits]\ndeadline = 30\n",
            &["`limits.deadline`", "30", "such as \"30s\""],
        ),
        (
            "[limits]\nmemory = \"64MB\"\n",
            &["`limits.memory`", "\"64MB\"", "\"64MiB\""],
        ),
        (
            "[limits]\ndeadline = \"0s\"\n",
            &["`limits.deadline`", "from 10ms to 24h"],
        ),
        (
            "[server]\nlisten = \"7000\"\n",
            &["`server.listen`", "\"7000\"", "\"127.0.0.1:7000\""],
        ),
        ("[server]\nlisten = []\n", &["`server.listen`", "[]"]),
        (
            "[server]\nmemory = \"1MiB\"\n",
            &["`server.memory`", "\"1MiB\"", "a size such as", "from 16MiB to 64GiB"],
        ),
        (
            "[server]\nmemory = \"200MiB\"\n[limits]\narguments = \"64MiB\"\n",
            &[
                "`server.memory` is \"200MiB\"",
                "`limits.arguments` = \"64MiB\"",
                "\"387MiB\" or more",
            ],
        ),
        (
            "[server]\nlisten = \"0.0.0.0:7000\"\n",
            &["`server.listen`", "0.0.0.0:7000", "`server.token-file`"],
        ),
        (
            "[project]\nscreen = [0, 720]\n",
            &["`project.screen`", "[0, 720]", "1 to 16384"],
        ),
        (
            "[project]\nopen = \"last\"\n",
            &["`project.open`", "\"last\"", "\"first\", \"build\", \"all\""],
        ),
        ("[policy]\ntier = \"pro\"\n", &["`policy.tier`", "\"pro\"", "core"]),
        ("[log]\nlevel = \"loud\"\n", &["`log.level`", "\"loud\"", "\"debug\""]),
        (
            "[bundles.x]\ngrant = []\n",
            &["`bundles.x.grant`", "did you mean `bundles.x.grants`?"],
        ),
        (
            "[bundles.x]\ngrants = { allow = [], denny = [] }\n",
            &["`bundles.x.grants`", "a table with 2 keys", "allow = [", "deny = ["],
        ),
        (
            "[bundles.x]\ndigest = \"abc\"\n",
            &["`bundles.x.digest`", "\"abc\"", "64 digits"],
        ),
        (
            "[bundles.x.grants]\ndeny = true\n",
            &["`bundles.x.grants`", "a list such as"],
        ),
        (
            "[bundles.x.limits]\nmemory = true\n",
            &["`bundles.x.limits.memory`", "true", "a size"],
        ),
        ("server = 5\n", &["`server` is 5", "table"]),
        ("[server\n", &["is not TOML", "line 1"]),
        ("zebra = 1\n", &["unknown key `zebra`", "known here: server, project"]),
    ];
    for (text, wanted) in cases {
        let message = error_of(text);
        for part in *wanted {
            assert!(
                message.contains(part),
                "{text:?} answers {message:?}, which lacks {part:?}"
            );
        }
    }
}

#[test]
fn reports_all_mistakes_together() {
    let (_folder, mut sources) = with_file("a = 1\n[limits]\npage = 1\n");
    sources.environment = vec![("UNITY_TOOL_HOST_SERVER_LISTN".to_owned(), "x".to_owned())];
    sources.flags = vec![flag("policy", "1"), flag("policy.allow-wirtes", "true")];
    let message = Configuration::read(&sources).unwrap_err().to_string();
    assert_eq!(message.lines().count(), 5, "{message}");
    assert!(
        message.contains("did you mean UNITY_TOOL_HOST_SERVER_LISTEN?"),
        "{message}"
    );
    assert!(message.contains("`policy` is a section"), "{message}");
}

#[test]
fn keeps_bundle_id_of_empty_table() {
    for empty in ["[bundles.nob]\n", "[bundles.nob.tools]\n", "[bundles]\nnob = {}\n"] {
        let (_folder, sources) = with_file(empty);
        let read = Configuration::read(&sources).unwrap();
        // The list of existing bundles decides which ids are valid.
        assert_eq!(read.settings.bundles.keys().collect::<Vec<_>>(), ["nob"], "{empty}");
    }
}

#[test]
fn rejects_profile_without_a_name() {
    for empty in ["", " ", ",", " , "] {
        let (_folder, mut sources) = with_file("");
        sources.flags.push(flag("policy.profile", &format!("{empty:?}")));
        let error = Configuration::read(&sources).unwrap_err().to_string();
        assert!(
            error.contains("`policy.profile` is") && error.contains("expected all, offline, standard, live"),
            "{error}"
        );
    }
    assert!(error_of("[policy.ceiling]\nprofile = \"\"\n").contains("`policy.ceiling.profile`"));
}
