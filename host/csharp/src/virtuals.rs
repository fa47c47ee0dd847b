//! Finds methods that are virtual without a keyword, because they implement a member of an interface implicitly.

use std::collections::HashMap;

use crate::names::Registry;
use crate::syntax::{MethodKind, TypeKind};
use crate::type_info::{Method, TypeInfo, Virtual};
use crate::type_ref::TypeRef;

/// Maximum number of interfaces and base types that are searched for a type's virtual methods. More are not searched.
const MAX_INTERFACES: usize = 200;
/// Maximum number of nodes of an interface type with its type arguments. A larger interface is not searched.
const MAX_TYPE_SIZE: usize = 64;

/// Decides for each public instance method whether it is virtual, because it can implement a member of an interface.
pub(crate) fn settle(types: &mut [TypeInfo], registry: &Registry) {
    let mut verdicts: Vec<(usize, usize, Virtual)> = Vec::new();
    for at in 0..types.len() {
        if !matches!(
            types[at].kind(),
            TypeKind::Class | TypeKind::Struct | TypeKind::Record | TypeKind::RecordStruct
        ) {
            continue;
        }
        let wanted = Wanted::collect(at, types, registry);
        if wanted.methods.is_empty() && !wanted.unknown {
            continue;
        }
        let mut left: Vec<&WantedMethod<'_>> = wanted.methods.iter().collect();
        for (number, method) in types[at].methods.iter().enumerate() {
            let implements = wanted.matches(method);
            if implements {
                left.retain(|w| !w.matches(method));
            }
            if method.may_implement() {
                match (implements, wanted.unknown) {
                    (true, _) => verdicts.push((at, number, Virtual::Yes)),
                    (false, true) => verdicts.push((at, number, Virtual::Unknown)),
                    (false, false) => {}
                }
            }
        }
        // The compiler marks the base's method for a member that the type inherits, if both are in one assembly.
        for base in registry.base_chain(at).into_iter().filter(|b| *b != at) {
            for (number, method) in types[base].methods.iter().enumerate() {
                if method.may_implement() && left.iter().any(|w| w.matches(method)) {
                    let same_file = types[base].files.first() == types[at].files.first();
                    verdicts.push((base, number, if same_file { Virtual::Yes } else { Virtual::Unknown }));
                }
            }
        }
    }
    for (at, number, verdict) in verdicts {
        let known = &mut types[at].methods[number].is_virtual;
        if *known != Virtual::Yes {
            *known = verdict;
        }
    }
}

impl Method {
    fn may_implement(&self) -> bool {
        self.is_public
            && !self.is_static
            && self.is_virtual != Virtual::Yes
            && matches!(self.kind, MethodKind::Ordinary | MethodKind::Accessor)
    }
}

struct WantedMethod<'t> {
    method: &'t Method,
    params: Vec<TypeRef>,
    ret: TypeRef,
}

impl WantedMethod<'_> {
    fn matches(&self, method: &Method) -> bool {
        self.method.name == method.name
            && self.method.type_params.len() == method.type_params.len()
            && self.params.len() == method.params.len()
            && same_type(&self.ret, &self.method.type_params, &method.ret, &method.type_params)
            && self
                .params
                .iter()
                .zip(&method.params)
                .all(|(wanted, (_, own))| same_type(wanted, &self.method.type_params, own, &method.type_params))
    }
}

/// Returns true if two types are equal. Type parameters of the methods are compared by position.
fn same_type(a: &TypeRef, a_params: &[String], b: &TypeRef, b_params: &[String]) -> bool {
    match (a, b) {
        (TypeRef::Param { name: a, .. }, TypeRef::Param { name: b, .. }) => {
            match (
                a_params.iter().position(|p| p == a),
                b_params.iter().position(|p| p == b),
            ) {
                (None, None) => a == b,
                (a, b) => a == b,
            }
        }
        (TypeRef::Named(a, a_args), TypeRef::Named(b, b_args)) => {
            a == b
                && a_args.len() == b_args.len()
                && a_args
                    .iter()
                    .zip(b_args)
                    .all(|(a, b)| same_type(a, a_params, b, b_params))
        }
        (TypeRef::Array(a, a_rank), TypeRef::Array(b, b_rank)) => {
            a_rank == b_rank && same_type(a, a_params, b, b_params)
        }
        (TypeRef::ByRef(a), TypeRef::ByRef(b)) | (TypeRef::Pointer(a), TypeRef::Pointer(b)) => {
            same_type(a, a_params, b, b_params)
        }
        (TypeRef::Unresolved(a), TypeRef::Unresolved(b)) => a == b,
        _ => false,
    }
}

struct Wanted<'t> {
    methods: Vec<WantedMethod<'t>>,
    unknown: bool,
}

impl<'t> Wanted<'t> {
    fn collect(at: usize, types: &'t [TypeInfo], registry: &Registry) -> Self {
        let mut wanted = Self {
            methods: Vec::new(),
            unknown: false,
        };
        let mut seen: HashMap<String, ()> = HashMap::new();
        let mut queue: Vec<TypeRef> = registry.bases(at).to_vec();
        let mut followed = 0;
        while let Some(interface) = queue.pop() {
            followed += 1;
            let TypeRef::Named(name, args) = &interface else {
                wanted.unknown = true;
                continue;
            };
            if name.kind != TypeKind::Interface {
                continue;
            }
            if followed > MAX_INTERFACES || interface.size() > MAX_TYPE_SIZE {
                wanted.unknown = true;
                break;
            }
            if seen.insert(crate::signature::cecil(&interface), ()).is_some() {
                continue;
            }
            let Some(id) = registry.id_of(name).filter(|id| registry.has_members(*id)) else {
                wanted.unknown = true;
                continue;
            };
            let params = registry.all_params(id);
            queue.extend(registry.bases(id).iter().map(|b| b.substitute(&params, args)));
            wanted
                .methods
                .extend(types[id].methods.iter().filter(|m| !m.is_static).map(|method| {
                    WantedMethod {
                        method,
                        params: method
                            .params
                            .iter()
                            .map(|(_, ty)| ty.substitute(&params, args))
                            .collect(),
                        ret: method.ret.substitute(&params, args),
                    }
                }));
        }
        wanted
    }

    fn matches(&self, method: &Method) -> bool {
        self.methods.iter().any(|wanted| wanted.matches(method))
    }
}
