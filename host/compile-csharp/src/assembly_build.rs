//! Compiles a C# snippet to an assembly, and parses the result that Unity returns when it runs the assembly.

use crate::compilers::{Compiler, Language};
use crate::diagnostics::{self, Diagnostic};
use crate::page::Page;
use crate::process::{self, Failure};
use crate::snippet::{Form, Snippet};
use crate::tokens::{Place, Unreadable, place};
use crate::{LONGEST, MAX_SOURCE};
use data_encoding::HEXLOWER;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use tokio::sync::Semaphore;

/// The name of the generated C# type that Unity calls to run a snippet; its method is `METHOD`.
pub const ENTRY: &str = "UnityToolsHarness";
pub const METHOD: &str = "Run";

/// Maximum size in bytes of a compiled assembly. A larger one is rejected.
const MAX_ASSEMBLY: u64 = 4 << 20;
/// Maximum number of compilers that run at the same time in this process. Further compilations wait.
const AT_ONCE: usize = 2;
const HARNESS: &str = include_str!("harness.cs");
/// Additional C# source for snippets with `await`: it continues such a snippet over several frames of Unity.
const FRAME_BY_FRAME: &str = include_str!("turns.cs");

static TURNS: Semaphore = Semaphore::const_new(AT_ONCE);

/// A variable of a session (a sequence of C# snippets), stored as a C# field that all snippets of the session share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    pub name: String,
    /// The type in C# syntax, beginning with `global::`.
    pub type_name: String,
}

/// An assembly that the snippet may reference.
#[derive(Clone, Debug)]
pub struct Reference {
    pub name: String,
    pub file: PathBuf,
}

/// The input of one compilation of a C# snippet: its code, references and session variables.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub code: &'a str,
    /// The prefix of the C# fields that store the session's variables. It consists of letters and digits.
    pub session: &'a str,
    pub fields: &'a [Variable],
    /// Prefixes of the C# fields of ended sessions. Unity removes their stored variables when it runs this snippet.
    pub forgotten: &'a [String],
    pub references: &'a [Reference],
}

/// A C# assembly that the compiler produced from a snippet or a hook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The reason why a C# snippet or hook was not compiled.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    #[error("the code has {given} bytes, at most {MAX_SOURCE} are allowed")]
    TooLong { given: usize },
    /// Errors of the caller's code with line and column; at least one.
    #[error("{}", list(.0))]
    Code(Vec<Diagnostic>),
    /// A failure of the compiler itself, such as a timeout, which different code cannot fix.
    #[error("{0}")]
    Compiler(String),
}

fn list(found: &[Diagnostic]) -> String {
    let told: Vec<String> = found.iter().map(ToString::to_string).collect();
    told.join("\n")
}

/// Compiles a snippet by running the compiler once or twice. `folder` receives temporary files.
///
/// # Errors
/// An error in the code, or a failure of the compiler.
pub async fn compile(compiler: &Compiler, folder: &Path, asked: Asked<'_>) -> Result<Made, Problem> {
    if asked.code.len() > MAX_SOURCE {
        return Err(Problem::TooLong {
            given: asked.code.len(),
        });
    }
    let snippet = Snippet::read(asked.code).map_err(|error| unreadable(asked.code, error))?;
    let name = assembly_name("snippet", asked.code);
    let mut first = None;
    for form in snippet.forms() {
        match attempt(compiler, folder, &snippet, *form, asked, &name).await? {
            Ok(bytes) => return Ok(Made { name, bytes }),
            Err(found) => {
                let may_be_other = found.iter().any(|one| OTHER_FORM.contains(&one.code.as_str()));
                let before = first.get_or_insert(found);
                if !may_be_other {
                    return Err(Problem::Code(std::mem::take(before)));
                }
            }
        }
    }
    Err(Problem::Code(first.unwrap_or_default()))
}

pub(crate) fn unreadable(code: &str, Unreadable { at, why }: Unreadable) -> Problem {
    let Place { line, column } = place(code, at);
    Problem::Code(vec![Diagnostic {
        line,
        column,
        code: String::new(),
        message: why,
    }])
}

pub(crate) fn assembly_name(what: &str, code: &str) -> String {
    let digest = HEXLOWER.encode(&Sha256::digest(code.as_bytes())[..8]);
    format!("unity-tools-{what}-{digest}")
}

/// Error codes that the compiler reports if the last statement was compiled in the wrong form: a call without a value
/// as a value, or a value as a statement. After one of them, the other form is tried.
const OTHER_FORM: [&str; 5] = ["CS0029", "CS0815", "CS0201", "CS1002", "CS1525"];

/// Compiles a snippet whose last statement is taken as its value or as a plain statement (`form`), like [`Build::run`].
async fn attempt(
    compiler: &Compiler,
    folder: &Path,
    snippet: &Snippet,
    form: Form,
    asked: Asked<'_>,
    name: &str,
) -> Result<Result<Vec<u8>, Vec<Diagnostic>>, Problem> {
    let mut ours = vec![("harness.cs", HARNESS)];
    if snippet.awaits {
        ours.push(("turns.cs", FRAME_BY_FRAME));
    }
    let build = Build {
        page: &page(snippet, form, asked),
        ours: &ours,
        defines: if snippet.awaits { &["UNITY_TOOLS_AWAITS"] } else { &[] },
        references: asked.references,
        name,
        end: place(asked.code, asked.code.trim_end().len()),
    };
    build.run(compiler, folder).await
}

pub(crate) struct Build<'a> {
    /// The main C# file: the text of the caller with generated lines around it.
    pub(crate) page: &'a Page,
    /// Pairs of file name and text: generated C# files that are compiled together with the main file.
    pub(crate) ours: &'a [(&'a str, &'a str)],
    pub(crate) defines: &'a [&'a str],
    pub(crate) references: &'a [Reference],
    pub(crate) name: &'a str,
    /// The position that is reported for an error in generated lines: the end of the caller's text.
    pub(crate) end: Place,
}

impl Build<'_> {
    /// Runs the compiler and returns the bytes of the assembly. The outer error is a failure of the compiler itself;
    /// the inner one contains the errors in the code.
    pub(crate) async fn run(
        &self,
        compiler: &Compiler,
        folder: &Path,
    ) -> Result<Result<Vec<u8>, Vec<Diagnostic>>, Problem> {
        let Ok(_turn) = TURNS.acquire().await else {
            return Err(Problem::Compiler("the host is shutting down".to_owned()));
        };
        let broken =
            |error: std::io::Error| Problem::Compiler(format!("the compiler's folder cannot be used: {error}"));
        let work = tempfile::Builder::new()
            .prefix("work-")
            .tempdir_in(folder)
            .map_err(broken)?;
        let put = |file: &str, text: &str| std::fs::write(work.path().join(file), text).map_err(broken);
        // Without the BOM, one of the compilers reads the file in the encoding of the system.
        put("snippet.cs", &format!("\u{feff}{}", self.page.text()))?;
        for (file, text) in self.ours {
            put(file, text)?;
        }
        put("arguments.rsp", &self.arguments(compiler))?;
        let (is_done, printed) = process::run(compiler, work.path(), "@arguments.rsp")
            .await
            .map_err(|failure: Failure| Problem::Compiler(failure.to_string()))?;
        let library = work.path().join(format!("{}.dll", self.name));
        let made = std::fs::symlink_metadata(&library)
            .ok()
            .filter(|made| is_done && made.is_file());
        let Some(made) = made else {
            let found = diagnostics::read(&printed, self.page, self.end);
            if found.is_empty() {
                let words: String = printed.trim().chars().take(500).collect();
                return Err(Problem::Compiler(format!(
                    "the compiler produced no assembly and printed no error: {words}"
                )));
            }
            return Ok(Err(found));
        };
        if made.len() > MAX_ASSEMBLY {
            let message = format!(
                "the assembly has {} bytes, at most {MAX_ASSEMBLY} are allowed",
                made.len()
            );
            return Err(Problem::Compiler(message));
        }
        std::fs::read(&library).map(Ok).map_err(broken)
    }

    fn arguments(&self, compiler: &Compiler) -> String {
        let mut lines = vec!["-nologo", "-nostdlib", "-target:library", "-optimize+", "-warn:0"];
        lines.extend(match compiler.language {
            Language::Roslyn => [
                "-langversion:latest",
                "-deterministic+",
                "-utf8output",
                "-preferreduilang:en-US",
            ]
            .as_slice(),
            Language::Mono => ["-langversion:7.2", "-codepage:utf8"].as_slice(),
        });
        let mut text = lines.join("\n");
        for define in self.defines {
            let _ = write!(text, "\n-define:{define}");
        }
        let _ = write!(text, "\n-out:\"{}.dll\"", self.name);
        for reference in self.references {
            let _ = write!(text, "\n-r:\"{}\"", reference.file.display());
        }
        text.push_str("\n\"snippet.cs\"\n");
        for (file, _) in self.ours {
            let _ = writeln!(text, "\"{file}\"");
        }
        text
    }
}

/// Creates the main C# file of a compilation: the snippet between generated lines, but without the harness file.
fn page(snippet: &Snippet, form: Form, asked: Asked<'_>) -> Page {
    let mut page = Page::default();
    page.add_own_lines(&default_usings(snippet.tasks, &snippet.aliases, asked.references));
    snippet.put_usings(&mut page);
    page.add_own_lines(&head(snippet, asked));
    snippet.put_statements(&mut page, form);
    let mut tail = String::new();
    for name in &snippet.declared {
        let _ = write!(
            tail,
            "UnityToolsHarness.Keep(\"{}\", {name}); ",
            name.trim_start_matches('@')
        );
    }
    let value = if snippet.is_value(form) {
        "unityToolsValue"
    } else {
        "null"
    };
    page.add_own_lines(&format!("{tail}return {value}; }} }}"));
    snippet.put_types(&mut page);
    page
}

pub(crate) fn default_usings(tasks: bool, aliases: &[String], references: &[Reference]) -> String {
    let has = |wanted: &str| references.iter().any(|reference| reference.name == wanted);
    let is_unity = references
        .iter()
        .any(|reference| reference.name.starts_with("UnityEngine"));
    let mut lines =
        vec!["using System; using System.Collections; using System.Collections.Generic; using System.Text;"];
    if ["System.Core", "System.Linq", "netstandard"]
        .iter()
        .any(|name| has(name))
    {
        lines.push("using System.Linq;");
    }
    if tasks {
        lines.push("using System.Threading; using System.Threading.Tasks;");
    }
    if is_unity {
        lines.push("using UnityEngine;");
        for (alias, line) in [
            ("Object", "using Object = UnityEngine.Object;"),
            ("Random", "using Random = UnityEngine.Random;"),
        ] {
            if !aliases.iter().any(|own| own == alias) {
                lines.push(line);
            }
        }
    }
    if has("UnityEditor") {
        lines.push("using UnityEditor;");
    }
    lines.join(" ")
}

fn head(snippet: &Snippet, asked: Asked<'_>) -> String {
    let mut text = format!(
        "public static class UnityToolsSnippet {{ public const int UnityToolsLimitMs = {}; public const string UnityToolsSession = \"{}\"; \
         public static readonly string[] UnityToolsForgotten = {{ ",
        LONGEST.as_millis(),
        asked.session
    );
    for session in asked.forgotten {
        let _ = write!(text, "\"{session}\", ");
    }
    text.push_str("}; ");
    let (mut load, mut store) = (String::new(), String::new());
    for Variable { name, type_name } in asked.fields {
        let _ = write!(text, "private static {type_name} @{name}; ");
        let _ = write!(load, "UnityToolsHarness.Get(\"{name}\", ref @{name}); ");
        let _ = write!(store, "UnityToolsHarness.Put(\"{name}\", @{name}); ");
    }
    if snippet.awaits && !asked.fields.iter().any(|field| field.name == "cancel") {
        text.push_str(
            "private static System.Threading.CancellationToken cancel { get { return UnityToolsHarness.Cancel; } } ",
        );
    }
    let body = if snippet.awaits {
        "async System.Threading.Tasks.Task<object>"
    } else {
        "object"
    };
    let _ = write!(
        text,
        "public static void UnityToolsLoad() {{ {load}}} public static void UnityToolsStore() {{ {store}}} public static {body} UnityToolsBody() {{"
    );
    text
}

/// The result of a snippet that Unity ran.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Ran {
    /// The value of the snippet as text; `null` if the snippet has no value.
    pub output: String,
    /// The value as JSON; `None` if the value has no JSON form.
    #[serde(default)]
    pub value: Option<String>,
    /// Variables that later snippets of the session can use: pairs of a name and the text of its type.
    pub kept: BTreeMap<String, String>,
    /// Names of variables that later snippets of the session cannot use: their types have no name in other assemblies.
    pub lost: Vec<String>,
}

/// Limits for the result of a snippet, which is invalid above them: bytes of a type name, bytes of a variable name, and
/// number of variable names. Needed because a Unity instance can return anything.
const LONGEST_TYPE: usize = 1_000;
const LONGEST_NAME: usize = 256;
const MOST_NAMES: usize = 64;

/// Parses the text that Unity returned for a snippet; `None` if it does not have the form of a result.
pub fn parse_result(value: &str) -> Option<Ran> {
    let ran: Ran = serde_json::from_str(value).ok()?;
    let is_name = |name: &str| {
        if name.len() > LONGEST_NAME {
            return false;
        }
        let mut letters = name.chars();
        letters
            .next()
            .is_some_and(|first| first.is_alphabetic() || first == '_')
            && letters.all(|letter| letter.is_alphanumeric() || letter == '_')
    };
    let is_type = |name: &str| {
        let is_letter = |letter: char| letter.is_alphanumeric() || "_.:<>[], ".contains(letter);
        name.len() <= LONGEST_TYPE && name.starts_with("global::") && name.chars().all(is_letter)
    };
    let is_sound = ran.kept.len() <= MOST_NAMES
        && ran.lost.len() <= MOST_NAMES
        && ran.lost.iter().all(|name| is_name(name))
        && ran
            .kept
            .iter()
            .all(|(name, type_name)| is_name(name) && is_type(type_name));
    is_sound.then_some(ran)
}
