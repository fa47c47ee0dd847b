//! What a component file imports, read from its own bytes.
//!
//! Belongs here: the import section of the component binary format. Does not: compiling or running it. It is written
//! apart from the host's reader on purpose: a test compares the two.

use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;

const HEADER: [u8; 8] = [0, b'a', b's', b'm', 0x0d, 0, 1, 0];
const IMPORT_SECTION: u8 = 10;

/// Names of all imports at the top level of the component, in order.
pub fn imports(component: &[u8]) -> Result<Vec<String>> {
    ensure!(component.starts_with(&HEADER), "these bytes are no component");
    let mut file = Reader(&component[HEADER.len()..]);
    let mut names = Vec::new();
    while !file.0.is_empty() {
        let section = file.byte()?;
        let size = file.number()?;
        let mut body = Reader(file.take(size)?);
        if section == IMPORT_SECTION {
            for _ in 0..body.number()? {
                names.push(body.import()?);
            }
        }
    }
    Ok(names)
}

/// Names of the imported interfaces of the contract. Left out are those of WASI, which the runtime of a language uses, and
/// those that only hold types.
pub fn imports_of_contract(component: &[u8]) -> Result<BTreeSet<String>> {
    let names = imports(component)?.into_iter();
    Ok(names
        .filter(|name| !name.starts_with("wasi:") && !name.contains("/types@"))
        .collect())
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn byte(&mut self) -> Result<u8> {
        let (first, rest) = self.0.split_first().context("the component ends too early")?;
        self.0 = rest;
        Ok(*first)
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).context("the component ends too early")?;
        self.0 = rest;
        Ok(taken)
    }

    /// Unsigned LEB128.
    fn number(&mut self) -> Result<usize> {
        let mut value = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        bail!("a number has too many bytes")
    }

    /// Name and description of one import; the name is what counts.
    fn import(&mut self) -> Result<String> {
        self.byte()?;
        let length = self.number()?;
        let name = String::from_utf8(self.take(length)?.to_vec()).context("an import's name is no UTF-8")?;
        match self.byte()? {
            0 => {
                self.byte()?;
                self.number()?;
            }
            // A type: equal to another one, or a resource of its own.
            3 => {
                if self.byte()? == 0 {
                    self.number()?;
                }
            }
            1 | 4 | 5 => {
                self.number()?;
            }
            other => bail!("{name} is imported as an unknown sort {other}"),
        }
        Ok(name)
    }
}
