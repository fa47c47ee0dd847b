//! Files that changed although they look the same, and rows that were not written by this cache.

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

/// Two guests of the same length.
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

/// A host on the folder of `before`; it treats every file as settled.
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

/// Two cached components in two files that a host has read; and those files.
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

/// A known file is not read: if its row has a wrong digest, the component of that digest is served. That is always a
/// component that was read here; there are no others.
#[test]
fn a_file_that_has_not_changed_is_not_read_again() {
    let (host, [one, _], [first, second]) = cached_host();
    let after = next(&host);
    assert_eq!(prepared(&after, &one), digest(&first));
    cache(&after).remember_digest(stamp(&one), Sha256::digest(&second).into());
    after.runtime.keep_what_was_read();
    let last = next(&host);
    assert_eq!(prepared(&last, &one), digest(&second), "its bytes were not looked at");
    // A digest set by the operator is compared with the bytes themselves, even if the rows already have that digest.
    let pinned = |bytes: &[u8]| BundleSource {
        pin: Some(digest(bytes)),
        ..one.clone()
    };
    assert_eq!(prepared(&last, &pinned(&first)), digest(&first));
    let other = last.runtime.prepare(&pinned(&second), &CancellationToken::new());
    assert!(other.is_err(), "the rows say that the file has these bytes");
    // A digest without an entry leads nowhere.
    cache(&last).remember_digest(stamp(&one), [7; 32]);
    assert_eq!(prepared(&last, &one), digest(&first));
}

#[test]
fn a_file_that_has_changed_is_read_whatever_its_size_and_time_say() {
    let (host, [one, two], [first, second]) = cached_host();
    let file = &one.component;
    let before = std::fs::metadata(file).expect("there");
    // Until the clock of files advances, which it does every few milliseconds.
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
    // Another file in its place, with the same age and length.
    let other = host.write("other", &first);
    let times = FileTimes::new().set_modified(before.modified().expect("known"));
    let open = File::options().append(true).open(&other.component).expect("writable");
    open.set_times(times).expect("ours");
    std::fs::rename(&other.component, &two.component).expect("replaced");
    assert_eq!(prepared(&next(&host), &two), digest(&first), "replaced");
}

/// A change within the same tick of the clock would leave the stamp unchanged.
#[test]
fn a_file_that_changed_just_now_is_not_remembered() {
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

/// An image that replaces another has the times that its builder chose.
#[test]
fn a_read_only_disk_tells_no_changes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut system = rustix::fs::statfs(folder.path()).expect("a file system");
    assert!(tells_changes(&system));
    system.f_flags |= 1;
    assert!(!tells_changes(&system));
}

#[test]
fn rows_that_no_host_of_the_cache_wrote_are_not_believed() {
    let (host, [one, _], [first, second]) = cached_host();
    let good = std::fs::read(rows(&host)).expect("kept");
    // The second component's digest in the first one's row.
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
    // The seal of a listing is not valid for rows.
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
fn the_newest_rows_are_kept_and_those_of_other_hosts_stay() {
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
fn a_component_that_is_too_large_today_is_refused_though_it_was_read() {
    let (host, [one, _], [first, _]) = cached_host();
    let long = crate::compile::read_stamped(&one.component, first.len() as u64 - 1);
    assert!(matches!(long, Err(PrepareError::TooLarge { .. })));
    assert_eq!(cache(&host).digest(&one.component, first.len() as u64 - 1), None);
    assert_eq!(
        cache(&host).digest(&one.component, first.len() as u64),
        Some(digest(&first))
    );
}
