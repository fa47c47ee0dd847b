//! The imports and exports of the outer component, read by validating its sections and types. It is not compiled, and
//! function bodies are validated only on request.
//!
//! Belongs here: the names, and the types of exported functions. Does not: which of them this host accepts (`export_check`,
//! `interfaces`).

use wasmparser::component_types::{ComponentEntityType, ComponentFuncTypeId, ComponentItem};
use wasmparser::types::{Types, TypesRef};
use wasmparser::{Parser, Payload, ValidPayload, Validator, WasmFeatures};

/// The imports and exports of one component.
pub(crate) struct Outline {
    /// Full names with version, in the component's order; instances that carry only types are left out.
    pub(crate) imports: Vec<String>,
    /// Full names of the component's exports, with version and in order, without instances that carry only types.
    pub(crate) exports: Vec<String>,
    pub(crate) types: Types,
}

/// The names of the imports, the names of the exports, and the types at the end of the outer component.
type Found = (Vec<String>, Vec<String>, Option<Types>);

impl Outline {
    /// Reads the outline without validating function bodies, which the compiler does.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        Self::read_with(bytes, WasmFeatures::default())
    }

    /// Reads the outline and validates everything, with all WebAssembly features that the validator knows.
    pub(crate) fn read_validated(bytes: &[u8]) -> Result<Self, String> {
        let features = WasmFeatures::all();
        // Bodies are validated inside the library: the program contains only one copy of that code.
        Validator::new_with_features(features)
            .validate_all(bytes)
            .map_err(|error| error.message().to_owned())?;
        Self::read_with(bytes, features)
    }

    fn read_with(bytes: &[u8], features: WasmFeatures) -> Result<Self, String> {
        let found = names_and_types(bytes, features).map_err(|error| error.message().to_owned())?;
        let (mut imports, mut exports, Some(types)) = found else {
            return Err("it ends before its own end".to_owned());
        };
        let known = types.as_ref();
        imports.retain(|name| !only_types(known, known.component_item_for_import(name)));
        exports.retain(|name| !only_types(known, known.component_item_for_export(name)));
        Ok(Self {
            imports,
            exports,
            types,
        })
    }

    pub(crate) fn types(&self) -> TypesRef<'_> {
        self.types.as_ref()
    }

    /// Returns the type of the export with this name.
    pub(crate) fn export(&self, name: &str) -> Option<&ComponentEntityType> {
        let item = self.types.as_ref().component_item_for_export(name)?;
        Some(&item.ty)
    }

    /// Returns the type of the function `name` in the exported interface `of`.
    pub(crate) fn function(&self, of: &str, name: &str) -> Option<ComponentFuncTypeId> {
        let Some(ComponentEntityType::Instance(instance)) = self.export(of) else {
            return None;
        };
        match self.types()[*instance].exports.get(name)?.ty {
            ComponentEntityType::Func(function) => Some(function),
            _ => None,
        }
    }
}

fn names_and_types(bytes: &[u8], features: WasmFeatures) -> wasmparser::Result<Found> {
    let mut validator = Validator::new_with_features(features);
    let (mut imports, mut exports, mut types) = (Vec::new(), Vec::new(), None);
    let mut nested = 0_usize;
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload?;
        // The types of the outer component come last.
        if let ValidPayload::End(ended) = validator.payload(&payload)? {
            types = Some(ended);
        }
        match payload {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => nested += 1,
            Payload::End(_) => nested = nested.saturating_sub(1),
            Payload::ComponentImportSection(section) if nested == 0 => {
                for import in section {
                    imports.push(import?.name.name.to_owned());
                }
            }
            Payload::ComponentExportSection(section) if nested == 0 => {
                for export in section {
                    exports.push(export?.name.name.to_owned());
                }
            }
            _ => {}
        }
    }
    Ok((imports, exports, types))
}

/// Returns whether the item is an instance with only types: it needs no permission, since nothing in it can be called.
fn only_types(types: TypesRef<'_>, item: Option<&ComponentItem>) -> bool {
    match item.map(|item| &item.ty) {
        Some(ComponentEntityType::Instance(instance)) => types[*instance]
            .exports
            .values()
            .all(|export| matches!(export.ty, ComponentEntityType::Type { .. })),
        Some(ComponentEntityType::Type { .. }) => true,
        _ => false,
    }
}
