//! Compiled assemblies that hold nothing but names, since not every test has a compiler.

/// Metadata tables: names of types elsewhere, and types.
const TYPE_REF: u64 = 1;
const TYPE_DEF: u64 = 2;

/// A library with these public classes, each with the class that it derives from: one of them or one elsewhere.
pub fn library(classes: &[(&str, &str)]) -> Vec<u8> {
    let mut texts = vec![0_u8];
    let mut text = |word: &str| {
        let at = u16::try_from(texts.len()).expect("short");
        texts.extend(word.bytes().chain([0]));
        at
    };
    let mut named = |full: &str| {
        let (namespace, name) = full.rsplit_once('.').unwrap_or(("", full));
        [text(name), text(namespace)]
    };
    let module = named("<Module>");
    let (mut defined, mut elsewhere) = (vec![[0, 0, module[0], module[1], 0, 1, 1]], Vec::new());
    for (class, base) in classes {
        // The lowest two bits are the table; the first row is 1, and the module's comes before the classes.
        let own = classes
            .iter()
            .position(|(known, _)| known == base)
            .map(|at| (at + 2) << 2);
        let base = own.unwrap_or_else(|| {
            let [name, namespace] = named(base);
            elsewhere.push([0, name, namespace]);
            elsewhere.len() << 2 | 1
        });
        let [name, namespace] = named(class);
        defined.push([1, 0, name, namespace, u16::try_from(base).expect("few"), 1, 1]);
    }
    let mut tables = vec![0, 0, 0, 0, 2, 0, 0, 1];
    tables.extend((1_u64 << TYPE_REF | 1 << TYPE_DEF).to_le_bytes());
    tables.extend([0; 8]);
    for count in [elsewhere.len(), defined.len()] {
        tables.extend(u32::try_from(count).expect("few").to_le_bytes());
    }
    let cells = elsewhere.iter().flatten().chain(defined.iter().flatten());
    tables.extend(cells.flat_map(|cell| cell.to_le_bytes()));
    program(&[
        (b"#~\0\0", &tables),
        (b"#Strings\0\0\0\0", &texts),
        (b"#Blob\0\0\0", &[0]),
    ])
}

/// Around metadata streams, what a reader follows to them: headers, one section at `0x2000`, the CLI header.
pub fn program(streams: &[(&[u8], &[u8])]) -> Vec<u8> {
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
