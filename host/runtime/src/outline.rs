//! The imports and exports of a component. They are read by validating its sections and types, without compiling it;
//! function bodies are validated only on request.
//!
//! Belongs here: the names, and the types of exported functions. Does not: the check that this host supports them
//! (`export_check`, `interfaces`).

use wasmparser::component_types::{ComponentEntityType, ComponentFuncTypeId, ComponentItem};
use wasmparser::types::{Types, TypesRef};
use wasmparser::{Parser, Payload, ValidPayload, Validator, WasmFeatures};

pub(crate) struct Outline {
    /// Full names of the imports with version, in the component's order, without instances that contain only types.
    pub(crate) imports: Vec<String>,
    /// Full names of the exports with version, in the component's order, without instances that contain only types.
    pub(crate) exports: Vec<String>,
    pub(crate) types: Types,
}

/// The result of reading a component: the names of its imports, the names of its exports, and the types of the
/// outermost component (`None` if it is truncated).
type Found = (Vec<String>, Vec<String>, Option<Types>);

impl Outline {
    /// Reads the imports and exports without validating function bodies. Fails with the validator's message.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        Self::read_with(bytes, WasmFeatures::default())
    }

    /// Reads the imports and exports, and validates everything. Accepts all WebAssembly features of the validator.
    pub(crate) fn read_validated(bytes: &[u8]) -> Result<Self, String> {
        let features = WasmFeatures::all();
        // The library validates the bodies, so that the program contains only one copy of that code.
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

    pub(crate) fn export(&self, name: &str) -> Option<&ComponentEntityType> {
        let item = self.types.as_ref().component_item_for_export(name)?;
        Some(&item.ty)
    }

    /// Returns the type of the function `name` in the exported interface `of`; `None` if it does not exist.
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
        // The types of the outer component are the last ones.
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

/// Returns true if the item has only types. It needs no permission, because nothing in it can be called.
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
