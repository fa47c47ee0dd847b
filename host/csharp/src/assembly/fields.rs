//! Reads fields, base types and interfaces of a compiled type.

use std::collections::HashMap;

use super::Reader;
use super::bytes::Cursor;
use super::tables::{
    CONSTANT, CUSTOM_ATTRIBUTE, FIELD, INTERFACE_IMPL, MEMBER_REF, Metadata, TYPE_DEF, TYPE_REF, TYPE_SPEC,
};
use super::types::Place;
use crate::compiled::{Compiled, CompiledField};
use crate::syntax::TypeKind;
use crate::type_ref::TypeRef;

/// Maximum number of custom attributes that are read for one field. Further attributes of the field are ignored.
const MAX_ATTRIBUTES: usize = 32;

pub(super) fn interfaces(metadata: &Metadata<'_>) -> HashMap<usize, Vec<usize>> {
    let mut found: HashMap<usize, Vec<usize>> = HashMap::new();
    for row in 1..=metadata.rows(INTERFACE_IMPL) {
        let cell = |column| metadata.cell(INTERFACE_IMPL, row, column);
        if let Some((of, interface)) = cell(0).zip(cell(1)) {
            found.entry(of).or_default().push(interface);
        }
    }
    found
}

pub(super) fn attributes(metadata: &Metadata<'_>) -> HashMap<usize, Vec<usize>> {
    let mut found: HashMap<usize, Vec<usize>> = HashMap::new();
    for row in 1..=metadata.rows(CUSTOM_ATTRIBUTE) {
        if let Some(parent) = metadata
            .cell(CUSTOM_ATTRIBUTE, row, 0)
            .filter(|parent| parent & 0x1f == 1)
        {
            let of_field = found.entry(parent >> 5).or_default();
            if of_field.len() < MAX_ATTRIBUTES {
                of_field.push(row);
            }
        }
    }
    found
}

pub(super) fn constants(metadata: &Metadata<'_>) -> HashMap<usize, usize> {
    let rows = (1..=metadata.rows(CONSTANT)).filter_map(|row| Some((metadata.cell(CONSTANT, row, 1)?, row)));
    rows.filter(|(parent, _)| parent & 3 == 0)
        .map(|(parent, row)| (parent >> 2, row))
        .collect()
}

impl Reader<'_> {
    pub(super) fn compiled(&self, row: usize, place: &Place) -> Compiled {
        let flags = self.metadata.cell(TYPE_DEF, row, 0).unwrap_or_default();
        let mut compiled = Compiled {
            is_serializable: flags & 0x2000 != 0,
            is_abstract: flags & 0x80 != 0,
            ..Compiled::default()
        };
        let base = self.metadata.cell(TYPE_DEF, row, 3).filter(|base| *base != 0);
        let base = base.map(|base| (base, TypeKind::Class));
        let interfaces = self.interfaces.get(&row).into_iter().flatten();
        for (coded, kind) in base
            .into_iter()
            .chain(interfaces.map(|coded| (*coded, TypeKind::Interface)))
        {
            match self.coded_type(coded, kind, place) {
                Some(ty) => compiled.bases.push(ty),
                None => compiled.unread += 1,
            }
        }
        let all = self.metadata.rows(FIELD) + 1;
        // The lists are consecutive: no field belongs to two types.
        let first = self
            .metadata
            .cell(TYPE_DEF, row, 4)
            .unwrap_or(all)
            .max(self.next_field.get());
        let end = self.metadata.cell(TYPE_DEF, row + 1, 4).unwrap_or(all).min(all);
        self.next_field.set(end.max(first));
        for at in first..end {
            match self.field(at, place) {
                Some(field) if field.name.starts_with('<') && !field.name.ends_with(">k__BackingField") => {}
                Some(field) => compiled.fields.push(field),
                None => compiled.unread += 1,
            }
        }
        compiled
    }

    fn field(&self, row: usize, place: &Place) -> Option<CompiledField> {
        let flags = self.metadata.cell(FIELD, row, 0)?;
        let name = self.metadata.text(FIELD, row, 1)?;
        let mut signature = Cursor::new(self.metadata.blob(FIELD, row, 2)?);
        signature.byte().filter(|kind| kind & 0xf == 6)?;
        let attributes = self.attributes.get(&row).into_iter().flatten();
        Some(CompiledField {
            name: name.to_owned(),
            ty: self.ty(&mut signature, place, 0)?,
            is_public: flags & 7 == 6,
            // Static, init-only, literal, not serialized.
            is_plain: flags & (0x10 | 0x20 | 0x40 | 0x80) == 0,
            constant: self.constants.get(&row).and_then(|row| self.whole_number(*row)),
            attributes: attributes.filter_map(|row| self.attribute_name(*row)).collect(),
        })
    }

    fn whole_number(&self, row: usize) -> Option<i128> {
        let bytes = self.metadata.blob(CONSTANT, row, 2)?;
        // The second byte of the kind is padding.
        Some(match self.metadata.cell(CONSTANT, row, 0)? & 0xff {
            0x04 => bytes.u8(0)?.cast_signed().into(),
            0x05 => bytes.u8(0)?.into(),
            0x06 => bytes.u16(0)?.cast_signed().into(),
            0x07 => bytes.u16(0)?.into(),
            0x08 => bytes.u32(0)?.cast_signed().into(),
            0x09 => bytes.u32(0)?.into(),
            0x0a => bytes.u64(0)?.cast_signed().into(),
            0x0b => bytes.u64(0)?.into(),
            _ => return None,
        })
    }

    /// Returns the short name of the custom attribute in this metadata row; `None` if the assembly itself declares it.
    fn attribute_name(&self, row: usize) -> Option<String> {
        let constructor = self.metadata.cell(CUSTOM_ATTRIBUTE, row, 1)?;
        let member = (constructor & 7 == 3).then_some(constructor >> 3)?;
        let class = self.metadata.cell(MEMBER_REF, member, 0)?;
        let class = (class & 7 == 1).then_some(class >> 3)?;
        let name = self.metadata.text(TYPE_REF, class, 1)?;
        Some(name.strip_suffix("Attribute").unwrap_or(name).to_owned())
    }

    /// Reads a type, which can have type arguments, from a coded index `TypeDefOrRef` of ECMA-335.
    fn coded_type(&self, coded: usize, kind: TypeKind, place: &Place) -> Option<TypeRef> {
        if coded & 3 == 2 {
            let mut signature = Cursor::new(self.metadata.blob(TYPE_SPEC, coded >> 2, 0)?);
            return self.ty(&mut signature, place, 0);
        }
        Some(TypeRef::Named(self.token(coded, kind)?, Vec::new()))
    }
}
