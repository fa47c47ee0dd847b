//! Reads the types and methods that a compiled .NET assembly declares, from its metadata. It does not read code.
//! `assembly/tables.rs` locates tables and columns; nothing here uses C# sources.

mod bytes;
mod fields;
mod references;
mod tables;
mod types;

use std::cell::Cell;
use std::collections::HashMap;
use std::sync::Arc;

use crate::syntax::{MethodKind, TypeKind};
use crate::type_info::{Method, Origin, TypeInfo, Virtual};
use crate::type_ref::{TypeName, TypeRef};
use bytes::Cursor;
pub use references::{Reference, References, Target, read_references};
use tables::{FILE, GENERIC_PARAM, METHOD_DEF, Metadata, NESTED_CLASS, PARAM, TYPE_DEF, TYPE_REF};
use types::Place;

/// Maximum depth of nested types, and of types in a signature. Deeper types are omitted.
const MAX_DEPTH: usize = 32;

/// The reason why no types can be read from a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAnAssembly {
    #[error("it is not a Windows program file (PE)")]
    NoProgram,
    #[error("it contains native code and is not a managed assembly")]
    Native,
    #[error("its metadata is in the uncompressed form of edit-and-continue, which is not supported")]
    Uncompressed,
    #[error("its metadata is broken or of an unknown format")]
    Broken,
}

/// The declarations of one assembly.
#[derive(Clone, Debug)]
pub struct AssemblyFile {
    /// The name that the caller gave the assembly file. It appears in listings.
    pub name: String,
    /// The types, without types and methods that the compiler generated for its own use.
    pub(crate) types: Vec<DeclaredType>,
    /// Number of types and methods of the assembly whose metadata rows could not be read.
    pub unread: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct DeclaredType {
    pub(crate) info: TypeInfo,
    /// True if this type and all its outer types are public, so that C# sources can name it.
    pub(crate) is_visible: bool,
    /// Names of the type parameters of the type and its outer types.
    pub(crate) params: Vec<String>,
}

impl AssemblyFile {
    /// Returns the number of methods that all types of the assembly declare.
    pub fn methods(&self) -> usize {
        self.types.iter().map(|declared| declared.info.methods.len()).sum()
    }

    /// Returns all types of the assembly, in the order of its metadata.
    pub fn types(&self) -> impl Iterator<Item = &TypeInfo> {
        self.types.iter().map(|declared| &declared.info)
    }

    /// Returns each type of the assembly with its base type and interfaces. Base types that cannot be read are omitted.
    pub fn bases(&self) -> impl Iterator<Item = (&TypeName, &[TypeRef])> {
        self.types.iter().map(|declared| {
            let compiled = declared.info.compiled.as_ref();
            (
                &*declared.info.name,
                compiled.map_or(&[][..], |compiled| &compiled.bases),
            )
        })
    }

    /// Returns the namespace (empty if global) and name of each class without outer type and type parameters.
    pub fn plain_classes(&self) -> impl Iterator<Item = (&str, &str)> {
        let names = self.types.iter().map(|declared| &declared.info.name);
        names.filter_map(|name| match name.path.as_slice() {
            [(class, _)] if name.kind == TypeKind::Class && name.arity() == 0 => {
                Some((name.namespace.as_str(), class.as_str()))
            }
            _ => None,
        })
    }
}

/// Reads the metadata of an assembly. `name` is used in listings only. Time and memory are linear in the file's length.
///
/// # Errors
/// If the bytes are no managed assembly. Single broken rows are no error; they are counted.
pub fn read_assembly(name: &str, bytes: &[u8]) -> Result<AssemblyFile, NotAnAssembly> {
    let metadata = Metadata::read(bytes)?;
    let reader = Reader::new(&metadata);
    let label: Arc<str> = name.into();
    let mut file = AssemblyFile {
        name: name.to_owned(),
        types: Vec::new(),
        unread: 0,
    };
    let mut next_method = 1;
    // The first row represents everything outside of all types.
    for row in 2..=metadata.rows(TYPE_DEF) {
        match reader.declared_type(row, &label, &mut next_method, &mut file.unread) {
            Some(declared) if declared.info.name.path.iter().any(|(name, _)| name.contains('<')) => {}
            Some(declared) => file.types.push(declared),
            None => file.unread += 1,
        }
    }
    Ok(file)
}

/// Returns true if an assembly has parts in other files, which a compiler that references it would open.
///
/// # Errors
/// If the bytes are no managed assembly.
pub fn names_files(bytes: &[u8]) -> Result<bool, NotAnAssembly> {
    Ok(Metadata::read(bytes)?.rows(FILE) > 0)
}

struct Declaring {
    name: Arc<TypeName>,
    args: Arc<[TypeRef]>,
    /// Length in bytes of the type's full name, which each method counts towards the text that may be read from a file.
    cost: usize,
}

struct Reader<'m> {
    metadata: &'m Metadata<'m>,
    /// Metadata row of the outer type, by the row of the nested type.
    outer: HashMap<usize, usize>,
    /// Type parameters (position and name, sorted by position) by the coded index (ECMA-335) of their type or method.
    params: HashMap<usize, Vec<(usize, String)>>,
    /// Interfaces (coded indexes of ECMA-335) by the metadata row of the type that implements them.
    interfaces: HashMap<usize, Vec<usize>>,
    /// Metadata rows of custom attributes, by the row of the field that has them.
    attributes: HashMap<usize, Vec<usize>>,
    /// Metadata row of the constant value of a field, by the row of the field.
    constants: HashMap<usize, usize>,
    /// Lowest metadata row that the fields of the next type can have, because no field belongs to two types.
    next_field: Cell<usize>,
    /// Names of all types that the assembly defines; index is the metadata row minus 1. `None` for unreadable names.
    names: Vec<Option<Arc<TypeName>>>,
}

impl<'m> Reader<'m> {
    fn new(metadata: &'m Metadata<'m>) -> Self {
        let mut outer = HashMap::new();
        for row in 1..=metadata.rows(NESTED_CLASS) {
            let cells = metadata
                .cell(NESTED_CLASS, row, 0)
                .zip(metadata.cell(NESTED_CLASS, row, 1));
            outer.extend(cells);
        }
        let mut params: HashMap<usize, Vec<(usize, String)>> = HashMap::new();
        for row in 1..=metadata.rows(GENERIC_PARAM) {
            let cell = |column| metadata.cell(GENERIC_PARAM, row, column);
            if let (Some(number), Some(owner), Some(name)) = (cell(0), cell(2), metadata.text(GENERIC_PARAM, row, 3)) {
                params.entry(owner).or_default().push((number, name.to_owned()));
            }
        }
        params.values_mut().for_each(|of_one| of_one.sort());
        let mut reader = Self {
            metadata,
            outer,
            params,
            interfaces: fields::interfaces(metadata),
            attributes: fields::attributes(metadata),
            constants: fields::constants(metadata),
            next_field: Cell::new(1),
            names: Vec::new(),
        };
        reader.names = (1..=metadata.rows(TYPE_DEF))
            .map(|row| reader.definition_name(row).map(Arc::new))
            .collect();
        reader
    }

    fn params_of(&self, owner: usize) -> Vec<String> {
        let known = self.params.get(&owner).into_iter().flatten();
        known.map(|(_, name)| name.clone()).collect()
    }

    fn definition_name(&self, row: usize) -> Option<TypeName> {
        let mut levels = vec![row];
        let mut at = row;
        while let Some(outer) = self.outer.get(&at) {
            if levels.len() > MAX_DEPTH {
                return None;
            }
            levels.push(*outer);
            at = *outer;
        }
        let text = |row, column| self.metadata.text(TYPE_DEF, row, column);
        let path: Option<Vec<_>> = levels
            .iter()
            .rev()
            .map(|row| text(*row, 1).map(without_arity))
            .collect();
        Some(TypeName {
            namespace: text(at, 2)?.to_owned(),
            path: path?,
            kind: self.kind(row)?,
        })
    }

    fn kind(&self, row: usize) -> Option<TypeKind> {
        if self.metadata.cell(TYPE_DEF, row, 0)? & 0x20 != 0 {
            return Some(TypeKind::Interface);
        }
        let base = self.metadata.cell(TYPE_DEF, row, 3)?;
        let table = match base & 3 {
            0 => TYPE_DEF,
            1 => TYPE_REF,
            _ => return Some(TypeKind::Class),
        };
        let text = |column| self.metadata.text(table, base >> 2, column).unwrap_or_default();
        Some(match (text(2), text(1)) {
            ("System", "ValueType") => TypeKind::Struct,
            ("System", "Enum") => TypeKind::Enum,
            ("System", "MulticastDelegate") => TypeKind::Delegate,
            _ => TypeKind::Class,
        })
    }

    fn declared_type(
        &self,
        row: usize,
        label: &Arc<str>,
        next_method: &mut usize,
        unread: &mut usize,
    ) -> Option<DeclaredType> {
        let name = Arc::clone(self.names.get(row - 1)?.as_ref()?);
        let params = self.params_of(row << 1);
        // Printed names rely on the numbers in them; a type without numbers comes from another compiler.
        if params.len() != name.arity() {
            return None;
        }
        let place = Place {
            namespace: if name.path.len() == 1 {
                name.namespace.as_str()
            } else {
                ""
            }
            .into(),
            type_params: params.clone().into(),
            method_params: Vec::new(),
        };
        let declaring = Declaring {
            args: params
                .iter()
                .map(|name| TypeRef::Param {
                    name: name.clone(),
                    namespace: Arc::clone(&place.namespace),
                })
                .collect(),
            // Sorting compares each method by a text that begins with this name.
            cost: name.min_length(),
            name: Arc::clone(&name),
        };
        let all = self.metadata.rows(METHOD_DEF) + 1;
        // The lists are consecutive: no method belongs to two types.
        let first = self.metadata.cell(TYPE_DEF, row, 5)?.max(*next_method);
        let end = self.metadata.cell(TYPE_DEF, row + 1, 5).unwrap_or(all).min(all);
        *next_method = end.max(first);
        let mut methods = Vec::new();
        for at in first..end {
            match self.method(at, &declaring, &place, label) {
                Some(method) if method.name.starts_with('<') => {}
                Some(method) => methods.push(method),
                None => *unread += 1,
            }
        }
        Some(DeclaredType {
            info: TypeInfo {
                name,
                origin: Origin::Assembly,
                files: vec![Arc::clone(label)],
                gaps: Vec::new(),
                methods,
                listed: true,
                compiled: Some(Arc::new(self.compiled(row, &place))),
            },
            is_visible: self.is_visible(row),
            params,
        })
    }

    fn is_visible(&self, row: usize) -> bool {
        let mut at = Some(row);
        for _ in 0..=MAX_DEPTH {
            let Some(row) = at else { return true };
            // Public, or public inside a type.
            if !matches!(self.metadata.cell(TYPE_DEF, row, 0).map(|flags| flags & 7), Some(1 | 2)) {
                return false;
            }
            at = self.outer.get(&row).copied();
        }
        false
    }

    fn method(&self, row: usize, declaring: &Declaring, place: &Place, label: &Arc<str>) -> Option<Method> {
        self.metadata.spend(declaring.cost)?;
        let name = self.metadata.text(METHOD_DEF, row, 3)?;
        let flags = self.metadata.cell(METHOD_DEF, row, 2)?;
        let place = Place {
            method_params: self.params_of(row << 1 | 1),
            ..place.clone()
        };
        let mut signature = Cursor::new(self.metadata.blob(METHOD_DEF, row, 4)?);
        let (ret, types) = self.method_types(&mut signature, &place)?;
        let names = self.param_names(row, types.len());
        let params = (1..).zip(types).map(|(at, ty)| {
            let name = names.get(&at).copied().unwrap_or_default();
            (name.to_owned(), ty)
        });
        Some(Method {
            name: name.to_owned(),
            kind: method_kind(name, flags),
            declaring: Arc::clone(&declaring.name),
            declaring_params: Arc::clone(&declaring.args),
            params: params.collect(),
            type_params: place.method_params,
            ret,
            is_public: flags & 7 == 6,
            is_static: flags & 0x10 != 0,
            is_abstract: flags & 0x400 != 0,
            is_virtual: if flags & 0x40 != 0 { Virtual::Yes } else { Virtual::No },
            origin: Origin::Assembly,
            conditional: false,
            uncertain: false,
            file: Some(Arc::clone(label)),
            line: 0,
        })
    }

    /// Returns the names of a method's `count` parameters, by position from 1. `method` is the row of the method.
    fn param_names(&self, method: usize, count: usize) -> HashMap<usize, &'m str> {
        let all = self.metadata.rows(PARAM) + 1;
        let first = self.metadata.cell(METHOD_DEF, method, 5).unwrap_or(all);
        let end = self.metadata.cell(METHOD_DEF, method + 1, 5).unwrap_or(all).min(all);
        // The return value can have a row too.
        let rows = first..end.min(first.saturating_add(count + 1));
        rows.filter_map(|row| self.metadata.cell(PARAM, row, 1).zip(self.metadata.text(PARAM, row, 2)))
            .collect()
    }
}

fn without_arity(name: &str) -> (String, usize) {
    let split = name
        .rsplit_once('`')
        .and_then(|(name, arity)| Some((name, arity.parse().ok()?)));
    let (name, arity) = split.unwrap_or((name, 0));
    (name.to_owned(), arity)
}

fn method_kind(name: &str, flags: usize) -> MethodKind {
    let last = name.rsplit('.').next().unwrap_or(name);
    let special = flags & 0x800 != 0;
    match name {
        ".ctor" => MethodKind::Constructor,
        ".cctor" => MethodKind::StaticConstructor,
        "Finalize" if flags & 0x40 != 0 => MethodKind::Finalizer,
        _ if special && last.starts_with("op_") => MethodKind::Operator,
        _ if special => MethodKind::Accessor,
        _ => MethodKind::Ordinary,
    }
}

#[cfg(test)]
mod tests;
