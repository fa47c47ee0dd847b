//! Chained checksums for files of JSON lines: the checksum of a line covers the line and all lines before it.
//!
//! Belongs here: appending and verifying the checksum. Does not: the content of a line. The chain detects accidents and
//! edits by hand; it is no protection against a writer who recomputes it.

use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// Number of bytes of the checksum in a line of a file; the file contains them as hexadecimal digits.
const BYTES: usize = 8;
/// Start of the JSON member with the checksum, which `LineChain` adds to the JSON object of a line.
const BEFORE: &str = ",\"sum\":\"";
/// End of the JSON member with the checksum, and of the line's object.
const BEHIND: &str = "\"}";

/// The chained checksum of a file of JSON lines: covers all lines that were written or verified so far.
#[derive(Clone, Debug, Default)]
pub struct LineChain([u8; BYTES]);

impl LineChain {
    /// Returns the JSON object `body` with its checksum as the last member, `sum`, and advances the chain.
    pub fn close(&mut self, body: &str) -> String {
        let said = body.strip_suffix('}').unwrap_or(body);
        let sum = self.next(said);
        format!("{said}{BEFORE}{sum}{BEHIND}")
    }

    /// Returns true if `line` is unchanged and follows the line that was verified before it. Advances the chain.
    pub fn verify_next(&mut self, line: &str) -> bool {
        let Some(rest) = line.strip_suffix(BEHIND) else {
            return false;
        };
        let Some((said, given)) = rest.rsplit_once(BEFORE) else {
            return false;
        };
        self.next(said) == given
    }

    fn next(&mut self, said: &str) -> String {
        let digest = Sha256::new().chain_update(self.0).chain_update(said).finalize();
        self.0.copy_from_slice(&digest[..BYTES]);
        HEXLOWER.encode(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_changed_lost_or_moved_lines() {
        let mut closing = LineChain::default();
        let lines: Vec<String> = ["{\"a\":1}", "{\"b\":\"}\"}", "{\"c\":[]}"]
            .map(|body| closing.close(body))
            .into();
        let holds = |lines: &[&str]| {
            let mut chain = LineChain::default();
            lines.iter().all(|line| chain.verify_next(line))
        };
        let [a, b, c] = [&lines[0], &lines[1], &lines[2]].map(String::as_str);
        assert!(holds(&[a, b, c]) && holds(&[a, b]));
        assert!(!holds(&[a, c]) && !holds(&[b, a, c]) && !holds(&[a, a]));
        for at in 0..b.len() {
            let mut other = b.as_bytes().to_vec();
            other[at] ^= 1;
            let other = String::from_utf8(other).expect("still ASCII");
            assert!(!holds(&[a, &other]), "{other}");
        }
        let read: serde_json::Value = serde_json::from_str(b).expect("JSON");
        assert_eq!(read["b"], "}");
    }
}
