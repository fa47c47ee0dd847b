//! The secret token that clients must send. It can be compared with received bytes, but neither read nor printed.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use subtle::ConstantTimeEq;

/// A secret token. `Debug` does not print it. Clones share one value, so that a replacement applies to all of them.
#[derive(Clone)]
pub struct Token(Arc<RwLock<Arc<[u8]>>>);

impl Token {
    pub fn new(text: &str) -> Self {
        Self(Arc::new(RwLock::new(text.as_bytes().into())))
    }

    /// Replaces the token by `newer`, for all clones. Requests in progress are not interrupted.
    pub fn replace(&self, newer: &Self) {
        let newer = newer.current();
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = newer;
    }

    fn current(&self) -> Arc<[u8]> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Returns a hash of the token in hexadecimal, which identifies clients with this token without revealing it.
    pub fn fingerprint(&self) -> String {
        let digest = Sha256::new_with_prefix("token\n")
            .chain_update(&*self.current())
            .finalize();
        HEXLOWER.encode(&digest)
    }

    /// True if `given` equals the token. The comparison takes the same time for similar and different bytes, so that
    /// only the length can be observed.
    pub fn is(&self, given: &[u8]) -> bool {
        self.current().ct_eq(given).into()
    }
}

impl PartialEq for Token {
    fn eq(&self, other: &Self) -> bool {
        self.current() == other.current()
    }
}

impl Eq for Token {}

impl fmt::Debug for Token {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Token(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::WireOptions;

    #[test]
    fn compares_exact_bytes_and_replaces_shared_tokens() {
        let token = Token::new("secret");
        assert!(token.is(b"secret"));
        for other in [&b"secreT"[..], b"secre", b"secrets", b""] {
            assert!(!token.is(other));
        }
        let (print, shared) = (token.fingerprint(), token.clone());
        shared.replace(&Token::new("another"));
        assert!(token.is(b"another") && !token.is(b"secret") && token.fingerprint() != print);
        assert!(print.len() == 64 && print != Token::new("secreT").fingerprint());
    }

    #[test]
    fn debug_output_of_options_hides_the_token() {
        let options = WireOptions {
            token: Some(Token::new("s3cret")),
            ..WireOptions::default()
        };
        let printed = format!("{options:?} {options:#?}");
        assert!(printed.contains("Token(..)") && !printed.contains("s3cret"));
        // The token must not be printed as the numbers of its bytes either.
        assert!(!printed.contains("115, 51"), "{printed}");
    }
}
