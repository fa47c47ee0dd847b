//! Bundles written for one figure: a built component with another listing, so that one build gives many.
//!
//! Belongs here: the section in a component's bytes, the folder. Does not: what is measured with them.

use anyhow::{Context, Result};
use std::path::Path;
use tests_support::paths;

const NAME: &[u8] = b"unity-tools:listing/0.3";
/// Bytes before the first section.
const HEAD: usize = 8;
const CUSTOM: u8 = 0;

/// A built component, and what its section says.
pub(crate) struct Component {
    pub(crate) bytes: Vec<u8>,
    pub(crate) listing: String,
}

impl Component {
    /// That of a bundle's folder.
    pub(crate) fn read(bundle: &Path) -> Result<Self> {
        let bytes = std::fs::read(paths::component_of(bundle)?)?;
        let section = sections(&bytes).into_iter().find_map(|(_, listing)| listing);
        let listing = section.with_context(|| format!("{} has no section", bundle.display()))?;
        Ok(Self {
            listing: String::from_utf8(listing.to_vec())?,
            bytes,
        })
    }

    /// Of the bundles in `folder` the one whose size is nearest to that.
    pub(crate) fn nearest_to(folder: &Path, size: u64) -> Result<Self> {
        let mut found: Vec<Self> = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            found.extend(Self::read(&entry?.path()).ok());
        }
        let nearest = found
            .into_iter()
            .min_by_key(|one| (one.bytes.len() as u64).abs_diff(size));
        nearest.with_context(|| format!("no components in {}", folder.display()))
    }

    /// The same code with another section.
    pub(crate) fn with_listing(&self, json: &str) -> Vec<u8> {
        let mut bytes = self.bytes[..HEAD].to_vec();
        for (section, listing) in sections(&self.bytes) {
            if listing.is_none() {
                bytes.extend_from_slice(section);
            }
        }
        let mut contents = Vec::new();
        put(&mut contents, NAME.len());
        contents.extend_from_slice(NAME);
        contents.extend_from_slice(json.as_bytes());
        bytes.push(CUSTOM);
        put(&mut bytes, contents.len());
        bytes.extend_from_slice(&contents);
        bytes
    }
}

/// Writes the folder of a bundle.
pub(crate) fn write(folder: &Path, id: &str, component: &[u8]) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    std::fs::write(folder.join(format!("{id}.wasm")), component)?;
    let manifest = format!("id = \"{id}\"\ncomponent = \"{id}.wasm\"\n");
    std::fs::write(folder.join("bundle.toml"), manifest).context("cannot write bundle.toml")
}

/// Each section with its head; of that with a listing the listing, too.
fn sections(component: &[u8]) -> Vec<(&[u8], Option<&[u8]>)> {
    let mut found = Vec::new();
    let mut rest = component.get(HEAD..).unwrap_or_default();
    while let Some((id, after)) = rest.split_first() {
        let (size, after) = number(after);
        let (contents, after) = after.split_at(size.min(after.len()));
        let (length, named) = number(contents);
        let listing = named
            .strip_prefix(NAME)
            .filter(|_| *id == CUSTOM && length == NAME.len());
        found.push((&rest[..rest.len() - after.len()], listing));
        rest = after;
    }
    found
}

/// Unsigned LEB128, and what follows it.
fn number(bytes: &[u8]) -> (usize, &[u8]) {
    let mut value = 0;
    for (at, byte) in bytes.iter().enumerate().take(5) {
        value |= usize::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return (value, &bytes[at + 1..]);
        }
    }
    (0, &[])
}

fn put(bytes: &mut Vec<u8>, mut value: usize) {
    while value > 0x7f {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
