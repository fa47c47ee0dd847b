//! Checks the Markdown documents: every page is in the book, and the target of every link exists.

use super::markdown::Document;
use super::{Finding, Tree};
use std::collections::{BTreeMap, BTreeSet};

const SUMMARY: &str = "docs/SUMMARY.md";

pub(super) fn check(tree: &Tree, documents: &BTreeMap<String, Document>, findings: &mut Vec<Finding>) {
    let files: BTreeSet<String> = tree.files.iter().map(|file| tree.name(file)).collect();
    for (name, document) in documents {
        for (line, link) in &document.links {
            if let Some(fault) = fault(name, link, documents, &files) {
                findings.push(Finding::new(name, *line, fault));
            }
        }
    }
    if let Some(summary) = documents.get(SUMMARY) {
        report_unlisted(summary, documents, findings);
    }
}

/// Reports documents that the book's table of contents does not contain, so that the book omits them.
fn report_unlisted(summary: &Document, documents: &BTreeMap<String, Document>, findings: &mut Vec<Finding>) {
    let listed: BTreeSet<String> = summary
        .links
        .iter()
        .filter_map(|(_, link)| resolve(SUMMARY, link))
        .collect();
    for name in documents.keys() {
        if name.starts_with("docs/") && name != SUMMARY && !listed.contains(name) {
            findings.push(Finding::new(
                name,
                0,
                format!("the page is not in {SUMMARY}; add it there"),
            ));
        }
    }
}

/// Returns the problem of a link in the document `from`; `None` for a correct link, or a link to another site.
fn fault(from: &str, link: &str, documents: &BTreeMap<String, Document>, files: &BTreeSet<String>) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let Some(target) = resolve(from, path) else {
        return Some(format!("the link `{link}` leaves the repository"));
    };
    let is_there = files.contains(&target) || files.iter().any(|file| file.starts_with(&format!("{target}/")));
    if !is_there {
        return Some(format!("the link `{link}` leads to `{target}`, which does not exist"));
    }
    let document = documents.get(&target)?;
    let is_known = anchor.is_empty() || document.anchors.contains(anchor);
    (!is_known).then(|| format!("`{target}` has no heading for `#{anchor}`"))
}

/// Returns the path, relative to the root, to which `link` in the document `from` points; `None` if it is outside.
fn resolve(from: &str, link: &str) -> Option<String> {
    let link = link.split('#').next().unwrap_or_default();
    if link.is_empty() {
        return Some(from.to_owned());
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop()?,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::resolve;

    #[test]
    fn resolves_links_relative_to_their_document() {
        let rows = [
            ("docs/a/b.md", "../c/d.md#e", Some("docs/c/d.md")),
            ("docs/a/b.md", "#e", Some("docs/a/b.md")),
            ("README.md", "docs/", Some("docs")),
            ("README.md", "../x", None),
        ];
        for (from, link, expected) in rows {
            assert_eq!(resolve(from, link).as_deref(), expected, "{from} {link}");
        }
    }
}
