//! One hook, and the search for a hook by a signature in any supported notation.

use host_csharp::{Form, Method, TypeName, WrittenSignature};
use std::sync::Arc;

/// Maximum number of signatures that an error lists if several hooks match the requested one. Others are omitted.
const MAX_NAMED: usize = 16;

#[derive(Debug)]
pub(super) struct Recorded {
    /// The signature of the hooked method in the Mono.Cecil notation, as lists of hooks show it.
    pub(super) signature: String,
    /// True if `signature` is certain to equal the method's signature in a running Unity program.
    pub(super) resolved: bool,
    pub(super) declaring: Arc<TypeName>,
    pub(super) enabled: bool,
    pub(super) source: Option<String>,
    pub(super) template: String,
    /// The signature in all supported notations, for comparison.
    forms: Vec<WrittenSignature>,
}

impl Recorded {
    pub(super) fn new(method: &Method) -> Self {
        let printed = method.signature(Form::Cecil);
        let forms = Form::ALL.map(|form| WrittenSignature::parse(&method.signature(form).text));
        Self {
            signature: printed.text,
            resolved: printed.resolved,
            declaring: Arc::clone(&method.declaring),
            enabled: true,
            source: None,
            template: method.patch_template(),
            forms: forms.into_iter().flatten().collect(),
        }
    }
}

pub(super) enum NamedHook {
    Found(usize),
    None,
    /// Several hooks match, because Harmony's notation omits outer types. Contains their signatures.
    Several(Vec<String>),
}

/// Finds the hook of the method with this signature. First compares the Mono.Cecil notation, then all others.
pub(super) fn find(hooks: &[Recorded], signature: &str) -> NamedHook {
    let signature = signature.trim();
    if let Some(at) = hooks.iter().position(|hook| hook.signature == signature) {
        return NamedHook::Found(at);
    }
    let Ok(written) = WrittenSignature::parse(signature) else {
        return NamedHook::None;
    };
    if written.declaring.is_none() {
        return NamedHook::None;
    }
    let fitting: Vec<usize> = (0..hooks.len())
        .filter(|at| {
            hooks
                .get(*at)
                .is_some_and(|hook| hook.forms.iter().any(|form| written.fits(form)))
        })
        .collect();
    match fitting.as_slice() {
        [] => NamedHook::None,
        [at] => NamedHook::Found(*at),
        several => {
            let named = several.iter().take(MAX_NAMED).filter_map(|at| hooks.get(*at));
            NamedHook::Several(named.map(|hook| hook.signature.clone()).collect())
        }
    }
}
