//! Decides whether Harmony and similar libraries can patch a method, and creates the source template of a new patch.
//! `signature.rs` prints the signature of a method.

use crate::signature::Form;
use crate::syntax::{MethodKind, TypeKind};
use crate::type_info::Method;
use crate::type_ref::{TypeName, TypeRef};
use std::collections::HashSet;
use std::sync::LazyLock;

impl Method {
    /// Returns why a Harmony patch of the method is impossible, as the end of a sentence; `None` if it is possible.
    pub fn unpatchable(&self) -> Option<&'static str> {
        if self.declaring.kind == TypeKind::Delegate {
            Some("a delegate's methods have no body")
        } else if self.is_abstract {
            Some("it is abstract and has no body; patch the method that overrides or implements it")
        } else if !self.type_params.is_empty() {
            Some("it is generic; only a method with concrete type arguments can be patched")
        } else if self.declaring.arity() > 0 {
            Some("its type is generic; only a method of a type with concrete type arguments can be patched")
        } else {
            None
        }
    }

    /// Returns C# source for a Harmony patch of this method, as a template whose prefix and postfix change nothing.
    pub fn patch_template(&self) -> String {
        let unsafe_word = if self.types().any(has_pointer) { "unsafe " } else { "" };
        let params = self.patch_params().join(", ");
        let mut after: Vec<String> = self.patch_params();
        if let Some(result) = self.result_param() {
            after.insert(usize::from(self.has_instance()), result);
        }
        format!(
            "// A patch of {}.\n\
             // Prefix runs before it: return false to skip it. Postfix runs after it, skipped or not.\n\
             static {unsafe_word}bool Prefix({params})\n{{\n    return true;\n}}\n\n\
             static {unsafe_word}void Postfix({})\n{{\n}}\n",
            self.signature(Form::Cecil).text,
            after.join(", ")
        )
    }

    fn types(&self) -> impl Iterator<Item = &TypeRef> {
        self.params.iter().map(|(_, ty)| ty).chain([&self.ret])
    }

    fn has_instance(&self) -> bool {
        !self.is_static
    }

    fn patch_params(&self) -> Vec<String> {
        let by_ref = if self.declaring.kind.is_value() { "ref " } else { "" };
        let instance = format!("{by_ref}{} __instance", reflection_type_name(&self.declaring, &[]));
        let own = self.params.iter().enumerate().map(|(at, (name, ty))| {
            // Patches refer to an argument by its name, or by `__` and its position.
            let again = self.params.iter().filter(|(other, _)| other == name).count() > 1;
            let name = match name.as_str() {
                "" => format!("__{at}"),
                _ if again => format!("__{at}"),
                word if RESERVED.contains(&word) => format!("@{word}"),
                name => name.to_owned(),
            };
            format!("{} {name}", csharp(ty))
        });
        self.has_instance().then_some(instance).into_iter().chain(own).collect()
    }

    /// Returns the parameter through which a patch gets the method's result. `None` for a void method, a constructor
    /// and a by-ref result, which a patch cannot receive by name.
    fn result_param(&self) -> Option<String> {
        let nothing = matches!(&self.ret, TypeRef::Named(name, _) if name.is("System", "Void"));
        let none = nothing
            || matches!(self.ret, TypeRef::ByRef(_))
            || matches!(self.kind, MethodKind::Constructor | MethodKind::StaticConstructor);
        (!none).then(|| format!("ref {} __result", csharp(&self.ret)))
    }
}

fn has_pointer(ty: &TypeRef) -> bool {
    match ty {
        TypeRef::Pointer(_) => true,
        TypeRef::Array(inner, _) | TypeRef::ByRef(inner) => has_pointer(inner),
        TypeRef::Named(_, args) => args.iter().any(has_pointer),
        TypeRef::Param { .. } | TypeRef::Unresolved(_) => false,
    }
}

/// Returns a type in C# syntax with full names, for the source of a patch.
fn csharp(ty: &TypeRef) -> String {
    match ty {
        TypeRef::Named(name, args) => match (name.keyword(), args.as_slice()) {
            (Some(keyword), _) => keyword.to_owned(),
            (None, [value]) if name.is("System", "Nullable") => format!("{}?", csharp(value)),
            _ => reflection_type_name(name, args),
        },
        TypeRef::Array(..) => {
            let mut ranks = String::new();
            let mut inner = ty;
            while let TypeRef::Array(of, rank) = inner {
                ranks.push('[');
                ranks.extend(std::iter::repeat_n(',', rank.saturating_sub(1)));
                ranks.push(']');
                inner = of;
            }
            format!("{}{ranks}", csharp(inner))
        }
        TypeRef::ByRef(inner) => format!("ref {}", csharp(inner)),
        TypeRef::Pointer(inner) => format!("{}*", csharp(inner)),
        TypeRef::Param { name, .. } => name.clone(),
        TypeRef::Unresolved(text) => text.clone(),
    }
}

fn reflection_type_name(name: &TypeName, args: &[TypeRef]) -> String {
    let mut text = name.namespace.clone();
    let mut rest = args;
    for (part, arity) in &name.path {
        if !text.is_empty() {
            text.push('.');
        }
        text.push_str(part);
        let (own, inner) = rest.split_at((*arity).min(rest.len()));
        rest = inner;
        if !own.is_empty() {
            let own: Vec<String> = own.iter().map(csharp).collect();
            text = format!("{text}<{}>", own.join(", "));
        }
    }
    text
}

/// C# keywords, which are valid as names only after an `@`.
static RESERVED: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    "abstract as base bool break byte case catch char checked class const continue decimal default delegate do \
     double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface \
     internal is lock long namespace new null object operator out override params private protected public readonly \
     ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint \
     ulong unchecked unsafe ushort using virtual void volatile while"
        .split_whitespace()
        .collect()
});

#[cfg(test)]
mod tests {
    use crate::{MethodLookup, Symbols, TypeIndex, parse_source};

    fn index() -> TypeIndex {
        let text = "namespace N { struct S { public int? F(ref int[][,] a, string @in, int b) => null; \
                    public static void G() {} } \
                    abstract class C<T> { abstract void A(); void B() {} class D { void E() {} } } \
                    class P { void M<T>() {} extern unsafe int* X(System.Collections.Generic.List<P> l); } \
                    delegate void H(); interface I { void J(); } }";
        TypeIndex::from_texts([("a.cs", text)], &Symbols::default()).0
    }

    #[test]
    fn explains_why_a_method_cannot_be_patched() {
        let index = index();
        let table = [
            ("N.S", "F", None),
            ("N.P", "X", None),
            ("N.P", "M", Some("it is generic")),
            ("N.C`1", "A", Some("abstract")),
            ("N.C`1", "B", Some("its type is generic")),
            ("N.C`1/D", "E", Some("its type is generic")),
            ("N.H", "Invoke", Some("delegate")),
            ("N.I", "J", Some("abstract")),
        ];
        for (type_name, method, expected) in table {
            let MethodLookup::Found(found) = index.find_method(type_name, method) else {
                panic!("{type_name} {method}");
            };
            let why = found.unpatchable();
            assert!(
                why.zip(expected)
                    .map_or(why == expected, |(why, part)| why.contains(part)),
                "{type_name} {method}: {why:?}"
            );
        }
    }

    #[test]
    fn patch_template_is_valid_csharp_with_method_parameters() {
        let index = index();
        let template = |type_name, name| match index.find_method(type_name, name) {
            MethodLookup::Found(method) => method.patch_template(),
            other => panic!("{other:?}"),
        };
        let text = template("N.S", "F");
        assert!(
            text.contains("static bool Prefix(ref N.S __instance, ref int[][,] a, string @in, int b)"),
            "{text}"
        );
        assert!(
            text.contains("Postfix(ref N.S __instance, ref int? __result, ref int[][,] a, string @in, int b)"),
            "{text}"
        );
        assert!(template("N.S", "G").contains("static void Postfix()"));
        let text = template("N.P", "X");
        assert!(
            text.contains(
                "static unsafe void Postfix(N.P __instance, ref int* __result, System.Collections.Generic.List<N.P> l)"
            ),
            "{text}"
        );
        for text in [text, template("N.S", "F")] {
            let file = parse_source("t", &format!("static class T {{\n{text}\n}}"), &Symbols::default());
            assert!(!file.expect("small").has_syntax_errors);
        }
    }
}
