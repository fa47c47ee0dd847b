//! Go bindings for native tests: the same types, and functions whose results the test provides.
//!
//! Belongs here: changing the output of the pinned bindings generator. Does not: the results (`sdk/go/src/fake`).

/// Converts the generated bindings `text` for the use in native tests. `place` is the import path of their package.
pub(super) fn rewrite_bindings(place: &str, text: &str) -> String {
    let (imports, rest) = split(text);
    let mut body = String::new();
    let mut lines = rest.lines();
    let mut asks = false;
    while let Some(line) = lines.next() {
        if line.starts_with("//go:wasmimport ") {
            // The declaration that follows has no body.
            lines.next();
            continue;
        }
        if !(line.starts_with("func ") && line.ends_with('{')) {
            body.push_str(line);
            body.push('\n');
            continue;
        }
        let whole = function(line, &mut lines);
        if whole.contains("wasm_import_")
            && let Some(answered) = write_test_body(place, line)
        {
            asks = true;
            body.push_str(&answered);
        } else {
            body.push_str(&whole);
        }
    }
    let named = text
        .lines()
        .find(|line| line.starts_with("package "))
        .unwrap_or_default();
    let kept = imports.iter().filter(|line| is_used(line, &body));
    let kept: Vec<_> = kept.copied().chain(asks.then_some("\"unity_tools/fake\"")).collect();
    format!(
        "//go:build !wasm\n\n// Generated from the bindings for tests. DO NOT EDIT!\n{named}\n\nimport \
         (\n{}\n)\n{body}",
        kept.join("\n")
    )
}

/// Splits a Go source into the lines of its `import (…)` block and the text after this block.
fn split(text: &str) -> (Vec<&str>, &str) {
    let Some((_, behind)) = text.split_once("import (\n") else {
        return (Vec::new(), text);
    };
    let (lines, rest) = behind.split_once("\n)\n").unwrap_or(("", behind));
    let lines = lines.lines().map(str::trim).filter(|line| !line.is_empty());
    (lines.collect(), rest)
}

/// Returns the Go source of one function: the line `first` and the following lines up to its closing brace.
fn function<'t>(first: &str, lines: &mut impl Iterator<Item = &'t str>) -> String {
    let mut whole = format!("{first}\n");
    let mut depth = balance(first);
    while depth > 0 {
        let Some(line) = lines.next() else { break };
        depth += balance(line);
        whole.push_str(line);
        whole.push('\n');
    }
    whole
}

fn balance(line: &str) -> isize {
    line.chars()
        .map(|letter| match letter {
            '{' => 1,
            '}' => -1,
            _ => 0,
        })
        .sum()
}

/// Returns Go code that replaces an imported function in tests: it has the first line `head` and calls the SDK's
/// `fake.Answer`. `None` for an unexpected syntax.
fn write_test_body(place: &str, head: &str) -> Option<String> {
    let head = head.strip_prefix("func ")?.strip_suffix('{')?.trim();
    let (name, signature) = head.split_once('(')?;
    let end = closing(signature)?;
    let (given, result) = (&signature[..end], signature[end + 1..].trim());
    let words: Vec<_> = parts(given)
        .into_iter()
        .filter_map(|one| one.split_whitespace().next())
        .collect();
    let back = if result.is_empty() { "" } else { "return " };
    Some(format!(
        "func {head} {{\n\t{back}fake.Answer[func({given}) {result}](\"{place}.{name}\")({})\n}}\n",
        words.join(", ")
    ))
}

/// Returns the byte index in `text` of the parenthesis that closes one just before it; `None` if there is none.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.char_indices().find_map(|(at, letter)| {
        depth += match letter {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        (depth == 0).then_some(at)
    })
}

/// Splits a Go parameter list at its commas, except those inside parentheses, brackets or braces.
fn parts(given: &str) -> Vec<&str> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, letter) in given.char_indices() {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(given[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(given[start..].trim());
    found
}

/// Returns true if `body` uses the Go package that the import line `line` imports.
fn is_used(line: &str, body: &str) -> bool {
    let name = match line.split_once(' ') {
        Some((name, _)) => name,
        None => line.trim_matches('"').rsplit('/').next().unwrap_or_default(),
    };
    body.contains(&format!("{name}."))
}

#[cfg(test)]
mod tests {
    use super::rewrite_bindings;

    #[test]
    fn rewrites_import_functions_to_call_fakes_and_keeps_the_rest() {
        let text = "// Generated\npackage things\n\nimport (\n        witTypes \"unity_tools/wit/types\"\n\"unsafe\"\n)\n\ntype Thing struct {\nName string\n}\n\n//go:wasmimport a:b/things get\nfunc wasm_import_get(arg0 uintptr) \n\nfunc Get(name string, both func(a, b int) bool) witTypes.Option[Thing] {\nif true {\n}\nwasm_import_get(uintptr(unsafe.Pointer(nil)))\n}\nfunc Tell(name string)  {\nwasm_import_get(0)\n}\nfunc Make() Thing {\nreturn Thing{}\n}\n";
        let native = rewrite_bindings("unity_tools/imports/things", text);
        for part in [
            "//go:build !wasm\n",
            "package things\n",
            "witTypes \"unity_tools/wit/types\"\n\"unity_tools/fake\"\n)",
            "return fake.Answer[func(name string, both func(a, b int) bool) witTypes.Option[Thing]](\"unity_tools/imports/things.Get\")(name, both)\n}\n",
            "\tfake.Answer[func(name string) ](\"unity_tools/imports/things.Tell\")(name)\n}\n",
            "func Make() Thing {\nreturn Thing{}\n}\n",
            "type Thing struct {",
        ] {
            assert!(native.contains(part), "no {part:?} in {native}");
        }
        assert!(
            !native.contains("unsafe") && !native.contains("wasm_import"),
            "{native}"
        );
    }
}
