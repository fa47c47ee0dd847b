//! Tests that compile snippets with the installed compilers and run the assemblies with mono.

use anyhow::{Context, Result, bail, ensure};
use host_compile_csharp::{
    Asked, Compiler, Language, Made, NotKept, Places, Problem, Ran, Reference, References, Variable, compile, find,
    parse_result,
};
use sha2::{Digest, Sha256};
use std::path::Path;
use std::process::Command;
use tests_support::mono::{checked_output, mono};

/// A C# program that replaces Unity: it loads an assembly, calls its entry method and advances the result.
const UNITY: &str = r#"
using System; using System.Collections; using System.IO; using System.Reflection;
static class Unity {
    static void Main(string[] files) {
        foreach (string file in files) {
            try {
                object given = Assembly.Load(File.ReadAllBytes(file)).GetType("UnityToolsHarness").GetMethod("Run").Invoke(null, new object[] { new string[0] });
                IEnumerator steps = given as IEnumerator;
                if (steps != null) { while (steps.MoveNext()) { given = steps.Current; System.Threading.Thread.Yield(); } }
                Console.WriteLine(given);
            } catch (TargetInvocationException error) { Console.WriteLine("threw " + error.InnerException.ToString().Replace("\n", " ")); }
            catch (Exception error) { Console.WriteLine("threw " + error.ToString().Replace("\n", " ")); }
        }
    }
}"#;

struct Bench {
    compiler: Compiler,
    folder: tempfile::TempDir,
    references: Vec<Reference>,
}

impl Bench {
    /// Creates the test bench; `None`, with a message, if mono is not installed.
    fn new(what: &str) -> Result<Option<Self>> {
        if !mono(what)? {
            return Ok(None);
        }
        let path = std::env::split_paths(&std::env::var_os("PATH").context("a path")?).collect();
        let places = Places {
            path,
            ..Places::default()
        };
        let compiler = find(&places).context("mcs")?;
        ensure!(compiler.language == Language::Mono, "{compiler:?}");
        let folder = tempfile::tempdir()?;
        let base = Path::new("/usr/lib/mono/4.5");
        let references = ["mscorlib", "System", "System.Core"];
        let references = references
            .map(|name| Reference {
                name: name.to_owned(),
                file: base.join(format!("{name}.dll")),
            })
            .to_vec();
        let unity = folder.path().join("unity.cs");
        std::fs::write(&unity, UNITY)?;
        let to = folder.path().join("unity.exe");
        checked_output(
            &Command::new("mcs")
                .arg(format!("-out:{}", to.display()))
                .arg(unity)
                .output()?,
        )?;
        Ok(Some(Self {
            compiler,
            folder,
            references,
        }))
    }

    async fn make(&self, code: &str, fields: &[Variable]) -> Result<Made, Problem> {
        let asked = Asked {
            code,
            session: "test",
            fields,
            forgotten: &[],
            references: &self.references,
        };
        compile(&self.compiler, self.folder.path(), asked).await
    }

    /// Returns the results of the snippets of one session. They run one after the other in one process.
    async fn run(&self, codes: &[&str]) -> Result<Vec<String>> {
        let mut files = Vec::new();
        let mut fields: Vec<Variable> = Vec::new();
        let mut given = Vec::new();
        for (number, code) in codes.iter().enumerate() {
            let made = self.make(code, &fields).await.with_context(|| (*code).to_owned())?;
            let file = self.folder.path().join(format!("{number}.dll"));
            std::fs::write(&file, made.bytes)?;
            files.push(file);
            let printed = checked_output(
                &Command::new("mono")
                    .arg(self.folder.path().join("unity.exe"))
                    .args(&files)
                    .output()?,
            )?;
            given = printed.lines().map(str::to_owned).collect();
            if let Some(ran) = given.last().and_then(|line| parse_result(line)) {
                for (name, type_name) in ran.kept {
                    fields.retain(|field| field.name != name);
                    fields.push(Variable { name, type_name });
                }
            }
        }
        Ok(given)
    }

    async fn value(&self, codes: &[&str]) -> Result<Ran> {
        let given = self.run(codes).await?;
        let last = given.last().context("a line")?;
        parse_result(last).with_context(|| last.clone())
    }

    async fn errors(&self, code: &str) -> Result<Vec<(u32, u32, String)>> {
        match self.make(code, &[]).await {
            Err(Problem::Code(found)) => Ok(found.into_iter().map(|one| (one.line, one.column, one.code)).collect()),
            other => bail!("{code}: {other:?}"),
        }
    }
}

#[tokio::test]
async fn snippet_returns_value_of_expression_or_statements() -> Result<()> {
    let Some(bench) = Bench::new("snippets by mcs")? else {
        return Ok(());
    };
    for (code, output, value) in [
        ("1 + 1", "2", Some("2")),
        ("return \"a\\\"b\";", "a\"b", Some("\"a\\\"b\"")),
        (
            "var xs = new List<int> { 3, 1, 2 }; xs.OrderBy(x => x).Select(x => x * 2)",
            "[2, 4, 6]",
            Some("[2,4,6]"),
        ),
        (
            "using System.Globalization;\nCultureInfo.InvariantCulture.Name.Length",
            "0",
            Some("0"),
        ),
        (
            "class Pair<T> { public T A; }\nvar p = new Pair<string> { A = \"x\" };\np.A",
            "x",
            Some("\"x\""),
        ),
        (
            "await Task.Delay(20); int a = await Task.FromResult(41); return a + 1;",
            "42",
            Some("42"),
        ),
        ("Console.Out.Flush()", "null", Some("null")),
        ("Console.Out.Flush();", "null", Some("null")),
        (
            "foreach (var x in new[] { 1 }) { if (x == 1) return; } throw new Exception();",
            "null",
            Some("null"),
        ),
        (
            "new Dictionary<string, object> { { \"a\", 1.5 }, { \"b\", null } }",
            "[[a, 1.5], [b, ]]",
            Some("{\"a\":1.5,\"b\":null}"),
        ),
        (
            "int n = 0; while (n < 5) n++; do { n += 10; } while (n < 30); n;",
            "35",
            Some("35"),
        ),
        ("", "null", Some("null")),
        ("// nothing", "null", Some("null")),
        ("typeof(int)", "System.Int32", None),
        ("\tvar\ts = \"a\tb\";\n\ts.Length", "3", Some("3")),
        (
            "Func<int, int> f = null; f = x => { return x <= 1 ? 1 : x * f(x - 1); }; f(5)",
            "120",
            Some("120"),
        ),
    ] {
        let ran = bench.value(&[code]).await?;
        ensure!(
            (ran.output.as_str(), ran.value.as_deref()) == (output, value),
            "{code}: {ran:?}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn later_snippets_see_variables_of_earlier_ones() -> Result<()> {
    let Some(bench) = Bench::new("state of snippets")? else {
        return Ok(());
    };
    let ran = bench
        .value(&[
            "var kept = 0; var fields = 1; var names = new Dictionary<string, List<int[]>>(); int n = 1; class Own { } var own = new Own(); var odd = new { A = 1 };",
            "n += 2; names[\"a\"] = new List<int[]> { new[] { n } };",
            "await Task.Yield(); n = n * 10; var n2 = n;",
            "double n = n2 + names[\"a\"][0][0] + 0.5;",
            "return n;",
        ])
        .await?;
    ensure!(ran.output == "33.5", "{ran:?}");
    let first = bench
        .value(&["class Own { } var own = new Own(); var odd = new { A = 1 }; var n = 1;"])
        .await?;
    ensure!(
        first.lost == ["own", "odd"] && first.kept["n"] == "global::System.Int32",
        "{first:?}"
    );
    Ok(())
}

#[tokio::test]
async fn reports_compile_errors_at_positions_in_the_snippet() -> Result<()> {
    let Some(bench) = Bench::new("errors of snippets")? else {
        return Ok(());
    };
    let found = bench.errors("int a = 1;\n\tint b = nothing;").await?;
    ensure!(found == [(2, 10, "CS0103".to_owned())], "{found:?}");
    // After the code that was inserted for the loop.
    let found = bench.errors("while (true) { nothing(); }").await?;
    ensure!(found == [(1, 16, "CS0103".to_owned())], "{found:?}");
    let found = bench.errors("using No.Such;\n1 + 1").await?;
    ensure!(found[0].0 == 1 && found[0].2 == "CS0246", "{found:?}");
    let found = bench.errors("class A {\n  nothing B;\n}\nvar a = 1;").await?;
    ensure!(found[0].0 == 2 && found[0].1 == 3, "{found:?}");
    let found = bench.errors("f(").await?;
    ensure!(found == [(1, 2, String::new())], "{found:?}");
    let found = bench.errors("} static void Other() {").await?;
    ensure!(found == [(1, 1, String::new())], "{found:?}");
    Ok(())
}

#[tokio::test]
async fn stops_endless_snippet_with_a_timeout_error() -> Result<()> {
    let Some(bench) = Bench::new("endless snippets")? else {
        return Ok(());
    };
    for code in [
        "while (true) { }",
        "for (;;) { try { for (;;) ; } catch (Exception) { } }",
    ] {
        let given = bench.run(&[code]).await?;
        ensure!(
            given[0].contains("TimeoutException") && given[0].contains("5000 ms"),
            "{given:?}"
        );
    }
    Ok(())
}

#[tokio::test]
async fn rejects_snippets_that_name_files_for_the_compiler() -> Result<()> {
    let Some(bench) = Bench::new("hostile snippets")? else {
        return Ok(());
    };
    for code in [
        "[assembly: System.Reflection.AssemblyKeyFile(\"/etc/passwd\")]\nclass A { }",
        "[@assembly: System.Reflection.AssemblyKeyFile(\"/etc/passwd\")] class A { }",
        "[\\u0061ssembly: System.Reflection.AssemblyKeyFile(\"/etc/passwd\")] class A { }",
        "#line 1 \"/etc/passwd\"\n1",
        "#r \"/etc/passwd\"\n1",
        "#load \"/etc/passwd\"\n1",
        "#pragma checksum \"/etc/passwd\" \"{406ea660-64cf-4c82-b6f0-42d48172a799}\" \"ab\"\n1",
        "extern alias X; 1",
        "#include \"/etc/passwd\"\n1",
        "#nullable enable\n1",
        "[System.Security.Permissions.PermissionSet(System.Security.Permissions.SecurityAction.Demand, File = \"/etc/passwd\")] class A { }",
        "using P = System.Security.Permissions.@PermissionSetAttribute; [P(System.Security.Permissions.SecurityAction.Demand, File = \"/etc/passwd\")] class A { }",
        "[module: System.Reflection.AssemblyKeyFile(\"/etc/passwd\")] class A { }",
    ] {
        let found = bench.errors(code).await?;
        ensure!(found.len() == 1 && found[0].2.is_empty(), "{code}: {found:?}");
    }
    let left: Vec<_> = std::fs::read_dir(bench.folder.path())?.collect::<Result<_, _>>()?;
    ensure!(
        left.iter()
            .all(|entry| !entry.file_name().to_string_lossy().starts_with("work-")),
        "{left:?}"
    );
    Ok(())
}

#[tokio::test]
async fn never_reads_files_named_in_comments_strings_or_options() -> Result<()> {
    let Some(bench) = Bench::new("snippets that look like options")? else {
        return Ok(());
    };
    let secret = bench.folder.path().join("secret.txt");
    std::fs::write(&secret, "<a>a secret of the host</a>")?;
    let secret = secret.display();
    // Compilers read options and option files only from the command line, and documentation comments only on request.
    for code in [
        format!("/// <include file='{secret}' path='a'/>\nclass A {{ }}\n1"),
        format!("// @{secret}\n// -resource:{secret}\n/* -r:{secret} */ 1"),
        format!("var name = \"@{secret}\"; 1"),
    ] {
        let made = bench.make(&code, &[]).await?;
        let holds = |secret: &[u8]| made.bytes.windows(secret.len()).any(|part| part == secret);
        ensure!(!holds(b"a secret of the host"), "{code}");
    }
    for code in [
        format!("@{secret}"),
        format!("-r:{secret}"),
        format!("/resource:{secret}"),
    ] {
        let refused = bench.make(&code, &[]).await;
        ensure!(matches!(refused, Err(Problem::Code(_))), "{code}: {refused:?}");
    }
    Ok(())
}

#[cfg(unix)]
#[tokio::test]
async fn compiler_gets_own_folder_and_minimal_environment() -> Result<()> {
    let folder = tempfile::tempdir()?;
    std::fs::write(folder.path().join("of-another.cs"), "")?;
    // A script in place of a compiler prints its files, environment and input.
    let compiler = Compiler {
        language: Language::Mono,
        program: "/bin/sh".into(),
        arguments: vec![
            "-c".to_owned(),
            "ls -A | tr '\\n' ' '; env | cut -d= -f1 | tr '\\n' ' '; cat".to_owned(),
        ],
    };
    let asked = Asked {
        code: "1",
        session: "test",
        fields: &[],
        forgotten: &[],
        references: &[],
    };
    let Err(Problem::Compiler(told)) = compile(&compiler, folder.path(), asked).await else {
        bail!("it made something")
    };
    ensure!(told.contains("arguments.rsp harness.cs snippet.cs "), "{told}");
    ensure!(!told.contains("of-another"), "{told}");
    let known = [
        "PWD",
        "SHLVL",
        "_",
        "OLDPWD",
        "HOME",
        "TMPDIR",
        "TEMP",
        "TMP",
        "MONO_GC_PARAMS",
    ];
    let (_, names) = told.split_once("snippet.cs ").context("names")?;
    for name in names.split_whitespace() {
        ensure!(known.contains(&name) || name.starts_with("DOTNET_"), "{name} in {told}");
    }
    Ok(())
}

#[test]
fn rejects_multi_file_assembly_as_reference() -> Result<()> {
    if !mono("assemblies of several files")? {
        return Ok(());
    }
    let folder = tempfile::tempdir()?;
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("a.cs"), "public class A { }")?;
    std::fs::write(at("b.cs"), "public class B { }")?;
    let mcs = |words: &[&str]| checked_output(&Command::new("mcs").current_dir(folder.path()).args(words).output()?);
    mcs(&["-target:module", "-out:a.netmodule", "a.cs"])?;
    mcs(&["-target:library", "-addmodule:a.netmodule", "-out:b.dll", "b.cs"])?;
    mcs(&["-target:library", "-out:one.dll", "b.cs"])?;
    let kept = References::new(at("references"));
    let digest = |bytes: &[u8]| {
        Sha256::digest(bytes)
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect::<String>()
    };
    let (several, one) = (std::fs::read(at("b.dll"))?, std::fs::read(at("one.dll"))?);
    let refused = kept.put(&digest(&several), &several);
    ensure!(matches!(refused, Err(NotKept::NamesFiles)), "{refused:?}");
    kept.put(&digest(&one), &one)?;
    Ok(())
}
