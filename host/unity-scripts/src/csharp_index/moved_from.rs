//! Reads `[MovedFrom]` attributes, with which a class declares the former names under which Unity also finds it.

use host_csharp::{Attribute, Declared, Symbols, parse_whole};
use std::sync::Arc;
use unity_fields::managed_refs::ManagedType;
use unity_files::Project;

/// Name of the attribute `MovedFromAttribute` in C# sources.
const MOVED_FROM: &str = "MovedFrom";

/// A former name of a class, from a `MovedFrom` attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moved {
    pub(super) from: ManagedType,
}

/// Returns all former names of classes in a source. It parses only sources that contain the name of the attribute.
pub(super) fn in_source(
    project: &Project,
    path: &str,
    text: &str,
    symbols: &Symbols,
    keep_going: &mut dyn FnMut() -> bool,
) -> Arc<[Moved]> {
    let assembly = project.assemblies.name_of(path);
    let Some(assembly) = assembly.filter(|_| memchr::memmem::find(text.as_bytes(), MOVED_FROM.as_bytes()).is_some())
    else {
        return Arc::default();
    };
    let Ok(file) = parse_whole(path, text, symbols, keep_going) else {
        return Arc::default();
    };
    let all = file.types().flat_map(|declared| {
        let attributes = declared.detail().map(|detail| detail.attributes.as_slice());
        let moved = attributes.unwrap_or_default().iter();
        let moved = moved.filter(|attribute| attribute.is(MOVED_FROM));
        moved.map(move |attribute| Moved {
            from: former(attribute, declared, assembly),
        })
    });
    all.collect()
}

/// Reads the former name from the arguments of the attribute: `(autoUpdateAPI, sourceNamespace, sourceAssembly,
/// sourceClassName)` or only the namespace. Parts that are missing or null are the same as in the current name.
fn former(attribute: &Attribute, declared: Declared<'_>, assembly: &str) -> ManagedType {
    let mut parts: [Option<String>; 3] = [None, None, None];
    let mut at = 0;
    for argument in attribute.arguments.split(',').map(str::trim) {
        let (name, value) = match argument.split_once(':') {
            Some((name, value)) => (Some(name.trim()), value.trim()),
            None => (None, argument),
        };
        let named = match name {
            Some("sourceNamespace") => Some(0),
            Some("sourceAssembly") => Some(1),
            Some("sourceClassName") => Some(2),
            Some(_) => continue,
            None => None,
        };
        if named.is_none() && matches!(value, "true" | "false") {
            continue;
        }
        let place = named.unwrap_or(at);
        at = place + 1;
        let text = value.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        if let Some((part, text)) = parts.get_mut(place).zip(text) {
            *part = Some(text.to_owned());
        }
    }
    let [namespace, from_assembly, class] = parts;
    let name = declared.type_name();
    let path = name.path.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
    ManagedType {
        assembly: from_assembly.unwrap_or_else(|| assembly.to_owned()),
        namespace: namespace.unwrap_or(name.namespace.clone()),
        class: class.unwrap_or_else(|| path.join("/")),
    }
}
