//! Random descriptors and answers: no panic, an end within the deadline, and no connection to another port.

use super::double::{Does, Double, descriptor, project, soon, token, write};
use crate::Pipeline;
use host_bridge::Fate;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::net::TcpListener;
use std::time::{Duration, Instant};

/// Runs one list and one command, with a short deadline.
async fn use_pipeline(pipeline: &Pipeline) {
    let deadline = Instant::now() + Duration::from_millis(500);
    let _ = pipeline.list(deadline).await;
    let slot = pipeline.slot(deadline).await.expect("free");
    let _ = slot.run("a", "{}", deadline, &Fate::default()).await;
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(work)
}

/// A JSON value for a member of the descriptor that is often nearly right.
fn value(port: u16) -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!(port)),
        Just(json!(format!("127.0.0.1:{port}"))),
        Just(json!(-1)),
        any::<u64>().prop_map(|number| json!(number)),
        any::<f64>().prop_map(|number| json!(number)),
        ".{0,40}".prop_map(|text| json!(text)),
        Just(json!(token())),
        Just(json!(["10.0.0.1", null, {}])),
    ]
}

/// Bytes that begin like an answer, with any status, headers and body.
fn answer() -> impl Strategy<Value = Vec<u8>> {
    let body = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..400),
        "[\\[\\]{}:,\"a-z0-9]{0,200}".prop_map(String::into_bytes),
        Just(br#"{"commands":[{"name":"a","description":"","schema":"{}"}],"success":true}"#.to_vec()),
    ];
    let header = prop_oneof![
        Just(String::new()),
        Just("location: http://10.0.0.1/\r\n".to_owned()),
        Just("transfer-encoding: chunked\r\n".to_owned()),
        any::<u64>().prop_map(|length| format!("content-length: {length}\r\n")),
        "[ -~]{0,60}".prop_map(|text| format!("{text}\r\n")),
    ];
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..600),
        (0_u16..1_000, header, body).prop_map(|(status, header, body)| {
            let mut bytes = format!("HTTP/1.1 {status:03} x\r\n{header}\r\n").into_bytes();
            bytes.extend(body);
            bytes
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn random_answers_end_in_time_without_panic(bytes in answer()) {
        let began = Instant::now();
        block_on(async move {
            let double = Double::start(move |_| Does::Sends(bytes.clone())).await;
            use_pipeline(&double.pipeline()).await;
        });
        prop_assert!(began.elapsed() < Duration::from_secs(5));
    }
}

proptest! {
    // The host reads each incomplete descriptor several times, with a pause.
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn random_descriptors_reach_no_other_port(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        name in prop::sample::select(vec!["port", "projectPath", "evalToken", "host", "url"]),
        wrong in any::<prop::sample::Index>(),
    ) {
        let elsewhere = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        elsewhere.set_nonblocking(true).expect("set");
        let other = elsewhere.local_addr().expect("an address").port();
        let project = project();
        let pipeline = Pipeline::new(project.path().to_path_buf());
        // The port of the other server, in the member that decides and in members that must not decide.
        for content in [
            bytes.clone(),
            descriptor(project.path(), other).to_string().into_bytes(),
            cut(&descriptor(project.path(), other), wrong),
            replaced(&descriptor(project.path(), other), name, &bytes),
        ] {
            write(project.path(), &content);
            prop_assert!(!pipeline.is_there());
            block_on(use_pipeline(&pipeline));
            prop_assert!(elsewhere.accept().is_err(), "a connection to port {other}");
        }
    }

    #[test]
    fn wrong_values_in_descriptor_reach_no_other_port(
        name in prop::sample::select(vec!["port", "projectPath", "evalToken", "host", "url", "server"]),
        given in value(7_801),
    ) {
        let elsewhere = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        elsewhere.set_nonblocking(true).expect("set");
        let other = elsewhere.local_addr().expect("an address").port();
        let project = project();
        let mut members = descriptor(project.path(), other);
        members[name] = given;
        write(project.path(), members.to_string().as_bytes());
        let _ = Pipeline::new(project.path().to_path_buf()).is_there();
        let narrow = Pipeline::with_ports(project.path().to_path_buf(), 1..=1);
        prop_assert!(!narrow.is_there());
        block_on(use_pipeline(&narrow));
        prop_assert!(elsewhere.accept().is_err(), "a connection to port {other}");
    }
}

#[test]
fn deeply_nested_answers_overflow_no_stack() {
    let deep = format!("{}{}", "[".repeat(2_000_000), "]".repeat(2_000_000));
    let entry = format!("{}{}", "[".repeat(60_000), "]".repeat(60_000));
    for (status, body) in [
        (200, format!("{{\"success\":true,\"commands\":[],\"result\":{deep}}}")),
        (200, format!("{{\"x\":{deep},\"success\":true,\"commands\":[]}}")),
        (
            200,
            format!("{{\"success\":false,\"message\":{deep},\"commands\":{deep}}}"),
        ),
        (200, format!("{{\"commands\":[{{\"name\":\"a\",\"schema\":{entry}}}]}}")),
        (400, format!("{{\"message\":{deep}}}")),
        (200, deep),
    ] {
        block_on(async move {
            let double = Double::start(move |_| Does::Answers(status, body.clone())).await;
            let _ = double.pipeline().list(soon()).await;
            let pipeline = double.pipeline();
            let slot = pipeline.slot(soon()).await.expect("free");
            let _ = slot.run("a", "{}", soon(), &Fate::default()).await;
            assert_eq!(double.asked().len(), 2);
        });
    }
}

fn cut(members: &Value, at: prop::sample::Index) -> Vec<u8> {
    let text = members.to_string();
    text.as_bytes()[..at.index(text.len())].to_vec()
}

fn replaced(members: &Value, name: &str, bytes: &[u8]) -> Vec<u8> {
    let mut members = members.clone();
    members[name] = json!(String::from_utf8_lossy(bytes));
    members.to_string().into_bytes()
}
