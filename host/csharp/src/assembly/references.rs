//! Reads the types and members of other assemblies that an assembly refers to: the tables `TypeRef` and `MemberRef`.

use std::sync::Arc;

use super::bytes::Cursor;
use super::tables::{ASSEMBLY_REF, MEMBER_REF, Metadata, TYPE_REF, TYPE_SPEC};
use super::types::Place;
use super::{MAX_DEPTH, NotAnAssembly, Reader};
use crate::syntax::TypeKind;
use crate::type_ref::{TypeName, TypeRef};

/// Maximum number of type parameters of a referenced method. A reference to a method with more is unreadable.
const MAX_TYPE_PARAMS: usize = 64;

/// The types and members of other assemblies that an assembly refers to.
#[derive(Clone, Debug, Default)]
pub struct References {
    /// The references in the order of the metadata, types first. Members of arrays are omitted.
    pub all: Vec<Reference>,
    /// Number of references whose metadata rows could not be read.
    pub unread: usize,
}

/// A reference to a type of another assembly, or to a member of such a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// The assembly that declares the type, as the compiler found it, without the version.
    pub assembly: String,
    /// The type, or the type that declares the member. Its kind is unknown to the metadata.
    pub declaring: Arc<TypeName>,
    pub target: Target,
}

/// The type or member that a [`Reference`] refers to. Type parameters of types are named `!0`, `!1`, and so on; those
/// of methods `!!0`, `!!1`, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Type,
    Field {
        name: String,
        ty: TypeRef,
    },
    Method {
        name: String,
        is_static: bool,
        /// Number of the method's own type parameters.
        type_params: usize,
        params: Vec<TypeRef>,
        ret: TypeRef,
    },
}

/// Reads the references of an assembly to types and members of other assemblies. Time and memory are linear in the
/// file's length. The compiler replaces constants and enumeration members by their values, so they are no references.
///
/// # Errors
/// If the bytes are no managed assembly. Single broken rows are no error; they are counted.
pub fn read_references(bytes: &[u8]) -> Result<References, NotAnAssembly> {
    let metadata = Metadata::read(bytes)?;
    let reader = Reader::new(&metadata);
    let mut found = References::default();
    let mut add = |read: Option<Option<Reference>>| match read {
        Some(reference) => found.all.extend(reference),
        None => found.unread += 1,
    };
    for row in 1..=metadata.rows(TYPE_REF) {
        add(reader.reference(row << 2 | 1, |_| Some(Target::Type)));
    }
    for row in 1..=metadata.rows(MEMBER_REF) {
        add(reader.member_reference(row));
    }
    Ok(found)
}

impl Reader<'_> {
    /// Returns `Some(None)` for a member of an array, of a type of this assembly, or of a module.
    fn member_reference(&self, row: usize) -> Option<Option<Reference>> {
        let parent = self.metadata.cell(MEMBER_REF, row, 0)?;
        let declaring = match parent & 7 {
            1 => parent >> 3 << 2 | 1,
            4 => match self.generic_type(parent >> 3)? {
                Some(coded) => coded,
                None => return Some(None),
            },
            _ => return Some(None),
        };
        self.reference(declaring, |declaring| self.member(row, declaring))
    }

    /// Creates the reference to the type with this coded index `TypeDefOrRef`. Returns `Some(None)` if no other
    /// assembly declares the type.
    fn reference(&self, coded: usize, target: impl FnOnce(&TypeName) -> Option<Target>) -> Option<Option<Reference>> {
        if coded & 3 != 1 {
            return Some(None);
        }
        let Some(assembly) = self.assembly_of(coded >> 2)? else {
            return Some(None);
        };
        let declaring = self.token(coded, TypeKind::Class)?;
        Some(Some(Reference {
            assembly,
            target: target(&declaring)?,
            declaring,
        }))
    }

    /// Returns the name of the assembly that declares a type; `Some(None)` if it is not another assembly.
    fn assembly_of(&self, mut type_ref: usize) -> Option<Option<String>> {
        for _ in 0..=MAX_DEPTH {
            let scope = self.metadata.cell(TYPE_REF, type_ref, 0)?;
            match scope & 3 {
                2 => return Some(Some(self.metadata.text(ASSEMBLY_REF, scope >> 2, 6)?.to_owned())),
                3 => type_ref = scope >> 2,
                _ => return Some(None),
            }
        }
        None
    }

    /// Returns the coded index of the generic type of which a row of the table `TypeSpec` is an instance; `Some(None)`
    /// if the row is another type, such as an array.
    fn generic_type(&self, type_spec: usize) -> Option<Option<usize>> {
        let mut signature = Cursor::new(self.metadata.blob(TYPE_SPEC, type_spec, 0)?);
        if signature.byte()? != 0x15 {
            return Some(None);
        }
        signature.byte()?;
        signature.compressed().map(Some)
    }

    fn member(&self, row: usize, declaring: &TypeName) -> Option<Target> {
        let name = self.metadata.text(MEMBER_REF, row, 1)?.to_owned();
        let blob = self.metadata.blob(MEMBER_REF, row, 2)?;
        let numbered = |mark: &str, count: usize| (0..count).map(|at| format!("{mark}{at}")).collect::<Vec<_>>();
        let mut place = Place {
            namespace: "".into(),
            type_params: numbered("!", declaring.arity()).into(),
            method_params: Vec::new(),
        };
        let mut start = Cursor::new(blob);
        let convention = start.byte()?;
        if convention & 0xf == 6 {
            let ty = self.ty(&mut start, &place, 0)?;
            return Some(Target::Field { name, ty });
        }
        let type_params = if convention & 0x10 != 0 { start.compressed()? } else { 0 };
        if type_params > MAX_TYPE_PARAMS {
            return None;
        }
        place.method_params = numbered("!!", type_params);
        let (ret, params) = self.method_types(&mut Cursor::new(blob), &place)?;
        Some(Target::Method {
            name,
            is_static: convention & 0x20 == 0,
            type_params,
            params,
            ret,
        })
    }
}
