//! The cache of compiled components on disk, so that the host does not compile and list them at each start.
//!
//! The host executes cached code unchanged, after it checked the keyed hash over the name and bytes of an entry.
//! Belongs here: entries, their key, their size limit. Does not: their bytes (`entry`), unchanged files (`stamps`).

use crate::executable;
use crate::spec::Listing;
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::hash::{Hash, Hasher};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use wasmtime::Engine;
use wasmtime::component::Component;

mod entry;
mod seal;
mod sealed_file;
mod stamps;
mod verified_listings;

pub(crate) use stamps::Stamp;
pub(crate) use verified_listings::Tag;

/// Version of the format of cache entries. Increase it when entries change their meaning, e.g. when this crate or the
/// catalog checks lists of tools differently.
const FORMAT: u32 = 5;
const EXTENSION: &str = "cwasm";
/// Minimum time between two updates of a cache entry's time of last use.
const TOUCHED_EVERY: Duration = Duration::from_secs(60 * 60);

pub(crate) struct Cache {
    folder: PathBuf,
    seal: seal::Seal,
    stamps: stamps::Stamps,
    found_good: verified_listings::FoundGood,
    /// SHA-256 over version, configuration and target platform of the wasmtime engine. The names of cache entries
    /// contain it, so that an engine never loads code of another one.
    engine: [u8; 32],
    most_bytes: u64,
}

impl Cache {
    /// Opens the cache. If the folder cannot be used, logs a warning and returns `None`; all components are compiled.
    pub(crate) fn open(folder: &Path, most_bytes: u64, engine: &Engine) -> Option<Self> {
        let opened = host_guest::private_folder(folder).and_then(|()| seal::Seal::open(folder));
        match opened {
            Ok(seal) => Some(Self {
                folder: folder.to_owned(),
                seal,
                stamps: stamps::Stamps::new(folder),
                found_good: verified_listings::FoundGood::new(folder),
                engine: engine_key(engine),
                most_bytes,
            }),
            Err(error) => {
                tracing::warn!(folder = %folder.display(), %error, "cannot keep compiled components; each start compiles them again");
                None
            }
        }
    }

    /// Returns the hex SHA-256 of a component file without reading it. `None` if the file changed since the host last
    /// read it, or if it has more than `most` bytes.
    pub(crate) fn digest(&self, file: &Path, most: u64) -> Option<String> {
        self.stamps
            .digest(file, most, &self.seal)
            .map(|digest| HEXLOWER.encode(&digest))
    }

    pub(crate) fn remember_digest(&self, stamp: Stamp, digest: [u8; 32]) {
        self.stamps.remember(stamp, digest);
    }

    /// Saves the digests of the component files that were read, for the next start. Logs a warning if this fails.
    pub(crate) fn keep_stamps(&self) {
        if let Err(error) = self.stamps.write(&self.seal) {
            tracing::warn!(folder = %self.folder.display(), %error, "cannot save which components were read; the next start reads them again");
        }
    }

    pub(crate) fn listing(&self, digest: &str) -> Option<(Listing, Tag)> {
        let name = self.name(digest);
        let (found, tag) = self.log_broken(&name, entry::read_listing(&self.path(&name), &name, &self.seal))?;
        let listing = self.log_broken(&name, postcard::from_bytes(&found).map_err(entry::Broken::listing))?;
        self.stays(&name);
        Some((listing, tag))
    }

    /// Returns true if an earlier check of this list of tools, resources and prompts found no error.
    pub(crate) fn was_found_good(&self, listing: &Tag) -> bool {
        self.found_good.contains(listing, &self.seal)
    }

    pub(crate) fn found_good(&self, listing: Tag) {
        self.found_good.add(listing);
    }

    pub(crate) fn keep_found_good(&self) {
        if let Err(error) = self.found_good.write(&self.seal) {
            tracing::warn!(folder = %self.folder.display(), %error, "cannot save which listings are valid; the next start checks them again");
        }
    }

    /// Records that the cache entry `name` was used now, to evict it later. After a failure, it may be evicted early.
    fn stays(&self, name: &str) {
        let path = self.path(name);
        let touched = std::fs::metadata(&path).and_then(|about| about.modified());
        if touched.is_ok_and(|touched| touched.elapsed().is_ok_and(|age| age < TOUCHED_EVERY)) {
            return;
        }
        if let Ok(file) = std::fs::File::options().append(true).open(path) {
            let _ = file.set_modified(SystemTime::now());
        }
    }

    pub(crate) fn component(&self, engine: &Engine, digest: &str) -> Option<Component> {
        let name = self.name(digest);
        let code = self.log_broken(&name, entry::read_code(&self.path(&name), &name, &self.seal))?;
        #[expect(unsafe_code, reason = "wasmtime's only way to load compiled code")]
        // SAFETY: the bytes are those that `Component::serialize` gave to a host with this key file, for a component of
        // this digest and an engine of this configuration: the keyed hash over name and bytes has just been checked.
        let loaded = unsafe { Component::deserialize(engine, &code) };
        self.log_broken(&name, loaded.map_err(entry::Broken::code))
    }

    pub(crate) fn keep(&self, digest: &str, listing: &Listing, component: &Component) {
        let name = self.name(digest);
        let kept = (|| {
            let listing = postcard::to_allocvec(listing).map_err(std::io::Error::other)?;
            let code = component.serialize().map_err(std::io::Error::other)?;
            let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
            file.write_all(&entry::write(&name, &listing, &code, &self.seal))?;
            file.persist(self.path(&name))?;
            self.make_room()
        })();
        if let Err(error) = kept {
            tracing::warn!(folder = %self.folder.display(), %error, "cannot keep a compiled component");
        }
    }

    fn name(&self, digest: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(FORMAT.to_le_bytes());
        hash.update(env!("CARGO_PKG_VERSION"));
        hash.update(self.engine);
        hash.update(digest);
        HEXLOWER.encode(&hash.finalize())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name).with_extension(EXTENSION)
    }

    /// Unwraps the result `read` of reading the cache entry `name`. If the entry is damaged, logs and removes it.
    /// Returns `None` for a damaged or missing entry.
    fn log_broken<T>(&self, name: &str, read: Result<T, entry::Broken>) -> Option<T> {
        match read {
            Ok(found) => Some(found),
            Err(entry::Broken::Missing) => None,
            // The entry may be valid, because this process cannot run any compiled code.
            Err(entry::Broken::Code(_)) if executable::forbidden().is_some() => None,
            Err(broken) => {
                let path = self.path(name);
                tracing::warn!(file = %path.display(), reason = %broken, "a cached component is damaged; compiling it again");
                let _ = std::fs::remove_file(path);
                None
            }
        }
    }

    /// Removes the least recently used cache entries until the others are within the cache's size limit.
    fn make_room(&self) -> std::io::Result<()> {
        let mut entries = Vec::new();
        for item in std::fs::read_dir(&self.folder)? {
            let path = item?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION)
                && let Ok(about) = path.metadata()
            {
                entries.push((about.modified()?, about.len(), path));
            }
        }
        let mut bytes: u64 = entries.iter().map(|(_, length, _)| length).sum();
        entries.sort();
        for (_, length, path) in entries {
            if bytes <= self.most_bytes {
                break;
            }
            match std::fs::remove_file(path) {
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => bytes -= length,
            }
        }
        Ok(())
    }
}

fn engine_key(engine: &Engine) -> [u8; 32] {
    struct Bytes(Sha256);
    impl Hasher for Bytes {
        fn write(&mut self, bytes: &[u8]) {
            self.0.update(bytes);
        }
        fn finish(&self) -> u64 {
            0
        }
    }
    let mut bytes = Bytes(Sha256::new());
    engine.precompile_compatibility_hash().hash(&mut bytes);
    bytes.0.finalize().into()
}

#[cfg(test)]
mod tests;
