//! Parses Markdown documents for the checks: their links, anchors and paragraphs.

use super::Tree;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug, Default)]
pub(super) struct Document {
    /// The links in the document: the line number (counted from 1) and the destination of each.
    pub(super) links: Vec<(usize, String)>,
    /// Anchors in the document: the texts after `#` with which links may point to its headings.
    pub(super) anchors: BTreeSet<String>,
    /// Line number and text of each paragraph, list item and table cell in the document. `CODE` replaces inline code.
    pub(super) paragraphs: Vec<(usize, String)>,
}

/// Returns the documents in the root folder and in `docs`, by path.
pub(super) fn documents(tree: &Tree) -> BTreeMap<String, Document> {
    let is_document = |name: &str| name.ends_with(".md") && (!name.contains('/') || name.starts_with("docs/"));
    tree.texts(is_document)
        .map(|(name, text)| (name, Document::parse(&text)))
        .collect()
}

impl Document {
    pub(super) fn parse(text: &str) -> Self {
        let mut document = Self::default();
        let mut paragraph = Paragraph::default();
        let mut heading: Option<String> = None;
        let mut is_code = false;
        let line = |at: usize| text.get(..at).unwrap_or_default().matches('\n').count() + 1;
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::CodeBlock(_)) => is_code = true,
                Event::End(TagEnd::CodeBlock) => is_code = false,
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let anchor = anchor(&heading.take().unwrap_or_default());
                    document.add_anchor(anchor);
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    document.links.push((line(range.start), dest_url.into_string()));
                }
                Event::Start(Tag::Paragraph | Tag::Item | Tag::TableCell) => {
                    document.add_paragraph(&mut paragraph);
                    paragraph.line = line(range.start);
                }
                Event::End(TagEnd::Paragraph | TagEnd::Item | TagEnd::TableCell) => {
                    document.add_paragraph(&mut paragraph);
                }
                Event::Text(words) if !is_code => match &mut heading {
                    Some(heading) => heading.push_str(&words),
                    None => paragraph.text.push_str(&words),
                },
                Event::Code(code) => match &mut heading {
                    Some(heading) => heading.push_str(&code),
                    None => paragraph.text.push_str("CODE"),
                },
                Event::SoftBreak | Event::HardBreak => paragraph.text.push(' '),
                _ => {}
            }
        }
        document
    }

    /// Adds the anchor of a heading. If the name already exists, the anchor gets the suffix `-1`, then `-2`.
    fn add_anchor(&mut self, anchor: String) {
        let mut unique = anchor.clone();
        let mut count = 0;
        while !self.anchors.insert(unique.clone()) {
            count += 1;
            unique = format!("{anchor}-{count}");
        }
    }

    fn add_paragraph(&mut self, paragraph: &mut Paragraph) {
        let Paragraph { line, text } = std::mem::take(paragraph);
        if !text.trim().is_empty() {
            self.paragraphs.push((line, text));
        }
    }
}

#[derive(Default)]
struct Paragraph {
    line: usize,
    text: String,
}

/// Returns the anchor of a heading, as mdBook and GitHub create it.
fn anchor(heading: &str) -> String {
    let kept = heading.trim().chars().filter_map(|sign| match sign {
        ' ' => Some('-'),
        '-' | '_' => Some(sign),
        _ if sign.is_alphanumeric() => Some(sign),
        _ => None,
    });
    kept.collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_links_anchors_and_paragraphs() {
        let document = Document::parse(
            "# The `a.b` one\n\nSee [x](y.md#z)\nand `c`. <!-- promise: p -->\n\n- one\n- two\n\n```sh\nnot this\n```\n\n\
             | h |\n|---|\n| cell |\n\n## Twice\n\n## Twice\n",
        );
        assert_eq!(document.links, [(3, "y.md#z".to_owned())]);
        let anchors: Vec<&str> = document.anchors.iter().map(String::as_str).collect();
        assert_eq!(anchors, ["the-ab-one", "twice", "twice-1"]);
        let paragraphs: Vec<(usize, &str)> = document
            .paragraphs
            .iter()
            .map(|(line, text)| (*line, text.trim()))
            .collect();
        assert_eq!(
            paragraphs,
            [(3, "See x and CODE."), (6, "one"), (7, "two"), (13, "h"), (15, "cell")]
        );
    }
}
