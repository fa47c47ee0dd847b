//! Components made byte by byte: what no compiler of a language gives.
//!
//! Belongs here: modules that are slow to compile or broken, and putting one into a component. Does not: what a host does with
//! them.

const CUSTOM: u8 = 0;
const CORE_MODULE: u8 = 1;
const COMPONENT: &[u8] = b"\0asm\x0d\0\x01\0";

/// A component of `functions` functions with 4,000 instructions each; good code, and no tool in it.
pub(crate) fn slow_component(functions: u32) -> Vec<u8> {
    with_module(COMPONENT, &slow_module(functions))
}

/// The component with one more module, of which nothing in it makes use.
pub(crate) fn with_module(component: &[u8], module: &[u8]) -> Vec<u8> {
    let mut bytes = component.to_vec();
    section(&mut bytes, CORE_MODULE, module);
    bytes
}

/// The component with one more custom section.
pub(crate) fn with_custom(component: &[u8], name: &[u8], contents: &[u8]) -> Vec<u8> {
    let mut named = number(name.len() as u32);
    named.extend_from_slice(name);
    named.extend_from_slice(contents);
    let mut bytes = component.to_vec();
    section(&mut bytes, CUSTOM, &named);
    bytes
}

pub(crate) fn slow_module(functions: u32) -> Vec<u8> {
    let mut body = vec![0, 0x20, 0];
    for step in 0..1_000_u32 {
        // local.get 0, i32.const, then i32.add, i32.xor, i32.mul or i32.rotl.
        body.extend([
            0x20,
            0,
            0x41,
            (step % 63) as u8,
            [0x6a, 0x73, 0x6c, 0x77][step as usize % 4],
            0x73,
        ]);
    }
    body.push(0x0b);
    module(functions, &body)
}

/// Its one function gives no number where its type says that it does.
pub(crate) fn broken_module() -> Vec<u8> {
    module(1, &[0, 0x0b])
}

/// `functions` times that body, from a number to a number.
fn module(functions: u32, body: &[u8]) -> Vec<u8> {
    let types = vec![1, 0x60, 1, 0x7f, 1, 0x7f];
    let mut declared = number(functions);
    declared.resize(declared.len() + functions as usize, 0);
    let mut code = number(functions);
    for _ in 0..functions {
        code.extend(number(body.len() as u32));
        code.extend(body);
    }
    let mut module = b"\0asm\x01\0\0\0".to_vec();
    for (id, contents) in [(1, types), (3, declared), (10, code)] {
        section(&mut module, id, &contents);
    }
    module
}

fn section(into: &mut Vec<u8>, id: u8, contents: &[u8]) {
    into.push(id);
    into.extend(number(contents.len() as u32));
    into.extend(contents);
}

/// Unsigned LEB128.
fn number(mut value: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value > 0x7f {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}
