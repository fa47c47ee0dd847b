//! One row per mistake: what is written, and the words that the error must hold.

use super::*;

const GOOD: &str = "id = \"my-tools\"\ncomponent = \"my-tools.wasm\"\n";

#[test]
fn every_documented_key_is_read() {
    let text = "\u{feff}id = \"a\"\r\ncomponent = \"a.wasm\"\r\nversion = \"1.2.3-rc.1\"\r\ntitle = \"A\"\r\n\
                description = \"\"\"\ntwo\nlines\"\"\"\r\nlicense = \"MIT\"\r\nhomepage = \"https://example.org\"\r\nguide = \"Begin here.\"\r\ngroups = [\"editor\"]\r\n\
                min-host = \"0.1.0\"\r\n[tools.One]\r\ngroups = [\"standard\"]\r\n[tools.Two]\r\nrunning-unity = \"write\"\r\n[tools.Three]\r\neffect = \"read\"\r\n";
    let manifest = Manifest::parse(text).expect("all keys, CRLF and a byte order mark are fine");
    assert_eq!(manifest.version.as_deref(), Some("1.2.3-rc.1"));
    assert_eq!(manifest.description.as_deref(), Some("two\nlines"));
    assert_eq!(manifest.guide.as_deref(), Some("Begin here."));
    assert_eq!(manifest.groups, ["editor"]);
    assert_eq!(manifest.tools["One"].groups, ["standard"]);
    assert_eq!(manifest.tools["Two"].running_unity, Some(Effect::Write));
    assert_eq!(manifest.tools["Three"].effect, Some(Effect::Read));
    assert_eq!(manifest.min_host.as_deref(), Some("0.1.0"));
    assert_eq!(KEYS.len(), text.matches(" = ").count() - 2);
}

#[test]
fn each_mistake_names_its_key_value_and_what_would_be_right() {
    let cases: &[(&str, &[&str])] = &[
        ("component = \"a.wasm\"", &["`id` is missing", "a-z"]),
        ("id = \"a\"", &["`component` is missing", ".wasm"]),
        ("id = 5\ncomponent = \"a.wasm\"", &["`id` is 5", "a text of 1 to 64"]),
        (
            "id = \"My Tools\"\ncomponent = \"a.wasm\"",
            &["`id` is \"My Tools\"", "a-z"],
        ),
        ("id = \"\"\ncomponent = \"a.wasm\"", &["`id` is \"\""]),
        (
            "id = \"a\"\ncomponent = \"../a.wasm\"",
            &["`component` is \"../a.wasm\"", "without any folder"],
        ),
        (
            "id = \"a\"\ncomponent = 'c:\\a.wasm'",
            &["`component`", "without any folder"],
        ),
        ("id = \"a\"\ncomponent = \".wasm\"", &["`component` is \".wasm\""]),
        (
            "id = \"a\"\ncomponent = \"a.txt\"",
            &["`component` is \"a.txt\"", ".wasm file"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\nversion = \"one\"",
            &["`version` is \"one\"", "1.2.0"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\nversion = 1.2",
            &["`version` is 1.2", "as text"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\ntitle = \"a\\nb\"",
            &["`title`", "one line"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\nguide = \"two\\nlines\"",
            &["`guide`", "one line"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\ngroups = \"editor\"",
            &["`groups` is \"editor\"", "a list"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\ngroups = [\"The Editor\"]",
            &["`groups` is [\"The Editor\"]", "a-z"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[tools.One]\ngroup = []",
            &["`tools` is", "`groups`, `running-unity` or `effect`"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[tools.One]\nrunning-unity = \"read\"",
            &["`tools.<name>.running-unity` is \"read\"", "\"write\""],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[tools.One]\neffect = \"destructive\"",
            &["`tools.<name>.effect` is \"destructive\"", "\"read\""],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[tools.One]\ngroups = [\"S\"]",
            &["`tools.<name>.groups` is [\"S\"]", "a-z"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\nmin_host = \"1.0.0\"",
            &["unknown key `min_host`", "`min-host`?"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\ngrants = []",
            &["unknown key `grants`", "known keys are id, component"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\nmin-host = \"99.0.0\"",
            &["99.0.0", "update the host"],
        ),
        ("id = \"a\"\ncomponent = a.wasm", &["not TOML", "line 2"]),
        ("id = \"a\"\nid = \"b\"", &["not TOML", "line 2"]),
        ("<<<<<<< HEAD", &["not TOML", "line 1"]),
    ];
    for (text, words) in cases {
        let problem = Manifest::parse(text).expect_err(text).to_string();
        for word in *words {
            assert!(problem.contains(word), "{text:?}: {problem:?} lacks {word:?}");
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_names_itself() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(FILE_NAME);
    let missing = Manifest::read(&file).expect_err("it does not exist").to_string();
    assert!(missing.contains("bundle.toml: cannot be read"), "{missing}");
    std::fs::write(&file, b"id = \"\xff\"").expect("written");
    let binary = Manifest::read(&file).expect_err("no UTF-8").to_string();
    assert!(binary.contains("byte 6 is not UTF-8"), "{binary}");
    std::fs::write(&file, "#".repeat(MAX_BYTES + 1)).expect("written");
    assert!(matches!(
        Manifest::read(&file).expect_err("too long").problem,
        Problem::TooLong
    ));
    std::fs::write(&file, GOOD).expect("written");
    assert_eq!(Manifest::read(&file).expect("good").id, "my-tools");
}

#[test]
fn an_id_is_no_member_of_the_hosts_own_in_a_result() {
    for id in ["diagnostics", "kind", "hint", "detail", "details"] {
        let text = format!("id = \"{id}\"\ncomponent = \"a.wasm\"\n");
        let told = Manifest::parse(&text).expect_err("refused").to_string();
        assert!(told.contains(&format!("`id` is \"{id}\"")), "{told}");
        assert!(told.contains(&format!("\"my-{id}\"")), "{told}");
        assert!(Manifest::parse(&text.replace(id, &format!("my-{id}"))).is_ok());
    }
}
