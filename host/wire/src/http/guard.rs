//! The access checks of every request: Host, Origin and token, before anything else is processed.

use crate::http::logins::Login;
use crate::http::refusal::Refusal;
use crate::jsonrpc::{INVALID_REQUEST, shorten};
use crate::options::WireOptions;
use crate::state::Wire;
use crate::token::Token;
use axum_core::response::{IntoResponse, Response};
use http::header::{AUTHORIZATION, COOKIE, Entry, HOST, HeaderValue, ORIGIN, PROXY_AUTHORIZATION, WWW_AUTHENTICATE};
use http::request::Parts;
use http::{HeaderMap, StatusCode, Version};
use std::net::{IpAddr, SocketAddr};

/// Rejects a request with a Host or Origin that is not allowed, against DNS rebinding and pages of other sites.
pub(crate) fn origin_and_host(parts: &Parts, options: &WireOptions) -> Result<(), Refusal> {
    let host = match host_of(parts) {
        Ok(host) => host,
        Err(why) => return refuse(StatusCode::BAD_REQUEST, why.to_string()),
    };
    if !is_loopback_host(host) && !options.allowed_hosts.iter().any(|allowed| is_same_host(allowed, host)) {
        let host = shorten(host);
        return refuse(
            StatusCode::FORBIDDEN,
            format!("Host `{host}` is neither loopback nor in `server.allowed-hosts`: add it there to allow it"),
        );
    }
    match allowed_origin(&parts.headers, options) {
        OriginVerdict::Absent if is_of_a_foreign_page(&parts.headers) => refuse(
            StatusCode::FORBIDDEN,
            "a page of another site sent this request without an Origin; pages need a browser that sends an allowed Origin"
                .to_owned(),
        ),
        OriginVerdict::Absent | OriginVerdict::Allowed => Ok(()),
        OriginVerdict::Foreign(origin) => refuse(
            StatusCode::FORBIDDEN,
            format!(
                "Origin `{}` is neither loopback nor in `server.allowed-origins`: add it there to allow its pages",
                shorten(&origin)
            ),
        ),
    }
}

/// True for a health check: no web page sent the request, and its host is an IP address, or missing in HTTP/1.0. A DNS
/// rebinding attack cannot send such a request, because it needs a host name.
pub(crate) fn is_probe(parts: &Parts) -> bool {
    if parts.headers.contains_key(ORIGIN) || is_of_a_foreign_page(&parts.headers) {
        return false;
    }
    match host_of(parts) {
        Ok(host) => is_address(host),
        Err(NoHost::Missing) => parts.version == Version::HTTP_10,
        Err(_) => false,
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum OriginVerdict {
    /// The request has no Origin header: its client is not a browser, or it comes from a page of the same origin.
    Absent,
    Allowed,
    Foreign(String),
}

pub(crate) fn allowed_origin(headers: &HeaderMap, options: &WireOptions) -> OriginVerdict {
    let mut origins = headers.get_all(ORIGIN).iter();
    let (Some(origin), None) = (origins.next(), origins.next()) else {
        return match headers.contains_key(ORIGIN) {
            false => OriginVerdict::Absent,
            true => OriginVerdict::Foreign("(several)".to_owned()),
        };
    };
    let Ok(text) = origin.to_str() else {
        return OriginVerdict::Foreign("(unreadable)".to_owned());
    };
    let listed = options
        .allowed_origins
        .iter()
        .any(|allowed| allowed.trim_end_matches('/').eq_ignore_ascii_case(text));
    let loopback = ["http://", "https://"]
        .iter()
        .any(|scheme| strip_prefix_ignoring_case(text, scheme).is_some_and(is_loopback_host));
    if listed || loopback {
        OriginVerdict::Allowed
    } else {
        OriginVerdict::Foreign(text.to_owned())
    }
}

/// True if the browser reports a request by a page of another origin, such as for an image, without Origin header.
fn is_of_a_foreign_page(headers: &HeaderMap) -> bool {
    let sites = headers.get_all("sec-fetch-site");
    sites
        .iter()
        .any(|site| !matches!(site.as_bytes(), b"same-origin" | b"none"))
}

/// Checks the token of a request; `None` if the request contains no token, or if the host requires none.
pub(crate) fn login(headers: &HeaderMap, peer: SocketAddr, wire: &Wire) -> Option<Login> {
    let wanted = wire.options.token.as_ref()?;
    if !headers.contains_key(AUTHORIZATION) {
        return None;
    }
    Some(wire.logins.judge(peer, || has_token(headers, wanted)))
}

fn has_token(headers: &HeaderMap, wanted: &Token) -> bool {
    let mut all = headers.get_all(AUTHORIZATION).iter();
    // If there are several tokens, a proxy may have checked another one.
    let (Some(given), None) = (all.next(), all.next()) else {
        return false;
    };
    let given = given.as_bytes();
    let (scheme, rest) = given.split_at(given.len().min(7));
    scheme.eq_ignore_ascii_case(b"bearer ") && wanted.is(rest.trim_ascii())
}

/// True if a caller may see the full `/health`. The request must name this host by an allowed name. The caller must
/// have the token (`is_known`), or connect from the same machine if the host requires no token.
pub(crate) fn sees_all(parts: &Parts, peer: SocketAddr, is_known: bool, options: &WireOptions) -> bool {
    let is_entitled = match options.token {
        Some(_) => is_known,
        None => peer.ip().to_canonical().is_loopback(),
    };
    is_entitled && origin_and_host(parts, options).is_ok()
}

/// True if a caller without a token may see the short `/health`. The request must name this host by an allowed name.
/// The public loopback names count only for a caller on the same machine.
pub(crate) fn knows_a_name(parts: &Parts, peer: SocketAddr, options: &WireOptions) -> bool {
    let is_local = peer.ip().to_canonical().is_loopback();
    let counts = |host: &str| is_local || !is_loopback_host(host);
    origin_and_host(parts, options).is_ok() && host_of(parts).is_ok_and(counts)
}

pub(crate) fn token_wanted() -> Response {
    let refusal = Refusal::new(
        StatusCode::UNAUTHORIZED,
        INVALID_REQUEST,
        "this host requires its token: send `Authorization: Bearer <content of server.token-file>`",
    );
    ([(WWW_AUTHENTICATE, "Bearer realm=\"unity-tool-host\"")], refusal).into_response()
}

pub(crate) fn too_many_tokens() -> Response {
    let message = "too many wrong tokens from this address: wait a second before sending another one";
    Refusal::new(StatusCode::TOO_MANY_REQUESTS, INVALID_REQUEST, message).into_response()
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum NoHost {
    #[error("the Host header is missing")]
    Missing,
    #[error("the Host header is empty or unreadable: send the name and port of this host")]
    Unreadable,
    #[error("there are several Host headers: send one")]
    Several,
    #[error(
        "the Host header differs from the request's target or `:authority`: send the same host in both, or only one of them"
    )]
    Contradicted,
}

/// Returns the only host that the request names. Several hosts are an error, because a proxy could read another one
/// than this host (RFC 9112, 3.2; RFC 9113, 8.3.1).
fn host_of(parts: &Parts) -> Result<&str, NoHost> {
    let mut headers = parts.headers.get_all(HOST).iter();
    let header = headers.next();
    if headers.next().is_some() {
        return Err(NoHost::Several);
    }
    let header = match header.map(HeaderValue::to_str) {
        Some(Ok(host)) => Some(host),
        Some(Err(_)) => return Err(NoHost::Unreadable),
        None => None,
    };
    let target = parts.uri.authority().map(http::uri::Authority::as_str);
    let host = match (header, target) {
        (Some(header), Some(target)) if !header.eq_ignore_ascii_case(target) => return Err(NoHost::Contradicted),
        (Some(host), _) | (None, Some(host)) => host,
        (None, None) => return Err(NoHost::Missing),
    };
    match host {
        "" => Err(NoHost::Unreadable),
        host => Ok(host),
    }
}

fn refuse(status: StatusCode, message: String) -> Result<(), Refusal> {
    tracing::debug!(%status, message, "request refused");
    Err(Refusal::new(status, INVALID_REQUEST, message))
}

fn is_loopback_host(host: &str) -> bool {
    let is_localhost = |(name, _): (&str, Option<u16>)| name.eq_ignore_ascii_case("localhost");
    address_of(host).is_some_and(|ip| ip.is_loopback()) || name_and_port(host).is_some_and(is_localhost)
}

fn is_address(host: &str) -> bool {
    address_of(host).is_some()
}

fn address_of(host: &str) -> Option<IpAddr> {
    let (name, _) = name_and_port(host)?;
    match name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inner) => inner.parse().ok().map(IpAddr::V6),
        None => name.parse().ok().map(IpAddr::V4),
    }
}

fn name_and_port(host: &str) -> Option<(&str, Option<u16>)> {
    let (name, port) = split_port(host)?;
    match port {
        Some(port) => Some((name, Some(port.parse().ok()?))),
        None => Some((name, None)),
    }
}

/// True if `host` matches the name `allowed`. An allowed name without a port matches every port.
fn is_same_host(allowed: &str, host: &str) -> bool {
    allowed.eq_ignore_ascii_case(host)
        || split_port(host).is_some_and(|(name, port)| port.is_some() && name.eq_ignore_ascii_case(allowed))
}

fn split_port(host: &str) -> Option<(&str, Option<&str>)> {
    if host.starts_with('[') {
        let end = host.find(']')? + 1;
        let (name, rest) = host.split_at(end);
        return match rest.strip_prefix(':') {
            Some(port) => Some((name, Some(port))),
            None => rest.is_empty().then_some((name, None)),
        };
    }
    Some(match host.split_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (host, None),
    })
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// Marks the credential headers as sensitive, so that debug output omits their values.
pub(crate) fn hide_credentials(headers: &mut HeaderMap) {
    for name in [AUTHORIZATION, PROXY_AUTHORIZATION, COOKIE] {
        // Most requests have no such header, and `entry` would allocate a slot for it.
        if headers.contains_key(&name)
            && let Entry::Occupied(mut found) = headers.entry(name)
        {
            found.iter_mut().for_each(|value| value.set_sensitive(true));
        }
    }
}

#[cfg(test)]
mod tests;
