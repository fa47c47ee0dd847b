//! Tests of stamps: changed files that look unchanged, and rows that another cache wrote.

use super::*;
use crate::cache::Cache;
use crate::cache::sealed_file::SEAL;
use crate::testing::{Guest, Host, unity};
use crate::{BundleSource, PrepareError};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};
use std::fs::FileTimes;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Returns two different guests of the same length.
fn two_guests() -> [Vec<u8>; 2] {
    let built = ["i32.const 1 drop", "i32.const 2 drop"].map(|call| {
        let guest = Guest {
            call,
            ..Guest::default()
        };
        guest.build()
    });
    assert_eq!(built[0].len(), built[1].len());
    built
}

fn digest(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

/// Creates a host with the folder of `before` in which every stamp is valid without waiting.
fn next(before: &Host) -> Host {
    let host = Host::with_bridge(unity(false), Arc::clone(&before.folder));
    cache(&host).stamps.settle_at_once();
    host
}

fn cache(host: &Host) -> &Cache {
    host.runtime.cache().expect("a usable folder")
}

fn prepared(host: &Host, source: &BundleSource) -> String {
    let bundle = host.runtime.prepare(source, &CancellationToken::new()).expect("good");
    bundle.digest.clone()
}

/// Creates a host that has read and cached two components. Returns it with their sources and bytes.
fn cached_host() -> (Host, [BundleSource; 2], [Vec<u8>; 2]) {
    let host = next(&Host::new());
    let bytes = two_guests();
    let sources = [host.write("one", &bytes[0]), host.write("two", &bytes[1])];
    for (source, bytes) in sources.iter().zip(&bytes) {
        assert_eq!(prepared(&host, source), digest(bytes));
    }
    host.runtime.keep_what_was_read();
    (host, sources, bytes)
}

fn stamp(source: &BundleSource) -> Stamp {
    let file = File::open(&source.component).expect("there");
    Stamp::from_file(&file).expect("the tests' folder is on a file system of this machine")
}

fn rows(host: &Host) -> PathBuf {
    host.folder.path().join("components").join(FILE)
}

/// Checks that an unchanged file is not read: if its row has a wrong digest, the host uses the component with that
/// digest. This is always a component that the host read before.
#[test]
fn does_not_read_unchanged_file_again() {
    let (host, [one, _], [first, second]) = cached_host();
    let after = next(&host);
    assert_eq!(prepared(&after, &one), digest(&first));
    cache(&after).remember_digest(stamp(&one), Sha256::digest(&second).into());
    after.runtime.keep_what_was_read();
    let last = next(&host);
    assert_eq!(prepared(&last, &one), digest(&second), "its bytes were not looked at");
    // The host compares a digest from the operator with the bytes of the file, even if a row has that digest.
    let pinned = |bytes: &[u8]| BundleSource {
        pin: Some(digest(bytes)),
        ..one.clone()
    };
    assert_eq!(prepared(&last, &pinned(&first)), digest(&first));
    let other = last.runtime.prepare(&pinned(&second), &CancellationToken::new());
    assert!(other.is_err(), "the rows say that the file has these bytes");
    // A digest without a cache entry has no effect.
    cache(&last).remember_digest(stamp(&one), [7; 32]);
    assert_eq!(prepared(&last, &one), digest(&first));
}

#[test]
fn reads_changed_file_despite_equal_size_and_time() {
    let (host, [one, two], [first, second]) = cached_host();
    let file = &one.component;
    let before = std::fs::metadata(file).expect("there");
    // Repeats until the clock of the file system advances, which it does every few milliseconds.
    loop {
        std::fs::write(file, &second).expect("writable");
        let open = File::options().append(true).open(file).expect("writable");
        let times = FileTimes::new().set_modified(before.modified().expect("known"));
        open.set_times(times).expect("ours");
        let now = std::fs::metadata(file).expect("there");
        assert_eq!(
            (now.len(), now.mtime_nsec(), now.ino()),
            (before.len(), before.mtime_nsec(), before.ino())
        );
        if (now.ctime(), now.ctime_nsec()) != (before.ctime(), before.ctime_nsec()) {
            break;
        }
    }
    assert_eq!(prepared(&next(&host), &one), digest(&second), "written in place");
    // Another file with the same path, age and length.
    let other = host.write("other", &first);
    let times = FileTimes::new().set_modified(before.modified().expect("known"));
    let open = File::options().append(true).open(&other.component).expect("writable");
    open.set_times(times).expect("ours");
    std::fs::rename(&other.component, &two.component).expect("replaced");
    assert_eq!(prepared(&next(&host), &two), digest(&first), "replaced");
}

/// Checks that a file gets no stamp if another change in the same clock tick could have the same stamp.
#[test]
fn does_not_remember_recently_changed_file() {
    let host = Host::new();
    let [first, second] = two_guests();
    let one = host.write("one", &first);
    assert_eq!(prepared(&host, &one), digest(&first));
    host.runtime.keep_what_was_read();
    assert!(!rows(&host).exists());
    std::fs::write(&one.component, &second).expect("writable");
    assert_eq!(prepared(&host, &one), digest(&second));
    let known = stamp(&one);
    let at = |seconds: i64| UNIX_EPOCH + Duration::from_secs(u64::try_from(known.changed[2] + seconds).expect("later"));
    assert!(!known.is_settled(at(1), SETTLED) && known.is_settled(at(2), SETTLED));
    assert!(!known.is_settled(at(-60), SETTLED), "from a clock that was set back");
    assert!(!known.is_settled(UNIX_EPOCH, SETTLED));
}

/// Checks that files of a read-only image get no stamps, because their times come from the builder of the image.
#[test]
fn trusts_no_change_times_of_read_only_file_system() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut system = rustix::fs::statfs(folder.path()).expect("a file system");
    assert!(tells_changes(&system));
    system.f_flags |= 1;
    assert!(!tells_changes(&system));
}

#[test]
fn ignores_stamp_rows_without_valid_seal() {
    let (host, [one, _], [first, second]) = cached_host();
    let good = std::fs::read(rows(&host)).expect("kept");
    // A row of the first component with the digest of the second one.
    let at = |digest: &str| {
        let starts = |at: &usize| HEXLOWER.encode(&good[*at..*at + 32]) == digest;
        (0..=good.len() - 32).find(starts).expect("its digest is there")
    };
    let mut swapped = good.clone();
    swapped.copy_within(at(&digest(&second))..at(&digest(&second)) + 32, at(&digest(&first)));
    for bad in [&swapped[..], &good[..good.len() - 1], &good[..20], &[]] {
        std::fs::write(rows(&host), bad).expect("writable");
        assert_eq!(prepared(&next(&host), &one), digest(&first));
    }
    // The seal of a listing is not a valid seal for rows.
    assert!(cache(&host).seal.fits(
        &[b"stamps", &good[MARK.len() + SEAL..]],
        good[MARK.len()..MARK.len() + SEAL].try_into().expect("a tag")
    ));
    assert!(!cache(&host).seal.fits(
        &[b"listing", &good[MARK.len() + SEAL..]],
        good[MARK.len()..MARK.len() + SEAL].try_into().expect("a tag")
    ));
}

#[test]
fn keeps_newest_rows_and_rows_of_other_hosts() {
    let (host, [one, two], _) = cached_host();
    let stamps = |count: u64| {
        (0..count).map(|number| Stamp {
            file: (u64::MAX, number),
            bytes: 1,
            changed: [0; 4],
        })
    };
    let other = next(&host);
    for stamp in stamps(1) {
        cache(&other).remember_digest(stamp, [1; 32]);
    }
    other.runtime.keep_what_was_read();
    let read = |host: &Host| cache(host).stamps.read(&cache(host).seal).expect("kept");
    assert_eq!(read(&host).len(), 3);
    assert!(
        [&one, &two]
            .iter()
            .all(|source| read(&host).iter().any(|(row, _)| *row == stamp(source)))
    );
    for stamp in stamps(MOST as u64) {
        cache(&other).remember_digest(stamp, [2; 32]);
    }
    other.runtime.keep_what_was_read();
    let kept = read(&host);
    assert!(kept.len() == MOST && kept.iter().all(|(_, digest)| *digest == [2; 32]));
}

#[test]
fn rejects_cached_component_that_exceeds_current_limit() {
    let (host, [one, _], [first, _]) = cached_host();
    let long = crate::compile::read_stamped(&one.component, first.len() as u64 - 1);
    assert!(matches!(long, Err(PrepareError::TooLarge { .. })));
    assert_eq!(cache(&host).digest(&one.component, first.len() as u64 - 1), None);
    assert_eq!(
        cache(&host).digest(&one.component, first.len() as u64),
        Some(digest(&first))
    );
}
