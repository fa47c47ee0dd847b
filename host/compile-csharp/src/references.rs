//! Stores the assemblies that snippets reference, as files whose names are the digests of their contents.
//!
//! This module limits the stored size and checks that each file matches its name. It does not request assemblies.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Maximum total size in bytes of all stored assemblies. Above it, the oldest files are removed.
const MOST: u64 = 512 << 20;
/// Maximum size in bytes of one stored assembly. A larger one is rejected.
const LARGEST: u64 = 8 << 20;

/// A folder of assemblies whose file names are their SHA-256 digests.
#[derive(Clone, Debug)]
pub struct References {
    folder: PathBuf,
}

/// The reason why an assembly was not stored for the compiler.
#[derive(Debug, thiserror::Error)]
pub enum NotKept {
    #[error("the assembly is not the requested one: its SHA-256 differs")]
    Other,
    #[error("it is not an assembly that a compiler can reference: {0}")]
    NoAssembly(host_csharp::NotAnAssembly),
    #[error("it refers to further files, and such files are never opened")]
    NamesFiles,
    #[error("it has {0} bytes, at most {LARGEST} are allowed")]
    TooLarge(u64),
    #[error("the folder of assemblies cannot be used: {0}")]
    Disk(#[from] io::Error),
}

impl References {
    /// Creates a store of assemblies in `folder`, which only this host may use.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Returns the path of the assembly with this SHA-256 digest (64 lower-case hexadecimal digits). `None` if the file
    /// is missing or its content has another digest.
    pub fn get(&self, sha256: &str) -> Option<PathBuf> {
        let file = self.file(sha256)?;
        let bytes = std::fs::read(&file).ok()?;
        if digest(&bytes) != sha256 {
            // An assembly that the disk damaged is requested again.
            let _ = std::fs::remove_file(&file);
            return None;
        }
        // For the size limit: the assembly that was used last is evicted last.
        if let Ok(opened) = std::fs::File::options().write(true).open(&file) {
            let _ = opened.set_modified(SystemTime::now());
        }
        Some(file)
    }

    /// Stores an assembly under its SHA-256 digest, and returns the path of its file.
    ///
    /// # Errors
    /// If the bytes have another digest, or if the assembly must not be passed to a compiler.
    pub fn put(&self, sha256: &str, bytes: &[u8]) -> Result<PathBuf, NotKept> {
        let file = self
            .file(sha256)
            .filter(|_| digest(bytes) == sha256)
            .ok_or(NotKept::Other)?;
        let size = bytes.len() as u64;
        if size > LARGEST {
            return Err(NotKept::TooLarge(size));
        }
        if host_csharp::names_files(bytes).map_err(NotKept::NoAssembly)? {
            return Err(NotKept::NamesFiles);
        }
        std::fs::create_dir_all(&self.folder)?;
        self.make_room(size)?;
        let mut fresh = tempfile::NamedTempFile::new_in(&self.folder)?;
        io::Write::write_all(&mut fresh, bytes)?;
        fresh.persist(&file).map_err(|error| error.error)?;
        Ok(file)
    }

    /// Returns the file for a digest; `None` for an invalid digest, so a foreign text is never used as a path.
    fn file(&self, sha256: &str) -> Option<PathBuf> {
        let is_digest = sha256.len() == 64 && sha256.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        is_digest.then(|| self.folder.join(format!("{sha256}.dll")))
    }

    fn make_room(&self, wanted: u64) -> io::Result<()> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&self.folder)? {
            let entry = entry?;
            let facts = entry.metadata()?;
            files.push((
                facts.modified().unwrap_or(SystemTime::UNIX_EPOCH),
                facts.len(),
                entry.path(),
            ));
        }
        files.sort();
        let mut held: u64 = files.iter().map(|(_, size, _)| size).sum();
        for (_, size, path) in files {
            if held + wanted <= MOST {
                break;
            }
            std::fs::remove_file(path)?;
            held -= size;
        }
        Ok(())
    }

    /// Returns the path of the folder that contains the stored assemblies.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

fn digest(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_no_bytes_under_invalid_names_or_wrong_digests() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = References::new(folder.path().join("references"));
        let bytes = b"MZ and nothing else";
        let right = digest(bytes);
        let upper = right.to_uppercase();
        for name in [
            "",
            "../../x",
            "/etc/passwd",
            &right[..63],
            &format!("{right}/../x"),
            &upper,
        ] {
            assert!(matches!(kept.put(name, bytes), Err(NotKept::Other)), "{name}");
            assert_eq!(kept.get(name), None);
        }
        assert!(matches!(kept.put(&digest(b"other"), bytes), Err(NotKept::Other)));
        assert!(matches!(kept.put(&right, bytes), Err(NotKept::NoAssembly(_))));
        let large = vec![0; usize::try_from(LARGEST).expect("it fits") + 1];
        assert!(matches!(kept.put(&digest(&large), &large), Err(NotKept::TooLarge(_))));
        assert!(!kept.folder().exists(), "nothing was written");
        // A file that changed on the disk is not used.
        std::fs::create_dir(kept.folder()).expect("a folder");
        let file = kept.folder().join(format!("{right}.dll"));
        std::fs::write(&file, bytes).expect("a file");
        assert_eq!(kept.get(&right).as_deref(), Some(file.as_path()));
        std::fs::write(&file, b"MZ").expect("a file");
        assert_eq!(kept.get(&right), None);
        assert!(!file.exists());
    }
}
