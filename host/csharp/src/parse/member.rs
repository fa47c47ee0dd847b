//! Reads methods and members that compile to methods (accessors, operators, delegates, positional records).

use tree_sitter::Node;

use super::node::{children, text_of};
use super::type_syntax::{read_params, read_type, read_type_params};
use crate::syntax::{MemberDecl, MemberFlags, MethodKind, ParamDecl, TypeDecl, TypeKind, TypeSyntax};

/// Adds the methods that one syntax node in the body of a type declares to `decl`. Other nodes are ignored.
pub(super) fn read(text: &[u8], node: Node<'_>, decl: &mut TypeDecl) {
    let header = Header::from_node(text, node, decl.kind);
    let has_body = node.child_by_field_name("body").is_some();
    match node.kind() {
        "method_declaration" => {
            let mut method = header.method(MethodKind::Ordinary, header.name(), header.ty("returns"), has_body);
            method.flags.is_partial_stub = header.has("partial") && !has_body;
            decl.members.push(method);
        }
        "constructor_declaration" => {
            let (kind, name) = if header.has("static") {
                (MethodKind::StaticConstructor, ".cctor")
            } else {
                (MethodKind::Constructor, ".ctor")
            };
            decl.members.push(header.method(kind, name, void(), has_body));
        }
        "destructor_declaration" => {
            let mut method = header.method(MethodKind::Finalizer, "Finalize", void(), true);
            method.flags.is_virtual = true;
            decl.members.push(method);
        }
        "operator_declaration" => {
            let symbol = node
                .child_by_field_name("operator")
                .map(|n| text_of(text, n))
                .unwrap_or_default();
            let mut method = header.method(MethodKind::Operator, "", header.ty("type"), has_body);
            if let Some(name) = operator_name(symbol, method.params.len()) {
                method.name = if header.has("checked") {
                    name.replace("op_", "op_Checked")
                } else {
                    name.to_owned()
                };
                decl.members.push(method);
            }
        }
        "conversion_operator_declaration" => {
            let name = if header.has("implicit") {
                "op_Implicit"
            } else {
                "op_Explicit"
            };
            decl.members
                .push(header.method(MethodKind::Operator, name, header.ty("type"), has_body));
        }
        "property_declaration" => accessors(&header, header.name(), header.ty("type"), decl),
        "indexer_declaration" => {
            let name = indexer_name(text, node).unwrap_or("Item");
            accessors(&header, name, header.ty("type"), decl);
        }
        "event_declaration" => accessors(&header, header.name(), header.ty("type"), decl),
        "event_field_declaration" => {
            for variables in children(node)
                .into_iter()
                .filter(|c| c.kind() == "variable_declaration")
            {
                let ty = variables
                    .child_by_field_name("type")
                    .map_or_else(|| other_syntax(""), |t| read_type(text, t));
                // A qualified type name has a field `name` too.
                let declarators = children(variables)
                    .into_iter()
                    .filter(|v| v.kind() == "variable_declarator");
                for name in declarators.filter_map(|v| v.child_by_field_name("name")) {
                    for prefix in ["add_", "remove_"] {
                        let mut method = header.accessor(prefix, text_of(text, name), &ty, false);
                        method.offset = name.start_byte();
                        decl.members.push(method);
                    }
                }
            }
        }
        _ => {}
    }
}

/// Adds the methods that a type's header implies to `decl`: delegate, positional record and primary constructor.
pub(super) fn read_header(text: &[u8], node: Node<'_>, decl: &mut TypeDecl) {
    let header = Header::from_node(text, node, decl.kind);
    if decl.kind == TypeKind::Delegate {
        let mut invoke = header.method(MethodKind::Ordinary, "Invoke", header.ty("type"), true);
        invoke.flags = MemberFlags {
            is_public: true,
            is_virtual: true,
            ..MemberFlags::default()
        };
        // These are the delegate's type parameters, not the method's.
        invoke.type_params.clear();
        let mut begin = invoke.clone();
        "BeginInvoke".clone_into(&mut begin.name);
        begin.ret = TypeSyntax::name("System.IAsyncResult");
        begin
            .params
            .push(param("callback", TypeSyntax::name("System.AsyncCallback")));
        begin
            .params
            .push(param("object", TypeSyntax::Keyword("object".to_owned())));
        let mut end = invoke.clone();
        "EndInvoke".clone_into(&mut end.name);
        end.params.retain(|p| matches!(p.ty, TypeSyntax::ByRef(_)));
        end.params
            .push(param("result", TypeSyntax::name("System.IAsyncResult")));
        decl.members.extend([invoke, begin, end]);
        return;
    }
    let Some(list) = children(node).into_iter().find(|c| c.kind() == "parameter_list") else {
        return;
    };
    let params = read_params(text, list);
    if matches!(decl.kind, TypeKind::Record | TypeKind::RecordStruct) {
        for positional in &params {
            for prefix in ["get_", "set_"] {
                let mut method = header.accessor(prefix, &positional.name, &positional.ty, true);
                method.params.retain(|_| prefix == "set_");
                method.flags = MemberFlags {
                    is_public: true,
                    ..MemberFlags::default()
                };
                decl.members.push(method);
            }
        }
    }
    let mut constructor = header.method(MethodKind::Constructor, ".ctor", void(), true);
    constructor.type_params.clear();
    constructor.params = params;
    constructor.flags = MemberFlags {
        is_public: true,
        ..MemberFlags::default()
    };
    decl.members.push(constructor);
}

struct Header<'s, 't> {
    text: &'s [u8],
    node: Node<'t>,
    owner: TypeKind,
    /// The keywords in the header of a method or property, such as `static`, `implicit` or `checked`.
    words: Vec<&'s str>,
    broken: bool,
}

impl<'s, 't> Header<'s, 't> {
    fn from_node(text: &'s [u8], node: Node<'t>, owner: TypeKind) -> Self {
        let children = children(node);
        let is_body = |c: &Node<'_>| {
            matches!(
                c.kind(),
                "block" | "arrow_expression_clause" | "constructor_initializer" | "declaration_list"
            ) || c.kind() == "accessor_list"
        };
        let words = children.iter().filter(|c| c.kind() == "modifier" || !c.is_named());
        Self {
            text,
            node,
            owner,
            words: words.map(|c| text_of(text, *c)).collect(),
            broken: children
                .iter()
                .any(|c| c.is_missing() || (!is_body(c) && c.has_error())),
        }
    }

    fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    fn name(&self) -> &'s str {
        self.node
            .child_by_field_name("name")
            .map(|n| text_of(self.text, n))
            .unwrap_or_default()
    }

    fn ty(&self, field: &str) -> TypeSyntax {
        self.node
            .child_by_field_name(field)
            .map_or_else(|| other_syntax(""), |t| read_type(self.text, t))
    }

    fn method(&self, kind: MethodKind, name: &str, ret: TypeSyntax, has_body: bool) -> MemberDecl {
        let explicit = children(self.node)
            .into_iter()
            .find(|c| c.kind() == "explicit_interface_specifier");
        let explicit = explicit.and_then(|c| children(c).into_iter().find(Node::is_named));
        let params = ["parameters"].iter().find_map(|f| self.node.child_by_field_name(f));
        MemberDecl {
            kind,
            name: name.to_owned(),
            explicit: explicit.map(|n| read_type(self.text, n)),
            type_params: read_type_params(self.text, self.node),
            params: params.map(|list| read_params(self.text, list)).unwrap_or_default(),
            ret,
            flags: self.flags(has_body, explicit.is_some()),
            conditional: false,
            broken: self.broken || name.is_empty() && kind != MethodKind::Operator,
            offset: self.node.start_byte(),
            line: self.node.start_position().row + 1,
        }
    }

    fn accessor(&self, prefix: &str, name: &str, ty: &TypeSyntax, has_body: bool) -> MemberDecl {
        let mut method = self.method(MethodKind::Accessor, &format!("{prefix}{name}"), void(), has_body);
        if prefix == "get_" {
            method.ret = ty.clone();
        } else {
            method.params.push(param("value", ty.clone()));
        }
        method
    }

    fn flags(&self, has_body: bool, explicit: bool) -> MemberFlags {
        let written = |word| self.has(word);
        let mut flags = MemberFlags {
            is_public: written("public"),
            is_static: written("static") || self.node.kind().ends_with("operator_declaration"),
            is_abstract: written("abstract"),
            is_virtual: written("virtual") || written("override") || written("abstract") || explicit,
            is_partial_stub: false,
        };
        if self.owner == TypeKind::Interface && !flags.is_static {
            flags.is_public = !written("private") && !written("internal") && !written("protected");
            flags.is_abstract |= !has_body;
            flags.is_virtual |= !has_body || !(written("private") || written("sealed"));
        }
        flags
    }
}

fn accessors(header: &Header<'_, '_>, name: &str, ty: TypeSyntax, decl: &mut TypeDecl) {
    let Some(list) = header.node.child_by_field_name("accessors") else {
        // `=> expression` is only a getter.
        if header.node.child_by_field_name("value").is_some() {
            decl.members.push(header.accessor("get_", name, &ty, true));
        }
        return;
    };
    for node in children(list) {
        if node.kind() == "ERROR" {
            decl.broken = true;
        }
        if node.kind() != "accessor_declaration" {
            continue;
        }
        let prefix = match node.child_by_field_name("name").map(|n| text_of(header.text, n)) {
            Some("get") => "get_",
            Some("set" | "init") => "set_",
            Some("add") => "add_",
            Some("remove") => "remove_",
            _ => continue,
        };
        let has_body = node.child_by_field_name("body").is_some();
        let mut method = header.accessor(prefix, name, &ty, has_body);
        let own = children(node).into_iter().filter(|c| c.kind() == "modifier");
        // `public int X { get; private set; }`: the setter cannot implement an interface.
        if own
            .into_iter()
            .any(|m| matches!(text_of(header.text, m), "private" | "protected" | "internal"))
        {
            method.flags.is_public = false;
        }
        method.offset = node.start_byte();
        method.line = node.start_position().row + 1;
        decl.members.push(method);
    }
}

fn void() -> TypeSyntax {
    TypeSyntax::Keyword("void".to_owned())
}

fn other_syntax(text: &str) -> TypeSyntax {
    TypeSyntax::Other(text.to_owned())
}

fn param(name: &str, ty: TypeSyntax) -> ParamDecl {
    ParamDecl {
        name: name.to_owned(),
        ty,
    }
}

/// Returns the name in the attribute `[IndexerName("Cell")]` of an indexer; `None` if there is none.
fn indexer_name<'s>(text: &'s [u8], node: Node<'_>) -> Option<&'s str> {
    let attributes = children(node).into_iter().filter(|c| c.kind() == "attribute_list");
    attributes.map(|a| text_of(text, a)).find_map(|attribute| {
        let (_, rest) = attribute.split_once("IndexerName")?;
        let (_, rest) = rest.split_once('"')?;
        rest.split_once('"').map(|(name, _)| name)
    })
}

/// C# operators, each followed by the name of the method that it compiles to.
const OPERATORS: &str = "+ op_Addition - op_Subtraction * op_Multiply / op_Division % op_Modulus & op_BitwiseAnd \
     | op_BitwiseOr ^ op_ExclusiveOr << op_LeftShift >> op_RightShift >>> op_UnsignedRightShift ! op_LogicalNot \
     ~ op_OnesComplement ++ op_Increment -- op_Decrement true op_True false op_False == op_Equality \
     != op_Inequality < op_LessThan > op_GreaterThan <= op_LessThanOrEqual >= op_GreaterThanOrEqual";

fn operator_name(symbol: &str, params: usize) -> Option<&'static str> {
    match (symbol, params) {
        ("+", 1) => return Some("op_UnaryPlus"),
        ("-", 1) => return Some("op_UnaryNegation"),
        _ => {}
    }
    let mut words = OPERATORS.split(' ');
    words.find(|word| *word == symbol)?;
    words.next()
}
