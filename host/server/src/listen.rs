//! Binds the sockets to serve on, before the host announces its address.
//!
//! This module handles addresses, the loopback pair, and errors for a port in use. `wire` serves the sockets.

use anyhow::{Result, anyhow};
use std::io::{self, ErrorKind};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use tokio::net::TcpListener;

/// Number of tries for a port that is free in IPv4 and IPv6. A bind to port 0 finds a port that is free in one of them.
const PORT_TRIES: usize = 16;

/// Binds every address. For 127.0.0.1, also binds ::1 on the same port if the machine has IPv6.
pub(crate) async fn bind(addresses: &[SocketAddr]) -> Result<Vec<TcpListener>> {
    let mut bound = Vec::new();
    for address in addresses {
        if taken_by_us(&bound, *address) {
            continue;
        }
        bound.extend(
            bind_one(*address)
                .await
                .map_err(|(address, error)| explain_bind_error(address, &error))?,
        );
    }
    Ok(bound)
}

/// True if `address`, such as `::1` in the configuration, is already bound as the pair of `127.0.0.1`.
fn taken_by_us(bound: &[TcpListener], address: SocketAddr) -> bool {
    address.port() != 0
        && bound
            .iter()
            .any(|listener| listener.local_addr().is_ok_and(|ours| ours == address))
}

async fn bind_one(address: SocketAddr) -> Result<Vec<TcpListener>, (SocketAddr, io::Error)> {
    let mut tries = if address.port() == 0 { PORT_TRIES } else { 1 };
    loop {
        tries -= 1;
        let first = TcpListener::bind(address).await.map_err(|error| (address, error))?;
        if address.ip() != IpAddr::V4(Ipv4Addr::LOCALHOST) {
            return Ok(vec![first]);
        }
        let port = first.local_addr().map_err(|error| (address, error))?.port();
        // Clients resolve `localhost` to ::1 first; if another program used it, they would reach that program.
        let pair = SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), port);
        match TcpListener::bind(pair).await {
            Ok(second) => return Ok(vec![first, second]),
            Err(error) if error.kind() == ErrorKind::AddrInUse && tries > 0 => {}
            Err(error) if error.kind() == ErrorKind::AddrInUse => return Err((pair, error)),
            Err(error) => {
                tracing::debug!(%error, "no IPv6 loopback on this machine; serving only on IPv4");
                return Ok(vec![first]);
            }
        }
    }
}

fn explain_bind_error(address: SocketAddr, error: &io::Error) -> anyhow::Error {
    let port = address.port();
    match error.kind() {
        ErrorKind::AddrInUse => {
            let other = port.checked_add(1).unwrap_or(7001);
            let holder = if cfg!(target_os = "macos") && (port == 7000 || port == 5000) {
                " (on macOS usually AirPlay Receiver: System Settings, General, AirDrop & Handoff)"
            } else {
                ""
            };
            anyhow!(
                "port {port} of {} is in use by another program{holder}; try `--listen {}`",
                address.ip(),
                SocketAddr::new(address.ip(), other)
            )
        }
        ErrorKind::PermissionDenied => {
            anyhow!(
                "no permission to listen on {address} ({error}); ports below 1024 need special rights, try `--listen \
                 {}`",
                SocketAddr::new(address.ip(), 7000)
            )
        }
        ErrorKind::AddrNotAvailable => {
            anyhow!(
                "`server.listen` is \"{address}\", but this machine has no address {}; use 127.0.0.1 or one of its \
                 own",
                address.ip()
            )
        }
        _ => anyhow!("cannot listen on {address}: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn local(port: u16) -> SocketAddr {
        SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port)
    }

    #[tokio::test]
    async fn loopback_listens_on_both_families_with_one_port() {
        let bound = bind(&[local(0)]).await.unwrap();
        let addresses: Vec<SocketAddr> = bound.iter().map(|listener| listener.local_addr().unwrap()).collect();
        assert!(addresses[0].is_ipv4() && addresses[0].port() != 0);
        assert!(
            addresses.iter().all(|address| address.port() == addresses[0].port()),
            "{addresses:?}"
        );
        let has_ipv6 = TcpListener::bind("[::1]:0").await.is_ok();
        assert_eq!(addresses.len(), if has_ipv6 { 2 } else { 1 });
    }

    #[tokio::test]
    async fn error_names_occupied_port_and_suggests_another() {
        let holder = TcpListener::bind(local(0)).await.unwrap();
        let port = holder.local_addr().unwrap().port();
        let message = bind(&[local(port)]).await.unwrap_err().to_string();
        assert!(message.contains(&format!("port {port}")), "{message}");
        assert!(message.contains("--listen 127.0.0.1:"), "{message}");
    }

    #[tokio::test]
    async fn binds_duplicate_address_once() {
        let free = TcpListener::bind(local(0)).await.unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let pair = SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), port);
        // Another program may take the port in between; that is not what is tested here.
        if let Ok(bound) = bind(&[local(port), local(port)]).await {
            let count = bound
                .iter()
                .filter(|listener| listener.local_addr().unwrap() == local(port))
                .count();
            assert_eq!(count, 1);
            assert!(taken_by_us(&bound, local(port)) && (bound.len() == 1 || taken_by_us(&bound, pair)));
        }
    }
}
