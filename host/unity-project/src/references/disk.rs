//! Storage of the index of uses between runs of the host: one file for each project. An invalid file is ignored.
//!
//! Several hosts can have the same project open. Each writes a temporary file and renames it, so that a reader always
//! finds a complete index file.

use super::bytes::{In, Out};
use super::files::Stamp;
use super::uses::{At, Key, Type, Use, Uses, fnv};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use unity_files::read_whole;
use unity_scripts::ScriptRef;
use unity_yaml::{FileRef, Guid};

/// First line of an index file. Its number changes whenever the format or the meaning of the data changes.
const HEAD: &[u8] = b"unity-tool-host references 3\n";

const SUM: usize = 32;

/// Maximum size of an index file in bytes; larger files are neither written nor read.
const MAX_BYTES: usize = 256 * 1024 * 1024;

/// Maximum number of index files in the folder; if there are more, the oldest ones are deleted.
const MAX_PROJECTS: usize = 32;

const EXTENSION: &str = "references";

fn place(folder: &Path, root: &Path) -> PathBuf {
    let number = fnv(root.as_os_str().as_encoded_bytes());
    folder.join(format!("{number:016x}.{EXTENSION}"))
}

/// Loads the references in each file, by path, from the index stored in `folder`; empty without a valid index. Blocks.
pub(super) fn load(folder: &Path, root: &Path) -> HashMap<String, Uses> {
    let bytes = read_whole(&place(folder, root), MAX_BYTES as u64).unwrap_or_default();
    decode(&bytes, root).unwrap_or_default()
}

/// Writes the index file of a project; fails if the index exceeds 256 MiB. Blocks the thread.
pub(super) fn save<'a>(
    folder: &Path,
    root: &Path,
    files: impl ExactSizeIterator<Item = (&'a str, &'a Uses)>,
) -> std::io::Result<()> {
    let bytes = encode(root, files);
    if bytes.len() > MAX_BYTES {
        return Err(std::io::Error::other("it is larger than the limit"));
    }
    std::fs::create_dir_all(folder)?;
    // The file is accessible to the user only.
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&bytes)?;
    file.persist(place(folder, root)).map_err(|error| error.error)?;
    tidy(folder);
    Ok(())
}

/// Deletes the oldest index files beyond `MAX_PROJECTS`; files that cannot be deleted are skipped.
fn tidy(folder: &Path) {
    let entries = folder.read_dir().into_iter().flatten().flatten();
    let kept = entries.filter(|entry| entry.path().extension().is_some_and(|found| found == EXTENSION));
    let mut kept: Vec<(SystemTime, PathBuf)> = kept
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    kept.sort_unstable();
    let beyond = kept.len().saturating_sub(MAX_PROJECTS);
    for (_, path) in kept.into_iter().take(beyond) {
        let _ = std::fs::remove_file(path);
    }
}

fn encode<'a>(root: &Path, files: impl ExactSizeIterator<Item = (&'a str, &'a Uses)>) -> Vec<u8> {
    let mut out = Out::default();
    out.text(&root.to_string_lossy());
    out.count(files.len());
    for (path, uses) in files {
        out.text(path);
        put(&mut out, uses);
    }
    let mut bytes = HEAD.to_vec();
    bytes.extend_from_slice(&Sha256::digest(&out.0));
    bytes.append(&mut out.0);
    bytes
}

/// Decodes an index file; `None` if it has another version, is of another project, or is damaged.
fn decode(bytes: &[u8], root: &Path) -> Option<HashMap<String, Uses>> {
    let rest = bytes.strip_prefix(HEAD)?;
    let (sum, body) = rest.split_at_checked(SUM)?;
    if Sha256::digest(body).as_slice() != sum {
        return None;
    }
    let mut from = In(body);
    if from.text()? != root.to_string_lossy() {
        return None;
    }
    let files = from.list(|from| {
        let path = from.text()?.to_owned();
        get(from).filter(Uses::is_whole).map(|uses| (path, uses))
    })?;
    from.0.is_empty().then(|| files.into_iter().collect())
}

fn put_stamp(out: &mut Out, stamp: Stamp) {
    out.number(stamp.bytes);
    out.number(stamp.changed);
}

fn get_stamp(from: &mut In<'_>) -> Option<Stamp> {
    Some(Stamp {
        bytes: from.number()?,
        changed: from.number()?,
    })
}

fn put_hash(out: &mut Out, kind: u64, hash: u64) {
    out.number(kind);
    out.number(hash);
}

fn put(out: &mut Out, uses: &Uses) {
    put_stamp(out, uses.stamp);
    out.number(u64::from(uses.is_sure));
    out.count(uses.needs.len());
    for (guid, stamp) in &uses.needs {
        out.wide(guid.0);
        out.number(u64::from(stamp.is_some()));
        put_stamp(out, stamp.unwrap_or_default());
    }
    out.count(uses.texts.len());
    uses.texts.iter().for_each(|text| out.text(text));
    out.count(uses.kinds.len());
    for kind in &uses.kinds {
        let (number, file, text) = match kind {
            Type::Engine(number, name) => (u64::from(*number) + 1, FileRef::default(), name),
            Type::Script(script) => (0, script.file, &script.identifier),
        };
        out.number(number);
        out.wide(file.guid.0);
        out.signed(file.file_id);
        out.text(text);
    }
    out.count(uses.places.len());
    for at in &uses.places {
        for number in [at.object, at.path, at.component, at.kind] {
            out.number(u64::from(number));
        }
        out.signed(at.id);
        out.signed(at.instance);
    }
    out.count(uses.rows.len());
    for row in &uses.rows {
        match row.key {
            Key::Asset(guid) => {
                out.number(0);
                out.wide(guid.0);
            }
            Key::Class(number) => {
                out.number(1);
                out.number(u64::from(number));
            }
            Key::Assembly(name) => {
                out.number(2);
                out.number(name);
            }
            Key::Path(hash) => put_hash(out, 3, hash),
            Key::Resource(hash) => put_hash(out, 4, hash),
            Key::Managed(hash) => put_hash(out, 5, hash),
            Key::Method(hash) => put_hash(out, 6, hash),
        }
        out.signed(row.file_id);
        out.number(u64::from(row.at));
        out.number(u64::from(row.field));
    }
    out.count(uses.words.len());
    for word in &uses.words {
        out.number(*word);
    }
    out.number(uses.left_out);
    out.text(uses.problem.as_deref().unwrap_or_default());
}

fn get(from: &mut In<'_>) -> Option<Uses> {
    Some(Uses {
        stamp: get_stamp(from)?,
        is_sure: from.number()? == 1,
        needs: from.list(|from| {
            let (guid, is_there, stamp) = (Guid(from.wide()?), from.number()? == 1, get_stamp(from)?);
            Some((guid, is_there.then_some(stamp)))
        })?,
        texts: from.list(|from| Some(from.text()?.into()))?,
        kinds: from.list(get_kind)?,
        places: from.list(|from| {
            Some(At {
                object: from.small()?,
                path: from.small()?,
                component: from.small()?,
                kind: from.small()?,
                id: from.signed()?,
                instance: from.signed()?,
            })
        })?,
        rows: from.list(|from| {
            let key = match from.number()? {
                0 => Key::Asset(Guid(from.wide()?)),
                1 => Key::Class(from.small()?),
                2 => Key::Assembly(from.number()?),
                3 => Key::Path(from.number()?),
                4 => Key::Resource(from.number()?),
                5 => Key::Managed(from.number()?),
                6 => Key::Method(from.number()?),
                _ => return None,
            };
            Some(Use {
                key,
                file_id: from.signed()?,
                at: from.small()?,
                field: from.small()?,
            })
        })?,
        words: from.list(In::number)?,
        left_out: from.number()?,
        problem: Some(from.text()?).filter(|text| !text.is_empty()).map(Into::into),
    })
}

fn get_kind(from: &mut In<'_>) -> Option<Type> {
    let number = from.number()?;
    let guid = Guid(from.wide()?);
    let file_id = from.signed()?;
    let text = from.text()?.to_owned();
    Some(match number.checked_sub(1) {
        Some(number) => Type::Engine(u32::try_from(number).ok()?, text),
        None => Type::Script(ScriptRef {
            file: FileRef { file_id, guid },
            identifier: text,
        }),
    })
}

#[cfg(test)]
mod tests;
