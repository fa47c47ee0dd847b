//! A test of an instance whose process was killed, so that it announced nothing.

use super::*;

#[tokio::test]
async fn calls_end_when_the_process_of_a_lost_link_is_gone() {
    let host = Host::start();
    let mut process = std::process::Command::new("sleep")
        .arg("60")
        .spawn()
        .expect("a process");
    let pid = process.id();
    let unity = host
        .connect(Hello {
            pid,
            started: crate::process::declared_start(pid),
            ..hello()
        })
        .await;
    drop(unity);
    while host.bridge.is_linked() {
        tokio::task::yield_now().await;
    }
    // Its process runs, so it may link again.
    let waiting = host.ask(write());
    for _ in 0..64 {
        tokio::task::yield_now().await;
    }
    assert!(!waiting.is_finished());
    process.kill().expect("killed");
    process.wait().expect("ended");
    for asked in [waiting, host.ask(write())] {
        let error = asked.await.unwrap().expect_err("its process is gone");
        assert_eq!(error.kind, BridgeErrorKind::NotReady, "{error}");
        assert!(error.message.contains("Unity has ended"), "{error}");
    }
    let unity = host.connect(hello()).await;
    assert!(host.bridge.state().answers_calls());
    drop(unity);
}
