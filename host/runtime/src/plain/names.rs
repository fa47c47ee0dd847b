//! The names of the tools of a plain component.
//!
//! Belongs here: converting an export and a function to a tool name, with the same result before and after compiling.
//! Does not: names that clients treat as equal (the catalog).

use std::collections::BTreeSet;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Named {
    /// The name of the tool that calls this function: `interface.function`, or only the function's name if the
    /// component exports it outside of an interface.
    pub(crate) tool: String,
}

/// Maximum length of a tool name in bytes.
const MOST: usize = 64;
const CONTRACT: &str = "unity-tools:";
const WASI: &str = "wasi:";

pub(crate) fn is_of_contract(export: &str) -> bool {
    export.starts_with(CONTRACT)
}

/// Returns the tool name of each function, or the reason why it is not a tool. Each item is an export and a function in
/// it; `None` if the export itself is the function. If two interfaces have the same name, tool names of the later one
/// begin with its package.
pub(crate) fn assign_names<'a>(
    functions: impl IntoIterator<Item = (&'a str, Option<&'a str>)>,
) -> Vec<Result<Named, String>> {
    let mut taken = BTreeSet::new();
    let mut named = Vec::new();
    for (export, function) in functions {
        named.push(name(export, function, &mut taken));
    }
    named
}

fn name(export: &str, function: Option<&str>, taken: &mut BTreeSet<String>) -> Result<Named, String> {
    if export.starts_with(WASI) {
        return Err("this host calls nothing of WASI".to_owned());
    }
    let own = function.unwrap_or(export);
    if own.starts_with('[') {
        return Err("it belongs to a resource, which has no form as JSON".to_owned());
    }
    let (package, interface) = parts(export);
    let short = match function {
        Some(function) => format!("{interface}.{function}"),
        None => own.to_owned(),
    };
    let mut tool = short.clone();
    if taken.contains(&tool.to_ascii_lowercase())
        && let Some(package) = package
    {
        tool = format!("{package}.{short}");
    }
    if tool.len() > MOST {
        return Err(format!(
            "its name would be `{tool}`, and a tool's has at most {MOST} characters"
        ));
    }
    if !taken.insert(tool.to_ascii_lowercase()) {
        return Err(format!("another function is the tool `{tool}` already"));
    }
    Ok(Named { tool })
}

/// Returns the package (if any) and interface name of an export: `calc` and `ops` for `test:calc/ops@1.0.0`.
fn parts(export: &str) -> (Option<&str>, &str) {
    let bare = export.split('@').next().unwrap_or(export);
    match bare.rsplit_once('/') {
        Some((package, interface)) => (package.rsplit(':').next(), interface),
        None => (None, bare),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tools_by_interface_and_function_without_duplicates() {
        let long = "x".repeat(60);
        let named = assign_names([
            ("add", None),
            ("test:calc/ops@1.0.0", Some("add")),
            ("other:maths/ops", Some("add")),
            ("other:maths/ops@2.0.0", Some("add")),
            ("ops", Some("sub-Two")),
            ("test:calc/ops@1.0.0", Some("[method]file.read")),
            ("wasi:cli/run@0.2.0", Some("run")),
            ("test:calc/ops@1.0.0", Some(&long)),
        ]);
        let told: Vec<Result<String, bool>> = named
            .into_iter()
            .map(|one| one.map(|named| named.tool).map_err(|why| !why.is_empty()))
            .collect();
        let good = |name: &str| Ok(name.to_owned());
        assert_eq!(
            told,
            [
                good("add"),
                good("ops.add"),
                good("maths.ops.add"),
                Err(true),
                good("ops.sub-Two"),
                Err(true),
                Err(true),
                good(&format!("ops.{long}")),
            ]
        );
    }
}
