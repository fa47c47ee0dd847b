//! The public methods that a type itself declares, in C# syntax.

use super::bases::Level;
use host_csharp::{Method, MethodKind, Origin, TypeInfo, TypeKind};

/// Maximum number of public methods in the description of a C# type; further ones are omitted.
const MAX_METHODS: usize = 500;

pub(super) fn method_texts(own: &Level, info: &TypeInfo) -> Vec<String> {
    if info.origin != Origin::Source {
        let ordinary = info
            .methods
            .iter()
            .filter(|method| method.is_public && method.kind == MethodKind::Ordinary);
        return ordinary.take(MAX_METHODS).map(method_text).collect();
    }
    let is_interface = own.name.kind == TypeKind::Interface;
    let headers = own.details().flat_map(|(_, detail)| &detail.methods);
    let public = headers.filter(|header| header.modifiers.has("public") || (is_interface && !header.is_explicit));
    public.take(MAX_METHODS).map(|header| header.text.clone()).collect()
}

fn method_text(method: &Method) -> String {
    let params = method.params.iter().map(|(name, ty)| format!("{} {name}", ty.csharp()));
    let params: Vec<String> = params.collect();
    let types = match method.type_params.as_slice() {
        [] => String::new(),
        types => format!("<{}>", types.join(", ")),
    };
    let word = match (method.is_static, method.is_abstract) {
        (true, _) => "static ",
        (_, true) => "abstract ",
        _ => "",
    };
    format!(
        "public {word}{} {}{types}({})",
        method.ret.csharp(),
        method.name,
        params.join(", ")
    )
}
