//! From `unity-tool-host new` to an answer in a client, in each language.
//!
//! Belongs here: a new folder's README word for word, and then the example of the language in that folder (`examples`). Does not:
//! what `dev` does with a change (`dev`), wrong bundles (`authors`).

use super::examples::Example;
use super::{Author, packages};
use anyhow::{Result, bail, ensure};
use serde_json::json;
use std::path::{Path, PathBuf};
use tests_support::{HostOptions, environment, paths, readme};

/// A language, and what it needs of this machine.
pub(super) struct Case {
    pub(super) language: &'static str,
    needs: Needs,
}

pub(super) enum Needs {
    /// What these tests are compiled with.
    Rust,
    /// With npm, which fetches the rest.
    Node,
    /// A program that a Python package brought: where it is, `build` takes it and fetches nothing.
    Python(&'static str),
}

const RUST: Case = Case {
    language: "rust",
    needs: Needs::Rust,
};
const JAVASCRIPT: Case = Case {
    language: "js",
    needs: Needs::Node,
};
pub(super) const TYPESCRIPT: Case = Case {
    language: "ts",
    needs: Needs::Node,
};
const PYTHON: Case = Case {
    language: "python",
    needs: Needs::Python("componentize-py"),
};
const C: Case = Case {
    language: "c",
    needs: Needs::Python("python-zig"),
};
pub(super) const GO: Case = Case {
    language: "go",
    needs: Needs::Python("go"),
};

impl Case {
    /// Whether it can be tried here; else that is said, and in continuous integration an error.
    pub(super) fn is_possible(&self) -> Result<bool> {
        let what = format!("the template for --language {}", self.language);
        match self.needs {
            Needs::Rust => Ok(true),
            Needs::Node if environment::variable(environment::FAST).is_some() => {
                environment::announce(&format!("skipped: {what}: --fast leaves out what needs Node"));
                Ok(false)
            }
            Needs::Node => Ok(true),
            Needs::Python(program) if paths::target().join("tools/guest-py/bin").join(program).is_file() => Ok(true),
            Needs::Python(program) => {
                let why = format!("{program} is not installed; `cargo xtask guests` brings it");
                environment::skip(&what, &why).map(|()| false)
            }
        }
    }

    /// Does what the README of a new folder says, word for word, and asks the bundle by a client of MCP.
    async fn goes_from_new_to_an_answer(&self) -> Result<()> {
        if self.is_possible()? {
            from_new_to_an_answer(self.language).await?;
        }
        Ok(())
    }
}

async fn from_new_to_an_answer(language: &'static str) -> Result<()> {
    let author = Author::new()?;
    let example = Example::read(language)?;
    let id = &example.id;
    let made = author.host(&["new", id, "--language", language]).await?;
    ensure!(
        made.code == Some(0) && made.output.contains(&format!("cd {id}")),
        "{}",
        made.errors
    );
    let folder = author.home().join(id);
    let blocks = readme::fenced(&folder.join("README.md"), "sh")?;
    let [commands, serve, ..] = blocks.as_slice() else {
        bail!("its README shows {} shell blocks", blocks.len());
    };
    ensure!(
        commands.lines().count() <= 4 && serve.trim() == "unity-tool-host serve --tools .",
        "{commands}{serve}"
    );
    // What was fetched and compiled of others is kept from run to run; the bundle and its SDK are new each time.
    let target = paths::target().join("authors").join(language);
    let kept = [("CARGO_TARGET_DIR", target.clone()), ("GOCACHE", target.join("cache"))];
    let said = author.run(Path::new("sh"), &["-euc", commands], id, &kept).await?;
    ensure!(said.code == Some(0), "{commands}\n{}\n{}", said.output, said.errors);
    for words in [
        &format!("{id}.wasm: "),
        "no fault: 1 tools",
        "1 examples ran",
        "\"/Main Camera\"",
    ] {
        ensure!(said.output.contains(words), "no {words:?} in {}", said.output);
    }
    ensure!(
        said.errors.contains("looking for objects with a Camera"),
        "its log line: {}",
        said.errors
    );
    if language == "rust" {
        packages::test_rust_packages(&author, &folder, &kept).await?;
    }
    template_answers(&folder).await?;
    example.works(&author, &kept).await
}

async fn template_answers(folder: &Path) -> Result<()> {
    let host = HostOptions::new().no_bundled().tools(folder).start().await?;
    let client = host.client().await?;
    let answer = client
        .ask("count_objects", json!({"component": "Camera", "limit": 1}))
        .await?;
    ensure!(answer == json!({"total": 2, "first": ["/Map Camera"]}), "{answer}");
    let wrong = client
        .call("count_objects", json!({"component": ""}))
        .await?
        .expect_failure()?;
    ensure!(wrong.contains("component"), "{wrong}");
    let none = client
        .call("count_objects", json!({"component": "Lihgt"}))
        .await?
        .expect_failure()?;
    ensure!(
        none.contains("no object has a Lihgt") && none.contains("such as Camera"),
        "{none}"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_rust_bundle_builds_and_answers() -> Result<()> {
    RUST.goes_from_new_to_an_answer().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_javascript_bundle_builds_and_answers() -> Result<()> {
    JAVASCRIPT.goes_from_new_to_an_answer().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_typescript_bundle_builds_and_answers() -> Result<()> {
    TYPESCRIPT.goes_from_new_to_an_answer().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_python_bundle_builds_and_answers() -> Result<()> {
    PYTHON.goes_from_new_to_an_answer().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_c_bundle_builds_and_answers() -> Result<()> {
    C.goes_from_new_to_an_answer().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn new_go_bundle_builds_and_answers() -> Result<()> {
    GO.goes_from_new_to_an_answer().await
}

/// Types of arguments and answers follow from schemas, those of imports from the contract: what does not fit is not built.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typescript_bundle_test_reports_type_errors() -> Result<()> {
    if !TYPESCRIPT.is_possible()? {
        return Ok(());
    }
    let author = Author::new()?;
    ensure!(author.host(&["new", "typed", "--language", "ts"]).await?.code == Some(0));
    let wrong = [
        (
            "total: page.total",
            "total: page.totl",
            "Property 'totl' does not exist on type 'PageInfo'",
        ),
        (
            "${component}`",
            "${component.nme}`",
            "Property 'nme' does not exist on type 'string'",
        ),
        (
            "object.path)",
            "object.layer)",
            "Type 'number' is not assignable to type 'string'",
        ),
        (
            "tag: 'hierarchy'",
            "tag: 'hierachy'",
            "Type '\"hierachy\"' is not assignable",
        ),
        (
            "'not-found'",
            "'not-fuond'",
            "not assignable to parameter of type 'ErrorKind'",
        ),
        (
            "objects@0.3.0",
            "scenes@0.3.0",
            "Cannot find module 'unity-tools:unity/scenes@0.3.0'",
        ),
    ];
    let tool = author.home().join("typed/src/tool.ts");
    let text = std::fs::read_to_string(&tool)?;
    for (right, wrong, _) in &wrong {
        ensure!(text.contains(right), "the template has no {right}");
        // Each in a file of its own, so that one run of the compiler sees them all.
        let place = tool.with_file_name(format!("{}.ts", wrong.replace(|c: char| !c.is_ascii_alphabetic(), "")));
        std::fs::write(place, text.replacen(right, wrong, 1))?;
    }
    let said = author.host(&["test", "typed"]).await?;
    ensure!(said.code == Some(1), "{}{}", said.output, said.errors);
    for (_, _, words) in &wrong {
        ensure!(said.errors.contains(words), "no {words:?} in {}", said.errors);
    }
    Ok(())
}

/// A C program that stops itself says why, and to whom it belongs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn c_tool_failure_reports_its_reason() -> Result<()> {
    if !C.is_possible()? {
        return Ok(());
    }
    let author = Author::new()?;
    ensure!(author.host(&["new", "ends", "--language", "c"]).await?.code == Some(0));
    // A compiler of this machine that links no sanitizers, as where their libraries are not installed.
    let programs = author.scratch.path().join("programs");
    std::fs::create_dir_all(&programs)?;
    let cc = programs.join("cc");
    std::fs::write(
        &cc,
        "#!/bin/sh\ncase \"$*\" in *-fsanitize=*) exit 1;; esac\nexec gcc \"$@\"\n",
    )?;
    std::fs::set_permissions(&cc, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    let mut all = vec![programs];
    all.extend(std::env::split_paths(&super::path()?));
    let with = [("PATH", PathBuf::from(std::env::join_paths(all)?))];
    let tested = author.run(&paths::binary()?, &["test", "ends"], "", &with).await?;
    ensure!(
        tested.code == Some(0)
            && tested
                .errors
                .contains("cc links no sanitizers: this test cannot detect accesses outside of memory"),
        "{}",
        tested.errors
    );
    let tool = author.home().join("ends/tool.c");
    let text = std::fs::read_to_string(&tool)?;
    let wrong = text
        .replace(
            "#include \"unity_tools.h\"",
            "#include \"unity_tools.h\"\n#include <assert.h>",
        )
        .replace(
            "ut_info(",
            "assert(component.len < 20);\n  if (ut_equal(component, \"Ask\")) ut_string(call, \"colour\");\n  ut_info(",
        );
    std::fs::write(&tool, wrong)?;
    let built = author.host(&["build", "ends"]).await?;
    ensure!(built.code == Some(0), "{}", built.errors);
    let host = HostOptions::new()
        .no_bundled()
        .tools(&author.home().join("ends"))
        .start()
        .await?;
    let client = host.client().await?;
    for (component, words) in [
        ("AbcdefghijAbcdefghij", "Assertion failed: component.len < 20"),
        (
            "Ask",
            "count_objects asks for an argument `colour`, which it does not declare",
        ),
    ] {
        let told = client
            .call("count_objects", json!({ "component": component }))
            .await?
            .expect_failure()?;
        ensure!(told.contains(words), "{told}");
    }
    ensure!(client.ask("count_objects", json!({"component": "Camera"})).await?["total"] == 2);
    Ok(())
}

/// The SDKs' own corpora of what goes wrong run in the place of a template's test.
/// `test` is the file of the template that it replaces.
async fn a_corpus_runs_natively(
    (language, test): (&str, &str),
    corpus: &str,
    tool: Option<&str>,
    words: &str,
) -> Result<()> {
    let author = Author::new()?;
    ensure!(author.host(&["new", "corpus", "--language", language]).await?.code == Some(0));
    let folder = author.home().join("corpus");
    if let Some(text) = tool {
        std::fs::write(folder.join(format!("tool.{language}")), text)?;
    }
    let corpus = paths::root().join("sdk").join(language).join("tests").join(corpus);
    std::fs::copy(corpus, folder.join(test))?;
    let cache = [("GOCACHE", paths::target().join("authors").join(language).join("cache"))];
    let said = author.run(&paths::binary()?, &["test", "corpus"], "", &cache).await?;
    ensure!(
        said.code == Some(0) && said.errors.contains(words),
        "{}{}",
        said.output,
        said.errors
    );
    Ok(())
}

/// Under the sanitizers of this machine's compiler.
#[tokio::test]
async fn c_sdk_handles_hostile_json_within_bounds() -> Result<()> {
    let none = Some("/* The tools are those of the test. */\n");
    a_corpus_runs_natively(("c", "tool_test.c"), "hostile_test.c", none, "8 passed, 0 failed").await
}

#[tokio::test]
async fn go_sdk_reports_errors_with_a_remedy() -> Result<()> {
    match GO.is_possible()? {
        true => a_corpus_runs_natively(("go", "tool_test.go"), "corpus_test.go", None, "ok  \tcorpus").await,
        false => Ok(()),
    }
}

#[tokio::test]
async fn javascript_reply_carries_notes_and_metadata() -> Result<()> {
    match JAVASCRIPT.is_possible()? {
        true => a_corpus_runs_natively(("js", "tool.test.js"), "answers.test.js", None, "pass 2").await,
        false => Ok(()),
    }
}

#[tokio::test]
async fn python_sdk_checks_import_arguments_and_tool_results() -> Result<()> {
    for (corpus, words) in [("fits_test.py", "Ran 2 tests"), ("answers_test.py", "Ran 6 tests")] {
        a_corpus_runs_natively(("python", "test_app.py"), corpus, None, words).await?;
    }
    Ok(())
}

#[tokio::test]
async fn python_test_reports_missing_tests_and_type_hints() -> Result<()> {
    let author = Author::new()?;
    ensure!(author.host(&["new", "untested", "--language", "python"]).await?.code == Some(0));
    let folder = author.home().join("untested");
    std::fs::remove_file(folder.join("test_app.py"))?;
    let said = author.host(&["test", "untested"]).await?;
    ensure!(
        said.code == Some(0) && said.errors.contains("no test found: "),
        "{}",
        said.errors
    );
    let app = folder.join("app.py");
    let text = std::fs::read_to_string(&app)?;
    std::fs::write(
        &app,
        format!("{text}\n\n@tool\ndef a(x) -> int:\n    \"\"\"Does a.\"\"\"\n"),
    )?;
    let line = text.lines().count() + 3;
    let said = author.host(&["test", "untested"]).await?;
    let told = format!("app.py:{line}: TypeError: tool a: argument `x` needs a type hint");
    ensure!(said.code == Some(1) && said.errors.contains(&told), "{}", said.errors);
    Ok(())
}
