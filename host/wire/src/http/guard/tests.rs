//! Tests of Host, Origin and token headers: accepted values, and similar values that are rejected.

use super::*;
use crate::token::Token;

#[test]
fn distinguishes_loopback_hosts_from_lookalikes() {
    for host in [
        "localhost",
        "LOCALHOST:7000",
        "127.0.0.1",
        "127.1.2.3:80",
        "[::1]",
        "[::1]:7000",
    ] {
        assert!(is_loopback_host(host), "{host}");
    }
    for host in [
        "",
        "localhost.evil.example",
        "evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1:x",
        "[::2]",
        "[::1]x",
        "::1",
        "localhost:7000:1",
        "user@localhost",
        "128.0.0.1",
        "0.0.0.0",
    ] {
        assert!(!is_loopback_host(host), "{host}");
    }
}

#[test]
fn distinguishes_addresses_from_names() {
    for host in [
        "10.1.2.3",
        "10.1.2.3:7000",
        "[fe80::1]",
        "[2001:db8::1]:80",
        "127.0.0.1",
    ] {
        assert!(is_address(host), "{host}");
    }
    for host in [
        "box.lan",
        "10.1.2.3.evil.example",
        "10.1.2",
        "0x7f.1",
        "10.1.2.3:x",
        "fe80::1",
        "[fe80::1]x",
        "",
    ] {
        assert!(!is_address(host), "{host}");
    }
}

#[test]
fn listed_host_matches_any_port_unless_it_names_one() {
    assert!(is_same_host("box.lan", "BOX.lan:7000") && is_same_host("box.lan", "box.lan"));
    assert!(is_same_host("box.lan:7000", "box.lan:7000") && !is_same_host("box.lan:7000", "box.lan:7001"));
    assert!(!is_same_host("box.lan", "box.lan.evil.example"));
}

#[test]
fn rejects_missing_unreadable_or_conflicting_hosts() {
    let of = |uri: &str, hosts: &[&str]| {
        let mut request = axum_core::extract::Request::builder().uri(uri);
        for host in hosts {
            request = request.header(HOST, *host);
        }
        let (parts, ()) = request.body(()).expect("a request").into_parts();
        host_of(&parts).map(str::to_owned)
    };
    for (uri, hosts, expected) in [
        ("/", &["localhost:7000"][..], Ok("localhost:7000")),
        ("http://localhost:7000/", &[], Ok("localhost:7000")),
        ("http://localhost:7000/", &["LOCALHOST:7000"], Ok("LOCALHOST:7000")),
        ("http://evil.example/", &["localhost"], Err(NoHost::Contradicted)),
        ("http://localhost/", &["evil.example"], Err(NoHost::Contradicted)),
        ("/", &["localhost", "evil.example"], Err(NoHost::Several)),
        ("/", &["localhost", "localhost"], Err(NoHost::Several)),
        ("/", &[""], Err(NoHost::Unreadable)),
        ("/", &["lo\u{e9}"], Err(NoHost::Unreadable)),
        ("/", &[], Err(NoHost::Missing)),
    ] {
        assert_eq!(of(uri, hosts), expected.map(str::to_owned), "{uri} {hosts:?}");
    }
}

#[test]
fn accepts_only_a_single_correct_token() {
    let wanted = Token::new("right");
    let sent = |values: &[&'static str]| {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(AUTHORIZATION, HeaderValue::from_static(value));
        }
        has_token(&headers, &wanted)
    };
    assert!(sent(&["Bearer right"]) && sent(&["bearer right "]));
    for values in [
        &["Bearer right", "Bearer wrong"][..],
        &["Bearer wrong", "Bearer right"],
        &["Bearer right", "Bearer right"],
        &["Bearer wrong"],
        &[],
    ] {
        assert!(!sent(values), "{values:?}");
    }
}

#[test]
fn rejects_loopback_names_from_remote_peers() {
    let options = WireOptions {
        allowed_hosts: vec!["forge.example".to_owned()],
        ..WireOptions::default()
    };
    for (host, peer, knows) in [
        ("localhost:7000", "127.0.0.1:9", true),
        ("localhost:7000", "[::ffff:127.0.0.1]:9", true),
        ("localhost:7000", "192.0.2.7:9", false),
        ("127.0.0.1", "192.0.2.7:9", false),
        ("[::1]:7000", "[2001:db8::7]:9", false),
        ("forge.example", "192.0.2.7:9", true),
        ("other.example", "127.0.0.1:9", false),
    ] {
        let request = http::Request::get("/health").header(HOST, host);
        let (parts, ()) = request.body(()).expect("a request").into_parts();
        let peer = peer.parse().expect("an address");
        assert_eq!(knows_a_name(&parts, peer, &options), knows, "{host} {peer}");
    }
}

#[test]
fn hides_tokens_in_printed_headers() {
    let mut headers = HeaderMap::new();
    for value in ["Bearer s3cret", "Bearer s3cret too"] {
        headers.append(AUTHORIZATION, HeaderValue::from_static(value));
    }
    hide_credentials(&mut headers);
    let printed = format!("{headers:?}");
    assert!(
        printed.contains("authorization") && !printed.contains("s3cret"),
        "{printed}"
    );
}
