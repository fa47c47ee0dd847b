//! Walks the namespaces, usings and types of a syntax tree. `member.rs` reads members, `type_syntax.rs` reads types.

use tree_sitter::Node;

use super::node::{children, text_of};
use super::type_syntax::{read_type, read_type_params};
use super::{Depth, MAX_DEPTH, MAX_NAME_BYTES, SourceFile, detail, member};
use crate::lexis::passed_over;
use crate::syntax::{Scope, TypeDecl, TypeKind, TypeSyntax};

pub(super) struct Walk<'s> {
    text: &'s [u8],
    depth: Depth,
    file: SourceFile,
    /// True if the parser could not read some text outside all types. It can be the start of a namespace or a type.
    misplaced: bool,
}

#[derive(Clone, Copy)]
struct Place {
    scope: usize,
    outer: Option<usize>,
    depth: usize,
}

pub(super) fn walk(name: &str, text: &[u8], root: Node<'_>, depth: Depth) -> SourceFile {
    let file = SourceFile {
        name: name.to_owned(),
        scopes: vec![scope(None, String::new(), 0)],
        types: Vec::new(),
        global: scope(None, String::new(), 0),
        cut_declarations: 0,
        allowance: 0,
        unseen_regions: 0,
        unbalanced_directives: false,
        has_syntax_errors: root.has_error(),
    };
    let mut walk = Walk {
        text,
        depth,
        file,
        misplaced: false,
    };
    walk.container(
        root,
        Place {
            scope: 0,
            outer: None,
            depth: 0,
        },
    );
    if walk.misplaced || !braces_match(text) {
        // Any type can then belong to another namespace or type than it appears to, under another name.
        for decl in &mut walk.file.types {
            decl.broken = true;
            decl.members.iter_mut().for_each(|member| member.broken = true);
        }
    }
    walk.file
}

/// Returns true if every `{` of the code has a matching `}`. Otherwise the parser invents braces somewhere.
fn braces_match(text: &[u8]) -> bool {
    let mut depth = 0_i64;
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        match rest[0] {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
        at += passed_over(rest).max(1);
    }
    depth == 0
}

const fn scope(parent: Option<usize>, namespace: String, offset: usize) -> Scope {
    Scope {
        parent,
        namespace,
        usings: Vec::new(),
        aliases: Vec::new(),
        statics: Vec::new(),
        offset,
    }
}

impl Walk<'_> {
    fn container(&mut self, node: Node<'_>, mut place: Place) {
        if place.depth > MAX_DEPTH {
            self.file.cut_declarations += node.named_child_count();
            return;
        }
        place.depth += 1;
        for child in children(node) {
            match child.kind() {
                "using_directive" => self.using(child, place.scope),
                "namespace_declaration" => {
                    let scope = self.namespace(child, place.scope);
                    if let Some(body) = child.child_by_field_name("body") {
                        self.container(body, Place { scope, ..place });
                    }
                }
                "file_scoped_namespace_declaration" => place.scope = self.namespace(child, place.scope),
                "ERROR" => {
                    match place.outer {
                        Some(outer) => self.file.types[outer].broken = true,
                        None => {
                            self.misplaced = true;
                            place.scope = self.swallowed_namespace(child, place.scope);
                        }
                    }
                    self.container(child, place);
                }
                "preproc_if" | "preproc_else" | "preproc_elif" | "declaration_list" => self.container(child, place),
                kind => {
                    if let Some(kind) = type_kind(kind, child) {
                        self.type_decl(child, kind, place);
                    } else if let Some(outer) = place.outer {
                        let decl = &mut self.file.types[outer];
                        member::read(self.text, child, decl);
                        if let Some(whole) = &mut decl.detail {
                            detail::read(self.text, child, whole);
                        }
                    }
                }
            }
        }
    }

    fn namespace(&mut self, node: Node<'_>, parent: usize) -> usize {
        let name = node
            .child_by_field_name("name")
            .map(|n| text_of(self.text, n))
            .unwrap_or_default();
        let name: String = name.split_whitespace().collect();
        self.open(name, parent, node.start_byte())
    }

    fn open(&mut self, name: String, parent: usize, offset: usize) -> usize {
        let outer = &self.file.scopes[parent].namespace;
        let mut namespace = if outer.is_empty() {
            name
        } else {
            format!("{outer}.{name}")
        };
        // Declarations in a namespace with a longer name are not read; the kept prefix is long enough to detect that.
        let kept = (MAX_NAME_BYTES + 1..namespace.len()).find(|at| namespace.is_char_boundary(*at));
        namespace.truncate(kept.unwrap_or(namespace.len()));
        self.file.scopes.push(scope(Some(parent), namespace, offset));
        self.file.scopes.len() - 1
    }

    /// Returns the scope for types after a syntax error: the namespace whose header is in the error node, else
    /// `parent`.
    fn swallowed_namespace(&mut self, error: Node<'_>, parent: usize) -> usize {
        let children = children(error);
        let names = children.windows(2).filter_map(|pair| match pair {
            [word, name] if word.kind() == "namespace" && name.is_named() => Some(*name),
            _ => None,
        });
        let names: Vec<Node<'_>> = names.collect();
        names.into_iter().fold(parent, |parent, name| {
            let written: String = text_of(self.text, name).split_whitespace().collect();
            self.open(written, parent, error.start_byte())
        })
    }

    fn using(&mut self, node: Node<'_>, scope: usize) {
        let children = children(node);
        let has = |word: &str| children.iter().any(|c| c.kind() == word);
        let alias = node.child_by_field_name("name");
        let Some(target) = children
            .iter()
            .rev()
            .find(|c| c.is_named() && Some(**c) != alias && c.kind() != "ERROR")
        else {
            return;
        };
        let target = read_type(self.text, *target);
        let scope = if has("global") {
            &mut self.file.global
        } else {
            &mut self.file.scopes[scope]
        };
        match (alias, &target) {
            (Some(alias), _) => scope.aliases.push((text_of(self.text, alias).to_owned(), target)),
            _ if has("static") => scope.statics.push(target),
            (None, TypeSyntax::Name { parts, .. }) => {
                scope.usings.push(parts.iter().map(|p| p.name.clone()).collect());
            }
            _ => {}
        }
    }

    fn type_decl(&mut self, node: Node<'_>, kind: TypeKind, place: Place) {
        let Some(name) = node.child_by_field_name("name") else {
            return;
        };
        let name_text = text_of(self.text, name);
        if self.file.scopes[place.scope].namespace.len() + name_text.len() > MAX_NAME_BYTES {
            self.file.cut_declarations += 1;
            return;
        }
        let at = self.file.types.len();
        let mut decl = TypeDecl {
            kind,
            name: name_text.to_owned(),
            type_params: read_type_params(self.text, node),
            bases: Vec::new(),
            scope: place.scope,
            outer: place.outer,
            members: Vec::new(),
            is_partial: children(node)
                .iter()
                .any(|c| c.kind() == "modifier" && text_of(self.text, *c) == "partial"),
            conditional: false,
            broken: children(node)
                .iter()
                .any(|c| c.kind() != "declaration_list" && c.has_error()),
            offset: name.start_byte(),
            detail: (self.depth == Depth::Whole).then(|| Box::new(detail::read_header(self.text, node, kind))),
        };
        for list in children(node).into_iter().filter(|c| c.kind() == "base_list") {
            for base in children(list).into_iter().filter(Node::is_named) {
                match base.kind() {
                    "argument_list" => {}
                    "primary_constructor_base_type" => {
                        let base = base.child_by_field_name("type");
                        decl.bases.extend(base.map(|b| read_type(self.text, b)));
                    }
                    _ => decl.bases.push(read_type(self.text, base)),
                }
            }
        }
        member::read_header(self.text, node, &mut decl);
        let is_enum = kind == TypeKind::Enum;
        self.file.types.push(decl);
        if let (Some(body), false) = (node.child_by_field_name("body"), is_enum) {
            self.container(
                body,
                Place {
                    outer: Some(at),
                    ..place
                },
            );
        }
    }
}

fn type_kind(kind: &str, node: Node<'_>) -> Option<TypeKind> {
    Some(match kind {
        "class_declaration" => TypeKind::Class,
        "struct_declaration" => TypeKind::Struct,
        "interface_declaration" => TypeKind::Interface,
        "enum_declaration" => TypeKind::Enum,
        "delegate_declaration" => TypeKind::Delegate,
        "record_declaration" if children(node).iter().any(|c| c.kind() == "struct") => TypeKind::RecordStruct,
        "record_declaration" => TypeKind::Record,
        _ => return None,
    })
}
