//! The file format of a cache entry: mark, lengths, two seals (keyed hashes), the listing, the compiled code.
//!
//! The host can read and check the listing without reading the code, so that it reads little at start.

use super::seal::Seal;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

const MARK: &[u8; 8] = b"UTHCWASM";
const SEAL: usize = 32;
const HEAD: usize = MARK.len() + 8 + 8 + SEAL + SEAL;
/// Maximum bytes of the list of tools, resources and prompts in a cache entry. A valid list is much smaller.
const MOST_LISTING: u64 = 16 << 20;

#[derive(Debug, thiserror::Error)]
pub(super) enum Broken {
    #[error("it does not exist")]
    Missing,
    #[error("it cannot be read: {0}")]
    Io(#[from] std::io::Error),
    #[error("it is truncated or not an entry")]
    Form,
    #[error("its keyed hash does not match")]
    Seal,
    #[error("its listing does not parse: {0}")]
    Listing(String),
    #[error("the engine rejects its code: {0}")]
    Code(String),
}

impl Broken {
    pub(super) fn listing(error: postcard::Error) -> Self {
        Self::Listing(error.to_string())
    }

    pub(super) fn code(error: wasmtime::Error) -> Self {
        Self::Code(format!("{error:#}"))
    }
}

struct Head {
    listing: u64,
    code: u64,
    listing_seal: [u8; SEAL],
    code_seal: [u8; SEAL],
}

pub(super) fn write(name: &str, listing: &[u8], code: &[u8], seal: &Seal) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + listing.len() + code.len());
    bytes.extend_from_slice(MARK);
    bytes.extend_from_slice(&(listing.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&(code.len() as u64).to_le_bytes());
    bytes.extend_from_slice(&seal.tag(&[b"listing", name.as_bytes(), listing]));
    bytes.extend_from_slice(&seal.tag(&[b"code", name.as_bytes(), code]));
    bytes.extend_from_slice(listing);
    bytes.extend_from_slice(code);
    bytes
}

pub(super) fn read_listing(path: &Path, name: &str, seal: &Seal) -> Result<(Vec<u8>, [u8; SEAL]), Broken> {
    let (head, mut file) = open(path)?;
    let listing = part(&mut file, head.listing)?;
    if seal.fits(&[b"listing", name.as_bytes(), &listing], &head.listing_seal) {
        Ok((listing, head.listing_seal))
    } else {
        Err(Broken::Seal)
    }
}

pub(super) fn read_code(path: &Path, name: &str, seal: &Seal) -> Result<Vec<u8>, Broken> {
    let (head, mut file) = open(path)?;
    file.seek(SeekFrom::Current(
        i64::try_from(head.listing).map_err(|_| Broken::Form)?,
    ))?;
    let code = part(&mut file, head.code)?;
    if seal.fits(&[b"code", name.as_bytes(), &code], &head.code_seal) {
        Ok(code)
    } else {
        Err(Broken::Seal)
    }
}

fn open(path: &Path) -> Result<(Head, File), Broken> {
    let mut file = host_regular_file::open(path)
        .map(|(file, _)| file)
        .map_err(|error| match error.kind() {
            ErrorKind::NotFound => Broken::Missing,
            _ => Broken::Io(error),
        })?;
    let length = file.metadata()?.len();
    let head = part(&mut file, HEAD as u64)?;
    let head = parse(&head).ok_or(Broken::Form)?;
    let whole = (HEAD as u64)
        .checked_add(head.listing)
        .and_then(|sum| sum.checked_add(head.code));
    if whole != Some(length) || head.listing > MOST_LISTING {
        return Err(Broken::Form);
    }
    Ok((head, file))
}

fn parse(head: &[u8]) -> Option<Head> {
    let (mark, rest) = head.split_first_chunk::<8>()?;
    let (listing, rest) = rest.split_first_chunk::<8>()?;
    let (code, rest) = rest.split_first_chunk::<8>()?;
    let (listing_seal, rest) = rest.split_first_chunk::<SEAL>()?;
    let (code_seal, _) = rest.split_first_chunk::<SEAL>()?;
    (mark == MARK).then_some(Head {
        listing: u64::from_le_bytes(*listing),
        code: u64::from_le_bytes(*code),
        listing_seal: *listing_seal,
        code_seal: *code_seal,
    })
}

fn part(file: &mut File, length: u64) -> Result<Vec<u8>, Broken> {
    let mut bytes = Vec::new();
    // The reservation is at most the size of the file, with which the lengths in the header were compared.
    bytes.reserve_exact(usize::try_from(length).map_err(|_| Broken::Form)?.saturating_add(1));
    file.take(length).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length {
        Ok(bytes)
    } else {
        Err(Broken::Form)
    }
}
