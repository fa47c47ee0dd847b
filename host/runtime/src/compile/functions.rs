//! How many functions a component brings, told from its section headers without compiling or validating it.

/// Bytes of a file's or nested part's head: mark, version, layer.
const HEAD: usize = 8;
const MODULE: [u8; 4] = [1, 0, 0, 0];
/// Section of a component that holds a core module, or another component.
const CORE_MODULE: u8 = 1;
const COMPONENT: u8 = 4;
/// Section of a core module that holds the function bodies.
const CODE: u8 = 10;

/// All functions with a body, in nested modules and components too. What is cut short or no WebAssembly counts as nothing:
/// the compiler says what is wrong with it. Work is bounded by the number of sections.
pub(super) fn count(bytes: &[u8]) -> u64 {
    let mut functions = 0_u64;
    let mut parts = vec![bytes];
    while let Some(part) = parts.pop() {
        let Some((head, mut rest)) = part.split_at_checked(HEAD) else {
            continue;
        };
        let module = head[4..] == MODULE;
        while let Some((id, contents)) = section(&mut rest) {
            match id {
                CODE if module => functions = functions.saturating_add(u64::from(leading_count(contents))),
                CORE_MODULE | COMPONENT if !module => parts.push(contents),
                _ => {}
            }
        }
    }
    functions
}

fn section<'a>(rest: &mut &'a [u8]) -> Option<(u8, &'a [u8])> {
    let (id, after) = rest.split_first()?;
    let (length, after) = number(after)?;
    let (contents, after) = after.split_at_checked(usize::try_from(length).ok()?)?;
    *rest = after;
    Some((*id, contents))
}

fn leading_count(contents: &[u8]) -> u32 {
    number(contents).map_or(0, |(count, _)| count)
}

/// An unsigned LEB128 number of 32 bits.
fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let mut value = 0_u32;
    for (at, byte) in bytes.iter().take(5).enumerate() {
        value |= u32::from(byte & 0x7f).checked_shl(7 * u32::try_from(at).ok()?)?;
        if byte & 0x80 == 0 {
            return Some((value, &bytes[at + 1..]));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_nested_modules_and_components_are_counted() {
        let text = r"(component
            (core module (func) (func))
            (component (core module (func)) (component (core module (func) (func) (func)))))";
        assert_eq!(count(&wat::parse_str(text).expect("it parses")), 6);
        let module = wat::parse_str("(module (func) (func))").expect("it parses");
        assert_eq!(count(&module), 2);
    }

    #[test]
    fn what_is_cut_or_no_component_counts_as_far_as_it_goes() {
        let whole = wat::parse_str("(component (core module (func)) (core module (func)))").expect("it parses");
        for end in 0..whole.len() {
            assert!(count(&whole[..end]) <= 2);
        }
        assert_eq!(count(b"not wasm at all"), 0);
        // A section that says it is longer than a number of 32 bits.
        assert_eq!(count(b"\0asm\x0d\0\x01\0\x01\xff\xff\xff\xff\xff\xff"), 0);
    }
}
