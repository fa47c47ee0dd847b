//! Tests with random edits and values: the result must be parsed to the new value, and no other part may change.

use super::*;
use crate::split;
use proptest::prelude::*;
use std::borrow::Cow;
use tests_projects::Dice;

const TEXTS: [&str; 20] = [
    "\u{1F633} \u{1F601}",
    "--- x ---",
    "",
    "plain",
    "two words",
    "#1",
    "Take #3",
    "a: b",
    "ends with colon:",
    "- dash",
    "it's",
    "'quoted'",
    " leading",
    "trailing ",
    "two\nlines",
    "end\n",
    "tab\there",
    "back\\slash \"and\" quotes",
    "ärger \u{2318} \u{85}",
    "a long text with many words that goes on and on until it is far behind the eightieth column of its line, and then some more",
];

/// Sets one random scalar below `node`. Returns false if there is no scalar.
fn change(node: &mut Node<'_>, dice: &mut Dice) -> bool {
    match node {
        Node::Text(text) => {
            *text = Cow::Owned(match text.parse::<f64>() {
                Ok(_) => dice.throw(1_000).to_string(),
                Err(_) => TEXTS[dice.throw(TEXTS.len())].to_owned(),
            });
            true
        }
        Node::List(items) => {
            let at = dice.throw(items.len());
            match dice.throw(6) {
                0 => {
                    let last = items.last().cloned();
                    items.extend(last);
                    true
                }
                1 if items.len() > 1 => items.pop().is_some(),
                _ => items.get_mut(at).is_some_and(|item| change(item, dice)),
            }
        }
        Node::Map(entries) => {
            let at = dice.throw(entries.len());
            entries.get_mut(at).is_some_and(|(_, value)| change(value, dice))
        }
    }
}

#[test]
fn random_edits_read_back_and_change_nothing_else() {
    let (mut dice, files) = (Dice::new(2_026), files());
    let (mut made, mut tried) = (0, 0);
    while !files.is_empty() && made < 2_000 {
        tried += 1;
        assert!(tried < 20_000, "{made} of {tried}");
        let path = &files[dice.throw(files.len())];
        let bytes = std::fs::read(path).expect("a file");
        let Ok(file) = File::parse(&bytes) else { continue };
        let (style, _) = Style::detect(file.text);
        let documents: Vec<Document<'_>> = file.documents().collect();
        let document = documents[dice.throw(documents.len())];
        let tree = document.tree().expect("a tree");
        let [(_, body)] = tree.entries() else { continue };
        let mut new = body.clone();
        if !change(&mut new, &mut dice) || new == *body {
            continue;
        }
        let patches = match document.patches(&new, style) {
            Ok(patches) => patches,
            Err(NotExact {
                why: NotExactWhy::UnknownForm { .. } | NotExactWhy::UnknownText { .. },
                ..
            }) => continue,
            Err(other) => panic!("{}: {other}", path.display()),
        };
        made += 1;
        let written = apply(file.text, patches.clone()).expect("a text");
        let heads = split(&written).expect("documents");
        assert_eq!(heads.len(), documents.len(), "{}", path.display());
        for (head, old) in heads.iter().zip(&documents) {
            let now = Document::new(&written, *head);
            if old.id() == document.id() && old.class() == document.class() {
                let tree = now.tree().expect("a tree");
                assert_eq!(tree.entries()[0].1, new, "{}", path.display());
                // Writing the parsed values again gives the same text.
                assert_eq!(written_anew(&now, style).1, Vec::<String>::new(), "{}", path.display());
            } else {
                assert_eq!(now.body(), old.body(), "{}", path.display());
            }
        }
        let outside = |text: &str, shift: isize| {
            let first = patches.iter().map(|patch| patch.start).min().unwrap_or_default();
            let last = patches.iter().map(|patch| patch.end).max().unwrap_or_default();
            let last = last.checked_add_signed(shift).expect("a place");
            (text[..first].to_owned(), text[last..].to_owned())
        };
        let shift = written.len() as isize - file.text.len() as isize;
        assert_eq!(outside(file.text, 0), outside(&written, shift));
    }
}

const HEAD: &str = "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!114 &1\n";

proptest! {
    #[test]
    fn rejects_arbitrary_text_or_reads_it_back(text in "\\PC{0,60}|[ -~\n\t\r#':\"-]{0,200}", crlf in any::<bool>()) {
        for before in ["M:\n  m_A: x\n  m_B: y\n", "M:\n  m_A:\n  - x\n  m_B: {c: x, d: 1}\n"] {
            let mut whole = format!("{HEAD}{before}");
            if crlf {
                whole = whole.replace('\n', "\r\n");
            }
            let file = File::parse(whole.as_bytes()).expect("a text asset");
            let (style, _) = Style::detect(&whole);
            prop_assert_eq!(style.crlf, crlf);
            let document = file.documents().next().expect("a document");
            let tree = document.tree().expect("a tree");
            let mut new = tree.entries()[0].1.clone();
            put(&mut new, &text);
            if let Ok(patches) = document.patches(&new, style) {
                let written = apply(&whole, patches).expect("a text");
                let heads = split(&written).expect("a document");
                prop_assert_eq!(heads.len(), 1);
                let tree = Document::new(&written, heads[0]).tree().expect("a tree");
                prop_assert_eq!(&tree.entries()[0].1, &new);
                prop_assert_eq!(written.matches('\n').count() == written.matches("\r\n").count(), crlf);
            }
        }
    }

    #[test]
    fn editing_arbitrary_bytes_keeps_the_document_count(bytes in "[-{}\\[\\],:#'\" \n\rab?|>]{0,80}", text in "[ab:'\n]{0,9}") {
        let whole = format!("{HEAD}M:\n  {bytes}\n");
        if let Ok(file) = File::parse(whole.as_bytes()) {
            let (style, _) = Style::detect(&whole);
            for document in file.documents() {
                let Ok(tree) = document.tree() else { continue };
                let [(_, body)] = tree.entries() else { continue };
                let mut new = body.clone();
                put(&mut new, &text);
                if let Ok(patches) = document.patches(&new, style) {
                    let written = apply(&whole, patches).expect("a text");
                    let heads = split(&written).expect("documents");
                    prop_assert_eq!(heads.len(), file.documents().len());
                }
            }
        }
    }
}

/// Replaces the first scalar of each branch by `text`.
fn put(node: &mut Node<'_>, text: &str) {
    match node {
        Node::Text(old) => *old = Cow::Owned(text.to_owned()),
        Node::List(items) => items.iter_mut().take(1).for_each(|item| put(item, text)),
        Node::Map(entries) => entries.iter_mut().take(2).for_each(|(_, value)| put(value, text)),
    }
}
