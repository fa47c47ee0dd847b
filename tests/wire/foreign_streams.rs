//! Event ids of another session: each session numbers its streams from 1, so the same ids occur in several sessions.

use crate::client::{Events, Host, LATEST, call, wait_for_count};

#[tokio::test]
async fn event_id_never_resumes_stream_of_another_session() {
    let host = Host::start().await;
    let (alice, bob) = (host.session(LATEST).await, host.session(LATEST).await);
    let mut last = Vec::new();
    for (session, id) in [(&alice, 7), (&bob, 8)] {
        let mut events = Events::new(session.post(&call(id, "progress")).send().await.unwrap());
        last.push(loop {
            let id = events.next().await.unwrap().id.unwrap();
            if id.ends_with("-2") {
                break id;
            }
        });
    }
    assert_eq!(last, ["1-2", "1-2"]);
    host.until_metric("streams", 0).await;
    host.fake.gate.add_permits(2);
    wait_for_count(&host.fake.finished, 2).await;
    host.until_metric("tasks", 0).await;
    for (session, own) in [(&bob, 8), (&alice, 7)] {
        let mut resumed = Events::new(session.get().header("last-event-id", &last[0]).send().await.unwrap());
        let mut results = Vec::new();
        while let Some(event) = resumed.next().await {
            results.extend(event.json()["id"].as_i64());
        }
        assert_eq!(results, [own]);
    }
}
