//! Reads the metadata of a managed assembly as tables of rows (ECMA-335, partition II, 22 and 24): the positions of the
//! tables in the file and the widths of their columns. `assembly.rs` interprets the rows.

use std::cell::Cell;

use super::NotAnAssembly;
use super::bytes::{Bytes, Cursor};

pub(super) const TYPE_REF: usize = 0x01;
pub(super) const TYPE_DEF: usize = 0x02;
pub(super) const FIELD: usize = 0x04;
pub(super) const METHOD_DEF: usize = 0x06;
pub(super) const PARAM: usize = 0x08;
pub(super) const INTERFACE_IMPL: usize = 0x09;
pub(super) const MEMBER_REF: usize = 0x0a;
pub(super) const CONSTANT: usize = 0x0b;
pub(super) const CUSTOM_ATTRIBUTE: usize = 0x0c;
pub(super) const TYPE_SPEC: usize = 0x1b;
pub(super) const ASSEMBLY_REF: usize = 0x23;
pub(super) const FILE: usize = 0x26;
pub(super) const NESTED_CLASS: usize = 0x29;
pub(super) const GENERIC_PARAM: usize = 0x2a;

const TABLES: usize = 0x2d;

/// Maximum length of a name in bytes; longer names are not read.
const MAX_TEXT_BYTES: usize = 4096;
/// Number of bytes of text that may be read for each byte of the file. Without this limit small files could expand
/// without bound, because rows can share texts and signatures. Real assemblies need far less.
const ALLOWANCE_PER_BYTE: usize = 8;
const MIN_ALLOWANCE: usize = 100_000;

/// The content of a column in an assembly's metadata tables, which determines the width of the column.
#[derive(Clone, Copy)]
enum Col {
    /// A number with this width in bytes.
    Plain(usize),
    Text,
    Guid,
    Blob,
    /// A row number of the metadata table with this number.
    Row(usize),
    /// A row of one of the listed metadata tables. The given number of low bits selects the table.
    Coded(u32, &'static [usize]),
}

use Col::{Blob, Coded, Guid, Plain, Row, Text};

const TYPE: Col = Coded(2, &[0x02, 0x01, 0x1b]);
const OF_CONSTANT: Col = Coded(2, &[0x04, 0x08, 0x17]);
const ATTRIBUTE: Col = Coded(
    5,
    &[
        0x06, 0x04, 0x01, 0x02, 0x08, 0x09, 0x0a, 0x00, 0x0e, 0x17, 0x14, 0x11, 0x1a, 0x1b, 0x20, 0x23, 0x26, 0x27,
        0x28, 0x2a, 0x2c, 0x2b,
    ],
);
const MARSHAL: Col = Coded(1, &[0x04, 0x08]);
const SECURITY: Col = Coded(2, &[0x02, 0x06, 0x20]);
const MEMBER_PARENT: Col = Coded(3, &[0x02, 0x01, 0x1a, 0x06, 0x1b]);
const SEMANTICS: Col = Coded(1, &[0x14, 0x17]);
const METHOD: Col = Coded(1, &[0x06, 0x0a]);
const FORWARDED: Col = Coded(1, &[0x04, 0x06]);
const IMPLEMENTATION: Col = Coded(2, &[0x26, 0x23, 0x27]);
const ATTRIBUTE_TYPE: Col = Coded(3, &[0x06, 0x0a]);
const SCOPE: Col = Coded(2, &[0x00, 0x1a, 0x23, 0x01]);
const GENERIC_OWNER: Col = Coded(1, &[0x02, 0x06]);

const U2: Col = Plain(2);
const U4: Col = Plain(4);

/// The columns of every metadata table of ECMA-335; the index is the number of the table.
const SCHEMA: [&[Col]; TABLES] = [
    &[U2, Text, Guid, Guid, Guid],
    &[SCOPE, Text, Text],
    &[U4, Text, Text, TYPE, Row(0x04), Row(0x06)],
    &[Row(0x04)],
    &[U2, Text, Blob],
    &[Row(0x06)],
    &[U4, U2, U2, Text, Blob, Row(0x08)],
    &[Row(0x08)],
    &[U2, U2, Text],
    &[Row(0x02), TYPE],
    &[MEMBER_PARENT, Text, Blob],
    &[U2, OF_CONSTANT, Blob],
    &[ATTRIBUTE, ATTRIBUTE_TYPE, Blob],
    &[MARSHAL, Blob],
    &[U2, SECURITY, Blob],
    &[U2, U4, Row(0x02)],
    &[U4, Row(0x04)],
    &[Blob],
    &[Row(0x02), Row(0x14)],
    &[Row(0x14)],
    &[U2, Text, TYPE],
    &[Row(0x02), Row(0x17)],
    &[Row(0x17)],
    &[U2, Text, Blob],
    &[U2, Row(0x06), SEMANTICS],
    &[Row(0x02), METHOD, METHOD],
    &[Text],
    &[Blob],
    &[U2, FORWARDED, Text, Row(0x1a)],
    &[U4, Row(0x04)],
    &[U4, U4],
    &[U4],
    &[U4, U2, U2, U2, U2, U4, Blob, Text, Text],
    &[U4],
    &[U4, U4, U4],
    &[U2, U2, U2, U2, U4, Blob, Text, Text, Blob],
    &[U4, Row(0x23)],
    &[U4, U4, U4, Row(0x23)],
    &[U4, Text, Blob],
    &[U4, U4, Text, Text, IMPLEMENTATION],
    &[U4, U4, Text, IMPLEMENTATION],
    &[Row(0x02), Row(0x02)],
    &[U2, U2, GENERIC_OWNER, Text],
    &[METHOD, Blob],
    &[Row(0x2a), TYPE],
];

#[derive(Clone, Debug, Default)]
struct Table {
    rows: usize,
    /// Byte position of the table's first row in the metadata.
    at: usize,
    /// For each column, its offset in the row and its width, in bytes.
    columns: Vec<(usize, usize)>,
    width: usize,
}

#[derive(Debug)]
pub(super) struct Metadata<'a> {
    stream: Bytes<'a>,
    texts: Bytes<'a>,
    blobs: Bytes<'a>,
    tables: Vec<Table>,
    allowance: Cell<usize>,
}

impl<'a> Metadata<'a> {
    pub(super) fn read(file: &'a [u8]) -> Result<Self, NotAnAssembly> {
        let root = root(Bytes(file))?;
        let allowance = file.len().saturating_mul(ALLOWANCE_PER_BYTE).max(MIN_ALLOWANCE);
        Self::from_root(root, allowance)
    }

    fn from_root(root: Bytes<'a>, allowance: usize) -> Result<Self, NotAnAssembly> {
        let broken = || NotAnAssembly::Broken;
        let [mut stream, mut texts, mut blobs] = [None, None, None];
        // The length of the version text is already rounded up to four.
        let mut at = root
            .offset(12)
            .and_then(|length| length.checked_add(16))
            .ok_or_else(broken)?;
        let streams = root.u16(at + 2).ok_or_else(broken)?;
        at += 4;
        for _ in 0..streams {
            let name = root.text(at + 8).ok_or_else(broken)?;
            let part = root.offset(at).zip(root.offset(at + 4));
            let part = part
                .and_then(|(from, length)| root.part(from, length))
                .ok_or_else(broken)?;
            match name {
                "#~" => stream = Some(part),
                "#-" => return Err(NotAnAssembly::Uncompressed),
                "#Strings" => texts = Some(part),
                "#Blob" => blobs = Some(part),
                _ => {}
            }
            at += 8 + (name.len() / 4 + 1) * 4;
        }
        let stream = stream.ok_or_else(broken)?;
        let tables = layout(stream).ok_or_else(broken)?;
        Ok(Self {
            stream,
            texts: texts.ok_or_else(broken)?,
            blobs: blobs.unwrap_or(Bytes(&[])),
            tables,
            allowance: Cell::new(allowance),
        })
    }

    /// Counts bytes of text towards the total that may be read from the file. Returns `None` if the total is reached.
    pub(super) fn spend(&self, bytes: usize) -> Option<()> {
        self.allowance.set(self.allowance.get().checked_sub(bytes)?);
        Some(())
    }

    pub(super) fn rows(&self, table: usize) -> usize {
        self.tables.get(table).map_or(0, |table| table.rows)
    }

    /// Returns the number in a cell of a metadata table; `None` if there is none. Rows count from 1, columns from 0.
    pub(super) fn cell(&self, table: usize, row: usize, column: usize) -> Option<usize> {
        let table = self.tables.get(table)?;
        if row == 0 || row > table.rows {
            return None;
        }
        let (offset, width) = *table.columns.get(column)?;
        let at = table.at + (row - 1) * table.width + offset;
        match width {
            2 => self.stream.u16(at).map(usize::from),
            _ => self.stream.offset(at),
        }
    }

    pub(super) fn text(&self, table: usize, row: usize, column: usize) -> Option<&'a str> {
        let from = self.texts.from(self.cell(table, row, column)?)?;
        let text = from.part(0, from.0.len().min(MAX_TEXT_BYTES))?.text(0)?;
        self.spend(text.len() + 1)?;
        Some(text)
    }

    pub(super) fn blob(&self, table: usize, row: usize, column: usize) -> Option<Bytes<'a>> {
        let from = self.blobs.from(self.cell(table, row, column)?)?;
        let mut cursor = Cursor::new(from);
        let length = cursor.compressed()?;
        from.part(cursor.position(), length)
    }
}

/// Finds the metadata of an assembly file (ECMA-335), through the PE headers and the section with the CLI header.
fn root(file: Bytes<'_>) -> Result<Bytes<'_>, NotAnAssembly> {
    let header = file.offset(0x3c).filter(|_| file.u16(0) == Some(0x5a4d));
    let header = header.filter(|at| file.u32(*at) == Some(0x4550));
    let header = header.ok_or(NotAnAssembly::NoProgram)?;
    let find = || {
        let sections = usize::from(file.u16(header + 6)?);
        let optional_size = usize::from(file.u16(header + 20)?);
        let optional = header + 24;
        let directories = match file.u16(optional)? {
            0x10b => optional + 96,
            0x20b => optional + 112,
            _ => return None,
        };
        let locate = |address: usize| {
            (0..sections).find_map(|section| {
                let at = optional + optional_size + section * 40;
                let (start, raw_size) = (file.offset(at + 12)?, file.offset(at + 16)?);
                let inside = address.checked_sub(start).filter(|inside| *inside < raw_size)?;
                file.offset(at + 20)?.checked_add(inside)
            })
        };
        let cli = file.offset(directories + 14 * 8).filter(|address| *address != 0);
        Some(cli.map(|address| {
            let cli = locate(address)?;
            let root = file.from(locate(file.offset(cli + 8)?)?)?;
            (root.u32(0) == Some(0x424a_5342)).then_some(root)
        }))
    };
    match find() {
        None => Err(NotAnAssembly::Broken),
        Some(None) => Err(NotAnAssembly::Native),
        Some(Some(root)) => root.ok_or(NotAnAssembly::Broken),
    }
}

fn layout(stream: Bytes<'_>) -> Option<Vec<Table>> {
    let heaps = stream.u8(6)?;
    let valid = stream.u64(8)?;
    let mut tables = vec![Table::default(); TABLES];
    let mut at = 24;
    for number in (0..64).filter(|number| valid >> number & 1 == 1) {
        // An unknown table has rows of unknown width.
        tables.get_mut(number)?.rows = stream.offset(at)?;
        at += 4;
    }
    if heaps & 0x40 != 0 {
        at += 4;
    }
    let rows: Vec<usize> = tables.iter().map(|table| table.rows).collect();
    let width = |column: Col| match column {
        Plain(bytes) => bytes,
        Text => 2 + 2 * usize::from(heaps & 1),
        Guid => 2 + usize::from(heaps & 2),
        Blob => 2 + usize::from(heaps & 4) / 2,
        Row(table) => wide(rows.get(table).is_some_and(|rows| *rows > 0xffff)),
        Coded(bits, of) => {
            let most = of
                .iter()
                .filter_map(|table| rows.get(*table))
                .max()
                .copied()
                .unwrap_or(0);
            wide(most > 0xffff >> bits)
        }
    };
    for (table, schema) in tables.iter_mut().zip(SCHEMA) {
        for column in schema {
            let bytes = width(*column);
            table.columns.push((table.width, bytes));
            table.width += bytes;
        }
        table.at = at;
        at = at.checked_add(table.rows.checked_mul(table.width)?)?;
    }
    // All rows are inside the stream, so that their numbers bound every loop over them.
    (at <= stream.0.len()).then_some(tables)
}

fn wide(wide: bool) -> usize {
    if wide { 4 } else { 2 }
}
