//! Tests with one row for each mistake: the text of the file, and words that the error must contain.

use super::*;

const GOOD: &str = "id = \"my-tools\"\ncomponent = \"my-tools.wasm\"\n";

#[test]
fn parses_every_documented_key() {
    let text = "\u{feff}id = \"a\"\r\ncomponent = \"a.wasm\"\r\nversion = \"1.2.3-rc.1\"\r\ntitle = \"A\"\r\n\
                description = \"\"\"\ntwo\nlines\"\"\"\r\nlicense = \"MIT\"\r\nhomepage = \"https://example.org\"\r\nguide = \"Begin here.\"\r\ngroups = [\"editor\"]\r\n\
                min-host = \"0.1.0\"\r\n[tools.One]\r\ngroups = [\"standard\"]\r\n[tools.Two]\r\nrunning-unity = \"write\"\r\n[tools.Three]\r\neffect = \"read\"\r\ntask = \"optional\"\r\n";
    let manifest = Manifest::parse(text).expect("all keys, CRLF and a byte order mark are fine");
    assert_eq!(manifest.version.as_deref(), Some("1.2.3-rc.1"));
    assert_eq!(manifest.description.as_deref(), Some("two\nlines"));
    assert_eq!(manifest.guide.as_deref(), Some("Begin here."));
    assert_eq!(manifest.groups, ["editor"]);
    assert_eq!(manifest.tools["One"].groups, ["standard"]);
    assert_eq!(manifest.tools["Two"].running_unity, Some(Effect::Write));
    assert_eq!(manifest.tools["Three"].effect, Some(Effect::Read));
    assert_eq!(manifest.tools["Three"].task, TaskSupport::Optional);
    assert_eq!(manifest.tools["One"].task, TaskSupport::Never);
    assert_eq!(manifest.min_host.as_deref(), Some("0.1.0"));
    assert_eq!(KEYS.len(), text.matches(" = ").count() - 3);
}

#[test]
fn parse_error_names_key_value_and_expected_form() {
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
            &[
                "unknown key `tools.One.group`",
                "`groups`, `running-unity`, `effect` or `task`",
            ],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[tools.One]\ntask = true",
            &["`tools.One.task` is true", "\"optional\" or \"required\""],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[tools.One]\nrunning-unity = \"read\"",
            &["`tools.One.running-unity` is \"read\"", "\"write\""],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[tools.One]\neffect = \"destructive\"",
            &["`tools.One.effect` is \"destructive\"", "\"read\""],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[tools.One]\ngroups = [\"S\"]",
            &["`tools.One.groups` is [\"S\"]", "a-z"],
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
        (
            "id = []\ncomponent = \"a.wasm\"",
            &["`id` is [], an array, expected a text of 1 to 64"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\ntitle = 5",
            &["`title` is 5, an integer, expected a text of one line"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\ntools = []",
            &[
                "`tools` is [], an array, expected a table for each tool",
                "e.g. [tools.GetStatus]",
            ],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[[tools]]\ngroups = [\"x\"]",
            &["`tools` is [{ groups = [\"x\"] }], an array", "e.g. [tools.GetStatus]"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[tools]\ngroups = [\"x\"]",
            &["`tools.groups` is [\"x\"], an array, expected a table that holds `groups`"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[tools.One]",
            &["`tools.One` is {}, an empty table, expected a table that holds `groups`"],
        ),
        (
            "id = \"a\"\ncomponent = \"a.wasm\"\n[tools.One]\ngroups = true",
            &["`tools.One.groups` is true, a truth value, expected a list of at most 16 texts"],
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
fn rejects_overlong_text_with_its_size_and_the_limit() {
    for (key, most) in [
        ("title", 200),
        ("description", 4096),
        ("license", 200),
        ("homepage", 200),
        ("guide", 480),
        ("version", 64),
        ("min-host", 64),
    ] {
        let manifest = |bytes: usize| {
            let text = match key {
                "version" | "min-host" => format!("0.1.0-{}", "x".repeat(bytes - 6)),
                _ => "x".repeat(bytes),
            };
            Manifest::parse(&format!("{GOOD}{key} = \"{text}\"\n"))
        };
        assert!(manifest(most).is_ok(), "{key}");
        let problem = manifest(most + 1).expect_err(key).to_string();
        let wanted = format!("`{key}` has {} bytes, at most {most} are allowed; shorten it", most + 1);
        assert_eq!(problem, wanted);
    }
}

/// Tests files that are not regular: reading a pipe would wait for a writer, and reading a device might never end.
#[cfg(unix)]
#[test]
fn rejects_non_regular_manifest_files_without_blocking() {
    use std::os::unix::fs::symlink;
    for words in [
        "is a folder",
        "is a named pipe",
        "is a device",
        "cannot be read: No such file",
        "cannot be read: Too many levels",
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let file = folder.path().join(FILE_NAME);
        assert!(!is_in(folder.path()));
        match words {
            "is a folder" => std::fs::create_dir(&file).expect("a folder"),
            "is a named pipe" => {
                let made = std::process::Command::new("mkfifo").arg(&file).status();
                assert!(made.expect("mkfifo").success());
            }
            "is a device" => symlink("/dev/zero", &file).expect("a link"),
            "cannot be read: No such file" => symlink("nothing", &file).expect("a link"),
            _ => symlink(FILE_NAME, &file).expect("a link to itself"),
        }
        assert!(is_in(folder.path()), "{words}");
        let told = Manifest::read(&file).expect_err(words).to_string();
        assert!(told.contains(&format!("bundle.toml: {words}")), "{told}");
    }
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    assert!(!is_in(file.path()), "no folder");
}

#[test]
fn read_error_names_the_manifest_file() {
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
fn rejects_id_that_is_a_reserved_result_member() {
    for id in ["diagnostics", "kind", "hint", "detail", "details"] {
        let text = format!("id = \"{id}\"\ncomponent = \"a.wasm\"\n");
        let told = Manifest::parse(&text).expect_err("refused").to_string();
        assert!(told.contains(&format!("`id` is \"{id}\"")), "{told}");
        assert!(told.contains(&format!("\"my-{id}\"")), "{told}");
        assert!(Manifest::parse(&text.replace(id, &format!("my-{id}"))).is_ok());
    }
}
