//! The names that one Rust file declares and uses, read from its tokens, without test code.
//!
//! Belongs here: names as they are in the text. Does not: the items to which they refer (`imports`).

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Use {
    /// True for `pub use`. Other files that import the name from this file count as importing it from its declaration.
    pub(super) is_handed_on: bool,
    pub(super) path: Vec<String>,
    /// The name that the import has in this file; `*` for a glob import.
    pub(super) name: String,
}

#[derive(Debug, Default)]
pub(super) struct Scan {
    /// Names of the modules that this file declares without a body, because they have their own files.
    pub(super) children: BTreeSet<String>,
    pub(super) items: BTreeSet<String>,
    pub(super) uses: Vec<Use>,
    /// Paths with at least two names, such as `a::b`, in the code of this file outside of `use` declarations.
    pub(super) paths: BTreeSet<Vec<String>>,
    /// Identifiers in the code of this file that are not part of a longer path. A glob import may provide them.
    pub(super) words: BTreeSet<String>,
}

/// Keywords that precede the name of an item, separated by spaces.
const ITEMS: &str = "struct enum trait fn type const static union macro_rules";

impl Scan {
    pub(super) fn parse(text: &str) -> Result<Self, proc_macro2::LexError> {
        let mut scan = Self::default();
        scan.read(text.parse()?);
        Ok(scan)
    }

    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += match token {
                TokenTree::Punct(mark) if mark.as_char() == '#' && is_for_tests(tokens.get(at + 1)) => {
                    length_of_item(&tokens[at + 2..]) + 2
                }
                TokenTree::Ident(word) if *word == "use" => self.take_use(&tokens, at),
                TokenTree::Ident(word) if *word == "mod" => self.take_child(&tokens[at..]),
                TokenTree::Ident(word) => {
                    if ITEMS.split(' ').any(|item| word == item) {
                        let name = tokens[at + 1..].iter().find_map(|token| match token {
                            TokenTree::Ident(name) if *name != "mut" => Some(name.to_string()),
                            _ => None,
                        });
                        self.items.extend(name);
                    }
                    self.take_path(&tokens[at..])
                }
                TokenTree::Group(group) => {
                    self.read(group.stream());
                    1
                }
                _ => 1,
            };
        }
    }

    /// Reads the `use` declaration at token `at`. Returns its number of tokens.
    fn take_use(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let is_handed_on = tokens[..at].iter().rev().take(2).any(is_pub);
        let tree: Vec<TokenTree> = tokens[at + 1..]
            .iter()
            .take_while(|token| !is_punct(token, ';'))
            .cloned()
            .collect();
        for (path, name) in leaves(&tree, &[]) {
            self.uses.push(Use {
                is_handed_on,
                path,
                name,
            });
        }
        tree.len() + 2
    }

    fn take_child(&mut self, tokens: &[TokenTree]) -> usize {
        if let [_, TokenTree::Ident(name), end, ..] = tokens
            && is_punct(end, ';')
        {
            self.children.insert(name.to_string());
        }
        1
    }

    fn take_path(&mut self, tokens: &[TokenTree]) -> usize {
        let (path, length) = path_at(tokens);
        match path.len() {
            1 => self.words.extend(path),
            _ => {
                self.paths.insert(path);
            }
        }
        length
    }
}

fn is_punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

fn is_pub(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if *word == "pub")
}

/// Reads a path such as `a::b::c` from the start of `tokens`. Returns the names in the path and its number of tokens.
fn path_at(tokens: &[TokenTree]) -> (Vec<String>, usize) {
    let (mut path, mut length) = (Vec::new(), 0);
    while let Some(TokenTree::Ident(word)) = tokens.get(length) {
        path.push(word.to_string());
        length += 1;
        match tokens.get(length..length + 3) {
            Some([first, second, TokenTree::Ident(_)]) if is_punct(first, ':') && is_punct(second, ':') => length += 2,
            _ => break,
        }
    }
    (path, length)
}

/// Returns true if the attribute (the group after a `#`) limits the next item to tests.
fn is_for_tests(group: Option<&TokenTree>) -> bool {
    let Some(TokenTree::Group(group)) = group else {
        return false;
    };
    let mut inside = group.stream().into_iter();
    let is_cfg = matches!(inside.next(), Some(TokenTree::Ident(word)) if word == "cfg");
    let condition = inside.next();
    is_cfg
        && condition.is_some_and(|condition| {
            condition
                .to_string()
                .split(|c: char| !c.is_alphanumeric())
                .any(|word| word == "test")
        })
}

/// Returns the number of tokens of an item, field or match arm, including its final `;`, `,` or block.
fn length_of_item(tokens: &[TokenTree]) -> usize {
    let is_end = |token: &TokenTree| {
        is_punct(token, ';')
            || is_punct(token, ',')
            || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    tokens.iter().position(is_end).map_or(tokens.len(), |end| end + 1)
}

/// Returns each path in the tree of a `use` declaration, with the name that it gets in this file.
fn leaves(tree: &[TokenTree], above: &[String]) -> Vec<(Vec<String>, String)> {
    let mut leaves_of_all = Vec::new();
    for branch in tree.split(|token| is_punct(token, ',')) {
        let mut path = above.to_vec();
        let mut name = None;
        let mut is_tree = false;
        for (at, token) in branch.iter().enumerate() {
            match token {
                TokenTree::Ident(word) if *word == "as" => name = branch.get(at + 1).map(ToString::to_string),
                TokenTree::Ident(word) if name.is_none() => path.push(word.to_string()),
                TokenTree::Group(group) => {
                    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                    leaves_of_all.extend(leaves(&inside, &path));
                    is_tree = true;
                }
                token if is_punct(token, '*') => name = Some("*".to_owned()),
                _ => {}
            }
        }
        if is_tree || path.len() == above.len() && name.is_none() {
            continue;
        }
        if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
            path.pop();
        }
        let own = path.last().cloned().unwrap_or_default();
        leaves_of_all.push((path, name.unwrap_or(own)));
    }
    leaves_of_all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(path: &[&str]) -> Vec<String> {
        path.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn collects_items_imports_and_paths_of_a_file() {
        let scan = Scan::parse(
            "//! use crate::not::this;\nmod child;\npub(crate) use child::Thing;\nuse crate::{a::{self, B as C}, d::*};\n\
             struct Own; fn run() { let text = \"crate::nor::this\"; other::call(crate::e::F::new()) }\n\
             #[cfg(test)] mod tests; #[cfg(all(test, unix))] fn only() { crate::g::h() } const LAST: u8 = 1;",
        );
        let scan = scan.expect("tokens");
        assert_eq!(scan.children, ["child".to_owned()].into());
        assert_eq!(scan.items, ["Own", "run", "LAST"].map(str::to_owned).into());
        let uses: Vec<_> = scan
            .uses
            .iter()
            .map(|one| (one.is_handed_on, &*one.path, &*one.name))
            .collect();
        assert_eq!(
            uses,
            [
                (true, &*owned(&["child", "Thing"]), "Thing"),
                (false, &*owned(&["crate", "a"]), "a"),
                (false, &*owned(&["crate", "a", "B"]), "C"),
                (false, &*owned(&["crate", "d"]), "*"),
            ]
        );
        assert_eq!(
            scan.paths,
            [owned(&["other", "call"]), owned(&["crate", "e", "F", "new"])].into()
        );
    }
}
