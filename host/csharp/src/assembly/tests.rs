//! Tests of small assembly files that describe very large output.

use super::*;
use std::sync::Arc;
use tests_projects::program;

/// Creates an assembly file with a type that has `params` type parameters and `methods` methods without parameters.
fn generic_type(params: u16, methods: u16) -> Vec<u8> {
    let mut texts = vec![0_u8];
    let mut text = |word: &str| {
        let at = u16::try_from(texts.len()).expect("short");
        texts.extend(word.bytes().chain([0]));
        at
    };
    let (module, class, param, method) = (text("<Module>"), text(&format!("A`{params}")), text("T"), text("F"));
    // An instance method without parameters that returns void.
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

#[test]
fn shares_type_parameters_among_all_methods_of_a_type() {
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

#[test]
fn reports_base_types_of_compiled_types() {
    let bytes = tests_projects::library(&[
        ("Vendor.Panel", "Vendor.Widget"),
        ("Vendor.Widget", "UnityEngine.MonoBehaviour"),
    ]);
    let file = read_assembly("Vendor.dll", &bytes).expect("an assembly");
    let bases = file.bases().map(|(name, bases)| {
        let bases = bases.iter().map(|base| base.csharp());
        (name.joined_by_dots(), bases.collect::<Vec<String>>())
    });
    let right = [
        ("Vendor.Panel", "Vendor.Widget"),
        ("Vendor.Widget", "UnityEngine.MonoBehaviour"),
    ];
    let right = right.map(|(name, base)| (name.to_owned(), vec![base.to_owned()]));
    assert_eq!(bases.collect::<Vec<_>>(), right);
}

/// Creates an assembly file that refers to `UnityEngine.Box`1/Lid` of `UnityEngine.CoreModule`, its method and its field.
fn referring() -> Vec<u8> {
    let mut texts = vec![0_u8];
    let mut text = |word: &str| {
        let at = u16::try_from(texts.len()).expect("short");
        texts.extend(word.bytes().chain([0]));
        at
    };
    let types = [
        (1 << 2 | 2, text("Box`1"), text("UnityEngine")),
        (1 << 2 | 3, text("Lid"), 0),
    ];
    // The parent is the second type. The blobs are below.
    let members = [
        (2 << 3 | 1, text("Open"), 1),
        (2 << 3 | 1, text("size"), 9),
        // A member of the type `!!0[]`.
        (1 << 3 | 4, text("Get"), 9),
        // A row of a type that does not exist.
        (9 << 3 | 1, text("Lost"), 9),
    ];
    let assembly = text("UnityEngine.CoreModule");
    // `static !!0 Open<T>(Box<T>.Lid)`, `float size`, and an array.
    let blobs = [
        0,
        7,
        0x10,
        1,
        1,
        0x1e,
        0,
        0x12,
        2 << 2 | 1,
        2,
        6,
        0x0c,
        3,
        0x1d,
        0x1e,
        0,
    ];
    let mut tables = vec![0, 0, 0, 0, 2, 0, 0, 1];
    tables.extend(
        (1_u64 << TYPE_REF | 1 << tables::MEMBER_REF | 1 << tables::TYPE_SPEC | 1 << tables::ASSEMBLY_REF)
            .to_le_bytes(),
    );
    tables.extend([0; 8]);
    tables.extend([2_u32, 4, 1, 1].map(u32::to_le_bytes).concat());
    let cells = types.iter().chain(&members);
    tables.extend(cells.flat_map(|(first, second, third)| [*first, *second, *third].map(u16::to_le_bytes).concat()));
    tables.extend([12, 0]);
    tables.extend([0; 14]);
    tables.extend([assembly, 0, 0].map(u16::to_le_bytes).concat());
    program(&[
        (b"#~\0\0", &tables),
        (b"#Strings\0\0\0\0", &texts),
        (b"#Blob\0\0\0", &blobs),
    ])
}

#[test]
fn reports_references_to_members_of_other_assemblies() {
    let found = read_references(&referring()).expect("an assembly");
    let read: Vec<_> = found
        .all
        .iter()
        .map(|reference| {
            let name = reference.declaring.full_name();
            assert_eq!(reference.assembly, "UnityEngine.CoreModule");
            match &reference.target {
                Target::Type => name,
                Target::Field { name: field, ty } => format!("{} {name}::{field}", ty.csharp()),
                Target::Method {
                    name: method,
                    is_static,
                    type_params,
                    params,
                    ret,
                } => {
                    let params: Vec<_> = params.iter().map(TypeRef::csharp).collect();
                    let params = params.join(", ");
                    format!("{is_static} {type_params} {} {name}::{method}({params})", ret.csharp())
                }
            }
        })
        .collect();
    let lid = "UnityEngine.Box`1/Lid";
    let expected = [
        "UnityEngine.Box`1".to_owned(),
        lid.to_owned(),
        format!("true 1 !!0 {lid}::Open(UnityEngine.Box.Lid)"),
        format!("float {lid}::size"),
    ];
    assert_eq!((read, found.unread), (expected.to_vec(), 1));
}
