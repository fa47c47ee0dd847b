//! The source of a hook: methods that run around another method, compiled into one type of an assembly.
//!
//! The methods run whenever the hooked method runs, so their loops get no checks, and they cannot use session fields.

use crate::MAX_SOURCE;
use crate::assembly_build::{Build, Made, Problem, Reference, assembly_name, default_usings, unreadable};
use crate::compilers::Compiler;
use crate::diagnostics::Diagnostic;
use crate::page::{Page, without_tabs};
use crate::snippet::{alias, reject_forbidden, usings};
use crate::tokens::{Unreadable, place, read};
use std::path::Path;

/// Name of the generated type that contains the hook's methods.
pub const HOOK: &str = "UnityToolsHook";

/// Compiles the source of a hook, which can begin with `using` directives. `folder` receives temporary files.
///
/// # Errors
/// An error in the source, or a failure of the compiler.
pub async fn compile_hook(
    compiler: &Compiler,
    folder: &Path,
    source: &str,
    references: &[Reference],
) -> Result<Made, Problem> {
    if source.len() > MAX_SOURCE {
        return Err(Problem::TooLong { given: source.len() });
    }
    let page = page(source, references).map_err(|error| unreadable(source, error))?;
    let name = assembly_name("hook", source);
    let build = Build {
        page: &page,
        ours: &[],
        defines: &[],
        references,
        name: &name,
        end: place(source, source.trim_end().len()),
    };
    let made: Result<Vec<u8>, Vec<Diagnostic>> = build.run(compiler, folder).await?;
    match made {
        Ok(bytes) => Ok(Made { name, bytes }),
        Err(found) => Err(Problem::Code(found)),
    }
}

fn page(source: &str, references: &[Reference]) -> Result<Page, Unreadable> {
    let tokens = read(source)?;
    reject_forbidden(&tokens)?;
    let text = without_tabs(source, &tokens);
    let tokens = read(&text)?;
    let (directives, first) = usings(&tokens);
    let aliases: Vec<String> = directives
        .iter()
        .filter_map(|using| alias(&tokens[using.clone()]))
        .collect();
    let mut lines = default_usings(true, &aliases, references);
    if references.iter().any(|reference| reference.name == "0Harmony") {
        lines.push_str(" using HarmonyLib;");
    }
    let mut page = Page::default();
    page.add_own_lines(&lines);
    for using in &directives {
        if let (Some(first), Some(last)) = (tokens.get(using.start), tokens.get(using.end - 1)) {
            page.piece(&text, first.at..last.end(), &[]);
        }
    }
    page.add_own_lines(&format!("public static class {HOOK} {{"));
    if let (Some(first), Some(last)) = (tokens.get(first), tokens.last()) {
        page.piece(&text, first.at..last.end(), &[]);
    }
    page.add_own_lines("}");
    Ok(page)
}
