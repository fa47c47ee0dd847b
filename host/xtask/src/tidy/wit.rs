//! Checks that every item in `wit/` has a doc comment.
//!
//! Belongs here: the items that need a doc comment. Does not: changes of a released version (`freeze`).

use super::{Finding, Tree};

pub(super) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    for (name, text) in tree.texts(|name| name.starts_with("wit/") && name.ends_with(".wit")) {
        for (line, item) in undocumented(&text) {
            findings.push(Finding::new(
                &name,
                line,
                format!("{item} has no `///` comment; say what it means, with units and limits"),
            ));
        }
    }
}

/// Returns the line number and name of each WIT item without a doc comment.
fn undocumented(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut documented = false;
    let mut parens = 0_i32;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.starts_with("///") || line.ends_with("*/") {
            documented = true;
            continue;
        }
        // An attribute such as `@since` may be between the comment and its item.
        if line.starts_with('@') {
            continue;
        }
        // Parameters of a function that are on separate lines are not items.
        if parens == 0
            && !documented
            && let Some(item) = item_of(line)
        {
            found.push((index + 1, item));
        }
        let code = line.split("//").next().unwrap_or_default();
        parens += i32::try_from(code.matches('(').count()).unwrap_or(0)
            - i32::try_from(code.matches(')').count()).unwrap_or(0);
        documented = false;
    }
    found
}

/// Returns the kind and name of the WIT item that begins in `line`; `None` if none does.
fn item_of(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    if matches!(
        first,
        "interface" | "world" | "record" | "enum" | "variant" | "flags" | "resource" | "type"
    ) {
        let name = words.next()?.trim_end_matches(['{', ';']);
        return Some(format!("{first} {name}"));
    }
    let (name, rest) = line.split_once(':')?;
    let rest = rest.trim_start();
    let is_function = rest.starts_with("func(") || rest.starts_with("async func(") || rest.starts_with("static func(");
    is_function.then(|| {
        format!(
            "func {}",
            name.trim_start_matches("export ").trim_start_matches("import ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::undocumented;

    #[test]
    fn lists_only_items_without_documentation() {
        let text = "package a:b@0.1.0;\n/// Yes.\ninterface one {\n  use x.{y};\n  /// Yes.\n  get: func(\n    id: u32,\n  ) -> u32;\n  set: func();\n  record r {\n    /// f\n    f: u8,\n  }\n}\nworld w {\n  export one;\n}\n";
        let found: Vec<String> = undocumented(text)
            .into_iter()
            .map(|(line, item)| format!("{line} {item}"))
            .collect();
        assert_eq!(found, ["9 func set", "10 record r", "15 world w"]);
    }
}
