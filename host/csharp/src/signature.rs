//! Prints the signature of a method as Mono.Cecil, Harmony and HarmonyX do, including their quirks. `normalize.rs`
//! reads printed signatures.

use crate::type_info::{Method, Virtual};
use crate::type_ref::{TypeName, TypeRef};

/// The notation of a printed method signature, named after the library that uses it: Mono.Cecil, Harmony or HarmonyX.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// Mono.Cecil: no modifiers or parameter names: `System.Void UnityEngine.GameObject::SetActive(System.Boolean)`.
    Cecil,
    /// Harmony: names from .NET reflection, such as `virtual System.Void My.Game.Player::Hit(System.Int32 amount)`.
    /// Nested types have no outer type, and by-ref and array types have no generic arguments.
    Harmony,
    /// HarmonyX: C# names, such as `virtual void My.Game.Player::Hit(int amount)`. Types in `System` have no namespace.
    HarmonyX,
}

impl Form {
    pub const ALL: [Self; 3] = [Self::Cecil, Self::Harmony, Self::HarmonyX];
}

/// A method signature in one printed form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    pub text: String,
    /// True if a running program would print exactly this text: every type is known, the method is in no `#if` branch
    /// that can be inactive, and the form needs no information that the source lacks.
    pub resolved: bool,
}

impl Method {
    /// Prints the signature in the form `form`. No form contains the method's own type parameters.
    pub fn signature(&self, form: Form) -> Signature {
        let mut resolved = self.is_known();
        let types = self.params.iter().map(|(_, ty)| ty).chain([&self.ret]);
        let text = match form {
            Form::Cecil => {
                let params: Vec<String> = self.params.iter().map(|(_, ty)| cecil(ty)).collect();
                let declaring = self.declaring.full_name();
                format!("{} {declaring}::{}({})", cecil(&self.ret), self.name, params.join(","))
            }
            Form::Harmony => {
                resolved &= self.is_virtual != Virtual::Unknown;
                self.describe(harmony)
            }
            Form::HarmonyX => {
                resolved &= self.is_virtual != Virtual::Unknown
                    && types.into_iter().all(|ty| harmony_x_is_exact(ty, &self.type_params));
                self.describe(|ty| harmony_x(&self.as_definition(ty)))
            }
        };
        Signature { text, resolved }
    }

    /// Returns a parameter's type as Mono prints it: without type arguments if it is by-ref to the declaring type
    /// itself.
    fn as_definition(&self, ty: &TypeRef) -> TypeRef {
        match ty {
            TypeRef::ByRef(inner) => match &**inner {
                TypeRef::Named(name, args) if *name == self.declaring && **args == *self.declaring_params => {
                    TypeRef::ByRef(Box::new(TypeRef::Named(name.clone(), Vec::new())))
                }
                _ => ty.clone(),
            },
            _ => ty.clone(),
        }
    }

    fn describe(&self, print: impl Fn(&TypeRef) -> String) -> String {
        let mut text = String::new();
        for (word, written) in [
            ("static ", self.is_static),
            ("abstract ", self.is_abstract),
            ("virtual ", self.is_virtual == Virtual::Yes),
        ] {
            if written {
                text.push_str(word);
            }
        }
        let declaring = TypeRef::Named(self.declaring.clone(), self.declaring_params.to_vec());
        let params: Vec<String> = self
            .params
            .iter()
            .map(|(name, ty)| format!("{} {name}", print(ty)))
            .collect();
        format!(
            "{text}{} {}::{}({})",
            print(&self.ret),
            print(&declaring),
            self.name,
            params.join(", ")
        )
    }
}

/// Returns the interface's name as the compiler writes it before the method's name in an explicit implementation. Also
/// returns true if this text is certain.
pub(crate) fn explicit_prefix(interface: &TypeRef) -> (String, bool) {
    match interface {
        TypeRef::Named(name, args) => {
            let mut rest = args.as_slice();
            let mut certain = !name.is("System", "Nullable") && !name.is("System", "ValueTuple");
            let mut text = name.namespace.clone();
            for (part, arity) in &name.path {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(part);
                let (own, outer) = rest.split_at((*arity).min(rest.len()));
                rest = outer;
                let own: Vec<(String, bool)> = own.iter().map(explicit_prefix).collect();
                certain &= own.iter().all(|(_, certain)| *certain);
                if !own.is_empty() {
                    let own: Vec<String> = own.into_iter().map(|(text, _)| text).collect();
                    text = format!("{text}<{}>", own.join(","));
                }
            }
            (text, certain)
        }
        TypeRef::Param { name, .. } => (name.clone(), true),
        other => (cecil(other), false),
    }
}

pub(crate) fn cecil(ty: &TypeRef) -> String {
    match ty {
        TypeRef::Named(name, args) if args.is_empty() => name.full_name(),
        TypeRef::Named(name, args) => {
            let args: Vec<String> = args.iter().map(cecil).collect();
            format!("{}<{}>", name.full_name(), args.join(","))
        }
        TypeRef::Param { name, .. } => name.clone(),
        TypeRef::Array(inner, 1) => format!("{}[]", cecil(inner)),
        TypeRef::Array(inner, rank) => format!("{}[{}]", cecil(inner), vec!["0..."; *rank].join(",")),
        TypeRef::ByRef(inner) => format!("{}&", cecil(inner)),
        TypeRef::Pointer(inner) => format!("{}*", cecil(inner)),
        TypeRef::Unresolved(text) => text.clone(),
    }
}

fn harmony(ty: &TypeRef) -> String {
    let name = format!("{}{}", namespace_dot(ty), reflection_name(ty));
    match ty {
        TypeRef::Named(_, args) if !args.is_empty() => {
            let args: Vec<String> = args.iter().map(harmony).collect();
            format!("{name}<{}>", args.join(", "))
        }
        _ => name,
    }
}

fn element(ty: &TypeRef) -> Option<&TypeRef> {
    match ty {
        TypeRef::Array(inner, _) | TypeRef::ByRef(inner) | TypeRef::Pointer(inner) => Some(inner),
        _ => None,
    }
}

fn innermost(mut ty: &TypeRef) -> &TypeRef {
    while let Some(inner) = element(ty) {
        ty = inner;
    }
    ty
}

/// Returns the namespace that .NET reflection reports (`Type.Namespace`). For an array or pointer, Mono takes it from
/// the element's metadata row, which has no namespace if the element is a nested type.
fn namespace(ty: &TypeRef) -> &str {
    let composed = match ty {
        TypeRef::ByRef(inner) => element(inner).is_some(),
        _ => element(ty).is_some(),
    };
    match innermost(ty) {
        TypeRef::Named(name, _) if composed && name.path.len() > 1 => "",
        TypeRef::Named(name, _) => &name.namespace,
        TypeRef::Param { namespace, .. } => namespace,
        _ => "",
    }
}

fn namespace_dot(ty: &TypeRef) -> String {
    let namespace = namespace(ty);
    if namespace.is_empty() {
        String::new()
    } else {
        format!("{namespace}.")
    }
}

/// Returns the name that .NET reflection reports (`Type.Name`).
fn reflection_name(ty: &TypeRef) -> String {
    match ty {
        TypeRef::Named(name, _) => match name.path.last() {
            Some((last, 0)) => last.clone(),
            Some((last, arity)) => format!("{last}`{arity}"),
            None => String::new(),
        },
        TypeRef::Param { name, .. } => name.clone(),
        TypeRef::Array(inner, rank) => format!("{}{}", reflection_name(inner), brackets(*rank)),
        TypeRef::ByRef(inner) => format!("{}&", reflection_name(inner)),
        TypeRef::Pointer(inner) => format!("{}*", reflection_name(inner)),
        TypeRef::Unresolved(text) => text.clone(),
    }
}

fn brackets(rank: usize) -> String {
    format!("[{}]", ",".repeat(rank.saturating_sub(1)))
}

/// Returns the full name from .NET reflection (`Type.FullName`), without assembly names in generic arguments.
fn reflection_full_name(ty: &TypeRef) -> String {
    match ty {
        TypeRef::Named(name, args) if args.is_empty() => name.join_nested('+'),
        TypeRef::Named(name, args) => {
            let args: Vec<String> = args
                .iter()
                .map(|arg| match arg {
                    TypeRef::Param { name, .. } => name.clone(),
                    arg => format!("[{}]", reflection_full_name(arg)),
                })
                .collect();
            format!("{}[{}]", name.join_nested('+'), args.join(","))
        }
        TypeRef::Array(inner, rank) => format!("{}{}", reflection_full_name(inner), brackets(*rank)),
        TypeRef::ByRef(inner) => format!("{}&", reflection_full_name(inner)),
        TypeRef::Pointer(inner) => format!("{}*", reflection_full_name(inner)),
        other => reflection_name(other),
    }
}

/// Returns false for a by-ref or pointer to a generic type outside `System`, unless all arguments are parameters of the
/// declaring type. HarmonyX prints the assembly of each other argument, which the source does not contain.
fn harmony_x_is_exact(ty: &TypeRef, method_params: &[String]) -> bool {
    match ty {
        TypeRef::Named(_, args) => args.iter().all(|arg| harmony_x_is_exact(arg, method_params)),
        TypeRef::Array(inner, _) => harmony_x_is_exact(inner, method_params),
        TypeRef::ByRef(_) | TypeRef::Pointer(_) => {
            let own = |arg: &TypeRef| matches!(arg, TypeRef::Param { name, .. } if !method_params.contains(name));
            let open = |args: &[TypeRef]| args.iter().all(own);
            namespace(ty) == "System" || !matches!(innermost(ty), TypeRef::Named(_, args) if !open(args))
        }
        TypeRef::Param { .. } | TypeRef::Unresolved(_) => true,
    }
}

fn harmony_x(ty: &TypeRef) -> String {
    match ty {
        TypeRef::Named(name, args) if !args.is_empty() => match args.as_slice() {
            [value] if name.is("System", "Nullable") => format!("{}?", harmony_x(value)),
            _ => {
                let mut text = String::new();
                harmony_x_generic(name, args, name.path.len(), &mut text);
                text
            }
        },
        TypeRef::Array(..) => {
            let mut ranks = String::new();
            let mut inner = ty;
            while let TypeRef::Array(of, rank) = inner {
                ranks.push_str(&brackets(*rank));
                inner = of;
            }
            format!("{}{ranks}", harmony_x(inner))
        }
        TypeRef::Named(name, _) => match name.keyword() {
            Some(keyword) => keyword.to_owned(),
            None if name.namespace == "System" => reflection_name(ty),
            None => reflection_full_name(ty),
        },
        TypeRef::ByRef(_) | TypeRef::Pointer(_) if namespace(ty) != "System" => reflection_full_name(ty),
        other => reflection_name(other),
    }
}

fn harmony_x_generic(name: &TypeName, args: &[TypeRef], levels: usize, text: &mut String) {
    let Some(((part, arity), outer)) = name.path[..levels].split_last() else {
        return;
    };
    if outer.is_empty() {
        if !name.namespace.is_empty() {
            text.push_str(&name.namespace);
            text.push('.');
        }
    } else {
        harmony_x_generic(name, args, levels - 1, text);
        text.push('+');
    }
    text.push_str(part);
    if *arity == 0 {
        return;
    }
    let from: usize = outer.iter().map(|(_, arity)| arity).sum();
    text.push('<');
    for (at, arg) in args.iter().enumerate().skip(from).take(*arity) {
        text.push_str(&harmony_x(arg));
        if at + 1 < from + arity {
            text.push(',');
            if !matches!(args.get(at + 1), Some(TypeRef::Param { .. })) {
                text.push(' ');
            }
        }
    }
    text.push('>');
}
