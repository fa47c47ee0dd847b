//! Tests of used states after a restart, with a second host, in damaged files, and in files that cannot be written.

use super::*;

fn nonce(number: u64) -> Nonce {
    let mut nonce = Nonce::default();
    nonce[..8].copy_from_slice(&number.to_le_bytes());
    nonce
}

/// The length in bytes of the file's header, and of the line of an entry.
const HEADER: usize = 25;
const LINE: usize = 50;

fn in_an_hour() -> u64 {
    now_millis() + 3_600_000
}

#[tokio::test]
async fn state_is_used_once_across_restarts_and_concurrent_hosts() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("used");
    let kept = || UsedStates::new(Some(file.clone()));
    let (one, beside) = (kept(), kept());
    assert_eq!(one.claim(nonce(1), in_an_hour()).await, Claim::New);
    assert_eq!(one.claim(nonce(1), in_an_hour()).await, Claim::Used);
    assert_eq!(beside.claim(nonce(1), in_an_hour()).await, Claim::Used);
    assert_eq!(beside.claim(nonce(2), in_an_hour()).await, Claim::New);
    assert_eq!(one.claim(nonce(2), in_an_hour()).await, Claim::Used);
    drop((one, beside));
    let next = kept();
    assert_eq!(next.claim(nonce(2), in_an_hour()).await, Claim::Used);
    assert_eq!(next.claim(nonce(3), in_an_hour()).await, Claim::New);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[tokio::test]
async fn remembers_used_states_without_a_usable_file() {
    let used = UsedStates::new(None);
    assert_eq!(used.claim(nonce(1), in_an_hour()).await, Claim::New);
    assert_eq!(used.claim(nonce(1), in_an_hour()).await, Claim::Used);
    // A folder at the path of the file.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("used");
    std::fs::create_dir(&file).unwrap();
    let used = UsedStates::new(Some(file));
    assert_eq!(used.claim(nonce(1), in_an_hour()).await, Claim::New);
    assert_eq!(used.claim(nonce(1), in_an_hour()).await, Claim::Used);
}

#[tokio::test]
async fn removes_expired_entries_and_other_hosts_notice_the_rewrite() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("used");
    let kept = || UsedStates::new(Some(file.clone()));
    let beside = kept();
    assert_eq!(beside.claim(nonce(1), in_an_hour()).await, Claim::New);
    let one = kept();
    // States that are already expired when they are used.
    for number in 2..200 {
        assert_eq!(one.claim(nonce(number), 1).await, Claim::New);
    }
    let length = std::fs::metadata(&file).unwrap().len();
    assert!(length < 100 * LINE as u64, "{length} bytes");
    assert_eq!(one.claim(nonce(20_000), in_an_hour()).await, Claim::New);
    assert_eq!(beside.claim(nonce(20_000), in_an_hour()).await, Claim::Used);
    assert_eq!(kept().claim(nonce(1), in_an_hour()).await, Claim::Used);
}

#[tokio::test]
async fn damaged_file_loses_only_its_damaged_entries() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("used");
    let kept = || UsedStates::new(Some(file.clone()));
    let one = kept();
    for number in 1..=3 {
        assert_eq!(one.claim(nonce(number), in_an_hour()).await, Claim::New);
    }
    let mut bytes = std::fs::read(&file).unwrap();
    // Entry 2 is changed, and a write was interrupted after entry 3.
    bytes[HEADER + LINE + 20] ^= 1;
    bytes.extend_from_slice(b"torn");
    std::fs::write(&file, &bytes).unwrap();
    let next = kept();
    assert_eq!(next.claim(nonce(3), in_an_hour()).await, Claim::Used);
    assert_eq!(next.claim(nonce(2), in_an_hour()).await, Claim::New);
    assert_eq!(kept().claim(nonce(2), in_an_hour()).await, Claim::Used);
    let earlier = b"UTHUSED1 and what an earlier version wrote";
    for foreign in [
        &b""[..],
        b"x",
        b"something else entirely, and longer than a head",
        earlier,
    ] {
        std::fs::write(&file, foreign).unwrap();
        assert_eq!(kept().claim(nonce(9), in_an_hour()).await, Claim::New, "{foreign:?}");
        assert_eq!(kept().claim(nonce(9), in_an_hour()).await, Claim::Used, "{foreign:?}");
    }
}

#[tokio::test]
async fn truncated_file_keeps_every_complete_entry() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("used");
    let kept = || UsedStates::new(Some(file.clone()));
    for number in 1..=3 {
        assert_eq!(kept().claim(nonce(number), in_an_hour()).await, Claim::New);
    }
    let whole = std::fs::read(&file).unwrap();
    assert_eq!(whole.len(), HEADER + 3 * LINE);
    for length in 0..=whole.len() {
        std::fs::write(&file, &whole[..length]).unwrap();
        let entries = (length.saturating_sub(HEADER) / LINE) as u64;
        for number in 1..=3 {
            let expected = if number <= entries { Claim::Used } else { Claim::New };
            assert_eq!(
                kept().claim(nonce(number), in_an_hour()).await,
                expected,
                "{number} of {length} bytes"
            );
            assert_eq!(
                kept().claim(nonce(number), in_an_hour()).await,
                Claim::Used,
                "{number} of {length} bytes"
            );
        }
    }
}

#[tokio::test]
async fn interrupted_or_failed_rewrite_loses_no_entry() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("used");
    let kept = || UsedStates::new(Some(file.clone()));
    assert_eq!(kept().claim(nonce(1), in_an_hour()).await, Claim::New);
    // A temporary file of a rewrite that was killed.
    std::fs::write(file.with_extension("new"), b"half").unwrap();
    assert_eq!(kept().claim(nonce(1), in_an_hour()).await, Claim::Used);
    // A rewrite does not change the old file, as a hard link to it shows.
    let old = folder.path().join("old");
    std::fs::hard_link(&file, &old).unwrap();
    let one = kept();
    for number in 2..100 {
        assert_eq!(
            one.claim(nonce(number), now_millis() + 60_000).await,
            Claim::New,
            "{number}"
        );
    }
    let is_kept =
        |file: PathBuf, number| async move { UsedStates::new(Some(file)).claim(nonce(number), in_an_hour()).await };
    for number in 1..=64 {
        assert_eq!(is_kept(old.clone(), number).await, Claim::Used, "{number}");
    }
    assert_eq!(is_kept(old, 99).await, Claim::New, "it was not rewritten");
    std::fs::create_dir(file.with_extension("new")).unwrap();
    let one = kept();
    for number in 1_000..1_400 {
        assert_eq!(one.claim(nonce(number), 1).await, Claim::New, "{number}");
    }
    assert_eq!(one.claim(nonce(20_000), in_an_hour()).await, Claim::New);
    for number in [1, 99, 20_000] {
        assert_eq!(kept().claim(nonce(number), in_an_hour()).await, Claim::Used, "{number}");
    }
}

#[test]
fn rejects_new_states_over_the_limit_until_one_expires() {
    let mut seen = Seen::default();
    for number in 0..MOST as u64 {
        assert_eq!(seen.claim(nonce(number), in_an_hour()), Claim::New);
    }
    assert_eq!(seen.claim(nonce(MOST as u64), in_an_hour()), Claim::Full);
    assert_eq!(seen.claim(nonce(0), in_an_hour()), Claim::Used);
    seen.until.insert(nonce(0), 1);
    assert_eq!(seen.claim(nonce(MOST as u64), in_an_hour()), Claim::New);
}
