//! Tests of verified listings: later listings of the same component, and files that another cache wrote.

use super::*;
use crate::cache::Cache;
use crate::testing::{Guest, Host, unity};
use crate::{BundleSource, PreparedBundle};
use std::path::PathBuf;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

fn cache(host: &Host) -> &Cache {
    host.runtime.cache().expect("a usable folder")
}

fn file(host: &Host) -> PathBuf {
    host.folder.path().join("components").join(FILE)
}

fn next(before: &Host) -> Host {
    Host::with_bridge(unity(false), Arc::clone(&before.folder))
}

fn prepared(host: &Host, source: &BundleSource) -> Arc<PreparedBundle> {
    host.runtime.prepare(source, &CancellationToken::new()).expect("good")
}

/// Checks that a listing counts as verified only after its entry is saved in the cache.
#[test]
fn listing_counts_as_verified_after_it_is_checked_and_saved() {
    let first = Host::new();
    let source = first.write("b", &Guest::default().build());
    first.runtime.found_good(&prepared(&first, &source));
    first.runtime.keep_what_was_read();
    assert!(!file(&first).exists(), "it did not come from the cache");
    let second = next(&first);
    let kept = prepared(&second, &source);
    assert!(!kept.was_found_good && kept.listing.is_some());
    second.runtime.found_good(&kept);
    second.runtime.keep_what_was_read();
    let third = next(&first);
    assert!(prepared(&third, &source).was_found_good);
    // The same component with another listing, as a guest may return: the host checks it.
    let other = crate::spec::Listing {
        left_out: vec!["another answer".to_owned()],
        ..cache(&third).listing(&kept.digest).expect("kept").0
    };
    let code = cache(&third)
        .component(third.runtime.engine(), &kept.digest)
        .expect("kept");
    cache(&third).keep(&kept.digest, &other, &code);
    let again = prepared(&next(&first), &source);
    assert_eq!((&again.left_out, again.was_found_good), (&other.left_out, false));
}

#[test]
fn ignores_verified_listings_without_valid_seal() {
    let host = Host::new();
    cache(&host).found_good([1; SEAL]);
    host.runtime.keep_what_was_read();
    let good = std::fs::read(file(&host)).expect("kept");
    assert!(cache(&next(&host)).was_found_good(&[1; SEAL]));
    let mut exchanged = good.clone();
    exchanged.splice(good.len() - SEAL.., [2; SEAL]);
    for bad in [&exchanged[..], &good[..good.len() - 1], &good[..20], &[]] {
        std::fs::write(file(&host), bad).expect("writable");
        for tag in [[1; SEAL], [2; SEAL]] {
            assert!(!cache(&next(&host)).was_found_good(&tag));
        }
    }
}

#[test]
fn keeps_newest_listings_and_those_of_other_hosts() {
    let tag = |number: usize| -> Tag {
        let mut tag = [0; SEAL];
        tag[..8].copy_from_slice(&(number as u64).to_le_bytes());
        tag
    };
    let host = Host::new();
    let other = next(&host);
    for (host, number) in [(&host, MOST), (&other, MOST + 1), (&other, MOST)] {
        cache(host).found_good(tag(number));
        host.runtime.keep_what_was_read();
    }
    let good = |number| cache(&next(&host)).was_found_good(&tag(number));
    assert!(good(MOST) && good(MOST + 1) && !good(0));
    (0..MOST).for_each(|number| cache(&host).found_good(tag(number)));
    host.runtime.keep_what_was_read();
    assert!(good(0) && good(MOST - 1) && !good(MOST) && !good(MOST + 1));
}
