//! The pages about the contract in `wit/`: one for each package, with the WIT text of each interface and world.

use crate::files;
use anyhow::{Context, Result};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[derive(Debug, PartialEq)]
struct Item {
    name: String,
    docs: String,
    /// The WIT text of the interface or world with its braces, without its doc comment.
    code: String,
}

#[derive(Debug, Default, PartialEq)]
struct Parsed {
    /// Name, e.g. `unity-tools:host@0.3.0`, and doc comment of the WIT package; `None` if this file declares none.
    package: Option<(String, String)>,
    items: Vec<Item>,
}

pub(super) fn pages(wit: &Path) -> Result<BTreeMap<PathBuf, String>> {
    let mut folders = vec![wit.to_owned()];
    folders.extend(files::folders_in(&wit.join("deps"))?);
    let mut list = "# WIT interfaces\n\nThe contract between the host and tools. \
        A component may use only the interfaces that it imports and that its bundle is granted.\n\n\
        | package | interfaces and worlds |\n|---|---|\n"
        .to_owned();
    let mut pages = BTreeMap::new();
    for folder in folders {
        let (package, docs, items) = read(&folder)?;
        let short = package.split([':', '@']).nth(1).unwrap_or(&package);
        let mut text = format!("# Package `{package}`\n\n[All packages](../wit.md)\n");
        write_docs(&mut text, &docs);
        let mut names = Vec::new();
        for item in &items {
            names.push(format!("[{}](wit/{short}.md#{})", item.name, item.name));
            write(&mut text, format_args!("\n## {}\n", item.name));
            write_docs(&mut text, &item.docs);
            write(&mut text, format_args!("\n```wit\n{}```\n", item.code));
        }
        write(&mut list, format_args!("| `{package}` | {} |\n", names.join(", ")));
        pages.insert(format!("wit/{short}.md").into(), text);
    }
    pages.insert("wit.md".into(), list);
    Ok(pages)
}

/// Reads the package in `folder`. Returns its name, its doc comment, and its items sorted by name.
fn read(folder: &Path) -> Result<(String, String, Vec<Item>)> {
    let (mut package, mut items) = (None, Vec::new());
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    for entry in entries {
        let file = entry?.path();
        if file.extension().is_some_and(|extension| extension == "wit") {
            let parsed = parse(&files::read_text(&file)?);
            package = package.or(parsed.package);
            items.extend(parsed.items);
        }
    }
    items.sort_by(|one, other| one.name.cmp(&other.name));
    let (package, docs) = package.with_context(|| format!("no file of {} names its package", folder.display()))?;
    Ok((package, docs, items))
}

/// Parses a WIT file. Requires that items begin and end at the start of a line, as everywhere in `wit/`.
fn parse(text: &str) -> Parsed {
    let (mut parsed, mut docs) = (Parsed::default(), String::new());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(doc) = line.strip_prefix("///") {
            docs.push_str(doc.trim());
            docs.push('\n');
            continue;
        }
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("package"), Some(name)) => {
                parsed.package = Some((name.trim_end_matches(';').to_owned(), std::mem::take(&mut docs)));
            }
            (Some("interface" | "world"), Some(name)) => {
                let mut code = format!("{line}\n");
                if !line.ends_with('}') {
                    for inner in lines.by_ref() {
                        code.push_str(inner);
                        code.push('\n');
                        if inner == "}" {
                            break;
                        }
                    }
                }
                let docs = std::mem::take(&mut docs);
                let name = name.to_owned();
                parsed.items.push(Item { name, docs, code });
            }
            _ => docs.clear(),
        }
    }
    parsed
}

fn write_docs(text: &mut String, docs: &str) {
    if !docs.is_empty() {
        write(text, format_args!("\n{}\n", docs.trim_end()));
    }
}

fn write(text: &mut String, line: std::fmt::Arguments<'_>) {
    text.write_fmt(line).expect("writing to a String cannot fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_package_and_items_with_documentation() {
        let parsed = parse(
            "/// All.\npackage a:b@0.1.0;\n\n// Not this.\n\n/// One.\n/// Two.\ninterface x {\n  /// In.\n  f: func();\n}\n",
        );
        assert_eq!(parsed.package, Some(("a:b@0.1.0".to_owned(), "All.\n".to_owned())));
        let item = Item {
            name: "x".to_owned(),
            docs: "One.\nTwo.\n".to_owned(),
            code: "interface x {\n  /// In.\n  f: func();\n}\n".to_owned(),
        };
        assert_eq!(parsed.items, [item]);
    }
}
