//! The identity of a client: it shows which calls come from the same client, as far as the host can check.
//!
//! Belongs here: the parts of an identity. Does not: how a protocol proves it (`wire`), the data that depends on it
//! (the bridges).

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

/// The identity of a caller, to keep data of different clients apart: idempotency keys, and the flag `mine` in the list
/// of edits. Only a shared secret proves that two calls come from one client: a session, a private connection or a
/// random text from the client. Clients can share tokens and addresses, and choose their names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity(Kind);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Secret(Arc<str>),
    Session(Arc<str>),
    Connection(Arc<str>),
    Unproven { from: Place, client: String },
}

/// A proof of identity for a call without a session, or in addition to the session.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// Digest of the client secret, a random text that is the same across sessions, connections and host restarts.
    Secret(Arc<str>),
    /// Id of a connection that only this client uses: a pipe or a WebSocket.
    Connection(Arc<str>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// The client is on this machine: a loopback address, stdio or the command line.
    Local,
    Address(IpAddr),
    /// The client has an address that is not an IP address.
    Other(String),
}

impl Identity {
    /// Determines a caller's identity from the strongest proof. A secret takes precedence, so that a client keeps its
    /// identity in its next session.
    pub(crate) fn new(proof: Option<&Proof>, session: Option<&Arc<str>>, address: &str, client: &str) -> Self {
        Self(match (proof, session) {
            (Some(Proof::Secret(digest)), _) => Kind::Secret(Arc::clone(digest)),
            (_, Some(session)) => Kind::Session(Arc::clone(session)),
            (Some(Proof::Connection(id)), None) => Kind::Connection(Arc::clone(id)),
            (None, None) => Kind::Unproven {
                from: Place::from_address(address),
                client: client.to_owned(),
            },
        })
    }

    /// Returns the identity of an unknown client; `is_proven` is false for it.
    pub fn anonymous() -> Self {
        Self(Kind::Unproven {
            from: Place::Other(String::new()),
            client: String::new(),
        })
    }

    /// Returns true if a secret, session or connection proves the identity. Otherwise, two clients may have equal ones.
    pub fn is_proven(&self) -> bool {
        !matches!(self.0, Kind::Unproven { .. })
    }

    /// Returns true if both identities are proven and equal, so both belong to the same client.
    pub fn is_surely(&self, other: &Self) -> bool {
        self.is_proven() && self == other
    }

    /// Returns the approximate memory size of the identity in bytes.
    pub fn weight(&self) -> usize {
        let text = match &self.0 {
            Kind::Secret(id) | Kind::Session(id) | Kind::Connection(id) => id.len(),
            Kind::Unproven { client, .. } => client.len(),
        };
        text + size_of::<Self>()
    }
}

impl Place {
    fn from_address(address: &str) -> Self {
        let known = address.parse::<SocketAddr>().map(|address| address.ip());
        let known = known
            .or_else(|_| address.parse::<IpAddr>())
            .map(|address| address.to_canonical());
        match known {
            Ok(address) if address.is_loopback() => Self::Local,
            Ok(address) => Self::Address(address),
            Err(_) if address == "local" => Self::Local,
            Err(_) => Self::Other(address.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unproven_identity(address: &str, client: &str) -> Identity {
        Identity::new(None, None, address, client)
    }

    #[test]
    fn identity_by_address_and_name_is_comparable_but_unproven() {
        let here = unproven_identity("127.0.0.1:50000", "agent 1");
        for address in ["127.0.0.1:50001", "[::1]:4", "[::ffff:127.0.0.1]:80", "local"] {
            assert_eq!(unproven_identity(address, "agent 1"), here, "{address}");
            assert!(!unproven_identity(address, "agent 1").is_surely(&here), "{address}");
        }
        let there = unproven_identity("10.0.0.5:50000", "agent 1");
        assert_eq!(unproven_identity("10.0.0.5:50001", "agent 1"), there);
        assert_eq!(unproven_identity("[::ffff:10.0.0.5]:9", "agent 1"), there);
        assert_ne!(here, there);
        assert_ne!(unproven_identity("10.0.0.6:50000", "agent 1"), there);
        assert_ne!(unproven_identity("127.0.0.1:50000", "agent 2"), here);
    }

    #[test]
    fn distinguishes_clients_by_session_connection_and_secret() {
        let (address, client) = ("127.0.0.1:50000", "agent 1");
        let (one, other): (Arc<str>, Arc<str>) = ("one".into(), "other".into());
        let session = |id: &Arc<str>| Identity::new(None, Some(id), address, client);
        let connection = |id: &Arc<str>| Identity::new(Some(&Proof::Connection(Arc::clone(id))), None, address, client);
        let secret =
            |id: &Arc<str>, session| Identity::new(Some(&Proof::Secret(Arc::clone(id))), session, "10.0.0.5:1", "x");
        assert!(session(&one).is_surely(&session(&one)) && !session(&one).is_surely(&session(&other)));
        assert!(connection(&one).is_surely(&connection(&one)) && !connection(&one).is_surely(&connection(&other)));
        assert!(
            secret(&one, Some(&one)).is_surely(&secret(&one, Some(&other))),
            "in another session"
        );
        assert!(secret(&one, None).is_surely(&secret(&one, Some(&other))) && secret(&one, None).is_proven());
        let all = [
            session(&one),
            connection(&one),
            secret(&one, None),
            unproven_identity(address, client),
        ];
        for (index, this) in all.iter().enumerate() {
            assert!(all.iter().skip(index + 1).all(|that| this != that), "{this:?}");
        }
    }
}
