//! Who a caller is over the end of a connection or a session.

use std::net::{IpAddr, SocketAddr};

/// A caller as it comes again: not its port, not its session, and not what it calls itself alone. All who hold the token of
/// a host are one to it, so that beyond the token only the address tells them apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    from: Place,
    /// As the client gave it: tells programs of the same place apart, and proves nothing.
    client: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// This machine's users: loopback, stdio, the command line.
    Local,
    Address(IpAddr),
    /// An address that is none, as it was written.
    Other(String),
}

impl Identity {
    pub(crate) fn new(address: &str, client: &str) -> Self {
        let known = address.parse::<SocketAddr>().map(|address| address.ip());
        let known = known
            .or_else(|_| address.parse::<IpAddr>())
            .map(|address| address.to_canonical());
        let from = match known {
            Ok(address) if address.is_loopback() => Place::Local,
            Ok(address) => Place::Address(address),
            Err(_) if address == "local" => Place::Local,
            Err(_) => Place::Other(address.to_owned()),
        };
        Self {
            from,
            client: client.to_owned(),
        }
    }

    /// Roughly how many bytes it takes.
    pub fn weight(&self) -> usize {
        self.client.len() + size_of::<Self>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caller_stays_the_same_over_ports_and_ways_in() {
        let here = Identity::new("127.0.0.1:50000", "agent 1");
        for address in ["127.0.0.1:50001", "[::1]:4", "[::ffff:127.0.0.1]:80", "local"] {
            assert_eq!(Identity::new(address, "agent 1"), here, "{address}");
        }
        let there = Identity::new("10.0.0.5:50000", "agent 1");
        assert_eq!(Identity::new("10.0.0.5:50001", "agent 1"), there);
        assert_eq!(Identity::new("[::ffff:10.0.0.5]:9", "agent 1"), there);
        assert_ne!(here, there);
        assert_ne!(Identity::new("10.0.0.6:50000", "agent 1"), there);
        assert_ne!(Identity::new("127.0.0.1:50000", "agent 2"), here);
    }
}
