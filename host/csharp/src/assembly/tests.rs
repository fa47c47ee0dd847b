//! Small files that say much.

use super::*;
use std::sync::Arc;

/// A program file that declares one type with `params` type parameters and `methods` methods without parameters.
fn generic_type(params: u16, methods: u16) -> Vec<u8> {
    let mut texts = vec![0_u8];
    let mut text = |word: &str| {
        let at = u16::try_from(texts.len()).expect("short");
        texts.extend(word.bytes().chain([0]));
        at
    };
    let (module, class, param, method) = (text("<Module>"), text(&format!("A`{params}")), text("T"), text("F"));
    // An instance method that takes nothing and returns nothing.
    let blobs = [0_u8, 3, 0x20, 0, 1];
    let mut rows: Vec<u8> = Vec::new();
    let mut row = |cells: &[u16]| rows.extend(cells.iter().flat_map(|cell| cell.to_le_bytes()));
    // Flags (two cells), name, namespace, base, first field, first method.
    row(&[0, 0, module, 0, 0, 1, 1]);
    row(&[1, 0, class, 0, 0, 1, 1]);
    for _ in 0..methods {
        row(&[0, 0, 0, 6, method, 1, 1]);
    }
    for number in 0..params {
        row(&[number, 0, 2 << 1, param]);
    }
    let mut tables = vec![0, 0, 0, 0, 2, 0, 0, 1];
    tables.extend((1_u64 << TYPE_DEF | 1 << METHOD_DEF | 1_u64 << GENERIC_PARAM).to_le_bytes());
    tables.extend([0; 8]);
    for count in [2, u32::from(methods), u32::from(params)] {
        tables.extend(count.to_le_bytes());
    }
    tables.extend(rows);
    program(&[
        (b"#~\0\0", &tables),
        (b"#Strings\0\0\0\0", &texts),
        (b"#Blob\0\0\0", &blobs),
    ])
}

/// Around metadata streams, what a reader follows to them: headers, one section at `0x2000`, the CLI header.
fn program(streams: &[(&[u8], &[u8])]) -> Vec<u8> {
    let version = b"v4.0\0\0\0\0";
    let names: usize = streams.iter().map(|(name, _)| 8 + name.len()).sum();
    let mut at = 16 + version.len() + 4 + names;
    let mut metadata = [&0x424a_5342_u32.to_le_bytes()[..], &[1, 0, 1, 0, 0, 0, 0, 0]].concat();
    metadata.extend(u32::try_from(version.len()).expect("short").to_le_bytes());
    metadata.extend(version);
    metadata.extend([0, 0, u8::try_from(streams.len()).expect("few"), 0]);
    for (name, stream) in streams {
        let length = stream.len().next_multiple_of(4);
        for number in [at, length] {
            metadata.extend(u32::try_from(number).expect("small").to_le_bytes());
        }
        metadata.extend(*name);
        at += length;
    }
    for (_, stream) in streams {
        metadata.extend(*stream);
        metadata.resize(metadata.len().next_multiple_of(4), 0);
    }
    let size = u32::try_from(72 + metadata.len()).expect("small");
    let mut file = vec![0_u8; 0x200];
    let mut put = |at: usize, bytes: &[u8]| file[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, b"MZ");
    put(0x3c, &0x40_u32.to_le_bytes());
    put(0x40, b"PE\0\0");
    put(0x46, &1_u16.to_le_bytes());
    let optional = 0x40 + 24;
    put(0x40 + 20, &224_u16.to_le_bytes());
    put(optional, &0x10b_u16.to_le_bytes());
    put(optional + 96 + 14 * 8, &0x2000_u32.to_le_bytes());
    for (at, number) in [(8, size), (12, 0x2000), (16, size), (20, 0x200)] {
        put(optional + 224 + at, &number.to_le_bytes());
    }
    let mut header = vec![0_u8; 72];
    header[8..12].copy_from_slice(&(0x2000_u32 + 72).to_le_bytes());
    file.extend(header);
    file.extend(metadata);
    file
}

#[test]
fn type_parameters_are_held_once_for_all_methods_of_a_type() {
    let file = read_assembly("Wide.dll", &generic_type(5000, 5000)).expect("an assembly");
    let [declared] = file.types.as_slice() else {
        panic!("{} types", file.types.len())
    };
    assert_eq!((declared.params.len(), file.methods()), (5000, 5000));
    let first = &declared.info.methods[0].declaring_params;
    assert_eq!(first.len(), 5000);
    let shared = |method: &Method| Arc::ptr_eq(first, &method.declaring_params);
    assert!(declared.info.methods.iter().all(shared));
}
