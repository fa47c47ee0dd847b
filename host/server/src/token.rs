//! The token file. The host creates a missing file, and rejects a file that others can read.
//!
//! This module reads, creates and checks the token file. `wire` decides which clients must send the token.

use crate::places;
use anyhow::{Context, Result, bail};
use data_encoding::HEXLOWER;
use host_wire::Token;
use std::io::Read;
use std::path::Path;

/// Minimum length in bytes of the token that clients must send. A shorter token is a mistake or can be guessed.
const SHORTEST: usize = 16;

/// Maximum number of bytes to read from the token file. A longer file contains no token that a client could send.
const LONGEST: u64 = 8 * 1024;

/// Reads the token that clients must send from `file`. If the file is missing, creates it with a random token.
pub(crate) fn read_or_create(file: &Path) -> Result<Token> {
    match std::fs::symlink_metadata(file) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => create(file),
        _ => read(file),
    }
}

pub(crate) fn read(file: &Path) -> Result<Token> {
    let mut text = String::new();
    // Opening a pipe would wait for a writer, so that no later token would be read.
    let read = host_regular_file::open(file).and_then(|(file, _)| file.take(LONGEST).read_to_string(&mut text));
    read.with_context(|| format!("`server.token-file` {} cannot be read", file.display()))?;
    refuse_if_shared(file)?;
    let token = text.trim();
    if token.len() < SHORTEST || token.contains(char::is_whitespace) || !token.is_ascii() {
        bail!(
            "`server.token-file` {} must contain one token of at least {SHORTEST} ASCII characters without white \
             space; remove the file, and the next start writes a random one",
            file.display()
        );
    }
    Ok(Token::new(token))
}

fn create(file: &Path) -> Result<Token> {
    let mut random = [0_u8; 32];
    getrandom::fill(&mut random).map_err(|error| anyhow::anyhow!("the system provides no random numbers: {error}"))?;
    let token = HEXLOWER.encode(&random);
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    places::write_private_new(file, format!("{token}\n").as_bytes())
        .with_context(|| format!("cannot create `server.token-file` {}", file.display()))?;
    tracing::info!(file = %file.display(), "created a token file; clients send the token as `Authorization: Bearer`");
    Ok(Token::new(&token))
}

#[cfg(unix)]
fn refuse_if_shared(file: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(file)
        .with_context(|| format!("cannot read the mode of `server.token-file` {}", file.display()))?
        .permissions()
        .mode();
    if mode & 0o077 != 0 {
        bail!(
            "`server.token-file` {0} can be read by others (mode {1:o}); run `chmod 600 {0}`",
            file.display(),
            mode & 0o777
        );
    }
    Ok(())
}

/// Accepts every file: on Windows, files inherit the permissions of the user's folders; there is no mode to check.
#[cfg(not(unix))]
fn refuse_if_shared(_file: &Path) -> Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn creates_missing_file_once_with_random_token() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("inner").join("token");
        let token = read_or_create(&file).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap().trim().len(), 64);
        assert_eq!(read_or_create(&file).unwrap(), token);
        let other = read_or_create(&folder.path().join("other")).unwrap();
        assert_ne!(other, token);
    }

    #[cfg(unix)]
    #[test]
    fn rejects_token_file_readable_by_others_and_suggests_chmod() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        read_or_create(&file).unwrap();
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        let message = read_or_create(&file).unwrap_err().to_string();
        assert!(
            message.contains("mode 640") && message.contains("chmod 600"),
            "{message}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn rejects_pipe_or_device_as_token_file() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        for file in [pipe.as_path(), Path::new("/dev/zero")] {
            let message = format!("{:#}", read(file).unwrap_err());
            assert!(
                message.contains("cannot be read") && message.contains("no regular file"),
                "{message}"
            );
        }
    }

    #[test]
    fn rejects_short_token() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("token");
        places::write_private_new(&file, b"secret\n").unwrap();
        assert!(read_or_create(&file).unwrap_err().to_string().contains("at least 16"));
    }
}
