//! Tests of access while an address is throttled, and of the log lines about it.

use super::lines::MOST_LINES;
use super::*;

impl Logins {
    fn login(&self, peer: SocketAddr, is_right: impl FnOnce() -> bool, now: Instant) -> Login {
        self.judge_at(peer, is_right, now).0
    }
}

fn parse_address(address: &str) -> SocketAddr {
    address.parse().expect("an address")
}

#[test]
fn throttles_guesses_to_one_per_second_after_ten_failures() {
    let (logins, start, peer) = (Logins::default(), Instant::now(), parse_address("192.0.2.1:1"));
    let mut looked_at = 0;
    let mut guess = |now| {
        logins.login(
            peer,
            || {
                looked_at += 1;
                false
            },
            now,
        )
    };
    for _ in 0..10 {
        assert_eq!(guess(start), Login::Wrong);
    }
    for _ in 0..100 {
        assert_eq!(guess(start + Duration::from_millis(500)), Login::Throttled);
    }
    assert_eq!(guess(start + Duration::from_millis(1_000)), Login::Wrong);
    assert_eq!(guess(start + Duration::from_millis(1_900)), Login::Throttled);
    assert_eq!(guess(start + Duration::from_secs(2)), Login::Wrong);
    assert_eq!(looked_at, 12);
    assert_eq!((logins.failed(), logins.throttled()), (113, 101));
    // The address is not locked out permanently.
    let later = start + Duration::from_secs(3);
    assert_eq!(logins.login(peer, || true, later), Login::Right);
}

#[test]
fn admits_other_addresses_and_shared_address_with_right_token() {
    let (logins, now) = (Logins::default(), Instant::now());
    let (guesser, proxy) = (parse_address("192.0.2.1:1"), parse_address("192.0.2.7:1"));
    logins.login(proxy, || false, now);
    assert_eq!(logins.login(proxy, || true, now), Login::Right);
    for port in 0..50 {
        let from = SocketAddr::new(guesser.ip(), port);
        logins.login(from, || false, now);
        logins.login(proxy, || false, now);
    }
    assert_eq!(logins.login(guesser, || true, now), Login::Throttled);
    assert_eq!(logins.login(parse_address("192.0.2.2:1"), || true, now), Login::Right);
    assert_eq!(
        logins.login(proxy, || true, now),
        Login::Right,
        "its other clients are not affected"
    );
    assert_eq!(logins.login(proxy, || false, now), Login::Wrong);
}

#[test]
fn bounds_login_table_and_groups_ipv6_by_network() {
    let (logins, now) = (Logins::default(), Instant::now());
    for number in 0..3_000_u32 {
        let address = SocketAddr::new(std::net::Ipv4Addr::from(number).into(), 1);
        logins.login(address, || false, now + Duration::from_millis(number.into()));
    }
    assert_eq!(logins.table().failing.len(), MOST);
    let logins = Logins::default();
    for last in 1..=11 {
        let login = logins.login(parse_address(&format!("[2001:db8::{last}]:1")), || false, now);
        assert_eq!(login, if last <= 10 { Login::Wrong } else { Login::Throttled });
    }
    assert_eq!(
        logins.login(parse_address("[2001:db8:0:1::1]:1"), || true, now),
        Login::Right
    );
}

#[test]
fn admits_trusted_address_despite_failures_until_trust_expires() {
    let (logins, start, proxy) = (Logins::default(), Instant::now(), parse_address("192.0.2.7:1"));
    // First a right token, without a failure before it.
    assert_eq!(logins.login(proxy, || true, start), Login::Right);
    for _ in 0..50 {
        assert_eq!(logins.login(proxy, || false, start), Login::Wrong);
    }
    assert_eq!(logins.login(proxy, || true, start), Login::Right);
    // Not forever: an hour after the last right token the address is like any other.
    let later = start + TRUSTED;
    for _ in 0..10 {
        assert_eq!(logins.login(proxy, || false, later), Login::Wrong);
    }
    assert_eq!(logins.login(proxy, || true, later), Login::Throttled);
}

#[test]
fn failures_evict_no_trusted_address_and_tables_stay_bounded() {
    let (logins, now, client) = (Logins::default(), Instant::now(), parse_address("192.0.2.7:1"));
    assert_eq!(logins.login(client, || true, now), Login::Right);
    let from = |number: u32| SocketAddr::new(std::net::Ipv4Addr::from(number).into(), 1);
    for number in 0..3_000 {
        logins.login(from(number), || false, now);
    }
    for _ in 0..20 {
        logins.login(client, || false, now);
    }
    assert_eq!(logins.login(client, || true, now), Login::Right);
    for number in 0..3_000 {
        logins.login(from(number), || true, now + TRUSTED);
    }
    let table = logins.table();
    assert_eq!((table.failing.len(), table.right.len()), (MOST, MOST));
}

#[test]
fn logs_throttling_at_once_and_counts_at_period_end() {
    let (logins, start, peer) = (Logins::default(), Instant::now(), parse_address("192.0.2.1:1"));
    let address = peer.ip();
    let wrong = |now| logins.judge_at(peer, || false, now).1;
    let failed = |failures, throttled| Line::Failed {
        address,
        failures,
        throttled,
    };
    assert_eq!(wrong(start), [failed(1, 0)]);
    for _ in 1..10 {
        assert_eq!(wrong(start), []);
    }
    assert_eq!(wrong(start), [Line::ThrottlingBegins { address, failures: 10 }]);
    for _ in 0..14 {
        assert_eq!(wrong(start), []);
    }
    // The attack stops. The next request of any client, even without a failure, logs the remaining failures.
    let ended = start + Duration::from_secs(10);
    let (login, lines) = logins.judge_at(parse_address("192.0.2.9:1"), || true, ended);
    assert_eq!((login, lines), (Login::Right, vec![failed(14, 14)]));
    // An attacker that continues gets one line in each period.
    assert_eq!(wrong(ended + Duration::from_secs(1)), []);
    assert_eq!(logins.table().lines.end_period(ended + Duration::from_secs(9)), []);
    assert_eq!(
        logins.table().lines.end_period(ended + Duration::from_secs(10)),
        [failed(1, 0)]
    );
    assert_eq!(logins.table().lines.end_period(ended + Duration::from_secs(20)), []);
    // After a quiet time the address is throttled again, which is logged again.
    let again = ended + Duration::from_secs(60);
    let begins = (0..11).flat_map(|_| wrong(again)).collect::<Vec<_>>();
    assert_eq!(begins, [failed(1, 0), Line::ThrottlingBegins { address, failures: 10 }]);
}

#[test]
fn bounds_log_lines_and_counts_every_failure() {
    let (logins, now) = (Logins::default(), Instant::now());
    let mut lines = Vec::new();
    for number in 0..3_000_u32 {
        let from = SocketAddr::new(std::net::Ipv4Addr::from(number).into(), 1);
        lines.extend(logins.judge_at(from, || false, now).1);
    }
    assert_eq!(lines.len(), MOST_LINES);
    let ended = logins.table().lines.end_period(now + Duration::from_secs(10));
    assert_eq!(ended.len(), MOST_LINES);
    assert!(matches!(ended.last(), Some(Line::Others { .. })));
    assert_eq!(lines.iter().chain(&ended).map(failures).sum::<u64>(), 3_000);
}

fn failures(line: &Line) -> u64 {
    match line {
        Line::Failed { failures, .. } | Line::ThrottlingBegins { failures, .. } | Line::Others { failures, .. } => {
            *failures
        }
    }
}

#[tokio::test]
async fn logs_counted_failures_at_period_end_without_another_request() {
    let (logins, peer) = (Logins::default(), parse_address("192.0.2.1:1"));
    logins.table().lines.period = Duration::from_millis(20);
    for turn in 0..3 {
        let mut lines = Vec::new();
        for _ in 0..13 {
            lines.extend(logins.judge_at(peer, || false, Instant::now()).1);
        }
        let logged = |lines: &[Line]| lines.iter().map(failures).sum::<u64>();
        while logged(&lines) < 13 {
            lines.extend(logins.await_counted().await);
        }
        assert_eq!(logged(&lines), 13, "turn {turn}: {lines:?}");
    }
}

#[test]
fn logs_remaining_failures_when_host_ends() {
    let (logins, start, peer) = (Logins::default(), Instant::now(), parse_address("192.0.2.1:1"));
    let address = peer.ip();
    let lines: Vec<Line> = (0..5).flat_map(|_| logins.judge_at(peer, || false, start).1).collect();
    let failed = |failures| Line::Failed {
        address,
        failures,
        throttled: 0,
    };
    assert_eq!(lines, [failed(1)]);
    assert_eq!(logins.table().lines.end(start), [failed(4)]);
    assert_eq!(logins.table().lines.end(start), []);
}
