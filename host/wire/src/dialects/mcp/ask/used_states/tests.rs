//! Used states over a restart, beside another host, in files that are damaged, and in such that cannot be written.

use super::*;

fn nonce(number: u64) -> Nonce {
    let mut nonce = Nonce::default();
    nonce[..8].copy_from_slice(&number.to_le_bytes());
    nonce
}

fn later() -> u64 {
    now() + 3_600_000
}

#[tokio::test]
async fn a_state_is_used_once_also_after_a_restart_and_beside_another_host() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("used");
    let kept = || UsedStates::new(Some(file.clone()));
    let (one, beside) = (kept(), kept());
    assert_eq!(one.claim(nonce(1), later()).await, Claim::New);
    assert_eq!(one.claim(nonce(1), later()).await, Claim::Used);
    assert_eq!(beside.claim(nonce(1), later()).await, Claim::Used);
    assert_eq!(beside.claim(nonce(2), later()).await, Claim::New);
    assert_eq!(one.claim(nonce(2), later()).await, Claim::Used);
    drop((one, beside));
    let next = kept();
    assert_eq!(next.claim(nonce(2), later()).await, Claim::Used);
    assert_eq!(next.claim(nonce(3), later()).await, Claim::New);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[tokio::test]
async fn what_is_not_kept_is_remembered_all_the_same() {
    let used = UsedStates::new(None);
    assert_eq!(used.claim(nonce(1), later()).await, Claim::New);
    assert_eq!(used.claim(nonce(1), later()).await, Claim::Used);
    // A folder where the file should be.
    let folder = tempfile::tempdir().unwrap();
    let used = UsedStates::new(Some(folder.path().to_path_buf()));
    assert_eq!(used.claim(nonce(1), later()).await, Claim::New);
    assert_eq!(used.claim(nonce(1), later()).await, Claim::Used);
}

#[tokio::test]
async fn the_file_stays_small_and_another_host_notices_that_it_was_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("used");
    let kept = || UsedStates::new(Some(file.clone()));
    let beside = kept();
    assert_eq!(beside.claim(nonce(1), later()).await, Claim::New);
    let one = kept();
    // Expired the moment they were used.
    for number in 2..10_000 {
        assert_eq!(one.claim(nonce(number), 1).await, Claim::New);
    }
    let length = std::fs::metadata(&file).unwrap().len();
    assert!(length < 5000 * 32, "{length} bytes");
    assert_eq!(one.claim(nonce(20_000), later()).await, Claim::New);
    assert_eq!(beside.claim(nonce(20_000), later()).await, Claim::Used);
    assert_eq!(kept().claim(nonce(1), later()).await, Claim::Used);
}

#[tokio::test]
async fn a_damaged_file_costs_its_damaged_entries_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("used");
    let kept = || UsedStates::new(Some(file.clone()));
    let one = kept();
    for number in 1..=3 {
        assert_eq!(one.claim(nonce(number), later()).await, Claim::New);
    }
    let mut bytes = std::fs::read(&file).unwrap();
    // Entry 2 is changed, and a write broke off behind entry 3.
    bytes[16 + 32 + 5] ^= 1;
    bytes.extend_from_slice(b"torn");
    std::fs::write(&file, &bytes).unwrap();
    let next = kept();
    assert_eq!(next.claim(nonce(3), later()).await, Claim::Used);
    assert_eq!(next.claim(nonce(2), later()).await, Claim::New);
    assert_eq!(kept().claim(nonce(2), later()).await, Claim::Used);
    for foreign in [&b"x"[..], b"something else entirely, and longer than a head"] {
        std::fs::write(&file, foreign).unwrap();
        assert_eq!(kept().claim(nonce(9), later()).await, Claim::New, "{foreign:?}");
        assert_eq!(kept().claim(nonce(9), later()).await, Claim::Used, "{foreign:?}");
    }
}

#[test]
fn more_than_can_be_remembered_is_refused_until_something_expires() {
    let mut seen = Seen::default();
    for number in 0..MOST as u64 {
        assert_eq!(seen.claim(nonce(number), later()), Claim::New);
    }
    assert_eq!(seen.claim(nonce(MOST as u64), later()), Claim::Full);
    assert_eq!(seen.claim(nonce(0), later()), Claim::Used);
    seen.until.insert(nonce(0), 1);
    assert_eq!(seen.claim(nonce(MOST as u64), later()), Claim::New);
}
