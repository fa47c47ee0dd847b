//! Counts the functions of a component by its section headers, without compiling or validating it.

use crate::sections::{self, CODE, COMPONENT, CORE_MODULE};

/// Counts all functions with a body, including those of nested modules and components. Ignores truncated or invalid
/// parts, which the compiler reports. The time is proportional to the number of sections.
pub(super) fn count(bytes: &[u8]) -> u64 {
    let mut functions = 0_u64;
    let mut parts = vec![bytes];
    while let Some(part) = parts.pop() {
        let module = sections::is_module(part);
        for section in sections::read_sections(part) {
            match section.id {
                CODE if module => functions = functions.saturating_add(u64::from(leading_count(section.contents))),
                CORE_MODULE | COMPONENT if !module => parts.push(section.contents),
                _ => {}
            }
        }
    }
    functions
}

fn leading_count(contents: &[u8]) -> u32 {
    sections::number(contents).map_or(0, |(count, _)| count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_functions_of_nested_modules_and_components() {
        let text = r"(component
            (core module (func) (func))
            (component (core module (func)) (component (core module (func) (func) (func)))))";
        assert_eq!(count(&wat::parse_str(text).expect("it parses")), 6);
        let module = wat::parse_str("(module (func) (func))").expect("it parses");
        assert_eq!(count(&module), 2);
    }

    #[test]
    fn function_count_tolerates_truncated_and_invalid_input() {
        let whole = wat::parse_str("(component (core module (func)) (core module (func)))").expect("it parses");
        for end in 0..whole.len() {
            assert!(count(&whole[..end]) <= 2);
        }
        assert_eq!(count(b"not wasm at all"), 0);
        // A section with a length of more than 32 bits.
        assert_eq!(count(b"\0asm\x0d\0\x01\0\x01\xff\xff\xff\xff\xff\xff"), 0);
    }
}
