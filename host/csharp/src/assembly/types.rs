//! Reads the types in the blob of a signature (ECMA-335, partition II, 23.2).

use std::sync::Arc;

use super::bytes::Cursor;
use super::tables::TYPE_REF;
use super::{MAX_DEPTH, Reader, without_arity};
use crate::syntax::TypeKind;
use crate::type_ref::{TypeName, TypeRef};

/// Maximum number of parameters or type arguments in a signature. One with more is unreadable; real ones have fewer.
const MAX_PARAMS: usize = 4096;
/// Bytes that each type in a signature counts towards the total length of text that may be read from the file.
const TYPE_COST: usize = 8;

/// The type parameters that a type in a signature can refer to: those of the declaring type and of the method.
#[derive(Clone)]
pub(super) struct Place {
    /// The namespace that .NET reflection reports for the type parameters of the declaring type.
    pub(super) namespace: Arc<str>,
    pub(super) type_params: Arc<[String]>,
    pub(super) method_params: Vec<String>,
}

impl Reader<'_> {
    fn param(&self, place: &Place, names: &[String], number: usize) -> Option<TypeRef> {
        let name = names.get(number)?;
        self.metadata.spend(name.len())?;
        Some(TypeRef::Param {
            name: name.clone(),
            namespace: Arc::clone(&place.namespace),
        })
    }

    pub(super) fn method_types(&self, cursor: &mut Cursor<'_>, place: &Place) -> Option<(TypeRef, Vec<TypeRef>)> {
        let convention = cursor.byte()?;
        if convention & 0x10 != 0 {
            cursor.compressed()?;
        }
        let count = cursor.compressed().filter(|count| *count <= MAX_PARAMS)?;
        let ret = self.ty(cursor, place, 0)?;
        let params: Option<Vec<_>> = (0..count).map(|_| self.ty(cursor, place, 0)).collect();
        Some((ret, params?))
    }

    pub(super) fn ty(&self, cursor: &mut Cursor<'_>, place: &Place, depth: usize) -> Option<TypeRef> {
        self.metadata.spend(TYPE_COST).filter(|()| depth <= MAX_DEPTH)?;
        let inner = |cursor: &mut Cursor<'_>| self.ty(cursor, place, depth + 1);
        Some(match cursor.byte()? {
            0x0f => TypeRef::Pointer(Box::new(inner(cursor)?)),
            0x10 => TypeRef::ByRef(Box::new(inner(cursor)?)),
            0x11 => TypeRef::Named(self.token(cursor.compressed()?, TypeKind::Struct)?, Vec::new()),
            0x12 => TypeRef::Named(self.token(cursor.compressed()?, TypeKind::Class)?, Vec::new()),
            0x13 => self.param(place, &place.type_params, cursor.compressed()?)?,
            0x1e => self.param(place, &place.method_params, cursor.compressed()?)?,
            0x14 => {
                let of = inner(cursor)?;
                let rank = cursor.compressed().filter(|rank| (1..=MAX_DEPTH).contains(rank))?;
                // Sizes, then lower bounds; no printed form contains them.
                for _ in 0..2 {
                    for _ in 0..cursor.compressed()? {
                        cursor.compressed()?;
                    }
                }
                TypeRef::Array(Box::new(of), rank)
            }
            0x15 => {
                let kind = if cursor.byte()? == 0x11 {
                    TypeKind::Struct
                } else {
                    TypeKind::Class
                };
                let name = self.token(cursor.compressed()?, kind)?;
                let count = cursor.compressed().filter(|count| *count <= MAX_PARAMS)?;
                let args: Option<Vec<_>> = (0..count).map(|_| inner(cursor)).collect();
                TypeRef::Named(name, args?)
            }
            0x1b => {
                self.method_types_below(cursor, place, depth + 1)?;
                TypeRef::Unresolved("method pointer".to_owned())
            }
            0x1d => TypeRef::Array(Box::new(inner(cursor)?), 1),
            // Custom modifiers: reflection does not print them.
            0x1f | 0x20 => {
                cursor.compressed()?;
                inner(cursor)?
            }
            0x45 => inner(cursor)?,
            element => TypeRef::Named(Arc::new(primitive(element)?), Vec::new()),
        })
    }

    fn method_types_below(&self, cursor: &mut Cursor<'_>, place: &Place, depth: usize) -> Option<()> {
        if cursor.byte()? & 0x10 != 0 {
            cursor.compressed()?;
        }
        let count = cursor.compressed().filter(|count| *count <= MAX_PARAMS)?;
        for _ in 0..=count {
            if cursor.peek() == Some(0x41) {
                cursor.byte()?;
            }
            self.ty(cursor, place, depth)?;
        }
        Some(())
    }

    /// Reads the name of a type from a coded index `TypeDefOrRef`: a type of this assembly or of another one.
    pub(super) fn token(&self, coded: usize, kind: TypeKind) -> Option<Arc<TypeName>> {
        match coded & 3 {
            0 => self.names.get((coded >> 2).checked_sub(1)?)?.clone(),
            1 => {
                let mut path = Vec::new();
                let mut row = coded >> 2;
                loop {
                    path.push(without_arity(self.metadata.text(TYPE_REF, row, 1)?));
                    let scope = self.metadata.cell(TYPE_REF, row, 0)?;
                    if scope & 3 != 3 {
                        break;
                    }
                    row = (path.len() <= MAX_DEPTH).then_some(scope >> 2)?;
                }
                path.reverse();
                let namespace = self.metadata.text(TYPE_REF, row, 2)?.to_owned();
                Some(Arc::new(TypeName { namespace, path, kind }))
            }
            _ => None,
        }
    }
}

/// Names of the primitive types in `System`, in the order of their ECMA-335 codes. The first code is 1.
const PRIMITIVES: &str = "Void Boolean Char SByte Byte Int16 UInt16 Int32 UInt32 Int64 UInt64 Single Double String";

fn primitive(element: u8) -> Option<TypeName> {
    let name = match element {
        0x16 => "TypedReference",
        0x18 => "IntPtr",
        0x19 => "UIntPtr",
        0x1c => "Object",
        _ => PRIMITIVES.split(' ').nth(usize::from(element).checked_sub(1)?)?,
    };
    let kind = match element {
        0x0e | 0x1c => TypeKind::Class,
        _ => TypeKind::Struct,
    };
    Some(TypeName {
        namespace: "System".to_owned(),
        path: vec![(name.to_owned(), 0)],
        kind,
    })
}
