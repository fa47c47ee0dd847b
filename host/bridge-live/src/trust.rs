//! The proof of identity on a link: both sides know the secret in the host's file, and neither sends it.
//!
//! Belongs here: nonces and proofs. Does not: the time when they are sent (`opening`), the secret's file (`server`).

use data_encoding::HEXLOWER;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::fmt;
use subtle::ConstantTimeEq;

/// The secret with which the host and Unity instances prove their identity during one run of the host.
#[derive(Clone)]
pub struct Secret(String);

/// The reason why there is no secret: the system has no random bytes, or the operator's text is too short.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSecret {
    #[error("cannot get random bytes from the system")]
    NoRandomness,
    #[error("the secret of the link to Unity has {given} characters; it needs at least {least}")]
    TooShort { given: usize, least: usize },
}

/// Minimum number of characters of a secret that the operator chooses. The host does not accept a shorter secret.
const LEAST: usize = 16;

/// The side of the link that proves its identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Host,
    Unity,
}

impl Secret {
    /// Creates a new random secret: 64 hexadecimal digits.
    ///
    /// # Errors
    /// The system provides no random bytes.
    pub fn draw() -> Result<Self, NoSecret> {
        digits::<32>().map(Self)
    }

    /// Creates a secret from a text that the operator chose.
    ///
    /// # Errors
    /// The text has fewer than 16 characters.
    pub fn from_text(text: &str) -> Result<Self, NoSecret> {
        let given = text.chars().count();
        if given < LEAST {
            return Err(NoSecret::TooShort { given, least: LEAST });
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns the secret as text, so that the host can write it into its own file.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the proof that `side` knows the secret: HMAC-SHA-256 over both nonces, in lower-case hexadecimal.
    pub fn proof(&self, side: Side, unity_nonce: &str, host_nonce: &str) -> String {
        let who = match side {
            Side::Host => "host",
            Side::Unity => "unity",
        };
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.as_bytes()).expect("a key may have any length");
        mac.update(format!("unity-tools-bridge/1 {who}\n{unity_nonce}\n{host_nonce}").as_bytes());
        HEXLOWER.encode(&mac.finalize().into_bytes())
    }

    /// Returns true if `given` equals the proof for these arguments. The comparison takes constant time.
    pub fn verify_proof(&self, given: &str, side: Side, unity_nonce: &str, host_nonce: &str) -> bool {
        let wanted = self.proof(side, unity_nonce, host_nonce);
        given.as_bytes().ct_eq(wanted.as_bytes()).into()
    }
}

/// Writes only the type name, to keep the secret out of logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// Creates a random nonce: 64 hexadecimal digits.
///
/// # Errors
/// The system provides no random bytes.
pub fn nonce() -> Result<String, NoSecret> {
    digits::<32>()
}

/// Returns `BYTES` random bytes as text, two lower-case hexadecimal digits each.
pub(crate) fn digits<const BYTES: usize>() -> Result<String, NoSecret> {
    let mut bits = [0_u8; BYTES];
    getrandom::fill(&mut bits).map_err(|_| NoSecret::NoRandomness)?;
    Ok(HEXLOWER.encode(&bits))
}
