//! Tests of cache entries: reuse, damage, swapped entries, eviction.

use crate::testing::{Guest, Host, invocation, limits, permit, unity};
use crate::{BundleSource, PreparedBundle};
use host_api::Effect;
use std::path::PathBuf;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

fn entries(host: &Host) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(host.folder.path().join("components"))
        .expect("the folder was made")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cwasm"))
        .collect();
    entries.sort();
    entries
}

fn is_loaded(bundle: &PreparedBundle) -> bool {
    format!("{:?}", bundle.code).contains("loaded: true")
}

fn restarted(host: &Host) -> Host {
    Host::with_bridge(unity(false), Arc::clone(&host.folder))
}

fn works(host: &Host, bundle: &Arc<PreparedBundle>) {
    let executor = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("executor");
    let answer = executor.block_on(
        host.runtime
            .call_tool(bundle, permit(Effect::Read), invocation(limits())),
    );
    assert!(answer.is_ok(), "{answer:?}");
}

fn other_guest() -> Guest {
    Guest {
        call: "nop nop",
        ..Guest::default()
    }
}

/// Returns a host with one cached entry, and the source of this entry.
fn warm() -> (Host, BundleSource) {
    let host = Host::new();
    let source = host.write("b", &Guest::default().build());
    host.runtime.prepare(&source, &CancellationToken::new()).expect("good");
    assert_eq!(entries(&host).len(), 1);
    (host, source)
}

#[test]
fn warm_start_loads_code_only_at_the_first_call() {
    let (host, source) = warm();
    let next = restarted(&host);
    let bundle = next.runtime.prepare(&source, &CancellationToken::new()).expect("kept");
    assert!(!is_loaded(&bundle), "the code waits for the first call");
    assert_eq!(bundle.tools[0].name, "ping");
    works(&next, &bundle);
    assert!(is_loaded(&bundle));
}

#[test]
fn recompiles_cache_entry_with_flipped_byte() {
    let (host, source) = warm();
    let file = entries(&host).remove(0);
    let mut bytes = std::fs::read(&file).expect("readable");
    let at = bytes.len() - 100;
    bytes[at] ^= 1;
    std::fs::write(&file, &bytes).expect("writable");
    let next = restarted(&host);
    let bundle = next
        .runtime
        .prepare(&source, &CancellationToken::new())
        .expect("its listing is still good");
    works(&next, &bundle);
    assert_eq!(entries(&next), std::slice::from_ref(&file), "compiled again and kept");
    assert_ne!(
        std::fs::read(&file).expect("readable"),
        bytes,
        "the damaged entry is gone"
    );
    let last = restarted(&next);
    let bundle = last.runtime.prepare(&source, &CancellationToken::new()).expect("kept");
    assert!(!is_loaded(&bundle), "the new entry serves the next start");
    works(&last, &bundle);
}

#[test]
fn detects_swapped_cache_entries() {
    let (host, source) = warm();
    let second = host.write("c", &other_guest().build());
    host.runtime.prepare(&second, &CancellationToken::new()).expect("good");
    let files = entries(&host);
    let [first, last] = files.as_slice() else {
        panic!("two entries: {files:?}")
    };
    let (one, two) = (
        std::fs::read(first).expect("readable"),
        std::fs::read(last).expect("readable"),
    );
    std::fs::write(first, two).expect("writable");
    std::fs::write(last, one).expect("writable");
    let next = restarted(&host);
    for source in [&source, &second] {
        let bundle = next
            .runtime
            .prepare(source, &CancellationToken::new())
            .expect("compiled again");
        assert!(is_loaded(&bundle), "nothing was taken from the swapped entry");
        works(&next, &bundle);
    }
}

#[test]
fn detects_truncated_entry_and_foreign_key() {
    let (host, source) = warm();
    let file = entries(&host).remove(0);
    let bytes = std::fs::read(&file).expect("readable");
    std::fs::write(&file, &bytes[..bytes.len() / 2]).expect("writable");
    let next = restarted(&host);
    assert!(is_loaded(
        &next
            .runtime
            .prepare(&source, &CancellationToken::new())
            .expect("compiled again")
    ));
    std::fs::write(host.folder.path().join("components/components.key"), [7; 32]).expect("writable");
    let next = restarted(&host);
    assert!(is_loaded(
        &next
            .runtime
            .prepare(&source, &CancellationToken::new())
            .expect("compiled again")
    ));
}

#[test]
fn works_without_usable_cache_folder() {
    let folder = Arc::new(tempfile::tempdir().expect("a temporary folder"));
    std::fs::write(folder.path().join("components"), b"a file").expect("writable");
    let host = Host::with_bridge(unity(false), folder);
    let bundle = host.prepare("b", &Guest::default());
    works(&host, &bundle);
}

#[cfg(unix)]
#[test]
fn folder_and_key_are_private() {
    use std::os::unix::fs::PermissionsExt;
    let (host, _) = warm();
    for (path, rights) in [("components", 0o700), ("components/components.key", 0o600)] {
        let mode = std::fs::metadata(host.folder.path().join(path))
            .expect("there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, rights, "{path}");
    }
}

#[test]
fn evicts_entries_above_the_size_limit() {
    let (host, _) = warm();
    host.prepare("c", &other_guest());
    assert_eq!(entries(&host).len(), 2);
    let engine = crate::engine::start(1).expect("engine").engine;
    let most = std::fs::metadata(&entries(&host)[0]).expect("there").len() + 100;
    let components = host.folder.path().join("components");
    let cache = super::Cache::open(&components, most, &engine).expect("usable");
    cache.make_room().expect("removable");
    assert_eq!(entries(&host).len(), 1);
}

#[test]
fn hosts_of_a_cache_share_its_key() {
    let (host, source) = warm();
    let kept = std::fs::read(&entries(&host)[0]).expect("readable");
    let second = restarted(&host);
    assert!(!is_loaded(
        &second
            .runtime
            .prepare(&source, &CancellationToken::new())
            .expect("kept")
    ));
    assert!(!is_loaded(
        &host.runtime.prepare(&source, &CancellationToken::new()).expect("kept")
    ));
    assert_eq!(std::fs::read(&entries(&host)[0]).expect("readable"), kept);
}

#[cfg(unix)]
#[test]
fn ignores_key_readable_by_others_and_does_not_replace_it() {
    use std::os::unix::fs::PermissionsExt;
    let (host, source) = warm();
    let key = host.folder.path().join("components/components.key");
    let before = std::fs::read(&key).expect("readable");
    for mode in [0o644, 0o640, 0o660] {
        std::fs::set_permissions(&key, std::fs::Permissions::from_mode(mode)).expect("ours");
        let next = restarted(&host);
        assert!(
            next.runtime.prepare_at_once(&source).expect("good").is_none(),
            "{mode:o}"
        );
        assert_eq!(std::fs::read(&key).expect("readable"), before);
    }
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o600)).expect("ours");
    assert!(
        restarted(&host)
            .runtime
            .prepare_at_once(&source)
            .expect("good")
            .is_some()
    );
}

#[test]
fn replaces_damaged_key() {
    let (host, source) = warm();
    let key = host.folder.path().join("components/components.key");
    std::fs::write(&key, b"short").expect("writable");
    let next = restarted(&host);
    assert!(is_loaded(
        &next
            .runtime
            .prepare(&source, &CancellationToken::new())
            .expect("compiled again")
    ));
    assert_eq!(std::fs::read(&key).expect("readable").len(), 32);
}
