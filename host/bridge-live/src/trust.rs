//! Proof of who speaks: both sides know the secret of the host's file, and neither says it.
//!
//! Belongs here: nonces and proofs. Does not: when they come (`opening`), where the secret lies (`server`).

use data_encoding::HEXLOWER;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use std::fmt;
use subtle::ConstantTimeEq;

/// What opens the link of one run of a host, and nothing else.
#[derive(Clone)]
pub struct Secret(String);

/// No randomness, or too short a secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSecret {
    #[error("this system gives no random bytes")]
    NoRandomness,
    #[error("the secret of the link to Unity has {given} letters, at least {least} are needed")]
    TooShort { given: usize, least: usize },
}

/// Letters of a secret that somebody chose.
const LEAST: usize = 16;

/// Who proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Host,
    Unity,
}

impl Secret {
    /// A new one: 64 hexadecimal digits.
    ///
    /// # Errors
    /// Where the system gives no random bytes.
    pub fn draw() -> Result<Self, NoSecret> {
        digits::<32>().map(Self)
    }

    /// One that was chosen.
    ///
    /// # Errors
    /// Fewer than 16 letters.
    pub fn chosen(text: &str) -> Result<Self, NoSecret> {
        let given = text.chars().count();
        if given < LEAST {
            return Err(NoSecret::TooShort { given, least: LEAST });
        }
        Ok(Self(text.to_owned()))
    }

    /// The text, for the host's own file.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// That this side knows it, over both nonces: lower-case hexadecimal digits.
    pub fn proof(&self, side: Side, unity_nonce: &str, host_nonce: &str) -> String {
        let who = match side {
            Side::Host => "host",
            Side::Unity => "unity",
        };
        let mut mac = Hmac::<Sha256>::new_from_slice(self.0.as_bytes()).expect("a key may have any length");
        mac.update(format!("unity-tools-bridge/1 {who}\n{unity_nonce}\n{host_nonce}").as_bytes());
        HEXLOWER.encode(&mac.finalize().into_bytes())
    }

    /// Whether `given` is that proof; takes as long for any that is not.
    pub fn holds(&self, given: &str, side: Side, unity_nonce: &str, host_nonce: &str) -> bool {
        let wanted = self.proof(side, unity_nonce, host_nonce);
        given.as_bytes().ct_eq(wanted.as_bytes()).into()
    }
}

/// Never in a log.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

/// A nonce: 64 hexadecimal digits.
///
/// # Errors
/// Where the system gives no random bytes.
pub fn nonce() -> Result<String, NoSecret> {
    digits::<32>()
}

/// So many random bytes, two digits each.
pub(crate) fn digits<const BYTES: usize>() -> Result<String, NoSecret> {
    let mut bits = [0_u8; BYTES];
    getrandom::fill(&mut bits).map_err(|_| NoSecret::NoRandomness)?;
    Ok(HEXLOWER.encode(&bits))
}
